//! Shorter paths between two boards of a plan.

use std::ops::Range;

use patience_core::{HashMap, Stop};

use super::astar::{AStar, Found, Quest};
use super::home::cards_not_home;
use super::work::Work;
use crate::board::{Board, Move};
use crate::position::{CARDS, Geometry, Packed, Position};

/// A plan with the boards along it.
#[derive(Clone)]
pub(super) struct Line {
    pub moves: Vec<Move>,
    positions: Vec<Position>,
    /// The last index of each position.
    index: HashMap<Packed, usize>,
}

/// The result of the search of a window.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Window {
    /// The line became shorter.
    Shorter,
    /// There is no shorter path.
    Nothing,
    /// The search would need more boards.
    TooMany,
}

/// The search for a path from a board of a line to another one, or by chance to any later one.
struct Shortcut<'a> {
    geometry: &'a Geometry,
    line: &'a Line,
    first: usize,
    last: usize,
}

impl Shortcut<'_> {
    fn is_to_goal(&self) -> bool {
        self.last == self.line.moves.len()
    }
}

impl Quest for Shortcut<'_> {
    /// Index of the board where the line is rejoined.
    type End = usize;

    /// Every card in a different cell has to move; if the last board is the end of the line, any
    /// solved board is accepted.
    fn estimate(&self, position: &Position) -> u32 {
        match self.is_to_goal() {
            true => cards_not_home(self.geometry, position),
            false => cards_elsewhere(position, &self.line.positions[self.last]),
        }
    }

    fn joins(&self, position: &Position, packed: &Packed, moves: u32) -> Option<usize> {
        if self.is_to_goal() && position.is_goal(self.geometry) {
            return Some(self.last);
        }
        let index = self.line.index.get(packed).copied();
        index.filter(|&index| index > self.first + moves as usize)
    }
}

impl Line {
    pub fn new(geometry: &Geometry, board: &Board, moves: Vec<Move>) -> Option<Self> {
        let mut at = board.clone();
        let mut positions = vec![Position::new(geometry, &at)];
        for &m in &moves {
            at = at.after(m)?;
            positions.push(Position::new(geometry, &at));
        }
        let index = positions
            .iter()
            .enumerate()
            .map(|(index, position)| (position.pack(geometry), index))
            .collect();
        Some(Line { moves, positions, index })
    }

    /// Searches for a shorter path from board `first` to board `last` among at most `most` boards,
    /// and takes it.
    pub fn shorten(
        &mut self,
        geometry: &Geometry,
        board: &Board,
        Range { start: first, end: last }: Range<usize>,
        most: usize,
        work: &mut Work<'_, '_>,
    ) -> Result<Window, Stop> {
        let shortcut = Shortcut { geometry, line: self, first, last };
        let mut search = AStar::new(geometry, (last - first) as u32, most);
        match search.run(&shortcut, &self.positions[first], work)? {
            Found::Way(way, index) => {
                let moves = [&self.moves[..first], &way, &self.moves[index..]].concat();
                *self = Line::new(geometry, board, moves).expect("both paths join in equal boards");
                Ok(Window::Shorter)
            }
            Found::Nothing => Ok(Window::Nothing),
            Found::TooMany => Ok(Window::TooMany),
        }
    }

    /// Board number `index`.
    pub fn board(&self, board: &Board, index: usize) -> Board {
        board.replay(&self.moves[..index]).expect("the line is legal")
    }
}

/// Number of cards in different cells.
fn cards_elsewhere(one: &Position, other: &Position) -> u32 {
    (0..CARDS).filter(|&card| one.cell[card] != other.cell[card]).count() as u32
}
