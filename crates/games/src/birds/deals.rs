//! Neller's numbered deals.

use patience_core::freecell_deck;

use super::BirdsGame;
use super::rules::CELLS;
use crate::cards::{Card, Suit};

/// The deal with a number in Neller's numbering: the first cards of the Microsoft FreeCell deal
/// with that number, row by row.
///
/// ```
/// use patience_core::Game;
/// use patience_games::birds::{neller, write};
///
/// let deal = neller(42);
/// assert_eq!(deal.start().stacks(), 16);
/// println!("{}", write(&deal, &deal.start()));
/// ```
pub fn neller(number: i64) -> BirdsGame {
    let deck = freecell_deck(number);
    let card = |card: u8| Card::new(card / 4 + 1, Suit::ALL[usize::from(card % 4)]);
    BirdsGame::new(&std::array::from_fn::<_, CELLS, _>(|cell| Some(card(deck[cell]))))
}
