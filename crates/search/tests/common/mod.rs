//! Plain Dijkstra as the truth, and the check that every algorithm must pass.

#![allow(dead_code)]

mod games;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use patience_core::{
    Claims, Game, Heuristic, Limits, Outcome, Run, Stop, Verdict, replay, successors,
};
use patience_search::playout::PLAYOUT;
use patience_search::{Algorithm, Arguments, algorithms, beam, best_first, mcts, nmcs};

#[allow(unused_imports)]
pub use games::{Counters3, Graph, Jugs, Manhattan, Maze, Sliding, Tabled};

/// The cheapest path from each reachable key to a goal: plain Dijkstra, once from every state.
pub fn distances<G: Game>(game: &G) -> HashMap<G::Key, Option<u32>> {
    let mut states = vec![game.start()];
    let mut numbers = HashMap::from([(game.key(&states[0]), 0)]);
    let mut backward: Vec<Vec<(usize, u32)>> = vec![Vec::new()];
    let mut at = 0;
    while at < states.len() {
        for (mv, next) in successors(game, &states[at].clone()) {
            let cost = game.cost(&states[at], mv);
            let number = *numbers.entry(game.key(&next)).or_insert_with(|| {
                states.push(next);
                backward.push(Vec::new());
                states.len() - 1
            });
            backward[number].push((at, cost));
        }
        at += 1;
    }
    let mut distance: Vec<Option<u32>> = vec![None; states.len()];
    let goals = (0..states.len()).filter(|number| game.is_goal(&states[*number]));
    let mut open: BinaryHeap<_> = goals.map(|number| Reverse((0, number))).collect();
    while let Some(Reverse((way, number))) = open.pop() {
        if distance[number].is_none() {
            distance[number] = Some(way);
            open.extend(
                backward[number].iter().map(|&(before, cost)| Reverse((way + cost, before))),
            );
        }
    }
    numbers.into_iter().map(|(key, number)| (key, distance[number])).collect()
}

/// Whether every move costs the same, and the game declares it.
pub fn is_even<G: Game>(game: &G) -> bool {
    let mut states = vec![game.start()];
    let mut seen = HashSet::from([game.key(&states[0])]);
    while let Some(state) = states.pop() {
        for (mv, next) in successors(game, &state) {
            if game.cost(&state, mv) != game.least_cost() {
                return false;
            }
            if seen.insert(game.key(&next)) {
                states.push(next);
            }
        }
    }
    true
}

/// The cost of a cheapest plan.
pub fn optimum<G: Game>(game: &G) -> Option<u32> {
    distances(game)[&game.key(&game.start())]
}

/// Small settings for algorithms that would otherwise play for a long time.
pub fn arguments<'a, G: Game>(
    algorithm: &str,
    heuristic: &'a dyn Heuristic<G>,
) -> Arguments<'a, G> {
    let (iterations, level) = match algorithm {
        "mcts" => (30u64, 2u64),
        "nmcs" => (2, 1),
        _ => (8, 2),
    };
    Arguments::new(heuristic)
        .with(&PLAYOUT, 40u64)
        .with(&mcts::SIMULATIONS, iterations)
        .with(&nmcs::LEVEL, level)
        .with(&beam::WIDTH, 3u64)
        .with(&best_first::WEIGHT, 1.7)
}

/// Whether an algorithm can rely on more than the rules.
pub fn claims_of<G: Game>(algorithm: &Algorithm<G>, heuristic: &dyn Heuristic<G>) -> Claims {
    if algorithm.uses_heuristic() { heuristic.claims() } else { Claims::CONSISTENT }
}

/// Compares all parts of an outcome with the truth.
pub fn check_sound<G: Game>(
    name: &str,
    game: &G,
    truth: Option<u32>,
    limits: &Limits,
    outcome: &Outcome<G::Move>,
) {
    match &outcome.verdict {
        Verdict::Solved { plan, optimal, stop } => {
            let cost = replay(game, plan).unwrap_or_else(|error| panic!("{name}: {error}"));
            let truth = truth.unwrap_or_else(|| panic!("{name} solved the unsolvable"));
            assert!(
                cost >= truth && outcome.lower_bound <= truth,
                "{name}: {cost}, {}, {truth}",
                outcome.lower_bound
            );
            assert_eq!(*optimal, outcome.lower_bound == cost, "{name}");
            assert!(!optimal || stop.is_none(), "{name}");
            assert!(limits.depth.is_none_or(|most| plan.len() <= most as usize), "{name}");
        }
        Verdict::Unsolvable => assert_eq!(truth, None, "{name} gave up the solvable"),
        Verdict::Unknown(_) => {
            assert!(
                truth.is_none_or(|truth| outcome.lower_bound <= truth),
                "{name}: {}",
                outcome.lower_bound
            );
        }
    }
}

/// Runs every algorithm on one game without limits: it keeps its guarantees, and claims no more.
pub fn check_all<G: Game>(case: &str, game: &G, heuristics: &[(&str, &dyn Heuristic<G>)]) {
    let truth = optimum(game);
    let even = is_even(game);
    for algorithm in algorithms::<G>() {
        for (heuristic_name, heuristic) in heuristics {
            let name = format!("{case}, {}, {heuristic_name}", algorithm.name);
            let parameters = arguments(algorithm.name, *heuristic);
            let solve = || {
                let mut run = Run::unlimited().with_seed(7);
                let outcome = (algorithm.solve)(game, &parameters, &mut run);
                (outcome, run.counters())
            };
            let (outcome, counters) = solve();
            check_sound(&name, game, truth, &Limits::default(), &outcome);
            assert_eq!(solve(), (outcome.clone(), counters), "{name}: a second run differs");
            let claims = claims_of(&algorithm, *heuristic);
            if algorithm.complete && claims.sound_dead_ends {
                assert!(!matches!(outcome.verdict, Verdict::Unknown(_)), "{name}: {outcome:?}");
            }
            let counts_moves = ["bfs", "iddfs", "bfhs"].contains(&algorithm.name);
            if algorithm.optimal
                && claims.admissible
                && claims.sound_dead_ends
                && (even || !counts_moves)
            {
                assert!(
                    matches!(
                        outcome.verdict,
                        Verdict::Unsolvable | Verdict::Solved { optimal: true, .. }
                    ),
                    "{name}: {outcome:?}"
                );
            }
            if let Verdict::Unknown(stop) = outcome.verdict {
                assert_eq!(stop, Stop::Incomplete, "{name}");
            }
        }
    }
}

/// An impossible position of the eight-puzzle: 181,440 states can be reached.
pub fn hopeless() -> Sliding {
    Sliding { width: 3, start: vec![2, 1, 3, 4, 5, 6, 7, 8, 0] }
}
