//! Effects of keys and the mouse on the board: pick up, put down, shift and tilt.

use patience_catalogue::listed_moves;
use patience_core::{Control, Face, cell_name};

use super::App;
use super::board::card_face;

impl App {
    /// A click or Enter on a cell: picks up, puts down, or makes the cell's only possible move.
    pub(super) fn touch(&mut self, cell: usize) {
        if self.view.control == Control::Tilt {
            self.message = "Tilt with the arrow keys, or drag in a direction.".to_owned();
            return;
        }
        if let Some(from) = self.picked.take() {
            if from != cell {
                self.drag(from, cell);
            }
            return;
        }
        let touching = |cells: &dyn Fn(&patience_core::MoveView) -> bool| -> Vec<String> {
            self.view.moves.iter().filter(|mv| cells(mv)).map(|mv| mv.text.clone()).collect()
        };
        let leaving = touching(&|mv| mv.from.contains(&cell));
        let arriving = match self.view.control {
            Control::Place => touching(&|mv| mv.to.contains(&cell) && !mv.from.contains(&cell)),
            _ => Vec::new(),
        };
        match (&leaving[..], &arriving[..]) {
            ([], []) => self.message = "Nothing can move from here or to here.".to_owned(),
            ([only], []) | ([], [only]) if self.view.control != Control::Shift => {
                self.make(&only.clone())
            }
            ([], _) => {
                self.message = "Several cards can come here: pick one of them up.".to_owned()
            }
            (_, _) => {
                self.picked = Some(cell);
                self.message = match self.view.control {
                    Control::Shift => "Picked up: choose a direction.".to_owned(),
                    _ => "Picked up: choose where to.".to_owned(),
                };
            }
        }
    }

    /// A drag from one cell to another.
    pub(super) fn drag(&mut self, from: usize, to: usize) {
        self.picked = None;
        if self.view.control == Control::Place {
            let mv =
                self.view.moves.iter().find(|mv| mv.from.contains(&from) && mv.to.contains(&to));
            match mv.map(|mv| mv.text.clone()) {
                Some(mv) => self.make(&mv),
                None => self.refuse(&format!("{} {}", self.what_lies_on(from), self.cell(to))),
            }
            return;
        }
        let columns = self.view.columns;
        let across = (to % columns) as isize - (from % columns) as isize;
        let down = (to / columns) as isize - (from / columns) as isize;
        let direction = match (across.abs() >= down.abs(), across < 0, down < 0) {
            (true, true, _) => "left",
            (true, false, _) => "right",
            (false, _, true) => "up",
            (false, _, false) => "down",
        };
        self.shift(from, direction);
    }

    /// Returns the content of a cell as moves name it: `5♥`, or `R b2` for a piece.
    fn what_lies_on(&self, cell: usize) -> String {
        match self.view.cells[cell].face {
            Face::Card { rank, suit } => card_face(rank, suit),
            Face::Piece { colour, .. } => format!("{colour} {}", self.cell(cell)),
            Face::Tile { number, .. } => number.to_string(),
            Face::Empty | Face::Wall => self.cell(cell),
        }
    }

    fn cell(&self, cell: usize) -> String {
        cell_name(cell % self.view.columns, cell / self.view.columns)
    }

    /// Reports that a move is not legal, and lists those that are. Lines do not break at spaces
    /// inside a move.
    fn refuse(&mut self, mv: &str) {
        let words = self.view.moves.iter().map(|mv| mv.words.replace(' ', "\u{a0}"));
        let legal = listed_moves(words, ", ");
        self.message = format!("{mv} is not legal here; legal moves: {legal}");
    }

    /// An arrow key: tilts the board, slides the tile that can go that way, shifts the picked
    /// piece, or moves the cursor.
    pub(super) fn arrow(&mut self, direction: &'static str) {
        match (self.view.control, self.picked) {
            (Control::Tilt | Control::Slide, _) => self.shift(0, direction),
            (Control::Shift, Some(cell)) => self.shift(cell, direction),
            _ => {
                let (rows, columns) = (self.view.rows, self.view.columns);
                let (row, column) = (self.cursor / columns, self.cursor % columns);
                let (row, column) = match direction {
                    "left" => (row, (column + columns - 1) % columns),
                    "right" => (row, (column + 1) % columns),
                    "up" => ((row + rows - 1) % rows, column),
                    _ => ((row + 1) % rows, column),
                };
                self.cursor = row * columns + column;
            }
        }
    }

    /// Tilts the board, slides the tile that can go that way, or shifts the piece on a cell.
    fn shift(&mut self, cell: usize, direction: &str) {
        let whole_board = self.view.control != Control::Shift;
        let mv = self
            .view
            .moves
            .iter()
            .find(|mv| mv.direction == Some(direction) && (whole_board || mv.from.contains(&cell)))
            .map(|mv| (mv.text.clone(), mv.to.first().copied()));
        match mv {
            Some((mv, to)) => {
                self.make(&mv);
                // A piece stays picked, so that it can be shifted again.
                if !whole_board && !self.session.position().is_won() {
                    self.picked = to;
                    self.cursor = to.unwrap_or(self.cursor);
                }
            }
            None => self.refuse(&match whole_board {
                true if self.view.control == Control::Slide => direction.to_owned(),
                true => format!("tilt {direction}"),
                false => format!("{} {direction}", self.what_lies_on(cell)),
            }),
        }
    }

    /// Moves the cursor to the next cell from which something can move.
    pub(super) fn next_target(&mut self) {
        let cells = self.view.rows * self.view.columns;
        let next = (1..=cells).map(|step| (self.cursor + step) % cells);
        let movable = |cell: &usize| self.view.moves.iter().any(|mv| mv.from.contains(cell));
        if let Some(cell) = next.into_iter().find(movable) {
            self.cursor = cell;
        }
    }
}
