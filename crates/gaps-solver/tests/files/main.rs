//! Whatever the damage to layers and checkpoints, the verdict is right or there is none.

mod checkpoints;
mod layers;
mod memory;
mod parts;
#[path = "../reference/mod.rs"]
mod reference;
#[path = "../support/mod.rs"]
mod support;

use patience_core::{Limits, Verdict};
use patience_gaps::{Answer, Board, Config, Fault, Files, Rules, Solver, Strategy};

const SWEEP: fn() -> Config = || Config { strategy: Strategy::Sweep, ..Config::default() };

/// A winnable and a lost deal, of 119 and 23 thousand positions.
fn deals() -> [(Board, bool); 2] {
    deals_of(38, 40)
}

/// A winnable and a lost deal by their seeds.
fn deals_of(won: u32, lost: u32) -> [(Board, bool); 2] {
    let deal = |seed| support::solvitaire(4, 8, seed, Rules::Standard);
    [(deal(won), true), (deal(lost), false)]
}

fn run(board: &Board, config: &Config, limits: &Limits, files: Files<'_>) -> Result<Answer, Fault> {
    Solver::new(board).config(config.clone()).limits(limits.clone()).with_files(files).solve()
}

/// Returns the text of a fault, with its cause.
fn in_full(fault: &Fault) -> String {
    let source = std::error::Error::source(fault);
    source.map_or_else(|| fault.to_string(), |source| format!("{fault}: {source}"))
}

fn is_right(answer: &Answer, won: bool) -> bool {
    match answer.verdict {
        Verdict::Solved { .. } => won,
        Verdict::Unsolvable => !won,
        Verdict::Unknown(_) => false,
    }
}
