//! What a run needs from outside: a clock, a measure of memory and a flag that stops it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

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
