//! The system's clock: the feature `std`, which builds for WebAssembly leave out.

use std::time::{Duration, Instant};

use crate::environment::Clock;

/// The system's clock, from the moment at which it was made.
///
/// ```
/// use patience_core::{Clock, WallClock};
///
/// let clock = WallClock::start();
/// assert!(clock.elapsed() <= clock.elapsed());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that begins now.
    #[allow(
        clippy::disallowed_methods,
        reason = "the one clock that the libraries bring along, for their users"
    )]
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}
