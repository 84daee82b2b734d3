//! Birds of a Feather: a stack goes onto another in its row or column if their top cards are of one suit or of ranks
//! that differ by at most one. Won when one stack is left.
//!
//! *Lemma (components).* Join two stacks if their top cards may meet. A move takes one stack away and leaves the top cards
//! of the others, so this graph only ever loses a vertex, and moves join neighbours only: stacks of different components
//! never come together. So the game is lost if it is not connected. The same holds if stacks are joined that stand in one
//! row or column: with each move a cell is emptied, and none is ever filled again.

use crate::Game;
use crate::gaps::{GAP, cells};

/// A deal: the top card of each of the 16 cells, rank · 4 + suit.
pub struct Birds(Vec<u8>);

impl Birds {
    /// Reads four rows of four cards, `--` an empty cell.
    pub fn read(text: &str) -> Result<Self, String> {
        let (cells, columns) = cells(text)?;
        let stacks: Vec<u8> = cells.iter().copied().filter(|card| *card != GAP).collect();
        let twice = (1..stacks.len()).any(|index| stacks[..index].contains(&stacks[index]));
        if columns != 4 || cells.len() != 16 || stacks.is_empty() || twice {
            return Err("four rows of four cells, no card twice, are expected".to_owned());
        }
        Ok(Birds(cells))
    }
}

fn may_meet(a: u8, b: u8) -> bool {
    a % 4 == b % 4 || (a / 4).abs_diff(b / 4) <= 1
}

fn in_line(a: usize, b: usize) -> bool {
    a / 4 == b / 4 || a % 4 == b % 4
}

fn stacks(state: &[u8]) -> impl Iterator<Item = usize> {
    (0..16).filter(|&cell| state[cell] != GAP)
}

/// Whether the relation joins all stacks.
fn is_connected(state: &[u8], joined: impl Fn(usize, usize) -> bool) -> bool {
    let mut reached: Vec<usize> = stacks(state).take(1).collect();
    let mut next = 0;
    while next < reached.len() {
        let fresh = stacks(state).filter(|to| !reached.contains(to) && joined(reached[next], *to));
        let fresh: Vec<usize> = fresh.collect();
        reached.extend(fresh);
        next += 1;
    }
    reached.len() == stacks(state).count()
}

impl Game for Birds {
    fn start(&self) -> &[u8] {
        &self.0
    }

    fn is_won(&self, state: &[u8]) -> bool {
        stacks(state).count() == 1
    }

    /// A move is named by the cell that is emptied and the one that is covered.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let pairs = stacks(state).flat_map(|from| stacks(state).map(move |to| (from, to)));
        let legal = pairs.filter(|&(a, b)| a != b && in_line(a, b) && may_meet(state[a], state[b]));
        let play = |(from, to): (usize, usize)| {
            let mut after = state.to_vec();
            after[to] = std::mem::replace(&mut after[from], GAP);
            ([from as u8, to as u8], after)
        };
        legal.map(play).collect()
    }

    fn is_cut(&self, state: &[u8]) -> Option<&'static str> {
        let together = is_connected(state, |a, b| may_meet(state[a], state[b])) && is_connected(state, in_line);
        (!together).then_some("components")
    }
}
