//! One run of one search: its limits, its counters and whoever watches it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::{Game, Stop};

/// What a run may use. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time since the clock's beginning.
    pub time: Option<Duration>,
    /// Expanded states.
    pub expansions: Option<u64>,
    /// Bytes of heap in use by this run.
    pub memory: Option<u64>,
    /// Moves from the start: states at this depth are generated and tested, but not expanded.
    pub depth: Option<u32>,
}

/// What a run did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were known already.
    pub duplicates: u64,
    /// Closed states opened again because a cheaper way to them was found.
    pub reopened: u64,
    /// States cut because the heuristic called them dead ends.
    pub dead_ends: u64,
    /// The largest number of states waiting at once (the stack of a depth-first search).
    pub peak_open: u64,
    /// The largest number of states remembered at once.
    pub peak_closed: u64,
    /// The largest number of heap bytes in use at once, as measured by the [`Meter`].
    pub peak_bytes: u64,
}

/// Tells the time since a run began. The core has no clock of its own.
pub trait Clock {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
}

/// Measures the heap. The core has no allocator of its own; the program hands in one that counts.
pub trait Meter {
    /// Heap bytes in use by the calling thread since the run began.
    fn bytes(&self) -> u64;
    /// The largest value that [`bytes`](Meter::bytes) has had since the run began.
    fn peak(&self) -> u64;
}

/// A clock that stands still, where time does not matter.
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A meter that sees nothing, where memory does not matter.
#[derive(Clone, Copy, Debug)]
pub struct NoMeter;

impl Meter for NoMeter {
    fn bytes(&self) -> u64 {
        0
    }

    fn peak(&self) -> u64 {
        0
    }
}

/// What a run needs from outside: a clock, a measure of memory, and a flag by which others stop it.
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    /// The clock of this run.
    pub clock: &'a dyn Clock,
    /// The heap of this run.
    pub meter: &'a dyn Meter,
    /// Set by others to stop the run soon.
    pub cancel: &'a AtomicBool,
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Environment<'static> {
    /// No clock, no meter, no cancelling: for tests and for code that limits itself by expansions.
    pub fn none() -> Self {
        Environment { clock: &NoClock, meter: &NoMeter, cancel: &NEVER }
    }
}

/// Something that happened in a run.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a, G: Game> {
    /// A state is being expanded.
    Expanded {
        /// The state.
        state: &'a G::State,
        /// Its cost from the start as far as known.
        g: u32,
        /// What the heuristic said of it, where the algorithm asked.
        h: Option<u32>,
        /// States waiting.
        open: u64,
        /// States remembered.
        closed: u64,
    },
    /// A new bound began: the depth or `f` of an iteration, the layer of a breadth-first or beam search.
    Iteration {
        /// The bound.
        bound: u32,
    },
    /// Work goes on, with no single state to show: a solver that runs on several threads or on packed positions.
    Working,
    /// An anytime search found a better plan.
    Incumbent {
        /// Its cost.
        cost: u32,
    },
}

/// Watches a run. It is called on the searching thread and must return at once: a slow watcher drops events.
pub trait Observer<G: Game> {
    /// Called for every event, with the counters at that moment.
    fn event(&mut self, game: &G, event: Event<'_, G>, counters: &Counters);
}

/// One run of one search: limits, counters, random seed and observer in one place.
///
/// An algorithm calls [`expand`](Run::expand) before it generates the successors of a state, and
/// [`generated`](Run::generated), [`duplicate`](Run::duplicate) and so on as things happen; it has no limit code of
/// its own.
pub struct Run<'a, G: Game> {
    limits: Limits,
    environment: Environment<'a>,
    observer: Option<&'a mut dyn Observer<G>>,
    counters: Counters,
    seed: u64,
    cut_by_depth: bool,
    /// States waiting and remembered now.
    sizes: (u64, u64),
    /// The count of expansions at which the present slice ends.
    slice_end: u64,
}

impl<'a, G: Game> Run<'a, G> {
    /// Time and cancellation are looked at once in this many expansions, memory at every one.
    const LOOK_AROUND: u64 = 64;

    /// A run that has done nothing yet.
    pub fn new(limits: Limits, environment: Environment<'a>) -> Self {
        let slice_end = limits.expansions.unwrap_or(u64::MAX);
        Run {
            limits,
            environment,
            observer: None,
            counters: Counters::default(),
            seed: 0,
            cut_by_depth: false,
            sizes: (0, 0),
            slice_end,
        }
    }

    /// A run without limits, clock or meter.
    pub fn unlimited() -> Self {
        Run::new(Limits::default(), Environment::none())
    }

    /// The same run with a seed for whatever is random in it.
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same run, watched.
    pub fn with_observer(mut self, observer: &'a mut dyn Observer<G>) -> Self {
        self.observer = Some(observer);
        self
    }

