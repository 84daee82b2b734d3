//! Shorter plans and their lower bounds, compared with shortest plans by an independent
//! implementation.

mod reference;
mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{Environment, Limits, Random, Stop, Verdict};
use patience_gaps::{Answer, Board, MAX_ROUNDS, Move, Rules, Services, Solver};
use patience_testing::size;

const RULES: [Rules; 3] = [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos];

fn plan_of(board: &Board) -> Option<Vec<Move>> {
    Solver::new(board).solve().plan().map(<[Move]>::to_vec)
}

/// The length of a plan that wins.
fn length(board: &Board, answer: &Answer) -> usize {
    let plan = answer.plan().expect("a plan");
    assert!(board.is_won_by(plan));
    plan.len()
}

fn bound(board: &Board) -> Option<u32> {
    let answer = Solver::new(board).fewest_moves();
    (answer.verdict != Verdict::Unsolvable).then_some(answer.lower_bound)
}

#[test]
fn no_plan_is_shorter_than_the_bound() {
    let mut random = Random::new(13);
    let (mut compared, mut reached, mut beyond_cards) = (0, 0, 0);
    for _ in 0..size(6, 70) {
        for rows in 1..=4 {
            for columns in 2..=7 {
                for rules in RULES {
                    let board = reference::random_board(&mut random, rows, columns, rules);
                    let Some(truth) = reference::explore(&board, 3000) else { continue };
                    let (Some(best), Some(bound)) = (truth.shortest, bound(&board)) else {
                        assert!(truth.shortest.is_none(), "the bound has no plan for {board:?}");
                        continue;
                    };
                    assert!(bound as usize <= best, "{bound} > {best} on {board:?}");
                    compared += 1;
                    reached += u32::from(bound as usize == best);
                    beyond_cards += u32::from(bound as usize > rows * (columns - 1));
                }
            }
        }
    }
    assert!(compared > size(85, 1000), "only {compared} boards could be compared");
    assert!(2 * reached > compared, "the bound is exact on only {reached} of {compared} boards");
    assert!(beyond_cards > 0, "the bound never counts a card twice");
}

#[test]
fn small_deals_get_shortest_plans() {
    let (mut compared, mut shortest_found) = (0, 0);
    for seed in 1..=40 {
        let board = support::solvitaire(4, 5, seed, Rules::Standard);
        let Some(plan) = plan_of(&board) else { continue };
        let best = length(&board, &Solver::new(&board).shortest(None));
        let found = Solver::new(&board).shorten(&plan, MAX_ROUNDS);
        let (length, bound) = (length(&board, &found), found.lower_bound as usize);
        assert!(bound <= best && best <= length, "deal {seed}");
        compared += 1;
        shortest_found += u32::from(length == best && bound == best);
        let is_proved = matches!(found.verdict, Verdict::Solved { optimal: true, .. });
        assert_eq!(is_proved, length == bound, "deal {seed}");
    }
    assert!(compared > 20 && shortest_found == compared, "{shortest_found} of {compared}");
}

#[test]
fn more_rounds_never_make_a_plan_longer_and_every_run_is_the_same() {
    for &seed in size(&[2][..], &[1, 2, 15]) {
        let board = support::solvitaire(4, 13, seed, Rules::Standard);
        let plan = plan_of(&board).expect("it can be won");
        let after = |rounds| Solver::new(&board).shorten(&plan, rounds);
        let [none, one] = [0, 1].map(after);
        assert_eq!(none.plan(), Some(&plan[..]));
        let with_one = length(&board, &one);
        assert!(with_one < plan.len(), "deal {seed}");
        if patience_testing::all() {
            assert!(length(&board, &after(2)) <= with_one, "deal {seed}");
        }
        assert_eq!(one, after(1), "deal {seed}");
        assert_eq!(Some(one.lower_bound), bound(&board));
    }
}

#[test]
fn limits_hold_and_a_plan_that_solves_nothing_is_none() {
    let board = support::solvitaire(4, 13, 1, Rules::Standard);
    let plan = plan_of(&board).expect("it can be won");
    for most in [0, 1, 1000] {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let found = Solver::new(&board).limits(limits).shorten(&plan, MAX_ROUNDS);
        assert_eq!(found.counters.expanded, most);
        assert!(length(&board, &found) <= plan.len());
    }
    let limits = Limits { memory: Some(1 << 20), expansions: Some(100_000), ..Limits::default() };
    let found = Solver::new(&board).limits(limits).shorten(&plan, MAX_ROUNDS);
    assert!(found.counters.peak_bytes <= 1 << 20 && found.counters.expanded < 100_000);

    let cancel = AtomicBool::new(false);
    let mut told = 0;
    let mut tell = |_: &patience_gaps::Counters| {
        told += 1;
        cancel.store(true, Ordering::Relaxed);
    };
    let environment = Environment::none().with_cancel(&cancel);
    let services = Services { progress: Some(&mut tell), ..Services::new(environment) };
    let found = Solver::new(&board).services(services).shorten(&plan, MAX_ROUNDS);
    assert!(length(&board, &found) <= plan.len());
    assert_eq!(told, 1, "a cancelled search goes on");

    let part = &plan[..plan.len() - 1];
    let none = Solver::new(&board).shorten(part, MAX_ROUNDS);
    assert_eq!((none.verdict, none.lower_bound), (Verdict::Unknown(Stop::Incomplete), 0));
}
