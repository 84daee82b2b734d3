//! A PDDL export of the rules, not the state space, so that a planner decides independently.
//!
//! One action is one tilt. Axioms count, for each direction and cell, the pieces in the free
//! stretch that slide ahead of it; a fact of the problem states where a piece stops that has that
//! many pieces ahead. Pieces of one colour are interchangeable: the state is the set of facts `(at
//! COLOUR CELL)`.

use std::fmt::Write as _;

use patience_core::Game;

use super::TilesGame;
use super::notation::piece_letter;
use crate::grid::Direction;

const DOMAIN: &str = "(define (domain tiles)
  (:requirements :typing :negative-preconditions :equality :existential-preconditions \
  :conditional-effects
                 :derived-predicates)
  (:types cell colour direction count)
  (:predicates
    (at ?k - colour ?c - cell)
    (first ?d - direction ?c - cell) (behind ?d - direction ?b ?c - cell)
    (zero ?n - count) (successor ?m ?n - count)
    (ends ?d - direction ?c - cell ?n - count ?e - cell)
    (occupied ?c - cell) (ahead ?d - direction ?c - cell ?n - count)
    (slides ?d - direction ?c ?e - cell) (shifts ?d - direction))
  (:derived (occupied ?c - cell) (exists (?k - colour) (at ?k ?c)))
  (:derived (ahead ?d - direction ?c - cell ?n - count)
    (or (and (first ?d ?c) (zero ?n))
        (exists (?b - cell) (and (behind ?d ?b ?c) (not (occupied ?b)) (ahead ?d ?b ?n)))
        (exists (?b - cell ?m - count)
          (and (behind ?d ?b ?c) (occupied ?b) (successor ?m ?n) (ahead ?d ?b ?m)))))
  (:derived (slides ?d - direction ?c ?e - cell)
    (exists (?n - count) (and (ahead ?d ?c ?n) (ends ?d ?c ?n ?e))))
  (:derived (shifts ?d - direction)
    (exists (?c ?e - cell) (and (occupied ?c) (slides ?d ?c ?e) (not (= ?c ?e)))))
  (:action tilt
    :parameters (?d - direction)
    :precondition (shifts ?d)
    :effect (forall (?k - colour ?c ?e - cell)
      (when (and (at ?k ?c) (slides ?d ?c ?e)) (and (not (at ?k ?c)) (at ?k ?e))))))
";

/// Maximum size of exported instances.
const MAX_CELLS: usize = 64;
const MAX_PIECES: usize = 8;

/// The move of an action.
pub(super) fn move_of(action: &[&str]) -> Option<String> {
    let ["tilt", direction] = action else { return None };
    Some(Direction::from_word(direction)?.letter().to_string())
}

/// The domain and the problem of an instance; `None` beyond 64 cells or 8 pieces.
pub(super) fn export(game: &TilesGame) -> Option<(String, String)> {
    let (size, pieces) = (game.size(), game.pieces(&game.start()));
    if size.cells() > MAX_CELLS || pieces.len() > MAX_PIECES || pieces.is_empty() {
        return None;
    }
    let free: Vec<usize> = (0..size.cells()).filter(|cell| !game.is_obstacle(*cell)).collect();
    let mut colours = game.colours().to_vec();
    colours.dedup();

    let mut out = String::from("(define (problem tiles-instance) (:domain tiles)\n  (:objects");
    free.iter().for_each(|cell| _ = write!(out, " c{cell}"));
    out.push_str(" - cell");
    colours.iter().for_each(|colour| _ = write!(out, " {}", piece_letter(*colour)));
    out.push_str(" - colour left right up down - direction");
    (0..pieces.len()).for_each(|number| _ = write!(out, " n{number}"));
    out.push_str(" - count)\n  (:init (zero n0)");
    (1..pieces.len()).for_each(|number| _ = write!(out, " (successor n{} n{number})", number - 1));
    pieces
        .iter()
        .for_each(|(colour, cell)| _ = write!(out, " (at {} c{cell})", piece_letter(*colour)));
    for direction in Direction::ALL {
        let name = direction.word();
        for &cell in &free {
            let mut end = game.stop(cell, direction);
            if end == cell {
                _ = write!(out, "\n    (first {name} c{cell})");
            } else {
                let before = size.neighbour(cell, direction).expect("the stop lies ahead");
                _ = write!(out, "\n    (behind {name} c{before} c{cell})");
            }
            for number in 0..pieces.len() {
                _ = write!(out, " (ends {name} c{cell} n{number} c{end})");
                if end == cell {
                    break;
                }
                end = size
                    .neighbour(end, direction.opposite())
                    .expect("the cell itself lies beyond its stop");
            }
        }
    }
    out.push_str(")\n  (:goal (and");
    for colour in colours {
        for cell in free.iter().filter(|cell| game.target(**cell) != Some(colour)) {
            _ = write!(out, " (not (at {} c{cell}))", piece_letter(colour));
        }
    }
    out.push_str(")))\n");
    Some((DOMAIN.to_owned(), out))
}
