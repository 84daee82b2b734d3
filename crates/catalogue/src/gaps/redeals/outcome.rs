//! Positions for redeals, and the state of sampled games.

use patience_games::gaps::{Move, State};

/// The state of a sampled game after a number of redeals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won,
    Lost,
    Undecided,
}

/// A position for a redeal, the moves to it, and the cards kept.
#[derive(Clone)]
pub(super) struct Spot {
    pub state: State,
    pub plan: Vec<Move>,
    pub kept: usize,
}
