//! Generated boards have the requested optimum, and the same name always gives the same board.

use patience_core::{Blind, Budget, Environment, Game, Limits, OpenError, Run, Stop, Verdict};
use patience_generators::{cohesion, tiles};
use patience_search::{astar, bfs};

/// The length of a shortest plan, by a search that the generators do not use.
fn optimum<G: Game>(game: &G) -> usize {
    match bfs::solve(game, &mut Run::unlimited()).verdict {
        Verdict::Solved { plan, optimal: true, .. } => plan.len(),
        verdict => panic!("{verdict:?}"),
    }
}

#[test]
fn boards_of_cohesion_have_an_optimum_in_the_band() {
    for (shape, band) in [
        ("3x3/1/1-2", 1..=2),
        ("4x4/2/4-6", 4..=6),
        ("4x4/3/7-7", 7..=7),
        ("16x16/2/1-3", 1..=3),
        ("4x4/3/0-0", 0..=0),
    ] {
        for seed in 0..2 {
            let name = format!("{shape}/{seed}");
            let game = cohesion::generated(&name, &mut Budget::unlimited()).unwrap();
            assert!(band.contains(&optimum(&game)), "{name}: {game}");
            assert_eq!(Ok(game), cohesion::generated(&name, &mut Budget::unlimited()));
        }
    }
}

#[test]
fn levels_of_tiles_have_exactly_their_optimum() {
    for (size, pieces) in [("4x4", 2), ("5x5", 3), ("6x6", 3), ("7x5", 4), ("16x16", 2)] {
        for wanted in [1, 4, 8] {
            for seed in 0..4 {
                let name = format!("{size}/{pieces}/{wanted}/{seed}");
                let game = tiles::generated(&name, &mut Budget::unlimited()).unwrap();
                assert_eq!(optimum(&game), wanted, "{name}: {game}");
                assert_eq!(game.colours().len(), pieces);
                assert_eq!(Ok(game), tiles::generated(&name, &mut Budget::unlimited()));
            }
        }
    }
}

#[test]
fn names_that_mean_nothing_say_what_was_expected() {
    let shape = "is not a valid name here; expected generate/WxH/COLOURS/MIN-MAX/SEED, such as \
                 generate/4x4/3/6-8/1";
    for (name, expected) in [
        ("", shape),
        ("4x4/3/6-8", shape),
        (
            "x/3/6-8/1",
            "`x` is not a valid size; expected columns and rows, 1 to 32 each and 256 cells at \
             most, such as 6x6",
        ),
        (
            "4x4/many/6-8/1",
            "`many` is not a valid number of colours; expected a whole number from 1",
        ),
        (
            "4x4/3/6/1",
            "`6` is not a valid band; expected the minimum and maximum number of moves, such \
             as 6-8",
        ),
        (
            "4x4/3/6-8/x",
            "`x` is not a valid seed; expected a whole number from 0 to 18446744073709551615",
        ),
        ("4x4/3/6-8/1/1", shape),
        ("4x4/+3/6-8/1", "`+3` is not a valid number of colours; expected a whole number from 1"),
        (
            "4x4/3/+6-8/1",
            "`+6-8` is not a valid band; expected the minimum and maximum number of moves, such \
             as 6-8",
        ),
        (
            "+4x4/3/6-8/1",
            "`+4x4` is not a valid size; expected columns and rows, 1 to 32 each and 256 cells at \
             most, such as 6x6",
        ),
        ("4x4/3/8-6/1", "`8-6` is not a valid band; expected the smaller number first"),
        ("4x4/0/6-8/1", "`0` is not a valid number of colours; expected 1 to 5 on a board of 4x4"),
        ("4x4/9/6-8/1", "`9` is not a valid number of colours; expected 1 to 5 on a board of 4x4"),
        ("1x2/1/1-1/1", "a board of 1x2 is too small; expected three cells or more"),
        (
            "2x2/1/9-9/1",
            "no board with 9 to 9 moves was found in reasonable time; ask for another band, size \
             or seed",
        ),
    ] {
        match cohesion::generated(name, &mut Budget::unlimited()) {
            Err(OpenError::Input(error)) => {
                assert!(error.to_string().ends_with(expected), "{name}: {error}")
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    let shape = "is not a valid name here; expected generate/WxH/PIECES/OPTIMUM/SEED, such as \
                 generate/6x6/3/8/1";
    for (name, expected) in [
        ("", shape),
        ("6x6/3/8", shape),
        ("6x6/x/8/1", "`x` is not a valid number of pieces; expected a whole number from 1"),
        (
            "0x4/1/1/1",
            "`0x4` is not a valid size; expected columns and rows, 1 to 32 each and 256 cells at \
             most, such as 6x6",
        ),
        (
            "99x99/1/1/1",
            "`99x99` is not a valid size; expected columns and rows, 1 to 32 each and 256 cells \
             at most, such as 6x6",
        ),
        (
            "17x16/1/1/1",
            "`17x16` is not a valid size; expected columns and rows, 1 to 32 each and 256 cells \
             at most, such as 6x6",
        ),
        (
            "4x4/3/4294967296/1",
            "`4294967296` is not a valid number of moves; expected a whole number, that of a \
             shortest plan",
        ),
        ("2x2/4/1/1", "`4` is not a valid number of pieces; expected 1 to 3 on a board of 2x2"),
        (
            "16x16/13/1/1",
            "`13` is not a valid number of pieces; expected 1 to 12 on a board of 16x16",
        ),
        ("1x1/1/1/1", "a board of 1x1 is too small; expected two cells or more"),
        (
            "2x2/1/30/1",
            "no level of 30 moves was found among 2000 boards of this kind; ask for fewer moves, \
             another size or another seed",
        ),
    ] {
        match tiles::generated(name, &mut Budget::unlimited()) {
            Err(OpenError::Input(error)) => {
                assert!(error.to_string().ends_with(expected), "{name}: {error}")
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// The expansions of all searches inside a generator are added up.
#[test]
fn a_budget_holds_for_all_searches_of_a_generator_together() {
    let name = "4x4/3/6-8/1";
    let mut budget = Budget::unlimited();
    let board = cohesion::generated(name, &mut budget).unwrap();
    let needed = budget.expanded();
    assert!(needed > 0);
    for (most, expected) in
        [(needed, Ok(board)), (needed - 1, Err(OpenError::Stopped(Stop::Expansions)))]
    {
        let limits = Limits { expansions: Some(most), ..Limits::default() };
        assert_eq!(
            cohesion::generated(name, &mut Budget::new(limits, Environment::none())),
            expected
        );
    }
    let limits = Limits { expansions: Some(10), ..Limits::default() };
    let stopped = tiles::generated("6x6/3/8/1", &mut Budget::new(limits, Environment::none()));
    assert_eq!(stopped, Err(OpenError::Stopped(Stop::Expansions)));
}

/// The searches that users run solve generated instances, in the same number of moves.
#[test]
fn other_searches_agree_on_the_optimum() {
    let level = tiles::generated("6x6/3/8/1", &mut Budget::unlimited()).unwrap();
    let answer = astar(&level, &Blind);
    assert!(answer.is_optimal() && answer.cost == Some(8));
}
