//! Your own 15-puzzle: `cargo run -p patience-search --example fifteen_puzzle`

use patience_search::closures::{AtLeast, idastar};

fn apart(a: usize, b: usize) -> u32 {
    ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as u32
}
fn manhattan(board: &[usize; 16]) -> AtLeast {
    AtLeast((0..16).filter(|at| board[*at] > 0).map(|at| apart(at, board[at])).sum())
}
fn slide(mut board: [usize; 16], blank: usize, cell: usize) -> ([usize; 16], u32) {
    board.swap(blank, cell);
    (board, 1)
}
fn slides(board: &[usize; 16]) -> Vec<([usize; 16], u32)> {
    let blank = board.iter().position(|tile| *tile == 0).unwrap();
    (0..16).filter(|at| apart(blank, *at) == 1).map(|at| slide(*board, blank, at)).collect()
}
fn main() {
    let start = [6, 5, 3, 8, 9, 1, 11, 10, 4, 14, 7, 15, 2, 12, 13, 0];
    let answer = idastar(start, slides, manhattan, |board| manhattan(board) == AtLeast(0));
    answer.plan().unwrap_or_default().iter().for_each(|board| println!("{board:?}"));
}

#[cfg(test)]
mod tests {
    use patience_search::closures::dijkstra;

    use super::*;

    #[test]
    fn the_plan_is_a_shortest_one() {
        let is_goal = |board: &[usize; 16]| manhattan(board) == AtLeast(0);
        let start = [4, 1, 3, 7, 5, 0, 6, 2, 8, 9, 10, 14, 12, 13, 15, 11];
        let answer = idastar(start, slides, manhattan, is_goal);
        let boards = answer.plan().expect("it can be solved");
        assert!(boards.windows(2).all(|pair| slides(&pair[0]).contains(&(pair[1], 1))));
        assert!(answer.is_optimal() && answer.cost == Some(boards.len() as u32 - 1));
        assert_eq!(dijkstra(start, slides, is_goal).cost, answer.cost);
        main();
    }
}
