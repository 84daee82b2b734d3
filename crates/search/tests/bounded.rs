//! Guarantees of bounded-suboptimal and policy-guided searches, on random graphs, compared
//! with plain Dijkstra and plain counting.

mod common;

use std::collections::HashMap;

use common::*;
use patience_core::{Claims, Estimate, Game, Heuristic, Run, Value, Verdict, replay, successors};
use patience_search::policy::{Policy, Softmax};
use patience_search::{ees, focal, lts, phs};
use proptest::prelude::*;

const BOUNDS: [(u32, f64); 4] = [(1000, 1.0), (1200, 1.2), (1500, 1.5), (2000, 2.0)];

fn graphs(costs: std::ops::Range<u32>) -> impl Strategy<Value = Graph> {
    (2usize..14).prop_flat_map(move |nodes| {
        let edge = (0..nodes as u16, costs.clone());
        let edges = prop::collection::vec(prop::collection::vec(edge, 0..4), nodes);
        let goals = prop::collection::vec(prop::bool::weighted(0.15), nodes);
        (edges, goals).prop_map(|(edges, goals)| Graph { edges, goals })
    })
}

/// A heuristic from the true distances: a share of the distance (consistent), at most the distance
/// (admissible), or arbitrary values (a guide).
fn tabled(game: &Graph, claims: Claims, estimate: impl Fn(u16, u32) -> u32) -> Tabled<u16> {
    let of = |(key, distance): (u16, Option<u32>)| {
        let value =
            distance.map_or(Estimate::DeadEnd, |distance| Estimate::Cost(estimate(key, distance)));
        (key, value)
    };
    Tabled { claims, estimates: distances(game).into_iter().map(of).collect() }
}

/// A plan costs at most the bound times the optimum, as its proved bound shows; without a plan
/// there is no bound.
fn check_bound(
    name: &str,
    game: &Graph,
    thousandths: u32,
    solve: impl FnOnce(&mut Run<Graph>) -> patience_core::Outcome<<Graph as Game>::Move>,
) {
    let truth = optimum(game);
    let outcome = solve(&mut Run::unlimited());
    match (&outcome.verdict, truth) {
        (Verdict::Solved { plan, stop: None, .. }, Some(truth)) => {
            let cost = replay(game, plan).unwrap();
            assert!(
                cost >= truth && outcome.lower_bound <= truth,
                "{name}: {cost}, {truth}, {outcome:?}"
            );
            let within = |cost: u32, of: u32| {
                u64::from(cost) * 1000 <= u64::from(of) * u64::from(thousandths)
            };
            assert!(within(cost, truth), "{name}: {cost} for {truth} at {thousandths}");
            assert!(
                within(cost, outcome.lower_bound),
                "{name}: {cost} is not proved by {}",
                outcome.lower_bound
            );
        }
        (Verdict::Unsolvable, None) => {}
        other => panic!("{name}: {other:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(patience_testing::size(200, 800)))]

    #[test]
    fn plans_are_within_the_bound(
        game in graphs(0..6),
        noise in prop::collection::vec(any::<u32>(), 1..14),
    ) {
        let of = |key: u16| noise[usize::from(key) % noise.len()];
        let heuristics = [
            (
                "consistent",
                tabled(&game, Claims::CONSISTENT, |_, distance| distance / 2 + distance % 2),
            ),
            (
                "admissible",
                tabled(&game, Claims::ADMISSIBLE, |key, distance| of(key) % (distance + 1)),
            ),
            ("inadmissible", tabled(&game, Claims::SOUND, |key, _| of(key) % 17)),
        ];
        // Its dead ends are not proofs: if it calls the only path lost, the search still
        // follows it.
        let claims = Claims::NONE;
        let mut guide = tabled(&game, claims, |key, _| of(key ^ 1) % 23);
        for (key, estimate) in &mut guide.estimates {
            if of(*key).is_multiple_of(7) {
                *estimate = Estimate::DeadEnd;
            }
        }
        for (claims, heuristic) in &heuristics {
            for guide in [None, Some(&guide as &dyn Heuristic<Graph>)] {
                for (thousandths, bound) in BOUNDS {
                    let name = format!("{claims}, guide {}", guide.is_some());
                    let (focal, ees) = (format!("focal, {name}"), format!("ees, {name}"));
                    check_bound(&focal, &game, thousandths, |run| {
                        focal::solve(&game, heuristic, guide, bound, run)
                    });
                    check_bound(&ees, &game, thousandths, |run| {
                        ees::solve(&game, heuristic, guide, bound, run)
                    });
                }
            }
        }
    }

    /// Levin tree search expands at most d / π states, with the d and π of any path to a goal.
    #[test]
    fn levin_tree_search_keeps_its_guarantee(
        game in graphs(1..2),
        noise in prop::collection::vec(any::<u32>(), 1..14),
        temperature in 0.2f64..20.0,
    ) {
        let noisy = |key, _| noise[usize::from(key) % noise.len()] % 9;
        let heuristic = tabled(&game, Claims::SOUND, noisy);
        let policy = Softmax { heuristic: &heuristic, temperature };
        let mut run = Run::unlimited();
        let outcome = lts::solve(&game, &policy, &mut run);
        let Some(best) = least_levin_cost(&game, &policy) else { return Ok(()) };
        prop_assert!(matches!(outcome.verdict, Verdict::Solved { .. }), "{:?}", outcome);
        let expanded = run.counters().expanded as f64;
        prop_assert!(expanded <= best * (1.0 + 1e-9), "{} expanded, guaranteed {}", expanded, best);
    }

    /// On trees PHS* expands no more than the largest cost on the way to any goal; a heuristic of 0
    /// makes it Levin tree search.
    #[test]
    fn phs_keeps_its_guarantee_on_trees(
        branching in 1u32..4,
        goal in 1u64..200,
        noise in prop::collection::vec(0u32..9, 1..14),
        temperature in 0.2f64..20.0,
    ) {
        let game = Tree { branching, goal };
        let heuristic = Noisy(noise);
        let policy = Softmax { heuristic: &heuristic, temperature };
        let mut run = Run::unlimited();
        let outcome = phs::solve(&game, &policy, &heuristic, &mut run);
        prop_assert!(matches!(outcome.verdict, Verdict::Solved { .. }), "{:?}", outcome);
        let guaranteed = largest_cost_to_the_goal(&game, &policy, &heuristic);
        let expanded = run.counters().expanded as f64;
        let told = format!("{expanded} expanded, guaranteed {guaranteed}");
        prop_assert!(expanded <= guaranteed * (1.0 + 1e-9), "{}", told);
    }
}

/// The minimum d / π over all paths of up to twenty moves to a goal, by plain counting: among
/// paths of equal length to a state, the likeliest is best.
fn least_levin_cost(game: &Graph, policy: &dyn Policy<Graph>) -> Option<f64> {
    let mut layer = HashMap::from([(game.key(&game.start()), (0.0, game.start()))]);
    let mut best: Option<f64> = None;
    for depth in 0..=20 {
        let mut next: HashMap<_, (f64, _)> = HashMap::new();
        for (log, state) in layer.into_values() {
            if game.is_goal(&state) {
                let cost = (f64::from(depth) + 1.0) * f64::exp(-log);
                best = Some(best.map_or(cost, |best: f64| best.min(cost)));
                continue;
            }
            let states: Vec<_> =
                successors(game, &state).into_iter().map(|(_, state)| state).collect();
            let mut logs = Vec::new();
            policy.log_probabilities(game, &state, &states, &mut logs);
            for (state, more) in states.into_iter().zip(logs) {
                let entry = next.entry(game.key(&state)).or_insert((f64::NEG_INFINITY, state));
                entry.0 = entry.0.max(log + more);
            }
        }
        layer = next;
    }
    best
}

/// A tree with numbered nodes, the children of each after one another; one is the goal.
struct Tree {
    branching: u32,
    goal: u64,
}

impl Game for Tree {
    type State = u64;
    type Move = u32;
    type Key = u64;
    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, node: &u64) -> bool {
        *node == self.goal
    }
    fn moves(&self, node: &u64, out: &mut Vec<u32>) {
        if *node < 1000 {
            out.extend(1..=self.branching);
        }
    }
    fn apply(&self, node: &u64, mv: u32) -> u64 {
        node * u64::from(self.branching) + u64::from(mv)
    }
    fn key(&self, node: &u64) -> u64 {
        *node
    }
}

struct Noisy(Vec<u32>);

impl Heuristic<Tree> for Noisy {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }
    fn estimate(&self, game: &Tree, node: &u64) -> Estimate {
        self.value(game, node).into()
    }
    fn value(&self, _: &Tree, node: &u64) -> Option<Value> {
        let cost = self.0[(node % self.0.len() as u64) as usize];
        Some(Value { cost, ordering: cost })
    }
}

