//! Boards as numbers, for arrays.

use patience_core::{Cell, Face, View};

/// Suits in the order in which cards are numbered.
const SUITS: &str = "CDHS";

/// One byte per cell, row by row.
pub struct Cells {
    pub rows: usize,
    pub columns: usize,
    pub bytes: Vec<u8>,
}

impl Cells {
    /// The number of each cell's content in a view, or of the target painted on it. The
    /// documentation of `State.to_numpy` lists the numbers.
    pub fn of(view: &View, targets: bool) -> Cells {
        let number = |cell: &Cell| match targets {
            true => cell.target.map_or(0, letter),
            false => face(&cell.face),
        };
        let bytes = view.cells.iter().map(number).collect();
        Cells { rows: view.rows, columns: view.columns, bytes }
    }
}

fn face(face: &Face) -> u8 {
    match face {
        Face::Empty => 0,
        Face::Card { rank, suit } => {
            let suit = SUITS.find(*suit).expect("a suit of the four");
            4 * (rank - 1) + suit as u8 + 1
        }
        Face::Piece { colour, .. } => letter(*colour),
        Face::Tile { number, .. } => *number,
        Face::Wall => u8::MAX,
    }
}

/// `A` is 1. All colours of boards are capital letters.
fn letter(colour: char) -> u8 {
    colour as u8 - b'A' + 1
}
