//! A solver for Birds of a Feather: exact verdicts, exact labels by full enumeration, and deals of
//! given difficulty.
//!
//! - [`solve`] and [`Solver`] decide any position: a plan, or a proof that there is none.
//! - [`enumerate`] labels every position of a deal, and so finds the probability that random play
//!   wins; [`estimate_win_probability`] estimates it in milliseconds, and [`deal_of_difficulty`]
//!   finds deals by it.
//! - [`closed_set`] proves a loss to a checker that is independent of the solver.
//! - [`Obstacle`] names a simple, visible reason for a loss.
//!
//! The crate takes and returns plain data ([`Board`], [`Move`]) and is independent of other games
//! and of interfaces. It reads no clock and opens no files. Its rules and searches are explained in
//! `docs/birds-solver.md`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod board;
mod closed_set;
mod connectivity;
mod cut;
mod dead_end;
mod difficulty;
mod endgame;
mod goal;
mod key_set;
mod labels;
mod obstacle;
mod position;
mod search;
#[cfg(test)]
mod tests;

pub use board::{Board, BoardError, Move, are_compatible};
pub use closed_set::closed_set;
pub use difficulty::{Difficulty, UnknownDifficulty, deal_of_difficulty, estimate_win_probability};
pub use labels::{Enumeration, Label, enumerate, enumerate_with};
pub use obstacle::Obstacle;
pub use search::{Solution, Solver, solve};

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
