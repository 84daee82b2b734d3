//! One run of one search: its budget, its counters and its observer.

use crate::{Budget, Environment, Game, Limits, Stop};

/// Counters collected during a run.
///
/// ```
/// use patience_core::{Run, example::Doubling};
///
/// let mut run: Run<'_, Doubling> = Run::unlimited();
/// run.generated(2);
/// run.dead_end();
/// let counters = run.counters();
/// assert_eq!((counters.generated, counters.dead_ends, counters.expanded), (2, 1, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were already stored.
    pub duplicates: u64,
    /// Closed states reopened because a cheaper path to them was found.
    pub reopened: u64,
    /// States cut because the heuristic called them dead ends.
    pub dead_ends: u64,
    /// Peak number of open states (the stack of a depth-first search).
    pub peak_open: u64,
    /// Peak number of stored states.
    pub peak_closed: u64,
    /// Peak heap in bytes, as measured by the [`Meter`](crate::Meter).
    pub peak_bytes: u64,
}

/// An event of a run, reported to an [`Observer`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a, G: Game> {
    /// A state is being expanded.
    Expanded {
        /// The state.
        state: &'a G::State,
        /// Its cost from the start, as far as the search knows it.
        g: u32,
        /// Its estimated cost to a goal, if computed.
        h: Option<u32>,
        /// Open states.
        open: u64,
        /// Stored states.
        closed: u64,
    },
    /// An iteration with a new bound started: the depth or `f` of an iteration, or the layer of a
    /// breadth-first or beam search.
    Iteration {
        /// The bound.
        bound: u32,
    },
    /// The search is running, with no single state to show: for solvers with several threads or
    /// packed positions.
    Working,
    /// A part of a divided work is done.
    Part {
        /// Number of parts done.
        done: u32,
        /// Total number of parts.
        total: u32,
    },
    /// An anytime search found a better plan.
    Incumbent {
        /// Its cost.
        cost: u32,
    },
    /// A simulation of a Monte Carlo tree search has ended, and its result was backed up.
    Simulated {
        /// The moves fixed before it, from the start to the root of the tree.
        settled: &'a [G::Move],
        /// The moves of the simulation itself, starting at the root.
        line: &'a [G::Move],
        /// Number of its moves that lead to a node of the tree; the others were played at random.
        in_tree: usize,
        /// Whether it won.
        won: bool,
    },
}

/// Observes a run. It is called on the searching thread and must return at once: a slow watcher
/// drops events.
///
/// ```
/// use patience_core::{Counters, Environment, Event, Limits, Observer, Run, example::Doubling};
///
/// /// Remembers the states that are expanded.
/// #[derive(Default)]
/// struct Trace(Vec<u32>);
///
/// impl Observer<Doubling> for Trace {
///     fn event(&mut self, _: &Doubling, event: Event<'_, Doubling>, _: &Counters) {
///         if let Event::Expanded { state, .. } = event {
///             self.0.push(*state);
///         }
///     }
/// }
///
/// let mut trace = Trace::default();
/// let mut run = Run::new(Limits::default(), Environment::none()).with_observer(&mut trace);
/// run.expand(&Doubling { goal: 10 }, &5, 0, None)?;
/// drop(run);
/// assert_eq!(trace.0, [5]);
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub trait Observer<G: Game> {
    /// Called for every event, with the counters at that moment.
    fn event(&mut self, game: &G, event: Event<'_, G>, counters: &Counters);
}

/// One run of one search: [`Budget`], counters, random seed and observer in one place.
///
/// An algorithm calls [`expand`](Run::expand) before it generates the successors of a state,
/// [`tick`](Run::tick) for work that expands nothing, and [`generated`](Run::generated),
/// [`duplicate`](Run::duplicate) and so on for the corresponding events; it needs no limit code
/// itself.
///
/// ```
/// use patience_core::{Environment, Game, Limits, Run, Stop, example::Doubling};
///
/// /// Always doubles, and returns the last state.
/// fn run_ahead(game: &Doubling, run: &mut Run<'_, Doubling>) -> Result<u32, Stop> {
///     let mut state = game.start();
///     while 2 * state <= game.goal {
///         run.expand(game, &state, 0, None)?;
///         run.generated(1);
///         state = game.apply(&state, 'd');
///     }
///     Ok(state)
/// }
///
/// let game = Doubling { goal: 100 };
/// assert_eq!(run_ahead(&game, &mut Run::unlimited()), Ok(64));
/// let limits = Limits { expansions: Some(3), ..Limits::default() };
/// assert_eq!(run_ahead(&game, &mut Run::new(limits, Environment::none())), Err(Stop::Expansions));
/// ```
pub struct Run<'a, G: Game> {
    budget: Budget<'a>,
    observer: Option<&'a mut dyn Observer<G>>,
    counters: Counters,
    seed: u64,
    cut_by_depth: bool,
    /// Open and stored states now.
    sizes: (u64, u64),
}

