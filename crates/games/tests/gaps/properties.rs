//! Properties of random games: the incremental state agrees with the naive rules, notations survive
//! writing and reading, and keys are exact.

use patience_core::{Domain, Game};
use patience_games::gaps::{Gaps, GapsDomain, Move};
use patience_testing::size;
use proptest::prelude::*;

use crate::{RULES, board, deal, most_columns, naive, text};

/// A deal of any size under any rule set.
fn any_deal() -> impl Strategy<Value = (&'static str, Gaps)> {
    let rules = prop::sample::select(&RULES[..]);
    (rules, 1..=4usize, 2..=14usize, any::<u64>(), prop::option::of(0..60u32)).prop_map(
        |(rules, rows, columns, seed, moves)| {
            let columns = columns.min(most_columns(rules));
            let path = match moves {
                None => format!("random/{rows}x{columns}/{seed}"),
                Some(moves) => format!("scramble/{rows}x{columns}/{moves}/{seed}"),
            };
            (rules, deal(rules, &path))
        },
    )
}

fn legal(game: &Gaps, state: &<Gaps as Game>::State) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: size(100, 400),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn walks_follow_the_naive_rules(
        (rules, game) in any_deal(),
        choices in prop::collection::vec(any::<usize>(), 0..40),
    ) {
        let mut state = game.start();
        let mut board = game.board(&state);
        for choice in choices {
            let moves = legal(&game, &state);
            let cells: Vec<naive::Cells> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
            prop_assert_eq!(&cells, &naive::moves(rules, &board));
            prop_assert_eq!(game.is_goal(&state), naive::is_solved(rules, &board));
            if moves.is_empty() {
                break;
            }
            let choice = choice % moves.len();
            state = game.apply(&state, moves[choice]);
            board = naive::after(&board, cells[choice]);
            prop_assert_eq!(&game.board(&state), &board);

            // The incrementally updated data equal those computed from scratch.
            let fresh = Gaps::new(game.rules(), &board).unwrap();
            prop_assert_eq!(fresh.start(), state);
            prop_assert_eq!(fresh.key(&fresh.start()), game.key(&state));
            prop_assert_eq!(fresh.suits(), game.suits());
        }
    }

    #[test]
    fn keys_are_equal_exactly_for_equal_boards(
        (_, game) in any_deal(),
        walk in prop::collection::vec(any::<usize>(), 0..12),
    ) {
        let mut states = vec![game.start()];
        for choice in walk {
            let state = *states.last().unwrap();
            let moves = legal(&game, &state);
            states.extend(moves.iter().map(|mv| game.apply(&state, *mv)));
            if let Some(mv) = moves.get(choice % moves.len().max(1)) {
                states.push(game.apply(&state, *mv));
            }
        }
        for a in &states {
            for b in &states {
                prop_assert_eq!(game.key(a) == game.key(b), game.board(a) == game.board(b));
            }
        }
    }

    #[test]
    fn notations_round_trip((rules, game) in any_deal()) {
        let start = game.start();
        let lines = text(&game).replace(" / ", "\r\n");
        let written = GapsDomain
            .formats()
            .iter()
            .map(|format| GapsDomain.write(&game, &start, format.name).unwrap());
        for text in written.chain([text(&game), lines]) {
            prop_assert_eq!(&board(rules, &text), &game, "{}", text);
        }
        prop_assert_eq!(GapsDomain.rules(&game), rules);
    }

    #[test]
    fn moves_round_trip((_, game) in any_deal()) {
        let start = game.start();
        for mv in legal(&game, &start) {
            let text = GapsDomain.move_text(&game, &start, mv);
            prop_assert_eq!(GapsDomain.parse_move(&game, &start, &text), Ok(mv));
            prop_assert!(GapsDomain.draw(&game, &start, Some(mv), true).contains('['));
            let words = GapsDomain.move_words(&game, &start, mv);
            prop_assert_eq!(GapsDomain.split_plan(&words).len(), 1);
            prop_assert_eq!(GapsDomain.parse_move(&game, &start, &words), Ok(mv));
        }
        for line in GapsDomain.draw(&game, &start, None, false).lines() {
            prop_assert!(line.chars().count() <= 72);
        }
        for colour in [false, true] {
            let narrow = GapsDomain.draw_narrow(&game, &start, colour).unwrap();
            let back = GapsDomain.read(GapsDomain.rules(&game), &narrow).unwrap();
            prop_assert_eq!(&back, &game);
            let drawing = format!("a heading\n{}", GapsDomain.draw(&game, &start, None, colour));
            let back = GapsDomain.read(GapsDomain.rules(&game), &drawing).unwrap();
            prop_assert_eq!(
                GapsDomain.notation(&back, &back.start()),
                GapsDomain.notation(&game, &start)
            );
        }
    }

    #[test]
    fn malformed_input_is_refused_without_panic(
        text in "\\PC{0,60}",
        cells in "[-gA2-9TJQKSHDC0 /\n\"\\[\\]{}:,sequnc]{0,80}",
    ) {
        for rules in RULES {
            for text in [&text, &cells, &format!("{{\"sequences\":[[{cells}]]}}")] {
                if let Err(error) = GapsDomain.read(rules, text) {
                    prop_assert!(!error.message.is_empty());
                }
                let _ = GapsDomain.instance(rules, text);
                let game = board("paper", "AH -- / AD --");
                let _ = GapsDomain.parse_move(&game, &game.start(), text);
            }
        }
    }
}
