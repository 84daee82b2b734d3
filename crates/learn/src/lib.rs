//! Training, models and learned heuristics.
//!
//! - [`birds`] repeats the paper of Kucharski, Deihim and Ergezer (2019); `docs/birds-report.md`
//!   compares its figures with ours.
//! - [`games`] has, for each game, features, a training recipe and the heuristic `learned` with the
//!   built-in model.
//! - [`ModelFile`] is what `--model FILE` reads; [`LearnedHeuristic`] is how a game offers a
//!   heuristic that asks a model.
//! - [`states`] labels states for learning elsewhere.
//! - [`features`], [`teach`], [`models`] and [`model`] are what a heuristic for another game is
//!   made of; `docs/learning.md` teaches it.
//! - [`halving`] chooses parameters; [`gaps_report`] answers with it what the Gaps paper leaves
//!   open.
//!
//! Everything random comes from a seed, and sums are added in a fixed order: the same seed gives
//! the same model, byte for byte. No clock is read and no file opened here. Learned heuristics
//! claim nothing, so no proof depends on them.

#![forbid(unsafe_code)]

pub mod birds;
mod built_in;
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
