//! Positions, moves and keys.

use std::fmt;
use std::hash::{Hash, Hasher};

/// Cells of a row in the arrays of a [`State`], whatever the board's width.
pub(super) const ROW: usize = 14;
/// Rows of the largest board: of two decks.
pub(super) const MAX_ROWS: usize = 8;
/// Cells of the largest board.
pub(super) const CELLS: usize = 4 * ROW;
/// Numbers reserved for a suit's cards: card number `13·slot + k` is the `k`-th rank in play (from
/// 0, the base) of the suit in a slot.
pub(super) const RANKS: usize = 13;
/// Cards of the largest deck.
pub(super) const CARDS: usize = 4 * RANKS;
/// The content of an empty cell, and the successor of a card that has none.
pub(super) const GAP: u8 = CARDS as u8;
/// Fills the unused places in the list of gaps of a board with fewer than four rows.
pub(super) const NO_CELL: u8 = u8::MAX;

/// A position of [`Gaps`](super::Gaps): the content of each cell, the cell of each card, and the
/// gaps, kept consistent. 112 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    /// By cell, [`ROW`] cells per row: the card's number or [`GAP`]; cells outside the board hold
    /// [`GAP`].
    pub(super) cards: [u8; CELLS],
    /// By card number: its cell; 0 for cards not in play.
    pub(super) cells: [u8; CARDS],
    /// The cells of the gaps, ascending; [`NO_CELL`] after the last.
    pub(super) gaps: [u8; 4],
}

impl State {
    /// By cell, 14 cells per row for every width of board: 13 times the suit's place in
    /// [`Gaps::suits`](super::Gaps::suits) plus the rank in play from 0, or 52 for a gap and
    /// outside the board.
    pub fn numbers(&self) -> &[u8; CELLS] {
        &self.cards
    }

    /// The cells of the gaps of a board with the given number of rows, ascending.
    pub(super) fn gaps(&self, rows: usize) -> &[u8] {
        &self.gaps[..rows]
    }

    pub(super) fn from_cards(cards: [u8; CELLS], rows: usize, columns: usize) -> State {
        let mut state = State { cards, cells: [0; CARDS], gaps: [NO_CELL; 4] };
        let mut gap_count = 0;
        for cell in (0..rows).flat_map(|row| row * ROW..row * ROW + columns) {
            match cards[cell] {
                GAP => {
                    state.gaps[gap_count] = cell as u8;
                    gap_count += 1;
                }
                card => state.cells[usize::from(card)] = cell as u8,
            }
        }
        state
    }

    /// See [`Key`].
    #[inline]
    pub(super) fn key(&self) -> Key {
        let mut key = [0; 10];
        let (all, last) = self.cells.split_at(48);
        pack(&mut key, all);
        key[9] = u32::from_le_bytes(last.try_into().expect("four numbers"));
        Key(key)
    }
}

/// Rows of suit slots (`a` to `d`) and ranks in play (from 0), dots outside the board and for gaps.
impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_cards(&self.cards, f)
    }
}

/// See [`State`]'s `Debug`.
pub(super) fn write_cards(cards: &[u8], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, row) in cards.chunks(ROW).enumerate() {
        f.write_str(if index == 0 { "" } else { " /" })?;
        for &card in row {
            match card {
                GAP => f.write_str(" .")?,
                card => {
                    write!(f, " {}{}", char::from(b'a' + card / RANKS as u8), card % RANKS as u8)?
                }
            }
        }
    }
    Ok(())
}

/// A move of a card from one cell into another, a gap. Two bytes.
///
/// ```
/// use patience_games::gaps::Move;
///
/// let mv = Move::new((0, 4), (2, 0)).expect("both are cells of a board");
/// assert_eq!((mv.from(), mv.to()), ((0, 4), (2, 0)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
}

impl Move {
    /// The move of the card in one cell (row, column) to another; `None` off the largest board, 8
    /// rows of 14 cells.
    pub fn new(from: (usize, usize), to: (usize, usize)) -> Option<Move> {
        let cell = |(row, column): (usize, usize)| {
            (row < MAX_ROWS && column < ROW).then(|| (row * ROW + column) as u8)
        };
        Some(Move { from: cell(from)?, to: cell(to)? })
    }

    /// Row and column of the card.
    pub fn from(self) -> (usize, usize) {
        place(self.from)
    }

    /// Row and column of the gap that it fills.
    pub fn to(self) -> (usize, usize) {
        place(self.to)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ((from_row, from_column), (to_row, to_column)) = (self.from(), self.to());
        write!(f, "{from_row},{from_column}>{to_row},{to_column}")
    }
}

/// Row and column of a cell.
pub(super) fn place(cell: u8) -> (usize, usize) {
    (usize::from(cell) / ROW, usize::from(cell) % ROW)
}

/// The key of a position of [`Gaps`](super::Gaps): the cell of each card, with six bits for the
/// first 48, 40 bytes in all. Positions of one instance have equal keys exactly when they are
/// equal: no symmetry is merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key([u32; 10]);

/// Word by word, because hashers are slower with a few bytes at a time.
impl Hash for Key {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for words in self.0.as_chunks::<2>().0 {
            hasher.write_u64(u64::from(words[0]) | u64::from(words[1]) << 32);
        }
    }
}

/// Numbers below 64 in six bits each: sixteen numbers in three words.
#[inline]
pub(super) fn pack(words: &mut [u32], numbers: &[u8]) {
    // Adapters of iterators are not always inlined, and keys are made for every successor.
    let mut index = 0;
    while let (Some(words), Some(numbers)) =
        (words.get_mut(3 * index..3 * index + 3), numbers.get(16 * index..16 * index + 16))
    {
        let (low, high) = (six_bits_each(&numbers[..8]), six_bits_each(&numbers[8..]));
        words[0] = low as u32;
        words[1] = (low >> 32 | high << 16) as u32;
        words[2] = (high >> 16) as u32;
        index += 1;
    }
}

/// Eight numbers below 64 in 48 bits, by closing the gaps between neighbours three times.
#[inline]
fn six_bits_each(numbers: &[u8]) -> u64 {
    let mut bits = u64::from_le_bytes(numbers.try_into().expect("eight numbers"));
    bits = bits & 0x003F_003F_003F_003F | (bits & 0x3F00_3F00_3F00_3F00) >> 2;
    bits = bits & 0x0000_0FFF_0000_0FFF | (bits & 0x0FFF_0000_0FFF_0000) >> 4;
    bits & 0x00FF_FFFF | (bits >> 32 & 0x00FF_FFFF) << 24
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_exact() {
        for shift in 0..8 {
            let numbers: [u8; 8] = std::array::from_fn(|i| ((i * 37 + shift * 11 + 5) % 64) as u8);
            let expected =
                numbers.iter().enumerate().fold(0, |bits, (i, n)| bits | u64::from(*n) << (6 * i));
            assert_eq!(six_bits_each(&numbers), expected);
        }
    }

    #[test]
    fn sizes_are_as_documented() {
        assert_eq!((size_of::<State>(), size_of::<Move>(), size_of::<Key>()), (112, 2, 40));
    }
}
