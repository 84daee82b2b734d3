//! Whole state spaces of small instances, and the properties that they must have in every game.

#![allow(dead_code, reason = "each test file uses a part")]

pub mod planner;

use std::collections::HashMap;

use patience_core::{Claims, Domain, Estimate, Game};

/// All positions that can be reached, in breadth-first order, with their successors by index.
pub struct Closure<G: Game> {
    pub states: Vec<G::State>,
    pub successors: Vec<Vec<usize>>,
    /// The length of a shortest plan from each state, `None` if there is none.
    pub distances: Vec<Option<u32>>,
}

/// The closure of an instance whose moves all cost 1, unless it has more than `most` positions.
pub fn closure<G: Game>(game: &G, most: usize) -> Option<Closure<G>> {
    let mut index = HashMap::from([(game.key(&game.start()), 0)]);
    let mut states = vec![game.start()];
    let mut successors = Vec::new();
    let mut moves = Vec::new();
    while successors.len() < states.len() {
        let state = states[successors.len()].clone();
        moves.clear();
        game.moves(&state, &mut moves);
        let mut next = Vec::with_capacity(moves.len());
        for &mv in &moves {
            let after = game.apply(&state, mv);
            next.push(*index.entry(game.key(&after)).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            }));
        }
        successors.push(next);
        if states.len() > most {
            return None;
        }
    }
    let distances = distances(game, &states, &successors);
    Some(Closure { states, successors, distances })
}

/// Breadth-first from all goals against the direction of the moves.
fn distances<G: Game>(
    game: &G,
    states: &[G::State],
    successors: &[Vec<usize>],
) -> Vec<Option<u32>> {
    let mut predecessors = vec![Vec::new(); states.len()];
    for (from, next) in successors.iter().enumerate() {
        next.iter().for_each(|to| predecessors[*to].push(from));
    }
    let mut layer: Vec<usize> = (0..states.len()).filter(|i| game.is_goal(&states[*i])).collect();
    let mut distances = vec![None; states.len()];
    layer.iter().for_each(|i| distances[*i] = Some(0));
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for to in layer {
            for &from in &predecessors[to] {
                if distances[from].is_none() {
                    distances[from] = Some(distance);
                    next.push(from);
                }
            }
        }
        layer = next;
    }
    distances
}

