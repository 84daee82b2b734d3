//! The game with only the moves of persistent sets, compared with breadth-first search by the
//! naive rules.

use patience_core::{Blind, Game, Heuristic, Run, Verdict, successors};
use patience_games::gaps::{Gaps, LevelSum, OfDeal, Reachability, Reduced};
use patience_search::{bfs, restarts};
use patience_testing::size;
use proptest::prelude::*;

use crate::shortest::shortest;
use crate::{RULES, deal, most_columns};

/// Deals with more positions are left out: plain search is slow.
fn most_positions() -> usize {
    size(600, 2_000)
}

fn length<M>(verdict: Verdict<M>) -> Option<usize> {
    match verdict {
        Verdict::Solved { plan, .. } => Some(plan.len()),
        Verdict::Unsolvable => None,
        Verdict::Unknown(stop) => panic!("no limit was set, but {stop:?}"),
    }
}

/// Counts of comparisons, so that no test passes without any.
#[derive(Default)]
struct Compared {
    won: u32,
    lost: u32,
    /// Deals in which sets of some size left fewer positions.
    smaller: u32,
}

impl Compared {
    /// Verdict and shortest length with sets of every size, and the verdict of the search with
    /// a lost-position table.
    fn deal(&mut self, rules: &str, game: &Gaps) {
        let Ok(expected) = shortest(rules, game.start_board(), most_positions()) else { return };
        let mut stored = Vec::new();
        for most in [0, 1, 2, 4] {
            let reduced = Reduced::new(game, most);
            let mut run = Run::unlimited();
            assert_eq!(
                length(bfs::solve(&reduced, &mut run).verdict),
                expected,
                "{rules}, sets of {most}: {game:?}"
            );
            stored.push(run.counters().peak_closed);
            let heuristics: [&dyn Heuristic<Gaps>; 3] =
                [&Reachability::new(game), &LevelSum::new(game), &Blind];
            // The ordinary tier takes one of them for each size of sets, in turn.
            let turn = (self.won + self.lost) as usize + most as usize;
            for heuristic in heuristics.into_iter().cycle().skip(turn % 3).take(size(1, 3)) {
                let outcome =
                    restarts::solve(&reduced, &OfDeal(heuristic), 4, &mut Run::unlimited());
                assert_eq!(
                    length(outcome.verdict).is_some(),
                    expected.is_some(),
                    "{rules}, sets of {most}: {game:?}"
                );
            }
        }
        self.won += u32::from(expected.is_some());
        self.lost += u32::from(expected.is_none());
        self.smaller += u32::from(stored.iter().any(|count| *count < stored[0]));
    }
}

#[test]
fn persistent_sets_keep_verdicts_and_shortest_lengths() {
    for rules in RULES {
        let mut compared = Compared::default();
        for (rows, columns) in
            (1..=4).flat_map(|rows| (2..=most_columns(rules).min(7)).map(move |c| (rows, c)))
        {
            for seed in 0..size(2, 10) {
                compared.deal(rules, &deal(rules, &format!("random/{rows}x{columns}/{seed}")));
                compared.deal(
                    rules,
                    &deal(rules, &format!("scramble/{rows}x{columns}/{}/{seed}", 3 * columns)),
                );
            }
        }
        let Compared { won, lost, smaller } = compared;
        println!("{rules}: {won} won, {lost} lost, {smaller} made smaller");
        assert!(
            won > size(20, 100) && lost > size(2, 10) && smaller > size(6, 30),
            "{rules}: {won} won, {lost} lost, {smaller} made smaller"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: size(30, 150),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Shrinks to a small board a few swaps from the solved one.
    #[test]
    fn persistent_sets_keep_the_verdict(
        rules in prop::sample::select(&RULES[..]),
        (rows, columns, swaps) in (1usize..=4, 2usize..=6, 0u32..24),
        seed in any::<u32>(),
    ) {
        let source = format!("swaps/{rows}x{columns}/{swaps}/{seed}");
        Compared::default().deal(rules, &deal(rules, &source));
    }
}

/// The reduced moves are moves of the deal, in its order; there are none only if the deal has none.
#[test]
fn moves_left_are_moves_of_the_deal() {
    let mut left_out = 0;
    for rules in RULES {
        for seed in 0..20 {
            let game = deal(rules, &format!("random/4x{}/{seed}", most_columns(rules)));
            let reduced = Reduced::new(&game, 2);
            let mut state = game.start();
            for step in 0..30 {
                let (mut all, mut few) = (Vec::new(), Vec::new());
                game.moves(&state, &mut all);
                reduced.moves(&state, &mut few);
                assert!(all.is_empty() == few.is_empty(), "{rules} {seed}");
                let mut rest = all.iter();
                assert!(few.iter().all(|mv| rest.any(|other| other == mv)), "{rules} {seed}");
                left_out += all.len() - few.len();
                let next = successors(&game, &state);
                let Some((_, after)) = next.get((seed + step) % next.len().max(1)) else { break };
                state = *after;
            }
        }
    }
    assert!(left_out > 500, "{left_out} moves");
}

/// The two heuristics based on the relaxation call the same positions dead ends.
#[test]
fn level_sum_has_the_dead_ends_of_reachability() {
    let mut dead = 0;
    for rules in RULES {
        for seed in 0..60 {
            let game = deal(
                rules,
                &format!("random/{}x{}/{seed}", 1 + seed % 4, most_columns(rules).min(6)),
            );
            let (sum, reach) = (LevelSum::new(&game), Reachability::new(&game));
            for (_, state) in successors(&game, &game.start()) {
                let costs =
                    [sum.estimate(&game, &state).cost(), reach.estimate(&game, &state).cost()];
                assert_eq!(costs[0].is_none(), costs[1].is_none(), "{rules} {seed}");
                assert!(
                    costs[0] >= costs[1],
                    "{rules} {seed}: each card not home counts at least once"
                );
                dead += u32::from(costs[0].is_none());
            }
        }
    }
    assert!(dead > 200, "{dead} dead ends");
}
