//! Compares the reductions, singly and in combination, with plain breadth-first search on small
//! boards.

#[path = "reference/mod.rs"]
mod reference;
mod support;

use patience_core::cards::Suit;
use patience_core::sets::permutations;
use patience_core::{Limits, Random, Verdict};
use patience_gaps::{
    Answer, Board, Config, Files, MAX_ROUNDS, Masten, MemoryScratch, Reductions, Rules, Solver,
    Strategy,
};
use patience_testing::size;
use proptest::prelude::*;
use proptest::strategy::Strategy as _;

const RULES: [Rules; 3] = [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos];

/// All combinations of the switches.
fn all_reductions() -> Vec<Reductions> {
    let mut all = Vec::new();
    for bits in 0..64 {
        for persistent_sets in [0, 1, 4] {
            let [open_rows, dead_ends, pairs, chains, sleep, cache] =
                [0, 1, 2, 3, 4, 5].map(|bit| bits >> bit & 1 != 0);
            all.push(Reductions {
                open_rows,
                dead_ends,
                pairs,
                persistent_sets,
                chains,
                sleep,
                cache,
            });
        }
    }
    all
}

/// The length of the plan, if there is one.
fn length(board: &Board, answer: &Answer) -> Option<usize> {
    match &answer.verdict {
        Verdict::Solved { plan, .. } => {
            assert!(board.replay(plan).expect("legal moves").is_solved());
            Some(plan.len())
        }
        Verdict::Unsolvable => None,
        Verdict::Unknown(stop) => panic!("stopped by {stop} without a limit"),
    }
}

fn decide(board: &Board, config: &Config) -> bool {
    length(board, &Solver::new(board).config(config.clone()).solve()).is_some()
}

/// Masten's parts: all but one, one alone with his third search, all, and none. The
/// options of his second search change with the parity of `turn`.
fn masten_parts(turn: usize) -> Vec<Masten> {
    let two_moves = [Some(0), Some(u32::MAX)][turn % 2];
    let all = Masten { chain_moves: true, two_moves, ..Masten::default() };
    let mut parts = vec![all, Masten { chain_moves: false, ..all }, Masten::NONE];
    for from in [all, Masten::NONE] {
        parts.extend([
            Masten { fixed_suits: !from.fixed_suits, ..from },
            Masten { two_moves: from.two_moves.xor(two_moves), ..from },
            Masten { safe_moves: !from.safe_moves, ..from },
            Masten { blocking_patterns: !from.blocking_patterns, ..from },
            Masten { subsorting: !from.subsorting, ..from },
            Masten { first_column_left_out: !from.first_column_left_out, ..from },
        ]);
    }
    parts
}

/// One board, every configuration. Frequent restarts are switched on and off from one combination
/// of switches to the next, and for each combination with the parity of `turn`: callers increment
/// it, so that over all their boards every combination is compared in both ways.
fn check_reductions(board: &Board, most: usize, turn: usize) -> bool {
    let Some(truth) = reference::explore(board, most) else { return false };
    for (index, reductions) in all_reductions().into_iter().enumerate() {
        let restart = [0.0, 0.2][(index + turn) % 2];
        let fixed_twos_after = [None, Some(0)][(index / 2 + turn) % 2];
        let config = Config { reductions, restart, fixed_twos_after, ..Config::default() };
        assert_eq!(decide(board, &config), truth.shortest.is_some(), "{config:?} on {board:?}");
    }
    for strategy in Strategy::ALL {
        let config = Config { strategy, ..Config::default() };
        assert_eq!(decide(board, &config), truth.shortest.is_some(), "{strategy:?} on {board:?}");
    }
    let masten = Config { strategy: Strategy::Masten, ..Config::default() };
    for parts in masten_parts(turn) {
        let config = Config { masten: parts, ..masten.clone() };
        assert_eq!(decide(board, &config), truth.shortest.is_some(), "{parts:?} on {board:?}");
    }
    // With so little memory his third search decides all but the smallest boards through the
    // scratch space.
    let mut scratch = MemoryScratch::default();
    let files = Files { scratch: Some(&mut scratch), ..Files::default() };
    let limits = Limits { memory: Some(96 << 10), ..Limits::default() };
    let mut solver = Solver::new(board).config(masten).limits(limits).with_files(files);
    let answer = solver.solve().expect("nothing is damaged");
    assert_eq!(
        length(board, &answer).is_some(),
        truth.shortest.is_some(),
        "sets on disk, {board:?}"
    );
    for reductions in [Reductions::NONE, Reductions { pairs: true, ..Reductions::default() }] {
        let sweep = Config { strategy: Strategy::Sweep, reductions, ..Config::default() };
        assert_eq!(
            decide(board, &sweep),
            truth.shortest.is_some(),
            "sweep with {reductions:?} on {board:?}"
        );
    }
    true
}

