//! Compares every claim of every heuristic with true distances, on all positions that small
//! deals can reach.

use std::collections::HashMap;

use patience_core::{Claims, Domain, Estimate, Game, successors};
use patience_games::gaps::GapsDomain;
use patience_games::gaps::two_decks::TwoDecksDomain;
use patience_testing::size;

use crate::{RULES, deal, most_columns, two_decks};

/// Every state that can be reached from the start, with the indices of its successors.
struct Closure<G: Game> {
    states: Vec<G::State>,
    next: Vec<Vec<usize>>,
}

impl<G: Game> Closure<G> {
    /// `None` above `most` states.
    fn of(game: &G, most: usize) -> Option<Self> {
        let mut states = vec![game.start()];
        let mut index: HashMap<G::Key, usize> = HashMap::from([(game.key(&states[0]), 0)]);
        let mut next = Vec::new();
        while let Some(state) = states.get(next.len()).cloned() {
            let mut edges = Vec::new();
            for (_, successor) in successors(game, &state) {
                let fresh = states.len();
                let known = *index.entry(game.key(&successor)).or_insert(fresh);
                if known == fresh {
                    states.push(successor);
                }
                edges.push(known);
            }
            next.push(edges);
            if states.len() > most {
                return None;
            }
        }
        Some(Closure { states, next })
    }

    /// By state: the length of a shortest plan, found backwards from all goals at once.
    fn distances(&self, game: &G) -> Vec<Option<u32>> {
        let mut before = vec![Vec::new(); self.states.len()];
        for (from, edges) in self.next.iter().enumerate() {
            edges.iter().for_each(|to| before[*to].push(from));
        }
        let mut wave: Vec<usize> =
            (0..self.states.len()).filter(|i| game.is_goal(&self.states[*i])).collect();
        let mut distance = vec![None; self.states.len()];
        for steps in 0.. {
            wave.retain(|i| distance[*i].is_none());
            if wave.is_empty() {
                break;
            }
            wave.iter().for_each(|i| distance[*i] = Some(steps));
            wave = wave.iter().flat_map(|i| before[*i].iter().copied()).collect();
        }
        distance
    }
}

/// An estimate with dead ends as infinity.
fn height(estimate: Estimate) -> u64 {
    estimate.cost().map_or(u64::MAX / 2, u64::from)
}

fn check<D: Domain>(
    domain: &D,
    game: &D::Game,
    closure: &Closure<D::Game>,
    tally: &mut HashMap<&'static str, (u64, u64)>,
) {
    let distances = closure.distances(game);
    for entry in domain.heuristics() {
        let heuristic = entry.build_default(game);
        let claims = heuristic.claims();
        let Claims { admissible, consistent, sound_dead_ends } = entry.claims;
        assert!(
            admissible <= claims.admissible && consistent <= claims.consistent,
            "{} claims less built",
            entry.name
        );
        assert!(sound_dead_ends <= claims.sound_dead_ends, "{} claims less built", entry.name);
        assert!(
            claims.admissible || !claims.consistent,
            "{}: consistent means admissible",
            entry.name
        );

        let mut values = Vec::new();
        heuristic.values(game, &closure.states, &mut values);
        let estimates: Vec<Estimate> = values.into_iter().map(Estimate::from).collect();
        for (state, estimate) in closure.states.iter().zip(&estimates) {
            assert_eq!(
                heuristic.estimate(game, state),
                *estimate,
                "{} gives two values for one state",
                entry.name
            );
        }
        let (sum, dead) = tally.entry(entry.name).or_default();
        for (i, &estimate) in estimates.iter().enumerate() {
            let fail = |claim: &str| {
                let state = domain.notation(game, &closure.states[i]);
                panic!(
                    "{} is not {claim}: {estimate:?} for {:?} in {state}",
                    entry.name, distances[i]
                )
            };
            match distances[i] {
                Some(_) if claims.sound_dead_ends && estimate == Estimate::DeadEnd => fail("sound"),
                Some(distance) if claims.admissible && height(estimate) > u64::from(distance) => {
                    fail("admissible")
                }
                Some(_) => *sum += height(estimate),
                None => *dead += u64::from(estimate == Estimate::DeadEnd),
            }
            if claims.consistent {
                for &next in &closure.next[i] {
                    if height(estimate) > height(estimates[next]).saturating_add(1) {
                        fail("consistent");
                    }
                }
            }
        }
    }
}

