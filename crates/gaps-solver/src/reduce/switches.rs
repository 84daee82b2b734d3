//! The switches of the reductions.

/// The reductions, each with a switch. They never change a verdict.
///
/// ```
/// use patience_core::Verdict;
/// use patience_gaps::{Board, Config, Reductions, Solver};
///
/// // They change only the work, never a verdict.
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
    /// Cut positions where two facts that a solved board needs can never hold together, according
    /// to a relaxation of pairs. It takes a sixth of the expansions and memory, but fifteen times
    /// the time; off by default.
    pub pairs: bool,
    /// Try persistent sets of up to this many units; 0 switches them off.
    pub persistent_sets: u32,
    /// Store only positions with a choice.
    pub chains: bool,
    /// Skip steps that lose because a related position is lost (restarts only).
    pub sleep: bool,
    /// Cache recently proved losses, including positions with a single step, and look up each
    /// generated position and the successors of each choice in it (restarts only, and not for
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

    /// The default: every reduction that pays off.
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
