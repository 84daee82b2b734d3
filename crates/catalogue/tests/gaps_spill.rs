//! Layers of the Gaps solver's sweep in files.

#[path = "../../gaps-solver/tests/support/mod.rs"]
mod support;

use patience_core::{Limits, Verdict};
use patience_gaps::Directory;
use patience_gaps::{Files, Rules, Solver};

#[test]
fn with_too_little_memory_a_deal_is_decided_in_files() {
    let board = support::solvitaire(4, 8, 36, Rules::Standard);
    let needed = Solver::new(&board).solve().counters.peak_bytes;
    let mut directory =
        Directory::create(&std::env::temp_dir(), "a deal").expect("a temporary directory");
    let files = Files { scratch: Some(&mut directory), ..Files::default() };
    let limits = Limits { memory: Some(needed / 2), ..Limits::default() };
    let answer = Solver::new(&board).limits(limits).with_files(files).solve().expect("sound files");
    assert_eq!(answer.verdict, Verdict::Unsolvable);
    let counters = answer.counters;
    assert!(counters.spilled_bytes > 0 && counters.peak_bytes <= needed / 2 * 11 / 10);
}
