//! The exact solver for Gaps (Montana) under the standard rules, with fixed suits and with fixed
//! Twos, for 1 to 4 rows and 2 to 13 columns. [`Solver`] is the entry point: it decides a deal by a
//! plan of real moves, replayed by the rules of [`Board`], or by a proof that there is none, and
//! answers further questions. `docs/gaps-solver.md` explains the method, argues that each reduction
//! is sound, and has the measurements.
//!
//! The crate reads no clock, starts no threads and opens no files by itself: it receives them as
//! [`Services`] and [`Files`].
//!
//! ```
//! use patience_core::Verdict;
//! use patience_gaps::{Board, Solver};
//!
//! let board: Board = "3C -- 2C 4C".parse().unwrap();
//! assert_eq!(Solver::new(&board).solve().verdict, Verdict::Unsolvable);
//! ```
//! The modules import each other one way: `board`; `position`, the packed positions; `reduce`, the
//! reductions; `disk` and `memory`; the strategies `restarts`, `sweep`, `parts` and `masten`;
//! `plans`, short and shortest; and on top `solve`, the only module that runs strategies in
//! sequence.

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod answer;
mod board;
mod config;
mod counters;
mod disk;
mod explain;
mod fault;
mod job;
mod masten;
mod memory;
mod parts;
mod plans;
mod policy;
mod position;
mod reduce;
mod restarts;
mod services;
mod solve;
mod solver;
mod sweep;
#[cfg(feature = "std")]
mod system;

pub use answer::{Answer, DeepestLine};
pub use board::{Board, BoardError, Move, NotationError, Rules};
pub use config::{Config, Masten, Strategy};
pub use counters::{Counters, SplitCounters};
pub use disk::{MemoryScratch, Scratch};
pub use fault::Fault;
pub use memory::{CHECKPOINT_MAGIC, Checkpoint, fingerprint};
pub use parts::PartStore;
pub use plans::MAX_ROUNDS;
pub use policy::{Choice, FEATURE_NAMES, FEATURES, Policy};
pub use reduce::Reductions;
pub use services::{Files, OneThread, Services, Workers};
pub use solver::{NoFiles, Solver};
#[cfg(feature = "std")]
pub use system::{Directory, FileCheckpoint, PartsFolder, Threads};

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
