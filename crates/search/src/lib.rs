//! Search algorithms, generic over one-player games: one file each, without knowledge of any game.
//!
//! [`algorithms`] lists them. Each uses a [`Run`], which alone handles limits, counters and
//! watchers, and returns an [`Outcome`] that claims no more than was proved: `Unsolvable` only if a
//! complete search with sound dead ends ran out of states and nothing was cut by depth, `optimal`
//! only if a lower bound reached the plan's cost. Every plan is replayed by the rules before it is
//! reported. There are three ways to call an algorithm:
//! * in one line, on a game ([`astar(&game, &heuristic)`](astar()), limited by [`within`]) or on
//!   closures ([`closures`]);
//! * by the `solve` of its module, which has the usual shape: it takes the game, then the
//!   algorithm's inputs (a heuristic, its parameters), then the [`Run`], and returns an [`Outcome`]
//!   (A* and its kin are values that one such function takes, [`best_first::search`]);
//! * by name, from the list.
//!
//! Adding an algorithm is a file with a `solve` of the usual shape and an `algorithm` that
//! describes it, and one line in [`algorithms`].
//!
//! ```
//! use patience_core::{Blind, Run, Verdict};
//! use patience_search::{Arguments, algorithms, astar, example::Doubling, idastar};
//!
//! // In one line.
//! let game = Doubling { goal: 10 };
//! assert_eq!(astar(&game, &Blind).plan(), Some(&['d', 'd', 'a', 'd'][..]));
//!
//! // Under a run, which can also be watched.
//! let outcome = idastar::solve(&game, &Blind, &mut Run::unlimited());
//! assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
//!
//! // By name.
//! let bfs =
//!     algorithms::<Doubling>().into_iter().find(|algorithm| algorithm.name == "bfs").unwrap();
//! let outcome = (bfs.solve)(&game, &Arguments::new(&Blind), &mut Run::unlimited());
//! assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

use patience_core::parameter::{HEURISTIC, Typed};
use patience_core::{
    Argument, Declaration, Game, Heuristic, Outcome, Parameter, Run, Stop, Values, replay,
    replay_path,
};

mod calls;
mod fifo;
mod incumbent;
mod policy_first;
mod slots;

pub mod arena;
pub mod beam;
pub mod best_first;
pub mod bfhs;
pub mod bfs;
pub mod bounded;
pub mod bucket_queue;
pub mod closures;
pub mod ddd;
pub mod dfs;
pub mod dwastar;
pub mod ees;
pub mod focal;
pub mod hybrid;
pub mod idastar;
pub mod iddfs;
pub mod levels;
pub mod lts;
pub mod mcts;
pub mod nbs;
pub mod nmcs;
pub mod nrpa;
pub mod parallel;
pub mod peastar;
pub mod phs;
pub mod player;
pub mod playout;
pub mod policy;
pub mod portfolio;
pub mod restarts;
pub mod table;

pub use calls::{Answer, Within, astar, beam, bfs, dfs, dijkstra, greedy, idastar, wastar, within};
pub use patience_core::example;

/// Every algorithm, in the order of presentation.
///
/// ```
/// use patience_search::{algorithms, example::Doubling};
///
/// let complete = algorithms::<Doubling>().into_iter().filter(|algorithm| algorithm.complete);
/// assert!(complete.map(|algorithm| algorithm.name).any(|name| name == "astar"));
/// ```
pub fn algorithms<G: Game>() -> Vec<Algorithm<G>> {
    vec![
        bfs::algorithm(),
        dfs::algorithm(),
        iddfs::algorithm(),
        best_first::ucs(),
        best_first::greedy(),
        best_first::astar(),
        best_first::wastar(),
        peastar::algorithm(),
        dwastar::algorithm(),
        focal::algorithm(),
        ees::algorithm(),
        lts::algorithm(),
        phs::algorithm(),
        idastar::algorithm(),
        bfhs::algorithm(),
        beam::algorithm(),
        best_first::anytime(),
        mcts::algorithm(),
        hybrid::algorithm(),
        nmcs::algorithm(),
        nrpa::algorithm(),
        player::algorithm(),
        restarts::algorithm(),
        portfolio::algorithm(),
    ]
}