impl<'a, G: Game> Run<'a, G> {
    /// A new run.
    pub fn new(limits: Limits, environment: Environment<'a>) -> Self {
        Run {
            budget: Budget::new(limits, environment),
            observer: None,
            counters: Counters::default(),
            seed: 0,
            cut_by_depth: false,
            sizes: (0, 0),
        }
    }

    /// A run without limits, clock or meter.
    pub fn unlimited() -> Self {
        Run::new(Limits::default(), Environment::none())
    }

    /// Returns the run with a seed for its random choices.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Returns the run with an observer.
    pub fn with_observer(mut self, observer: &'a mut dyn Observer<G>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The seed for random choices in this run.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the budget: for tables, which are independent of games.
    #[inline]
    pub fn budget(&self) -> &Budget<'a> {
        &self.budget
    }

    /// The limits of this run.
    pub fn limits(&self) -> &Limits {
        self.budget.limits()
    }

    /// Returns the environment: for algorithms that run others inside.
    pub fn environment(&self) -> Environment<'a> {
        self.budget.environment()
    }

    /// Returns the counters so far; `peak_bytes` is read from the meter now.
    pub fn counters(&self) -> Counters {
        let peak_bytes = self.budget.environment().peak().max(self.counters.peak_bytes);
        Counters { peak_bytes, ..self.counters }
    }

    /// Checks the limits, counts an expansion and notifies the observer; call before the successors
    /// of a state are generated.
    ///
    /// # Errors
    /// The limit that is used up; the state then counts as not expanded.
    #[inline]
    pub fn expand(
        &mut self,
        game: &G,
        state: &G::State,
        g: u32,
        h: Option<u32>,
    ) -> Result<(), Stop> {
        self.budget.expand()?;
        self.counters.expanded = self.budget.expanded();
        if self.observer.is_some() {
            let (open, closed) = self.sizes;
            self.notify(game, Event::Expanded { state, g, h, open, closed });
        }
        Ok(())
    }

    /// Expansions that may follow without a call each: see [`Budget::lease`]. None while the run is
    /// observed.
    ///
    /// ```
    /// use patience_core::{Run, Stop, example::Doubling};
    ///
    /// /// Expands the start many times, and asks for one expansion in a few hundred.
    /// fn idle(game: &Doubling, times: u64, run: &mut Run<'_, Doubling>) -> Result<(), Stop> {
    ///     let (mut leased, mut left) = (0, 0);
    ///     for _ in 0..times {
    ///         if left > 0 && !run.is_cancelled() {
    ///             left -= 1;
    ///             continue;
    ///         }
    ///         run.spend(leased - left);
    ///         run.expand(game, &1, 0, None)?;
    ///         leased = run.lease();
    ///         left = leased;
    ///     }
    ///     run.spend(leased - left);
    ///     Ok(())
    /// }
    ///
    /// let mut run = Run::unlimited();
    /// assert_eq!(idle(&Doubling { goal: 10 }, 1000, &mut run), Ok(()));
    /// assert_eq!(run.counters().expanded, 1000);
    /// ```
    #[inline]
    pub fn lease(&self) -> u64 {
        if self.observer.is_some() { 0 } else { self.budget.lease() }
    }

    /// Counts expansions of a [lease](Self::lease).
    #[inline]
    pub fn spend(&mut self, expansions: u64) {
        self.budget.spend(expansions);
        self.counters.expanded = self.budget.expanded();
    }

    /// Whether the search must end.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.budget.environment().is_cancelled()
    }

    /// Counts a unit of work that expands nothing: see [`Budget::tick`].
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Time`].
    #[inline]
    pub fn tick(&self) -> Result<(), Stop> {
        self.budget.tick()
    }

    /// Reads the clock and the cancel flag now: see [`Budget::poll`].
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Time`].
    pub fn poll(&self) -> Result<(), Stop> {
        self.budget.poll()
    }

    /// Whether `more` bytes may be allocated: see [`Budget::check_memory`].
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub fn check_memory(&self, more: u64) -> Result<(), Stop> {
        self.budget.check_memory(more)
    }

    /// Starts a separate search within the run, of at most `expansions` until the next call: see
    /// [`Budget::slice`]. States that an earlier search [cut by depth](Self::depth_allows) do not
    /// count against its proof.
    pub fn slice(&mut self, expansions: Option<u64>) {
        self.budget.slice(expansions);
        self.cut_by_depth = false;
    }

    /// Whether the expansions that the limits allow are used up.
    pub fn is_used_up(&self) -> bool {
        self.budget.is_used_up()
    }

    /// Whether a state at depth `depth` (moves from the start) may be expanded. If not, records the
    /// cut, so that [`exhausted`](Run::exhausted) claims no proof.
    #[inline]
    pub fn depth_allows(&mut self, depth: u32) -> bool {
        let allowed = self.budget.depth_allows(depth);
        self.cut_by_depth |= !allowed;
        allowed
    }

    /// Returns an algorithm's result when no state is left: a proof if the search is complete (it
    /// examined every state, with exact keys and sound dead ends) and nothing was cut by depth.
    ///
    /// ```
    /// use patience_core::{Run, Stop, Verdict, example::Doubling};
    ///
    /// let run: Run<'_, Doubling> = Run::unlimited();
    /// assert_eq!(run.exhausted::<char>(true).verdict, Verdict::Unsolvable);
    /// assert_eq!(run.exhausted::<char>(false).verdict, Verdict::Unknown(Stop::Incomplete));
    /// ```
    pub fn exhausted<M>(&self, complete: bool) -> crate::Outcome<M> {
        match (complete, self.cut_by_depth) {
            (false, _) => crate::Outcome::unknown(Stop::Incomplete),
            (true, true) => crate::Outcome::unknown(self.cut()),
            (true, false) => crate::Outcome::unsolvable(),
        }
    }

    /// The reason why a search ended that the depth limit left without states: another exhausted
    /// limit takes precedence. A search that has expanded nothing has not read the clock yet.
    pub fn cut(&self) -> Stop {
        self.budget.poll().err().unwrap_or(Stop::Depth)
    }

    /// Whether a state was cut by the depth limit.
    pub fn was_cut_by_depth(&self) -> bool {
        self.cut_by_depth
    }

    /// Counts generated successors.
    #[inline]
    pub fn generated(&mut self, count: u64) {
        self.counters.generated += count;
    }

    /// Counts a generated state that was already stored.
    #[inline]
    pub fn duplicate(&mut self) {
        self.counters.duplicates += 1;
    }

    /// Counts a reopened state.
    #[inline]
    pub fn reopened(&mut self) {
        self.counters.reopened += 1;
    }

    /// Counts a dead end.
    #[inline]
    pub fn dead_end(&mut self) {
        self.counters.dead_ends += 1;
    }

    /// Records how many states are open and how many are stored now.
    #[inline]
    pub fn sizes(&mut self, open: u64, closed: u64) {
        self.sizes = (open, closed);
        self.counters.peak_open = self.counters.peak_open.max(open);
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
    }

    /// Adds the counters of an inner run (a member of a portfolio, or an iteration with its own
    /// counters).
    pub fn absorb(&mut self, inner: &Counters) {
        self.budget.spend(inner.expanded);
        let c = &mut self.counters;
        c.expanded = self.budget.expanded();
        c.generated += inner.generated;
        c.duplicates += inner.duplicates;
        c.reopened += inner.reopened;
        c.dead_ends += inner.dead_ends;
        c.peak_open = c.peak_open.max(inner.peak_open);
        c.peak_closed = c.peak_closed.max(inner.peak_closed);
        c.peak_bytes = c.peak_bytes.max(inner.peak_bytes);
    }

    /// Notifies the observer, if there is one.
    pub fn notify(&mut self, game: &G, event: Event<'_, G>) {
        if let Some(observer) = self.observer.as_deref_mut() {
            observer.event(game, event, &self.counters);
        }
    }
}
