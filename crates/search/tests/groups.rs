//! Searches that expand states in groups once many are known: the properties that a group must not
//! change.

mod common;

use std::cell::Cell;
use std::collections::{HashSet, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};

use common::*;
use patience_core::{
    Blind, Counters, Environment, Event, Game, Limits, Observer, Run, Stop, Verdict, successors,
};
use patience_search::best_first::{Ties, Variant, search};
use patience_search::bfs;
use patience_search::closures::{AtLeast, astar};
use patience_testing::size;

/// States in the order of their expansion.
#[derive(Default)]
struct Trace(Vec<u64>);

impl Observer<Sliding> for Trace {
    fn event(&mut self, _: &Sliding, event: Event<'_, Sliding>, _: &Counters) {
        if let Event::Expanded { state, .. } = event {
            self.0.push(*state);
        }
    }
}

/// All states of the hopeless eight-puzzle in the order of plain breadth-first search, with depths.
fn plainly() -> Vec<(u64, u32)> {
    let game = hopeless();
    let (mut known, mut order) = (HashSet::from([game.start()]), Vec::new());
    let mut waiting = VecDeque::from([(game.start(), 0)]);
    while let Some((state, depth)) = waiting.pop_front() {
        let fresh = successors(&game, &state).into_iter().filter(|(_, next)| known.insert(*next));
        waiting.extend(fresh.map(|(_, next)| (next, depth + 1)));
        order.push((state, depth));
    }
    order
}

#[test]
fn groups_keep_the_order_of_layers() {
    let truth: Vec<u64> = plainly().into_iter().map(|(state, _)| state).collect();
    for is_by_cost in [false, true] {
        let mut trace = Trace::default();
        let mut run = Run::new(Limits::default(), Environment::none()).with_observer(&mut trace);
        let outcome = match is_by_cost {
            true => search(&hopeless(), &Blind, &Variant::UNIFORM_COST, &mut run),
            false => bfs::solve(&hopeless(), &mut run),
        };
        assert_eq!(outcome.verdict, Verdict::Unsolvable);
        assert!(trace.0 == truth, "the order differs, by cost: {is_by_cost}");
    }
}

/// The rest of a group counts towards the bound: no state from n onward is expanded, so the
/// bound is the depth of state n, for each place of n in a group.
#[test]
fn a_stop_within_a_group_keeps_the_bound() {
    let order = plainly();
    let last = order.iter().rposition(|(_, depth)| *depth == 20).unwrap() as u64;
    for ties in [Ties::Fifo, Ties::LowH] {
        // Groups have eight states, so eight steps of 3 hit each place in a group.
        let (around, step) = size((12, 3), (20, 1));
        for expansions in (last - around..last + around).step_by(step) {
            let limits = Limits { expansions: Some(expansions), ..Limits::default() };
            let mut run = Run::new(limits, Environment::none());
            let variant = Variant { ties, ..Variant::ASTAR };
            let outcome = search(&hopeless(), &Blind, &variant, &mut run);
            assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Expansions));
            assert_eq!(outcome.lower_bound, order[expansions as usize].1, "{expansions}");
        }
    }
}

/// A search that ends soon expands no unnecessary state.
#[test]
fn a_short_search_has_no_groups() {
    let straight = Sliding { width: 3, start: vec![0, 1, 3, 4, 2, 5, 7, 8, 6] };
    let mut run = Run::unlimited();
    let outcome = search(&straight, &Manhattan, &Variant::ASTAR, &mut run);
    let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
        panic!("it can be solved")
    };
    assert_eq!(plan.len(), 4);
    assert_eq!(run.counters().expanded, 4);
}

/// The cancel flag is read at each expansion, even within a group.
#[test]
fn groups_are_cancelled_at_once() {
    struct Cancelling<'a>(&'a AtomicBool);
    impl Observer<Sliding> for Cancelling<'_> {
        fn event(&mut self, _: &Sliding, event: Event<'_, Sliding>, counters: &Counters) {
            if matches!(event, Event::Expanded { .. }) && counters.expanded == 50_005 {
                self.0.store(true, Ordering::Relaxed);
            }
        }
    }
    let cancel = AtomicBool::new(false);
    let mut watcher = Cancelling(&cancel);
    let environment = Environment::none().with_cancel(&cancel);
    let mut run = Run::new(Limits::default(), environment).with_observer(&mut watcher);
    let outcome = search(&hopeless(), &Blind, &Variant::ASTAR, &mut run);
    assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Cancelled));
    assert_eq!(run.counters().expanded, 50_005);
}

/// Each expansion generates successors once, and twice more along the plan: to find its moves
/// and to replay it.
#[test]
fn closures_are_asked_once() {
    let asked = Cell::new(0);
    let next = |&(x, y): &(i32, i32)| {
        asked.set(asked.get() + 1);
        [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].map(|cell| (cell, 1))
    };
    let answer = astar((0, 0), next, |_: &(i32, i32)| AtLeast(0), |cell| *cell == (70, 70));
    assert!(answer.is_optimal() && answer.cost == Some(140));
    let again = asked.get() - answer.counters.expanded;
    assert!(again <= 10 * 140, "{again} of {}", answer.counters.expanded);
}
