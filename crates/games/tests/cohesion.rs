//! Cohesion: levels, rules, notation and heuristics.

mod closure;

use std::collections::HashSet;

use closure::{
    astar, check_claims, check_damaged_drawings, check_drawings, check_notation, closure, optimum,
    planner,
};
use patience_core::{Domain, Estimate, Game, replay, successors};
use patience_games::cohesion::{CohesionDomain, CohesionGame, CohesionMove, levels, read, write};
use patience_games::grid::Direction;
use proptest::prelude::*;

/// Limit of A*'s expansions on a level: the hardest takes about 47,000.
const MAX_EXPANSIONS: usize = 100_000;

fn level(id: &str) -> CohesionGame {
    CohesionDomain.instance("standard", &format!("level/{id}")).unwrap()
}

/// A plan by a beam search that prefers few pieces with small gaps; its layers hold `width`
/// positions.
fn beam(game: &CohesionGame, width: usize, most_layers: u32) -> Option<Vec<CohesionMove>> {
    let bound = CohesionDomain.heuristics().swap_remove(0).build_default(game);
    let mut known = HashSet::from([game.key(&game.start())]);
    let mut layer = vec![(0, game.start(), Vec::new())];
    for _ in 0..most_layers {
        let mut next = Vec::new();
        for (_, state, plan) in &layer {
            for (mv, after) in successors(game, state)
                .into_iter()
                .filter(|(_, after)| known.insert(game.key(after)))
            {
                let plan = [plan.as_slice(), &[mv]].concat();
                if game.is_goal(&after) {
                    return Some(plan);
                }
                if let Estimate::Cost(h) = bound.estimate(game, &after) {
                    next.push((h as usize + 2 * game.pieces(&after), after, plan));
                }
            }
        }
        next.sort_by_key(|(value, _, _)| *value);
        next.truncate(width);
        layer = next;
    }
    None
}

#[test]
fn every_level_has_its_optimum() {
    assert_eq!(levels().len(), 41);
    for known in levels().iter().step_by(patience_testing::size(8, 1)) {
        let game = level(&known.id);
        assert_eq!(game.to_string(), known.board, "{}", known.id);
        assert_eq!(known.verdict, "solved", "{}", known.id);
        match known.optimum {
            Some(_) => assert_eq!(
                astar(&CohesionDomain, &game, MAX_EXPANSIONS).0,
                known.optimum,
                "{}",
                known.id
            ),
            None => {
                let plan =
                    beam(&game, 150, 150).unwrap_or_else(|| panic!("{} was not solved", known.id));
                assert_eq!(replay(&game, &plan), Ok(plan.len() as u32), "{}", known.id);
            }
        }
    }
}

/// For levels with up to 100,000 positions; larger ones, up to ten million, are left to longer
/// runs.
#[test]
fn closures_and_claims_on_levels() {
    let most = patience_testing::size(15_000, 100_000);
    for known in levels().iter().filter(|known| known.states.is_some_and(|states| states <= most)) {
        let game = read(&known.board).unwrap();
        let closure = closure(&game, 100_000).unwrap();
        assert_eq!(Some(closure.states.len() as u64), known.states, "{}", known.id);
        assert_eq!(closure.distances[0], known.optimum, "{}", known.id);
        check_claims(&CohesionDomain, &game, &closure);
        if closure.states.len() <= 1_000 {
            check_notation(&CohesionDomain, &game, &closure);
            check_drawings(&CohesionDomain, &game, &closure);
        }
    }
}

/// An independent implementation of the rules, on text.
#[derive(Clone, Debug, PartialEq)]
struct Naive(Vec<Vec<char>>);

impl Naive {
    fn of(text: &str) -> Naive {
        Naive(text.split('/').map(|row| row.chars().collect()).collect())
    }

    fn text(&self) -> String {
        self.0.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
    }

