//! A small game for the examples of this documentation and of dependent crates.

use crate::{Game, Reversible};

/// Count from 1 to a goal by doubling (`d`) and adding one (`a`), without going beyond it.
///
/// ```
/// use patience_core::{example::Doubling, replay};
///
/// assert_eq!(replay(&Doubling { goal: 5 }, &['d', 'd', 'a']), Ok(3), "1, 2, 4, 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Doubling {
    /// The goal, at least 1.
    pub goal: u32,
}

impl Game for Doubling {
    type State = u32;
    type Move = char;
    type Key = u32;

    fn start(&self) -> u32 {
        1
    }

    fn is_goal(&self, state: &u32) -> bool {
        *state == self.goal
    }

    fn moves(&self, state: &u32, out: &mut Vec<char>) {
        if *state <= self.goal / 2 {
            out.push('d');
        }
        if *state < self.goal {
            out.push('a');
        }
    }

    fn apply(&self, state: &u32, mv: char) -> u32 {
        if mv == 'd' { 2 * state } else { state + 1 }
    }

    fn key(&self, state: &u32) -> u32 {
        *state
    }
}

impl Reversible for Doubling {
    fn goals(&self) -> Vec<u32> {
        vec![self.goal]
    }

    fn predecessors(&self, state: &u32, out: &mut Vec<(u32, u32)>) {
        if state.is_multiple_of(2) {
            out.push((state / 2, 1));
        }
        if *state > 1 {
            out.push((state - 1, 1));
        }
    }
}
