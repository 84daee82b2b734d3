//! The processor time of a solve.

use std::time::Duration;

use cpu_time::{ProcessTime, ThreadTime};
use patience_core::Clock;

/// Measures processor time, system and user, from the moment of its creation.
///
/// ```
/// use patience_catalogue::native::CpuClock;
/// use patience_core::{Clock, WallClock};
///
/// let (wall, cpu) = (WallClock::start(), CpuClock::start(1));
/// std::thread::sleep(std::time::Duration::from_millis(50));
/// assert!(cpu.elapsed() < wall.elapsed(), "sleep takes no processor time");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CpuClock(Source);

#[derive(Clone, Copy, Debug)]
enum Source {
    Thread(ThreadTime),
    Process(ProcessTime),
    /// The system has no such clock, or denies it.
    None,
}

impl CpuClock {
    /// Starts a clock for a solve with this many threads. With one thread it measures this thread,
    /// on which it must be read, so that several such solves can run in parallel. With more it
    /// measures the whole process, in which nothing else should run in the meantime.
    pub fn start(threads: usize) -> Self {
        let process = || ProcessTime::try_now().map(Source::Process);
        let thread = || ThreadTime::try_now().map(Source::Thread);
        let source = if threads > 1 { process() } else { thread() };
        CpuClock(source.unwrap_or(Source::None))
    }

    /// Processor time so far; `None` if the system has no such clock.
    pub fn used(&self) -> Option<Duration> {
        match self.0 {
            Source::Thread(start) => start.try_elapsed().ok(),
            Source::Process(start) => start.try_elapsed().ok(),
            Source::None => None,
        }
    }
}

impl Clock for CpuClock {
    fn elapsed(&self) -> Duration {
        // If the time cannot be read, a limit on it is reached at once rather than never.
        self.used().unwrap_or(Duration::MAX)
    }
}
