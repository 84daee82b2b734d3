//! The measure of progress, which grows with every step.

use patience_core::sets::bits;

use super::geometry::{EMPTY, Geometry, RANKS, cell_at, column_of, first_cells, rows_of};
use super::state::Position;

impl Position {
    /// A pair that grows in lexicographic order with every step, so that the game graph is acyclic
    /// (with open rows, or with fixed suits).
    ///
    /// A suit's cards are *locked* up to the first that is not in the column of its rank. Per suit,
    /// read "locked or right of its predecessor" from the lowest rank to the highest as a binary
    /// number. A step of a card that is not locked raises its own bit and changes only bits of
    /// higher ranks after it: the first of the pair grows. A step of a locked card stays in its
    /// column and leaves that number as it is. It either brings the card onto the open rows of a
    /// free level, or, by committing, right of its predecessor for good: the second of the pair has
    /// these two numbers.
    pub fn measure(&self, geometry: &Geometry) -> (u32, u32) {
        let open = self.cards_on_open_rows(geometry);
        let (mut first, mut on_open, mut committed) = (0, 0, 0);
        for suit in 0..geometry.rows {
            let mut locked = true;
            for rank in 0..geometry.cards / 4 {
                let card = usize::from(rank * 4 + suit);
                let cell = self.cell[card];
                locked &= column_of(cell) == rank;
                let joined = match rank {
                    0 => geometry.fixed_suits && cell == cell_at(suit, 0),
                    _ => {
                        self.cell[card - 4] + 1 == cell
                            && !self.is_wild(cell)
                            && !self.is_wild(cell - 1)
                    }
                };
                let bit = 1 << (RANKS as u8 - 1 - rank);
                first += if locked || joined { bit } else { 0 };
                on_open += if open >> card & 1 != 0 { bit } else { 0 };
                committed += if joined { bit } else { 0 };
            }
        }
        (first, on_open << 14 | committed)
    }

    /// With a gap in column 0: the cards of rank k in column k whose row and suit have the same
    /// property in all earlier columns.
    fn cards_on_open_rows(&self, geometry: &Geometry) -> u64 {
        let mut cards = 0;
        if geometry.open_rows && self.gaps & geometry.first_column != 0 {
            let (mut rows, mut suits) = ((1u8 << geometry.rows) - 1, 0xFu8);
            for column in 0..geometry.columns - 1 {
                let gaps = rows_of(self.gaps >> column & first_cells(0xF));
                let fits =
                    |card: u8| card != EMPTY && card / 4 == column && suits >> (card % 4) & 1 != 0;
                let standing = bits(rows.into()).filter(|&row| fits(self.content(row, column)));
                let standing = standing.fold(0u8, |standing, row| standing | 1 << row);
                suits = bits(standing.into())
                    .fold(0, |suits, row| suits | 1 << (self.content(row, column) % 4));
                rows &= gaps | standing;
                cards |= u64::from(suits) << (4 * column);
            }
        }
        cards
    }
}
