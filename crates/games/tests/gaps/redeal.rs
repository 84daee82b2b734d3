//! Redeals: kept cards, places of the gaps, and fair shuffling.

use std::collections::HashMap;

use patience_core::{Game, successors};
use patience_games::gaps::{Gaps, RedealRule, kept_runs, redeal};

use crate::{RULES, board, deal, most_columns, text};

#[test]
fn runs_are_kept_from_the_left_edge() {
    for (rules, layout, expected) in [
        ("standard", "2C 3C -- / -- 2H 3H", [2, 0, 0, 0]),
        ("standard", "3C 2C -- / 2H -- 3H", [0, 1, 0, 0]),
        ("fixed-suits", "2H 3H -- / 2C 3C --", [0, 0, 0, 0]),
        ("fixed-suits", "2C 3C -- / 3H 2H --", [2, 0, 0, 0]),
        ("paganini", "AC 6C 7C -- / AH -- 6H 7H", [3, 1, 0, 0]),
        ("blue-moon", "AH 2H -- 3H / AC -- 2C 3C", [2, 1, 0, 0]),
    ] {
        let game = board(rules, layout);
        assert_eq!(kept_runs(&game, &game.start()), expected, "{rules} {layout}");
    }
}

/// If rows belong to suits, a run in the row of another suit is gathered, as in docs/redeals.md: if
/// it were kept, the game would be lost.
#[test]
fn a_run_in_a_row_of_another_suit_is_gathered() {
    let (layout, rule) = ("2H 3H -- 4H / 2C 3C -- 4C", RedealRule::Pysol);
    let gaps_of = |rules: &str| {
        let game = board(rules, layout);
        let after = redeal(&game, &game.start(), rule, 7).start_board();
        after.iter().map(|row| row.iter().position(Option::is_none).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(gaps_of("standard"), [2, 2], "both runs stay");
    assert_eq!(gaps_of("fixed-suits"), [0, 0], "none does");
    // With the runs kept, no shuffle of the rest could be won; with them gathered, one can.
    let game = board("fixed-suits", layout);
    let wins = |game: &Gaps| {
        let (mut seen, mut open) = (std::collections::HashSet::new(), vec![game.start()]);
        while let Some(state) = open.pop() {
            if game.is_goal(&state) {
                return true;
            }
            let next = successors(game, &state).into_iter().map(|(_, next)| next);
            open.extend(next.filter(|next| seen.insert(game.key(next))));
        }
        false
    };
    assert!((0..100).any(|seed| wins(&redeal(&game, &game.start(), rule, seed))));
    for rest in ["2H 3H -- 4H / 2C 3C -- 4C", "2H 3H -- 4C / 2C 3C -- 4H"] {
        assert!(!wins(&board("fixed-suits", rest)), "{rest}");
    }
}

/// A position after a few moves, so that some cards are kept.
fn played(rules: &str, seed: u64) -> (Gaps, <Gaps as Game>::State) {
    let game = deal(rules, &format!("scramble/4x{}/60/{seed}", most_columns(rules)));
    let mut state = game.start();
    for step in 0..40 {
        let next = successors(&game, &state);
        let best = next.into_iter().map(|(_, next)| next).max_by_key(|next| {
            let kept: usize = kept_runs(&game, next).iter().sum();
            (kept, step)
        });
        match best {
            Some(next) if !game.is_goal(&next) => state = next,
            _ => break,
        }
    }
    (game, state)
}

#[test]
fn a_redeal_keeps_the_runs_and_puts_the_gaps_where_the_rule_says() {
    let mut kept_anything = 0;
    for rules in RULES {
        for seed in 0..20 {
            let (game, state) = played(rules, seed);
            let (before, runs) = (game.board(&state), kept_runs(&game, &state));
            for rule in RedealRule::ALL {
                let after = redeal(&game, &state, rule, seed);
                let cells = after.start_board();
                for row in 0..4 {
                    assert_eq!(
                        cells[row][..runs[row]],
                        before[row][..runs[row]],
                        "{rules} {seed} {}",
                        rule.name()
                    );
                    let gaps: Vec<usize> = (0..game.columns())
                        .filter(|column| cells[row][*column].is_none())
                        .collect();
                    match rule {
                        RedealRule::Pysol | RedealRule::Aisleriot | RedealRule::Unshuffled => {
                            assert_eq!(gaps, [runs[row]]);
                        }
                        RedealRule::Station => assert_eq!(gaps, [game.columns() - 1]),
                        RedealRule::Spaces | RedealRule::Addiction => {
                            assert!(gaps.iter().all(|gap| *gap >= runs[row]))
                        }
                    }
                }
                // `Gaps::new` has checked that every card occurs once.
                assert_eq!(after.card_count(), game.card_count());
                assert_eq!(
                    after,
                    redeal(&game, &state, rule, seed),
                    "the same seed deals the same cards"
                );
                if !rule.shuffles() {
                    let behind = |cells: &[Vec<Option<_>>]| -> Vec<_> {
                        (0..4)
                            .flat_map(|row| {
                                cells[row][runs[row]..]
                                    .iter()
                                    .flatten()
                                    .copied()
                                    .collect::<Vec<_>>()
                            })
                            .collect()
                    };
                    assert_eq!(behind(&cells), behind(&before), "{rules} {seed}: the order stays");
                }
                kept_anything += runs.iter().sum::<usize>();
            }
        }
    }
    assert!(kept_anything > 1000);
}

#[test]
fn redeals_are_pinned_for_ever() {
    let game = board("standard", "2C 3C -- 4C / 2H -- 3H 4H");
    let dealt = |rule, seed| text(&redeal(&game, &game.start(), rule, seed));
    assert_eq!(
        [(RedealRule::Pysol, 1), (RedealRule::Station, 2), (RedealRule::Spaces, 3)]
            .map(|(rule, seed)| dealt(rule, seed)),
        ["2C 3C -- 4C / 2H -- 3H 4H", "2C 3C 4H -- / 2H 3H 4C --", "2C 3C 4H -- / 2H 4C 3H --"]
    );
}

/// Every order of three cards, and every pair of gaps, occurs as often as any other.
#[test]
fn every_outcome_is_as_likely_as_any_other() {
    let game = board("standard", "2C 3C -- 4C / 2H -- 3H 4H");
    for (rule, outcomes) in
        [(RedealRule::Pysol, 6), (RedealRule::Station, 6), (RedealRule::Spaces, 60)]
    {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for seed in 0..6000 {
            *counts.entry(text(&redeal(&game, &game.start(), rule, seed))).or_default() += 1;
        }
        assert_eq!(counts.len(), outcomes, "{}", rule.name());
        // Pearson's statistic has mean `outcomes` − 1 and variance twice that; seeds are fixed, so
        // this never varies.
        let expected = 6000.0 / outcomes as f64;
        let squares: f64 =
            counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum();
        let degrees = outcomes as f64 - 1.0;
        assert!(squares < degrees + 4.0 * (2.0 * degrees).sqrt(), "{}: {squares}", rule.name());
    }
}

#[test]
fn rules_say_when_a_redeal_is_allowed() {
    let blocked = board("standard", "2C 4C -- -- / 4H 2H 3C 3H");
    let won = board("standard", "2C 3C 4C -- / 2H 3H 4H --");
    let open = board("standard", "2C -- 3C 4C / 2H -- 3H 4H");
    for rule in RedealRule::ALL {
        let allows = |game: &Gaps| rule.allows(game, &game.start());
        assert!(allows(&blocked) && !allows(&won), "{}", rule.name());
        assert_eq!(allows(&open), rule != RedealRule::Aisleriot);
        assert_eq!(rule.redeals(), if rule == RedealRule::Addiction { 3 } else { 2 });
    }
}
