//! Match the Tiles: levels, rules, notation and heuristics.

mod closure;

use std::collections::{HashSet, VecDeque};

use closure::{
    check_claims, check_damaged_drawings, check_drawings, check_notation, closure, optimum, planner,
};
use patience_core::{Domain, Estimate, Game, PartValue};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesDomain, TilesGame, levels, read, write};
use proptest::prelude::*;

const MOST: usize = 100_000;

#[test]
fn every_level_has_its_optimum_and_its_positions() {
    assert_eq!(levels().len(), 76);
    for level in levels() {
        let game = TilesDomain.instance("standard", &format!("level/{}", level.id)).unwrap();
        assert_eq!(game.to_string(), level.board, "{}", level.id);
        let closure = closure(&game, MOST).unwrap();
        assert_eq!(closure.distances[0], level.optimum, "{}", level.id);
        assert_eq!(closure.distances[0].is_some(), level.verdict == "solved", "{}", level.id);
        assert_eq!(Some(closure.states.len() as u64), level.states, "{}", level.id);
        check_claims(&TilesDomain, &game, &closure);
        check_notation(&TilesDomain, &game, &closure);
        check_drawings(&TilesDomain, &game, &closure);
    }
}

/// The breadth-first search of the paper's program: a node is visited when it is taken from the
/// queue; a position is marked when it is generated, except that the start is not; a tilt opposite
/// to the last one is not tried.
fn nodes_visited_by_the_report(game: &TilesGame) -> usize {
    let mut marked = HashSet::new();
    let mut queue = VecDeque::from([(game.start(), None)]);
    let mut visited = 0;
    let mut moves = Vec::new();
    while let Some((state, last)) = queue.pop_front() {
        visited += 1;
        if game.is_goal(&state) {
            return visited;
        }
        moves.clear();
        game.moves(&state, &mut moves);
        for &direction in
            moves.iter().filter(|next| last.is_none_or(|last: Direction| last.opposite() != **next))
        {
            let next = game.apply(&state, direction);
            if marked.insert(game.key(&next)) {
                queue.push_back((next, Some(direction)));
            }
        }
    }
    panic!("the paper's levels are solvable");
}

/// The parts of a paper's heuristic add up to its value.
#[test]
fn the_terms_of_the_reports_heuristics_add_up() {
    let mut terms = 0;
    for level in levels().iter().take(30) {
        let game = TilesDomain.instance("standard", &format!("level/{}", level.id)).unwrap();
        for state in closure(&game, MOST).unwrap().states.iter().take(50) {
            for name in
                ["report-manhattan", "report-alignment", "report-direction", "report-blocked"]
            {
                let entry =
                    TilesDomain.heuristics().into_iter().find(|entry| entry.name == name).unwrap();
                let heuristic = entry.build_default(&game);
                let sum: f64 = heuristic
                    .parts(&game, state)
                    .iter()
                    .map(|part| match part.value {
                        PartValue::Whole(number) => number as f64,
                        PartValue::Real(number) => number,
                        PartValue::Words(_) => panic!("{name}: {part:?} is not a number"),
                    })
                    .sum();
                terms += 1;
                let Estimate::Cost(value) = heuristic.estimate(&game, state) else {
                    panic!("{name} knows no dead ends")
                };
                assert!(
                    (f64::from(value) - sum).abs() <= 0.5 + 1e-9,
                    "{name}: {value}, {sum}, {state:?}"
                );
            }
        }
    }
    assert!(terms > 2_000, "{terms}");
}

#[test]
fn the_reports_breadth_first_search_visits_as_many_nodes() {
    let visited: Vec<usize> = (4..=12)
        .map(|level| {
            nodes_visited_by_the_report(
                &TilesDomain.instance("", &format!("level/iartistas-{level:02}")).unwrap(),
            )
        })
        .collect();
    assert_eq!(visited, [17, 16, 12, 35, 67, 27, 29, 43, 53]);
}

