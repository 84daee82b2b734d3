//! Splits the game into parts, in the same way in every process.

use std::collections::VecDeque;

use patience_core::{Budget, HashSet, Stop};

use crate::board::Board;
use crate::counters::Counters;
use crate::disk::Checksum;
use crate::position::{Geometry, Position, Step};
use crate::reduce::{DeadEnds, Reductions, persistent};

/// A position to be decided, with the steps to it from the deal.
#[derive(Clone, Debug)]
pub struct Part {
    pub position: Position,
    pub steps: Vec<Step>,
}

/// The positions open when a breadth-first search from the deal has found the requested number.
pub struct Cut {
    pub deal: Position,
    /// None if the search was complete.
    pub parts: Vec<Part>,
    /// The steps to a solved position, if the search met one.
    pub won: Option<Vec<Step>>,
}

impl Cut {
    /// Splits a deal into at least this many parts, or decides it. The result depends only on the
    /// board, the reductions and the number, unless a limit is reached. The cost is counted either
    /// way.
    pub fn new(
        geometry: &Geometry,
        board: &Board,
        reductions: &Reductions,
        wanted: usize,
        budget: &mut Budget<'_>,
        counters: &mut Counters,
    ) -> Result<Self, Stop> {
        let deal = Position::new(geometry, board);
        let mut cut = Cut { deal: deal.clone(), parts: Vec::new(), won: None };
        let mut known = HashSet::default();
        known.insert(deal.pack(geometry));
        let mut open = VecDeque::from([Part { position: deal, steps: Vec::new() }]);
        let mut dead_ends = DeadEnds::new(reductions);
        while open.len() < wanted.max(1) || counters.expanded == 0 {
            let Some(Part { position, steps: before }) = open.pop_front() else { break };
            budget.expand()?;
            counters.expanded += 1;
            if position.is_goal(geometry) {
                cut.won = Some(before);
                return Ok(cut);
            }
            let steps = position.steps(geometry);
            if steps.is_empty() || dead_ends.contains(geometry, &position) {
                continue;
            }
            let set = persistent(geometry, &position, &steps, reductions.persistent_sets);
            for step in set.iter().map(|index| steps[index]) {
                let mut after = position.clone();
                after.take(geometry, step);
                counters.generated += 1;
                if known.insert(after.pack(geometry)) {
                    open.push_back(Part {
                        position: after,
                        steps: [&before[..], &[step]].concat(),
                    });
                }
            }
        }
        cut.parts = open.into();
        Ok(cut)
    }

    /// A number that identifies the parts: processes with different parts must reject each other's
    /// files.
    pub fn fingerprint(&self, geometry: &Geometry) -> u64 {
        let mut sum = Checksum::EMPTY;
        self.parts.iter().for_each(|part| sum.update(&part.position.pack(geometry)));
        sum.value()
    }
}
