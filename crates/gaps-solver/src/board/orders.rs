//! Fixed suits in any order of the rows.
//!
//! The rule set `fixed-suits` gives the first row to the first suit, and so on. Renaming the suits
//! turns every other order into this one: no rule but that of the first column tells one suit from
//! another, so a board and the renamed one have the same moves, from cell to cell, and are solved
//! together. A plan of the renamed board is one of the board itself.

use super::rules::{Board, BoardError, Card, Rules};

impl Board {
    /// The board with fixed suits where the rows take the suits in the given order, from the top.
    /// Its suits are renamed; its plans are plans of this board under standard rules, too.
    ///
    /// # Errors
    /// The order does not name each suit in play once.
    ///
    /// ```
    /// use patience_gaps::{Board, Solver};
    ///
    /// let board: Board = "2H -- 3H / 2C -- 3C".parse()?;
    /// let is_won = |order: &[u8]| {
    ///     let board = board.fixed_suits_in(order).expect("each suit once");
    ///     Solver::new(&board).solve().plan().is_some()
    /// };
    /// assert!(!is_won(&[0, 1]) && is_won(&[1, 0]), "clubs, hearts; hearts, clubs");
    /// # Ok::<(), patience_gaps::NotationError>(())
    /// ```
    pub fn fixed_suits_in(&self, order: &[u8]) -> Result<Board, BoardError> {
        let row_of = |suit: u8| order.iter().position(|other| *other == suit).map(|row| row as u8);
        if order.len() != self.rows() || (0..self.rows() as u8).any(|suit| row_of(suit).is_none()) {
            return Err(BoardError::Order);
        }
        let renamed = |card: &Card| row_of(card.suit).map(|suit| Card { suit, ..*card });
        let cells = self.cells().iter().map(|cell| cell.as_ref().and_then(renamed)).collect();
        Board::new(self.rows(), self.columns(), Rules::FixedSuits, cells)
    }
}

/// All orders of the first few numbers, in lexicographic order.
///
/// ```
/// assert_eq!(patience_gaps::permutations(2), [[0, 1], [1, 0]]);
/// assert_eq!(patience_gaps::permutations(4).len(), 24);
/// ```
pub fn permutations(count: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |some: &Vec<u8>| {
            (0..count)
                .filter(|next| !some.contains(next))
                .map(|next| [&some[..], &[next]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
