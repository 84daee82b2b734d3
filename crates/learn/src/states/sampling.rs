//! Sampling of states, and their proved results.

/// How the states of an instance are drawn and labelled, for [`States::examples`](super::States::examples).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Maximum number of states per instance.
    pub positions: usize,
    /// Instances of at most so many states are enumerated. Of larger ones single states are
    /// decided, each by a search.
    pub states: usize,
    /// Expansions of such a search.
    pub expansions: u64,
    /// The seed of all that is drawn; each instance draws by itself.
    pub seed: u64,
}

/// The proved result for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proved {
    /// A goal is exactly so many moves away.
    Distance(u32),
    /// A goal can be reached; how far it is, is open.
    Winnable,
    /// No goal can be reached.
    Lost,
}
