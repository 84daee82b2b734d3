//! Which reductions are used.

/// The reductions, each with its own switch. None changes a verdict.
///
/// ```
/// use patience_core::Verdict;
/// use patience_gaps::{Board, Config, Reductions, Solver};
///
/// // They change no verdict, only the work.
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let config = Config { reductions: Reductions::NONE, ..Config::default() };
/// assert_eq!(Solver::new(&board).config(config).solve().verdict, Verdict::Unsolvable);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reductions {
    /// Leave arrangements of locked cards open (contraction of classes, and late commitment).
    pub open_rows: bool,
    /// Cut positions whose delete relaxation is unsolvable.
    pub dead_ends: bool,
    /// Cut positions where some two things that a solved board needs can never be true together, as
    /// a relaxation of pairs tells. A sixth of the expansions and of the memory, for fifteen times
    /// the time; off by default.
    pub pairs: bool,
    /// Try persistent sets of up to this many units; 0 switches them off.
    pub persistent_sets: u32,
    /// Remember only positions with a choice.
    pub chains: bool,
    /// Leave out steps that a lost position tells to lead to lost positions as well (restarts
    /// only).
    pub sleep: bool,
    /// Cache recently proved losses, including positions with a single step, and look up in it each
    /// generated position and the successors of each choice (restarts only, and not for
    /// certificates).
    pub cache: bool,
}

impl Reductions {
    /// No reduction.
    pub const NONE: Self = Reductions {
        open_rows: false,
        dead_ends: false,
        pairs: false,
        persistent_sets: 0,
        chains: false,
        sleep: false,
        cache: false,
    };

    /// The default: all that pay.
    pub const DEFAULT: Self = Reductions {
        open_rows: true,
        dead_ends: true,
        pairs: false,
        persistent_sets: 4,
        chains: true,
        sleep: true,
        cache: true,
    };
}

impl Default for Reductions {
    fn default() -> Self {
        Self::DEFAULT
    }
}
