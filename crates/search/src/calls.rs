//! One call for one search: [`astar(&game, &heuristic)`](astar()) and its siblings, for programs
//! that neither watch a search nor choose algorithms by name.
//!
//! Each calls `solve` of the algorithm's module with its own [`Run`]. [`within`] sets limits.

use patience_core::{
    Blind, Budget, Counters, Environment, Game, Heuristic, Limits, Outcome, Run, Stop, Verdict,
    replay,
};

use crate::best_first::{Variant, search};

/// The result of a search, and its cost.
///
/// ```
/// use patience_search::{bfs, example::Doubling};
///
/// let answer = bfs(&Doubling { goal: 10 });
/// assert_eq!(answer.plan(), Some(&['d', 'd', 'a', 'd'][..]));
/// assert_eq!((answer.cost, answer.is_optimal(), answer.lower_bound), (Some(4), true, 4));
/// assert!(answer.counters.expanded <= 10);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer<M> {
    /// A plan, a proof that there is none, or the limit reached.
    pub verdict: Verdict<M>,
    /// Cost of the plan.
    pub cost: Option<u32>,
    /// Lower bound on the cost of any plan; 0 if nothing was proved.
    pub lower_bound: u32,
    /// Counters of the search.
    pub counters: Counters,
}

impl<M> Answer<M> {
    /// The plan, if one was found: [`Verdict::plan`].
    ///
    /// # Panics
    /// The search has a defect: its plan fails the replay.
    pub fn plan(&self) -> Option<&[M]> {
        self.verdict.plan()
    }

    /// Whether there is a plan that is proved cheapest.
    pub fn is_optimal(&self) -> bool {
        matches!(self.verdict, Verdict::Solved { optimal: true, .. })
    }

    /// Whether it is proved that there is no plan.
    pub fn is_unsolvable(&self) -> bool {
        matches!(self.verdict, Verdict::Unsolvable)
    }
}

/// Searches under limits, with the system's clock if the feature `std` is on.
///
/// ```
/// use patience_core::{Limits, Stop, Verdict};
/// use patience_search::{example::Doubling, within};
///
/// let limits = Limits { expansions: Some(3), ..Limits::default() };
/// let answer = within(limits).bfs(&Doubling { goal: 1000 });
/// assert_eq!(answer.verdict, Verdict::Unknown(Stop::Expansions));
/// assert_eq!((answer.lower_bound, answer.counters.expanded), (2, 3));
/// ```
pub fn within(limits: Limits) -> Within<'static> {
    #[cfg(feature = "std")]
    let environment = Environment::std();
    #[cfg(not(feature = "std"))]
    let environment = Environment::none();
    Within { limits, environment }
}

/// Searches under limits, from [`within`]. The functions of the same names are its methods without
/// limits.
#[derive(Clone, Debug)]
pub struct Within<'a> {
    limits: Limits,
    environment: Environment<'a>,
}

impl<'a> Within<'a> {
    /// Sets another clock, a meter of memory, or a flag that stops the search.
    pub fn in_environment(self, environment: Environment<'a>) -> Self {
        Within { environment, ..self }
    }

    /// Breadth-first search: see [`bfs::solve`](crate::bfs::solve).
    pub fn bfs<G: Game>(&self, game: &G) -> Answer<G::Move> {
        self.answer(game, |run| crate::bfs::solve(game, run))
    }

    /// Depth-first search: see [`dfs::solve`](crate::dfs::solve).
    pub fn dfs<G: Game>(&self, game: &G) -> Answer<G::Move> {
        self.answer(game, |run| crate::dfs::solve(game, run))
    }

    /// Uniform-cost search: see [`Variant::UNIFORM_COST`].
    pub fn dijkstra<G: Game>(&self, game: &G) -> Answer<G::Move> {
        self.answer(game, |run| search(game, &Blind, &Variant::UNIFORM_COST, run))
    }

    /// A*: see [`Variant::ASTAR`].
    pub fn astar<G: Game>(&self, game: &G, heuristic: &dyn Heuristic<G>) -> Answer<G::Move> {
        self.prepared(game, heuristic, |run| search(game, heuristic, &Variant::ASTAR, run))
    }

    /// Weighted A*: see [`Variant::weighted`].
    pub fn wastar<G: Game>(
        &self,
        game: &G,
        heuristic: &dyn Heuristic<G>,
        weight: f64,
    ) -> Answer<G::Move> {
        self.prepared(game, heuristic, |run| {
            search(game, heuristic, &Variant::weighted(weight), run)
        })
    }

    /// IDA*: see [`idastar::solve`](crate::idastar::solve).
    pub fn idastar<G: Game>(&self, game: &G, heuristic: &dyn Heuristic<G>) -> Answer<G::Move> {
        self.prepared(game, heuristic, |run| crate::idastar::solve(game, heuristic, run))
    }

