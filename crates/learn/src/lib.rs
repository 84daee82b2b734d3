//! Training, models and learned heuristics.
//!
//! - [`birds`] repeats the paper of Kucharski, Deihim and Ergezer (2019); `docs/birds-report.md`
//!   compares its figures with ours.
//! - [`games`] has, for each game, features, a training recipe and the heuristic `learned` with the
//!   built-in model.
//! - [`ModelFile`] is what `--model FILE` reads; [`LearnedHeuristic`] is a game's heuristic that
//!   uses a model.
//! - [`states`] labels states for external training.
//! - [`features`], [`teach`], [`models`] and [`model`] are the building blocks of a heuristic for
//!   another game; see `docs/learning.md`.
//! - [`halving`] chooses parameters; [`gaps_report`] uses it to answer the open questions of the
//!   Gaps paper. [`evolution`] finds real parameters.
//!
//! All randomness comes from a seed, and sums are added in a fixed order: the same seed gives the
//! same model, byte for byte. This crate reads no clock and opens no files. Learned heuristics have
//! no guarantees, so no proof depends on them.

#![forbid(unsafe_code)]

pub mod birds;
mod built_in;
pub mod evolution;
pub mod features;
pub mod games;
pub mod gaps_report;
pub mod halving;
pub mod likeliest;
pub mod model;
mod model_file;
pub mod models;
pub mod states;
pub mod teach;

pub use model_file::{LearnedHeuristic, ModelFile};

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
