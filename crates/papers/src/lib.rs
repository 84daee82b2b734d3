//! The searches of four student papers on Gaps, Birds of a Feather, Cohesion and Match the Tiles,
//! exactly as their programs run: the same plans and the same counts. They are for comparison, not
//! for general use.
//!
//! If a program is a general search with other parameters, it is a
//! [`Variant`](patience_search::best_first::Variant) here; if it counts or expands differently, it
//! is a separate search. The heuristics of the papers are with their games in `patience-games`,
//! except those of the Cohesion paper, which need a search.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod birds;
pub mod birds_uct;
pub mod cohesion;
pub mod gaps;
pub mod gaps_mcts;
pub mod tiles;
pub mod tiles_informed;
mod tiles_queue;

/// The example of the README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
