//! A* on several threads finds the same as on one, with the same counts, and never claims more
//! than was proved.

mod common;

use std::collections::HashMap;

use common::*;
use patience_core::{
    Blind, Claims, Counters, Environment, Estimate, Heuristic, Limits, OneThread, Outcome, Run,
    Stop, Threads, Verdict,
};
use patience_search::best_first::{Variant, search};
use patience_search::parallel::astar;
use patience_testing::size;
use proptest::prelude::*;

fn solve(
    game: &Sliding,
    heuristic: &(dyn Heuristic<Sliding> + Sync),
    threads: usize,
    limits: &Limits,
) -> (Outcome<u8>, Counters) {
    let mut run = Run::new(limits.clone(), Environment::none());
    let outcome = astar(game, heuristic, &Threads(threads), &mut run);
    (outcome, run.counters())
}

#[test]
fn threads_change_nothing() {
    for start in [vec![5, 2, 3, 7, 0, 1, 6, 4], vec![0, 7, 2, 1, 4, 3, 6, 5]] {
        let game = Sliding { width: 4, start };
        for heuristic in [&Blind as &(dyn Heuristic<Sliding> + Sync), &Manhattan] {
            let mut run = Run::unlimited();
            let truth = search(&game, heuristic, &Variant::ASTAR, &mut run);
            let one = solve(&game, heuristic, 1, &Limits::default());
            assert_eq!(one.0.lower_bound, truth.lower_bound);
            match truth.verdict {
                Verdict::Unsolvable => assert_eq!(one.0.verdict, Verdict::Unsolvable),
                _ => assert!(matches!(one.0.verdict, Verdict::Solved { optimal: true, .. })),
            }
            for threads in 2..=8 {
                assert_eq!(solve(&game, heuristic, threads, &Limits::default()), one, "{threads}");
            }
            let mut run = Run::unlimited();
            assert_eq!(astar(&game, heuristic, &OneThread, &mut run), one.0);
        }
    }
}

#[test]
fn limits_hold_on_every_number_of_threads() {
    let game = Sliding { width: 3, start: vec![8, 6, 7, 2, 5, 4, 3, 0, 1] };
    let mut last = 0;
    for most in [0, 1, 100, 1000, 5000] {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let one = solve(&game, &Manhattan, 1, &limits);
        assert_eq!(one.0.verdict, Verdict::Unknown(Stop::Expansions));
        assert_eq!(one.1.expanded, most);
        assert!(last <= one.0.lower_bound && one.0.lower_bound <= 31, "{one:?}");
        last = one.0.lower_bound;
        assert_eq!(solve(&game, &Manhattan, 4, &limits), one);
    }
    assert!(last > 20, "{last}");
    let limits = Limits { depth: Some(30), ..Limits::default() };
    let (outcome, _) = solve(&game, &Manhattan, 4, &limits);
    assert_eq!((outcome.verdict, outcome.lower_bound), (Verdict::Unknown(Stop::Depth), 31));
    // No meter is needed, since the search counts its own memory.
    for most in [200_000, 3_000_000] {
        let limits = Limits { memory: Some(most), ..Limits::default() };
        let (outcome, counters) = solve(&hopeless(), &Blind, 4, &limits);
        assert_eq!(outcome.verdict, Verdict::Unknown(Stop::Memory));
        assert!(
            counters.peak_closed * 30 < most && counters.peak_closed * 200 > most / 2,
            "{most}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(size(200, 1500)))]

    #[test]
    fn promises_hold_on_random_graphs(
        edges in prop::collection::vec(prop::collection::vec((0u16..10, 0u32..5), 0..4), 10),
        goals in prop::collection::vec(prop::bool::weighted(0.15), 10),
        noise in prop::collection::vec(any::<u32>(), 1..11),
        (admissible, sound_dead_ends) in any::<(bool, bool)>(),
        expansions in prop::option::of(0u64..20),
        depth in prop::option::of(0u32..8),
    ) {
        let game = Graph { edges, goals };
        let truth = distances(&game);
        let estimate = |key: u16, distance: Option<u32>| {
            let noise = noise[usize::from(key) % noise.len()];
            match distance {
                _ if !sound_dead_ends && noise.is_multiple_of(5) => Estimate::DeadEnd,
                None if noise.is_multiple_of(2) => Estimate::DeadEnd,
                Some(distance) if admissible => Estimate::Cost(noise % (distance + 1)),
                _ => Estimate::Cost(noise % 13),
            }
        };
        let estimates: HashMap<u16, Estimate> =
            truth.iter().map(|(key, distance)| (*key, estimate(*key, *distance))).collect();
        let claims = Claims { admissible, consistent: false, sound_dead_ends };
        let heuristic = Tabled { claims, estimates };
        let limits = Limits { expansions, depth, ..Limits::default() };
        let mut run = Run::new(limits.clone(), Environment::none());
        let outcome = astar(&game, &heuristic, &Threads(3), &mut run);
        check_sound("parallel", &game, truth[&0], &limits, &outcome);
        if expansions.is_none() && depth.is_none() && admissible && sound_dead_ends {
            let is_decided = matches!(
                outcome.verdict,
                Verdict::Unsolvable | Verdict::Solved { optimal: true, .. }
            );
            prop_assert!(is_decided, "{:?}", outcome);
        }
    }
}
