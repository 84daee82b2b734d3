//! Where games with redeals are cut, and how they stand.

use patience_games::gaps::{Move, State};

/// How a sampled game stands after a number of redeals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won,
    Lost,
    Undecided,
}

/// Where a redeal is made, the moves up to there, and the cards kept.
#[derive(Clone)]
pub(super) struct Spot {
    pub state: State,
    pub plan: Vec<Move>,
    pub kept: usize,
}
