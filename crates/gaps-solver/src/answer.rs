//! The result of a run on a deal, and its cost.

use patience_core::{Stop, Verdict};

use crate::board::{Board, Move};
use crate::config::Strategy;
use crate::counters::{Counters, SplitCounters};
use crate::policy::Choice;

/// The answer of a [`Solver`](crate::Solver) to any question.
///
/// ```
/// use patience_gaps::{Board, Solver};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let answer = Solver::new(&board).solve();
/// assert!(board.is_won_by(answer.plan().expect("it can be won")));
/// assert!(answer.counters.expanded > 0 && answer.failure_probability < 1e-9);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict on the deal. Plans were replayed by the rules of [`Board`]; one is `optimal` if
    /// it was proved that no plan is shorter.
    pub verdict: Verdict<Move>,
    /// Lower bound on the moves of any plan; 0 if none was computed.
    pub lower_bound: u32,
    /// The search that decided the deal, if there is a choice; it may differ from the one that the
    /// run started with.
    pub strategy: Option<Strategy>,
    /// Cost of the run.
    pub counters: Counters,
    /// An upper bound on the probability that a false match of hashed keys spoiled the verdict if
    /// keys are hashed; otherwise 0. It includes earlier runs whose checkpoints were loaded. The
    /// bound assumes that the words of the keys are drawn at random; they come from a generator
    /// with a fixed seed (so that runs can be repeated), and for such words the bound is heuristic.
    pub failure_probability: f64,
    /// The line that brought the most cards home, if the deal is not won.
    pub deepest: Option<DeepestLine>,
    /// The choices that led to the plan, starting at the deal, if the search makes choices: for
    /// learning.
    pub choices: Vec<Choice>,
    /// The proof, if [`certify`](crate::Solver::certify) found the deal lost: the body of a
    /// certificate of kind `T`.
    pub proof: Option<Vec<u8>>,
    /// Totals over all processes, from [`solve_parts`](crate::Solver::solve_parts).
    pub together: Option<SplitCounters>,
}

impl Answer {
    /// Keeps a plan only if it has at most this many moves. A proof that there is none is valid
    /// under any limit.
    pub(crate) fn within(mut self, depth: Option<u32>) -> Self {
        if depth.is_some_and(|most| self.plan().is_some_and(|plan| plan.len() > most as usize)) {
            self.verdict = Verdict::Unknown(Stop::Depth);
        }
        self
    }

    /// The plan, if one was found.
    pub fn plan(&self) -> Option<&[Move]> {
        match &self.verdict {
            Verdict::Solved { plan, .. } => Some(plan),
            _ => None,
        }
    }
}

/// The line of an [`Answer`] that brought the most cards home before it was lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeepestLine {
    /// The moves from the deal.
    pub moves: Vec<Move>,
    /// The board after them.
    pub board: Board,
    /// Cards in order from the first column of their row.
    pub cards_in_order: u32,
    /// Whether a move remained there; all such moves then lead to lost positions.
    pub has_moves: bool,
}

impl DeepestLine {
    /// A line of a board.
    pub(crate) fn new(board: &Board, moves: Vec<Move>) -> Option<Self> {
        let last = board.replay(&moves)?;
        let (cards_in_order, has_moves) = (last.cards_in_order(), !last.moves().is_empty());
        Some(DeepestLine { moves, board: last, cards_in_order, has_moves })
    }
}
