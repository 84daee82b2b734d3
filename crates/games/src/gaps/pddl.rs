//! Export to PDDL for independent planners: STRIPS with typing, unit costs, one action per move.
//!
//! If rows are fixed, the goal names each card's cell. If they are free, a game ends when every
//! base card is in column 0 and every other card is right of its predecessor. Both are separate
//! facts, `led` and `joined`, so that the goal stays a conjunction. A move joins the card that it
//! places; it also joins that card's successor if it is to the right of the gap, as stated by the
//! variants named `-and-join`. Without the variant, the successor counts as not joined. Facts are
//! therefore never stronger than the truth, and a planner can always choose the variant that states
//! all joins: plans correspond to games move by move, and the shortest lengths agree.
//!
//! If a gap takes more than the successor of its left neighbour, there are two more kinds of moves:
//! `astray`, after a card that is not the predecessor (`takes`), and `before` the successor.
//!
//! Every size can be exported: Fast Downward translates the full deck within seconds. Optimal plans
//! are found only on small boards.

use std::fmt::Write;

use patience_core::Game;

use super::rule_set::{Entry, Fit};
use super::state::{RANKS, ROW, place};
use super::{Gaps, Rules};
use crate::cards::Card;

/// Domain and problem; `None` for a board without cards, which needs no plan.
pub(super) fn export(game: &Gaps) -> Option<(String, String)> {
    (game.card_count() > 0).then(|| (domain(game.rules()), problem(game)))
}

fn domain(rules: Rules) -> String {
    let fixed_rows = rules.fixed_rows();
    let mut text = String::from(
        "(define (domain gaps)
  (:requirements :strips :typing)
  (:types card cell)
  (:predicates
    (at ?card - card ?cell - cell)
    (gap ?cell - cell)
    (beside ?left ?right - cell)
    (follows ?card ?predecessor - card)
    (enters ?card - card ?cell - cell)",
    );
    if takes_others(rules) {
        text.push_str("\n    (takes ?left ?card - card)");
    }
    text.push_str(if fixed_rows {
        ")\n"
    } else {
        "\n    (led ?card - card)\n    (joined ?card - card))\n"
    });
    let variants: &[bool] = if fixed_rows { &[false] } else { &[false, true] };
    for &joins_next in variants {
        text.push_str(&action(rules, Kind::Enter, joins_next));
    }
    for &joins_next in variants {
        text.push_str(&action(rules, Kind::Place, joins_next));
    }
    if takes_others(rules) {
        for &joins_next in variants {
            text.push_str(&action(rules, Kind::Astray, joins_next));
        }
    }
    if rules.fit() == Fit::SuccessorOrPredecessor {
        // The successor is at its right: it is joined.
        text.push_str(&action(rules, Kind::Before, true));
    }
    text.push_str(")\n");
    text
}

/// Whether a gap takes a card after one that is not its predecessor.
fn takes_others(rules: Rules) -> bool {
    matches!(rules.fit(), Fit::NextRank | Fit::Higher)
}

/// The moves of a card into a gap.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Into column 0.
    Enter,
    /// Into a gap after the card's predecessor.
    Place,
    /// Into a gap after another card that admits the card.
    Astray,
    /// Into a gap before the card's successor.
    Before,
}

fn action(rules: Rules, kind: Kind, joins_next: bool) -> String {
    let fixed_rows = rules.fixed_rows();
    let verb = match kind {
        Kind::Enter => "enter",
        Kind::Place => "place",
        Kind::Astray => "stray",
        Kind::Before => "precede",
    };
    let name = format!("{verb}{}", if joins_next { "-and-join" } else { "" });
    let mut parameters = "?card - card ?from ?to - cell".to_string();
    let mut condition = "(at ?card ?from) (gap ?to)".to_string();
    let mut effect =
        "(at ?card ?to) (gap ?from) (not (at ?card ?from)) (not (gap ?to))".to_string();
    match kind {
        Kind::Place => {
            parameters += " ?predecessor - card ?left - cell";
            condition += " (follows ?card ?predecessor) (at ?predecessor ?left) (beside ?left ?to)";
        }
        Kind::Astray => {
            parameters += " ?other - card ?left - cell";
            condition += " (takes ?other ?card) (at ?other ?left) (beside ?left ?to)";
        }
        Kind::Before => {
            // Only cells outside column 0 have a cell to their left.
            parameters += " ?left - cell";
            condition += " (beside ?left ?to)";
        }
        Kind::Enter => {
            condition += " (enters ?card ?to)";
            if rules.entry() == Entry::BaseFromOutside {
                parameters += " ?left - cell";
                condition += " (beside ?left ?from)";
            }
        }
    }
    if !fixed_rows {
        parameters += " ?next - card";
        condition += " (follows ?next ?card)";
        effect += match kind {
            Kind::Enter => " (led ?card) (not (joined ?card))",
            Kind::Place => " (joined ?card) (not (led ?card))",
            Kind::Astray | Kind::Before => " (not (led ?card)) (not (joined ?card))",
        };
        if joins_next {
            parameters += " ?right - cell";
            condition += " (at ?next ?right) (beside ?to ?right)";
            effect += " (joined ?next)";
        } else {
            effect += " (not (joined ?next))";
        }
    }
    format!(
        "  (:action {name}\n    :parameters ({parameters})\n    :precondition (and \
         {condition})\n    :effect (and {effect}))\n"
    )
}

