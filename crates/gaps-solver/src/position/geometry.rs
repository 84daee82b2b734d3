//! Cells, and the data that all positions of one deal share.

use patience_core::Random;
use patience_core::sets::Bits;

use crate::board::{Board, Rules};

/// Cells are numbered row · 16 + column, so that the right neighbours of a set of cells are that
/// set shifted by one.
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

/// A set of cells.
pub(crate) type Cells = Bits<u64, u8>;
/// A set of cards.
pub(crate) type Cards = Bits<u64, u8>;
/// A set of rows.
pub(crate) type Rows = Bits<u8, u8>;
/// A set of suits.
pub(crate) type Suits = Bits<u8, u8>;

/// The rows in which a set of cells has the cell of a column.
#[inline(always)]
pub(crate) fn rows_of(cells: Cells, column: u8) -> Rows {
    let column = cells.down(column).bits();
    let rows = (column & 1) | (column >> 15 & 2) | (column >> 30 & 4) | (column >> 45 & 8);
    Rows::from_bits(rows as u8)
}

/// The cells of a column in the given rows.
#[inline(always)]
pub(crate) fn cells_of(rows: Rows, column: u8) -> Cells {
    let rows = u64::from(rows.bits());
    let cells = (rows & 1) | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45;
    Cells::from_bits(cells).up(column)
}

/// The cards of a rank and the given suits.
pub(super) fn cards_of(rank: u8, suits: Suits) -> Cards {
    Cards::from_bits(suits.bits().into()).up(4 * rank)
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
    pub first_column: Cells,
    /// The cells of the last column: the gaps of a solved board.
    pub row_ends: Cells,
    /// One random word for each card in each cell. Two different positions get the same key with
    /// probability 2^-128, because their keys differ by the exclusive or of at least one
    /// independent random word.
    zobrist: Box<[[u128; 64]; CARDS]>,
}

impl Geometry {
    pub fn new(board: &Board, open_rows: bool, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut word = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let mut zobrist = Box::new([[0; 64]; CARDS]);
        zobrist.iter_mut().flatten().for_each(|slot| *slot = word());
        let rows = board.rows() as u8;
        let first_column = cells_of(Rows::below(rows), 0);
        Geometry {
            rows,
            columns: board.columns() as u8,
            cards: 4 * (board.columns() as u8 - 1),
            fixed_suits: board.rules() == Rules::FixedSuits,
            open_rows: open_rows && board.rules() == Rules::Standard,
            counted_twos: board.rules() == Rules::FixedTwos,
            first_column,
            row_ends: first_column.up(board.columns() as u8 - 1),
            zobrist,
        }
    }

    /// Creates the geometry without open rows, in which moves of Twos in column 0 are counted.
    pub fn counting_twos(board: &Board, seed: u64) -> Self {
        Geometry { counted_twos: true, ..Geometry::new(board, false, seed) }
    }

    /// Whether no step can be undone. With open rows, moves that can be undone are not steps; under
    /// fixed suits, no step can be undone; otherwise only moves of Twos in column 0 and the moves
    /// that they make possible can be, which ends if they are counted.
    pub fn is_acyclic(&self) -> bool {
        self.open_rows || self.fixed_suits || self.counted_twos
    }

    /// The cells of column 0 that a Two of the suit may enter.
    pub fn entry_cells(&self, suit: u8) -> Cells {
        if self.fixed_suits { Cells::of(cell_at(suit, 0)) } else { self.first_column }
    }

    /// Whether the card has the highest rank, so that no card fits to its right.
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
