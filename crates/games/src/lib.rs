//! The games of Patience: rules, notations, deals and heuristics. There is one module per game, and
//! no algorithm.
//!
//! Every game has a zero-sized type that implements [`Domain`](patience_core::Domain), through
//! which all other crates reach it, and an instance type that implements
//! [`Game`](patience_core::Game).

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod birds;
pub use patience_core::cards;
pub mod cohesion;
pub mod gaps;
pub mod grid;
pub mod sliding;
pub mod tiles;

mod drawing;
mod text;

pub use drawing::{is_drawing, part_below, plain_blanks, uncoloured};
pub use text::separates_moves;

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