/// The largest of (g + h) / π^(1 + h/g) on the path to the goal.
fn largest_cost_to_the_goal(game: &Tree, policy: &dyn Policy<Tree>, heuristic: &Noisy) -> f64 {
    let branching = u64::from(game.branching);
    let parents =
        std::iter::successors(Some(game.goal), |&node| (node > 0).then(|| (node - 1) / branching));
    let mut path: Vec<u64> = parents.collect();
    path.reverse();
    let (mut log, mut largest) = (0.0, 0.0f64);
    for (depth, node) in path.iter().enumerate() {
        if depth > 0 {
            let before = path[depth - 1];
            let children: Vec<u64> =
                (1..=game.branching).map(|mv| game.apply(&before, mv)).collect();
            let mut logs = Vec::new();
            policy.log_probabilities(game, &before, &children, &mut logs);
            log += logs[(node - before * branching - 1) as usize];
        }
        let (g, h) = (depth as f64 + 1.0, f64::from(heuristic.value(game, node).unwrap().cost));
        largest = largest.max((g + h) * f64::exp(-log * (1.0 + h / g)));
    }
    largest
}

/// A perfect guide finds a plan in as many expansions as it has moves, if the bound
/// allows.
#[test]
fn a_good_guide_is_followed() {
    let game = Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    struct Truth(HashMap<<Sliding as Game>::Key, Option<u32>>);
    impl Heuristic<Sliding> for Truth {
        fn claims(&self) -> Claims {
            Claims::SOUND
        }
        fn estimate(&self, game: &Sliding, state: &<Sliding as Game>::State) -> Estimate {
            self.0[&game.key(state)].map_or(Estimate::DeadEnd, Estimate::Cost)
        }
    }
    let truth = Truth(distances(&game));
    for solve in [focal::solve::<Sliding>, ees::solve::<Sliding>] {
        let mut run = Run::unlimited();
        let outcome = solve(&game, &Manhattan, Some(&truth), 2.0, &mut run);
        let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("it can be solved") };
        assert_eq!(plan.len(), 31);
        let unguided = &mut Run::unlimited();
        solve(&game, &Manhattan, None, 2.0, unguided);
        assert!(run.counters().expanded < unguided.counters().expanded / 2, "{:?}", run.counters());
    }
}