/// A named algorithm of [`algorithms`], with its guarantees and parameters.
pub struct Algorithm<G: Game> {
    /// The name on the command line.
    pub name: &'static str,
    /// One line for human readers, with the source.
    pub summary: &'static str,
    /// Whether it finds a plan or proves that there is none, given enough time and memory, no depth
    /// limit and a heuristic with sound dead ends.
    pub complete: bool,
    /// Whether its plans are cheapest, given an admissible heuristic if it uses one (and equal
    /// costs if it counts only moves).
    pub optimal: bool,
    /// The parameters of the algorithm, which are declared only here.
    pub parameters: &'static [Declaration],
    /// Runs it.
    pub solve: Solve<G>,
}

impl<G: Game> Algorithm<G> {
    /// Whether it uses a heuristic.
    pub fn uses_heuristic(&self) -> bool {
        self.parameters.contains(&HEURISTIC)
    }
}

/// Runs a search on a game; of an [`Algorithm`] of [`algorithms`].
pub type Solve<G> = fn(&G, &Arguments<G>, &mut Run<G>) -> Outcome<<G as Game>::Move>;

/// Inputs of an algorithm besides the game. Limits and the seed are the [`Run`]'s.
///
/// ```
/// use patience_core::{Blind, Run};
/// use patience_search::{Arguments, best_first, example::Doubling};
///
/// let wastar = best_first::wastar::<Doubling>();
/// let arguments = Arguments::new(&Blind).with(&best_first::WEIGHT, 3.0);
/// let outcome = (wastar.solve)(&Doubling { goal: 10 }, &arguments, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, patience_core::Verdict::Solved { .. }));
/// ```
pub struct Arguments<'a, G: Game> {
    /// The heuristic; [`Blind`](patience_core::Blind) for algorithms that use none.
    pub heuristic: &'a dyn Heuristic<G>,
    /// The heuristic named by [`GUIDE`](bounded::GUIDE), if any.
    pub guide: Option<&'a dyn Heuristic<G>>,
    /// Values of the algorithm's parameters; the others have their defaults.
    pub values: Values,
}

impl<'a, G: Game> Arguments<'a, G> {
    /// Arguments with a heuristic, and defaults for every parameter.
    pub fn new(heuristic: &'a dyn Heuristic<G>) -> Self {
        Arguments { heuristic, guide: None, values: Values::default() }
    }

    /// Returns the arguments with one parameter set to a value.
    ///
    /// # Panics
    /// The parameter does not accept the value.
    pub fn with<T: Typed>(mut self, parameter: &Parameter<T>, value: impl Into<Argument>) -> Self {
        self.values = self.values.with(parameter, value);
        self
    }
}

/// Turns a plan into an outcome, after validating it against the rules. `proved` is a proved lower
/// bound (it may exceed the cost of the plan if the proof ignored plans that are no cheaper);
/// `stop` is the reason why the search was cut short, if it was.
///
/// A plan that fails is reported as a defect, without any other claim.
///
/// ```
/// use patience_core::{Stop, Verdict};
/// use patience_search::{example::Doubling, report};
///
/// let outcome = report(&Doubling { goal: 4 }, vec!['d', 'd'], 2, None);
/// assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
/// let outcome = report(&Doubling { goal: 4 }, vec!['d'], 2, None);
/// assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Defect));
/// ```
pub fn report<G: Game>(
    game: &G,
    plan: Vec<G::Move>,
    proved: u32,
    stop: Option<Stop>,
) -> Outcome<G::Move> {
    let Ok(cost) = replay(game, &plan) else { return Outcome::unknown(Stop::Defect) };
    solved(plan, cost, proved, stop)
}

/// Reports the plan along a path of keys, from the start's to a goal's: see [`report`].
pub(crate) fn report_path<G: Game>(
    game: &G,
    path: &[G::Key],
    proved: u32,
    stop: Option<Stop>,
) -> Outcome<G::Move> {
    match replay_path(game, path) {
        Ok((plan, cost)) => solved(plan, cost, proved, stop),
        Err(_) => Outcome::unknown(Stop::Defect),
    }
}

fn solved<M>(plan: Vec<M>, cost: u32, proved: u32, stop: Option<Stop>) -> Outcome<M> {
    let bound = proved.min(cost);
    match stop {
        Some(stop) => Outcome::stopped_at(plan, cost, bound, stop),
        None => Outcome::solved_within(plan, cost, bound),
    }
}

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
