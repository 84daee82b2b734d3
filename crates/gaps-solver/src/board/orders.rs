//! Fixed suits in any order of the rows.
//!
//! The rule set `fixed-suits` gives the first row to the first suit, and so on. Renaming the suits
//! turns every other order into this one: no rule but that of the first column tells one suit from
//! another, so a board and the renamed one have the same moves, from cell to cell, and are solved
//! together. A plan of the renamed board is one of the board itself.

use patience_core::Limits;

use crate::board::{Board, Card, Rules};
use crate::config::{Config, Services};
use crate::fault::Fault;
use crate::solution::Solution;
use crate::solve::solve;

/// Decides a deal with fixed suits where the rows take the suits in the given order, from the top;
/// the plan is one of the deal under standard rules, too.
///
/// # Errors
/// Those of [`solve`], and an order that does not name each suit in play once.
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, Services, fixed_in_order};
///
/// let board: Board = "2H -- 3H / 2C -- 3C".parse()?;
/// let won = |order: &[u8]| {
///     let solution = fixed_in_order(&board, order, &Config::default(), &Limits::default(), Services::none()).unwrap();
///     matches!(solution.verdict, Verdict::Solved { .. })
/// };
/// assert!(!won(&[0, 1]) && won(&[1, 0]), "clubs, hearts; hearts, clubs");
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn fixed_in_order(
    board: &Board,
    order: &[u8],
    config: &Config,
    limits: &Limits,
    services: Services<'_>,
) -> Result<Solution, Fault> {
    let row_of = |suit: u8| order.iter().position(|other| *other == suit).map(|row| row as u8);
    if order.len() != board.rows() || (0..board.rows() as u8).any(|suit| row_of(suit).is_none()) {
        return Err(Fault::Refused("an order of the rows names each suit in play once".to_owned()));
    }
    let renamed = |card: &Card| row_of(card.suit).map(|suit| Card { suit, ..*card });
    let cells = board.cells().iter().map(|cell| cell.as_ref().and_then(renamed)).collect();
    let board = Board::new(board.rows(), board.columns(), Rules::FixedSuits, cells)
        .map_err(|error| Fault::Refused(error.to_string()))?;
    solve(&board, config, limits, services)
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
