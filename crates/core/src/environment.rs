//! What a run needs from outside: a clock, a measure of memory and a flag that stops it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Tells the time since a run began. The core has no clock of its own.
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
/// let budget = Budget::new(limits, Environment { clock: &clock, ..Environment::none() });
/// assert_eq!(budget.poll(), Err(Stop::Time));
/// ```
pub trait Clock {
    /// Time since the run began.
    fn elapsed(&self) -> Duration;
}

/// Measures the heap. The core has no allocator of its own; the program hands in one that counts.
///
/// ```
/// use patience_core::{Budget, Environment, Limits, Meter, Stop};
///
/// /// Says what an allocator would.
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
/// let budget = Budget::new(limits, Environment { meter: &Fixed(900), ..Environment::none() });
/// assert_eq!((budget.check_memory(100), budget.check_memory(101)), (Ok(()), Err(Stop::Memory)));
/// ```
pub trait Meter {
    /// Heap bytes in use by the calling thread since the run began.
    fn bytes(&self) -> u64;
    /// The largest value that [`bytes`](Meter::bytes) has had since the run began.
    fn peak(&self) -> u64;
}

/// A [`Clock`] that stands still, where time does not matter, as in [`Environment::none`].
#[derive(Clone, Copy, Debug)]
pub struct NoClock;

impl Clock for NoClock {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}

/// A [`Meter`] that sees nothing, where memory does not matter, as in [`Environment::none`].
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
///
/// ```
/// use patience_core::{Environment, Limits, Run, example::Doubling};
///
/// let run: Run<'_, Doubling> = Run::new(Limits::default(), Environment::none());
/// assert_eq!(run.counters().peak_bytes, 0, "nobody measures");
/// ```
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
