//! The limits of one solve, and how much of them it has used: limits, clock, heap meter, cancel
//! flag and the count of expansions. Every solver polls its limits here, including those without a
//! [`Game`](crate::Game).

#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::time::Duration;

use crate::environment::Environment;
use crate::verdict::Stop;

/// Limits of a run. `None` means no limit.
///
/// ```
/// use patience_core::Limits;
/// use std::time::Duration;
///
/// let limits = Limits {
///     time: Some(Duration::from_secs(10)),
///     memory: Some(512 << 20),
///     ..Limits::default()
/// };
/// assert_eq!(limits.expansions, None, "no limit");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Time since the start of the clock.
    pub time: Option<Duration>,
    /// Processor time, of all threads that work for the run.
    pub cpu_time: Option<Duration>,
    /// Expanded states.
    pub expansions: Option<u64>,
    /// Bytes of heap in use by this run.
    pub memory: Option<u64>,
    /// Maximum moves of a reported plan. Generic searches generate and test states at this depth,
    /// but do not expand them, and a search that skipped such a state proves nothing. Solvers for a
    /// specific game may ignore it during the search: their proofs that there is no plan are valid
    /// under any limit, and a longer plan ends in [`Stop::Depth`].
    pub depth: Option<u32>,
}

impl Limits {
    /// Returns the limits with the remaining expansions: for a search that follows another one, or
    /// runs inside it.
    ///
    /// ```
    /// use patience_core::Limits;
    ///
    /// let limits = Limits { expansions: Some(100), ..Limits::default() };
    /// assert_eq!(limits.after(30).expansions, Some(70));
    /// assert_eq!(Limits::default().after(30).expansions, None, "no limit");
    /// ```
    pub fn after(&self, expansions: u64) -> Limits {
        Limits {
            expansions: self.expansions.map(|most| most.saturating_sub(expansions)),
            ..self.clone()
        }
    }
}

/// The limits of one solve, and their use.
///
/// A solver calls [`expand`](Budget::expand) for each state whose successors it generates,
/// [`tick`](Budget::tick) for each unit of work that expands nothing and could take a long time (a
/// step down a tree, a state that is only looked up), and [`check_memory`](Budget::check_memory)
/// before a table grows. The limits then hold as follows:
///
/// - *expansions* exactly: with a limit of n, at most n calls of `expand` succeed;
/// - *cancellation* to within one unit of work: the cancel flag is read at every unit;
/// - *time* and *processor time* to within two milliseconds or two units of work, whichever takes
///   longer: the clock is read about once a millisecond, or at every unit if a unit takes longer
///   than that;
/// - *memory* as precisely as the solver requests it before it allocates; other memory is noticed
///   within 256 expansions.
///
/// A limit that the environment cannot measure is rejected, not ignored: with a time limit and no
/// clock, only [`check_memory`](Budget::check_memory) succeeds, which in turn never succeeds if
/// memory is limited and there is no meter.
///
/// ```
/// use patience_core::{Budget, Environment, Limits, Stop};
///
/// let limits = Limits { expansions: Some(2), ..Limits::default() };
/// let mut budget = Budget::new(limits, Environment::none());
/// assert_eq!(
///     (budget.expand(), budget.expand(), budget.expand()),
///     (Ok(()), Ok(()), Err(Stop::Expansions))
/// );
/// ```
pub struct Budget<'a> {
    limits: Limits,
    environment: Environment<'a>,
    /// Whether time of either kind is limited, but cannot be measured.
    lacks_clock: bool,
    expanded: u64,
    /// The count of expansions at which the current slice ends.
    slice_end: u64,
    /// Expansions are granted up to this count, within the slice; until then only the cancel flag
    /// is read.
    granted: Cell<u64>,
    polling: Cell<Polling>,
}

/// The time of the next reading of the clock.
#[derive(Clone, Copy)]
struct Polling {
    /// Units of work until the next reading.
    left: u32,
    /// Units of work between the last two readings.
    interval: u32,
    /// The last reading.
    last: Duration,
}

/// The target time between two readings of the clock.
const APART: Duration = Duration::from_millis(1);

/// Maximum number of units of work between two readings, so that a solver whose units suddenly take
/// a long time is also caught.
const MAX_UNITS: u32 = 256;

