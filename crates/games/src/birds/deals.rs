//! Neller's numbered deals.

use patience_core::freecell_deck;

use super::BirdsGame;
use super::rules::CELLS;
use crate::cards::Card;

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
    BirdsGame::new(&std::array::from_fn::<_, CELLS, _>(|cell| Some(Card::of_number(deck[cell]))))
}
