//! No question exceeds its bounds, whichever stage takes a long time. The clock counts its
//! readings, so the tests do not depend on the speed of the machine.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use patience_api::{Bounds, Job, JobContext, answer, run};
use patience_core::Clock;
use serde_json::{Value, json};

/// Advances by a millisecond whenever it is read.
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

/// Returns the events of a job with a bound on the time of one solve, and the readings of its
/// clock. The client disconnects after some events.
fn events(
    name: &str,
    question: &Value,
    time: Duration,
    stay: usize,
) -> (Vec<(String, Value)>, u64) {
    let job = Job::parse(name, question.clone()).unwrap().unwrap();
    let (clock, cancel, mut told) = (Readings::default(), AtomicBool::new(false), Vec::new());
    let bounds = Bounds::new(time, u64::MAX);
    let context =
        JobContext { clock: Some(&clock), cancel: &cancel, bounds, ..JobContext::unbounded() };
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
    // Solved and written, but not completely checked. The time begins after the first few readings,
    // which are those for opening the deal.
    for left in [50, 1_000] {
        let (told, made) =
            events("certify", &question, Duration::from_millis(all - left), usize::MAX);
        assert_eq!((told[0].0.as_str(), &told[0].1["verdict"]), ("none", &json!("unsolvable")));
        assert!(made < all, "{made} readings of {all}");
    }
}

/// Maximum number of readings for each move beyond those that its solves are allowed.
const SLACK: u64 = 20;

#[test]
fn an_analysis_is_within_ten_solves() {
    // A deal of more than forty moves, none of which is decided in the time of a solve.
    let question =
        json!({ "at": { "instance": "birds:neller/42" }, "algorithm": "bfs", "seconds": 0.05 });
    let (told, made) = events("analyse", &question, FOREVER, usize::MAX);
    let (moves, last) = (told.len() as u64 - 1, told.last().unwrap());
    assert_eq!((last.0.as_str(), &last.1["moves"]), ("done", &json!(moves)));
    assert!(moves > 40 && told[0].1["worth"] == "unknown", "{told:?}");
    assert!((500..500 + SLACK * moves).contains(&made), "{made} readings for {moves} moves");
    // The server's bound also applies.
    let (_, made) = events("analyse", &question, Duration::from_millis(20), usize::MAX);
    assert!((200..200 + SLACK * moves).contains(&made), "{made} readings for {moves} moves");
    let (told, _) = events("analyse", &question, FOREVER, 3);
    assert_eq!(told.len(), 3, "no event after the client has disconnected");
}

#[test]
fn measuring_a_deal_is_within_ten_solves() {
    let question = json!({ "source": "birds:neller", "seed": 1, "level": "easy", "seconds": 1.0 });
    let (told, made) = events("deal", &question, Duration::from_secs(1), usize::MAX);
    assert_eq!(told.last().unwrap().0, "none", "{told:?}");
    assert!((10_000..10_000 + 100 * SLACK).contains(&made), "{made} readings");
    // Ten solves within the requested seconds.
    let question = json!({ "source": "birds:neller", "seed": 1, "level": "easy", "seconds": 0.05 });
    let (told, made) = events("deal", &question, FOREVER, usize::MAX);
    assert_eq!(told.last().unwrap().0, "none", "{told:?}");
    assert!((500..500 + 100 * SLACK).contains(&made), "{made} readings");
}

#[test]
fn negative_seconds_are_refused() {
    for seconds in [-1.0, -1e-9] {
        let at = json!({ "instance": "birds:neller/42" });
        for (name, question) in [
            ("solve", json!({ "at": at, "seconds": seconds })),
            ("analyse", json!({ "at": at, "seconds": seconds })),
            ("deal", json!({ "source": "birds:neller", "seconds": seconds })),
        ] {
            let refused = Job::parse(name, question).expect_err("seconds are refused");
            assert!(
                refused.to_string().contains("expected a number, 0 or more"),
                "{name}: {refused}"
            );
        }
    }
}

#[test]
fn what_heuristics_search_is_within_the_bounds() {
    let rows: Vec<String> = (0..16).map(|row| ["AB.C", ".DE."][row % 2].repeat(4)).collect();
    let question = json!({ "game": "cohesion", "board": rows.join("/") });
    let clock = Readings::default();
    let bounds = Bounds::new(Duration::from_millis(100), u64::MAX);
    let context = JobContext { clock: Some(&clock), bounds, ..JobContext::unbounded() };
    let answered = answer("evaluate", question, &context).unwrap().unwrap();
    assert!(clock.made() < 100 + 2 * SLACK, "{} readings", clock.made());
    let (mut stopped, mut computed) = (0, 0);
    for heuristic in answered["heuristics"].as_array().unwrap() {
        assert_eq!(heuristic["dead_end"], false, "{heuristic}");
        match heuristic["parts"][0]["name"].as_str() {
            Some("not computed") => stopped += u32::from(heuristic["value"].is_null()),
            _ => computed += u32::from(heuristic["value"].is_number()),
        }
    }
    assert!(stopped == 2 && computed > 3, "{answered}");
}
