//! Export to PDDL for independent planners: STRIPS with typing, unit costs, one action per move.
//!
//! A `card` stands for both its copies, and cells hold cards, so equal cards are indistinguishable,
//! as in the key. The goal is that in each row the first cell is `led` by a lowest card and every
//! other but the last is `joined`: its card follows the one to its left. A move joins the cell that
//! it fills; it also joins the cell to its right, if the card there follows, as stated by the
//! variants named `-and-join`. Without the variant, that cell counts as not joined. Facts are
//! therefore never stronger than the truth, and a planner can always choose the variant that states
//! all joins: plans correspond to games move by move, and the shortest lengths agree. The cell
//! `edge` represents the space to the right of the last column: it holds no card and is not a gap.

use std::fmt::Write;

use patience_core::Game;

use super::super::pddl::row_and_column;
use super::super::state::{GAP, RANKS, ROW};
use super::TwoDecks;
use super::rules::successor;
use crate::cards::Card;

/// Domain and problem.
pub(super) fn export(game: &TwoDecks) -> (String, String) {
    let mut domain = String::from(
        "(define (domain gaps-with-two-decks)
  (:requirements :strips :typing)
  (:types card cell)
  (:predicates
    (holds ?cell - cell ?card - card)
    (gap ?cell - cell)
    (beside ?left ?right - cell)
    (first ?cell - cell)
    (lowest ?card - card)
    (follows ?card ?predecessor - card)
    (led ?cell - cell)
    (joined ?cell - cell))\n",
    );
    for joins_next in [false, true] {
        domain.push_str(&action(
            "enter",
            "",
            "(lowest ?card) (first ?to)",
            "(led ?to) (not (led ?from))",
            joins_next,
        ));
        let behind = "(holds ?left ?predecessor) (beside ?left ?to) (follows ?card ?predecessor)";
        let parameters = " ?left - cell ?predecessor - card";
        domain.push_str(&action("place", parameters, behind, "(joined ?to)", joins_next));
    }
    domain.push_str(")\n");
    (domain, problem(game))
}

/// The moves into the first cell of a row, or after a predecessor.
fn action(verb: &str, parameters: &str, condition: &str, effect: &str, joins_next: bool) -> String {
    let (name, next, and_condition, and_effect) = if joins_next {
        let next = " ?next - card ?right - cell";
        (
            "-and-join",
            next,
            " (beside ?to ?right) (holds ?right ?next) (follows ?next ?card)",
            " (joined ?right)",
        )
    } else {
        ("", "", "", "")
    };
    format!(
        "  (:action {verb}{name}
    :parameters (?card - card ?from ?after ?to - cell{parameters}{next})
    :precondition (and (holds ?from ?card) (beside ?from ?after) (gap ?to) \
         {condition}{and_condition})
    :effect (and (holds ?to ?card) (gap ?from) (not (holds ?from ?card)) (not (gap ?to))
      (not (joined ?from)) (not (joined ?after)) {effect}{and_effect}))\n"
    )
}

/// The name of a card. It begins with a letter: `h5` is the five of hearts.
fn name(game: &TwoDecks, card: usize) -> String {
    let rank = game.rules().base() + (card % RANKS) as u8;
    format!("{}{}", game.suits()[card / RANKS].letter(), Card::rank_letter(rank)).to_lowercase()
}

fn cell(cell: usize) -> String {
    format!("r{}c{}", cell / ROW, cell % ROW)
}

/// The move of an action: each names the card, its cell, the cell after it, and the gap first.
pub(super) fn move_of(action: &[&str]) -> Option<String> {
    let [_, _, from, _, to, ..] = action else { return None };
    Some(format!("{}>{}", row_and_column(from)?, row_and_column(to)?))
}

fn problem(game: &TwoDecks) -> String {
    let (cards, last) = (game.start().cards, game.columns() - 1);
    let mut text =
        "(define (problem deal)\n  (:domain gaps-with-two-decks)\n  (:objects".to_string();
    let mut say =
        |words: std::fmt::Arguments| text.write_fmt(words).expect("strings take everything");
    game.numbers().for_each(|card| say(format_args!(" {}", name(game, card))));
    say(format_args!(" - card\n   "));
    game.cells().for_each(|each| say(format_args!(" {}", cell(each))));
    say(format_args!(" edge - cell)\n  (:init"));
    for card in game.numbers() {
        match card % RANKS {
            0 => say(format_args!("\n    (lowest {})", name(game, card))),
            _ => say(format_args!("\n    (follows {} {})", name(game, card), name(game, card - 1))),
        }
    }
    for each in game.cells() {
        let (held, column) = (usize::from(cards[each]), each % ROW);
        let right = if column == last { "edge".into() } else { cell(each + 1) };
        say(format_args!("\n    (beside {} {right})", cell(each)));
        if column == 0 {
            say(format_args!(" (first {})", cell(each)));
        }
        match cards[each] {
            GAP => say(format_args!(" (gap {})", cell(each))),
            _ => say(format_args!(" (holds {} {})", cell(each), name(game, held))),
        }
        if column == 0 && cards[each] != GAP && held.is_multiple_of(RANKS) {
            say(format_args!(" (led {})", cell(each)));
        }
        if column > 0
            && cards[each] != GAP
            && successor(cards[each - 1], game.columns()) == cards[each]
        {
            say(format_args!(" (joined {})", cell(each)));
        }
    }
    say(format_args!(")\n  (:goal (and"));
    for each in game.cells().filter(|each| each % ROW < last) {
        say(format_args!(" ({} {})", if each % ROW == 0 { "led" } else { "joined" }, cell(each)));
    }
    say(format_args!(")))\n"));
    text
}
