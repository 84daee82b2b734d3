//! IDA* with a full table, a cache or neither: the same plans, and the claims that each may make.

mod common;

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Counters3, Graph, Manhattan, Sliding, check_sound, hopeless, optimum};
use patience_core::{
    Blind, Counters, Environment, Estimate, Event, Game, Heuristic, Limits, Observer, Run, Stop,
    Verdict,
};
use patience_search::idastar::{CACHE, Remembers, TABLE};
use patience_search::{Arguments, best_first, bfhs, idastar, peastar};

const TABLES: [&str; 3] = ["full", "cache", "none"];

fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    table: &str,
    run: &mut Run<G>,
) -> patience_core::Outcome<G::Move> {
    let arguments = Arguments::new(heuristic).with(&TABLE, table).with(&CACHE, 3u64);
    (idastar::algorithm().solve)(game, &arguments, run)
}

#[test]
fn all_tables_find_plans_of_the_same_cost() {
    for seed in 0..12u64 {
        let mut tiles: Vec<u8> = (1..8).chain([0, 8]).collect();
        let mut random = patience_core::Random::new(seed);
        let (mut blank, mut before) = (7usize, 9usize);
        for _ in 0..30 {
            let near: Vec<usize> = (0..9)
                .filter(|cell| *cell != before)
                .filter(|cell| (cell / 3).abs_diff(blank / 3) + (cell % 3).abs_diff(blank % 3) == 1)
                .collect();
            let to = near[random.index(near.len())];
            tiles.swap(blank, to);
            (before, blank) = (blank, to);
        }
        let game = Sliding { width: 3, start: tiles };
        let costs = TABLES.map(|table| {
            let mut run = Run::unlimited();
            let outcome = solve(&game, &Manhattan, table, &mut run);
            let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
                panic!("{table}: {outcome:?}")
            };
            (plan.len(), run.counters().expanded)
        });
        assert!(costs.iter().all(|(length, _)| *length == costs[0].0), "{costs:?}");
        assert!(costs[0].1 <= costs[2].1 && costs[1].1 <= costs[2].1, "{costs:?}");
    }
}

/// Free moves form a cycle here, and the plan lies beyond it.
#[test]
fn free_moves_in_a_circle_do_not_go_on_for_ever() {
    let ring = Graph {
        edges: vec![vec![(1, 0)], vec![(2, 0)], vec![(0, 0), (3, 5)], vec![]],
        goals: vec![false, false, false, true],
    };
    for table in TABLES {
        let outcome = solve(&ring, &Blind, table, &mut Run::unlimited());
        check_sound(table, &ring, Some(5), &Limits::default(), &outcome);
        assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }), "{table}");
    }
}

/// If moves may be free, states are compared with the whole path, so each cycle is noticed.
#[test]
fn losses_with_circles_are_proved_where_moves_may_be_free() {
    let ring =
        Graph { edges: vec![vec![(1, 1)], vec![(2, 1)], vec![(0, 1)]], goals: vec![false; 3] };
    let path = Graph { edges: vec![vec![(1, 1)], vec![(2, 1)], vec![]], goals: vec![false; 3] };
    for game in [ring, path] {
        for table in TABLES {
            let outcome = solve(&game, &Blind, table, &mut Run::unlimited());
            assert_eq!(outcome.verdict, Verdict::Unsolvable, "{table}");
        }
    }
}

/// If each move costs something, a path may cycle until the limits end it: without a table there is
/// then no claim.
#[test]
fn losses_with_circles_are_proved_by_the_full_table() {
    let lost = Sliding { width: 2, start: vec![2, 1, 3, 0] };
    assert_eq!(optimum(&lost), None);
    for (table, verdict) in
        [("full", Verdict::Unsolvable), ("none", Verdict::Unknown(Stop::Expansions))]
    {
        let limits = Limits { expansions: Some(2000), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        assert_eq!(solve(&lost, &Blind, table, &mut run).verdict, verdict, "{table}");
    }
}

#[test]
fn depth_and_expansions_are_limits_for_every_table() {
    let game = Counters3 { start: [1, 5, 9], goal: [2, 2, 3] };
    let truth = optimum(&game);
    assert!(truth.is_some());
    for table in TABLES {
        for most in [0, 1, 2, 4, 50] {
            let limits = Limits { depth: Some(most), ..Limits::default() };
            let limits = Limits { expansions: Some(20_000), ..limits };
            let outcome =
                solve(&game, &Blind, table, &mut Run::new(limits.clone(), Environment::none()));
            check_sound(table, &game, truth, &limits, &outcome);
        }
        for most in [1, 7, 300] {
            let limits = Limits { expansions: Some(most), ..Limits::default() };
            let mut run = Run::new(limits.clone(), Environment::none());
            let outcome = solve(&game, &Blind, table, &mut run);
            check_sound(table, &game, truth, &limits, &outcome);
            assert!(run.counters().expanded <= most);
        }
    }
}

/// A false dead end hides the plan, so there is no claim.
#[test]
fn unsound_dead_ends_prove_nothing() {
    struct Wrong;
    impl Heuristic<Graph> for Wrong {
        fn claims(&self) -> patience_core::Claims {
            patience_core::Claims { sound_dead_ends: false, ..patience_core::Claims::ADMISSIBLE }
        }
        fn estimate(&self, _: &Graph, state: &u16) -> Estimate {
            if *state == 1 { Estimate::DeadEnd } else { Estimate::Cost(0) }
        }
    }
    let game =
        Graph { edges: vec![vec![(1, 1)], vec![(2, 1)], vec![]], goals: vec![false, false, true] };
    for table in TABLES {
        let outcome = solve(&game, &Wrong, table, &mut Run::unlimited());
        check_sound(table, &game, Some(2), &Limits::default(), &outcome);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Incomplete), "{table}");
    }
}

