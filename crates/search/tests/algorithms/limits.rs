//! Every algorithm within limits.

use std::cell::Cell;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_core::{Clock, Environment, Heuristic, Limits, Outcome, Run, Stop, Verdict};
use patience_search::{Arguments, algorithms, beam, best_first};

use crate::common::*;
use crate::small;

#[test]
fn expansions_are_limited_exactly() {
    for algorithm in algorithms::<Sliding>() {
        // A single game ends by itself: the player stops when all moves lead back.
        if algorithm.name == "player" {
            continue;
        }
        for most in [0, 1, 63, 64, 65, 1000] {
            let mut run = Run::new(
                Limits { expansions: Some(most), ..Limits::default() },
                Environment::none(),
            );
            // Enough for the search to run for long.
            let arguments = Arguments::new(&Manhattan as &dyn Heuristic<Sliding>)
                .with(&best_first::WEIGHT, 1.0)
                .with(&beam::WIDTH, 10_000u64);
            let outcome = (algorithm.solve)(&hopeless(), &arguments, &mut run);
            assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions), "{}", algorithm.name);
            assert_eq!(run.counters().expanded, most, "{}", algorithm.name);
        }
    }
}

#[test]
fn a_limit_keeps_the_bound_that_was_proved() {
    let truth = 31;
    let solve = |name: &str, most| -> Outcome<u8> {
        let mut run =
            Run::new(Limits { expansions: Some(most), ..Limits::default() }, Environment::none());
        let algorithm = algorithms().into_iter().find(|algorithm| algorithm.name == name).unwrap();
        (algorithm.solve)(&small(), &Arguments::new(&Manhattan), &mut run)
    };
    let names = ["bfs", "iddfs", "ucs", "astar", "wastar", "peastar", "idastar", "bfhs", "anytime"];
    for name in names.into_iter().chain(["focal", "ees"]) {
        let mut last = 0;
        for most in [1, 100, 1000, 5000] {
            let bound = solve(name, most).lower_bound;
            assert!(last <= bound && bound <= truth, "{name}: {last}, {bound}");
            last = bound;
        }
        assert!(last > 8, "{name}: {last}");
    }
    let Outcome { verdict: Verdict::Solved { plan, optimal, stop }, lower_bound } =
        solve("anytime", 2000)
    else {
        panic!("the first plan comes soon")
    };
    assert_eq!((optimal, stop), (false, Some(Stop::Expansions)));
    assert!(plan.len() >= 31 && (20..=31).contains(&lower_bound), "{}, {lower_bound}", plan.len());
}

/// A clock that advances by a millisecond with each reading.
#[derive(Default)]
struct Ticking(Cell<u64>);

impl Clock for Ticking {
    fn elapsed(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_millis(self.0.get())
    }
}

#[test]
fn time_is_limited() {
    for algorithm in algorithms::<Sliding>() {
        let clock = Ticking::default();
        let environment = Environment::none().with_clock(&clock);
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let mut run = Run::new(limits, environment);
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Time), "{}", algorithm.name);
        assert!(run.counters().expanded <= 64 * 20, "{}", algorithm.name);
    }
}

#[test]
fn cancelling_works() {
    for algorithm in algorithms::<Sliding>() {
        let cancel = AtomicBool::new(true);
        let environment = Environment::none().with_cancel(&cancel);
        let mut run = Run::new(Limits::default(), environment);
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Cancelled), "{}", algorithm.name);
        assert_eq!(run.counters().expanded, 0);
    }
}

#[test]
fn other_limits_come_before_a_depth_at_which_nothing_is_expanded() {
    let limits = Limits { depth: Some(0), time: Some(Duration::from_secs(1)), ..Limits::default() };
    for algorithm in algorithms::<Sliding>().into_iter().filter(|algorithm| algorithm.complete) {
        let mut run = Run::new(limits.clone(), Environment::none());
        let parameters = arguments(algorithm.name, &Manhattan);
        let outcome = (algorithm.solve)(&small(), &parameters, &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::NoClock), "{}", algorithm.name);
    }
}

#[test]
fn depth_is_limited() {
    // The shortest plan of this one has 31 moves.
    for algorithm in algorithms::<Sliding>() {
        for depth in [0, 1, 5] {
            let mut run =
                Run::new(Limits { depth: Some(depth), ..Limits::default() }, Environment::none());
            let parameters = arguments(algorithm.name, &Manhattan);
            let outcome = (algorithm.solve)(&small(), &parameters, &mut run);
            assert!(
                matches!(outcome.verdict, Verdict::Unknown(Stop::Depth | Stop::Incomplete)),
                "{} at {depth}: {outcome:?}",
                algorithm.name
            );
            if algorithm.complete {
                assert_eq!(
                    outcome.verdict,
                    Verdict::Unknown(Stop::Depth),
                    "{} at {depth}",
                    algorithm.name
                );
            }
        }
    }
    // A plan of exactly as many moves as allowed is found.
    let game = Sliding { width: 3, start: vec![1, 2, 3, 0, 4, 6, 7, 5, 8] };
    let complete = [
        "bfs", "dfs", "iddfs", "ucs", "greedy", "astar", "wastar", "idastar", "anytime", "focal",
        "ees",
    ];
    for name in complete.into_iter().chain(["beam", "lts", "phs"]) {
        let mut run = Run::new(Limits { depth: Some(3), ..Limits::default() }, Environment::none());
        let algorithm = algorithms().into_iter().find(|algorithm| algorithm.name == name).unwrap();
        let outcome: Outcome<u8> = (algorithm.solve)(&game, &Arguments::new(&Manhattan), &mut run);
        assert!(
            matches!(outcome.verdict, Verdict::Solved { ref plan, .. } if plan.len() == 3),
            "{name}: {outcome:?}"
        );
    }
}

#[test]
fn time_without_a_clock_is_refused() {
    for algorithm in algorithms::<Sliding>() {
        let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = (algorithm.solve)(&hopeless(), &Arguments::new(&Manhattan), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::NoClock), "{}", algorithm.name);
        assert_eq!(run.counters().expanded, 0, "{}", algorithm.name);
    }
}
