//! Packed positions, in which arrangements stay open while nothing depends on them.
//!
//! # Levels
//! A Two in column 0 never leaves column 0. Under the standard rules, while column 0 has a gap, the
//! Twos in it can be put into any arrangement on the *open rows* (those whose first cell is a gap
//! or a Two) and back. Level 0 is *free*. A Three in column 1 of an open row whose Two is in column
//! 0 can then go to any gap in column 1 of another open row and back, because its Two can be
//! brought there: with such a gap level 1 is also free, and so on for Fours in column 2. All these
//! arrangements are one position here. Level k needs a gap for itself, so there are at most four
//! free levels. The steps inside free levels are the only ones that can be undone: without them the
//! game graph is acyclic.
//!
//! # Late commitment
//! When the last gap of a level is filled (or a level below freezes), its arrangement is frozen,
//! but which one it is matters only when something is put next to it. Choosing at that point is as
//! good as choosing earlier, because every arrangement could have been made earlier. So the rows of
//! the level stay *wild*: cards and gaps on them are known as sets, and each step commits just the
//! rows that it depends on. What remains is again a set of cards and gaps in any arrangement, on
//! every level independently. When a gap returns to column 0, the levels that become free drop all
//! commitments.
//!
//! This module also turns plans of such positions into moves of real boards. It imports only
//! `board`.

mod geometry;
mod measure;
mod packed;
mod plan;
mod state;
mod step;
mod steps;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use geometry::{
    CARDS, Cards, Cells, EMPTY, Geometry, LEVELS, RANKS, Rows, Suits, cell_at, cells_of, column_of,
    row_of, rows_of,
};
pub(crate) use packed::{PACKED, Packed};
pub(crate) use plan::{Path, moves_along, path, real_move, real_moves};
pub(crate) use state::Position;
pub(crate) use step::{Step, Steps};
