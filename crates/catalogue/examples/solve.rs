//! Solves an instance by each algorithm of its game:
//! `cargo run --release -p patience-catalogue --example solve -- birds:neller/42`

use patience_catalogue::{Context, Request, find, open};
use patience_core::Limits;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "tiles:level/iartistas-04".to_owned());
    let instance = open(&name)?;
    let (game, _) = find(name.split(':').next().unwrap_or_default())?;
    for algorithm in game.info().algorithms {
        let limits = Limits { expansions: Some(20_000), ..Limits::default() };
        let request = Request { limits, ..Request::new(algorithm.name) };
        let report = instance.solve(&request, &mut Context::unwatched())?;
        println!("{:>12}: {}, {} expanded", algorithm.name, report.verdict.name(), report.expanded);
    }
    Ok(())
}
