//! From the end of a search to a verdict: plans are replayed here.

use patience_core::{Stop, Verdict};

use crate::board::{Board, Move};
use crate::config::Strategy;
use crate::explain::cards_in_order;
use crate::fault::{Fault, Halt};
use crate::plan::{self, Path};
use crate::policy::Choice;
use crate::position::{Geometry, Position, Step};
use crate::solution::{Counters, DeepestLine, Solution};

/// How a search ended.
pub(crate) enum End {
    /// With the path to a solved position, and the choices on it where the search made any.
    Won(Path, Vec<Choice>),
    Lost,
    Stopped(Stop),
}

/// The line that brought most cards into order before it was lost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deepest {
    pub in_order: u32,
    pub steps: Vec<Step>,
}

/// Turns the end of a search into a solution.
pub(crate) fn finish(
    geometry: &Geometry,
    board: &Board,
    end: End,
    strategy: Strategy,
    counters: Counters,
    failure_probability: f64,
    deepest: Option<&Deepest>,
) -> Solution {
    let (verdict, choices) = match end {
        End::Won(path, choices) => {
            (validated(board, plan::real_moves(geometry, board, &path)), choices)
        }
        End::Lost => (Verdict::Unsolvable, Vec::new()),
        End::Stopped(stop) => (Verdict::Unknown(stop), Vec::new()),
    };
    let deepest = deepest.filter(|_| !matches!(verdict, Verdict::Solved { .. }));
    let deepest = deepest.and_then(|deepest| deepest_line(geometry, board, &deepest.steps));
    Solution { deepest, choices, ..Solution::new(verdict, strategy, counters, failure_probability) }
}

/// The solution of a search that was halted before it began: at a limit nothing is known.
pub(crate) fn not_begun(halt: Halt, strategy: Strategy) -> Result<Solution, Fault> {
    match halt {
        Halt::Stop(stop) => {
            Ok(Solution::new(Verdict::Unknown(stop), strategy, Counters::default(), 0.0))
        }
        Halt::Fault(fault) => Err(fault),
    }
}

/// A plan as a verdict, replayed by the rules.
pub(crate) fn validated(board: &Board, moves: Option<Vec<Move>>) -> Verdict<Move> {
    match moves {
        Some(plan) if board.replay(&plan).is_some_and(|last| last.is_solved()) => {
            Verdict::Solved { plan, optimal: false, stop: None }
        }
        // A plan that does not stand the replay proves nothing.
        _ => {
            debug_assert!(false, "the solver's plan does not stand the replay");
            Verdict::Unknown(Stop::Incomplete)
        }
    }
}

fn deepest_line(geometry: &Geometry, board: &Board, steps: &[Step]) -> Option<DeepestLine> {
    let path = plan::path(geometry, &Position::new(geometry, board), steps);
    let moves = plan::moves_along(geometry, board, &path)?;
    let last = board.replay(&moves)?;
    let cards_in_order = cards_in_order(&last);
    Some(DeepestLine { has_moves: !last.moves().is_empty(), moves, board: last, cards_in_order })
}
