//! Layers of the Gaps solver's sweep in files.

#[path = "../../gaps-solver/tests/support/mod.rs"]
mod support;

use patience_catalogue::native::Directory;
use patience_core::{Limits, Verdict};
use patience_gaps::{Config, Rules, Services, solve};

#[test]
fn with_too_little_memory_a_deal_is_decided_in_files() {
    let board = support::solvitaire(4, 8, 36, Rules::Standard);
    let decide = |memory: Option<u64>, services| {
        let limits = Limits { memory, ..Limits::default() };
        let solution = solve(&board, &Config::default(), &limits, services).expect("sound files");
        assert_eq!(solution.verdict, Verdict::Unsolvable);
        solution.counters
    };
    let needed = decide(None, Services::none()).peak_bytes;
    let mut directory =
        Directory::create(&std::env::temp_dir(), "a deal").expect("a temporary directory");
    let services = Services { scratch: Some(&mut directory), ..Services::none() };
    let counters = decide(Some(needed / 2), services);
    assert!(counters.spilled_bytes > 0 && counters.peak_bytes <= needed / 2 * 11 / 10);
}
