//! Deals by number, and boards as text: shared by the benchmarks and the tests.
#![allow(dead_code)]

use patience_core::{Domain, Game};
use patience_games::gaps::GapsDomain;
use patience_gaps::{Board, Rules};

/// Rows, columns and number of a deal.
pub type Deal = (usize, usize, u32);

/// The deals of `ROWSxCOLUMNS/FROM..TO`.
pub fn deals(text: &str) -> Option<impl Iterator<Item = Deal>> {
    let (size, numbers) = text.split_once('/')?;
    let (rows, columns) = size.split_once('x')?;
    let (rows, columns) = (rows.parse().ok()?, columns.parse().ok()?);
    let (from, to) = numbers.split_once("..").unwrap_or((numbers, numbers));
    Some((from.parse().ok()?..=to.parse().ok()?).map(move |number| (rows, columns, number)))
}

/// The deal with that number in Solvitaire's numbering.
pub fn solvitaire(rows: usize, columns: usize, seed: u32, rules: Rules) -> Board {
    let name = match rules {
        Rules::Standard => "standard",
        Rules::FixedSuits => "fixed-suits",
        Rules::FixedTwos => "fixed-twos",
    };
    let game = GapsDomain
        .instance(name, &format!("solvitaire/{rows}x{columns}/{seed}"))
        .expect("every number has a deal");
    let cells = game.board(&game.start()).concat();
    Board::new(rows, columns, rules, cells).expect("a whole deck is a board")
}

/// A board of the verdicts' file.
pub fn parse(text: &str, rules: Rules) -> Board {
    text.parse::<Board>().expect("the text is a board").with_rules(rules)
}

/// CPU seconds of this thread, as counted by the scheduler (Linux); elsewhere not a
/// number.
pub fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split_whitespace()
        .next()
        .and_then(|nanoseconds| nanoseconds.parse::<f64>().ok())
        .unwrap_or(f64::NAN)
        / 1e9
}