    /// Greedy best-first search: see [`Variant::GREEDY`].
    pub fn greedy<G: Game>(&self, game: &G, heuristic: &dyn Heuristic<G>) -> Answer<G::Move> {
        self.prepared(game, heuristic, |run| search(game, heuristic, &Variant::GREEDY, run))
    }

    /// Beam search: see [`beam::solve`](crate::beam::solve).
    pub fn beam<G: Game>(
        &self,
        game: &G,
        heuristic: &dyn Heuristic<G>,
        width: usize,
    ) -> Answer<G::Move> {
        self.prepared(game, heuristic, |run| crate::beam::solve(game, heuristic, width, run))
    }

    /// Prepares the heuristic within the limits, then searches.
    fn prepared<G: Game>(
        &self,
        game: &G,
        heuristic: &dyn Heuristic<G>,
        solve: impl FnOnce(&mut Run<G>) -> Outcome<G::Move>,
    ) -> Answer<G::Move> {
        let limits = Limits { expansions: None, depth: None, ..self.limits.clone() };
        let prepared = heuristic.prepare(game, &mut Budget::new(limits, self.environment));
        self.answer(game, |run| match prepared {
            Ok(()) => solve(run),
            Err(stop) => stop.into(),
        })
    }

    fn answer<G: Game>(
        &self,
        game: &G,
        solve: impl FnOnce(&mut Run<G>) -> Outcome<G::Move>,
    ) -> Answer<G::Move> {
        let mut run = Run::new(self.limits.clone(), self.environment);
        let Outcome { verdict, lower_bound } = solve(&mut run);
        let counters = run.counters();
        let cost = match &verdict {
            Verdict::Solved { plan, .. } => Some(replay(game, plan)),
            Verdict::Unsolvable | Verdict::Unknown(_) => None,
        };
        let Ok(cost) = cost.transpose() else {
            let verdict = Verdict::Unknown(Stop::Defect);
            return Answer { verdict, cost: None, lower_bound: 0, counters };
        };
        Answer { verdict, cost, lower_bound, counters }
    }
}

/// Finds a plan with the fewest moves by breadth-first search, or proves that there is none.
///
/// ```
/// use patience_search::{bfs, example::Doubling};
///
/// assert_eq!(bfs(&Doubling { goal: 10 }).cost, Some(4));
/// ```
///
/// A plan that fails the replay by the rules ends in [`Stop::Defect`]: the game breaks the contract
/// of [`Game`], for instance by a key that is not exact. The same holds for the other calls.
pub fn bfs<G: Game>(game: &G) -> Answer<G::Move> {
    within(Limits::default()).bfs(game)
}

/// Finds some plan by depth-first search, or proves that there is none.
pub fn dfs<G: Game>(game: &G) -> Answer<G::Move> {
    within(Limits::default()).dfs(game)
}

/// Finds a cheapest plan by Dijkstra's algorithm, or proves that there is none.
pub fn dijkstra<G: Game>(game: &G) -> Answer<G::Move> {
    within(Limits::default()).dijkstra(game)
}

/// Finds a plan by A*, the cheapest if the heuristic is admissible, or proves that there is none.
///
/// ```
/// use patience_core::Blind;
/// use patience_search::{astar, example::Doubling};
///
/// let answer = astar(&Doubling { goal: 10 }, &Blind);
/// assert!(answer.is_optimal() && answer.cost == Some(4));
/// ```
pub fn astar<G: Game>(game: &G, heuristic: &dyn Heuristic<G>) -> Answer<G::Move> {
    within(Limits::default()).astar(game, heuristic)
}

/// Finds a plan by weighted A*: with an admissible heuristic it costs at most `weight` times as
/// much as the cheapest.
pub fn wastar<G: Game>(game: &G, heuristic: &dyn Heuristic<G>, weight: f64) -> Answer<G::Move> {
    within(Limits::default()).wastar(game, heuristic, weight)
}

/// Finds a plan by IDA*, the cheapest if the heuristic is admissible, in little memory.
pub fn idastar<G: Game>(game: &G, heuristic: &dyn Heuristic<G>) -> Answer<G::Move> {
    within(Limits::default()).idastar(game, heuristic)
}

/// Finds some plan by greedy best-first search, or proves that there is none.
pub fn greedy<G: Game>(game: &G, heuristic: &dyn Heuristic<G>) -> Answer<G::Move> {
    within(Limits::default()).greedy(game, heuristic)
}

/// Searches for a plan by beam search with layers of at most `width` states.
pub fn beam<G: Game>(game: &G, heuristic: &dyn Heuristic<G>, width: usize) -> Answer<G::Move> {
    within(Limits::default()).beam(game, heuristic, width)
}
