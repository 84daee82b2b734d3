//! A PDDL export. One action is one move; an axiom states whether two stacks are left.

use std::fmt::Write as _;

use patience_core::Game;

use super::BirdsGame;
use super::rules::{CELLS, compatible};
use crate::cards::Card;

const DOMAIN: &str = "(define (domain birds)
  (:requirements :typing :negative-preconditions :equality :existential-preconditions \
  :derived-predicates)
  (:types cell card)
  (:predicates
    (line ?c ?e - cell) (compatible ?a ?b - card) (top ?a - card ?c - cell) (two-stacks))
  (:derived (two-stacks)
    (exists (?a ?b - card ?c ?e - cell) (and (top ?a ?c) (top ?b ?e) (not (= ?c ?e)))))
  (:action move
    :parameters (?a - card ?from - cell ?b - card ?to - cell)
    :precondition (and (compatible ?a ?b) (line ?from ?to) (top ?a ?from) (top ?b ?to))
    :effect (and (not (top ?a ?from)) (not (top ?b ?to)) (top ?a ?to))))
";

/// The move of an action.
pub(super) fn move_of(action: &[&str]) -> Option<String> {
    let ["move", _, from, _, to] = action else { return None };
    let cell = |cell: &str| cell.strip_prefix('c')?.parse::<usize>().ok();
    let (from, to) = (cell(from)?, cell(to)?);
    Some(format!("{},{}>{},{}", from / 4, from % 4, to / 4, to % 4))
}

/// The domain and the problem of a deal.
pub(super) fn export(game: &BirdsGame) -> (String, String) {
    let grid = game.grid(&game.start());
    let cards: Vec<Card> = grid.iter().copied().flatten().collect();
    let name = |card: Card| card.to_string().to_ascii_lowercase();
    let mut out = String::from("(define (problem birds-deal) (:domain birds)\n  (:objects");
    (0..CELLS).for_each(|cell| _ = write!(out, " c{cell}"));
    out.push_str(" - cell");
    // A name must begin with a letter; a rank may be a digit.
    cards.iter().for_each(|card| _ = write!(out, " k{}", name(*card)));
    out.push_str(" - card)\n  (:init");
    for (cell, card) in grid.into_iter().enumerate() {
        card.into_iter().for_each(|card| _ = write!(out, " (top k{} c{cell})", name(card)));
    }
    out.push_str("\n   ");
    for a in 0..CELLS {
        for b in (0..CELLS).filter(|b| a != *b && (a / 4 == b / 4 || a % 4 == b % 4)) {
            _ = write!(out, " (line c{a} c{b})");
        }
    }
    out.push_str("\n   ");
    for a in &cards {
        for b in cards.iter().filter(|b| a != *b && compatible(*a, **b)) {
            _ = write!(out, " (compatible k{} k{})", name(*a), name(*b));
        }
    }
    out.push_str(")\n  (:goal (not (two-stacks))))\n");
    (DOMAIN.to_owned(), out)
}
