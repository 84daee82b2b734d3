//! Dead ends: positions that are detected as lost without generating their successors.

use super::pairs::{Pairs, is_pair_dead_end};
use super::relaxation::is_dead_end;
use super::switches::Reductions;
use crate::position::{Geometry, Position};

/// The tests that the reductions enable, and their memory.
pub(crate) struct DeadEnds {
    relaxed: bool,
    /// Tens of kilobytes, so allocated only if enabled.
    pairs: Option<Box<Pairs>>,
}

impl DeadEnds {
    pub fn new(reductions: &Reductions) -> Self {
        DeadEnds {
            relaxed: reductions.dead_ends,
            pairs: reductions.pairs.then(|| Box::new(Pairs::new())),
        }
    }

    /// Whether the position is detected as lost.
    #[inline]
    pub fn contains(&mut self, geometry: &Geometry, position: &Position) -> bool {
        self.relaxed && is_dead_end(geometry, position) || self.is_dead_by_pairs(geometry, position)
    }

    /// Whether it is detected by pairs.
    #[inline]
    pub fn is_dead_by_pairs(&mut self, geometry: &Geometry, position: &Position) -> bool {
        self.pairs.as_deref_mut().is_some_and(|pairs| is_pair_dead_end(geometry, position, pairs))
    }
}
