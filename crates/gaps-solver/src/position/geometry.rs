//! Cells, and the data that all positions of one deal share.

use patience_core::Random;

use crate::board::{Board, Rules};

/// Cells are numbered row · 16 + column, so that the right neighbour is a shift by one in a 64-bit
/// mask.
pub(crate) const STRIDE: usize = 16;
/// Maximum number of ranks in play.
pub(crate) const RANKS: usize = 12;
/// Cards are numbered rank · 4 + suit: the successor is 4 further.
pub(crate) const CARDS: usize = RANKS * 4;
/// In `Position::at`: no card.
pub(crate) const EMPTY: u8 = 0xFF;
/// Maximum number of free levels: each needs a gap.
pub(crate) const LEVELS: usize = 4;
/// A cell outside every board: stands for "somewhere on the wild rows" in keys.
pub(super) const WILD: usize = 15;
/// A column outside every board: stands for "this row is wild" in keys.
pub(super) const WILD_ROW: usize = 13;
/// A column outside every board: its words stand for the number of moves left, below 192.
const COUNT: usize = 14;

pub(crate) fn column_of(cell: u8) -> u8 {
    cell % STRIDE as u8
}

pub(crate) fn row_of(cell: u8) -> u8 {
    cell / STRIDE as u8
}

pub(crate) fn cell_at(row: u8, column: u8) -> u8 {
    row * STRIDE as u8 + column
}

/// The row mask (bit r) of a mask of cells in one column (bit 16 · r after shifting it to column
/// 0).
pub(crate) fn rows_of(column: u64) -> u8 {
    ((column & 1) | (column >> 15 & 2) | (column >> 30 & 4) | (column >> 45 & 8)) as u8
}

/// The inverse of [`rows_of`]: the cells of column 0 in the given rows.
pub(crate) fn first_cells(rows: u8) -> u64 {
    let rows = u64::from(rows);
    (rows & 1) | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45
}

/// Data shared by all positions of one deal.
pub(crate) struct Geometry {
    pub rows: u8,
    pub columns: u8,
    /// Number of cards: 4 · ranks, of which suits beyond the rows are not in play.
    pub cards: u8,
    pub fixed_suits: bool,
    /// Whether arrangements are left open. If not, moves inside column 0 are ordinary steps.
    pub open_rows: bool,
    /// Whether moves of Twos within column 0 are counted: a position then has a number of them
    /// left, with fixed Twos none.
    pub counted_twos: bool,
    /// The cells of column 0.
    pub first_column: u64,
    /// The cells of the last column: the gaps of a solved board.
    pub row_ends: u64,
    /// One random word for each card in each cell. Two different positions get the same key with
    /// probability 2^-128, whatever they are, because their keys differ by the exclusive or of at
    /// least one independent random word.
    zobrist: Box<[[u128; 64]; CARDS]>,
}

impl Geometry {
    pub fn new(board: &Board, open_rows: bool, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut word = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let mut zobrist = Box::new([[0; 64]; CARDS]);
        zobrist.iter_mut().flatten().for_each(|slot| *slot = word());
        let rows = board.rows() as u8;
        let first_column = first_cells((1 << rows) - 1);
        Geometry {
            rows,
            columns: board.columns() as u8,
            cards: 4 * (board.columns() as u8 - 1),
            fixed_suits: board.rules() == Rules::FixedSuits,
            open_rows: open_rows && board.rules() == Rules::Standard,
            counted_twos: board.rules() == Rules::FixedTwos,
            first_column,
            row_ends: first_column << (board.columns() - 1),
            zobrist,
        }
    }

    /// Creates the geometry without open rows, in which moves of Twos in column 0 are counted.
    pub fn counting_twos(board: &Board, seed: u64) -> Self {
        Geometry { counted_twos: true, ..Geometry::new(board, false, seed) }
    }

    /// Whether no step can be undone. With open rows, moves that can be undone are not steps; under
    /// fixed suits, nothing can be undone; otherwise only moves of Twos in column 0 and the moves
    /// that they make possible can be, which ends if they are counted.
    pub fn is_acyclic(&self) -> bool {
        self.open_rows || self.fixed_suits || self.counted_twos
    }

    /// The cells of column 0 that a Two of the suit may enter.
    pub fn entry_cells(&self, suit: u8) -> u64 {
        if self.fixed_suits { 1 << cell_at(suit, 0) } else { self.first_column }
    }

    /// Whether the card has the highest rank: nothing goes to its right.
    pub fn is_top(&self, card: u8) -> bool {
        card + 4 >= self.cards
    }

    pub(super) fn count_word(&self, count: u8) -> u128 {
        self.word(count % CARDS as u8, COUNT + STRIDE * usize::from(count / CARDS as u8 % 4))
    }

    pub(super) fn word(&self, card: u8, cell: usize) -> u128 {
        self.zobrist[usize::from(card)][cell]
    }
}
