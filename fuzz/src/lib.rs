//! Targets for everything that reads untrusted text. Each has a function `feed` that takes an input
//! and panics on a fault. `tests/corpus.rs` feeds them the stored inputs and mutations of these;
//! `scripts/fuzz.sh` builds the programs in `fuzz_targets/` and runs them guided by coverage.

#![forbid(unsafe_code)]

pub mod boards;
pub mod certificates;
pub mod names;
pub mod plans;
pub mod questions;
pub mod studies;

/// A target's name, which is also the folder of its corpus, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: [Target; 6] = [
    ("boards", boards::feed),
    ("certificates", certificates::feed),
    ("names", names::feed),
    ("plans", plans::feed),
    ("questions", questions::feed),
    ("studies", studies::feed),
];
