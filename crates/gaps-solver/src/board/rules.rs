//! Boards as plain data, and the rules of Gaps on them.
//!
//! This module validates plans: it is written for clarity, does not use the packed positions of
//! the searches, and every plan is replayed on it before it is reported.

use patience_core::cards::{Card, Suit};
use thiserror::Error;

/// The lowest rank in play.
const TWO: u8 = 2;

/// Cards that a gap in the first column takes.
///
/// ```
/// use patience_gaps::{Board, Rules};
///
/// // The gap in the first row takes either Two; with fixed suits only the Two of clubs.
/// let board: Board = "-- 2C 3C / 2H -- 3H".parse()?;
/// assert!(!board.moves().is_empty());
/// assert_eq!(board.with_rules(Rules::FixedSuits).rules(), Rules::FixedSuits);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rules {
    /// Any Two, including one already in the first column; any suit may fill any row.
    Standard,
    /// Only the Two of the row's own suit, in the order [`Suit::CHSD`].
    FixedSuits,
    /// Any Two that is not yet in the first column; any suit may fill any row.
    FixedTwos,
}

/// A move: the card in cell `from` goes to the gap in cell `to`. Cells are numbered row by row: row
/// · columns + column.
///
/// ```
/// use patience_gaps::{Board, Move};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let three = Move { from: 2, to: 1 };
/// assert!(board.is_legal(three));
/// assert!(!board.is_legal(Move { from: 0, to: 1 }), "a Two follows no card");
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The cell that the card leaves.
    pub from: u8,
    /// The gap that it fills.
    pub to: u8,
}

/// A board: every card of the first `rows` suits of [`Suit::CHSD`] and of `columns − 1` ranks from
/// the Two upward, once, and `rows` gaps.
///
/// ```
/// use patience_gaps::{Board, Rules};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// assert_eq!((board.rows(), board.columns(), board.rules()), (2, 3, Rules::Standard));
/// let after = board.after(board.moves()[0]).expect("it is legal");
/// assert_eq!(after.to_string(), "2C 3C -- / 3H 2H --");
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u8,
    columns: u8,
    rules: Rules,
    cells: Vec<Option<Card>>,
}

/// The reason why cells are not a board.
///
/// ```
/// use patience_gaps::{Board, BoardError, Rules};
///
/// let error = Board::new(5, 3, Rules::Standard, vec![None; 15]).unwrap_err();
/// assert_eq!(error, BoardError::Size(5, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The size is outside 1–4 rows and 2–13 columns.
    #[error("a board has 1 to 4 rows and 2 to 13 columns, not {0} and {1}")]
    Size(usize, usize),
    /// The number of cells is not rows · columns.
    #[error("{expected} cells expected, {found} found")]
    Cells {
        /// rows · columns
        expected: usize,
        /// The given number.
        found: usize,
    },
    /// A card that is not in play on a board of this size.
    #[error("{0} is not in play")]
    NotInPlay(Card),
    /// A card in two cells, so that another is missing.
    #[error("{0} is in two cells")]
    Twice(Card),
    /// The number of gaps is not the number of rows.
    #[error("{expected} gaps expected, {found} found")]
    Gaps {
        /// rows
        expected: usize,
        /// The given number.
        found: usize,
    },
    /// The order of the rows does not name each suit in play exactly once.
    #[error("an order of the rows names each suit in play exactly once")]
    Order,
}

impl Board {
    /// Creates a board from its cells, row by row; `None` is a gap.
    ///
    /// # Errors
    /// The cells are invalid.
    pub fn new(
        rows: usize,
        columns: usize,
        rules: Rules,
        cells: Vec<Option<Card>>,
    ) -> Result<Self, BoardError> {
        if !(1..=4).contains(&rows) || !(2..=13).contains(&columns) {
            return Err(BoardError::Size(rows, columns));
        }
        if cells.len() != rows * columns {
            return Err(BoardError::Cells { expected: rows * columns, found: cells.len() });
        }
        let mut seen = [false; 4 * 12];
        for card in cells.iter().flatten() {
            let ranks = TWO..TWO + columns as u8 - 1;
            if usize::from(card.suit().place()) >= rows || !ranks.contains(&card.rank()) {
                return Err(BoardError::NotInPlay(*card));
            }
            if std::mem::replace(&mut seen[usize::from(number(*card))], true) {
                return Err(BoardError::Twice(*card));
            }
        }
        let gaps = cells.iter().filter(|cell| cell.is_none()).count();
        if gaps != rows {
            return Err(BoardError::Gaps { expected: rows, found: gaps });
        }
        Ok(Board { rows: rows as u8, columns: columns as u8, rules, cells })
    }