/// The minimum depths of all positions up to `depth`, found by a search without memory, with or
/// without the pruning.
fn depths(game: &TilesGame, depth: u32, prune: bool) -> Vec<(String, u32)> {
    let mut least = std::collections::BTreeMap::new();
    let mut stack = vec![(game.start(), None, 0)];
    while let Some((state, last, at)) = stack.pop() {
        let entry = least.entry(write(game, &state)).or_insert(at);
        *entry = at.min(*entry);
        if at < depth {
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            moves.retain(|next| {
                !prune
                    || last.is_none_or(|last: Direction| *next != last && *next != last.opposite())
            });
            stack.extend(
                moves.into_iter().map(|next| (game.apply(&state, next), Some(next), at + 1)),
            );
        }
    }
    least.into_iter().collect()
}

/// A board as rows of signs. An independent implementation of the rules, cell by cell and step by
/// step.
#[derive(Clone, Debug, PartialEq)]
struct Naive {
    width: i32,
    height: i32,
    obstacles: HashSet<(i32, i32)>,
    targets: Vec<((i32, i32), char)>,
    pieces: Vec<((i32, i32), char)>,
}

impl Naive {
    fn of(text: &str) -> Naive {
        let (rows, legend) = text.split_once("/*=").unwrap_or((text, ""));
        let mut pairs = legend.split(',');
        let rows: Vec<&str> = rows.split('/').collect();
        let (width, height) = (rows[0].len() as i32, rows.len() as i32);
        let mut naive =
            Naive { width, height, obstacles: HashSet::new(), targets: vec![], pieces: vec![] };
        for (y, row) in (0..).zip(&rows) {
            for (x, sign) in (0..).zip(row.chars()) {
                match sign {
                    '#' => _ = naive.obstacles.insert((x, y)),
                    '.' => {}
                    '*' => {
                        let pair: Vec<char> = pairs.next().unwrap().chars().collect();
                        naive.pieces.push(((x, y), pair[0]));
                        naive.targets.push(((x, y), pair[1]));
                    }
                    _ if sign.is_lowercase() => naive.pieces.push(((x, y), sign)),
                    _ => naive.targets.push(((x, y), sign)),
                }
            }
        }
        naive
    }

    fn text(&self) -> String {
        let mut legend = Vec::new();
        let mut rows = Vec::new();
        for y in 0..self.height {
            let sign = |x| {
                let find = |list: &[((i32, i32), char)]| {
                    list.iter().find(|(at, _)| *at == (x, y)).map(|(_, c)| *c)
                };
                match (find(&self.pieces), find(&self.targets)) {
                    _ if self.obstacles.contains(&(x, y)) => '#',
                    (Some(piece), Some(target)) => {
                        legend.push(format!("{piece}{target}"));
                        '*'
                    }
                    (piece, target) => piece.or(target).unwrap_or('.'),
                }
            };
            rows.push((0..self.width).map(sign).collect::<String>());
        }
        if !legend.is_empty() {
            rows.push(format!("*={}", legend.join(",")));
        }
        rows.join("/")
    }

    fn tilted(&self, (dx, dy): (i32, i32)) -> Naive {
        let mut tilted = self.clone();
        loop {
            let mut moved = false;
            for i in 0..tilted.pieces.len() {
                let (x, y) = tilted.pieces[i].0;
                let to = (x + dx, y + dy);
                let inside = (0..self.width).contains(&to.0) && (0..self.height).contains(&to.1);
                if inside
                    && !self.obstacles.contains(&to)
                    && tilted.pieces.iter().all(|(at, _)| *at != to)
                {
                    tilted.pieces[i].0 = to;
                    moved = true;
                }
            }
            if !moved {
                return tilted;
            }
        }
    }

    fn solved(&self) -> bool {
        self.pieces
            .iter()
            .all(|(at, piece)| self.targets.contains(&(*at, piece.to_ascii_uppercase())))
    }
}