    /// Each cell's piece, named by its lowest cell: labels fall until they no longer change.
    fn labels(&self) -> Vec<Vec<usize>> {
        let width = self.0[0].len();
        let mut labels: Vec<Vec<usize>> =
            (0..self.0.len()).map(|y| (0..width).map(|x| y * width + x).collect()).collect();
        loop {
            let before = labels.clone();
            for y in 0..self.0.len() {
                for x in 0..width {
                    for (other_y, other_x) in [(y + 1, x), (y, x + 1)] {
                        if other_y < self.0.len()
                            && other_x < width
                            && self.0[y][x] == self.0[other_y][other_x]
                        {
                            let least = labels[y][x].min(labels[other_y][other_x]);
                            labels[y][x] = least;
                            labels[other_y][other_x] = least;
                        }
                    }
                }
            }
            if labels == before {
                return labels;
            }
        }
    }

    fn moved(&self, label: usize, (dx, dy): (i32, i32)) -> Option<Naive> {
        let labels = self.labels();
        let mut moved = self.clone();
        let cells = || (0..self.0.len()).flat_map(|y| (0..self.0[0].len()).map(move |x| (x, y)));
        cells().filter(|(x, y)| labels[*y][*x] == label).for_each(|(x, y)| moved.0[y][x] = '.');
        for (x, y) in cells().filter(|(x, y)| labels[*y][*x] == label) {
            let (to_x, to_y) =
                (usize::try_from(x as i32 + dx).ok()?, usize::try_from(y as i32 + dy).ok()?);
            let to = moved.0.get_mut(to_y)?.get_mut(to_x)?;
            if *to != '.' {
                return None;
            }
            *to = self.0[y][x];
        }
        Some(moved)
    }

    /// All moves with the resulting states, in the fixed order.
    fn successors(&self) -> Vec<(CohesionMove, Naive)> {
        let (labels, width) = (self.labels(), self.0[0].len());
        let mut all = Vec::new();
        for cell in 0..self.0.len() * width {
            let (x, y) = (cell % width, cell / width);
            if labels[y][x] != cell || self.0[y][x] == '.' {
                continue;
            }
            for (direction, step) in [
                (Direction::Up, (0, -1)),
                (Direction::Down, (0, 1)),
                (Direction::Left, (-1, 0)),
                (Direction::Right, (1, 0)),
            ] {
                let mv = CohesionMove { cell: cell as u8, direction };
                all.extend(self.moved(cell, step).map(|after| (mv, after)));
            }
        }
        all
    }

    fn solved(&self) -> bool {
        let (labels, mut seen) = (self.labels(), HashSet::new());
        let pieces: HashSet<(char, usize)> = (self.0.iter().flatten().copied())
            .zip(labels.into_iter().flatten())
            .filter(|(colour, _)| *colour != '.')
            .collect();
        pieces.iter().all(|(colour, _)| seen.insert(*colour))
    }
}

fn board(signs: &'static [u8], side: usize) -> impl Strategy<Value = String> {
    (1..=side, 1..=side).prop_flat_map(move |(width, height)| {
        let row = prop::collection::vec(prop::sample::select(signs), width)
            .prop_map(|row| String::from_utf8(row).unwrap());
        let board = prop::collection::vec(row, height).prop_map(|rows| rows.join("/"));
        board.prop_filter("a board has a piece", |board| {
            board.contains(|sign: char| sign.is_ascii_uppercase())
        })
    })
}

