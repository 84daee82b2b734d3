//! Notations, drawings and moves in words.

use patience_core::{Domain, Game, cell_name};
use patience_games::cards::Card;
use patience_games::gaps::{GapsDomain, Move};

use crate::{RULES, board, deal, text};

#[test]
fn all_notations_are_recognised() {
    let canonical = "2C -- 3H / -- 2H 3C";
    for input in [
        canonical,
        "2c -- 3h/-- 2h 3c",
        "\n2C g 3H\r\ng 2H 3C\n\n",
        "{\"sequences\":[[\"2C\",\"\",\"3H\"],[\"\",\"2H\",\"3C\"]]}",
        " {\n \"sequences\" : [ [\"2c\", \"AC\", \"3H\"],\n [\"AS\",\"2H\",\"3C\"] ] }\n",
    ] {
        for rules in ["standard", "fixed-suits"] {
            assert_eq!(text(&board(rules, input)), canonical, "{input}");
        }
    }
    // Under the paper's rules an ace is a card in every notation.
    let paper = board("paper", "{\"sequences\":[[\"AH\",\"\"]]}");
    assert_eq!(text(&paper), "AH --");
    let tens = board("fixed-suits", &text(&deal("fixed-suits", "solvitaire/2x10/3")));
    let json = GapsDomain.write(&tens, &tens.start(), "solvitaire").unwrap();
    assert!(json.contains("\"10C\"") && !json.contains('T'), "{json}");
    assert_eq!(board("fixed-suits", &json.replace("10C", "TC")), tens);
    assert_eq!(GapsDomain.write(&tens, &tens.start(), "xml"), None);
}

#[test]
fn free_rows_take_any_suits() {
    for (rules, input) in [("standard", "3D -- 2S / 2D -- 3S"), ("paper-any-row", "2C -- / AC AS")]
    {
        assert!(GapsDomain.read(rules, input).is_ok() == (rules == "standard"), "{input}");
    }
    let game = board("paper-any-row", "-- 2S AD / 2D AS --");
    assert_eq!(game.suits().iter().map(|suit| suit.letter()).collect::<String>(), "DS");
    assert!(
        GapsDomain.read("paper", "-- 2S AD / 2D AS --").is_err(),
        "fixed rows take hearts and diamonds"
    );
}

