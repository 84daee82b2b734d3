//! Whatever happens to layers and checkpoints, the verdict is right or there is none.

mod checkpoints;
mod layers;
mod memory;
mod parts;
#[path = "../support/mod.rs"]
mod support;

use patience_core::Verdict;
use patience_gaps::{Board, Config, Rules, Solution, Strategy};

const SWEEP: fn() -> Config = || Config { strategy: Strategy::Sweep, ..Config::default() };

/// A deal that is won, and one that is lost, of some thousand positions each.
fn deals() -> [(Board, bool); 2] {
    [
        (support::solvitaire(4, 8, 38, Rules::Standard), true),
        (support::solvitaire(4, 8, 40, Rules::Standard), false),
    ]
}

fn is_right(solution: &Solution, won: bool) -> bool {
    match solution.verdict {
        Verdict::Solved { .. } => won,
        Verdict::Unsolvable => !won,
        Verdict::Unknown(_) => false,
    }
}
