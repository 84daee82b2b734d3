//! Plain search with the second implementation of the rules.

use std::collections::HashSet;

use crate::naive::{self, Board};

/// The length of a shortest plan by breadth-first search with the naive rules, `Ok(None)` if there
/// is none; `Err` above this many positions.
pub fn shortest(rules: &str, start: Board, most: usize) -> Result<Option<usize>, ()> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start];
    for depth in 0.. {
        if layer.iter().any(|board| naive::is_solved(rules, board)) {
            return Ok(Some(depth));
        }
        let mut next = Vec::new();
        for board in &layer {
            for mv in naive::moves(rules, board) {
                let after = naive::after(board, mv);
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        if seen.len() > most {
            return Err(());
        }
        layer = next;
    }
    unreachable!()
}
