//! A second implementation of the rules, as slow and plain as their text.

use patience_games::cards::{Card, Suit};

pub type Board = Vec<Vec<Option<Card>>>;
pub type Cells = ((usize, usize), (usize, usize));

/// Every legal move, ordered by the card's cell (row by row) and then by the gap's.
pub fn moves(rules: &str, board: &Board) -> Vec<Cells> {
    let cells: Vec<(usize, usize)> = (0..board.len())
        .flat_map(|row| (0..board[0].len()).map(move |column| (row, column)))
        .collect();
    let gaps: Vec<_> =
        cells.iter().copied().filter(|&(row, column)| board[row][column].is_none()).collect();
    let mut legal = Vec::new();
    for from in cells {
        let Some(card) = board[from.0][from.1] else { continue };
        let takers = gaps.iter().filter(|to| may_fill(rules, board, card, from, **to));
        legal.extend(takers.map(|to| (from, *to)));
    }
    legal
}

fn may_fill(
    rules: &str,
    board: &Board,
    card: Card,
    from: (usize, usize),
    (row, column): (usize, usize),
) -> bool {
    if column > 0 {
        let follows = |left: Card, card: Card| {
            left.suit() == card.suit() && next_rank(rules, left) == card.rank()
        };
        let left = board[row][column - 1];
        let is_behind = left.is_some_and(|left| follows(left, card));
        return match rules {
            "free-parking" | "galary" => {
                let right = board[row].get(column + 1).copied().flatten();
                is_behind || right.is_some_and(|right| follows(card, right))
            }
            "jungle" => left.is_some_and(|left| left.rank() + 1 == card.rank()),
            "spaces-and-aces" => {
                left.is_some_and(|left| left.suit() == card.suit() && left.rank() < card.rank())
            }
            _ => is_behind,
        };
    }
    match rules {
        "standard" | "house-of-commons" | "free-parking" | "double-montana" => card.rank() == 2,
        "line-up" | "blue-moon" | "red-moon" | "paganini" | "galary" | "jungle"
        | "spaces-and-aces" => card.rank() == 1,
        "double-blue-moon" | "double-red-moon" | "paganini-ii" => card.rank() == 1,
        "fixed-twos" => card.rank() == 2 && from.1 != 0,
        "fixed-suits" => card.rank() == 2 && card.suit() == fixed_suits(rules)[row],
        _ => true,
    }
}

/// The rank after a card's; in Paganini a Six follows the ace.
fn next_rank(rules: &str, card: Card) -> u8 {
    if rules == "paganini" && card.rank() == 1 { 6 } else { card.rank() + 1 }
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
    let base = match rules {
        "standard" | "fixed-suits" | "fixed-twos" | "house-of-commons" | "free-parking"
        | "double-montana" => 2,
        _ => 1,
    };
    board.iter().enumerate().all(|(row, cells)| {
        let Some(first) = cells[0] else { return cells.len() == 1 };
        let suit = match rules {
            "fixed-suits" | "paper" => fixed_suits(rules)[row],
            _ => first.suit(),
        };
        let (end, cards) = cells.split_last().expect("a row has cells");
        let mut rank = base;
        end.is_none()
            && cards.iter().all(|cell| {
                let is_next = cell.is_some_and(|card| (card.suit(), card.rank()) == (suit, rank));
                rank = cell.map_or(0, |card| next_rank(rules, card));
                is_next
            })
    })
}

/// The board after a move.
pub fn after(board: &Board, (from, to): Cells) -> Board {
    let mut next = board.clone();
    next[to.0][to.1] = next[from.0][from.1].take();
    next
}
