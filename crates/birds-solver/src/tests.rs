//! Compares the packed search with an exhaustive search that uses only the rules.

use std::collections::HashSet;

use patience_core::cards::{Card, Suit};
use patience_core::{Budget, Environment, Limits, Random, Stop, Verdict};
use proptest::prelude::*;

use crate::dead_end::Tables;
use crate::endgame::{Endgames, STACKS, SURVIVORS};
use crate::goal::Goal;
use crate::position::{Deal, Position, Set};
use crate::search::validated;
use crate::{
    Board, Difficulty, Move, Obstacle, Solver, deal_of_difficulty, enumerate,
    estimate_win_probability,
};

/// Every possible end of a board: the cell and the card of the last stack, over all plans. `None`
/// if there are too many positions for a test.
fn endings(board: &Board) -> Option<HashSet<(usize, Card)>> {
    let (mut seen, mut open) = (HashSet::from([board.clone()]), vec![board.clone()]);
    let mut endings = HashSet::new();
    while let Some(board) = open.pop() {
        if seen.len() > 20_000 {
            return None;
        }
        if board.is_won() {
            let last =
                board.cells().iter().enumerate().find_map(|(cell, card)| Some((cell, (*card)?)));
            endings.extend(last);
        }
        for child in board.moves().filter_map(|mv| board.after(mv)) {
            if seen.insert(child.clone()) {
                open.push(child);
            }
        }
    }
    Some(endings)
}

