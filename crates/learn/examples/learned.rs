//! Greedy search on a level, once with a hand-made heuristic and once with the learned one:
//! `cargo run --release -p patience-learn --example learned -- level/iartistas-10`

use patience_core::Domain;
use patience_games::tiles::TilesDomain;
use patience_learn::games::tiles;
use patience_search::greedy;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "level/iartistas-10".to_owned());
    let game = TilesDomain.instance("standard", &name)?;
    let (written, learned) = (&TilesDomain.heuristics()[0], &tiles::heuristics()[0]);
    for (name, heuristic) in
        [(written.name, written.build_default(&game)), (learned.name, (learned.build)(&game, None))]
    {
        let answer = greedy(&game, &*heuristic);
        println!("{name}: {} states expanded", answer.counters.expanded);
    }
    Ok(())
}