prop_compose! {
    fn board()(width in 1usize..7, height in 1usize..7)(
        signs in prop::collection::vec(
            prop::sample::select(b"........##rrbgRRBG****".to_vec()), width * height)
            .prop_filter("a board has a piece", |signs| {
                signs.iter().any(|sign| b"rbg*".contains(sign))
            }),
        pairs in prop::collection::vec(
            prop::sample::select(vec!["rR", "rB", "bB", "gR", "rA"]),
            width * height,
        ),
        width in Just(width),
    ) -> String {
        let text = String::from_utf8(signs).unwrap();
        let rows = text.as_bytes().chunks(width);
        let mut rows: Vec<_> = rows.map(|row| String::from_utf8(row.to_vec()).unwrap()).collect();
        let both = text.matches('*').count();
        if both > 0 {
            rows.push(format!("*={}", pairs[..both].join(",")));
        }
        rows.join("/")
    }
}

proptest! {
    #[test]
    fn boards_read_back(text in board()) {
        let game = read(&text).unwrap();
        prop_assert_eq!(write(&game, &game.start()), text.clone());
        prop_assert_eq!(read(&text.replace('/', " / ")).unwrap(), game.clone());
        prop_assert_eq!(read(&text.replace('/', "\r\n")).unwrap(), game);
    }

    #[test]
    fn tilts_are_those_of_single_steps(
        text in board(),
        plan in prop::collection::vec(0usize..4, 0..8),
    ) {
        let game = read(&text).unwrap();
        let (mut state, mut naive) = (game.start(), Naive::of(&text));
        for index in plan {
            prop_assert_eq!(game.is_goal(&state), naive.solved());
            let mut moves = Vec::new();
            game.moves(&state, &mut moves);
            let steps = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            for (direction, step) in Direction::ALL.into_iter().zip(steps) {
                prop_assert_eq!(moves.contains(&direction), naive.tilted(step) != naive);
            }
            let Some(&direction) = moves.get(index) else { continue };
            state = game.apply(&state, direction);
            naive = naive.tilted([(-1, 0), (1, 0), (0, -1), (0, 1)][direction as usize]);
            prop_assert_eq!(write(&game, &state), naive.text());
        }
    }

    /// Keys are equal exactly for positions that look the same.
    #[test]
    fn keys_are_exact(text in board()) {
        let game = read(&text).unwrap();
        let Some(closure) = closure(&game, 2_000) else { return Ok(()) };
        let texts: HashSet<_> = closure.states.iter().map(|state| write(&game, state)).collect();
        prop_assert_eq!(texts.len(), closure.states.len());
    }

    #[test]
    fn the_prune_of_opposite_tilts_is_lossless(text in board()) {
        let game = read(&text).unwrap();
        prop_assert_eq!(depths(&game, 6, true), depths(&game, 6, false));
    }

    #[test]
    fn claims_hold_on_random_boards(text in board()) {
        let game = read(&text).unwrap();
        if let Some(closure) = closure(&game, 2_000) {
            check_claims(&TilesDomain, &game, &closure);
            check_notation(&TilesDomain, &game, &closure);
            check_drawings(&TilesDomain, &game, &closure);
        }
    }

    #[test]
    fn malformed_input_is_refused_without_panic(text in "[#.a-cA-C*=,/ \\n!é]{0,40}") {
        if let Err(error) = read(&text) {
            prop_assert!(!error.message.is_empty());
        }
    }
}

