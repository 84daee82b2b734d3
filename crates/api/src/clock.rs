//! A clock that begins anew with each solve of a job.

use std::time::Duration;

use patience_core::Clock;

/// Another clock, from the moment at which this one was made.
///
/// ```
/// use patience_api::Since;
/// use patience_core::{Clock, NoClock};
///
/// assert!(Since::now(&NoClock).elapsed().is_zero());
/// ```
#[derive(Clone, Copy)]
pub struct Since<'a> {
    clock: &'a (dyn Clock + Sync),
    begin: Duration,
}

impl<'a> Since<'a> {
    /// Begins now.
    pub fn now(clock: &'a (dyn Clock + Sync)) -> Self {
        Since { clock, begin: clock.elapsed() }
    }
}

impl Clock for Since<'_> {
    fn elapsed(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.begin)
    }
}
