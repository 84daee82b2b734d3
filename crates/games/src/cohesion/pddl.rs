//! A PDDL export of the rules, not the state space, so that a planner decides independently.
//!
//! One action is one move. The state is the colour grid, `(has COLOUR CELL)`; axioms derive which
//! cells form a piece and which pieces cannot shift, so that gluing needs no effects. Any cell of a
//! piece identifies it.

use std::fmt::Write as _;

use patience_core::Game;

use super::CohesionGame;
use crate::grid::Direction;

const DOMAIN: &str = "(define (domain cohesion)
  (:requirements :typing :negative-preconditions :equality :existential-preconditions \
  :conditional-effects
                 :derived-predicates)
  (:types cell colour direction)
  (:predicates
    (has ?k - colour ?c - cell)
    (next ?d - direction ?c ?e - cell) (edge ?d - direction ?c - cell)
    (occupied ?c - cell) (joined ?c ?e - cell) (blocked ?c - cell ?d - direction) (apart))
  (:derived (occupied ?c - cell) (exists (?k - colour) (has ?k ?c)))
  (:derived (joined ?c ?e - cell)
    (exists (?k - colour)
      (and (has ?k ?c) (has ?k ?e)
        (or (= ?c ?e) (exists (?b - cell ?d - direction) (and (next ?d ?b ?e) (joined ?c ?b)))))))
  (:derived (blocked ?c - cell ?d - direction)
    (exists (?b - cell)
      (and (joined ?c ?b)
        (or (edge ?d ?b) (exists (?e - cell) (and (next ?d ?b ?e) (occupied ?e) (not (joined ?c \
                      ?e))))))))
  (:derived (apart)
    (exists (?k - colour ?c ?e - cell) (and (has ?k ?c) (has ?k ?e) (not (joined ?c ?e)))))
  (:action shift
    :parameters (?c - cell ?d - direction)
    :precondition (and (occupied ?c) (not (blocked ?c ?d)))
    :effect (forall (?k - colour ?b ?e - cell)
      (when (and (has ?k ?b) (joined ?c ?b) (next ?d ?b ?e)) (and (not (has ?k ?b)) (has ?k \
                      ?e))))))
";

/// The move of an action.
pub(super) fn move_of(game: &CohesionGame, action: &[&str]) -> Option<String> {
    let ["shift", cell, direction] = action else { return None };
    let cell: usize = cell.strip_prefix('c')?.parse().ok()?;
    let (x, y) = (cell % game.size().width, cell / game.size().width);
    Some(format!("{x},{y}{}", Direction::from_word(direction)?.letter()))
}

/// Maximum size of an exported board.
const MAX_CELLS: usize = 25;

/// The domain and the problem of an instance; `None` beyond 25 cells or without pieces.
pub(super) fn export(game: &CohesionGame) -> Option<(String, String)> {
    let size = game.size();
    if size.cells() > MAX_CELLS || game.letters().is_empty() {
        return None;
    }
    let mut out =
        String::from("(define (problem cohesion-instance) (:domain cohesion)\n  (:objects");
    (0..size.cells()).for_each(|cell| _ = write!(out, " c{cell}"));
    out.push_str(" - cell");
    game.letters().iter().for_each(|letter| _ = write!(out, " {}", letter.to_ascii_lowercase()));
    out.push_str(" - colour left right up down - direction)\n  (:init");
    for (cell, letter) in game.cells(&game.start()).into_iter().enumerate() {
        letter
            .into_iter()
            .for_each(|letter| _ = write!(out, " (has {} c{cell})", letter.to_ascii_lowercase()));
    }
    for direction in Direction::ALL {
        out.push_str("\n   ");
        for cell in 0..size.cells() {
            let name = direction.word();
            _ = match size.neighbour(cell, direction) {
                Some(next) => write!(out, " (next {name} c{cell} c{next})"),
                None => write!(out, " (edge {name} c{cell})"),
            };
        }
    }
    out.push_str(")\n  (:goal (not (apart))))\n");
    Some((DOMAIN.to_owned(), out))
}
