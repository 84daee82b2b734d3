//! Every algorithm on every toy game, with and without limits, compared with plain Dijkstra.

#[path = "../common/mod.rs"]
mod common;
mod limits;
mod watching;

use std::cell::Cell;
use std::collections::HashMap;

use common::*;
use patience_core::{
    Blind, Claims, Environment, Estimate, Game, Heuristic, Limits, Outcome, Run, Stop, Verdict,
    replay,
};
use patience_search::playout::PLAYOUT;
use patience_search::{Arguments, algorithms, dwastar, hybrid};

/// A heuristic that orders at random and makes no claims.
struct Noise;

impl<G: Game<Key: Into<u64>>> Heuristic<G> for Noise {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }
    fn estimate(&self, game: &G, state: &G::State) -> Estimate {
        let key: u64 = game.key(state).into();
        Estimate::Cost((key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as u32)
    }
}

#[test]
fn sliding_tiles() {
    for (width, start) in [
        (2, vec![1, 2, 3, 0]),
        (2, vec![3, 2, 1, 0]),
        (3, vec![5, 1, 3, 4, 0, 2]),
        (3, vec![2, 1, 3, 4, 5, 0]),
        (3, vec![1, 2, 3, 0, 4, 6, 7, 5, 8]),
    ] {
        let game = Sliding { width, start };
        check_all(
            &format!("{game:?}"),
            &game,
            &[("blind", &Blind), ("manhattan", &Manhattan), ("noise", &Noise)],
        );
    }
}

#[test]
fn jugs() {
    for (sizes, wanted) in
        [([8, 5, 3], 4), ([3, 5, 0], 4), ([9, 6, 3], 4), ([7, 5, 2], 0), ([11, 7, 5], 9)]
    {
        let game = Jugs { sizes, wanted };
        check_all(&format!("{game:?}"), &game, &[("blind", &Blind)]);
    }
}

#[test]
fn symmetric_keys() {
    for (start, goal) in [
        ([0, 3, 5], [2, 2, 7]),
        ([9, 1, 4], [0, 0, 0]),
        ([1, 2, 9], [5, 6, 9]),
        ([0, 9, 0], [0, 8, 9]),
    ] {
        let game = Counters3 { start, goal };
        check_all(&format!("{game:?}"), &game, &[("blind", &Blind)]);
    }
}

#[test]
fn mazes() {
    for maze in [
        vec!["S....", ".###.", "...#G"],
        vec!["S.#G.", "..#..", ".###.", "....."],
        vec!["S.#G", "..#."],
        vec![
            "..........",
            ".########.",
            ".#......#.",
            ".#.####.#.",
            "S#.#G...#.",
            ".#.######.",
            ".#........",
        ],
    ] {
        let game = Maze(maze);
        check_all(&format!("{game:?}"), &game, &[("blind", &Blind)]);
    }
}

/// A game in which a free move leads to a cheap plan, and free moves form cycles.
#[test]
fn free_moves() {
    let game = Graph {
        edges: vec![
            vec![(1, 0), (3, 2)],
            vec![(2, 0), (0, 0)],
            vec![(0, 0), (4, 1), (5, 0)],
            vec![(6, 0)],
            vec![(6, 0)],
            vec![(5, 0)],
            vec![(0, 0)],
        ],
        goals: vec![false, false, false, false, false, false, true],
    };
    assert_eq!(optimum(&game), Some(1));
    check_all("free moves", &game, &[("blind", &Blind)]);
}

fn small() -> Sliding {
    Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] }
}

#[test]
fn the_hybrid_finishes_what_the_tree_search_began() {
    // No playout of four moves wins; the search continues from the leaves of the tree.
    let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
    let hybrid = algorithms().into_iter().find(|algorithm| algorithm.name == "hybrid").unwrap();
    for finish in ["astar", "greedy"] {
        let arguments = Arguments::new(&Manhattan)
            .with(&hybrid::SIMULATIONS, 30u64)
            .with(&PLAYOUT, 4u64)
            .with(&hybrid::LINES, 3u64)
            .with(&hybrid::FINISH, finish);
        let outcome: Outcome<u8> =
            (hybrid.solve)(&game, &arguments, &mut Run::unlimited().with_seed(1));
        let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("{finish}: {outcome:?}") };
        assert!(plan.len() > 4 && replay(&game, &plan).is_ok(), "{finish}: {plan:?}");
        assert_eq!(outcome.lower_bound, 0, "nothing is proved");
    }
}

