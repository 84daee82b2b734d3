//! Host capabilities of a run: a clock, a memory meter and a cancel flag.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

#[cfg(feature = "std")]
use crate::system::WallClock;

/// Measures the time since a run began. The feature `std` provides the system's clock
/// ([`Environment::std`]).
///
/// ```
/// use patience_core::{Budget, Clock, Environment, Limits, Stop};
/// use std::time::{Duration, Instant};
///
/// struct WallClock(Instant);
///
/// impl Clock for WallClock {
///     fn elapsed(&self) -> Duration {
///         self.0.elapsed()
///     }
/// }
///
/// let clock = WallClock(Instant::now());
/// let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
/// let budget = Budget::new(limits, Environment::none().with_clock(&clock));
/// assert_eq!(budget.poll(), Err(Stop::Time));
/// ```
pub trait Clock {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
}

/// Measures the heap. The core has no allocator; the program provides one that counts.
///
/// ```
/// use patience_core::{Budget, Environment, Limits, Meter, Stop};
///
/// /// Reports a fixed number of bytes.
/// struct Fixed(u64);
///
/// impl Meter for Fixed {
///     fn bytes(&self) -> u64 {
///         self.0
///     }
///     fn peak(&self) -> u64 {
///         self.0
///     }
/// }
///
/// let limits = Limits { memory: Some(1000), ..Limits::default() };
/// let budget = Budget::new(limits, Environment::none().with_meter(&Fixed(900)));
/// assert_eq!(
///     (budget.check_memory(100), budget.check_memory(101)),
///     (Ok(()), Err(Stop::Memory))
/// );
/// ```
pub trait Meter {
    /// Heap bytes in use by the calling thread since the run began.
    fn bytes(&self) -> u64;
    /// The peak of [`bytes`](Meter::bytes) since the run began.
    fn peak(&self) -> u64;
}

/// Host capabilities of a run: a clock, a memory meter, and a cancel flag.
///
/// A limit that cannot be measured is rejected, never ignored: without a clock, a search with a
/// time limit ends at once with [`Stop::NoClock`](crate::Stop::NoClock); without a meter, one with
/// a memory limit ends with [`Stop::NoMeter`](crate::Stop::NoMeter), unless the solver counts its
/// own memory.
///
/// ```
/// use patience_core::{Environment, Game, Limits, Run, Stop, example::Doubling};
/// use std::time::Duration;
///
/// let game = Doubling { goal: 10 };
/// let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
/// let mut run = Run::new(limits.clone(), Environment::none());
/// assert_eq!(run.expand(&game, &game.start(), 0, None), Err(Stop::NoClock));
/// # #[cfg(feature = "std")] {
/// let mut run = Run::new(limits, Environment::std());
/// assert_eq!(run.expand(&game, &game.start(), 0, None), Ok(()));
/// # }
/// ```
#[derive(Clone, Copy)]
pub struct Environment<'a> {
    clock: Source<'a>,
    cpu: Option<&'a dyn Clock>,
    meter: Option<&'a dyn Meter>,
    cancel: &'a AtomicBool,
}

/// The source of time.
#[derive(Clone, Copy)]
enum Source<'a> {
    None,
    Given(&'a dyn Clock),
    #[cfg(feature = "std")]
    Wall(WallClock),
}

static NEVER: AtomicBool = AtomicBool::new(false);

impl Environment<'static> {
    /// No clock, no meter, no cancelling: for tests, and for runs limited by expansions.
    pub const fn none() -> Self {
        Environment { clock: Source::None, cpu: None, meter: None, cancel: &NEVER }
    }

    /// The system's clock, starting now. There is no meter, because only the program's allocator
    /// can count the heap.
    #[cfg(feature = "std")]
    pub fn std() -> Self {
        Environment { clock: Source::Wall(WallClock::start()), ..Environment::none() }
    }
}

impl<'a> Environment<'a> {
    /// Measures time with a clock.
    pub fn with_clock(self, clock: &'a dyn Clock) -> Self {
        Environment { clock: Source::Given(clock), ..self }
    }

    /// Measures processor time with a clock, over all threads of the run.
    ///
    /// ```
    /// use patience_core::{Budget, Clock, Environment, Limits, Stop};
    /// use std::time::Duration;
    ///
    /// struct Used(Duration);
    ///
    /// impl Clock for Used {
    ///     fn elapsed(&self) -> Duration {
    ///         self.0
    ///     }
    /// }
    ///
    /// let used = Used(Duration::from_secs(2));
    /// let within = |seconds| {
    ///     let limits =
    ///         Limits { cpu_time: Some(Duration::from_secs(seconds)), ..Limits::default() };
    ///     Budget::new(limits, Environment::none().with_cpu_clock(&used)).poll()
    /// };
    /// assert_eq!((within(2), within(3)), (Err(Stop::CpuTime), Ok(())));
    /// ```
    pub fn with_cpu_clock(self, clock: &'a dyn Clock) -> Self {
        Environment { cpu: Some(clock), ..self }
    }

    /// Measures memory with a meter.
    pub fn with_meter(self, meter: &'a dyn Meter) -> Self {
        Environment { meter: Some(meter), ..self }
    }

    /// Measures no memory: for searches that count their own memory
    /// ([`Budget::check_held`](crate::Budget::check_held)).
    pub fn without_meter(self) -> Self {
        Environment { meter: None, ..self }
    }

    /// Makes the run stop soon after the flag is set.
    pub fn with_cancel(self, cancel: &'a AtomicBool) -> Self {
        Environment { cancel, ..self }
    }

    /// Whether there is a clock.
    pub fn has_clock(&self) -> bool {
        !matches!(self.clock, Source::None)
    }

    /// Whether there is a clock of processor time.
    pub fn has_cpu_clock(&self) -> bool {
        self.cpu.is_some()
    }

    /// Processor time that the run has used; zero without a clock that measures it.
    pub fn cpu_time(&self) -> Duration {
        self.cpu.map_or(Duration::ZERO, Clock::elapsed)
    }

    /// Whether there is a meter.
    pub fn has_meter(&self) -> bool {
        self.meter.is_some()
    }

    /// Time since the run began; zero without a clock.
    pub fn elapsed(&self) -> Duration {
        match self.clock {
            Source::None => Duration::ZERO,
            Source::Given(clock) => clock.elapsed(),
            #[cfg(feature = "std")]
            Source::Wall(clock) => clock.elapsed(),
        }
    }

    /// Heap bytes in use; 0 without a meter.
    #[inline]
    pub fn bytes(&self) -> u64 {
        self.meter.map_or(0, Meter::bytes)
    }

    /// Peak heap in bytes so far; 0 without a meter.
    pub fn peak(&self) -> u64 {
        self.meter.map_or(0, Meter::peak)
    }

    /// Whether the run was cancelled.
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Environment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Environment")
            .field("has_clock", &self.has_clock())
            .field("has_cpu_clock", &self.has_cpu_clock())
            .field("has_meter", &self.has_meter())
            .field("is_cancelled", &self.is_cancelled())
            .finish()
    }
}