/// Boards of a few stacks. Cards of few ranks keep the graph dense enough for some wins; the suits
/// and ranks at the edge divide it into groups with narrow bridges.
fn boards(stacks: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Board> {
    let cards: Vec<(usize, u8)> =
        (0..4).flat_map(|suit| (1..=13).map(move |rank| (suit, rank))).collect();
    let cells = proptest::sample::subsequence((0..16usize).collect::<Vec<_>>(), stacks.clone());
    (cells, proptest::sample::subsequence(cards, 9).prop_shuffle()).prop_map(|(at, cards)| {
        let mut cells = [None; 16];
        for (cell, (suit, rank)) in at.into_iter().zip(cards) {
            cells[cell] = Some(Card::new(rank, Suit::ALL[suit]));
        }
        Board::new(cells).expect("the cards differ")
    })
}

/// Positions of real deals after random moves that cut no graph, where dead ends abound.
fn played(stacks: std::ops::RangeInclusive<u32>) -> impl Strategy<Value = Board> {
    (0i64..1 << 31, stacks, proptest::collection::vec(any::<prop::sample::Index>(), 16)).prop_map(
        |(seed, stacks, choices)| {
            let mut board = Board::neller(seed);
            for choice in choices {
                let connected = |board: &Board| Obstacle::of(board).is_none();
                let children: Vec<Board> =
                    board.moves().filter_map(|mv| board.after(mv)).filter(connected).collect();
                if board.stacks() as u32 <= stacks || children.is_empty() {
                    break;
                }
                board = choice.get(&children).clone();
            }
            board
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(patience_testing::size(60, 3_000)))]

    #[test]
    fn the_endgame_table_is_exact(board in prop_oneof![boards(1..=7), played(4..=7)]) {
        let Some(endings) = endings(&board) else {
            return Err(TestCaseError::reject("too many positions"));
        };
        let (deal, position) = Deal::new(&board);
        let mut table = Endgames::new();
        if position.stacks() <= STACKS {
            prop_assert_eq!(table.is_won(&deal, position), !endings.is_empty());
        }
        if position.stacks() <= SURVIVORS {
            let cards: Vec<Card> = board.cells().iter().flatten().copied().collect();
            let (cells, last) = table.survivors(&deal, position);
            let last_cells = endings.iter().map(|(cell, _)| *cell).collect();
            prop_assert_eq!(cells.iter().collect::<HashSet<_>>(), last_cells);
            let last_cards = endings.iter().map(|(_, card)| *card).collect();
            prop_assert_eq!(last.iter().map(|c| cards[c]).collect::<HashSet<_>>(), last_cards);
        }
    }

    #[test]
    fn dead_ends_are_lost(
        board in prop_oneof![boards(7..=9), played(7..=9)],
        cells in any::<u16>(),
        cards in any::<u16>(),
    ) {
        prop_assume!(board.stacks() <= 9);
        let Some(endings) = endings(&board) else {
            return Err(TestCaseError::reject("too many positions"));
        };
        let (deal, position) = Deal::new(&board);
        let numbered: Vec<Card> = board.cells().iter().flatten().copied().collect();
        let mut tables = Tables::new();
        let mut dead_ends = tables.dead_ends(&deal);
        let partners = position.partners(&deal);
        let mut is_dead = |goal| dead_ends.is_dead(position, &partners, goal);
        prop_assert!(!is_dead(Goal::ANY) || endings.is_empty());
        // Every single ending as a goal, and any goal at all.
        let single = endings.iter().map(|(cell, card)| {
            let card = numbered.iter().position(|c| c == card);
            let card = card.expect("the last card was on the board");
            Goal { cells: Set::of(*cell), cards: Set::of(card) }
        });
        for goal in single {
            prop_assert!(!is_dead(goal), "{goal:?}");
        }
        let (cells, cards) = (Set::from_bits(cells), Set::from_bits(cards));
        let fits = |(cell, card): &(usize, Card)| {
            let card = numbered.iter().position(|c| c == card);
            cells.contains(*cell) && card.is_some_and(|card| cards.contains(card))
        };
        let goal = Goal { cells, cards };
        prop_assert!(!is_dead(goal) || !endings.iter().any(fits));
    }

    #[test]
    fn the_solver_is_right(board in prop_oneof![boards(1..=9), played(7..=9)]) {
        prop_assume!(board.stacks() <= 9);
        let verdict = Solver::new().solve(&board, &mut Budget::unlimited()).verdict;
        match verdict {
            Verdict::Solved { plan, .. } => prop_assert!(board.is_won_by(&plan)),
            Verdict::Unsolvable => {
                prop_assert!(endings(&board).is_none_or(|endings| endings.is_empty()))
            }
            Verdict::Unknown(stop) => prop_assert!(false, "stopped without limits: {stop}"),
        }
    }

    #[test]
    fn labels_agree_with_random_play(board in prop_oneof![boards(1..=7), played(5..=7)]) {
        // Random moves can end early, in a position of many stacks.
        prop_assume!(board.stacks() <= 7);
        let found = enumerate(&board, &mut Budget::unlimited()).unwrap();
        let expected = win_probability(&board);
        let distance = (found.win_probability - expected).abs();
        prop_assert!(distance <= 1e-12 * expected, "{found:?} {expected}");
        let children = board.moves().filter_map(|mv| board.after(mv));
        let winning = children.filter(|child| win_probability(child) > 0.0).count();
        prop_assert_eq!(found.winning_first_moves as usize, winning);
        prop_assert_eq!(found.first_moves as usize, board.moves().count());
    }

    #[test]
    fn keys_are_exact(board in boards(1..=9)) {
        let (_, position) = Deal::new(&board);
        prop_assert_eq!(Position::from_key(position.key()), position);
    }
}

/// Computes the value by definition, without a table.
fn win_probability(board: &Board) -> f64 {
    fn value(board: &Board, known: &mut std::collections::HashMap<Board, f64>) -> f64 {
        if board.is_won() {
            return 1.0;
        }
        if let Some(value) = known.get(board) {
            return *value;
        }
        let children: Vec<Board> = board.moves().filter_map(|mv| board.after(mv)).collect();
        let sum: f64 = children.iter().map(|child| value(child, known)).sum();
        let mean = if children.is_empty() { 0.0 } else { sum / children.len() as f64 };
        known.insert(board.clone(), mean);
        mean
    }
    value(board, &mut std::collections::HashMap::new())
}

/// A clock that does not advance.
struct Still;

impl patience_core::Clock for Still {
    fn elapsed(&self) -> std::time::Duration {
        std::time::Duration::ZERO
    }
}

#[test]
fn every_limit_stops_with_its_name() {
    let hard = Board::neller(104);
    let stopped = |limits: Limits| {
        Solver::new().solve(&hard, &mut Budget::new(limits, Environment::none())).verdict
    };
    assert_eq!(
        stopped(Limits { expansions: Some(3), ..Limits::default() }),
        Verdict::Unknown(Stop::Expansions)
    );
    assert_eq!(
        stopped(Limits { depth: Some(14), ..Limits::default() }),
        Verdict::Unknown(Stop::Depth)
    );
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(stopped(limits.clone()), Verdict::Unknown(Stop::NoClock));
    let clock = Still;
    let mut budget = Budget::new(limits, Environment::none().with_clock(&clock));
    assert_eq!(Solver::new().solve(&hard, &mut budget).verdict, Verdict::Unknown(Stop::Time));
    let cancel = std::sync::atomic::AtomicBool::new(true);
    let environment = Environment::none().with_cancel(&cancel);
    let verdict =
        Solver::new().solve(&hard, &mut Budget::new(Limits::default(), environment)).verdict;
    assert_eq!(verdict, Verdict::Unknown(Stop::Cancelled));
    let limits = Limits { expansions: Some(1000), ..Limits::default() };
    assert_eq!(
        enumerate(&hard, &mut Budget::new(limits, Environment::none())),
        Err(Stop::Expansions)
    );
}

#[test]
fn limits_hold_exactly() {
    let hard = Board::neller(104);
    let solve = |solver: &mut Solver, limits: Limits| {
        solver.solve(&hard, &mut Budget::new(limits, Environment::none()))
    };
    let needed = solve(&mut Solver::new(), Limits::default()).counters.expanded;
    for most in [0, 1, 2, 99, 100, 101, needed - 1, needed] {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        let solution = solve(&mut Solver::new(), limits.clone());
        let settled = matches!(solution.verdict, Verdict::Solved { .. });
        assert_eq!((settled, solution.counters.expanded), (most >= needed, most), "limit {most}");
        let mut budget = Budget::new(limits, Environment::none());
        let enumerated = enumerate(&hard, &mut budget);
        assert_eq!((enumerated, budget.expanded()), (Err(Stop::Expansions), most), "limit {most}");
    }
    // The tables count, whether this solve or an earlier one created them.
    let mut solver = Solver::new();
    for most in [Tables::BYTES, 2 * Tables::BYTES, Tables::BYTES] {
        let solution = solve(&mut solver, Limits { memory: Some(most), ..Limits::default() });
        let expected = most < solution.counters.peak_bytes.max(Tables::BYTES + 1);
        assert_eq!(solution.verdict == Verdict::Unknown(Stop::Memory), expected, "limit {most}");
        assert!(solution.counters.peak_bytes <= most, "limit {most}");
    }
}

#[test]
fn a_loss_is_proved_whatever_the_depth_limit_is() {
    let verdict = |seed, depth| {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        Solver::new()
            .solve(&Board::neller(seed), &mut Budget::new(limits, Environment::none()))
            .verdict
    };
    // Deals that are lost without search, lost by a dead end, and lost by search.
    for seed in [63_135, 1163, 258_693] {
        for depth in [0, 1, 14, 15] {
            assert_eq!(verdict(seed, depth), Verdict::Unsolvable, "deal {seed}, depth {depth}");
        }
    }
    for (depth, solved) in [(0, false), (14, false), (15, true), (u32::MAX, true)] {
        let verdict = verdict(104, depth);
        assert_eq!(matches!(verdict, Verdict::Solved { .. }), solved, "depth {depth}: {verdict:?}");
        assert!(solved || verdict == Verdict::Unknown(Stop::Depth));
    }
}

#[test]
fn counters_do_not_depend_on_earlier_deals() {
    let mut used = Solver::new();
    for seed in 0..200 {
        let board = Board::neller(seed);
        let fresh = Solver::new().solve(&board, &mut Budget::unlimited());
        assert_eq!(used.solve(&board, &mut Budget::unlimited()), fresh, "deal {seed}");
    }
}

#[test]
fn obstacles_are_named() {
    let obstacle = |seed| Obstacle::of(&Board::neller(seed)).map(|obstacle| obstacle.name());
    assert_eq!(obstacle(0), None);
    assert_eq!(obstacle(1163), None, "lost, but connected");
    let lost: Vec<_> = (0..10_000).filter_map(obstacle).collect();
    assert_eq!(lost.len(), 22, "of the 24 lost deals two are connected");
    assert!(lost.iter().all(|name| ["odd bird", "separated flocks"].contains(name)));
}

#[test]
fn dead_ends_are_seen_without_search() {
    // 63135: 9H, 8C and 8H are connected with the rest only by 8C and 6C, and neither side can be
    // reduced to its end of that bridge. In the other three, a tail has two cards that cannot meet,
    // and the card before it would have to make more steps than it has partners; deciding them by
    // search took 138,128, 103,342 and 85,586 expansions.
    for seed in [63_135, 731_678, 360_528, 754_258] {
        let solution = Solver::new().solve(&Board::neller(seed), &mut Budget::unlimited());
        assert_eq!(
            (solution.verdict, solution.counters.expanded),
            (Verdict::Unsolvable, 0),
            "deal {seed}"
        );
    }
}

#[test]
fn the_hardest_deals_take_no_more_than_they_did() {
    for (seed, solvable, most) in [(258_693, false, 52_341), (424_476, true, 56_124)] {
        let solution = Solver::new().solve(&Board::neller(seed), &mut Budget::unlimited());
        assert_eq!(matches!(solution.verdict, Verdict::Solved { .. }), solvable, "deal {seed}");
        assert!(solution.counters.expanded <= most, "deal {seed}: {}", solution.counters.expanded);
    }
}

#[test]
fn estimates_are_unbiased() {
    // The exact values of two deals by full enumeration, which an independent program also found.
    for (seed, exact, particles) in [(0, 2.019_096_7e-4, 2_000), (1, 5.456_953_8e-6, 8_000)] {
        let (mut solver, mut random) = (Solver::new(), patience_core::Random::new(7));
        let runs = 40;
        let sum: f64 = (0..runs)
            .map(|_| {
                let budget = Budget::unlimited();
                estimate_win_probability(
                    &mut solver,
                    &Board::neller(seed),
                    particles,
                    &mut random,
                    &budget,
                )
                .unwrap()
            })
            .sum();
        let mean = sum / f64::from(runs);
        assert!((0.85..1.15).contains(&(mean / exact)), "deal {seed}: {mean:e} for {exact:e}");
    }
}

#[test]
fn difficulties_are_met() {
    for difficulty in Difficulty::ALL {
        let board =
            Board::neller(deal_of_difficulty(difficulty, 2, &mut Budget::unlimited()).unwrap());
        let estimate = estimate_win_probability(
            &mut Solver::new(),
            &board,
            20_000,
            &mut Random::new(99),
            &Budget::unlimited(),
        )
        .unwrap();
        let near = [estimate / 2.0, estimate * 2.0].map(Difficulty::of);
        assert!(near.contains(&difficulty), "{difficulty}: {estimate:e}");
        assert_eq!(difficulty.name().parse(), Ok(difficulty));
    }
}

#[test]
fn a_plan_that_fails_the_replay_is_a_defect() {
    let mut cells = [None; 16];
    for (cell, rank) in [(0, 1), (1, 2), (2, 3)] {
        cells[cell] = Some(Card::new(rank, Suit::Clubs));
    }
    let board = Board::new(cells).unwrap();
    let [first, second] = [(0, 1), (1, 2)].map(|(from, to)| Move { from, to });
    assert!(matches!(validated(&board, &[first, second], None), Verdict::Solved { .. }));
    assert_eq!(validated(&board, &[first, second], Some(1)), Verdict::Unknown(Stop::Depth));
    for plan in [&[][..], &[first], &[first, first], &[second, first], &[first, second, second]] {
        for depth in [None, Some(1)] {
            assert_eq!(validated(&board, plan, depth), Verdict::Unknown(Stop::Defect), "{plan:?}");
        }
    }
}
