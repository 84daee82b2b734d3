//! Games that can also be played backwards.

use crate::Game;

/// A game whose goals are known, and the predecessors of each state, for searches from both ends.
///
/// ```
/// use patience_core::{Game, Reversible, example::Doubling};
///
/// let game = Doubling { goal: 10 };
/// let (goals, mut before) = (game.goals(), Vec::new());
/// game.predecessors(&goals[0], &mut before);
/// assert_eq!((goals, before), (vec![10], vec![(5, 1), (9, 1)]));
/// ```
pub trait Reversible: Game {
    /// Returns every goal that can be reached from the start; additional goals do no harm.
    fn goals(&self) -> Vec<Self::State>;

    /// Appends each state from which one legal move leads to `state`, with the cost of the move.
    /// States that cannot be reached from the start do no harm.
    fn predecessors(&self, state: &Self::State, out: &mut Vec<(Self::State, u32)>);
}
