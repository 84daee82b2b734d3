//! PySolFC's numbered deals.
//!
//! PySolFC deals the numbers below 32,000 with the generator of Microsoft's FreeCell, which
//! shuffles a deck of 52 in FreeCell's order (rank by rank), and all others with Python's Mersenne
//! twister. The shuffles are those of the package `pysol_cards`, except that there 32,000 still
//! belongs to the first generator; the decks and layouts are those of the games in PySolFC 3.

use patience_core::InputError;

use super::Rules;
use super::deals::digits;
use super::layout::{self, Board};
use super::rule_set::Layout;
use super::twister::MersenneTwister;
use crate::cards::{Card, Suit};
use crate::text::quoted;

/// The highest number that PySolFC itself draws.
const MOST: u128 = 100_000_000_000_000_000_000;
/// Numbers from this one upward belong to the twister.
const TWISTER: u128 = 32_000;
/// PySolFC's order of suits.
pub(super) const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

/// The layout of the rule set's game; Montana's for rule sets that remove the aces from a full
/// deck.
pub(super) fn deal(rules: Rules, number: &str) -> Result<Board, InputError> {
    if rules.takes_any_card() {
        return Err(InputError::new(format!(
            "PySolFC has no game with the rules {}",
            rules.name()
        )));
    }
    let columns = rules.most_columns();
    let dealt = dealt(deck(rules), number)?;
    let in_play = |card: Card| rules.index(card, columns).map(|_| card);
    Ok(laid_out(rules.layout(), &bases(rules), dealt, in_play, columns))
}

/// A pack in dealing order: from the end of the shuffle with a number.
pub(super) fn dealt(
    mut pack: Vec<Card>,
    number: &str,
) -> Result<impl DoubleEndedIterator<Item = Card> + Clone, InputError> {
    let number =
        digits::<u128>(number).filter(|number| (1..=MOST).contains(number)).ok_or_else(|| {
            InputError::new(format!(
                "{} is not a valid number of a deal; expected a whole number from 1 to {MOST}",
                quoted(number)
            ))
        })?;
    shuffle(&mut pack, number);
    Ok(pack.into_iter().rev())
}

/// The layout of cards in dealing order; `in_play` is `None` for a removed card.
pub(super) fn laid_out(
    layout: Layout,
    bases: &[Card],
    dealt: impl Iterator<Item = Card> + Clone,
    in_play: impl Fn(Card) -> Option<Card>,
    columns: usize,
) -> Board {
    let is_base = |card: &Card| card.rank() == bases[0].rank();
    match layout {
        Layout::Anywhere => layout::begin(layout, bases, dealt.map(in_play), columns),
        // The lowest cards go to column 0 in dealing order, and leave gaps behind.
        Layout::BasesLead => {
            let bases: Vec<Card> = dealt.clone().filter(is_base).collect();
            let free = dealt.map(|card| (!is_base(&card)).then_some(card));
            layout::begin(layout, &bases, free, columns)
        }
        Layout::BasesInOrder => {
            layout::begin(layout, bases, dealt.filter(|card| !is_base(card)).map(Some), columns)
        }
        Layout::GapsLead => layout::begin(layout, bases, dealt.map(Some), columns),
    }
}

/// The lowest cards in PySolFC's order of suits.
fn bases(rules: Rules) -> Vec<Card> {
    SUITS.iter().map(|suit| Card::new(rules.base(), *suit)).collect()
}

/// The shuffled cards, suit by suit, including the rank that is then removed.
fn deck(rules: Rules) -> Vec<Card> {
    let ranks: Vec<u8> = match rules {
        Rules::Paganini => std::iter::once(1).chain(6..=13).collect(),
        Rules::HouseOfCommons => (1..=10).collect(),
        Rules::LineUp => (1..=6).collect(),
        _ => (1..=13).collect(),
    };
    SUITS.iter().flat_map(|suit| ranks.iter().map(|rank| Card::new(*rank, *suit))).collect()
}

/// The shuffle of a number: from the last card to the first, each is swapped with a card at or
/// before its place.
fn shuffle(cards: &mut [Card], number: u128) {
    if number >= TWISTER {
        let words: Vec<u32> = (0..4).map(|word| (number >> (32 * word)) as u32).collect();
        let length = 4 - words.iter().rev().take_while(|word| **word == 0).count();
        let mut twister = MersenneTwister::of_words(&words[..length]);
        return swap_down(cards, |below| (twister.unit() * below as f64) as usize);
    }
    if cards.len() == 52 {
        // FreeCell's order: clubs, diamonds, hearts and spades of each rank.
        let order = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
        cards.sort_by_key(|card| (card.rank(), order.iter().position(|suit| *suit == card.suit())));
    }
    let mut state = number as u32;
    swap_down(cards, |below| {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
        (state >> 16 & 0x7FFF) as usize % below
    });
}

fn swap_down(cards: &mut [Card], mut draw: impl FnMut(usize) -> usize) {
    for last in (1..cards.len()).rev() {
        cards.swap(last, draw(last + 1));
    }
}