    /// Number of rows, and of suits and of gaps.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// Number of columns, one more than ranks.
    pub fn columns(&self) -> usize {
        self.columns.into()
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// The cells, row by row; `None` is a gap.
    pub fn cells(&self) -> &[Option<Card>] {
        &self.cells
    }

    /// Returns the same cells under another rule set.
    pub fn with_rules(&self, rules: Rules) -> Self {
        Board { rules, ..self.clone() }
    }

    /// Whether every row holds one suit in ascending order from the first column (under fixed
    /// suits: its own).
    pub fn is_solved(&self) -> bool {
        self.cells.chunks(self.columns()).enumerate().all(|(row, cells)| {
            let Some(first) = cells[0] else { return false };
            let own = self.rules == Rules::FixedSuits;
            let suit = if own { Suit::CHSD[row] } else { first.suit() };
            let home = |(rank, cell): (u8, &Option<Card>)| *cell == Some(Card::new(rank, suit));
            (TWO..).zip(&cells[..cells.len() - 1]).all(home)
        })
    }

    /// Whether the rules allow the move.
    pub fn is_legal(&self, m: Move) -> bool {
        let (from, to) = (usize::from(m.from), usize::from(m.to));
        let Some(&Some(card)) = self.cells.get(from) else { return false };
        if self.cells.get(to) != Some(&None) {
            return false;
        }
        if to % self.columns() == 0 {
            let may_enter = match self.rules {
                Rules::Standard => true,
                Rules::FixedSuits => card.suit() == Suit::CHSD[to / self.columns()],
                Rules::FixedTwos => from % self.columns() != 0,
            };
            card.rank() == TWO && may_enter
        } else {
            let follows = |left: Card| left.suit() == card.suit() && left.rank() + 1 == card.rank();
            self.cells[to - 1].is_some_and(follows)
        }
    }

    /// All legal moves, ordered by the cell left and then the cell filled.
    pub fn moves(&self) -> Vec<Move> {
        let cells = 0..self.cells.len() as u8;
        let all = cells.clone().flat_map(|from| cells.clone().map(move |to| Move { from, to }));
        all.filter(|&m| self.is_legal(m)).collect()
    }

    /// The board after a move, or `None` if it is not legal.
    pub fn after(&self, m: Move) -> Option<Self> {
        self.is_legal(m).then(|| {
            let mut board = self.clone();
            board.cells.swap(m.from.into(), m.to.into());
            board
        })
    }

    /// The board after a sequence of moves, or `None` if one of them is not legal.
    pub fn replay(&self, moves: &[Move]) -> Option<Self> {
        moves.iter().try_fold(self.clone(), |board, &m| board.after(m))
    }

    /// Whether the given legal moves lead from here to a solved board.
    ///
    /// ```
    /// use patience_gaps::{Board, Move};
    ///
    /// let board: Board = "2C -- 3C".parse()?;
    /// assert!(board.is_won_by(&[Move { from: 2, to: 1 }]) && !board.is_won_by(&[]));
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn is_won_by(&self, plan: &[Move]) -> bool {
        self.replay(plan).is_some_and(|last| last.is_solved())
    }

    /// Counts the moves of a plan that take a Two out of the first column, up to the first illegal
    /// move.
    ///
    /// ```
    /// use patience_gaps::{Board, Move};
    ///
    /// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
    /// assert_eq!(board.moves_of_leftmost_twos(&[Move { from: 2, to: 1 }]), 0);
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn moves_of_leftmost_twos(&self, plan: &[Move]) -> u32 {
        let (mut at, mut count) = (self.clone(), 0);
        for &m in plan {
            let Some(next) = at.after(m) else { break };
            let is_two = at.cells[usize::from(m.from)].is_some_and(|card| card.rank() == TWO);
            count += u32::from(is_two && m.from.is_multiple_of(self.columns));
            at = next;
        }
        count
    }

    /// Cards in order from the first column of their row.
    ///
    /// ```
    /// let board: patience_gaps::Board = "2C 3C -- / 3H 2H --".parse()?;
    /// assert_eq!(board.cards_in_order(), 2);
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn cards_in_order(&self) -> u32 {
        let row = |cells: &[Option<Card>]| {
            let suit = cells[0].map(Card::suit);
            let home = |(rank, cell): &(u8, &Option<Card>)| {
                cell.is_some_and(|card| Some(card.suit()) == suit && card.rank() == *rank)
            };
            (TWO..).zip(cells).take_while(home).count() as u32
        };
        self.cells.chunks(self.columns()).map(row).sum()
    }
}

/// A card's number: 4 for each rank from the Two upward, and the place of its suit.
pub(crate) fn number(card: Card) -> u8 {
    (card.rank() - TWO) * 4 + card.suit().place()
}