/// The length of a shortest plan by a breadth-first search that stops there; `Err` with the number
/// of positions if there is no plan.
pub fn optimum<G: Game>(game: &G) -> Result<u32, usize> {
    let mut known = std::collections::HashSet::from([game.key(&game.start())]);
    let mut layer = vec![game.start()];
    let mut moves = Vec::new();
    let mut depth = 0;
    while !layer.is_empty() {
        if layer.iter().any(|state| game.is_goal(state)) {
            return Ok(depth);
        }
        depth += 1;
        let mut next = Vec::new();
        for state in layer {
            moves.clear();
            game.moves(&state, &mut moves);
            for &mv in &moves {
                let after = game.apply(&state, mv);
                if known.insert(game.key(&after)) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    Err(known.len())
}

/// Compares every claim of the game and of every heuristic of the domain with the closure.
pub fn check_claims<D: Domain>(domain: &D, game: &D::Game, closure: &Closure<D::Game>) {
    if game.is_undirected() {
        for (from, next) in closure.successors.iter().enumerate() {
            assert!(next.iter().all(|to| closure.successors[*to].contains(&from)), "from {from}");
        }
    }
    for entry in domain.heuristics() {
        let heuristic = entry.build_default(game);
        let Claims { admissible, consistent, sound_dead_ends } = entry.claims;
        assert_eq!(heuristic.claims(), entry.claims, "{}", entry.name);
        assert!(!consistent || admissible, "{}: a consistent heuristic is admissible", entry.name);
        let estimates: Vec<Estimate> =
            closure.states.iter().map(|state| heuristic.estimate(game, state)).collect();
        for (i, state) in closure.states.iter().enumerate() {
            let at = || format!("{} at {}", entry.name, domain.notation(game, state));
            match (estimates[i], closure.distances[i]) {
                (Estimate::Cost(h), Some(distance)) => {
                    assert!(!admissible || h <= distance, "{}: {h} is above {distance}", at());
                }
                (Estimate::DeadEnd, distance) => {
                    assert!(
                        !sound_dead_ends || distance.is_none(),
                        "{}: no dead end, but {distance:?}",
                        at()
                    );
                    continue;
                }
                _ => {}
            }
            let mut moves = Vec::new();
            game.moves(state, &mut moves);
            let after: Vec<_> = moves.iter().map(|mv| game.apply(state, *mv)).collect();
            if let Some(h) = estimates[i].cost() {
                for (mv, after) in moves.iter().zip(&after) {
                    let incremental = heuristic.estimate_after(game, state, h, *mv, after);
                    assert_eq!(incremental, heuristic.estimate(game, after), "a move: {}", at());
                }
                let (mut incremental, mut whole) = (Vec::new(), Vec::new());
                heuristic.values_after(game, state, h, &moves, &after, &mut incremental);
                heuristic.values(game, &after, &mut whole);
                assert_eq!(incremental, whole, "after the moves: {}", at());
            }
            for &next in &closure.successors[i] {
                if let (true, Some(h), Some(then)) =
                    (consistent, estimates[i].cost(), estimates[next].cost())
                {
                    let to = domain.notation(game, &closure.states[next]);
                    assert!(h <= then + 1, "{}: {h}, but {then} after a move to {to}", at());
                }
            }
        }
    }
}

/// Every state's notation reads back as that state, and every move's text and words as that move.
pub fn check_notation<D: Domain>(domain: &D, game: &D::Game, closure: &Closure<D::Game>) {
    for state in &closure.states {
        let text = domain.notation(game, state);
        let back = domain.read("standard", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(domain.notation(&back, &back.start()), text);
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        let mut moves_back = Vec::new();
        back.moves(&back.start(), &mut moves_back);
        let texts: Vec<String> =
            moves.iter().map(|mv| domain.move_text(game, state, *mv)).collect();
        let texts_back: Vec<String> =
            moves_back.iter().map(|mv| domain.move_text(&back, &back.start(), *mv)).collect();
        assert_eq!(texts, texts_back, "{text}");
        for (mv, word) in moves.iter().zip(&texts) {
            assert_eq!(domain.parse_move(game, state, word).as_ref(), Ok(mv));
            assert_eq!(domain.split_plan(word), [word.as_str()]);
            let words = domain.move_words(game, state, *mv);
            let split = domain.split_plan(&words);
            assert_eq!(
                (split.len(), domain.parse_move(game, state, split[0]).as_ref()),
                (1, Ok(mv)),
                "{words}"
            );
        }
    }
}

/// Every state's drawing reads back as that state, and only coloured drawings of moves have
/// colours: for games that draw their own boards.
pub fn check_drawings<D: Domain>(domain: &D, game: &D::Game, closure: &Closure<D::Game>) {
    for state in &closure.states {
        for colour in [false, true] {
            let drawing = domain.draw(game, state, None, colour);
            let back = domain
                .read("standard", &drawing)
                .unwrap_or_else(|error| panic!("{drawing}\n{error}"));
            assert_eq!(domain.notation(&back, &back.start()), domain.notation(game, state));
        }
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            assert!(!domain.draw(game, state, Some(mv), false).contains('\x1b'));
            assert!(domain.draw(game, state, Some(mv), true).contains('\x1b'));
        }
    }
}

/// Damage to a framed drawing is reported at its line: no part of a drawing is skipped, and no part
/// is read as a smaller board.
pub fn check_damaged_drawings<D: Domain>(domain: &D, game: &D::Game) {
    let drawing = domain.draw(game, &game.start(), None, false);
    let lines: Vec<&str> = drawing.lines().collect();
    let error_of = |lines: &[&str]| {
        let damaged = lines.join("\n");
        match domain.read("standard", &damaged) {
            Ok(_) => panic!("{damaged}\nis read"),
            Err(error) => (error.position.expect("a place").line, error.message),
        }
    };
    for cut in 1..lines.len() {
        let (line, message) = error_of(&lines[..cut]);
        let expected = if cut < 3 { "no row" } else { "the lower border" };
        assert!(line == cut && message.contains(expected), "{cut}: {message}");
    }
    let (line, message) = error_of(&lines[1..]);
    assert!(line == 1 && message.starts_with("the letters of the columns"), "{message}");
    let (line, message) = error_of(&lines[2..]);
    assert!(line == 1 && message.starts_with("the letters of the columns"), "{message}");
    for (damaged, message) in [
        (lines[0].replacen(" a", "1 a", 1), "`1` is not the letter of a column; expected `a`"),
        (format!("{} x", lines[0]), "`x` is not the letter of a column; expected `"),
        (lines[0].replacen('a', " ", 1), "`b` is not the letter of a column; expected `a`"),
        (lines[0].replacen('a', "│ a", 1), "`│` is not the letter of a column; expected `a`"),
    ] {
        let told = error_of(&[&[&*damaged], &lines[1..]].concat());
        assert!(told.0 == 1 && told.1.starts_with(message), "{damaged}: {}", told.1);
    }
    let titled = |text: &str| format!("the:board  standard rules\n{text}");
    let (line, message) = error_of(&[&titled("")]);
    assert!(line == 1 && message.starts_with("the letters of the columns"), "{message}");
    assert!(domain.read("standard", &titled(&drawing)).is_ok());
    for border in [1, lines.len() - 1] {
        let mut lines = lines.clone();
        let damaged = lines[border].replacen("──", "─5", 1);
        lines[border] = &damaged;
        let (line, message) = error_of(&lines);
        assert!(line == border + 1 && message.starts_with("not a border"), "{message}");
    }
    for row in 2..lines.len() - 1 {
        let told = |damaged: &str| {
            let mut lines = lines.clone();
            lines[row] = damaged;
            let (line, message) = error_of(&lines);
            assert_eq!(line, row + 1, "{damaged}: {message}");
            message
        };
        let after = told(&format!("{} R", lines[row]));
        assert_eq!(after, "unexpected `R` after the border");
        told(&lines[row].replacen('│', "│ R ", 1));
        told(&format!("{} │   │", row - 1));
        let first = lines[row].find('│').expect("a frame") + '│'.len_utf8();
        let blank: String = lines[row][first..].chars().take(3).map(|_| ' ').collect();
        let cell = lines[row][first..].char_indices().nth(3).expect("three signs").0;
        told(&format!("{}{blank}{}", &lines[row][..first], &lines[row][first + cell..]));
        told(&lines[row].replacen(&(row - 1).to_string(), "R", 1));
        let begin = lines[row].find('│').expect("a frame") + '│'.len_utf8();
        for (blank, _) in lines[row].match_indices(' ').filter(|(at, _)| *at >= begin) {
            let (before, after) = lines[row].split_at(blank);
            told(&format!("{before}x{}", &after[1..]));
        }
    }
}

/// The length of a shortest plan by A* with the domain's first heuristic, which must be consistent,
/// and the number of expansions; `None` for the length if there is no plan.
pub fn astar<D: Domain>(domain: &D, game: &D::Game, most: usize) -> (Option<u32>, usize) {
    let entry = domain.heuristics().swap_remove(0);
    assert!(entry.claims.consistent && entry.claims.sound_dead_ends);
    let heuristic = entry.build_default(game);
    let mut shortest = HashMap::from([(game.key(&game.start()), 0)]);
    let mut buckets = vec![vec![(game.start(), 0)]];
    let (mut expansions, mut moves, mut f) = (0, Vec::new(), 0);
    while f < buckets.len() {
        let Some((state, g)) = buckets[f].pop() else {
            f += 1;
            continue;
        };
        if shortest[&game.key(&state)] < g {
            continue;
        }
        if game.is_goal(&state) {
            return (Some(g), expansions);
        }
        assert!(expansions < most, "not solved within {most} expansions");
        expansions += 1;
        moves.clear();
        game.moves(&state, &mut moves);
        for &mv in &moves {
            let after = game.apply(&state, mv);
            let known = shortest.entry(game.key(&after)).or_insert(u32::MAX);
            if g + 1 < *known {
                *known = g + 1;
                if let Estimate::Cost(h) = heuristic.estimate(game, &after) {
                    // By consistency f never falls; the start's bucket takes the states below
                    // its estimate.
                    let bucket = f.max((g + 1 + h) as usize);
                    buckets.resize_with(buckets.len().max(bucket + 1), Vec::new);
                    buckets[bucket].push((after, g + 1));
                }
            }
        }
    }
    (None, expansions)
}
