//! What one solve may use, and how much of it is used: limits, clock, heap meter, cancel flag and the count of
//! expansions. Every solver polls its limits here, those that know no [`Game`](crate::Game) as well.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::Stop;

/// What a run may use. `None` means no limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time since the clock's beginning.
    pub time: Option<Duration>,
    /// Expanded states.
    pub expansions: Option<u64>,
    /// Bytes of heap in use by this run.
    pub memory: Option<u64>,
    /// Moves of a plan: none with more is reported. Generic searches generate and test states at this depth, but do not
    /// expand them, and a search that has left such a state out proves nothing. Solvers that know their game may search
    /// without regard to it: their proofs that there is no plan hold whatever it is, and a plan that is longer ends in
    /// [`Stop::Depth`].
    pub depth: Option<u32>,
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

/// The limits of one solve, and what of them is used.
///
/// A solver calls [`expand`](Budget::expand) for each state whose successors it generates, [`tick`](Budget::tick) for
/// each unit of work that expands nothing and could go on for long (a step down a tree, a state that is only looked up),
/// and [`check_memory`](Budget::check_memory) before a table grows. The limits then hold as follows:
///
/// - *expansions* exactly: with a limit of n, at most n calls of `expand` succeed;
/// - *cancellation* to within one unit of work: the cancel flag is read at every unit;
/// - *time* to within two milliseconds or two units of work, whichever takes longer: the clock is read about once a
///   millisecond, or at every unit if a unit takes longer than that;
/// - *memory* as exactly as the solver asks before it allocates.
pub struct Budget<'a> {
    limits: Limits,
    environment: Environment<'a>,
    expanded: u64,
    /// The count of expansions at which the present slice ends.
    slice_end: u64,
    polling: Cell<Polling>,
}

/// When the clock is read next.
#[derive(Clone, Copy)]
struct Polling {
    /// Units of work until then.
    left: u32,
    /// Units of work between the last two readings.
    interval: u32,
    /// The last reading.
    last: Duration,
}

/// The time aimed at between two readings of the clock.
const APART: Duration = Duration::from_millis(1);

/// The most units of work between two readings, so that a solver whose units suddenly take long is caught, too.
const LONGEST: u32 = 256;

impl<'a> Budget<'a> {
    /// A budget of which nothing is used yet.
    pub fn new(limits: Limits, environment: Environment<'a>) -> Self {
        let slice_end = limits.expansions.unwrap_or(u64::MAX);
        let polling = Cell::new(Polling { left: 0, interval: 1, last: Duration::ZERO });
        Budget { limits, environment, expanded: 0, slice_end, polling }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What was given from outside: for solvers that run others inside.
    pub fn environment(&self) -> Environment<'a> {
        self.environment
    }

