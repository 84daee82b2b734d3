//! Deals by name.

use std::collections::HashSet;

use patience_core::{Domain, Game, successors};
use patience_games::gaps::{Gaps, GapsDomain};
use patience_testing::size;

use crate::{RULES, deal, most_columns, naive, text};

#[test]
fn random_deals_are_pinned_for_ever() {
    assert_eq!(text(&deal("standard", "random/2x4/1")), "3H -- 2C 4C / 3C -- 2H 4H");
    assert_eq!(text(&deal("paper", "random/3x3/2")), "AD -- -- / -- 2D AC / 2H 2C AH");
    assert_eq!(
        text(&deal("standard", "random/4x13/7")),
        "8D 6S QD 4S 5D KH 2C KS JH 5H 5S 2S 3H / 2H QC 9S 9C 9H 8H 4D JD 3S KC TS -- 3C / 5C 7S \
         TC 6D -- JS TD 7C 6H JC TH 9D QS / 3D 8S QH 8C 7H 6C 4C -- KD -- 7D 4H 2D"
    );
    assert_eq!(
        text(&deal("standard", "random/4x13/18446744073709551615")),
        "8S -- -- 6H 3D 9S JC -- -- JH TS TH 2H / JD 9D KH 7C 6C 4C 5C TC 7D 2C JS KC TD / KS 2S \
         3H QH 4D 6D 5H 4H 8D 8C 6S 9C 8H / 9H 3C QC 4S KD QD 7H QS 5S 2D 3S 5D 7S"
    );
}

#[test]
fn scrambles_are_pinned_for_ever() {
    assert_eq!(
        text(&deal("standard", "scramble/4x5/10/1")),
        "-- 3C 4S 5C 4C / -- 3D 2D 5D 2S / 5H 3H -- 5S 4D / 2C 3S 4H -- 2H"
    );
    assert_eq!(
        text(&deal("fixed-suits", "scramble/4x5/10/1")),
        "4H 3C -- 5C 2D / 4C 3H -- -- 2S / -- 3S 5H 2C 5S / 4D 3D 2H 5D 4S"
    );
    assert_eq!(
        text(&deal("paper", "scramble/3x4/10/2")),
        "-- 2H -- 3D / AC 2D 2C AD / -- 3H 3C AH"
    );
    assert_eq!(
        text(&deal("paper-any-row", "scramble/4x8/30/1")),
        "-- 6C 3H 4C 5H 2C 6H 4H / -- 7H 3S 6S 5S 2S 7D 4D / 2H 2D AC 7C 5D AH -- 4S / -- 6D AS \
         AD 5C 3D 3C 7S"
    );
}

#[test]
fn rule_sets_share_random_boards() {
    for (a, b) in
        [("standard", "fixed-suits"), ("standard", "fixed-twos"), ("paper", "paper-any-row")]
    {
        assert_eq!(text(&deal(a, "random/3x9/5")), text(&deal(b, "random/3x9/5")));
    }
    assert_eq!(
        text(&deal("paper", "paper/4x8/20/1")),
        text(&deal("paper-any-row", "paper/4x8/20/1"))
    );
}

#[test]
fn every_size_can_be_dealt() {
    for rules in RULES {
        for rows in 1..=4 {
            for columns in 2..=most_columns(rules) {
                let own = match rules {
                    "paper" | "paper-any-row" => "paper/RxC/20/1",
                    "standard" | "fixed-suits" | "fixed-twos" => "solvitaire/RxC/3",
                    _ => "random/RxC/3",
                };
                for source in [own, "random/RxC/4", "scramble/RxC/9/5"] {
                    let game = deal(rules, &source.replace("RxC", &format!("{rows}x{columns}")));
                    assert_eq!((game.rows(), game.columns()), (rows, columns));
                    assert_eq!(game.card_count(), rows * (columns - 1));
                }
            }
        }
    }
}

/// Whether there is a plan of at most `most` moves, by breadth-first search.
fn is_won_within(game: &Gaps, most: u32) -> bool {
    let mut layer = vec![game.start()];
    let mut seen = HashSet::from([game.key(&game.start())]);
    for _ in 0..=most {
        if layer.iter().any(|state| game.is_goal(state)) {
            return true;
        }
        let next = layer.iter().flat_map(|state| successors(game, state)).map(|(_, next)| next);
        layer = next.filter(|next| seen.insert(game.key(next))).collect();
    }
    false
}

#[test]
fn scrambles_are_won_within_their_moves() {
    for rules in RULES {
        for (rows, columns) in [(1, 6), (2, 4), (3, 4), (4, 4), (4, 6)] {
            for seed in 0..size(2, 6) {
                for moves in 0..=size(6, 7) {
                    let game = deal(rules, &format!("scramble/{rows}x{columns}/{moves}/{seed}"));
                    assert!(is_won_within(&game, moves), "{rules} {rows}x{columns}/{moves}/{seed}");
                    assert!(moves > 0 || naive::is_solved(rules, &game.board(&game.start())));
                }
            }
        }
    }
}

