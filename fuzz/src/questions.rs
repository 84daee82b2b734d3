//! Questions of the API: whatever the JSON, the rules answer or reject it, and a job ends within
//! its bounds without a panic. The first byte chooses the question or the job.
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_api::{Bounds, Job, JobContext, QUESTIONS, answer, run};
use patience_catalogue::native::HeapMeter;
use patience_core::WallClock;

/// How a job ends.
const LAST: &[&str] = &["report", "done", "deal", "none", "error"];

/// Feeds one input to the target; panics on a fault.
pub fn feed(data: &[u8]) {
    let Some((&choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let Ok(question) = serde_json::from_str(text) else { return };
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    let cancel = AtomicBool::new(false);
    let bounds = Bounds::new(Duration::from_millis(10), 32 << 20);
    let context = JobContext {
        clock: Some(&clock),
        meter: Some(&meter),
        cancel: &cancel,
        pace: None,
        model: None,
        bounds,
    };
    let choice = usize::from(choice) % (QUESTIONS.len() + Job::NAMES.len());
    let Some(name) = choice.checked_sub(QUESTIONS.len()).map(|job| Job::NAMES[job]) else {
        _ = answer(QUESTIONS[choice], question, &context);
        return;
    };
    let Ok(job) = Job::parse(name, question) else { return };
    let job = job.expect("the name is one of the jobs'");
    let mut last = None;
    run(&job, &context, &mut |event, data| {
        assert!(!data.to_string().contains("defect"), "{data}");
        last = Some(event);
    });
    assert!(
        last.is_some_and(|last| LAST.contains(&last)),
        "a job that is not stopped ends in an answer: {last:?}"
    );
}