proptest! {
    #[test]
    fn boards_read_back(text in board(b"...RBZ", 16)) {
        let game = read(&text).unwrap();
        prop_assert_eq!(write(&game, &game.start()), text.clone());
        prop_assert_eq!(read(&text.replace('/', " / ")).unwrap(), game.clone());
        prop_assert_eq!(read(&text.replace('/', "\n")).unwrap(), game);
    }

    #[test]
    fn moves_are_those_of_the_naive_rules(
        text in board(b"....RRBBY", 6),
        plan in prop::collection::vec(0usize..64, 0..8),
    ) {
        let game = read(&text).unwrap();
        let (mut state, mut naive) = (game.start(), Naive::of(&text));
        for index in plan {
            prop_assert_eq!(game.is_goal(&state), naive.solved());
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let successors = naive.successors();
            prop_assert_eq!(&moves, &successors.iter().map(|(mv, _)| *mv).collect::<Vec<_>>());
            for (mv, after) in &successors {
                let next = game.apply(&state, *mv);
                prop_assert_eq!(write(&game, &next), after.text());
                prop_assert_eq!(game.key(&next) == game.key(&state), after == &naive);
            }
            if moves.is_empty() {
                break;
            }
            let index = index % moves.len();
            state = game.apply(&state, moves[index]);
            naive = successors[index].1.clone();
        }
    }

    /// Dense boards have many walls, including rings.
    #[test]
    fn claims_hold_on_random_boards(text in board(b"...RRRBBY", 4)) {
        let game = read(&text).unwrap();
        if let Some(closure) = closure(&game, 5_000) {
            check_claims(&CohesionDomain, &game, &closure);
        }
    }

    /// Random walls, rings and spirals of one colour with single cells of another around them.
    #[test]
    fn walls_are_sound(text in board(b"..RRRRRB", 5)) {
        let game = read(&text).unwrap();
        if let Some(closure) = closure(&game, 5_000) {
            check_claims(&CohesionDomain, &game, &closure);
        }
    }

    #[test]
    fn malformed_input_is_refused_without_panic(text in "[A-C./ \\n!aé#]{0,40}") {
        if let Err(error) = read(&text) {
            prop_assert!(!error.message.is_empty());
        }
    }
}

#[test]
fn walls_are_found() {
    let verdict = |text: &str, name: &str| {
        let game = read(text).unwrap();
        let entry =
            CohesionDomain.heuristics().into_iter().find(|entry| entry.name == name).unwrap();
        entry.build_default(&game).estimate(&game, &game.start())
    };
    // Across the board; a ring; a ring that lacks a corner; up and down the board, where only one
    // side is open.
    for walled in
        ["B.B/RRR/B..", ".....B/.RRR../.RBR../.RRR../......", ".RRB/.RBR/.RRR/....", ".R./BRB/.R."]
    {
        assert_eq!(verdict(walled, "mst-walls"), Estimate::DeadEnd, "{walled}");
        assert!(optimum(&read(walled).unwrap()).is_err(), "{walled}");
        assert!(matches!(verdict(walled, "mst"), Estimate::Cost(1..)));
    }
    // A cave that opens when its piece shifts, and an open ring.
    for open in ["BRR./.R.B/.RRR/....", "..../RR.B/BR../RR.."] {
        assert_ne!(verdict(open, "mst-walls"), Estimate::DeadEnd, "{open}");
        assert!(optimum(&read(open).unwrap()).is_ok(), "{open}");
    }
}

/// One move can glue several pieces, so the number of pieces gives no bound.
#[test]
fn pieces_overestimate() {
    let game = read("R.R/.R.").unwrap();
    assert_eq!(optimum(&game), Ok(1));
    let entry =
        CohesionDomain.heuristics().into_iter().find(|entry| entry.name == "pieces").unwrap();
    assert_eq!(entry.build_default(&game).estimate(&game, &game.start()), Estimate::Cost(2));
}

