//! No heuristic of any game, including those of the papers and learned ones, calls a winnable
//! position lost, unless it declares that its dead ends may be wrong. Tested on all positions of
//! small boards.

use std::collections::HashMap;

use patience_catalogue::{GAMES, Instance, open};
use patience_core::Budget;

/// Maximum number of positions examined before a board is left out.
const MAX_POSITIONS: usize = 3_000;

/// All positions of a board, and for each the indices of its successors.
type Positions = (Vec<Box<dyn Instance>>, Vec<Vec<usize>>);

/// All positions of a board; `None` if there are too many.
fn positions(start: Box<dyn Instance>) -> Option<Positions> {
    let mut known = HashMap::from([(start.board(), 0)]);
    let (mut all, mut next) = (vec![start], Vec::new());
    while next.len() < all.len() {
        let here = next.len();
        let mut after = Vec::new();
        for (index, mv) in all[here].moves().into_iter().enumerate() {
            let new = all.len();
            let place = *known.entry(mv.board).or_insert(new);
            if place == new {
                all.push(all[here].successor(index).expect("the move is there"));
            }
            after.push(place);
        }
        next.push(after);
        if all.len() > MAX_POSITIONS {
            return None;
        }
    }
    Some((all, next))
}

/// The winnable positions: those that are won, and those that lead to a winnable position.
fn winnable(all: &[Box<dyn Instance>], next: &[Vec<usize>]) -> Vec<bool> {
    let mut can: Vec<bool> = all.iter().map(|position| position.is_won()).collect();
    loop {
        let before = can.clone();
        for at in (0..all.len()).rev() {
            can[at] |= next[at].iter().any(|after| can[*after]);
        }
        if can == before {
            return can;
        }
    }
}

/// Small boards of a game, under each of its rule sets that has such deals.
fn boards(game: &str) -> Vec<Box<dyn Instance>> {
    let texts: &[&str] = match game {
        "gaps" => &[],
        "birds" => &["2C 3C 4C -- / 2H -- 4H -- / -- 3S -- -- / -- -- -- --"],
        "cohesion" => &["RR.RR", "R.R/B.B", "RRB/..B/R.B", "YYR/.RY/R.Y"],
        "tiles" => &["R..r", "R.r/..b/.B.", "R#r/.../b.B", "R..B/.#../..b./r..."],
        "sliding" => &["3 1 / 2 0", "1 3 / 2 0", "1 2 3 / 5 4 0"],
        other => panic!("{other} has no small boards here"),
    };
    let entry = GAMES.iter().find(|entry| entry.name() == game).expect("a game");
    let read = texts.iter().map(|text| {
        entry.read(None, text, text).unwrap_or_else(|error| panic!("{game} {text}: {error}"))
    });
    let rules = entry.info().rule_sets;
    let dealt = rules.iter().filter(|_| game == "gaps").flat_map(|rules| {
        (1..=6).filter_map(|seed| open(&format!("gaps+{}:random/2x4/{seed}", rules.name)).ok())
    });
    read.chain(dealt).collect()
}

#[test]
fn no_heuristic_calls_a_position_lost_that_can_be_won() {
    for entry in GAMES {
        let (mut won, mut lost, mut called) = (0, 0, 0);
        for board in boards(entry.name()) {
            let Some((all, next)) = positions(board) else { continue };
            for (position, can) in all.iter().zip(winnable(&all, &next)) {
                if can {
                    won += 1;
                } else {
                    lost += 1;
                }
                let values = position.evaluate(None, &mut Budget::unlimited()).expect("no model");
                for value in values.iter().filter(|value| value.dead_end) {
                    called += 1;
                    assert!(
                        !can || !value.claims.sound_dead_ends,
                        "{}: {} calls it lost: {}",
                        entry.name(),
                        value.heuristic,
                        position.board()
                    );
                }
            }
        }
        // The heuristics of Match the Tiles report no dead ends.
        assert!(
            won > 5 && lost > 5 && (called > 5 || entry.name() == "tiles"),
            "{}: {won} can be won, {lost} cannot, {called} dead ends",
            entry.name()
        );
    }
}