/// A walk with one more step extends the same walk, so every reversed move must be undone by a
/// legal move.
#[test]
fn scrambles_replay_step_by_step() {
    for rules in RULES {
        for seed in 0..size(4, 40) {
            let at = |moves: u32| {
                deal(rules, &format!("scramble/4x{}/{moves}/{seed}", most_columns(rules)))
            };
            let mut easier = at(0);
            for moves in 1..=60 {
                let harder = at(moves);
                let back = successors(&harder, &harder.start())
                    .into_iter()
                    .any(|(_, next)| next == easier.start());
                assert!(back || harder.start() == easier.start(), "{rules} {seed} {moves}");
                easier = harder;
            }
        }
    }
}

#[test]
fn bad_names_are_explained() {
    let cases = [
        (
            "standard",
            "",
            "not a valid source; expected one of solvitaire, paper, random, scramble, pysol",
        ),
        ("standard", "montana/4x13/1", "`montana` is not a valid source"),
        ("standard", "solvitaire/4x13", "expected solvitaire/RxC/SEED, such as solvitaire/4x13/7"),
        ("standard", "solvitaire/4x13/1/2", "expected solvitaire/RxC/SEED"),
        ("standard", "solvitaire/5x13/1", "`5x13` is not a valid size"),
        ("standard", "solvitaire/4x15/1", "`4x15` is not a valid size"),
        (
            "standard",
            "solvitaire/4x14/1",
            "`4x14` is not a valid size under the rules standard; expected rows (1, 2, 3 or 4), \
             an x and columns (2 to 13), such as 4x13",
        ),
        (
            "line-up",
            "random/4x7/1",
            "not a valid size under the rules line-up; expected rows (1, 2, 3 or 4), an x and \
             columns (2 to 6), such as 4x6",
        ),
        (
            "jungle",
            "solvitaire/4x13/1",
            "fit the rules standard, fixed-suits or fixed-twos, not jungle",
        ),
        ("standard", "pysol", "expected pysol/NUMBER, such as pysol/7"),
        (
            "standard",
            "pysol/0",
            "`0` is not a valid number of a deal; expected a whole number from 1 to \
             100000000000000000000",
        ),
        ("standard", "pysol/100000000000000000001", "is not a valid number of a deal"),
        ("standard", "pysol/ms7", "`ms7` is not a valid number of a deal"),
        ("paper", "pysol/7", "PySolFC has no game with the rules paper"),
        ("standard", "solvitaire/0x4/1", "`0x4` is not a valid size"),
        ("standard", "solvitaire/4x0/1", "`4x0` is not a valid size"),
        ("standard", "solvitaire/4/1", "`4` is not a valid size"),
        ("standard", "solvitaire/4x13/4294967296", "from 0 to 4294967295"),
        ("standard", "solvitaire/4x13/-1", "`-1` is not a valid seed"),
        ("standard", "solvitaire/4x13/+1", "`+1` is not a valid seed"),
        ("standard", "solvitaire/4x13/", "`` is not a valid seed"),
        ("paper", "paper/4x8/1000001/1", "`1000001` is not a valid number of shuffles"),
        ("paper", "paper/4x8/20/4294967296", "not a valid seed"),
        ("paper", "random/4x8/18446744073709551616", "not a valid seed"),
        ("paper", "scramble/4x8/x/1", "`x` is not a valid number of moves"),
        (
            "paper",
            "solvitaire/4x13/1",
            "fit the rules standard, fixed-suits or fixed-twos, not paper",
        ),
        (
            "paper-any-row",
            "solvitaire/4x13/1",
            "fit the rules standard, fixed-suits or fixed-twos, not paper-any-row",
        ),
        ("standard", "paper/4x8/20/1", "fit the rules paper or paper-any-row, not standard"),
        (
            "montana",
            "random/4x13/1",
            "`montana` is not a valid rule set of Gaps; expected one of standard, fixed-suits, \
             fixed-twos, paper, paper-any-row, line-up",
        ),
    ];
    for (rules, path, expected) in cases {
        let error = GapsDomain.instance(rules, path).expect_err(path).to_string();
        assert!(error.contains(expected), "{path}: {error}");
    }
}

#[test]
fn the_examples_exist() {
    for source in GapsDomain.sources() {
        assert!(
            RULES.iter().any(|rules| GapsDomain.instance(rules, source.example).is_ok()),
            "{}",
            source.example
        );
        assert!(source.example.starts_with(source.name) && source.pattern.starts_with(source.name));
    }
    let names: Vec<&str> = GapsDomain.rule_sets().iter().map(|rules| rules.name).collect();
    assert_eq!(names, RULES);
}
