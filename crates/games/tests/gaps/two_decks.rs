//! Two decks: notations, moves and redeals, compared with the naive rules, whose boards do not
//! distinguish equal cards either.

use std::collections::HashSet;

use patience_core::{Domain, Game, Random, successors};
use patience_games::gaps::two_decks::{TwoDecks, TwoDecksDomain, kept_runs, redeal, redeals_of};
use patience_games::gaps::{Move, RedealRule};

use crate::naive;

pub const RULES: [&str; 4] =
    ["double-montana", "double-blue-moon", "double-red-moon", "paganini-ii"];

pub fn deal(rules: &str, path: &str) -> TwoDecks {
    TwoDecksDomain.instance(rules, path).unwrap_or_else(|error| panic!("{rules} {path}: {error}"))
}

pub fn text(game: &TwoDecks) -> String {
    TwoDecksDomain.notation(game, &game.start())
}

fn board(rules: &str, text: &str) -> TwoDecks {
    TwoDecksDomain.read(rules, text).unwrap_or_else(|error| panic!("{rules} {text}: {error}"))
}

/// Boards of many sizes under every rule set.
fn deals() -> impl Iterator<Item = (&'static str, TwoDecks)> {
    let sizes = ["2x2", "2x5", "2x13", "4x3", "4x8", "6x4", "6x13", "8x2", "8x7", "8x13"];
    RULES.into_iter().flat_map(move |rules| {
        sizes.into_iter().flat_map(move |size| {
            let paths = move |seed: u64| {
                [
                    format!("random/{size}/{seed}"),
                    format!("scramble/{size}/40/{seed}"),
                    format!("swaps/{size}/9/{seed}"),
                ]
            };
            (0..5).flat_map(paths).map(move |path| (rules, deal(rules, &path)))
        })
    })
}

#[test]
fn walks_follow_the_naive_rules() {
    let mut steps = 0;
    for (rules, game) in deals() {
        let mut state = game.start();
        let mut random = Random::new(steps);
        for _ in 0..40 {
            let plain = game.board(&state);
            let moves = successors(&game, &state);
            let cells: Vec<naive::Cells> =
                moves.iter().map(|(mv, _)| (mv.from(), mv.to())).collect();
            assert_eq!(cells, naive::moves(rules, &plain), "{rules} {plain:?}");
            assert_eq!(game.is_goal(&state), naive::is_solved(rules, &plain), "{rules} {plain:?}");
            for (mv, next) in &moves {
                assert_eq!(
                    game.board(next),
                    naive::after(&plain, (mv.from(), mv.to())),
                    "{rules} {mv:?}"
                );
                assert_eq!(
                    TwoDecksDomain.starting_at(&game, next).start(),
                    *next,
                    "gaps are kept in order"
                );
            }
            if moves.is_empty() {
                break;
            }
            state = moves[random.index(moves.len())].1;
            steps += 1;
        }
    }
    assert!(steps > 4_000, "{steps}");
}

/// A position is identified by its board alone: two moves of equal cards that lead to the same
/// board lead to one position.
#[test]
fn keys_are_equal_exactly_where_boards_are() {
    let game = board("double-montana", "2C -- 4C 3C 3C / 2C 4C -- 5C 5C");
    let (mut keys, mut boards) = (HashSet::new(), HashSet::new());
    let mut open = vec![game.start()];
    let mut met = 0;
    while let Some(state) = open.pop() {
        let is_new = boards.insert(game.board(&state));
        assert_eq!(keys.insert(game.key(&state)), is_new);
        met += 1;
        if is_new {
            open.extend(successors(&game, &state).into_iter().map(|(_, next)| next));
        }
    }
    assert!(boards.len() > 5 && met > boards.len(), "{} boards, met {met} times", boards.len());
}

