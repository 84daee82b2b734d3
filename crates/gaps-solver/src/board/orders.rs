//! Fixed suits in any order of the rows.
//!
//! The rule set `fixed-suits` gives the first row to the first suit, and so on. Renaming the suits
//! turns every other order into this one: only the rule of the first column distinguishes
//! suits, so a board and the renamed one have the same moves, from cell to cell, and are solved
//! together. A plan of the renamed board is also a plan of the board itself.

use patience_core::cards::{Card, Suit};

use super::rules::{Board, BoardError, Rules};

impl Board {
    /// Returns the board with fixed suits whose rows take the suits in the given order, from the
    /// top. Its suits are renamed; its plans are also plans of this board under standard rules.
    ///
    /// # Errors
    /// The order does not name each suit in play exactly once.
    ///
    /// ```
    /// use patience_core::cards::Suit::{self, Clubs, Hearts};
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "2H -- 3H / 2C -- 3C".parse()?;
    /// let is_won = |order: [Suit; 2]| {
    ///     let board = board.fixed_suits_in(&order).expect("each suit once");
    ///     Solver::new(&board).solve().plan().is_some()
    /// };
    /// assert!(!is_won([Clubs, Hearts]) && is_won([Hearts, Clubs]));
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn fixed_suits_in(&self, order: &[Suit]) -> Result<Board, BoardError> {
        let in_play = &Suit::CHSD[..self.rows()];
        if order.len() != in_play.len() || in_play.iter().any(|suit| !order.contains(suit)) {
            return Err(BoardError::Order);
        }
        let renamed = |card: Card| {
            let row = order.iter().position(|suit| *suit == card.suit())?;
            Some(Card::new(card.rank(), Suit::CHSD[row]))
        };
        let cells = self.cells().iter().map(|cell| cell.and_then(renamed)).collect();
        Board::new(self.rows(), self.columns(), Rules::FixedSuits, cells)
    }
}
