//! A clock that restarts with each solve of a job.

use std::time::Duration;

use patience_core::Clock;

/// A clock that starts at its creation; without an underlying clock, it stays at zero.
///
/// ```
/// use patience_api::Since;
/// use patience_core::Clock;
///
/// assert!(Since::now(None).elapsed().is_zero());
/// ```
#[derive(Clone, Copy)]
pub struct Since<'a> {
    clock: Option<&'a (dyn Clock + Sync)>,
    begin: Duration,
}

impl<'a> Since<'a> {
    /// Begins now.
    pub fn now(clock: Option<&'a (dyn Clock + Sync)>) -> Self {
        let begin = clock.map_or(Duration::ZERO, Clock::elapsed);
        Since { clock, begin }
    }
}

impl Clock for Since<'_> {
    fn elapsed(&self) -> Duration {
        let now = self.clock.map_or(Duration::ZERO, Clock::elapsed);
        now.saturating_sub(self.begin)
    }
}