impl<'a> Budget<'a> {
    /// A budget with nothing used.
    pub fn new(limits: Limits, environment: Environment<'a>) -> Self {
        let lacks_clock = limits.time.is_some() && !environment.has_clock()
            || limits.cpu_time.is_some() && !environment.has_cpu_clock();
        let polling = Cell::new(Polling { left: 0, interval: 1, last: Duration::ZERO });
        let mut budget = Budget {
            limits,
            environment,
            lacks_clock,
            expanded: 0,
            slice_end: 0,
            granted: Cell::new(0),
            polling,
        };
        budget.slice(None);
        budget
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the limits with the remaining expansions: for a search inside another one.
    pub fn rest(&self) -> Limits {
        self.limits.after(self.expanded)
    }

    /// Returns the environment, for solvers that run other solvers inside.
    pub fn environment(&self) -> Environment<'a> {
        self.environment
    }

    /// Expansions so far.
    #[inline]
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Counts an expansion if the limits allow it; call this before the successors of a state are
    /// generated.
    ///
    /// # Errors
    /// A limit is reached; the state then counts as not expanded.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.expanded >= self.granted.get() || self.environment.is_cancelled() {
            self.grant()?;
        }
        self.expanded += 1;
        Ok(())
    }

    /// Checks every limit, and grants this expansion and as many more as there are units of work
    /// until the next reading of the clock.
    fn grant(&mut self) -> Result<(), Stop> {
        if self.expanded >= self.slice_end {
            return Err(if self.lacks_clock { Stop::NoClock } else { Stop::Expansions });
        }
        self.check_memory(0)?;
        self.tick()?;
        let mut more = MAX_UNITS - 1;
        if self.limits.time.is_some() || self.limits.cpu_time.is_some() {
            // Granted units are no longer available to `tick`, which has the other half.
            let polling = self.polling.get_mut();
            more = polling.left / 2;
            polling.left -= more;
        }
        self.granted.set(self.slice_end.min(self.expanded + 1 + u64::from(more)));
        Ok(())
    }

    /// Expansions that no limit forbids before the next check of all limits: a solver may count
    /// them itself and [`spend`](Self::spend) them later, if it reads the cancel flag at each one.
    ///
    /// ```
    /// use patience_core::{Budget, Environment, Limits, Stop};
    ///
    /// let limits = Limits { expansions: Some(10), ..Limits::default() };
    /// let mut budget = Budget::new(limits, Environment::none());
    /// assert_eq!(budget.lease(), 0, "the first is always requested");
    /// budget.expand()?;
    /// assert_eq!(budget.lease(), 9);
    /// budget.spend(9);
    /// assert_eq!((budget.lease(), budget.expand()), (0, Err(Stop::Expansions)));
    /// # Ok::<(), Stop>(())
    /// ```
    #[inline]
    pub fn lease(&self) -> u64 {
        self.granted.get().saturating_sub(self.expanded)
    }

    /// Counts the expansions of another solver that used part of this budget, or those of a lease.
    pub fn spend(&mut self, expansions: u64) {
        self.expanded = self.expanded.saturating_add(expansions);
    }

    /// Counts a unit of work; call once for every unit that expands nothing and takes microseconds,
    /// so that no solver works for long without polling.
    ///
    /// ```
    /// use patience_core::{Budget, Environment, Limits, Stop};
    /// use std::sync::atomic::{AtomicBool, Ordering};
    ///
    /// let cancel = AtomicBool::new(false);
    /// let budget = Budget::new(Limits::default(), Environment::none().with_cancel(&cancel));
    /// assert_eq!(budget.tick(), Ok(()));
    /// cancel.store(true, Ordering::Relaxed);
    /// assert_eq!(budget.tick(), Err(Stop::Cancelled));
    /// ```
    ///
    /// # Errors
    /// [`Stop::Cancelled`], [`Stop::Time`] or [`Stop::CpuTime`].
    #[inline]
    pub fn tick(&self) -> Result<(), Stop> {
        if self.environment.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.limits.time.is_none() && self.limits.cpu_time.is_none() {
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

    /// Reads the cancel flag and the clock now: before and between pieces of work that take about a
    /// millisecond each.
    ///
    /// # Errors
    /// [`Stop::Cancelled`], [`Stop::Time`] or [`Stop::CpuTime`].
    pub fn poll(&self) -> Result<(), Stop> {
        if self.environment.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.check_time().map(|_| ())
    }

    /// Checks that there is time left of either kind; returns the reading by which the next one is
    /// timed.
    fn check_time(&self) -> Result<Duration, Stop> {
        if self.lacks_clock {
            return Err(Stop::NoClock);
        }
        let cpu = self.limits.cpu_time.map(|most| (self.environment.cpu_time(), most));
        let wall = self.limits.time.map(|most| (self.environment.elapsed(), most));
        match (wall, cpu) {
            (Some((now, most)), _) if now >= most => Err(Stop::Time),
            (_, Some((now, most))) if now >= most => Err(Stop::CpuTime),
            (wall, cpu) => Ok(wall.or(cpu).map_or(Duration::ZERO, |(now, _)| now)),
        }
    }

    /// Reads the clock, and schedules the next reading.
    #[cold]
    fn read_clock(&self) -> Result<(), Stop> {
        let Polling { interval, last, .. } = self.polling.get();
        let now = self.check_time().inspect_err(|_| {
            // Once the time is up, every further call reports it.
            self.granted.set(0);
            self.polling.set(Polling { left: 0, ..self.polling.get() });
        })?;
        // Number of units until the next reading, so that the readings are about `APART` apart at
        // the present pace.
        let passed = now.saturating_sub(last);
        let interval = if passed > 2 * APART {
            (u128::from(interval) * APART.as_nanos() / passed.as_nanos()) as u32
        } else if passed < APART / 2 {
            2 * interval
        } else {
            interval
        };
        let interval = interval.clamp(1, MAX_UNITS);
        let granted = self.granted.get().saturating_sub(self.expanded).min(MAX_UNITS.into()) as u32;
        let left = (interval - 1).saturating_sub(granted);
        self.polling.set(Polling { left, interval, last: now });
        Ok(())
    }

    /// Checks that `more` bytes may be allocated in addition to those in use according to the
    /// meter. Call it before a table grows.
    ///
    /// # Errors
    /// [`Stop::Memory`]; [`Stop::NoMeter`] if memory is limited and there is no meter.
    #[inline]
    pub fn check_memory(&self, more: u64) -> Result<(), Stop> {
        match self.limits.memory {
            Some(_) if more > 0 && !self.environment.has_meter() => Err(Stop::NoMeter),
            Some(most) if self.environment.bytes().saturating_add(more) > most => Err(Stop::Memory),
            _ => Ok(()),
        }
    }

    /// Checks that a collection of entries `T` may take one more, which doubles it when full. The
    /// extra memory of hash tables is included.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    #[inline]
    pub fn check_growth<T>(&self, len: usize, capacity: usize) -> Result<(), Stop> {
        if len < capacity {
            Ok(())
        } else {
            self.check_memory(5 * (capacity * size_of::<T>() / 2) as u64)
        }
    }

    /// Checks that `bytes` may be in use: for solvers that count their own memory, such as those
    /// with several threads.
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

    /// Allows at most `expansions` more expansions until the next call, within the overall limit;
    /// `None` lifts the slice. This is for solvers that take turns: a used-up slice ends in
    /// [`Stop::Expansions`], like the limit itself, and [`is_used_up`](Budget::is_used_up)
    /// distinguishes the two.
    ///
    /// ```
    /// use patience_core::{Budget, Environment, Limits, Stop};
    ///
    /// let limits = Limits { expansions: Some(100), ..Limits::default() };
    /// let mut budget = Budget::new(limits, Environment::none());
    /// budget.slice(Some(1));
    /// assert_eq!((budget.expand(), budget.expand()), (Ok(()), Err(Stop::Expansions)));
    /// assert!(!budget.is_used_up(), "only the slice is used up");
    /// ```
    pub fn slice(&mut self, expansions: Option<u64>) {
        let limit = if self.lacks_clock { 0 } else { self.limits.expansions.unwrap_or(u64::MAX) };
        self.slice_end =
            expansions.map_or(limit, |more| self.expanded.saturating_add(more).min(limit));
        self.granted.set(self.expanded);
    }

    /// Whether the allowed expansions are used up.
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