#[test]
fn a_long_path_needs_no_stack() {
    let length = 60_000;
    let edges = (0..length).map(|node| vec![(node as u16 + 1, 1)]).chain([vec![]]).collect();
    let goals = (0..=length).map(|node| node == length).collect();
    let game = Graph { edges, goals };
    struct Known(u32);
    impl Heuristic<Graph> for Known {
        fn claims(&self) -> patience_core::Claims {
            patience_core::Claims::CONSISTENT
        }
        fn estimate(&self, _: &Graph, state: &u16) -> Estimate {
            Estimate::Cost(self.0 - u32::from(*state))
        }
    }
    let search = move || {
        // Free moves are possible in these graphs, so each state is compared with the whole path.
        let limits = Limits { expansions: Some(3000), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = solve(&game, &Known(length as u32), "none", &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions));
        assert_eq!(run.counters().peak_open, 3000);
    };
    std::thread::Builder::new().stack_size(64 << 10).spawn(search).unwrap().join().unwrap();
    assert_eq!(TABLES.len(), <Remembers as patience_core::Choice>::WORDS.len());
}

/// The widest three layers of 181,440 states, since moves can be undone.
#[test]
fn breadth_first_heuristic_search_remembers_three_layers() {
    let mut run = Run::unlimited();
    let outcome = bfhs::solve(&hopeless(), &Blind, &mut run);
    assert_eq!(outcome.verdict, Verdict::Unsolvable);
    let stored = run.counters().peak_closed;
    assert!((60_000..75_000).contains(&stored), "{stored}");
}

/// Partial expansion stores no state whose f is above the cost of the plan.
#[test]
fn partial_expansion_stores_fewer_states() {
    let game = Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    let stored = |partially| {
        let mut run = Run::unlimited();
        let outcome = match partially {
            true => peastar::solve(&game, &Manhattan, &mut run),
            false => best_first::search(&game, &Manhattan, &best_first::Variant::ASTAR, &mut run),
        };
        assert_eq!(outcome.lower_bound, 31);
        run.counters().peak_closed
    };
    let (partially, whole) = (stored(true), stored(false));
    assert!(4 * partially < 3 * whole, "{partially} of {whole}");
}

/// IDA* counts most expansions itself: the limits and the cancel flag apply as if it requested each
/// one.
#[test]
fn leased_expansions_keep_limits_and_cancelling_exact() {
    let cancel = AtomicBool::new(false);
    let game = Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    for most in [1, 255, 256, 257, 5000] {
        let mut seen = Seen::default();
        let counters = [true, false].map(|watched| {
            let limits = Limits { expansions: Some(most), ..Limits::default() };
            let mut run = Run::new(limits, Environment::none());
            if watched {
                run = run.with_observer(&mut seen);
            }
            let outcome = solve(&game, &Manhattan, "none", &mut run);
            assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions));
            run.counters()
        });
        assert_eq!(counters[0], counters[1]);
        assert_eq!((counters[0].expanded, seen.0), (most, most));
    }
    struct Cancels<'a>(&'a AtomicBool, Cell<u32>);
    impl Heuristic<Sliding> for Cancels<'_> {
        fn claims(&self) -> patience_core::Claims {
            patience_core::Claims::CONSISTENT
        }
        fn estimate(&self, _: &Sliding, _: &u64) -> Estimate {
            self.1.set(self.1.get() + 1);
            self.0.store(self.1.get() >= 3000, Ordering::Relaxed);
            Estimate::Cost(0)
        }
    }
    let heuristic = Cancels(&cancel, Cell::new(0));
    let mut run = Run::new(Limits::default(), Environment::none().with_cancel(&cancel));
    let outcome = solve(&game, &heuristic, "none", &mut run);
    assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Cancelled));
    assert!(heuristic.1.get() < 3004, "it ends before the next expansion");
}

#[derive(Default)]
struct Seen(u64);

impl Observer<Sliding> for Seen {
    fn event(&mut self, _: &Sliding, event: Event<'_, Sliding>, _: &Counters) {
        self.0 += u64::from(matches!(event, Event::Expanded { .. }));
    }
}
