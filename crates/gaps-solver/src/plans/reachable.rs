//! Counts the reachable boards by breadth-first search, with exact keys and without reductions.

use patience_core::{HashSet, Stop};

use crate::counters::Counters;
use crate::job::Job;
use crate::position::{Geometry, PACKED, Position};

/// Bytes per reachable position: two copies, with room to grow.
const HELD: u64 = 2 * 2 * PACKED as u64;

/// The number of boards reachable from a deal, itself included, by the unreduced rules.
pub(crate) fn count_reachable(job: &mut Job<'_>) -> Result<u64, Stop> {
    let geometry = Geometry::new(job.board, false, 0);
    let start = Position::new(&geometry, job.board).pack(&geometry);
    let (mut positions, mut known) = (vec![start], HashSet::from_iter([start]));
    let (mut budget, mut counters) = (job.budget(), Counters::default());
    let mut next = 0;
    while next < positions.len() {
        budget.expand()?;
        counters.peak_bytes = positions.len() as u64 * HELD;
        budget.check_held(counters.peak_bytes)?;
        counters.expanded += 1;
        job.notify(&counters);
        let position = Position::unpack(&geometry, &positions[next]);
        for &step in position.steps(&geometry).iter() {
            counters.generated += 1;
            let mut after = position.clone();
            after.take(&geometry, step);
            let packed = after.pack(&geometry);
            match known.insert(packed) {
                true => positions.push(packed),
                false => counters.duplicates += 1,
            }
        }
        next += 1;
    }
    Ok(positions.len() as u64)
}
