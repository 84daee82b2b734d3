//! The measure of progress, which grows with every step.

use super::geometry::{
    Cards, EMPTY, Geometry, RANKS, Rows, Suits, cards_of, cell_at, column_of, rows_of,
};
use super::state::Position;

impl Position {
    /// A pair that grows in lexicographic order with every step, so that the game graph is acyclic
    /// (with open rows, or with fixed suits).
    ///
    /// A suit's cards are *locked* up to the first that is not in the column of its rank. For each
    /// suit, read "locked or right of its predecessor" from the lowest rank to the highest as a
    /// binary number. A step of a card that is not locked raises its own bit and changes only bits
    /// of higher ranks after it: the first of the pair grows. A step of a locked card stays in its
    /// column and leaves that number as it is. It either brings the card onto the open rows of a
    /// free level, or, by committing, right of its predecessor for good: the second of the pair has
    /// these two numbers.
    pub fn measure(&self, geometry: &Geometry) -> (u32, u32) {
        let open = self.cards_on_open_rows(geometry);
        let (mut first, mut on_open, mut committed) = (0, 0, 0);
        for suit in 0..geometry.rows {
            let mut locked = true;
            for rank in 0..geometry.cards / 4 {
                let card = rank * 4 + suit;
                let cell = self.cell[usize::from(card)];
                locked &= column_of(cell) == rank;
                let joined = match rank {
                    0 => geometry.fixed_suits && cell == cell_at(suit, 0),
                    _ => {
                        self.cell[usize::from(card) - 4] + 1 == cell
                            && !self.is_wild(cell)
                            && !self.is_wild(cell - 1)
                    }
                };
                let bit = 1 << (RANKS as u8 - 1 - rank);
                first += if locked || joined { bit } else { 0 };
                on_open += if open.contains(card) { bit } else { 0 };
                committed += if joined { bit } else { 0 };
            }
        }
        (first, on_open << 14 | committed)
    }

    /// With a gap in column 0: the cards of rank k in column k whose row and suit have the same
    /// property in all earlier columns.
    fn cards_on_open_rows(&self, geometry: &Geometry) -> Cards {
        let mut cards = Cards::EMPTY;
        if geometry.open_rows && !self.gaps.is_disjoint(geometry.first_column) {
            let (mut rows, mut suits) = (Rows::below(geometry.rows), Suits::below(4));
            for column in 0..geometry.columns - 1 {
                let fits =
                    |card: u8| card != EMPTY && card / 4 == column && suits.contains(card % 4);
                let standing: Rows =
                    rows.iter().filter(|&row| fits(self.content(row, column))).collect();
                suits = standing.iter().map(|row| self.content(row, column) % 4).collect();
                rows &= rows_of(self.gaps, column) | standing;
                cards |= cards_of(column, suits);
            }
        }
        cards
    }
}