    /// The seed for whatever is random in this run.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The limits of this run.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What the run is given from outside: for algorithms that run others inside.
    pub fn environment(&self) -> Environment<'a> {
        self.environment
    }

    /// What was done so far; `peak_bytes` is read from the meter now.
    pub fn counters(&self) -> Counters {
        Counters { peak_bytes: self.environment.meter.peak().max(self.counters.peak_bytes), ..self.counters }
    }

    /// To be called before the successors of a state are generated: checks the limits, counts, tells the observer.
    ///
    /// # Errors
    /// The limit that is used up; the state then counts as not expanded.
    #[inline]
    pub fn expand(&mut self, game: &G, state: &G::State, g: u32, h: Option<u32>) -> Result<(), Stop> {
        if self.counters.expanded >= self.slice_end {
            return Err(Stop::Expansions);
        }
        self.check_memory(0)?;
        if self.counters.expanded.is_multiple_of(Self::LOOK_AROUND) {
            self.look_around()?;
        }
        self.counters.expanded += 1;
        if self.observer.is_some() {
            let (open, closed) = self.sizes;
            self.notify(game, Event::Expanded { state, g, h, open, closed });
        }
        Ok(())
    }

    /// Allows at most `expansions` more expansions until the next call, within the limit of the run as a whole; `None`
    /// lifts the slice. For algorithms that take turns: a slice that is used up ends in [`Stop::Expansions`] like the
    /// limit itself, and [`is_used_up`](Run::is_used_up) tells the two apart.
    pub fn slice(&mut self, expansions: Option<u64>) {
        let limit = self.limits.expansions.unwrap_or(u64::MAX);
        self.slice_end = expansions.map_or(limit, |more| self.counters.expanded.saturating_add(more).min(limit));
    }

    /// Whether the expansions that the limits allow are used up.
    pub fn is_used_up(&self) -> bool {
        self.limits.expansions.is_some_and(|most| self.counters.expanded >= most)
    }

    /// Looks at the clock and the cancel flag now: for work between expansions that takes long.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Time`].
    #[inline]
    pub fn look_around(&self) -> Result<(), Stop> {
        if self.environment.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match self.limits.time {
            Some(most) if self.environment.clock.elapsed() >= most => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Whether `more` bytes may be allocated on top of what is in use. To be asked before a table grows, because
    /// afterwards it is too late.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub fn check_memory(&self, more: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(most) if self.environment.meter.bytes().saturating_add(more) > most => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    /// Whether a state at depth `depth` (moves from the start) may be expanded. Remembers that something was cut
    /// if not, so that [`exhausted`](Run::exhausted) claims no proof.
    #[inline]
    pub fn depth_allows(&mut self, depth: u32) -> bool {
        let allowed = self.limits.depth.is_none_or(|most| depth < most);
        self.cut_by_depth |= !allowed;
        allowed
    }

    /// What an algorithm reports when no state is left: a proof if it is complete (it looked at every state, with
    /// exact keys and sound dead ends) and nothing was cut by depth.
    pub fn exhausted<M>(&self, complete: bool) -> crate::Outcome<M> {
        match (complete, self.cut_by_depth) {
            (false, _) => crate::Outcome::unknown(Stop::Incomplete),
            (true, true) => crate::Outcome::unknown(Stop::Depth),
            (true, false) => crate::Outcome::unsolvable(),
        }
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

    /// Counts a generated state that was known.
    #[inline]
    pub fn duplicate(&mut self) {
        self.counters.duplicates += 1;
    }

    /// Counts a closed state that is opened again.
    #[inline]
    pub fn reopened(&mut self) {
        self.counters.reopened += 1;
    }

    /// Counts a dead end.
    #[inline]
    pub fn dead_end(&mut self) {
        self.counters.dead_ends += 1;
    }

    /// Notes how many states wait and how many are remembered now.
    #[inline]
    pub fn sizes(&mut self, open: u64, closed: u64) {
        self.sizes = (open, closed);
        self.counters.peak_open = self.counters.peak_open.max(open);
        self.counters.peak_closed = self.counters.peak_closed.max(closed);
    }

    /// Adds what a run inside this one did (a member of a portfolio, an iteration with its own counters).
    pub fn absorb(&mut self, inner: &Counters) {
        let c = &mut self.counters;
        c.expanded += inner.expanded;
        c.generated += inner.generated;
        c.duplicates += inner.duplicates;
        c.reopened += inner.reopened;
        c.dead_ends += inner.dead_ends;
        c.peak_open = c.peak_open.max(inner.peak_open);
        c.peak_closed = c.peak_closed.max(inner.peak_closed);
        c.peak_bytes = c.peak_bytes.max(inner.peak_bytes);
    }

    /// Tells the observer, if there is one.
    pub fn notify(&mut self, game: &G, event: Event<'_, G>) {
        if let Some(observer) = self.observer.as_deref_mut() {
            observer.event(game, event, &self.counters);
        }
    }
}
