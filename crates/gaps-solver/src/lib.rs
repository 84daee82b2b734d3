//! The conclusive solver for Gaps (Montana) under the standard rules, with fixed suits and with
//! fixed Twos, for 1 to 4 rows and 2 to 13 columns.
//!
//! [`solve`] decides a deal: it gives a plan of real moves, replayed by the rules of [`Board`], or
//! a proof that there is none. `docs/gaps-solver.md` explains the method, argues that each
//! reduction is sound, and has the measurements.
//!
//! The crate reads no clock, starts no threads and opens no files by itself: it is handed them as
//! [`Services`].
//!
//! ```
//! use patience_core::{Limits, Verdict};
//! use patience_gaps::{Board, Config, Services, solve};
//!
//! let board: Board = "3C -- 2C 4C".parse().unwrap();
//! let solution = solve(&board, &Config::default(), &Limits::default(), Services::none()).unwrap();
//! assert_eq!(solution.verdict, Verdict::Unsolvable);
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod board;
mod bound;
mod cache;
mod certificate;
mod checkpoint;
mod config;
mod dead_ends;
mod explain;
mod fault;
mod frame;
mod held;
mod layers;
mod masten;
mod narrower;
mod notation;
mod optimal;
mod orders;
mod pairs;
mod parts;
mod plain;
mod plan;
mod policy;
mod position;
mod prefetch;
mod record;
mod relax;
mod restarts;
mod scratch;
mod sealed;
mod search;
mod shared;
mod shorten;
mod sleep;
mod solution;
mod solve;
mod sorting;
mod sweep;
mod table;
mod twos;
mod vectors;
mod verdict;

pub use board::{Board, BoardError, Card, Move, Rules};
pub use bound::fewest_moves;
pub use certificate::{Certified, certify};
pub use checkpoint::{CHECKPOINT_MAGIC, Checkpoint, fingerprint};
pub use config::{Config, NoWorkers, Reductions, Services, Strategy, Workers};
pub use explain::explain;
pub use fault::Fault;
pub use notation::NotationError;
pub use optimal::{Proof, shortest};
pub use orders::{fixed_in_order, permutations};
pub use parts::{Exchange, Together, solve_parts};
pub use plain::count_reachable;
pub use policy::{Choice, FEATURE_NAMES, FEATURES, Policy};
pub use scratch::{MemoryScratch, Scratch};
pub use shorten::{MOST_ROUNDS, Shortened, shorten};
pub use solution::{Counters, DeepestLine, Solution};
pub use solve::solve;
pub use twos::{FewTwoMoves, fewest_two_moves};

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
