//! Provably shortest plans.
//!
//! The bound is the number of cards not in their final cell, minimised over the assignments of
//! suits to rows. A move changes this number by at most one under each assignment, and therefore
//! also the minimum: the bound is admissible and consistent.

use patience_core::Stop;

use super::astar::{AStar, Found, Quest};
use super::home::cards_not_home;
use super::work::Work;
use crate::counters::Counters;
use crate::job::{Claim, Ended, Job};
use crate::position::{Geometry, Position};
use crate::reduce::is_dead_end;

/// The search for a shortest path to a solved board.
struct Home<'a>(&'a Geometry);

impl Quest for Home<'_> {
    type End = ();

    fn estimate(&self, position: &Position) -> u32 {
        cards_not_home(self.0, position)
    }

    fn is_dead_end(&self, position: &Position) -> bool {
        is_dead_end(self.0, position)
    }

    fn ends(&self, position: &Position) -> Option<()> {
        position.is_goal(self.0).then_some(())
    }
}

/// Finds a shortest plan, or proves that there is none. Paths as long as `upper`, the length of a
/// known plan, are not followed.
pub(crate) fn shortest(job: &mut Job<'_>, upper: Option<u32>) -> Ended {
    let geometry = Geometry::new(job.board, false, 0);
    let start = Position::new(&geometry, job.board);
    let mut search = AStar::new(&geometry, upper.unwrap_or(u32::MAX), usize::MAX);
    let mut work = Work::new(job);
    let (claim, lower_bound) = match search.run(&Home(&geometry), &start, &mut work) {
        Ok(Found::Way(plan, ())) => {
            let bound = plan.len() as u32;
            (Claim::Won(Some(plan)), bound)
        }
        Ok(Found::Nothing | Found::TooMany) => match upper {
            Some(upper) => (Claim::Stopped(Stop::Incomplete), upper),
            None => (Claim::Lost, 0),
        },
        Err(stop) => (Claim::Stopped(stop), search.least),
    };
    let Counters { expanded, peak_bytes, .. } = work.counters;
    let counters = Counters { expanded, peak_bytes, ..search.counters };
    Ended { lower_bound: Some(lower_bound), ..Ended::new(claim, counters) }
}
