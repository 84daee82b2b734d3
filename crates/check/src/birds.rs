//! Birds of a Feather: a stack goes onto another in its row or column if their top cards have the
//! same suit or ranks that differ by at most one. Won when only one stack is left.
//!
//! *Lemma (components).* Connect two stacks if their top cards are compatible. A move removes one
//! stack and keeps the top cards of the others, so this graph only loses a vertex, and moves join
//! only neighbours. Stacks of different components therefore never meet, and the game is lost if
//! the graph is not connected.

use crate::gaps::{GAP, cells, shifts};
use crate::{Deal, Failure, Game, component, refuse_if};

/// The rules. For each of the 16 cells, a state has the top card, rank · 4 + suit, or [`GAP`].
struct Birds;

/// Reads four rows of four cards, `--` an empty cell; [`Game`] has an example.
pub fn read(text: &str) -> Result<Deal, Failure> {
    let (cells, columns) = cells(text)?;
    let twice = stacks(&cells).any(|cell| cells[..cell].contains(&cells[cell]));
    refuse_if(
        cells.len() != 16 || columns != 4 || twice || stacks(&cells).next().is_none(),
        "not a valid deal; expected 4 rows of 4 cells, at least one card, none twice",
    )?;
    Ok((Box::new(Birds), cells))
}

fn may_meet(a: u8, b: u8) -> bool {
    a % 4 == b % 4 || (a / 4).abs_diff(b / 4) <= 1
}

fn stacks(state: &[u8]) -> impl Iterator<Item = usize> {
    (0..state.len()).filter(|&cell| state[cell] != GAP)
}

impl Game for Birds {
    fn is_won(&self, state: &[u8]) -> bool {
        stacks(state).count() == 1
    }

    /// A move is named by the emptied cell and the covered one.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        shifts(state, |&(a, b)| {
            let is_in_line = a != b && (a / 4 == b / 4 || a % 4 == b % 4);
            is_in_line && state[a] != GAP && state[b] != GAP && may_meet(state[a], state[b])
        })
    }

    fn is_cut(&self, state: &[u8]) -> Option<&'static str> {
        let meets = |from: usize| stacks(state).filter(move |&to| may_meet(state[from], state[to]));
        let joined = component(stacks(state).next()?, &mut vec![false; state.len()], meets);
        (joined.len() < stacks(state).count()).then_some("components")
    }
}