/// The name of a card. It begins with a letter: `h5` is the five of hearts.
fn name(game: &Gaps, card: usize) -> String {
    let card = game.named(card as u8).expect("a card in play");
    format!("{}{}", card.suit().letter(), Card::rank_letter(card.rank())).to_lowercase()
}

fn cell(cell: usize) -> String {
    let (row, column) = place(cell as u8);
    format!("r{row}c{column}")
}

/// The move of an action: each names the card, its cell and the gap first.
pub(super) fn move_of(action: &[&str]) -> Option<String> {
    let [_, _, from, to, ..] = action else { return None };
    Some(format!("{}>{}", row_and_column(from)?, row_and_column(to)?))
}

/// `0,4` for the cell `r0c4`.
pub(super) fn row_and_column(cell: &str) -> Option<String> {
    let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
    let (row, column) = (row.parse::<u8>().ok()?, column.parse::<u8>().ok()?);
    Some(format!("{row},{column}"))
}

/// The cell of a card, and the cells where it fits.
fn of_card(game: &Gaps, card: usize) -> String {
    let (start, fixed_rows) = (game.start(), game.rules().fixed_rows());
    let is_last = card % RANKS + 2 == game.columns();
    let mut text = String::new();
    let mut say =
        |words: std::fmt::Arguments| text.write_fmt(words).expect("strings take everything");
    let at = usize::from(start.cells[card]);
    say(format_args!("\n    (at {} {})", name(game, card), cell(at)));
    let behind = at % ROW != 0
        && !card.is_multiple_of(RANKS)
        && usize::from(start.cards[at - 1]) == card - 1;
    if !fixed_rows && at % ROW == 0 {
        say(format_args!(" (led {})", name(game, card)));
    } else if !fixed_rows && behind {
        say(format_args!(" (joined {})", name(game, card)));
    }
    if !card.is_multiple_of(RANKS) {
        say(format_args!(" (follows {} {})", name(game, card), name(game, card - 1)));
    }
    if !fixed_rows && is_last {
        say(format_args!(" (follows nothing {})", name(game, card)));
    }
    for other in game.numbers() {
        let takes = match game.rules().fit() {
            Fit::NextRank => other % RANKS + 1 == card % RANKS && other + 1 != card,
            Fit::Higher => other / RANKS == card / RANKS && other + 1 < card,
            Fit::Successor | Fit::SuccessorOrPredecessor => false,
        };
        if takes {
            say(format_args!(" (takes {} {})", name(game, other), name(game, card)));
        }
    }
    for row in 0..game.rows() {
        let enters = match game.rules().entry() {
            Entry::AnyBase | Entry::BaseFromOutside => card.is_multiple_of(RANKS),
            Entry::OwnBase => card == row * RANKS,
            Entry::AnyCard => true,
        };
        if enters {
            say(format_args!(" (enters {} {})", name(game, card), cell(row * ROW)));
        }
    }
    text
}

fn problem(game: &Gaps) -> String {
    let fixed_rows = game.rules().fixed_rows();
    let start = game.start();
    let name = |card| name(game, card);
    let cells = || (0..game.rows()).flat_map(|row| row * ROW..row * ROW + game.columns());

    let mut text = "(define (problem deal)\n  (:domain gaps)\n  (:objects".to_string();
    let mut say =
        |words: std::fmt::Arguments| text.write_fmt(words).expect("strings take everything");
    for card in game.numbers() {
        say(format_args!(" {}", name(card)));
    }
    // Represents the missing successor of the highest cards; it is in no cell.
    say(format_args!("{} - card\n   ", if fixed_rows { "" } else { " nothing" }));
    cells().for_each(|each| say(format_args!(" {}", cell(each))));
    say(format_args!(" - cell)\n  (:init"));
    for card in game.numbers() {
        say(format_args!("{}", of_card(game, card)));
    }
    say(format_args!("\n   "));
    for &gap in start.gaps(game.rows()) {
        say(format_args!(" (gap {})", cell(usize::from(gap))));
    }
    say(format_args!("\n   "));
    for left in cells().filter(|left| left % ROW + 1 < game.columns()) {
        say(format_args!(" (beside {} {})", cell(left), cell(left + 1)));
    }
    say(format_args!(")\n  (:goal (and"));
    for card in game.numbers() {
        match (fixed_rows, card % RANKS) {
            (true, rank) => {
                say(format_args!(" (at {} {})", name(card), cell(card / RANKS * ROW + rank)))
            }
            (false, 0) => say(format_args!(" (led {})", name(card))),
            (false, _) => say(format_args!(" (joined {})", name(card))),
        }
    }
    say(format_args!(")))\n"));
    text
}
