//! Dead ends: positions that are seen to be lost without a look at their successors.

use super::pairs::{Pairs, is_pair_dead_end};
use super::relaxation::is_dead_end;
use super::switches::Reductions;
use crate::position::{Geometry, Position};

/// The tests that the reductions ask for, and the memory that they use.
pub(crate) struct DeadEnds {
    relaxed: bool,
    /// Tens of kilobytes: only there if asked for.
    pairs: Option<Box<Pairs>>,
}

impl DeadEnds {
    pub fn new(reductions: &Reductions) -> Self {
        DeadEnds {
            relaxed: reductions.dead_ends,
            pairs: reductions.pairs.then(|| Box::new(Pairs::new())),
        }
    }

    /// Whether the position is seen to be lost.
    #[inline]
    pub fn contains(&mut self, geometry: &Geometry, position: &Position) -> bool {
        self.relaxed && is_dead_end(geometry, position) || self.is_dead_by_pairs(geometry, position)
    }

    /// Whether it is seen by pairs.
    #[inline]
    pub fn is_dead_by_pairs(&mut self, geometry: &Geometry, position: &Position) -> bool {
        self.pairs.as_deref_mut().is_some_and(|pairs| is_pair_dead_end(geometry, position, pairs))
    }
}
