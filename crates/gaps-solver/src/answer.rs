//! What a run found and what it cost.

use patience_core::Verdict;

use crate::board::{Board, Move};
use crate::config::Strategy;
use crate::policy::Choice;

/// What a run did, of a [`Solution`]. Positions are those of the reduced game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counters {
    /// Positions whose steps were generated.
    pub expanded: u64,
    /// Steps generated.
    pub generated: u64,
    /// Positions that were met again.
    pub duplicates: u64,
    /// Positions cut as dead ends, by the relaxation or by pairs.
    pub dead_ends: u64,
    /// Positions without any step that are not solved.
    pub stuck: u64,
    /// Positions with just one step.
    pub forced: u64,
    /// Positions where a persistent set left out steps.
    pub persistent: u64,
    /// Starts from the deal again.
    pub restarts: u64,
    /// Positions remembered at the end.
    pub stored: u64,
    /// The most bytes in use at once by tables and stacks.
    pub peak_bytes: u64,
    /// Bytes written to the scratch space.
    pub spilled_bytes: u64,
}

impl Counters {
    /// Adds what another worker did on the same table.
    pub fn add(&mut self, other: &Counters) {
        self.expanded += other.expanded;
        self.generated += other.generated;
        self.duplicates += other.duplicates;
        self.dead_ends += other.dead_ends;
        self.stuck += other.stuck;
        self.forced += other.forced;
        self.persistent += other.persistent;
        self.restarts += other.restarts;
        self.stored = self.stored.max(other.stored);
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
        self.spilled_bytes += other.spilled_bytes;
    }
}

/// Where the line of play ended that brought most cards home before it was lost, of a [`Solution`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DeepestLine {
    /// The moves from the deal.
    pub moves: Vec<Move>,
    /// The board after them.
    pub board: Board,
    /// Cards that stand in order from the first column of their row on.
    pub cards_in_order: u32,
    /// Whether a move was left there (all such moves then lead to lost positions).
    pub has_moves: bool,
}

/// The result of [`solve`](crate::solve).
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, Services, solve};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let solution = solve(&board, &Config::default(), &Limits::default(), Services::none())?;
/// assert!(matches!(solution.verdict, Verdict::Solved { .. }));
/// assert!(solution.counters.expanded > 0 && solution.failure_probability < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution {
    /// What is known of the deal. Plans were replayed by the rules of [`Board`].
    pub verdict: Verdict<Move>,
    /// The search that gave it: not always the one that it began with.
    pub strategy: Strategy,
    /// What it cost.
    pub counters: Counters,
    /// An upper bound of the probability that a false match of hashed keys spoiled the verdict,
    /// where the keys are hashed, and otherwise 0. It counts the runs from which checkpoints were
    /// taken over. It would be a bound if the words of the keys were drawn at random; they come
    /// from a generator with a fixed seed (so that runs can be repeated), and for such words it is
    /// a heuristic bound.
    pub failure_probability: f64,
    /// The line that came furthest.
    pub deepest: Option<DeepestLine>,
    /// The choices that led to the plan, from the deal on, where the search makes choices: for
    /// learning.
    pub choices: Vec<Choice>,
}

impl Solution {
    /// A solution without a line or choices.
    pub(crate) fn new(
        verdict: Verdict<Move>,
        strategy: Strategy,
        counters: Counters,
        failure_probability: f64,
    ) -> Self {
        Solution {
            verdict,
            strategy,
            counters,
            failure_probability,
            deepest: None,
            choices: Vec::new(),
        }
    }
}
