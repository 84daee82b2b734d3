//! No question takes more than its bounds allow, whichever of its stages takes long. The clock
//! counts its readings: nothing here depends on how fast a machine is.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use patience_api::{Bounds, Job, JobContext, run};
use patience_core::Clock;
use serde_json::{Value, json};

/// Goes on by a millisecond whenever it is read.
#[derive(Default)]
struct Readings(AtomicU64);

impl Readings {
    fn made(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }
}

impl Clock for Readings {
    fn elapsed(&self) -> Duration {
        Duration::from_millis(1 + self.0.fetch_add(1, Ordering::SeqCst))
    }
}

/// The events of a job with a bound on the time of one solve, and the readings of its clock.
/// Whoever asks goes away after some events.
fn events(
    name: &str,
    question: &Value,
    time: Duration,
    stay: usize,
) -> (Vec<(String, Value)>, u64) {
    let job = Job::parse(name, question.clone()).unwrap().unwrap();
    let (clock, cancel, mut told) = (Readings::default(), AtomicBool::new(false), Vec::new());
    let bounds = Bounds { time, memory: u64::MAX };
    let context = JobContext { clock: &clock, cancel: &cancel, bounds, ..JobContext::unbounded() };
    run(&job, &context, &mut |event, data| {
        told.push((event.to_owned(), data));
        cancel.store(told.len() >= stay, Ordering::SeqCst);
    });
    (told, clock.made())
}

const FOREVER: Duration = Duration::from_secs(1 << 30);

#[test]
fn the_check_of_a_certificate_is_within_the_bounds() {
    let question = json!({ "at": { "instance": "birds:neller/6727" } });
    let (told, all) = events("certify", &question, FOREVER, usize::MAX);
    assert_eq!(told[0].0, "certificate");
    assert!(all > 40_000, "{all} readings while a proof of 22,826 states is written and checked");
    // Solved and written, but not checked to the end.
    for left in [5, 1_000] {
        let (told, made) =
            events("certify", &question, Duration::from_millis(all - left), usize::MAX);
        assert_eq!((told[0].0.as_str(), &told[0].1["verdict"]), ("none", &json!("unsolvable")));
        assert!(made < all, "{made} readings of {all}");
    }
}
