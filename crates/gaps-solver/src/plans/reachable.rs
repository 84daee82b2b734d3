//! Breadth-first search without any reduction: exact keys, shortest plans. What everything else is
//! compared with.

use patience_core::{Budget, HashMap, Limits, Stop, Verdict};

use crate::board::{Board, Move};
use crate::config::{Services, Strategy};
use crate::plan::real_move;
use crate::position::{Geometry, PACKED, Packed, Position};
use crate::solution::{Counters, Solution};
use crate::verdict::validated;

/// The positions that can be reached, in the order of their distance from the deal.
pub(crate) struct Reachable {
    geometry: Geometry,
    positions: Vec<Packed>,
    /// For each but the first, by index: the position before and the move.
    from: Vec<(u32, Move)>,
    index: HashMap<Packed, u32>,
    pub counters: Counters,
}

/// Bytes that a reachable position takes: twice in full, a step, and room to grow.
const HELD: u64 = 2 * (2 * PACKED as u64 + 16);

impl Reachable {
    /// All of them, or until `until` holds for one, which is then the last.
    pub fn explore(
        board: &Board,
        limits: &Limits,
        services: &mut Services<'_>,
        until: fn(&Geometry, &Position) -> bool,
    ) -> (Self, Result<bool, Stop>) {
        let geometry = Geometry::new(board, false, 0);
        let start = Position::new(&geometry, board).pack(&geometry);
        let nowhere = (0, Move { from: 0, to: 0 });
        let mut all = Reachable {
            geometry,
            positions: vec![start],
            from: vec![nowhere],
            index: HashMap::from_iter([(start, 0)]),
            counters: Counters::default(),
        };
        let result = all.fill(&mut services.budget(limits), services, until);
        all.counters.stored = all.positions.len() as u64;
        (all, result)
    }

    /// Number of positions found.
    pub fn len(&self) -> u64 {
        self.positions.len() as u64
    }

    fn fill(
        &mut self,
        budget: &mut Budget<'_>,
        services: &mut Services<'_>,
        until: fn(&Geometry, &Position) -> bool,
    ) -> Result<bool, Stop> {
        if until(&self.geometry, &Position::unpack(&self.geometry, &self.positions[0])) {
            return Ok(true);
        }
        let mut next = 0;
        while next < self.positions.len() {
            budget.expand()?;
            self.counters.peak_bytes = self.len() * HELD;
            budget.check_held(self.counters.peak_bytes)?;
            self.counters.expanded += 1;
            services.tell(&self.counters);
            let position = Position::unpack(&self.geometry, &self.positions[next]);
            for &step in position.steps(&self.geometry).iter() {
                self.counters.generated += 1;
                let mut after = position.clone();
                after.take(&self.geometry, step);
                let packed = after.pack(&self.geometry);
                if self.index.contains_key(&packed) {
                    self.counters.duplicates += 1;
                    continue;
                }
                self.index.insert(packed, self.positions.len() as u32);
                self.positions.push(packed);
                let m = real_move(&self.geometry, position.cell[usize::from(step.card)], step.to);
                self.from.push((next as u32, m));
                if until(&self.geometry, &after) {
                    return Ok(true);
                }
            }
            next += 1;
        }
        Ok(false)
    }

    /// The moves to the last position.
    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut index = self.positions.len() - 1;
        while index != 0 {
            let (before, m) = self.from[index];
            moves.push(m);
            index = before as usize;
        }
        moves.reverse();
        moves
    }
}

/// Decides a deal; the plan is a shortest one.
pub(crate) fn solve(board: &Board, limits: &Limits, mut services: Services<'_>) -> Solution {
    let (all, result) =
        Reachable::explore(board, limits, &mut services, |geometry, at| at.is_goal(geometry));
    let verdict = match result {
        Ok(true) => match validated(board, Some(all.moves())) {
            Verdict::Solved { plan, .. } => Verdict::Solved { plan, optimal: true, stop: None },
            other => other,
        },
        Ok(false) => Verdict::Unsolvable,
        Err(stop) => Verdict::Unknown(stop),
    };
    Solution::new(verdict, Strategy::Plain, all.counters, 0.0)
}

/// The number of boards that can be reached from a board, itself included, by the rules as they
/// are.
///
/// # Errors
/// The limit that was met.
///
/// ```
/// use patience_core::Limits;
/// use patience_gaps::{Board, Services, count_reachable};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// assert!(count_reachable(&board, &Limits::default(), Services::none()).unwrap() > 1);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn count_reachable(
    board: &Board,
    limits: &Limits,
    mut services: Services<'_>,
) -> Result<u64, Stop> {
    let (all, result) = Reachable::explore(board, limits, &mut services, |_, _| false);
    result.map(|_| all.len())
}
