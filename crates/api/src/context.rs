//! Host capabilities of a question: clock, heap and bounds.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_catalogue::{Context, Instance, ModelFile, Report, Request, RequestError, Watcher};
use patience_core::{Budget, Clock, Environment, Limits, Meter};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::Since;

/// Receives an event of [`run`](crate::run): its name and data. A slow receiver may drop progress;
/// it must not delay the search.
pub type Emit<'a> = &'a mut (dyn FnMut(&'static str, Value) + Send);

/// Slows down a watched search; a part of a [`JobContext`]. All methods are called on the searching
/// thread.
pub trait Pace: Send + Sync {
    /// Whether a viewer currently follows every expansion.
    fn is_slow(&self) -> bool;

    /// Returns when the next expansion may run; at once unless a viewer slows the search.
    fn wait(&self);
}

/// The maximum that one question may use; a part of a [`JobContext`].
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Time of one solve.
    pub time: Duration,
    /// Total time of all solves and all other work, from the moment of the question.
    pub whole: Duration,
    /// Maximum heap of one solve, in bytes.
    pub memory: u64,
}

impl Bounds {
    /// The time of a question with several solves, in multiples of one solve.
    const SOLVES: u32 = 10;

    /// Bounds with this time per solve, and ten times that in total.
    pub fn new(time: Duration, memory: u64) -> Self {
        Bounds { time, whole: time.saturating_mul(Self::SOLVES), memory }
    }
}

/// Host capabilities of a job: bounds, clock, meter, cancel flag.
///
/// ```
/// use patience_api::{Bounds, JobContext};
/// use std::time::Duration;
///
/// let bounds = Bounds::new(Duration::from_secs(10), 256 << 20);
/// let context = JobContext { bounds, ..JobContext::unbounded() };
/// assert!(patience_api::answer("games", serde_json::json!({}), &context).is_ok());
/// ```
#[derive(Clone, Copy)]
pub struct JobContext<'a> {
    /// Clock of the job; `None` leaves its time unlimited.
    pub clock: Option<&'a (dyn Clock + Sync)>,
    /// Heap meter of the job; `None` leaves its memory unlimited.
    pub meter: Option<&'a (dyn Meter + Sync)>,
    /// Set to stop the job soon.
    pub cancel: &'a AtomicBool,
    /// The pace of a watched search.
    pub pace: Option<&'a dyn Pace>,
    /// The maximum that the job may use.
    pub bounds: Bounds,
    /// Model for the learned heuristics of its game, chosen by the operator of the program and
    /// never by a client.
    pub model: Option<&'static ModelFile>,
}

impl JobContext<'static> {
    /// Context for programs that ask their own questions: no bounds and no cancel flag. The clock
    /// is the system's, except in builds without the feature `std`, which have none.
    pub fn unbounded() -> Self {
        static NEVER: AtomicBool = AtomicBool::new(false);
        #[cfg(feature = "std")]
        static CLOCK: std::sync::LazyLock<patience_core::WallClock> =
            std::sync::LazyLock::new(patience_core::WallClock::start);
        let bounds = Bounds::new(Duration::MAX, u64::MAX);
        JobContext {
            #[cfg(feature = "std")]
            clock: Some(&*CLOCK),
            #[cfg(not(feature = "std"))]
            clock: None,
            meter: None,
            cancel: &NEVER,
            pace: None,
            bounds,
            model: None,
        }
    }
}

impl JobContext<'_> {
    /// The context with a clock that starts with the question.
    pub(crate) fn by<'b>(&'b self, clock: &'b Since<'_>) -> JobContext<'b> {
        JobContext { clock: self.clock.map(|_| clock as &(dyn Clock + Sync)), ..*self }
    }

    /// The context for solves of at most `seconds` each, and ten times that in total.
    pub(crate) fn of_solves(&self, seconds: Option<f64>) -> Self {
        let Bounds { whole, memory, .. } = self.bounds;
        let own = Bounds::new(self.of_one_solve(seconds), memory);
        let bounds = Bounds { whole: self.elapsed().saturating_add(own.whole).min(whole), ..own };
        JobContext { bounds, ..*self }
    }

    /// Time of one solve: the requested seconds, within the bounds.
    fn of_one_solve(&self, seconds: Option<f64>) -> Duration {
        let seconds = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.map_or(self.bounds.time, |seconds| seconds.min(self.bounds.time))
    }

    /// Remaining time of the whole question.
    pub(crate) fn left(&self) -> Duration {
        match self.bounds.whole {
            Duration::MAX => Duration::MAX,
            whole => whole.saturating_sub(self.elapsed()),
        }
    }

    /// The time by the job's clock; zero if it has none.
    fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, Clock::elapsed)
    }

    /// Solves an instance within the bounds, or within `seconds` if that is less.
    pub(crate) fn solve(
        &self,
        instance: &dyn Instance,
        request: Request,
        seconds: Option<f64>,
        watcher: Option<&mut dyn Watcher>,
    ) -> Result<Report, RequestError> {
        let clock = Since::now(self.clock);
        let environment = self.environment(&clock);
        let model = self.model_for(instance);
        let request = Request { limits: self.limits(request.limits, seconds), model, ..request };
        // Mapped explicitly, because the lifetime of an optional watcher cannot be shortened as a
        // whole.
        let watcher = watcher.map(|watcher| watcher as &mut dyn Watcher);
        instance.solve(&request, &mut Context { watcher, ..Context::new(environment) })
    }

    /// The model, if it is for the instance's game.
    pub(crate) fn model_for(&self, instance: &dyn Instance) -> Option<&'static ModelFile> {
        self.model.filter(|model| model.game() == instance.game())
    }

    /// Opens an instance, or does other work with a budget, within the bounds, or within `seconds`
    /// if that is less.
    pub(crate) fn within<T>(
        &self,
        seconds: Option<f64>,
        open: impl FnOnce(&mut Budget<'_>) -> T,
    ) -> T {
        let clock = Since::now(self.clock);
        open(&mut Budget::new(self.limits(Limits::default(), seconds), self.environment(&clock)))
    }

    pub(crate) fn environment<'b>(&'b self, clock: &'b Since<'_>) -> Environment<'b> {
        let mut environment = Environment::none().with_cancel(self.cancel);
        if self.clock.is_some() {
            environment = environment.with_clock(clock);
        }
        if let Some(meter) = self.meter {
            environment = environment.with_meter(meter);
        }
        environment
    }

    pub(crate) fn limits(&self, wanted: Limits, seconds: Option<f64>) -> Limits {
        let memory = self.bounds.memory;
        let time = self.of_one_solve(seconds).min(self.left());
        let memory = wanted.memory.unwrap_or(memory).min(memory);
        Limits {
            time: (time < Duration::MAX).then_some(time),
            memory: (memory < u64::MAX).then_some(memory),
            ..wanted
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// Reads a number of seconds. Too large a number means no limit; a negative one is rejected.
pub(crate) fn seconds<'de, D: Deserializer<'de>>(given: D) -> Result<Option<f64>, D::Error> {
    let seconds = Option::<f64>::deserialize(given)?;
    match seconds {
        Some(seconds) if seconds < 0.0 => {
            Err(D::Error::custom("seconds: expected a number, 0 or more"))
        }
        _ => Ok(seconds),
    }
}
