//! Deals and the rules of Gaps, as plain data and as text. Plans are validated here. This module
//! imports no other.

mod notation;
mod orders;
mod rules;

pub use notation::NotationError;
pub(crate) use rules::number;
pub use rules::{Board, BoardError, Move, Rules};