#[test]
fn a_falling_weight_keeps_its_bound() {
    let game = Sliding { width: 3, start: vec![8, 1, 3, 4, 0, 2, 7, 6, 5] };
    let best = optimum(&game).unwrap();
    for epsilon in [0.0, 0.5, 3.0] {
        let outcome = dwastar::solve(&game, &Manhattan, epsilon, &mut Run::unlimited());
        let Verdict::Solved { plan, .. } = outcome.verdict else {
            panic!("{epsilon}: {outcome:?}")
        };
        assert!(
            plan.len() as f64 <= (1.0 + epsilon) * f64::from(best),
            "{epsilon}: {} of {best}",
            plan.len()
        );
        assert!(epsilon > 0.0 || outcome.lower_bound == best);
    }
}

/// Inconsistent but admissible, with a trap: states must be reopened.
#[test]
fn a_star_opens_again() {
    let game = Graph {
        edges: vec![vec![(1, 1), (2, 3)], vec![(2, 1)], vec![(3, 4)], vec![(4, 4)], vec![]],
        goals: vec![false, false, false, false, true],
    };
    let estimates = HashMap::from([(0, 0), (1, 9), (2, 0), (3, 0), (4, 0)]);
    let estimates = estimates.into_iter().map(|(key, h)| (key, Estimate::Cost(h))).collect();
    let heuristic = Tabled { claims: Claims::ADMISSIBLE, estimates };
    let mut run = Run::unlimited();
    let astar =
        algorithms::<Graph>().into_iter().find(|algorithm| algorithm.name == "astar").unwrap();
    let outcome = (astar.solve)(&game, &Arguments::new(&heuristic), &mut run);
    assert_eq!(outcome.lower_bound, 10);
    assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
    assert!(run.counters().reopened > 0);
    check_all("the trap", &game, &[("inconsistent", &heuristic)]);
}

/// Sums beyond `u32` neither panic nor wrap around, which would make a plan look cheap.
#[test]
fn costs_that_overflow_saturate() {
    const DEAR: u32 = u32::MAX / 2 + 1;
    let edges = vec![
        vec![(1, DEAR), (2, 5)],
        vec![(3, DEAR)],
        vec![(4, 5)],
        vec![(3, 1)],
        vec![(3, DEAR), (0, DEAR)],
    ];
    let game = Graph { edges, goals: vec![false, false, false, true, false] };
    for algorithm in algorithms::<Graph>() {
        let arguments = Arguments::new(&Blind as &dyn Heuristic<Graph>);
        let mut run = Run::new(
            Limits { expansions: Some(100_000), ..Limits::default() },
            Environment::none(),
        );
        let Verdict::Solved { plan, optimal, .. } =
            (algorithm.solve)(&game, &arguments, &mut run).verdict
        else {
            panic!("{}", algorithm.name)
        };
        let cost = patience_core::replay(&game, &plan).unwrap();
        assert!(!optimal || cost == DEAR + 10, "{} calls {cost} the least cost", algorithm.name);
    }
}

/// A game that contradicts itself: once it returns to its start after a won state, as the replay
/// does, no state is won.
#[derive(Default)]
struct Moody {
    was_won: Cell<bool>,
    is_over: Cell<bool>,
}

impl Game for Moody {
    type State = u32;
    type Move = u32;
    type Key = u32;
    fn start(&self) -> u32 {
        self.is_over.set(self.was_won.get());
        0
    }
    fn is_goal(&self, state: &u32) -> bool {
        let is_won = *state == 5 && !self.is_over.get();
        self.was_won.set(self.was_won.get() || is_won);
        is_won
    }
    fn moves(&self, state: &u32, out: &mut Vec<u32>) {
        out.extend((1..=2).filter(|step| state + step <= 5));
    }
    fn apply(&self, state: &u32, step: u32) -> u32 {
        state + step
    }
    fn key(&self, state: &u32) -> u32 {
        *state
    }
}

#[test]
fn plans_that_fail_the_replay_are_defects() {
    let mut found = 0;
    for algorithm in algorithms::<Moody>() {
        let game = Moody::default();
        let limits = Limits { expansions: Some(10_000), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = (algorithm.solve)(&game, &Arguments::new(&Blind), &mut run);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Defect), "{}", algorithm.name);
        found += 1;
    }
    assert!(found > 15, "{found} algorithms");
}
