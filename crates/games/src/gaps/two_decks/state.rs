//! Positions of two decks, and their keys.

use std::fmt;

use super::super::state::{CARDS, GAP, MAX_ROWS, NO_CELL, ROW, pack, write_cards};

/// Cells of the largest board.
pub(super) const CELLS: usize = MAX_ROWS * ROW;

/// A position of [`TwoDecks`](super::TwoDecks): the content of each cell, and the gaps. Equal cards
/// have the same number, so that swapping two of them gives the same position. 120 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// By cell, [`ROW`] cells per row: the card's number, 13 times its suit's slot plus the rank in
    /// play, or [`GAP`]; cells outside the board hold [`GAP`].
    pub(super) cards: [u8; CELLS],
    /// The cells of the gaps, ascending; [`NO_CELL`] after the last.
    pub(super) gaps: [u8; MAX_ROWS],
}

impl State {
    pub(super) fn from_cards(cards: [u8; CELLS], rows: usize, columns: usize) -> State {
        let mut gaps = [NO_CELL; MAX_ROWS];
        let empty = (0..rows)
            .flat_map(|row| row * ROW..row * ROW + columns)
            .filter(|cell| cards[*cell] == GAP);
        gaps.iter_mut().zip(empty).for_each(|(gap, cell)| *gap = cell as u8);
        State { cards, gaps }
    }

    /// The cells of the gaps, ascending.
    pub(super) fn gaps(&self) -> impl Iterator<Item = usize> + '_ {
        self.gaps.iter().filter(|gap| **gap != NO_CELL).map(|gap| usize::from(*gap))
    }

    /// See [`Key`].
    pub(super) fn key(&self) -> Key {
        let mut key = [0; 21];
        pack(&mut key, &self.cards);
        Key(key)
    }
}

/// Rows of suit slots (`a` to `d`) and ranks in play (from 0), dots outside the board and for gaps.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(&self.cards, f)
    }
}

/// The key of a position of [`TwoDecks`](super::TwoDecks): the content of each cell, in six bits,
/// 84 bytes in all. Positions of one instance have equal keys exactly when their boards look the
/// same: equal cards are indistinguishable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([u32; 21]);

const _: () =
    assert!(CARDS < 64 && CELLS == 112, "a cell's card fits into six bits, the cells into the key");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_as_documented() {
        assert_eq!((size_of::<State>(), size_of::<Key>()), (120, 84));
    }

    #[test]
    fn every_cell_counts_in_the_key() {
        let bare = State::from_cards([GAP; CELLS], 8, 14);
        let keys: std::collections::HashSet<[u32; 21]> = (0..CELLS)
            .flat_map(|cell| {
                (0..GAP).map(move |card| {
                    let mut state = bare;
                    state.cards[cell] = card;
                    state.key().0
                })
            })
            .collect();
        assert_eq!(keys.len(), CELLS * usize::from(GAP));
    }
}
