//! Shorter plans, within a budget.

use patience_core::{Budget, HashMap, HashSet, Limits, Stop};

use crate::board::{Board, Move};
use crate::config::Services;
use crate::plan::real_move;
use crate::position::{Geometry, Packed, Position};
use crate::solution::Counters;

/// A plan that is at most as long as the given one.
///
/// From every board of the plan in turn, a breadth-first search of growing size looks for a shorter way to any later board
/// of the plan. Ends when no window of the largest size finds one, or at a limit. A plan that does not solve the board is
/// given back as it is.
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, Services, shorten, solve};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let found = solve(&board, &Config::default(), &Limits::default(), Services::none())?;
/// let Verdict::Solved { plan, .. } = found.verdict else { panic!("it can be won") };
/// let (shorter, _) = shorten(&board, &plan, &Limits::default(), Services::none());
/// assert!(shorter.len() <= plan.len() && board.replay(&shorter).unwrap().is_solved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shorten(board: &Board, plan: &[Move], limits: &Limits, mut services: Services<'_>) -> (Vec<Move>, Counters) {
    let mut counters = Counters::default();
    let mut best = plan.to_vec();
    if !board.replay(plan).is_some_and(|last| last.is_solved()) {
        return (best, counters);
    }
    let geometry = Geometry::new(board, false, 0);
    let mut budget = services.budget(limits);
    let mut window = 32;
    while window <= 1 << 20 {
        let mut improved = false;
        let mut first = 0;
        while first < best.len() {
            if budget.poll().is_err() || budget.check_held(window as u64 * 256).is_err() {
                return (best, counters);
            }
            let found = shortcut(&geometry, board, &best, first, window, &mut budget);
            counters.expanded = budget.expanded();
            if let Some(progress) = &mut services.progress {
                progress(&counters);
            }
            match found {
                Ok(Some(shorter)) => {
                    debug_assert!(board.replay(&shorter).is_some_and(|last| last.is_solved()));
                    best = shorter;
                    improved = true;
                }
                Ok(None) => first += 1,
                Err(_) => return (best, counters),
            }
        }
        window *= if improved { 1 } else { 4 };
    }
    (best, counters)
}

/// A position that was met on the way to a later board of the plan.
struct Met {
    packed: Packed,
    /// The index of the one before.
    before: usize,
    /// The move from there; of the first one it means nothing.
    arrived_by: Move,
    distance: usize,
}

/// The plan with a shorter way from its board number `first` to a later one, found among the `window` nearest boards.
fn shortcut(
    geometry: &Geometry,
    board: &Board,
    plan: &[Move],
    first: usize,
    window: usize,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Move>>, Stop> {
    let Some(from) = board.replay(&plan[..first]) else { return Ok(None) };
    let mut later = HashMap::default();
    let mut at = from.clone();
    for (index, &m) in plan.iter().enumerate().skip(first) {
        let Some(next) = at.after(m) else { return Ok(None) };
        at = next;
        later.insert(Position::new(geometry, &at).pack(geometry), index + 1);
    }
    let start = Position::new(geometry, &from).pack(geometry);
    let mut met = vec![Met { packed: start, before: 0, arrived_by: Move { from: 0, to: 0 }, distance: 0 }];
    let mut known: HashSet<Packed> = HashSet::from_iter([start]);
    let mut best: Option<(usize, usize, usize)> = None;
    let mut next = 0;
    while next < met.len() && met.len() < window {
        let Met { packed, distance, .. } = met[next];
        budget.expand()?;
        let position = Position::unpack(geometry, &packed);
        for &step in position.steps(geometry).iter() {
            let mut after = position.clone();
            after.take(geometry, step);
            let packed = after.pack(geometry);
            if !known.insert(packed) {
                continue;
            }
            let arrived_by = real_move(geometry, position.cell[usize::from(step.card)], step.to);
            met.push(Met { packed, before: next, arrived_by, distance: distance + 1 });
            // Any solved board is as good as the last of the plan.
            let joins = if after.is_goal(geometry) { Some(plan.len()) } else { later.get(&packed).copied() };
            if let Some(index) = joins {
                let saved = (index - first).saturating_sub(distance + 1);
                if saved > best.map_or(0, |best| best.0) {
                    best = Some((saved, met.len() - 1, index));
                }
            }
        }
        next += 1;
    }
    let Some((_, mut node, index)) = best else { return Ok(None) };
    let mut middle = Vec::new();
    while node != 0 {
        middle.push(met[node].arrived_by);
        node = met[node].before;
    }
    middle.reverse();
    Ok(Some([&plan[..first], &middle, &plan[index..]].concat()))
}