    /// Expansions so far.
    #[inline]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// To be called before the successors of a state are generated: counts the expansion if the limits allow it.
    ///
    /// # Errors
    /// The limit that is used up; the state then counts as not expanded.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.expanded >= self.slice_end {
            return Err(Stop::Expansions);
        }
        self.check_memory(0)?;
        self.tick()?;
        self.expanded += 1;
        Ok(())
    }

    /// Counts expansions that were made elsewhere, by a solver that was handed a part of this budget.
    pub fn spend(&mut self, expansions: u64) {
        self.expanded = self.expanded.saturating_add(expansions);
    }

    /// To be called once for every unit of work that expands nothing and takes microseconds, so that no solver works for
    /// long without polling.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Time`].
    #[inline]
    pub fn tick(&self) -> Result<(), Stop> {
        if self.environment.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_none() {
            return Ok(());
        }
        let polling = self.polling.get();
        match polling.left {
            0 => self.read_clock(),
            left => {
                self.polling.set(Polling { left: left - 1, ..polling });
                Ok(())
            }
        }
    }

    /// Reads the cancel flag and the clock now: before and between pieces of work that take about a millisecond each.
    ///
    /// # Errors
    /// [`Stop::Cancelled`] or [`Stop::Time`].
    pub fn poll(&self) -> Result<(), Stop> {
        if self.environment.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        match self.limits.time {
            Some(most) if self.environment.clock.elapsed() >= most => Err(Stop::Time),
            _ => Ok(()),
        }
    }

    /// Reads the clock, and says when to read it next.
    #[cold]
    fn read_clock(&self) -> Result<(), Stop> {
        let Some(most) = self.limits.time else { return Ok(()) };
        let now = self.environment.clock.elapsed();
        let Polling { interval, last, .. } = self.polling.get();
        // Of the units as long as the last ones, so many that the next reading is about `APART` from this one.
        let passed = now.saturating_sub(last);
        let interval = if passed > 2 * APART {
            (u128::from(interval) * APART.as_nanos() / passed.as_nanos()) as u32
        } else if passed < APART / 2 {
            2 * interval
        } else {
            interval
        };
        let interval = interval.clamp(1, LONGEST);
        // Once the time is up, every further call says so.
        let left = if now >= most { 0 } else { interval - 1 };
        self.polling.set(Polling { left, interval, last: now });
        if now >= most { Err(Stop::Time) } else { Ok(()) }
    }

    /// Whether `more` bytes may be allocated on top of what the meter says is in use. To be asked before a table grows,
    /// because afterwards it is too late.
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

    /// Whether `bytes` may be in use: for solvers that count what they hold themselves, as those do that hold it in
    /// several threads.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub fn check_held(&self, bytes: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(most) if bytes > most => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    /// Allows at most `expansions` more expansions until the next call, within the limit as a whole; `None` lifts the
    /// slice. For solvers that take turns: a slice that is used up ends in [`Stop::Expansions`] like the limit itself,
    /// and [`is_used_up`](Budget::is_used_up) tells the two apart.
    pub fn slice(&mut self, expansions: Option<u64>) {
        let limit = self.limits.expansions.unwrap_or(u64::MAX);
        self.slice_end = expansions.map_or(limit, |more| self.expanded.saturating_add(more).min(limit));
    }

    /// Whether the expansions that the limits allow are used up.
    pub fn is_used_up(&self) -> bool {
        self.limits.expansions.is_some_and(|most| self.expanded >= most)
    }

    /// Whether a state at depth `depth` (moves from the start) may be expanded.
    #[inline]
    pub fn depth_allows(&self, depth: u32) -> bool {
        self.limits.depth.is_none_or(|most| depth < most)
    }
}

