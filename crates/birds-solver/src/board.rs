//! Boards as plain data, Neller's numbering of the deals, and the rules of Birds of a Feather.
//!
//! The rules here validate plans: they are written for clarity, without the packed positions that
//! the searches use. Every plan is replayed on them before it is reported.

use std::fmt;

use patience_core::cards::{Card, write_board};
use patience_core::freecell_deck;
use thiserror::Error;

/// Whether one card may be put onto the other: equal suits, or ranks that differ by at most one.
/// Ace and king are not neighbours.
///
/// ```
/// use patience_birds::are_compatible;
/// use patience_core::cards::Card;
///
/// let [ace, two, king] = ["AC", "2D", "KH"].map(|card| Card::parse(card).unwrap());
/// assert!(are_compatible(ace, two) && !are_compatible(ace, king));
/// ```
pub fn are_compatible(one: Card, other: Card) -> bool {
    one.suit() == other.suit() || one.rank().abs_diff(other.rank()) <= 1
}

/// A move: the stack in cell `from` goes onto the stack in cell `to`. Cells are numbered row by row
/// from 0 to 15.
///
/// ```
/// use patience_birds::Board;
///
/// let board = Board::neller(42);
/// let mv = board.moves().next().unwrap();
/// assert!(board.is_legal(mv));
/// assert_eq!(board.after(mv).unwrap().stacks(), 15);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell that becomes empty.
    pub from: u8,
    /// The cell whose top card is covered.
    pub to: u8,
}

/// A position: the top card of each of the sixteen cells, row by row, or `None` for an empty cell.
///
/// ```
/// use patience_birds::Board;
/// use patience_core::cards::Card;
///
/// let mut cells = [None; 16];
/// (cells[0], cells[3]) = (Card::parse("AC"), Card::parse("2C"));
/// let board = Board::new(cells)?;
/// let after = board.after(board.moves().next().unwrap()).expect("it is legal");
/// assert!(after.is_won());
/// # Ok::<(), patience_birds::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    cells: [Option<Card>; 16],
}

/// The reason why cells are not a board.
///
/// ```
/// use patience_birds::{Board, BoardError};
///
/// assert_eq!(Board::new([None; 16]).unwrap_err(), BoardError::Empty);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A card is in two cells.
    #[error("{0} is in two cells")]
    Twice(Card),
    /// Every cell is empty.
    #[error("a board has at least one card")]
    Empty,
}

impl Board {
    /// A board of the given cells.
    ///
    /// # Errors
    /// The cells do not form a board.
    pub fn new(cells: [Option<Card>; 16]) -> Result<Self, BoardError> {
        let mut seen = 0u64;
        for card in cells.into_iter().flatten() {
            let bit = 1 << (card.suit() as u8 * 16 + card.rank());
            if seen & bit != 0 {
                return Err(BoardError::Twice(card));
            }
            seen |= bit;
        }
        if seen == 0 { Err(BoardError::Empty) } else { Ok(Board { cells }) }
    }

    /// The deal with a number in Neller's numbering: the first sixteen cards of [`freecell_deck`],
    /// row by row.
    pub fn neller(number: i64) -> Self {
        let deck = freecell_deck(number);
        Board { cells: std::array::from_fn(|cell| Some(Card::of_number(deck[cell]))) }
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Option<Card>; 16] {
        &self.cells
    }

    /// The number of stacks.
    pub fn stacks(&self) -> usize {
        self.cells.iter().flatten().count()
    }

    /// Whether one stack is left.
    pub fn is_won(&self) -> bool {
        self.stacks() == 1
    }

    /// Whether a move is legal: both cells hold a stack, share a row or a column, and their top
    /// cards are compatible.
    pub fn is_legal(&self, Move { from, to }: Move) -> bool {
        let card = |cell: u8| self.cells.get(usize::from(cell)).copied().flatten();
        let in_line = from / 4 == to / 4 || from % 4 == to % 4;
        match (card(from), card(to)) {
            (Some(moved), Some(covered)) => from != to && in_line && are_compatible(moved, covered),
            _ => false,
        }
    }

    /// The legal moves, by `from` and then by `to`.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        (0..16)
            .flat_map(|from| (0..16).map(move |to| Move { from, to }))
            .filter(|mv| self.is_legal(*mv))
    }

    /// The position after a move, or `None` if the move is not legal.
    pub fn after(&self, mv: Move) -> Option<Board> {
        self.is_legal(mv).then(|| {
            let mut cells = self.cells;
            cells[usize::from(mv.to)] = cells[usize::from(mv.from)].take();
            Board { cells }
        })
    }

    /// Whether a plan leads from here to one stack by legal moves.
    pub fn is_won_by(&self, plan: &[Move]) -> bool {
        plan.iter()
            .try_fold(self.clone(), |board, mv| board.after(*mv))
            .is_some_and(|board| board.is_won())
    }
}

/// `TH 5H KS TC / 6S AC TS 6C / …`, with `--` for an empty cell.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write_board(&self.cells, 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nellers_deals() {
        let deals = [
            (0, "TH 5H KS TC / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D 3S"),
            (1, "JD 2D 9H JC / 5D 7H 7C 5H / KD KC 9S 5S / AD QC KH 3H"),
            (2, "QD QC KC 3C / 4C 2C KD 5C / 4D JD JS 6H / QS 6D 2D 9C"),
            (3, "KC 2D QC 7H / 6S 8H TH 4D / 7D JH 9D JS / QS 8S 9C QD"),
            (4, "KS QC 3D JS / 5D KD 6S 3S / 2C AC KH 8C / AH 9D 6C 5C"),
        ];
        for (seed, board) in deals {
            assert_eq!(Board::neller(seed).to_string(), board);
            assert_eq!(Board::neller(seed - (1 << 31)), Board::neller(seed), "only 31 bits count");
        }
    }

    #[test]
    fn cells_that_are_no_board() {
        let card = |text| Some(Card::parse(text).unwrap());
        let with = |first, second| {
            let mut cells = [None; 16];
            (cells[0], cells[5]) = (first, second);
            Board::new(cells)
        };
        assert_eq!(with(None, None), Err(BoardError::Empty));
        let twice = with(card("2D"), card("2D")).unwrap_err();
        assert_eq!(twice.to_string(), "2D is in two cells");
        assert!(with(card("2D"), card("2H")).is_ok_and(|board| board.stacks() == 2));
    }

    #[test]
    fn moves_as_the_rules_say() {
        let board = Board::neller(0);
        let mv = |from, to| Move { from, to };
        assert!(board.is_legal(mv(0, 1)), "TH and 5H share row and suit");
        assert!(board.is_legal(mv(0, 3)), "TH and TC share row and rank");
        assert!(!board.is_legal(mv(0, 5)), "neither row nor column");
        assert!(!board.is_legal(mv(1, 2)), "5H and KS are not compatible");
        assert!(
            !board.is_legal(mv(2, 2)) && !board.is_legal(mv(0, 16)) && !board.is_legal(mv(200, 1))
        );
        let after = board.after(mv(0, 3)).unwrap();
        assert_eq!(after.to_string(), "-- 5H KS TH / 6S AC TS 6C / 6H QD 4S JD / JS 3C 5D 3S");
        assert!(
            !after.is_legal(mv(0, 1)) && !after.is_legal(mv(1, 0)),
            "empty cells neither move nor receive stacks"
        );
        assert_eq!(board.moves().count() % 2, 0, "every move has its reverse");
        let [ace, king] = ["AC", "KD"].map(|card| Card::parse(card).unwrap());
        assert!(!are_compatible(ace, king));
    }
}
