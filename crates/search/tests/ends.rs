//! Algorithms that claim to be complete end on spaces with cycles and without a goal, after a
//! number of expansions bounded by the size of the space.

mod common;

use common::*;
use patience_core::{Blind, Claims, Environment, Estimate, Game, Heuristic, Limits, Run, Verdict};
use patience_search::algorithms;
use proptest::prelude::*;

/// Every complete algorithm decides the game correctly within this many expansions.
fn decided<G: Game>(case: &str, game: &G, heuristic: &dyn Heuristic<G>, expansions: u64) {
    let truth = optimum(game);
    for algorithm in algorithms::<G>().into_iter().filter(|algorithm| algorithm.complete) {
        let name = format!("{case}, {}", algorithm.name);
        let limits = Limits { expansions: Some(expansions), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none()).with_seed(7);
        let outcome = (algorithm.solve)(game, &arguments(algorithm.name, heuristic), &mut run);
        check_sound(&name, game, truth, &Limits::default(), &outcome);
        assert!(!matches!(outcome.verdict, Verdict::Unknown(_)), "{name}: {outcome:?}");
        assert_eq!(outcome.verdict == Verdict::Unsolvable, truth.is_none(), "{name}");
    }
}

/// A graph without a goal.
fn lost(edges: Vec<Vec<(u16, u32)>>) -> Graph {
    let goals = vec![false; edges.len()];
    Graph { edges, goals }
}

/// Twelve switches, each of which can be turned at any time: 4,096 states, all on cycles.
fn switches() -> Graph {
    let turned = |state: u16| (0..12).map(move |switch| (state ^ 1 << switch, 1)).collect();
    lost((0..1 << 12).map(turned).collect())
}

/// A ring of this many states, which can be walked both ways at different costs.
fn ring(states: u16) -> Graph {
    let ways = |state: u16| vec![((state + 1) % states, 2), ((state + states - 1) % states, 3)];
    lost((0..states).map(ways).collect())
}

/// A board whose opposite edges are joined.
fn torus(width: u16, height: u16) -> Graph {
    let at = |x: u16, y: u16| (y % height) * width + x % width;
    let ways = |cell: u16| {
        let (x, y) = (cell % width, cell / width);
        [at(x + 1, y), at(x, y + 1), at(x + width - 1, y), at(x, y + height - 1)].map(|to| (to, 1))
    };
    lost((0..width * height).map(|cell| ways(cell).to_vec()).collect())
}

#[test]
fn lost_spaces_with_cycles_end() {
    for (case, game, expansions) in [
        ("switches", switches(), 500_000),
        ("ring", ring(500), 2_000_000),
        ("torus", torus(32, 32), 2_000_000),
    ] {
        decided(case, &game, &Blind, expansions);
    }
    let game = Sliding { width: 3, start: vec![2, 1, 3, 4, 5, 0] };
    decided("sliding tiles", &game, &Manhattan, 500_000);
    decided("sliding tiles", &game, &Blind, 500_000);
}

/// A single state that looks far away does not take an iteration for every cost below.
#[test]
fn a_far_bound_is_reached_in_one_step() {
    let game = torus(24, 24);
    let claims = Claims { admissible: false, consistent: false, sound_dead_ends: true };
    let estimate =
        |key| (key, Estimate::Cost(if key == 400 { 200_000_000 } else { u32::from(key) % 7 }));
    let heuristic = Tabled { claims, estimates: (0..576).map(estimate).collect() };
    decided("far", &game, &heuristic, 2_000_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_spaces_with_cycles_are_decided(
        edges in (2usize..400).prop_flat_map(|nodes| {
            let edge = (0..nodes as u16, 0u32..4);
            prop::collection::vec(prop::collection::vec(edge, 1..4), nodes)
        }),
        goal in prop::option::weighted(0.3, 0usize..400),
        noise in prop::collection::vec(any::<u32>(), 1..11),
    ) {
        let mut game = lost(edges);
        if let Some(goal) = goal.filter(|goal| *goal < game.goals.len()) {
            game.goals[goal] = true;
        }
        decided("blind", &game, &Blind, 200_000);
        // Arbitrary estimates, admissible or not, and sound dead ends.
        let truth = distances(&game);
        let admissible = noise[0].is_multiple_of(2);
        let estimate = |key: u16, distance: Option<u32>| {
            let noise = noise[usize::from(key) % noise.len()];
            match distance {
                None if noise.is_multiple_of(8) => Estimate::DeadEnd,
                Some(distance) if admissible => Estimate::Cost(noise % (distance + 1)),
                _ => Estimate::Cost(noise % 40),
            }
        };
        let claims = Claims { admissible, consistent: false, sound_dead_ends: true };
        let estimates = truth.into_iter().map(|(key, distance)| (key, estimate(key, distance)));
        decided("tabled", &game, &Tabled { claims, estimates: estimates.collect() }, 200_000);
    }
}
