//! The deals of two decks, each pinned forever.

use patience_core::{InputError, Random, Source};

use super::super::deals::{self, MAX_STEPS, number, swapped, walk_back, words_of};
use super::super::layout::{self, Board};
use super::super::pysol;
use super::super::state::MAX_ROWS;
use super::{Rules, TwoDecks};
use crate::cards::{Card, Suit};

/// The families of deals: those of one deck that are for every rule set.
pub(super) const SOURCES: &[Source] = deals::SOURCES.split_at(2).1;

/// The deal with this name.
pub(super) fn instance(rules: Rules, path: &str) -> Result<TwoDecks, InputError> {
    let words = words_of(SOURCES, path)?;
    let board = match words[0] {
        "pysol" => pysol_deal(rules, words[1])?,
        _ => sized(rules, &words)?,
    };
    Ok(TwoDecks::new(rules, &board).expect("a dealer deals every card twice"))
}

/// A deal whose name contains its size.
fn sized(rules: Rules, words: &[&str]) -> Result<Board, InputError> {
    // Two rows for each suit.
    let (rows, columns) =
        deals::size(words[1], &[2, 4, 6, MAX_ROWS], rules.most_columns(), rules.name())?;
    let suits = twice(&rules.suit_order()[..rows / 2]);
    let steps = |what| number(what, words[2], MAX_STEPS);
    let seed = |word: usize| number("seed", words[word], u64::MAX);
    Ok(match words[0] {
        "random" => {
            let deck = suits.iter().flat_map(|suit| row_of(rules, *suit, columns)).collect();
            layout::shuffled(rules.layout(), deck, bases(rules, &suits), columns, seed(2)?)
        }
        "swaps" => swapped(solved(rules, &suits, columns), steps("number of swaps")?, seed(3)?),
        _ => scramble(rules, suits, columns, steps("number of moves")?, seed(3)?),
    })
}

/// Each suit twice, side by side.
fn twice(suits: &[Suit]) -> Vec<Suit> {
    suits.iter().flat_map(|suit| [*suit; 2]).collect()
}

fn bases(rules: Rules, suits: &[Suit]) -> Vec<Card> {
    suits.iter().map(|suit| Card::new(rules.base(), *suit)).collect()
}

/// The cards of a suit in ascending order.
fn row_of(rules: Rules, suit: Suit, columns: usize) -> impl Iterator<Item = Card> {
    (0..columns - 1).map(move |index| Card::new(rules.base() + index as u8, suit))
}

/// The solved board with the given suits from the top.
fn solved(rules: Rules, suits: &[Suit], columns: usize) -> Board {
    suits
        .iter()
        .map(|suit| row_of(rules, *suit, columns).map(Some).chain([None]).collect())
        .collect()
}

/// A random walk of reversed moves from a solved board, whose rows are drawn first.
fn scramble(rules: Rules, mut suits: Vec<Suit>, columns: usize, moves: u64, seed: u64) -> Board {
    let mut random = Random::new(seed);
    random.shuffle(&mut suits);
    let arrived = |board: &[Option<Card>], cell: usize| {
        let Some(card) = board[cell] else { return false };
        match cell.is_multiple_of(columns) {
            true => card.rank() == rules.base(),
            false => board[cell - 1]
                .is_some_and(|left| left.suit() == card.suit() && left.rank() + 1 == card.rank()),
        }
    };
    walk_back(solved(rules, &suits, columns), moves, &mut random, arrived, |_, _| false)
}

/// PySolFC's layout: its pack is one deck after the other, each suit by suit.
fn pysol_deal(rules: Rules, number: &str) -> Result<Board, InputError> {
    let deck = pysol::SUITS.iter().flat_map(|suit| (1..=13).map(|rank| Card::new(rank, *suit)));
    let dealt = pysol::dealt(deck.clone().chain(deck).collect(), number)?;
    let in_play = |card: Card| (card.rank() >= rules.base()).then_some(card);
    let bases = bases(rules, &twice(&pysol::SUITS));
    Ok(pysol::laid_out(rules.layout(), &bases, dealt, in_play, rules.most_columns()))
}
