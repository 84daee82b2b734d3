//! The end of the workers' work.

use patience_core::Stop;

use crate::board::{Board, Move};
use crate::counters::Counters;
use crate::job::{Claim, Ended};
use crate::policy::Choice;
use crate::position::{Geometry, Path, Position, Step, cell_at, moves_along, path, real_moves};

/// The end of the work on one deal.
pub(crate) enum End {
    /// With the path to a solved position, and the choices on it.
    Won(Path, Vec<Choice>),
    Lost,
    Stopped(Stop),
}

impl End {
    /// The end of a search on a board.
    pub fn on(self, geometry: &Geometry, board: &Board, counters: Counters) -> Ended {
        match self {
            End::Won(path, choices) => {
                let claim = Claim::Won(real_moves(geometry, board, &path));
                Ended { choices, ..Ended::new(claim, counters) }
            }
            End::Lost => Ended::new(Claim::Lost, counters),
            End::Stopped(stop) => Ended::new(Claim::Stopped(stop), counters),
        }
    }
}

/// The line that brought the most cards into order before it was lost.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deepest {
    in_order: u32,
    steps: Vec<Step>,
}

impl Deepest {
    /// Records the end of a line.
    pub fn note(&mut self, geometry: &Geometry, position: &Position, trail: &[Step]) {
        let in_order = cards_in_order(geometry, position);
        if in_order > self.in_order || self.steps.is_empty() {
            *self = Deepest { in_order, steps: trail.to_vec() };
        }
    }

    /// Returns the line that got further.
    pub fn or(self, other: Deepest) -> Deepest {
        if other.in_order > self.in_order { other } else { self }
    }

    /// Its moves.
    pub fn moves(&self, geometry: &Geometry, board: &Board) -> Option<Vec<Move>> {
        let path = path(geometry, &Position::new(geometry, board), &self.steps);
        moves_along(geometry, board, &path)
    }
}

/// Cards in order from the first column of their row, in the representative.
fn cards_in_order(geometry: &Geometry, position: &Position) -> u32 {
    (0..geometry.rows)
        .map(|row| {
            let suit = if geometry.fixed_suits { row } else { position.content(row, 0) % 4 };
            let home =
                |&column: &u8| position.at[usize::from(cell_at(row, column))] == column * 4 + suit;
            (0..geometry.columns - 1).take_while(home).count() as u32
        })
        .sum()
}
