//! How a deal is to be decided.

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
    /// Restarts that remember, with hashed keys; when memory does not suffice and there is scratch
    /// space, goes on as `Sweep`.
    #[default]
    Restarts,
    /// Positions in the order of their measure, compared whole, from layers in the scratch space,
    /// or in memory where there is none.
    Sweep,
    /// Masten's three searches, as the baseline.
    Masten,
}

impl Strategy {
    /// All of them.
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

/// How a deal is to be decided. The default is the best that is known.
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
    /// What shrinks it.
    pub reductions: Reductions,
    /// Probability of starting again from the deal when a position was proved lost. After four
    /// million expansions it falls in inverse proportion to the expansions, but not in what becomes
    /// a certificate.
    pub restart: f64,
    /// Expansions of the first worker of [`Strategy::Restarts`] after which it tries the game with
    /// fixed Twos as well, once in a run and for its wins, with at most four times as many (or
    /// 1,000); `None`: never. Under standard rules with open rows, where there are 8 MiB of memory
    /// or more; not in what becomes a certificate, and not where processes decide a deal together.
    pub fixed_twos_after: Option<u64>,
    /// Which steps are looked at first.
    pub policy: Policy,
    /// Seed of all random choices and of the position keys.
    pub seed: u64,
    /// Masten's move chaining, in the second search of [`Strategy::Masten`] under standard rules,
    /// and without effect elsewhere: after a move the gap that it left is filled again, as long as
    /// one card alone can fill it. No verdict depends on it.
    pub chain_moves: bool,
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
            chain_moves: false,
        }
    }
}
