//! Options for deciding a deal.

use crate::policy::Policy;
use crate::reduce::Reductions;

/// The search to use.
///
/// ```
/// use patience_core::Verdict;
/// use patience_gaps::{Board, Config, Solver, Strategy};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// for strategy in Strategy::ALL {
///     let config = Config { strategy, ..Config::default() };
///     let answer = Solver::new(&board).config(config).solve();
///     assert_eq!(answer.verdict, Verdict::Unsolvable, "{}", strategy.name());
/// }
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Restarts with a lost-position table and hashed keys; if memory does not suffice and there is
    /// scratch space, continues as `Sweep`.
    #[default]
    Restarts,
    /// Positions in the order of their measure, compared whole, in layers in the scratch space, or
    /// in memory if there is none.
    Sweep,
    /// Masten's three searches with his reductions, as the baseline ([`Config::masten`]).
    Masten,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Strategy; 3] = [Strategy::Restarts, Strategy::Sweep, Strategy::Masten];

    /// The name used in commands and files; it never changes.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Restarts => "restarts",
            Strategy::Sweep => "sweep",
            Strategy::Masten => "masten",
        }
    }
}

/// Options for deciding a deal. The default is the best known.
///
/// ```
/// use patience_gaps::{Config, Strategy};
///
/// let config = Config { seed: 7, ..Config::default() };
/// assert_eq!(config.strategy, Strategy::Restarts);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The search.
    pub strategy: Strategy,
    /// The reductions of the search.
    pub reductions: Reductions,
    /// Probability of restarting from the deal after a position is proved lost. After four million
    /// expansions it falls in inverse proportion to the expansions, except when a certificate is
    /// written.
    pub restart: f64,
    /// Expansions after which the first worker of [`Strategy::Restarts`] also tries the game with
    /// fixed Twos; `None`: never. It does so once in a run, for its wins, with at most four times
    /// as many expansions (or 1,000). This needs standard rules with open rows and 8 MiB of memory;
    /// it is off for certificates, and if processes decide a deal together.
    pub fixed_twos_after: Option<u64>,
    /// Order of the steps.
    pub policy: Policy,
    /// Seed of all random choices and of the position keys.
    pub seed: u64,
    /// Options of [`Strategy::Masten`], which have no effect on other strategies.
    pub masten: Masten,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            strategy: Strategy::default(),
            reductions: Reductions::default(),
            restart: 0.003,
            fixed_twos_after: Some(500_000),
            policy: Policy::default(),
            seed: 1,
            masten: Masten::default(),
        }
    }
}

/// The parts of Masten's program. Each can be switched off without changing a verdict. The default
/// is all of them except move chaining, which he calls an experiment.
///
/// ```
/// use patience_core::Verdict;
/// use patience_gaps::{Board, Config, Masten, Solver, Strategy};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let config = Config { strategy: Strategy::Masten, masten: Masten::NONE, ..Config::default() };
/// assert_eq!(Solver::new(&board).config(config).solve().verdict, Verdict::Unsolvable);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Masten {
    /// Masten's first search, under fixed suits. Only standard rules have it, and the second.
    pub fixed_suits: bool,
    /// His second search, by the number of moves of Twos that are in the first column: the maximum
    /// number; `None` leaves the search out.
    pub two_moves: Option<u32>,
    /// Move chaining in the second search: after a move, its gap is filled again for as long as
    /// only one card can fill it.
    pub chain_moves: bool,
    /// Safe moves are made at once.
    pub safe_moves: bool,
    /// Positions with a blocking pattern are given up.
    pub blocking_patterns: bool,
    /// Positions of a set are ordered by their cards in sequence.
    pub subsorting: bool,
    /// The first column is left out of positions with all Twos but one there.
    pub first_column_left_out: bool,
}

impl Masten {
    /// Only his third search, without his reductions.
    pub const NONE: Masten = Masten {
        fixed_suits: false,
        two_moves: None,
        chain_moves: false,
        safe_moves: false,
        blocking_patterns: false,
        subsorting: false,
        first_column_left_out: false,
    };
}

impl Default for Masten {
    fn default() -> Self {
        Masten {
            fixed_suits: true,
            two_moves: Some(1),
            chain_moves: false,
            safe_moves: true,
            blocking_patterns: true,
            subsorting: true,
            first_column_left_out: true,
        }
    }
}
