//! Shorter plans and the lower bound beside them, against shortest plans by other rules.

mod reference;
mod support;

use std::sync::atomic::{AtomicBool, Ordering};

use patience_core::{Environment, Limits, NoClock, NoMeter, Random, Verdict};
use patience_gaps::{
    Board, Config, MOST_ROUNDS, Move, Rules, Services, fewest_moves, shorten, shortest, solve,
};

const RULES: [Rules; 3] = [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos];

fn plan_of(board: &Board) -> Option<Vec<Move>> {
    match solve(board, &Config::default(), &Limits::default(), Services::none())
        .expect("no files, no faults")
        .verdict
    {
        Verdict::Solved { plan, .. } => Some(plan),
        _ => None,
    }
}

fn bound(board: &Board) -> Option<u32> {
    fewest_moves(board, &Limits::default(), Services::none()).expect("no limit")
}

#[test]
fn no_plan_is_shorter_than_the_bound() {
    let mut random = Random::new(13);
    let (mut compared, mut reached, mut beyond_cards) = (0, 0, 0);
    for _ in 0..70 {
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
    assert!(compared > 1000, "only {compared} boards could be compared");
    assert!(
        2 * reached > compared,
        "the bound is the truth on {reached} of {compared} boards only"
    );
    assert!(beyond_cards > 0, "the bound never counts a card twice");
}

#[test]
fn small_deals_get_shortest_plans() {
    let (mut compared, mut shortest_found) = (0, 0);
    for seed in 1..=40 {
        let board = support::solvitaire(4, 5, seed, Rules::Standard);
        let Some(plan) = plan_of(&board) else { continue };
        let Verdict::Solved { plan: best, .. } =
            shortest(&board, None, &Limits::default(), Services::none()).solution.verdict
        else {
            panic!("it can be won")
        };
        let found = shorten(&board, &plan, MOST_ROUNDS, &Limits::default(), Services::none());
        assert!(board.replay(&found.plan).expect("legal moves").is_solved());
        assert!(
            found.lower_bound as usize <= best.len() && best.len() <= found.plan.len(),
            "deal {seed}"
        );
        compared += 1;
        shortest_found +=
            u32::from(found.plan.len() == best.len() && found.lower_bound as usize == best.len());
    }
    assert!(compared > 20 && shortest_found == compared, "{shortest_found} of {compared}");
}

#[test]
fn more_rounds_never_make_a_plan_longer_and_every_run_is_the_same() {
    for seed in [1, 2, 15] {
        let board = support::solvitaire(4, 13, seed, Rules::Standard);
        let plan = plan_of(&board).expect("it can be won");
        let after = |rounds| shorten(&board, &plan, rounds, &Limits::default(), Services::none());
        let [none, one, two] = [0, 1, 2].map(after);
        assert_eq!(none.plan, plan);
        assert!(one.plan.len() < plan.len() && two.plan.len() <= one.plan.len(), "deal {seed}");
        assert!(board.replay(&one.plan).is_some_and(|last| last.is_solved()));
        assert_eq!(one, after(1), "deal {seed}");
        assert_eq!(Some(one.lower_bound), bound(&board));
    }
}

#[test]
fn limits_hold_and_a_plan_that_solves_nothing_comes_back() {
    let board = support::solvitaire(4, 13, 1, Rules::Standard);
    let plan = plan_of(&board).expect("it can be won");
    for most in [0, 1, 1000] {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let found = shorten(&board, &plan, MOST_ROUNDS, &limits, Services::none());
        assert_eq!(found.counters.expanded, most);
        assert!(board.replay(&found.plan).is_some_and(|last| last.is_solved()));
    }
    let limits = Limits { memory: Some(1 << 20), expansions: Some(100_000), ..Limits::default() };
    let found = shorten(&board, &plan, MOST_ROUNDS, &limits, Services::none());
    assert!(found.counters.peak_bytes <= 1 << 20 && found.counters.expanded < 100_000);

    let cancel = AtomicBool::new(false);
    let mut told = 0;
    let mut tell = |_: &patience_gaps::Counters| {
        told += 1;
        cancel.store(true, Ordering::Relaxed);
    };
    let environment = Environment { clock: &NoClock, meter: &NoMeter, cancel: &cancel };
    let services = Services { progress: Some(&mut tell), ..Services::new(environment) };
    let found = shorten(&board, &plan, MOST_ROUNDS, &Limits::default(), services);
    assert!(board.replay(&found.plan).is_some_and(|last| last.is_solved()));
    assert_eq!(told, 1, "a cancelled search goes on");

    let part = &plan[..plan.len() - 1];
    let same = shorten(&board, part, MOST_ROUNDS, &Limits::default(), Services::none());
    assert_eq!((same.plan.as_slice(), same.lower_bound), (part, 0));
}