#[test]
fn faults_have_places_and_names() {
    for (text, expected) in [
        ("", "line 1, column 1: the board is empty"),
        (" / \n/", "line 1, column 2: a row is empty"),
        ("#r./..", "line 1, column 5: this row has 2 cells, the first row 3"),
        ("#r.\n#é.", "line 2, column 2: `é` is not a valid character"),
        ("#r. R..", "line 1, column 5: a row ends before `R..`"),
        (".*/..", "line 1, column 2: this `*` has no entry"),
        (".*/../*=rr", "line 1, column 9: `rr` is not a valid entry of the legend"),
        (".*/../*=rR,bB", "line 1, column 12: the legend has more entries"),
        ("*=rR", "line 1, column 1: the board has a legend but no rows"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    for large in ["r".repeat(33), vec!["................."; 17].join("/"), ".".repeat(1 << 20)] {
        assert!(read(&large).is_err());
    }
    for path in ["", "level", "level/no-such", "level/a/b", "nonsense/1"] {
        assert!(TilesDomain.instance("standard", path).is_err(), "{path}");
    }
    let game = read("r.R").unwrap();
    for word in ["", "X", "LR", "é", "ll"] {
        assert!(TilesDomain.parse_move(&game, &game.start(), word).is_err(), "{word:?}");
    }
    assert_eq!(TilesDomain.split_plan("LR, U\nd"), ["L", "R", "U", "d"]);
    for text in ["tilt left, up", "tilt left,up", "left·tilt up", "tilt,left,tilt·up"] {
        assert_eq!(TilesDomain.split_plan(text), ["left", "up"], "{text}");
    }
    assert_eq!(TilesDomain.split_plan("tilt L, tilt"), ["L", "tilt"]);
    assert!(TilesDomain.is_comment("# a comment") && !TilesDomain.is_comment("#r./.R."));
}

#[test]
fn the_largest_boards_work() {
    let full = vec!["abcdefghijklmnop"; 16].join("/");
    let game = read(&full).unwrap();
    assert_eq!(optimum(&game), Err(1), "nothing can move");
    let sparse =
        format!("{}/{}", "r".to_owned() + &".".repeat(15), vec!["...............R"; 15].join("/"));
    let game = read(&sparse).unwrap();
    assert_eq!(optimum(&game), Ok(2));
    assert!(read(".R.").unwrap_err().to_string().contains("has no piece"));
}

#[test]
fn damaged_drawings_are_refused_at_their_line() {
    check_damaged_drawings(&TilesDomain, &read("#r.R/.**b/*=rR,bR").unwrap());
}

#[test]
fn drawings_tell_pieces_targets_and_both_apart() {
    let game = read("#r.R/.**b/*=rR,bR").unwrap();
    let drawn = TilesDomain.draw(&game, &game.start(), None, false);
    let expected = "     a  b  c  d\n   ┌────────────┐\n 1 │███(r) ·  R │\n 2 │ · [r]b/R(b)│\n   \
                    └────────────┘";
    assert_eq!(drawn, expected);
    let tilted = TilesDomain.draw(&game, &game.start(), Some(Direction::Left), false);
    let expected = "     a  b  c  d\n   ┌────────────┐\n 1 │███(r) ·  R │\n 2 │ · ←r←←b←←b←│\n   \
                    └────────────┘";
    assert_eq!(tilted, expected);
}

#[test]
fn fast_downward_agrees() {
    let small = levels().iter().filter(|level| level.states.is_some_and(|states| states <= 60));
    let small = small.step_by(patience_testing::size(12, 4));
    for level in small.chain(levels().iter().filter(|level| level.verdict == "unsolvable")) {
        let pddl = TilesDomain.pddl(&read(&level.board).unwrap()).unwrap();
        match planner::optimum(&format!("tiles-{}", level.id), &pddl) {
            Some(length) => assert_eq!(length, level.optimum, "{}", level.id),
            None => return,
        }
    }
}

#[test]
fn a_level_with_too_few_targets_says_so() {
    for (board, expected) in [
        ("rr./R..", Some("more pieces than targets: 2 of `r`, 1 of `R`")),
        ("b../..R/r..", Some("more pieces than targets: 1 of `b`, 0 of `B`")),
        // With as many or more targets there is no claim, whether or not the level can be won.
        ("r../..R", None),
        ("r.R/R..", None),
        ("r#R", None),
    ] {
        let said = TilesDomain.why_lost(&read(board).unwrap());
        assert_eq!(said.as_deref(), expected, "{board}");
    }
}