/// Compares the answers to every question with an exact answer on one board.
fn check_questions(board: &Board, most: usize) {
    let Some(truth) = reference::explore(board, most) else { return };
    let mut solver = Solver::new(board);
    assert_eq!(solver.count_reachable(), Ok(truth.boards as u64), "{board:?}");
    assert_eq!(length(board, &solver.shortest(None)), truth.shortest, "{board:?}");
    let few = solver.fewest_two_moves();
    assert_eq!(length(board, &few).is_some(), truth.shortest.is_some(), "{board:?}");
    let moves = few.plan().map(|plan| board.moves_of_leftmost_twos(plan) as usize);
    assert_eq!(moves, truth.fewest_two_moves, "{board:?}");
    if board.rules() == Rules::Standard {
        let without = decide(&board.with_rules(Rules::FixedTwos), &Config::default());
        assert_eq!(without, truth.fewest_two_moves == Some(0), "{board:?}");
    }
    if let (Some(found), Some(best)) = (solver.solve().plan(), truth.shortest) {
        let shorter = solver.shorten(found, MAX_ROUNDS);
        let shortened = length(board, &shorter).expect("a plan as short, at least");
        assert!(best <= shortened && shortened <= found.len());
        assert!(shorter.lower_bound as usize <= best, "{board:?}");
        assert_eq!(solver.shortest(Some(best as u32)).lower_bound as usize, best);
    }
}

#[test]
fn reductions_keep_the_verdict_on_thousands_of_boards() {
    let mut random = Random::new(7);
    let mut compared = 0;
    for turn in 0..size(2, 60) {
        for rows in 1..=4 {
            for columns in 2..=7 {
                for rules in RULES {
                    let board = reference::random_board(&mut random, rows, columns, rules);
                    compared += u32::from(check_reductions(&board, 1500, turn));
                }
            }
        }
    }
    assert!(compared > size(60, 1500), "only {compared} boards were small enough to compare");
}

#[test]
fn reductions_keep_the_verdict_on_deals() {
    let mut compared = 0;
    for seed in 1..=size(1, 60) {
        for (rows, columns) in [(4, 4), (4, 5), (3, 6), (4, 6), (3, 7), (4, 7), (4, 8)] {
            for rules in RULES {
                let board = support::solvitaire(rows, columns, seed, rules);
                compared += u32::from(check_reductions(&board, 3000, seed as usize));
            }
        }
    }
    assert!(compared > size(5, 300), "only {compared} deals were small enough to compare");
}

#[test]
fn questions_have_the_answers_of_plain_search() {
    let mut random = Random::new(8);
    for _ in 0..size(4, 12) {
        for rows in 1..=4 {
            for columns in 2..=6 {
                for rules in RULES {
                    check_questions(
                        &reference::random_board(&mut random, rows, columns, rules),
                        4000,
                    );
                }
            }
        }
    }
}

/// Fixed suits in every order of the rows, compared with plain search with that order in its
/// rules.
#[test]
fn fixed_suits_in_any_order_are_decided_as_by_plain_search() {
    let mut random = Random::new(9);
    let (mut won, mut orders_told_apart) = (0, 0);
    for _ in 0..25 {
        for (rows, columns) in [(2, 4), (3, 4), (3, 5), (4, 4), (4, 5)] {
            let board = reference::random_board(&mut random, rows, columns, Rules::Standard);
            let mut winners = 0;
            for order in permutations(rows as u8) {
                let order = order.iter().map(|suit| Suit::CHSD[usize::from(*suit)]);
                let order: Vec<Suit> = order.collect();
                let renamed = board.fixed_suits_in(&order).unwrap();
                let is_won = length(&board, &Solver::new(&renamed).solve()).is_some();
                assert_eq!(
                    is_won,
                    reference::is_won_in_order(&board, &order),
                    "{order:?} on {board:?}"
                );
                winners += u32::from(is_won);
            }
            won += winners;
            orders_told_apart += u32::from(winners == 1);
        }
    }
    assert!(won > 20 && orders_told_apart > 10, "{won} won, {orders_told_apart} in one order only");
    let board = reference::random_board(&mut random, 3, 4, Rules::Standard);
    let [clubs, hearts, spades, diamonds] = Suit::CHSD;
    for order in [
        &[clubs, hearts][..],
        &[clubs, hearts, hearts],
        &[clubs, hearts, diamonds],
        &[clubs, hearts, spades, diamonds],
    ] {
        board.fixed_suits_in(order).unwrap_err();
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: size(50, 200),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Shrinks to a small board with few cards out of order.
    #[test]
    fn reductions_keep_the_verdict(
        (rows, columns, swaps) in (1usize..=4, 2usize..=6).prop_flat_map(|(rows, columns)| {
            let cell = 0..rows * columns;
            (Just(rows), Just(columns), prop::collection::vec((cell.clone(), cell), 0..24))
        }),
        rules in prop::sample::select(&RULES[..]),
    ) {
        let mut order: Vec<usize> = (0..rows * columns).collect();
        swaps.iter().for_each(|&(one, other)| order.swap(one, other));
        check_reductions(&reference::arranged(rows, columns, rules, &order), 2000, swaps.len());
    }
}
