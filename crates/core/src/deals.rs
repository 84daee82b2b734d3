//! Numbered deals shared by several crates.

/// Returns the deck of Microsoft's FreeCell with a number, in the order in which its cards are
/// dealt; Neller's deals of Birds of a Feather are its first sixteen. A card is 4·rank + suit, the
/// ace's rank 0, suits in the order clubs, diamonds, hearts, spades. Only the lowest 31 bits of the
/// number count, so negative numbers also have deals.
/// [`Card::of_number`](crate::cards::Card::of_number) converts a number to a card.
///
/// The deck AC AD AH AS 2C … KS is shuffled by the linear congruential generator of Microsoft's C
/// library and dealt from its end.
///
/// ```
/// let jack_of_diamonds = 4 * 10 + 1;
/// assert_eq!(patience_core::freecell_deck(1)[0], jack_of_diamonds);
/// ```
pub fn freecell_deck(number: i64) -> [u8; 52] {
    let mut deck: [u8; 52] = std::array::from_fn(|card| card as u8);
    let mut state = (number & 0x7fff_ffff) as u32;
    for last in (1..deck.len()).rev() {
        state = state.wrapping_mul(214_013).wrapping_add(2_531_011) & 0x7fff_ffff;
        deck.swap(last, (state >> 16) as usize % (last + 1));
    }
    deck.reverse();
    deck
}

#[cfg(test)]
mod tests {
    use super::freecell_deck;
    use crate::cards::Card;

    #[test]
    fn the_first_deal_is_microsofts() {
        let card = |number: &u8| Card::of_number(*number).to_string();
        let dealt: Vec<String> = freecell_deck(1)[..8].iter().map(card).collect();
        assert_eq!(dealt, ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]);
        assert_eq!(freecell_deck(1 - (1 << 31)), freecell_deck(1), "only 31 bits count");
    }
}