#[test]
fn what_is_written_is_read_back() {
    for (rules, game) in deals() {
        let start = game.start();
        assert_eq!(board(rules, &text(&game)), game);
        assert_eq!(board(rules, &text(&game).replace(" / ", "\n")), game);
        for colour in [false, true] {
            assert_eq!(board(rules, &TwoDecksDomain.draw(&game, &start, None, colour)), game);
            let narrow = TwoDecksDomain.draw_narrow(&game, &start, colour).unwrap();
            assert_eq!(board(rules, &narrow), game);
        }
        let view = TwoDecksDomain.view(&game, &start);
        assert_eq!((view.rows, view.columns), (game.rows(), game.columns()));
        for (mv, after) in successors(&game, &start) {
            let (short, words) = (format!("{mv:?}"), TwoDecksDomain.move_words(&game, &start, mv));
            for text in [&short, &words] {
                assert_eq!(TwoDecksDomain.parse_move(&game, &start, text), Ok(mv), "{text}");
                assert_eq!(TwoDecksDomain.split_plan(&format!("{text} {text}, {text}")), [text; 3]);
            }
            assert_eq!(board(rules, &TwoDecksDomain.notation(&game, &after)).start(), after);
        }
    }
}

#[test]
fn boards_that_are_no_deals_are_refused_with_their_place() {
    for (rules, text, expected) in [
        ("double-montana", "2C --", "2, 4, 6 or 8 rows, not 1"),
        ("double-montana", "2C -- / 2C -- / 2H --", "2, 4, 6 or 8 rows, not 3"),
        ("double-montana", &["2C --"; 10].join(" / "), "8 rows, not 10"),
        ("double-montana", "2C / 2C", "line 1, column 1: a row has 2 to 13 cells, not 1"),
        (
            "double-montana",
            "2C -- / 2C -- --",
            "line 1, column 9: this row has 3 cells, other rows 2",
        ),
        (
            "double-montana",
            "2C -- / AC --",
            "line 1, column 9: A♣ is not in play: 2 columns under the rules `double-montana` take \
             the ranks 2 to 2",
        ),
        ("paganini-ii", "AC -- 3C / AC 2C --", "line 1, column 7: 3♣ is not in play"),
        (
            "double-montana",
            "2C -- / 2H --",
            "line 1, column 9: 2♥ is one suit too many: 2 rows of two decks take 1 suit",
        ),
        (
            "double-montana",
            "2C 2C -- / 2C 3C --",
            "line 1, column 12: 2♣ is on the board 3 times, in a1, b1, a2; two decks have it \
             twice; 3♣ is missing",
        ),
        (
            "double-montana",
            "2C 3C -- / -- 3C --",
            "3 gaps instead of 2, one per row; two decks have each card twice; 2♣ is missing",
        ),
        ("double-montana", "-- / --", "a row has 2 to 13 cells"),
        ("double-montana", "-- -- / -- --", "2♣ is missing"),
        ("double-montana", "2C ?? / 2C --", "line 1, column 4"),
        ("double-montana", "", "the board is empty"),
        ("double-montana", "{\"sequences\":[[\"2C\",\"\"]]}", "is not a valid card"),
    ] {
        let error = TwoDecksDomain.read(rules, text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let huge = "2C ".repeat(1 << 16);
    assert!(TwoDecksDomain.read("double-montana", &huge).is_err());
    for (rules, path) in [
        ("double-montana", "random/3x4/1"),
        ("double-montana", "random/9x4/1"),
        ("double-montana", "random/0x4/1"),
        ("double-montana", "random/8x14/1"),
        ("double-red-moon", "random/8x15/1"),
        ("double-montana", "solvitaire/4x13/1"),
        ("double-montana", "pysol/0"),
        ("double-montana", "pysol/1/2"),
        ("double-montana", "scramble/8x13/1000001/1"),
        ("standard", "pysol/1"),
    ] {
        assert!(TwoDecksDomain.instance(rules, path).is_err(), "{rules} {path}");
    }
}

#[test]
fn moves_say_which_of_two_equal_cards() {
    let game = board("double-montana", "2C -- 3C 4C / 2C 3C -- 4C");
    let start = game.start();
    let parse = |text: &str| TwoDecksDomain.parse_move(&game, &start, text);
    let mv = |from, to| Move::new(from, to).unwrap();
    assert_eq!(parse("3♣ c1 b1"), Ok(mv((0, 2), (0, 1))));
    assert_eq!(parse("3c b2 b1"), Ok(mv((1, 1), (0, 1))));
    let ambiguous = parse("3C b1").unwrap_err().to_string();
    assert!(
        ambiguous.contains("either of two cards") && ambiguous.contains("3♣ c1 b1"),
        "{ambiguous}"
    );
    // The rules reject a card that is not legal there, for either copy.
    assert_eq!(parse("2C c2"), Ok(mv((0, 0), (1, 2))));
    for (text, expected) in [
        ("5C b1", "5♣ is not on the board"),
        ("3C e1", "e1 is off the board: cells go from a1 to d2"),
        ("3C a1 b1", "3♣ is not on a1"),
        ("3C c9 b1", "c9 is off the board"),
        ("0,2>0,4", "0,4 is off the board"),
        ("3C c1 b1 d1", "is not a valid move"),
        ("", "is not a valid move"),
    ] {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let only = board("double-montana", "2C 3C -- 4C / 2C 4C -- 3C");
    let both = TwoDecksDomain.parse_move(&only, &only.start(), "4C c1");
    assert!(both.is_err(), "both can go there");
}

#[test]
fn redeals_keep_the_runs() {
    let mut kept = 0;
    for (rules, game) in deals() {
        let (before, runs) = (game.board(&game.start()), kept_runs(&game, &game.start()));
        for rule in RedealRule::ALL {
            let again = redeal(&game, &game.start(), rule, 5);
            let after = again.board(&again.start());
            for row in 0..game.rows() {
                assert_eq!(
                    after[row][..runs[row]],
                    before[row][..runs[row]],
                    "{rules} {}",
                    rule.name()
                );
                let gaps: Vec<usize> =
                    (0..game.columns()).filter(|column| after[row][*column].is_none()).collect();
                match rule {
                    RedealRule::Pysol | RedealRule::Aisleriot | RedealRule::Unshuffled => {
                        assert_eq!(gaps, [runs[row]])
                    }
                    RedealRule::Station => assert_eq!(gaps, [game.columns() - 1]),
                    RedealRule::Spaces | RedealRule::Addiction => {
                        assert!(gaps.iter().all(|gap| *gap >= runs[row]))
                    }
                }
            }
        }
        kept += runs.iter().sum::<usize>();
    }
    assert!(kept > 300, "{kept}");
    let [_, _, red_moon, paganini] = RULES.map(|rules| deal(rules, "pysol/1").rules());
    assert_eq!(
        (redeals_of(RedealRule::Pysol, red_moon), redeals_of(RedealRule::Pysol, paganini)),
        (2, 0)
    );
}

#[test]
fn layouts_are_those_of_the_rule_sets() {
    assert_eq!(
        text(&deal("double-red-moon", "random/4x3/1")).matches(" -- ").count(),
        4,
        "gaps in column b"
    );
    for rules in RULES {
        for seed in 0..20 {
            let game = deal(rules, &format!("random/8x6/{seed}"));
            let board = game.board(&game.start());
            let lead = |is: fn(&Option<patience_games::cards::Card>) -> bool| {
                board.iter().all(|row| is(&row[0]))
            };
            match rules {
                "double-montana" => {}
                "paganini-ii" => assert!(lead(|cell| cell.is_none())),
                _ => assert!(lead(|cell| cell.is_some_and(|card| card.rank() == 1))),
            }
            if rules == "double-red-moon" {
                assert!(board.iter().all(|row| row[1].is_none()));
                let suits: String =
                    board.iter().filter_map(|row| row[0]).map(|ace| ace.suit().letter()).collect();
                assert_eq!(suits, "CCSSHHDD");
            }
        }
    }
}
