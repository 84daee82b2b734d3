//! Neller's numbered deals.

use super::BirdsGame;
use super::rules::CELLS;
use crate::cards::{Card, Suit};

/// The deal with a number in Neller's numbering, which is that of the Microsoft FreeCell deals: the deck in the order AC
/// AD AH AS 2C … KS is shuffled by the C library's linear congruential generator, and the last card is dealt first. Of a
/// number only the lowest 31 bits count, so that negative ones have deals, too.
pub fn neller(number: i64) -> BirdsGame {
    let mut state = (number & 0x7FFF_FFFF) as u64;
    let mut deck: Vec<Card> = (1..=13).flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit))).collect();
    for last in (1..deck.len()).rev() {
        state = (state * 214_013 + 2_531_011) & 0x7FFF_FFFF;
        deck.swap(last, (state >> 16) as usize % (last + 1));
    }
    let mut dealt = deck.into_iter().rev();
    BirdsGame::new(&[(); CELLS].map(|()| dealt.next()))
}
