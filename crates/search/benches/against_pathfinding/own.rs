//! The eight-puzzle as a user of closures writes it first: arrays, vectors of successors, and a
//! distance that is computed for each state from the start.

/// The tiles by cell; 0 is the blank.
pub type Board = [u8; 9];

/// The goal: the blank first, then the tiles in order.
pub const GOAL: Board = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// A board of some thousand expansions by A*.
pub const START: Board = [2, 8, 5, 6, 0, 3, 4, 7, 1];

/// The boards after one move.
pub fn next(board: &Board) -> Vec<Board> {
    let blank = board.iter().position(|&tile| tile == 0).expect("a board has a blank");
    let is_next =
        |cell: &usize| (blank / 3).abs_diff(cell / 3) + (blank % 3).abs_diff(cell % 3) == 1;
    let moved = |cell| {
        let mut next = *board;
        next.swap(blank, cell);
        next
    };
    (0..9).filter(is_next).map(moved).collect()
}

/// The sum of the distances of the tiles from their goals.
pub fn distance(board: &Board) -> u32 {
    let tiles = board.iter().enumerate().filter(|(_, tile)| **tile != 0);
    let of = |(cell, &tile): (usize, &u8)| {
        let goal = usize::from(tile);
        (cell / 3).abs_diff(goal / 3) + (cell % 3).abs_diff(goal % 3)
    };
    tiles.map(of).sum::<usize>() as u32
}