#[test]
fn claims_hold_on_closures() {
    const SIZES: &[&str] = &[
        "1x2", "1x5", "1x7", "2x2", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4", "4x2", "4x3", "4x4",
        "4x5",
    ];
    for rules in RULES {
        let mut tally = HashMap::new();
        let (mut closures, mut states) = (0, 0);
        let fits = |board: &&&str| board[2..].parse::<usize>().unwrap() <= most_columns(rules);
        for board in SIZES.iter().filter(fits) {
            for seed in 0..size(2, 8) {
                let paths =
                    [format!("random/{board}/{seed}"), format!("scramble/{board}/12/{seed}")];
                for path in paths {
                    let game = deal(rules, &path);
                    if let Some(closure) = Closure::of(&game, size(2_000, 6_000)) {
                        check(&GapsDomain, &game, &closure, &mut tally);
                        closures += 1;
                        states += closure.states.len();
                    }
                }
            }
        }
        println!(
            "{rules}: {closures} closures, {states} states, (sum of estimates, dead ends): \
             {tally:?}"
        );
        assert!(closures >= size(20, 80), "{rules}: only {closures} closures");
        assert!(tally["precedence"].0 >= tally["misplaced"].0);
        assert!(tally["misplaced"].0 >= tally["row-dominance"].0);
        if !rules.starts_with("paper") {
            assert!(tally["reachability"].1 > size(20, 500), "{rules}: {tally:?}");
        }
    }
}

#[test]
fn claims_hold_on_closures_of_two_decks() {
    for rules in two_decks::RULES {
        let mut tally = HashMap::new();
        let mut closures = 0;
        for board in ["2x2", "2x3", "2x4", "2x5", "2x6", "4x2", "4x3", "4x4", "6x2", "6x3", "8x2"] {
            for seed in 0..size(4, 10) {
                for path in
                    [format!("random/{board}/{seed}"), format!("scramble/{board}/12/{seed}")]
                {
                    let game = two_decks::deal(rules, &path);
                    if let Some(closure) = Closure::of(&game, 3_000) {
                        check(&TwoDecksDomain, &game, &closure, &mut tally);
                        closures += 1;
                    }
                }
            }
        }
        println!("{rules}: {closures} closures, (sum of estimates, dead ends): {tally:?}");
        assert!(closures >= size(32, 80), "{rules}: only {closures} closures");
        assert!(tally["reachability"].0 >= tally["misplaced"].0);
        assert!(tally["reachability"].1 > size(200, 500), "{rules}: {tally:?}");
    }
}

/// Scrambles of M moves of any size are won within M moves: an admissible estimate does not exceed
/// M, and a sound one reports no dead end. Along them, consistent estimates fall by at most one per
/// move.
#[test]
fn claims_hold_on_large_boards() {
    for moves in [1, 3, 10, 25, 60, 120_u64] {
        for seed in 0..size(7, 20) {
            for rules in RULES {
                let name = format!("scramble/4x{}/{moves}/{seed}", most_columns(rules));
                check_scramble(&GapsDomain, rules, &name, moves);
            }
            for rules in two_decks::RULES {
                check_scramble(
                    &TwoDecksDomain,
                    rules,
                    &format!("scramble/8x13/{moves}/{seed}"),
                    moves,
                );
            }
        }
    }
}

fn check_scramble<D: Domain>(domain: &D, rules: &str, name: &str, moves: u64) {
    let game = domain.instance(rules, name).unwrap();
    let start = game.start();
    let next = successors(&game, &start);
    for entry in domain.heuristics() {
        let heuristic = entry.build_default(&game);
        let (claims, estimate) = (heuristic.claims(), heuristic.estimate(&game, &start));
        let fits = !claims.admissible || height(estimate) <= moves;
        assert!(fits, "{} says {estimate:?}: {rules} {name}", entry.name);
        assert!(
            !claims.sound_dead_ends || estimate != Estimate::DeadEnd,
            "{}: {rules} {name}",
            entry.name
        );
        if claims.consistent {
            for (mv, state) in &next {
                let after = height(heuristic.estimate(&game, state));
                assert!(
                    height(estimate) <= after.saturating_add(1),
                    "{} {mv:?}: {rules} {name}",
                    entry.name
                );
            }
        }
    }
}
