//! Draws a deal and lists its moves:
//! `cargo run -p patience-games --example deal -- solvitaire/4x13/7`

use patience_core::{Domain, Game};
use patience_games::gaps::GapsDomain;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1).unwrap_or_else(|| "solvitaire/4x13/7".to_owned());
    let game = GapsDomain.instance("standard", &name)?;
    let start = game.start();
    println!("{}\n", GapsDomain.draw(&game, &start, None, false));
    let mut moves = Vec::new();
    game.moves(&start, &mut moves);
    for mv in moves {
        println!(
            "{}: {}",
            GapsDomain.move_text(&game, &start, mv),
            GapsDomain.move_words(&game, &start, mv)
        );
    }
    Ok(())
}
