//! Birds of a Feather: deals, rules, notation, heuristics, verdicts and the paper's search.

mod closure;

use std::collections::HashSet;

use closure::{
    check_claims, check_damaged_drawings, check_drawings, check_notation, closure, optimum, planner,
};
use patience_core::{Domain, Estimate, Game, Heuristic, replay};
use patience_games::birds::{
    BirdsDomain, BirdsGame, BirdsMove, BirdsState, CELLS, compatible, neller, read, write,
};
use patience_games::cards::{Card, Suit};
use proptest::prelude::*;
use serde_json::Value;

fn records(file: &str) -> Vec<Value> {
    file.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn deal(record: &Value) -> BirdsGame {
    BirdsDomain.instance("standard", record["deal"].as_str().unwrap()).unwrap()
}

/// A depth-first search that tries the positions with the most compatible pairs first; `true` if it
/// wins.
fn wins(
    game: &BirdsGame,
    order: &dyn Heuristic<BirdsGame>,
    state: &BirdsState,
    known: &mut HashSet<u64>,
) -> bool {
    if game.is_goal(state) {
        return true;
    }
    if !known.insert(game.key(state)) {
        return false;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut next: Vec<(u32, BirdsState)> = (moves.into_iter().map(|mv| game.apply(state, mv)))
        .filter_map(|after| Some((order.value(game, &after)?.ordering, after)))
        .collect();
    next.sort_by_key(|(ordering, _)| *ordering);
    next.iter().any(|(_, after)| wins(game, order, after, known))
}

#[test]
fn every_deal_has_its_layout_and_its_verdict() {
    let verdicts = records(include_str!("data/birds/verdicts.jsonl"));
    assert_eq!(verdicts.iter().filter(|record| record["verdict"] == "unsolvable").count(), 24);
    for record in verdicts {
        let game = deal(&record);
        assert_eq!(game.to_string(), record["board"], "{}", record["deal"]);
        let entry = BirdsDomain
            .heuristics()
            .into_iter()
            .find(|entry| entry.name == "flockability")
            .unwrap();
        let order = entry.build_default(&game);
        let dead = order.estimate(&game, &game.start()) == Estimate::DeadEnd;
        let won = !dead && wins(&game, &*order, &game.start(), &mut HashSet::new());
        assert_eq!(
            if won { "solved" } else { "unsolvable" },
            record["verdict"],
            "{}",
            record["deal"]
        );
    }
}

/// The paper's plain depth-first search: a node is counted when it is visited, before the visited
/// set is consulted, and that set is kept from one deal to the next.
fn report_nodes(
    game: &BirdsGame,
    state: &BirdsState,
    visited: &mut HashSet<[Option<Card>; CELLS]>,
    nodes: &mut u64,
) -> bool {
    *nodes += 1;
    if game.is_goal(state) {
        return true;
    }
    if !visited.insert(game.grid(state)) {
        return false;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.into_iter().any(|mv| report_nodes(game, &game.apply(state, mv), visited, nodes))
}

#[test]
fn the_reports_depth_first_search_visits_as_many_nodes() {
    let mut visited = HashSet::new();
    let known = records(include_str!("data/birds/dfs-nodes.jsonl"));
    let some = known.len() / patience_testing::size(4, 1);
    for record in known.into_iter().take(some) {
        let (game, mut nodes) = (deal(&record), 0);
        assert!(report_nodes(&game, &game.start(), &mut visited, &mut nodes));
        assert_eq!(record["nodes"], nodes, "{}", record["deal"]);
    }
}

#[test]
fn negative_numbers_have_deals() {
    assert_eq!(neller(-1), neller(0x7FFF_FFFF));
    assert_eq!(neller(i64::MIN), neller(0));
    assert_ne!(neller(-1), neller(1));
    for path in [
        "",
        "neller",
        "neller/",
        "neller/x",
        "neller/1/2",
        "neller/99999999999999999999",
        "random/1",
    ] {
        assert!(BirdsDomain.instance("standard", path).is_err(), "{path}");
    }
}

#[test]
fn ace_and_king_are_not_adjacent() {
    let card = |text| Card::parse(text).unwrap();
    for (a, b, fit) in [
        ("AH", "KS", false),
        ("AH", "KH", true),
        ("AH", "2S", true),
        ("QD", "KS", true),
        ("5D", "5S", true),
        ("5D", "7S", false),
    ] {
        assert_eq!(compatible(card(a), card(b)), fit, "{a} {b}");
        assert_eq!(compatible(card(b), card(a)), fit, "{b} {a}");
    }
}

/// The paper's order of moves, on a deal where all stacks may move.
#[test]
fn moves_come_in_the_reports_order() {
    let game = read("AH 2H 3H 4H / 5H 6H 7H 8H / 9H TH JH QH / KH -- -- --").unwrap();
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    let texts: Vec<String> =
        moves.iter().map(|mv| BirdsDomain.move_text(&game, &game.start(), *mv)).collect();
    assert_eq!(texts[..6], ["0,0>0,1", "0,1>0,0", "0,0>0,2", "0,2>0,0", "0,0>0,3", "0,3>0,0"]);
    assert_eq!(texts[36..42], ["0,0>1,0", "1,0>0,0", "0,0>2,0", "2,0>0,0", "0,0>3,0", "3,0>0,0"]);
    assert_eq!(moves.len(), 36 + 12 + 3 * 6);
}

/// Up to `most` cards of few ranks, so that many are compatible, on random cells.
fn board(most: usize, ranks: u8) -> impl Strategy<Value = [Option<Card>; CELLS]> {
    let deck: Vec<Card> =
        (1..=ranks).flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect();
    let cards = prop::sample::subsequence(deck, 1..=most).prop_shuffle();
    (cards, Just((0..CELLS).collect::<Vec<_>>()).prop_shuffle()).prop_map(|(cards, cells)| {
        let mut grid = [None; CELLS];
        cards.into_iter().zip(cells).for_each(|(card, cell)| grid[cell] = Some(card));
        grid
    })
}

/// An independent implementation of the rules: all stacks, one by one.
fn naive_moves(grid: &[Option<Card>; CELLS]) -> HashSet<(u8, u8)> {
    let mut moves = HashSet::new();
    for from in 0..CELLS {
        for to in 0..CELLS {
            let in_line = from % 4 == to % 4 || from / 4 == to / 4;
            let fit = |(a, b): (Card, Card)| {
                a.suit() == b.suit() || (a.rank() - 1..=a.rank() + 1).contains(&b.rank())
            };
            if in_line && from != to && grid[from].zip(grid[to]).is_some_and(fit) {
                moves.insert((from as u8, to as u8));
            }
        }
    }
    moves
}

proptest! {
    #[test]
    fn boards_read_back(grid in board(16, 13)) {
        let game = BirdsGame::new(&grid);
        let text = game.to_string();
        prop_assert_eq!(read(&text).unwrap(), game.clone());
        prop_assert_eq!(read(&text.replace(" / ", "\n").to_lowercase()).unwrap(), game.clone());
        prop_assert_eq!(game.grid(&game.start()), grid);
    }

    #[test]
    fn moves_are_those_of_the_naive_rules(
        grid in board(16, 8),
        plan in prop::collection::vec(0usize..96, 15),
    ) {
        let game = BirdsGame::new(&grid);
        let (mut state, mut grid) = (game.start(), grid);
        for index in plan {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let set: HashSet<(u8, u8)> = moves.iter().map(|mv| (mv.from, mv.to)).collect();
            prop_assert_eq!(set.len(), moves.len());
            prop_assert_eq!(&set, &naive_moves(&grid));
            prop_assert_eq!(game.is_goal(&state), grid.iter().flatten().count() == 1);
            if moves.is_empty() {
                break;
            }
            let BirdsMove { from, to } = moves[index % moves.len()];
            state = game.apply(&state, BirdsMove { from, to });
            grid[usize::from(to)] = grid[usize::from(from)].take();
            prop_assert_eq!(game.grid(&state), grid);
        }
    }

    /// Keys are equal exactly for equal positions, except that all won positions with the same card
    /// share a key.
    #[test]
    fn keys_are_exact(grid in board(6, 4)) {
        let game = BirdsGame::new(&grid);
        let mut stack = vec![game.start()];
        let mut by_key = std::collections::HashMap::new();
        let mut moves = Vec::new();
        while let Some(state) = stack.pop() {
            let known = by_key.insert(game.key(&state), state);
            if let Some(known) = known {
                prop_assert!(known == state || (game.is_goal(&known) && game.is_goal(&state)));
                continue;
            }
            moves.clear();
            game.moves(&state, &mut moves);
            stack.extend(moves.iter().map(|mv| game.apply(&state, *mv)));
        }
    }

    #[test]
    fn claims_hold(grid in board(7, 6)) {
        let game = BirdsGame::new(&grid);
        let closure = closure(&game, 200_000).unwrap();
        check_claims(&BirdsDomain, &game, &closure);
        // Every solvable position is won in one move fewer than it has stacks.
        for (state, distance) in closure.states.iter().zip(&closure.distances) {
            prop_assert!(distance.is_none_or(|distance| distance == state.stacks() - 1));
        }
    }

    #[test]
    fn states_read_back(grid in board(5, 5)) {
        let game = BirdsGame::new(&grid);
        let closure = closure(&game, 200_000).unwrap();
        check_notation(&BirdsDomain, &game, &closure);
        check_drawings(&BirdsDomain, &game, &closure);
    }

    #[test]
    fn malformed_input_is_refused_without_panic(text in "[A23TJQK5-]{0,2}[CDHSé/ \
                                                         \\n-]{0,60}|([A23][CDHS] ?/?){0,18}") {
        if let Err(error) = read(&text) {
            prop_assert!(!error.message.is_empty());
        }
    }
}

#[test]
fn faults_have_places_and_names() {
    let row = "AH 2H 3H 4H";
    for (text, expected) in [
        (String::new(), "line 1, column 1: the board is empty"),
        (row.to_owned(), "line 1, column 1: the board has 1 row;"),
        (format!("{row}\nAS 2S 3S\n{row}\n{row}"), "line 2, column 7: this row has 3 cards"),
        (format!("{row} 5H/{row}/{row}/{row}"), "line 1, column 13: this row has 5 cards"),
        (
            format!("{row} / AS 2S 3S AH / {row} / {row}"),
            "line 1, column 24: A♥ is on the board twice, in a1 and d2; expected a different card \
             in",
        ),
        (
            format!("{row} / AS 2S 1S 4S / {row} / {row}"),
            "line 1, column 21: `1S` is not a valid card",
        ),
        (["-- -- -- --"; 4].join("/"), "line 1, column 1: the board has no card"),
        (["AS"; 5].join("/"), "line 1, column 13: the board has 5 rows"),
        ("/ ".repeat(1 << 17), "a string of 262144 bytes is not a valid board"),
    ] {
        let error = read(&text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    let game = neller(0);
    for word in ["", "0,0", "0,0>", "0,0>4,0", "0,0>0,-1", "0,0-0,1", "a,b>c,d", "0,0>0,1>0,2"] {
        assert!(BirdsDomain.parse_move(&game, &game.start(), word).is_err(), "{word:?}");
    }
    let far = BirdsDomain.parse_move(&game, &game.start(), "0,0>1,1").unwrap();
    assert!(replay(&game, &[far]).is_err(), "the stacks are not in a line");
    assert_eq!(BirdsDomain.split_plan("0,0>0,1, 1,2>3,2\n"), ["0,0>0,1", "1,2>3,2"]);
}

/// A fault in a drawing is reported with its place.
#[test]
fn a_wrong_card_of_a_drawing_is_named() {
    let game = neller(42);
    for colour in [false, true] {
        let drawn = BirdsDomain.draw(&game, &game.start(), None, colour);
        let told =
            |from: &str, to: &str| read(&drawn.replacen(from, to, 1)).unwrap_err().to_string();
        assert_eq!(
            told("K♠", "5♠"),
            "line 3, column 17: 5♠ is on the board twice, in a1 and c1; expected a different card \
             in one of them"
        );
        assert!(told("K♠", "?♠").starts_with("line 3, column 17: `?♠` is not a valid card"));
        assert!(
            told("  K♠ ", "").starts_with("line 3, column 17: this row has 3 cards"),
            "{drawn}"
        );
        assert!(
            told(" 2 │", " 3 │")
                .starts_with("line 4, column 1: not a row of the drawing; expected row 2")
        );
    }
}

/// The place of a fault next to the cells is that of the symbol.
#[test]
fn faults_around_a_drawing_have_their_column() {
    let game = neller(42);
    let drawing = BirdsDomain.draw(&game, &game.start(), None, false);
    for (from, to, expected) in [
        ("┌───", "┌──X", "line 2, column 7: not a border"),
        ("───┘", "───┘ 3♠", "line 7, column 25: not a border"),
        ("└", "┌", "line 7, column 4: not a border"),
        ("d\n", "d x\n", "line 1, column 25: `x` is not the letter of a column; expected `e`"),
    ] {
        let told = BirdsDomain.read("standard", &drawing.replacen(from, to, 1)).unwrap_err();
        assert!(told.to_string().starts_with(expected), "{told}");
    }
    let dotted = "5S JS KS KD / AS AD 4C TS / 4D 2H 7S 6C / 8S QH 5H ·";
    let told = BirdsDomain.read("standard", dotted).unwrap_err().to_string();
    assert!(told.starts_with("line 1, column 52: `·` is not a valid card"), "{told}");
}

#[test]
fn damaged_drawings_are_refused_at_their_line() {
    check_damaged_drawings(&BirdsDomain, &neller(42));
}

#[test]
fn drawings_mark_the_move() {
    let game = read("TH 5H -- TC / -- -- -- -- / -- -- -- -- / -- -- -- AS").unwrap();
    let state = game.start();
    let mv = BirdsDomain.parse_move(&game, &state, "0,0>0,3").unwrap();
    let expected = [
        "       a    b    c    d",
        "   ┌────────────────────┐",
        " 1 │(10♥)  5♥    · [10♣]│",
        " 2 │   ·    ·    ·    · │",
        " 3 │   ·    ·    ·    · │",
        " 4 │   ·    ·    ·   A♠ │",
        "   └────────────────────┘",
    ]
    .join("\n");
    assert_eq!(BirdsDomain.draw(&game, &state, Some(mv), false), expected);
    assert_eq!(BirdsDomain.move_words(&game, &state, mv), "10♥ d1");
    assert_eq!(read(&expected).unwrap().start(), state);
    assert_eq!(
        write(&game, &game.apply(&state, mv)),
        "-- 5H -- TH / -- -- -- -- / -- -- -- -- / -- -- -- AS"
    );
}

#[test]
fn fast_downward_agrees() {
    for text in [
        "TH 5H -- -- / 6S -- TS -- / -- -- 4S JD / -- -- -- 3S",
        "TH 5H -- -- / 6H -- TS -- / -- -- 4S JD / -- -- -- 3S",
        "2C -- 3D -- / -- -- -- -- / 3C -- -- 2D / -- -- 8H --",
        "2C -- 3D -- / -- -- -- -- / 3C -- 4D -- / -- -- 5H --",
    ] {
        let game = read(text).unwrap();
        match planner::optimum(&format!("birds-{}", &text[..2]), &BirdsDomain.pddl(&game).unwrap())
        {
            Some(length) => assert_eq!(length, optimum(&game).ok(), "{text}"),
            None => return,
        }
    }
}
