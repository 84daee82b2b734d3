//! The rules read a second time, as slowly and plainly as they are written down.

use patience_games::cards::{Card, Suit};

pub type Board = Vec<Vec<Option<Card>>>;
pub type Cells = ((usize, usize), (usize, usize));

/// Every legal move, the card's cell row by row, then the gap's.
pub fn moves(rules: &str, board: &Board) -> Vec<Cells> {
    let cells: Vec<(usize, usize)> =
        (0..board.len()).flat_map(|row| (0..board[0].len()).map(move |column| (row, column))).collect();
    let mut legal = Vec::new();
    for &from in &cells {
        for &to in &cells {
            let Some(card) = board[from.0][from.1] else { continue };
            if board[to.0][to.1].is_none() && may_fill(rules, board, card, from, to) {
                legal.push((from, to));
            }
        }
    }
    legal
}

fn may_fill(rules: &str, board: &Board, card: Card, from: (usize, usize), (row, column): (usize, usize)) -> bool {
    if column > 0 {
        return board[row][column - 1].is_some_and(|left| left.suit() == card.suit() && left.rank() + 1 == card.rank());
    }
    match rules {
        "standard" => card.rank() == 2,
        "fixed-twos" => card.rank() == 2 && from.1 != 0,
        "fixed-suits" => card.rank() == 2 && card.suit() == fixed_suits(rules)[row],
        _ => true,
    }
}

fn fixed_suits(rules: &str) -> [Suit; 4] {
    match rules {
        "fixed-suits" => [Suit::Clubs, Suit::Hearts, Suit::Spades, Suit::Diamonds],
        "paper" => [Suit::Hearts, Suit::Diamonds, Suit::Clubs, Suit::Spades],
        _ => unreachable!("rows are free"),
    }
}

/// Every row holds one suit in ascending order from the base and ends with its gap.
pub fn is_solved(rules: &str, board: &Board) -> bool {
    let base = if rules.starts_with("paper") { 1 } else { 2 };
    board.iter().enumerate().all(|(row, cells)| {
        let Some(first) = cells[0] else { return cells.len() == 1 };
        let suit = match rules {
            "fixed-suits" | "paper" => fixed_suits(rules)[row],
            _ => first.suit(),
        };
        let (end, cards) = cells.split_last().expect("a row has cells");
        end.is_none() && cards.iter().zip(base..).all(|(card, rank)| *card == Some(Card::new(rank, suit)))
    })
}

/// The board after a move.
pub fn after(board: &Board, (from, to): Cells) -> Board {
    let mut next = board.clone();
    next[to.0][to.1] = next[from.0][from.1].take();
    next
}
