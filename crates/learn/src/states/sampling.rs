//! Sampling of states, and their proved results.

/// Options for drawing and labelling the states of an instance, for
/// [`States::examples`](super::States::examples).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Maximum number of states per instance.
    pub positions: usize,
    /// Instances with at most this many states are enumerated. In larger ones, a search decides
    /// each state.
    pub states: usize,
    /// Maximum expansions of such a search.
    pub expansions: u64,
    /// The seed of all draws; each instance is drawn independently.
    pub seed: u64,
}

/// The proved result for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The exact number of moves to a goal.
    Distance(u32),
    /// A goal is reachable, at an unknown distance.
    Winnable,
    /// No goal is reachable.
    Lost,
}