#[test]
fn faults_have_places_and_names() {
    for (text, expected) in [
        ("", "line 1, column 1: the board is empty"),
        ("RB./..", "line 1, column 5: this row has 2 cells, the first row 3"),
        ("RB.\n#R.", "line 2, column 1: `#` is not a valid character"),
        ("r..", "line 1, column 1: `r` is not a valid character"),
        ("R. .R", "line 1, column 4: a row ends before `.R`"),
        (
            &["................."; 17].join("/"),
            "line 1, column 1: a board of 17x17 cells is too large",
        ),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    for path in ["", "level", "level/no-such", "other/1"] {
        assert!(CohesionDomain.instance("standard", path).is_err(), "{path}");
    }
    let game = read("R.R").unwrap();
    for word in ["", "R", "0,0", "0,0X", "9,0R", "0,9R", "-1,0R", "0 0R", "0,0é", "a,bR"] {
        assert!(CohesionDomain.parse_move(&game, &game.start(), word).is_err(), "{word:?}");
    }
    let blank = CohesionDomain.parse_move(&game, &game.start(), "1,0R").unwrap();
    assert!(replay(&game, &[blank]).is_err(), "there is no piece");
    assert_eq!(CohesionDomain.split_plan("0,0R, 1,2U\n3,4D"), ["0,0R", "1,2U", "3,4D"]);
    for text in ["R b2 up, c1 left 0,0R", "R b2 up,c1 left,0,0R", "R b2 up·c1 left·0,0R"] {
        assert_eq!(CohesionDomain.split_plan(text), ["R b2 up", "c1 left", "0,0R"]);
    }
    for (word, expected) in [
        ("B a1 right", "no piece B in a1"),
        ("z9 up", "is not a cell of a board"),
        ("R a1", "is not a valid move"),
    ] {
        let error = CohesionDomain.parse_move(&game, &game.start(), word).unwrap_err().to_string();
        assert!(error.contains(expected), "{word}: {error}");
    }
}

/// A move may name any cell of its piece.
#[test]
fn damaged_drawings_are_refused_at_their_line() {
    check_damaged_drawings(&CohesionDomain, &level("vieira-1"));
}

#[test]
fn plans_are_judged() {
    let game = level("vieira-1");
    let state = game.start();
    let first = CohesionDomain.parse_move(&game, &state, "1,1U").unwrap();
    assert_eq!(CohesionDomain.parse_move(&game, &state, "2,1U"), Ok(first));
    assert_eq!(CohesionDomain.move_text(&game, &state, first), "1,1U");
    assert_eq!(CohesionDomain.move_words(&game, &state, first), "R b2 up");
    let drawn = CohesionDomain.draw(&game, &state, Some(first), false);
    let expected = "     a  b  c  d\n   ┌────────────┐\n 1 │ R  ·  ·  R │\n 2 │ B ↑R↑↑R↑ B │\n 3 │ \
                    ·  B  B  · │\n \
                    4 │ Y  ·  ·  Y │\n   └────────────┘";
    assert_eq!(drawn, expected);
}

#[test]
fn the_largest_boards_work() {
    let text = format!("{}/{}", "AZ".repeat(8), vec!["................"; 15].join("/"));
    let game = read(&text).unwrap();
    let mut moves = Vec::new();
    game.moves(&game.start(), &mut moves);
    assert_eq!(moves.len(), 16, "each piece can only go down");
    let next = game.apply(&game.start(), moves[3]);
    assert_eq!(read(&write(&game, &next)).unwrap().start(), next);
    let full = vec!["ABCDEFGHIJKLMNOP"; 16].join("/");
    assert_eq!(optimum(&read(&full).unwrap()), Ok(0), "columns of one colour each");
    assert!(read("...").unwrap_err().to_string().contains("has no piece"));
}

#[test]
fn fast_downward_agrees() {
    for text in ["R.R/BR./.BB", "RB./..R/B.R", "B.B/RRR/B..", "RRGB/.R.G/.RB./RRGB"] {
        let game = read(text).unwrap();
        match planner::optimum(
            &format!("cohesion-{}", text.replace('/', "-")),
            &CohesionDomain.pddl(&game).unwrap(),
        ) {
            Some(length) => assert_eq!(length, optimum(&game).ok(), "{text}"),
            None => return,
        }
    }
}