#[test]
fn bad_boards_are_explained() {
    let cases: &[(&str, &str, &str)] = &[
        ("standard", "", "the board is empty"),
        ("standard", " \n / \n", "line 2, column 2: a row is empty"),
        ("standard", "2C -- / 2H 1X", "line 1, column 12: `1X` is not a valid card"),
        ("standard", "2C --\n2H ♥", "line 2, column 4: `♥` is not a valid card"),
        (
            "standard",
            "2C -- / 2H 3H",
            "line 1, column 12: 3♥ is not in play: 2 columns under the rules `standard` take the \
             rank 2 only",
        ),
        (
            "standard",
            "AC 2C --",
            "line 1, column 1: A♣ is not in play: 3 columns under the rules `standard` take the \
             ranks 2 to 3; 3♣ is missing",
        ),
        (
            "paper",
            "KC 2C --",
            "K♣ is not in play: 3 columns under the rules `paper` take the ranks A to 2",
        ),
        ("standard", "2C", "no cards at all"),
        (
            "standard",
            "2C -- / 2C --",
            "line 1, column 9: 2♣ is on the board twice, in a1 and a2; 2♥ is missing",
        ),
        ("standard", "2C -- --", "2 gaps instead of 1, one per row; 3♣ is missing"),
        (
            "standard",
            "2C 3H --",
            "line 1, column 4: 3♥ is one suit too many: 1 row takes 1 suit under the rules \
             `standard`",
        ),
        (
            "fixed-suits",
            "2D --",
            "2♦ is one suit too many: 1 row takes the suit C under the rules `fixed-suits`",
        ),
        ("standard", "2C --\n2H", "line 2, column 1: this row has 1 cell, other rows 2"),
        // The row that differs from most, even if it is the first.
        (
            "standard",
            "2C -- 3C / 2H -- / 2D 3D --",
            "line 1, column 12: this row has 2 cells, other rows 3; 3♥ is missing",
        ),
        (
            "standard",
            "2C -- / 2H 3H -- / 2D 3D --",
            "line 1, column 1: this row has 2 cells, other rows 3; 3♣ is missing",
        ),
        ("standard", "2C / 2C / 2C / 2C / 2C", "a board has 1 to 4 rows, not 5"),
        (
            "standard",
            "-- -- -- -- -- -- -- -- -- -- -- -- -- --",
            "line 1, column 1: a row has 1 to 13 cells, not 14",
        ),
        (
            "paganini",
            "AC 5C --",
            "line 1, column 4: 5♣ is not in play: 3 columns under the rules `paganini` take the \
             ranks A and 6 to 6",
        ),
        (
            "standard",
            "{\"sequences\":[[\"2C\",\"\"],\n[\"2X\",\"\"]]}",
            "line 2, column 2: `2X` is not a valid card",
        ),
        (
            "standard",
            "{\"sequences\":[[\"2C\",\"\"],[\"2C\",\"\"]]}",
            "line 1, column 26: 2♣ is on the board twice",
        ),
        ("standard", "{\"sequences\":[[],[]]}", "a row has 1 to 13 cells, not 0"),
        ("standard", "{\"sequences\":[]}", "the board is empty"),
        ("standard", "{\"sequences\":[[1]]}", "line 1, column 16: invalid type"),
        ("standard", "{\"sequences\":[[\"2C\"", "EOF while parsing"),
        (
            "standard",
            "{\"sequences\":[[\"2C\",\"\"]],\"sequences\":[[\"2C\",\"\"]]}",
            "more than one `sequences`, or other keys",
        ),
        ("standard", "{\"hand\":[[\"2C\",\"\"]]}", "no `sequences`"),
        ("standard", "[[\"2C\",\"\"]]", "expected Solvitaire's form {\"sequences\""),
        ("montana", "2C --", "`montana` is not a valid rule set"),
    ];
    for (rules, text, expected) in cases {
        let error = GapsDomain.read(rules, text).expect_err(text).to_string();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let long = "2C ".repeat(1 << 20);
    assert!(
        GapsDomain
            .read("standard", &long)
            .unwrap_err()
            .to_string()
            .contains("3145728 bytes is not a valid board")
    );
}

#[test]
fn bad_moves_are_explained() {
    let game = board("paper", "AH -- / AD --");
    for (mv, expected) in [
        (
            "",
            "`` is not a valid move; expected row,column of the card, >, row,column of the gap, \
             such as 0,4>2,0",
        ),
        ("0,0", "is not a valid move"),
        ("0,0>0", "is not a valid move"),
        ("a,0>0,1", "is not a valid move"),
        ("+0,0>0,1", "is not a valid move"),
        ("0,0>0,1>0,1", "is not a valid move"),
        ("0,99999999999999999999>0,1", "is not a valid move"),
        ("0,0>2,0", "2,0 is off the board: rows go from 0 to 1, columns from 0 to 1"),
        ("0,2>1,0", "0,2 is off the board"),
        ("2C c1", "c1 is off the board: cells go from a1 to b2"),
        ("K♥ a1", "K♥ is not on the board"),
    ] {
        let error = GapsDomain.parse_move(&game, &game.start(), mv).expect_err(mv).to_string();
        assert!(error.contains(expected), "{mv:?}: {error}");
    }
    assert_eq!(GapsDomain.split_plan(" 0,0>0,1\n1,0>1,1 "), ["0,0>0,1", "1,0>1,1"]);
}

/// One wrong card: the message names the duplicate card and the missing one, in every
/// notation.
#[test]
fn a_wrong_card_is_named_in_every_notation() {
    let game = GapsDomain.instance("standard", "solvitaire/4x13/7").unwrap();
    let start = game.start();
    let other = |card: &str| card.replace("KS", "5S").replace("K♠", "5♠");
    let forms =
        ["solvitaire", "superpuzz"].map(|form| GapsDomain.write(&game, &start, form).unwrap());
    let drawings = [false, true].map(|colour| GapsDomain.draw(&game, &start, None, colour));
    let drawn = format!("gaps:solvitaire/4x13/7  standard rules\n{}", drawings[0]);
    for text in forms.iter().chain(&drawings).chain([&drawn, &GapsDomain.notation(&game, &start)]) {
        let error = GapsDomain.read("standard", &other(text)).unwrap_err();
        let cells = (0..4).flat_map(|row| (0..13).map(move |column| (row, column)));
        let wrong = ["5S", "KS"].map(Card::parse);
        let cells = cells.filter(|(row, column)| wrong.contains(&game.card(&start, *row, *column)));
        let names: Vec<String> = cells.map(|(row, column)| cell_name(column, row)).collect();
        let expected =
            format!("5♠ is on the board twice, in {}; K♠ is missing", names.join(" and "));
        assert_eq!(error.message, expected, "{text}");
        assert!(error.position.is_some(), "{text}");
        // A card that is not in play.
        let ace = text.replace("KS", "AS").replace("K♠", "A♠");
        // Solvitaire also writes gaps as aces.
        if let Err(error) = GapsDomain.read("standard", &ace) {
            assert!(error.message.contains("K♠ is missing"), "{text}: {error}");
        }
    }
}

#[test]
fn a_drawing_without_its_letters_is_still_a_drawing() {
    let game = GapsDomain.instance("standard", "solvitaire/4x13/7").unwrap();
    let drawing = GapsDomain.draw(&game, &game.start(), None, false);
    let (_, rows) = drawing.split_once('\n').unwrap();
    let told = |text: &str| GapsDomain.read("standard", text).unwrap_err().to_string();
    assert!(told(&format!("mine\n{rows}")).starts_with("line 2, column 1: the letters of the"));
    let named = format!("deal 7\nof 4x13\nby Solvitaire\nfound\n{drawing}");
    let back = GapsDomain.read("standard", &named).unwrap();
    assert_eq!(
        GapsDomain.notation(&back, &back.start()),
        GapsDomain.notation(&game, &game.start())
    );
    let short = drawing.replacen("J♦", "  ", 1);
    assert!(
        told(&short).contains("this row has 12 cells, other rows 13; J♦ is missing"),
        "{}",
        told(&short)
    );
}

#[test]
fn drawings_show_cards_gaps_and_the_move() {
    let game = board("standard", "2C -- 3H / -- 2H 3C");
    let plain = GapsDomain.draw(&game, &game.start(), None, false);
    assert_eq!(plain, "     a    b    c\n1   2♣    ·   3♥\n2    ·   2♥   3♣\n");
    let mv = Move::new((1, 2), (0, 1));
    assert_eq!(
        GapsDomain.draw(&game, &game.start(), mv, false),
        "     a    b    c\n1   2♣ [  ·]  3♥\n2    ·   2♥ [ 3♣]\n"
    );
    let coloured = GapsDomain.draw(&game, &game.start(), mv, true);
    assert!(
        coloured.contains("\x1b[31m  2♥ \x1b[0m") && coloured.contains("\x1b[7m[ 3♣]\x1b[0m"),
        "{coloured:?}"
    );
    let words =
        |from, to| GapsDomain.move_words(&game, &game.start(), Move::new(from, to).unwrap());
    assert_eq!(words((1, 2), (0, 1)), "3♣ b1");
    assert_eq!(words((1, 1), (1, 0)), "2♥ a2");

    let widest = deal("standard", "solvitaire/4x13/7");
    let drawing = GapsDomain.draw(&widest, &widest.start(), None, false);
    let narrow = GapsDomain.draw_narrow(&widest, &widest.start(), false).unwrap();
    assert!(narrow.lines().all(|line| line.chars().count() <= 40) && narrow.contains("10♥"));
    assert!(drawing.lines().all(|line| line.chars().count() <= 80) && drawing.contains("10♥"));
}

/// A ten is also `10` in a narrow drawing, and no number runs into another.
#[test]
fn tens_of_a_narrow_drawing_can_be_read() {
    let text = "TC TH KC KH JC JH 9C 9H 8C 8H 7C -- -- / 7H 6C 6H 5C 5H 4C 4H 3C 3H 2C 2H QC QH";
    let tens = board("standard", text);
    let narrow = GapsDomain.draw_narrow(&tens, &tens.start(), false).unwrap();
    assert_eq!(narrow.lines().nth(1), Some("¹10♣10♥ K♣ K♥ J♣ J♥ 9♣ 9♥ 8♣ 8♥ 7♣  ·  ·"), "{narrow}");
    assert_eq!(GapsDomain.read("standard", &narrow), Ok(tens));

    let beside =
        board("standard", &text.replacen("TC TH", "-- TC TH", 1).replacen(" -- --", " --", 1));
    let narrow = GapsDomain.draw_narrow(&beside, &beside.start(), false).unwrap();
    assert_eq!(narrow.lines().nth(1), Some("¹  ·10♣10♥ K♣ K♥ J♣ J♥ 9♣ 9♥ 8♣ 8♥ 7♣  ·"), "{narrow}");
    assert_eq!(GapsDomain.read("standard", &narrow), Ok(beside));
}

#[test]
fn pddl_names_every_card_and_cell() {
    for rules in RULES {
        let game = deal(rules, "random/4x5/1");
        let (domain, problem) = GapsDomain.pddl(&game).expect("any board with cards");
        for text in [&domain, &problem] {
            let count = |c: char| text.matches(c).count();
            assert!(count('(') > 10 && count('(') == count(')'), "{text}");
        }
        let init = problem.split("(:goal").next().unwrap();
        assert_eq!((init.matches("(at ").count(), init.matches("(gap ").count()), (16, 4));
        assert_eq!(init.matches("(beside ").count(), 16);
        let goal = problem.split("(:goal").nth(1).unwrap();
        let fixed = matches!(rules, "fixed-suits" | "paper");
        assert_eq!(goal.matches("(at ").count(), if fixed { 16 } else { 0 });
        assert_eq!(
            goal.matches("(led ").count() + goal.matches("(joined ").count(),
            if fixed { 0 } else { 16 }
        );
    }
}