impl Budget<'static> {
    /// A budget without limits, clock or meter.
    pub fn unlimited() -> Self {
        Budget::new(Limits::default(), Environment::none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that every unit of work advances by a fixed time, as a solver would whose units take that long.
    struct Work {
        unit: Duration,
        done: Cell<u32>,
    }

    impl Work {
        fn units(unit: Duration) -> Self {
            Work { unit, done: Cell::new(0) }
        }
    }

    impl Clock for Work {
        fn elapsed(&self) -> Duration {
            self.unit * self.done.get()
        }
    }

    /// The time at which a budget stops work of units of a given length.
    fn stopped_at(limit: Duration, unit: Duration) -> Duration {
        let clock = Work::units(unit);
        let limits = Limits { time: Some(limit), ..Limits::default() };
        let budget = Budget::new(limits, Environment { clock: &clock, ..Environment::none() });
        while budget.tick().is_ok() {
            clock.done.set(clock.done.get() + 1);
        }
        assert_eq!(budget.tick(), Err(Stop::Time), "it stays stopped");
        clock.elapsed()
    }

    #[test]
    fn time_is_kept_however_long_a_unit_of_work_takes() {
        for unit in [1, 10, 100, 1000, 20_000, 100_000].map(Duration::from_micros) {
            for limit in [1, 10, 1000].map(Duration::from_millis) {
                let over = stopped_at(limit, unit).saturating_sub(limit);
                assert!(over <= 2 * APART.max(unit), "units of {unit:?}: {over:?} over {limit:?}");
            }
        }
        assert_eq!(stopped_at(Duration::ZERO, Duration::from_millis(1)), Duration::ZERO);
    }

    #[test]
    fn units_that_suddenly_take_long_are_noticed() {
        let clock = Work::units(Duration::from_micros(1));
        let limits = Limits { time: Some(Duration::from_millis(100)), ..Limits::default() };
        let budget = Budget::new(limits, Environment { clock: &clock, ..Environment::none() });
        for _ in 0..10_000 {
            budget.tick().unwrap();
            clock.done.set(clock.done.get() + 1);
        }
        let mut long = 0;
        while budget.tick().is_ok() {
            clock.done.set(clock.done.get() + 1000);
            long += 1;
        }
        assert!(long <= LONGEST, "{long} units");
    }

    #[test]
    fn the_clock_is_read_seldom_where_units_are_short() {
        struct Counting(Cell<u32>);
        impl Clock for Counting {
            fn elapsed(&self) -> Duration {
                self.0.set(self.0.get() + 1);
                Duration::ZERO
            }
        }
        let clock = Counting(Cell::new(0));
        let limits = Limits { time: Some(Duration::MAX), ..Limits::default() };
        let mut budget = Budget::new(limits, Environment { clock: &clock, ..Environment::none() });
        (0..100_000).for_each(|_| budget.expand().unwrap());
        assert!(clock.0.get() < 500, "{}", clock.0.get());
    }

    #[test]
    fn cancelling_is_noticed_at_the_next_unit() {
        let cancel = AtomicBool::new(false);
        let mut budget = Budget::new(Limits::default(), Environment { cancel: &cancel, ..Environment::none() });
        assert_eq!((budget.expand(), budget.tick(), budget.poll()), (Ok(()), Ok(()), Ok(())));
        cancel.store(true, Ordering::Relaxed);
        let cancelled = Err(Stop::Cancelled);
        assert_eq!((budget.expand(), budget.tick(), budget.poll()), (cancelled, cancelled, cancelled));
        assert_eq!(budget.expanded(), 1);
    }

    #[test]
    fn expansions_are_exact_in_slices_too() {
        for most in [0, 1, 7] {
            let limits = Limits { expansions: Some(most), ..Limits::default() };
            let mut budget = Budget::new(limits, Environment::none());
            let mut allowed = 0;
            while budget.expand().is_ok() {
                allowed += 1;
            }
            assert_eq!((allowed, budget.expanded(), budget.is_used_up()), (most, most, true));
        }
        let limits = Limits { expansions: Some(10), ..Limits::default() };
        let mut budget = Budget::new(limits, Environment::none());
        let mut turns = Vec::new();
        for _ in 0..4 {
            budget.slice(Some(4));
            let before = budget.expanded();
            while budget.expand().is_ok() {}
            turns.push((budget.expanded() - before, budget.is_used_up()));
        }
        assert_eq!(turns, [(4, false), (4, false), (2, true), (0, true)]);
        budget.slice(None);
        assert_eq!(budget.expand(), Err(Stop::Expansions));
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        struct Held(u64);
        impl Meter for Held {
            fn bytes(&self) -> u64 {
                self.0
            }
            fn peak(&self) -> u64 {
                self.0
            }
        }
        let limits = Limits { memory: Some(100), ..Limits::default() };
        let budget = Budget::new(limits, Environment { meter: &Held(60), ..Environment::none() });
        assert_eq!((budget.check_memory(40), budget.check_memory(41)), (Ok(()), Err(Stop::Memory)));
        assert_eq!((budget.check_memory(u64::MAX), budget.check_held(100)), (Err(Stop::Memory), Ok(())));
        assert_eq!(budget.check_held(101), Err(Stop::Memory));
    }
}
