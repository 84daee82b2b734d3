//! The one-line calls, on games and on closures.

mod common;

use std::time::Duration;

use common::*;
use patience_core::{
    Blind, Claims, Environment, Estimate, Game, Heuristic, Limits, Run, Stop, Values, Verdict,
};
use patience_search::closures::{self, AtLeast, Estimated, Space};
use patience_search::{
    Answer, Arguments, algorithms, astar, beam, bfs, dfs, dijkstra, greedy, idastar, wastar, within,
};
use proptest::prelude::*;

/// Compares an answer with the truth; `costs_least` if the call guarantees a cheapest plan.
fn check<M>(name: &str, answer: &Answer<M>, truth: Option<u32>, costs_least: bool) {
    match answer.verdict {
        Verdict::Solved { optimal, .. } => {
            let (cost, truth) = (answer.cost.unwrap(), truth.unwrap());
            assert!(cost >= truth && answer.lower_bound <= truth, "{name}: {cost}, {truth}");
            assert_eq!(optimal, answer.lower_bound == cost, "{name}");
            assert!(optimal || !costs_least, "{name}");
        }
        Verdict::Unsolvable => assert_eq!((truth, answer.cost), (None, None), "{name}"),
        Verdict::Unknown(stop) => assert_eq!((name, stop), ("beam", Stop::Incomplete)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn calls_on_games_and_closures_agree(
        edges in (2usize..12).prop_flat_map(|nodes| {
            let edge = (0..nodes as u16, 0u32..5);
            prop::collection::vec(prop::collection::vec(edge, 0..4), nodes)
        }),
        goal in 1u16..12,
        noise in 0u32..10,
    ) {
        let goals = (0..edges.len()).map(|node| node == usize::from(goal)).collect();
        let game = Graph { edges, goals };
        let truth = optimum(&game);
        let left = distances(&game);
        // In the closures the estimates of states without a path are 0.
        let bound = |state: &u16| left[state].map_or(0, |left| left.saturating_sub(noise));
        let estimates = left.keys().map(|key| (*key, Estimate::Cost(bound(key)))).collect();
        let heuristic = Tabled { claims: Claims::ADMISSIBLE, estimates };
        for (name, answer, costs_least) in [
            ("bfs", bfs(&game), false),
            ("dfs", dfs(&game), false),
            ("dijkstra", dijkstra(&game), true),
            ("astar", astar(&game, &heuristic), true),
            ("wastar", wastar(&game, &heuristic, 2.0), false),
            ("idastar", idastar(&game, &heuristic), true),
            ("greedy", greedy(&game, &heuristic), false),
            ("beam", beam(&game, &heuristic, 2), false),
        ] {
            check(name, &answer, truth, costs_least);
            let replayed = answer.plan().map(|plan| patience_core::replay(&game, plan).unwrap());
            prop_assert_eq!(replayed, answer.cost);
        }
        let steps = |state: &u16| game.edges[usize::from(*state)].clone();
        let nodes = |state: &u16| steps(state).into_iter().map(|(node, _)| node);
        let lower = |state: &u16| AtLeast(bound(state));
        let is_goal = |state: &u16| *state == goal;
        for (name, answer, costs_least) in [
            ("dijkstra", closures::dijkstra(0, steps, is_goal), true),
            ("astar", closures::astar(0, steps, lower, is_goal), true),
            ("astar", closures::astar(0, steps, bound, is_goal), false),
            ("wastar", closures::wastar(0, steps, lower, 2.0, is_goal), false),
            ("idastar", closures::idastar(0, steps, lower, is_goal), true),
            ("greedy", closures::greedy(0, steps, bound, is_goal), false),
            ("beam", closures::beam(0, steps, bound, 2, is_goal), false),
        ] {
            check(name, &answer, truth, costs_least);
            check_path(&answer, steps, goal);
        }
        // Steps without costs cost 1 each.
        let mut even = game.clone();
        even.edges.iter_mut().flatten().for_each(|(_, cost)| *cost = 1);
        let fewest = optimum(&even);
        check("bfs", &closures::bfs(0, nodes, is_goal), fewest, true);
        check("dfs", &closures::dfs(0, nodes, is_goal), fewest, false);
    }
}

/// The states of a plan lead from 0 to the goal, at the reported cost.
fn check_path(answer: &Answer<u16>, steps: impl Fn(&u16) -> Vec<(u16, u32)>, goal: u16) {
    let Some(path) = answer.plan() else { return };
    let cost = path.windows(2).map(|pair| {
        let ways = steps(&pair[0]).into_iter().filter(|(next, _)| *next == pair[1]);
        ways.map(|(_, cost)| cost).min().expect("a step")
    });
    assert!(cost.sum::<u32>() <= answer.cost.unwrap());
    assert_eq!((path[0], path[path.len() - 1]), (0, goal));
}

/// The code of the README's example is that in `examples`, which has its own tests.
#[test]
fn a_fifteen_puzzle_takes_twenty_lines() {
    let example = include_str!("../examples/fifteen_puzzle.rs");
    let code = example.split_once("\n\n").expect("a line that says what it is").1;
    let code = code.split_once("\n#[cfg(test)]").expect("tests").0;
    assert!(include_str!("../README.md").contains(&format!("```rust\n{code}```")));
    let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= 20 && code.lines().all(|line| line.len() <= 100), "{lines} lines");
}

#[test]
fn calls_keep_limits() {
    let game = hopeless();
    let three = within(Limits { expansions: Some(3), ..Limits::default() });
    for answer in [three.dijkstra(&game), three.astar(&game, &Manhattan), three.dfs(&game)] {
        assert_eq!(answer.verdict, Verdict::Unknown(Stop::Expansions));
        assert_eq!(answer.counters.expanded, 3);
    }
    let none = within(Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!(none.bfs(&game).verdict, Verdict::Unknown(Stop::Time));
    let blind = none.in_environment(Environment::none());
    assert_eq!(blind.greedy(&game, &Blind).verdict, Verdict::Unknown(Stop::NoClock));
    let space = Space::new(1u64, |number| [(number + 1, 1)], |_| false);
    assert_eq!(
        three.idastar(&space, &Estimated(|_: &u64| 0)).verdict,
        Verdict::Unknown(Stop::Expansions)
    );
}

/// The preprocessing of a heuristic also respects the limits.
#[test]
fn preparing_a_heuristic_counts() {
    struct Slow;
    impl<G: Game> Heuristic<G> for Slow {
        fn claims(&self) -> Claims {
            Claims::CONSISTENT
        }
        fn prepare(&self, _: &G, budget: &mut patience_core::Budget<'_>) -> Result<(), Stop> {
            loop {
                budget.tick()?;
            }
        }
        fn estimate(&self, _: &G, _: &G::State) -> Estimate {
            Estimate::Cost(0)
        }
    }
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(within(limits).astar(&hopeless(), &Slow).verdict, Verdict::Unknown(Stop::Time));
}

/// A key that omits relevant data leads to invalid plans.
#[test]
fn a_game_with_wrong_keys_ends_in_a_defect() {
    struct Forgetful;
    impl Game for Forgetful {
        type State = (u32, bool);
        type Move = bool;
        type Key = u32;
        fn start(&self) -> (u32, bool) {
            (0, false)
        }
        fn is_goal(&self, (_, won): &(u32, bool)) -> bool {
            *won
        }
        fn moves(&self, _: &(u32, bool), out: &mut Vec<bool>) {
            out.extend([true, false]);
        }
        fn apply(&self, (at, _): &(u32, bool), wins: bool) -> (u32, bool) {
            (at + 1, wins)
        }
        fn cost(&self, _: &(u32, bool), wins: bool) -> u32 {
            1 + u32::from(wins)
        }
        fn key(&self, (at, _): &(u32, bool)) -> u32 {
            *at
        }
    }
    assert_eq!(bfs(&Forgetful).verdict, Verdict::Unknown(Stop::Defect));
}

#[test]
fn costs_beyond_the_greatest_are_not_proved_least() {
    // Both paths cost more than a `u32` holds, and all sums beyond that are equal.
    let steps = |at: &u32| match at {
        0 => vec![(1, u32::MAX), (2, u32::MAX)],
        1 => vec![(3, u32::MAX)],
        2 => vec![(3, 1)],
        _ => Vec::new(),
    };
    let space = Space::new(0, steps, |at| *at == 3);
    for algorithm in algorithms() {
        let arguments = Arguments { heuristic: &Blind, guide: None, values: Values::default() };
        let limits = Limits { expansions: Some(10_000), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = (algorithm.solve)(&space, &arguments, &mut run);
        let claimed = matches!(outcome.verdict, Verdict::Solved { optimal: true, .. });
        assert!(!claimed, "{}: {outcome:?}", algorithm.name);
    }
}
