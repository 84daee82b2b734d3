//! Searches from both ends, compared with plain Dijkstra.

mod common;

use std::collections::HashMap;

use common::*;
use patience_core::{
    Blind, Claims, Environment, Estimate, Game, Heuristic, Limits, Reversible, Run, Stop, Verdict,
};
use patience_search::best_first::{Variant, search};
use patience_search::nbs;
use patience_testing::size;
use proptest::prelude::*;

impl Reversible for Graph {
    fn goals(&self) -> Vec<u16> {
        (0..self.goals.len() as u16).filter(|node| self.goals[usize::from(*node)]).collect()
    }

    fn predecessors(&self, state: &u16, out: &mut Vec<(u16, u32)>) {
        for (from, edges) in (0..).zip(&self.edges) {
            out.extend(edges.iter().filter(|(to, _)| to == state).map(|(_, cost)| (from, *cost)));
        }
    }
}

impl Reversible for Sliding {
    fn goals(&self) -> Vec<u64> {
        let count = self.start.len() as u8;
        let tiles = (0..count).map(|cell| (cell + 1) % count).collect();
        vec![Sliding { width: self.width, start: tiles }.start()]
    }

    fn predecessors(&self, state: &u64, out: &mut Vec<(u64, u32)>) {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        out.extend(moves.into_iter().map(|mv| (self.apply(state, mv), 1)));
    }
}

/// The distances of the tiles from their places in the start.
struct FromStart;

impl Heuristic<Sliding> for FromStart {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, game: &Sliding, state: &u64) -> Estimate {
        let place = |state: u64, tile: u64| (0..16).find(|cell| state >> (4 * cell) & 15 == tile);
        let apart = |tile: &u8| {
            let cell = |state| place(state, u64::from(*tile)).expect("each tile is there");
            let (a, b) = (cell(*state), cell(game.start()));
            (a / game.width).abs_diff(b / game.width) + (a % game.width).abs_diff(b % game.width)
        };
        let tiles = game.start.iter().filter(|tile| **tile != 0);
        Estimate::Cost(tiles.map(apart).sum::<usize>() as u32)
    }
}

/// The costs from the start to each state: Dijkstra on the reversed graph, from each state.
fn costs_from_start(game: &Graph) -> HashMap<u16, Option<u32>> {
    let cost_to = |node: usize| {
        let goals = (0..game.goals.len()).map(|other| other == node).collect();
        optimum(&Graph { edges: game.edges.clone(), goals })
    };
    (0..game.goals.len()).map(|node| (node as u16, cost_to(node))).collect()
}

/// Estimates below true costs, or arbitrary ones without claims, including some dead ends.
fn estimates(truth: HashMap<u16, Option<u32>>, noise: &[u32], admissible: bool) -> Tabled<u16> {
    let estimate = |key: u16, cost: Option<u32>| {
        let noise = noise[usize::from(key) % noise.len()];
        match cost {
            None if noise.is_multiple_of(2) => Estimate::DeadEnd,
            Some(cost) if admissible => Estimate::Cost(noise % (cost + 1)),
            _ if !admissible && noise.is_multiple_of(3) => Estimate::DeadEnd,
            _ => Estimate::Cost(noise % 13),
        }
    };
    let claims = Claims { admissible, consistent: false, sound_dead_ends: admissible };
    let estimates = truth.into_iter().map(|(key, cost)| (key, estimate(key, cost))).collect();
    Tabled { claims, estimates }
}

/// All estimates, including those of unreachable states.
fn to_goals(game: &Graph) -> HashMap<u16, Option<u32>> {
    let known = distances(game);
    (0..game.goals.len() as u16).map(|node| (node, known.get(&node).copied().flatten())).collect()
}

fn graphs() -> impl Strategy<Value = Graph> {
    (2usize..11).prop_flat_map(|nodes| {
        let edges =
            prop::collection::vec(prop::collection::vec((0..nodes as u16, 0u32..5), 0..4), nodes);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        (edges, goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(300, 3000)))]

    #[test]
    fn both_ends_find_the_cheapest_plan(
        game in graphs(),
        noise in prop::collection::vec(any::<u32>(), 1..11),
        admissible in any::<bool>(),
        expansions in prop::option::of(0u64..20),
    ) {
        // A state on no plan may be reached only from a goal: its distance is not known
        // here.
        let mut forward = estimates(to_goals(&game), &noise, admissible);
        forward.claims.sound_dead_ends = admissible;
        let backward = estimates(costs_from_start(&game), &noise, admissible);
        let limits = Limits { expansions, ..Limits::default() };
        let mut run = Run::new(limits.clone(), Environment::none());
        let outcome = nbs::solve(&game, &forward, &backward, &mut run);
        let truth = optimum(&game);
        check_sound("nbs", &game, truth, &limits, &outcome);
        match outcome.verdict {
            Verdict::Solved { optimal, stop, .. } => prop_assert!(optimal || stop.is_some()),
            Verdict::Unsolvable => {}
            Verdict::Unknown(stop) => {
                prop_assert_eq!(stop, Stop::Expansions);
                prop_assert!(expansions.is_some());
            }
        }
    }
}

#[test]
fn both_ends_solve_boards_of_tiles() {
    let (mut from_both, mut from_start) = (0, 0);
    for start in [
        vec![5, 2, 3, 7, 0, 1, 6, 4],
        vec![1, 2, 3, 0, 4, 6, 7, 5],
        vec![0, 7, 2, 1, 4, 3, 6, 5],
        vec![1, 2, 3, 4, 5, 6, 7, 0],
    ] {
        let game = Sliding { width: 4, start };
        if optimum(&game).is_none() {
            continue;
        }
        let mut run = Run::unlimited();
        let outcome = nbs::solve(&game, &Manhattan, &FromStart, &mut run);
        let truth = search(&game, &Manhattan, &Variant::ASTAR, &mut Run::unlimited());
        assert_eq!(outcome.lower_bound, truth.lower_bound, "{game:?}");
        assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }), "{game:?}");
        from_both += run.counters().expanded;
        let mut run = Run::unlimited();
        let _ = nbs::solve(&game, &Blind, &Blind, &mut run);
        let mut blind = Run::unlimited();
        let _ = search(&game, &Blind, &Variant::UNIFORM_COST, &mut blind);
        from_start += blind.counters().expanded;
        assert!(run.counters().expanded <= blind.counters().expanded, "{game:?}");
    }
    assert!(5 * from_both < from_start, "{from_both} of {from_start}");
}

/// One end has no state left: that proves a loss.
#[test]
fn a_loss_is_proved() {
    let game = Sliding { width: 3, start: vec![2, 1, 3, 4, 5, 0] };
    let outcome = nbs::solve(&game, &Manhattan, &FromStart, &mut Run::unlimited());
    assert_eq!(outcome.verdict, Verdict::Unsolvable);
}

/// The depth limit holds for the plan, whichever end its moves come from.
#[test]
fn plans_are_no_longer_than_allowed() {
    let game = Sliding { width: 3, start: vec![5, 1, 3, 4, 0, 2] };
    let truth = optimum(&game).unwrap();
    for (depth, is_found) in [(truth, true), (truth - 1, false)] {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut run = Run::new(limits, Environment::none());
        let outcome = nbs::solve(&game, &Manhattan, &FromStart, &mut run);
        assert_eq!(outcome.verdict.plan().is_some(), is_found);
        assert_eq!(outcome.lower_bound, truth);
    }
}
