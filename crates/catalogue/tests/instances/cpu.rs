//! The clock of processor time.

use std::time::Duration;

use cpu_time::ThreadTime;
use patience_catalogue::native::CpuClock;
use patience_core::Clock;

/// Works until this thread has used some processor time.
fn work(time: Duration) {
    let start = ThreadTime::now();
    while start.elapsed() < time {
        std::hint::black_box(0);
    }
}

#[test]
fn threads_that_help_count_where_there_are_several() {
    let time = Duration::from_millis(20);
    let (alone, together) = (CpuClock::start(1), CpuClock::start(2));
    std::thread::scope(|scope| {
        scope.spawn(|| work(time));
    });
    let (alone, together) = (alone.elapsed(), together.elapsed());
    assert!(together >= time && alone < together, "{alone:?} {together:?}");
    let own = CpuClock::start(1);
    work(time);
    assert!(own.elapsed() >= time, "{own:?}");
}
