//! Every algorithm on small random graphs: free and costly moves, dead ends, heuristics of
//! every kind, limits.

mod common;

use std::collections::HashMap;

use common::*;
use patience_core::{Claims, Environment, Estimate, Game, Limits, Run, Verdict};
use patience_search::algorithms;
use proptest::prelude::*;

fn graphs(costs: std::ops::Range<u32>) -> impl Strategy<Value = Graph> {
    (2usize..11).prop_flat_map(move |nodes| {
        let edge = (0..nodes as u16, costs.clone());
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), nodes);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        (edges, goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

/// The way in which a heuristic is made from the true distances.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Values are at most the distance, and dead ends are real.
    Admissible,
    /// Arbitrary values, but sound dead ends.
    Inadmissible,
    /// Arbitrary values, and dead ends may be wrong.
    Wrong,
    /// Values are at most the distance, but dead ends may be wrong.
    AdmissibleButWrong,
}

fn heuristic(game: &Graph, kind: Kind, noise: &[u32]) -> Tabled<u16> {
    let truth = distances(game);
    let estimate = |key: u16, distance: Option<u32>| {
        let noise = noise[usize::from(key) % noise.len()];
        match (kind, distance) {
            (Kind::Wrong | Kind::AdmissibleButWrong, _) if noise.is_multiple_of(5) => {
                Estimate::DeadEnd
            }
            (Kind::Admissible | Kind::AdmissibleButWrong, Some(distance)) => {
                Estimate::Cost(noise % (distance + 1))
            }
            (_, None) if noise.is_multiple_of(2) => Estimate::DeadEnd,
            _ => Estimate::Cost(noise % 13),
        }
    };
    let claims = Claims {
        admissible: matches!(kind, Kind::Admissible | Kind::AdmissibleButWrong),
        consistent: false,
        sound_dead_ends: matches!(kind, Kind::Admissible | Kind::Inadmissible),
    };
    Tabled {
        claims,
        estimates: truth
            .into_iter()
            .map(|(key, distance)| (key, estimate(key, distance)))
            .collect(),
    }
}

/// A graph declared undirected.
#[derive(Debug)]
struct Undirected(Graph);

impl Game for Undirected {
    type State = u16;
    type Move = u16;
    type Key = u16;

    fn start(&self) -> u16 {
        self.0.start()
    }
    fn is_goal(&self, state: &u16) -> bool {
        self.0.is_goal(state)
    }
    fn moves(&self, state: &u16, out: &mut Vec<u16>) {
        self.0.moves(state, out);
    }
    fn apply(&self, state: &u16, mv: u16) -> u16 {
        self.0.apply(state, mv)
    }
    fn cost(&self, state: &u16, mv: u16) -> u32 {
        self.0.cost(state, mv)
    }
    fn least_cost(&self) -> u32 {
        0
    }
    fn is_undirected(&self) -> bool {
        true
    }
    fn key(&self, state: &u16) -> u16 {
        *state
    }
}

fn kinds() -> impl Strategy<Value = Kind> {
    prop::sample::select(vec![
        Kind::Admissible,
        Kind::Inadmissible,
        Kind::Wrong,
        Kind::AdmissibleButWrong,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(patience_testing::size(200, 1500)))]

    #[test]
    fn all_promises_hold(
        game in graphs(0..5),
        kind in kinds(),
        noise in prop::collection::vec(any::<u32>(), 1..11),
    ) {
        let heuristic = heuristic(&game, kind, &noise);
        check_all("random", &game, &[("tabled", &heuristic)]);
    }

    /// Moves that can be undone: searches may drop layers more than two back.
    #[test]
    fn all_promises_hold_where_moves_go_back(
        game in graphs(0..5),
        kind in kinds(),
        noise in prop::collection::vec(any::<u32>(), 1..11),
    ) {
        let mut both = game.edges.clone();
        for (from, edges) in (0..).zip(&game.edges) {
            edges.iter().for_each(|(to, cost)| both[usize::from(*to)].push((from, *cost)));
        }
        let game = Graph { edges: both, ..game };
        let heuristic = heuristic(&game, kind, &noise);
        check_all("undirected", &Undirected(game), &[("tabled", &heuristic)]);
    }

    #[test]
    fn limits_keep_outcomes_sound(
        game in graphs(0..5),
        kind in kinds(),
        noise in prop::collection::vec(any::<u32>(), 1..11),
        depth in prop::option::of(0u32..8),
        expansions in prop::option::of(0u64..20),
        seed in any::<u64>(),
    ) {
        let heuristic = heuristic(&game, kind, &noise);
        let truth = optimum(&game);
        let limits = Limits { depth, expansions, ..Limits::default() };
        for algorithm in algorithms::<Graph>() {
            let mut run = Run::new(limits.clone(), Environment::none()).with_seed(seed);
            let given = arguments(algorithm.name, &heuristic);
            let outcome = (algorithm.solve)(&game, &given, &mut run);
            check_sound(algorithm.name, &game, truth, &limits, &outcome);
            prop_assert!(expansions.is_none_or(|most| run.counters().expanded <= most));
        }
    }

    /// With unit costs, a search within a depth limit finds every plan within it.
    #[test]
    fn depth_limits_miss_nothing(game in graphs(1..2), depth in 0u32..8) {
        let within = optimum(&game).filter(|truth| *truth <= depth);
        let blind: Tabled<u16> = heuristic_of(&game, 0);
        for name in
            ["bfs", "dfs", "iddfs", "ucs", "astar", "peastar", "idastar", "bfhs", "anytime"]
        {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let mut run = Run::new(limits, Environment::none());
            let mut algorithms = algorithms::<Graph>().into_iter();
            let algorithm = algorithms.find(|algorithm| algorithm.name == name).unwrap();
            let outcome = (algorithm.solve)(&game, &arguments(name, &blind), &mut run);
            let found = matches!(outcome.verdict, Verdict::Solved { .. });
            prop_assert_eq!(found, within.is_some(), "{}: {:?}", name, outcome);
        }
    }
}

/// A cheaper path, with more moves, to a state already expanded: the plan found through that
/// state is within the depth limit, the one along the cheapest paths is not.
#[test]
fn a_cheaper_path_makes_no_plan_longer_than_the_limit() {
    let edges = vec![vec![(3, 0)], vec![(4, 0)], vec![(1, 0)], vec![(2, 0), (1, 1)], vec![]];
    let game = Graph { edges, goals: vec![false, false, false, false, true] };
    let estimates =
        (0..5).map(|key| (key, Estimate::Cost(if key % 2 == 0 { 2 } else { 0 }))).collect();
    let claims = Claims { admissible: false, consistent: false, sound_dead_ends: true };
    let heuristic = Tabled { claims, estimates };
    let limits = Limits { depth: Some(3), ..Limits::default() };
    for algorithm in algorithms::<Graph>() {
        let mut run = Run::new(limits.clone(), Environment::none());
        let given = arguments(algorithm.name, &heuristic);
        let outcome = (algorithm.solve)(&game, &given, &mut run);
        check_sound(algorithm.name, &game, Some(0), &limits, &outcome);
    }
}

fn heuristic_of(game: &Graph, h: u32) -> Tabled<u16> {
    let estimates: HashMap<u16, Estimate> =
        distances(game).into_keys().map(|key| (key, Estimate::Cost(h))).collect();
    Tabled { claims: Claims::CONSISTENT, estimates }
}
