//! The 15-puzzle as written for speed: tiles in nibbles, the cell of the blank
//! and the Manhattan distance kept in the state.

use std::hash::{Hash, Hasher};

use patience_core::{Claims, Estimate, Game, Heuristic};
use patience_games::sliding::korf;

/// A board: the tile of cell n in nibble n.
#[derive(Clone, Copy, Debug)]
pub struct Board {
    pub tiles: u64,
    pub blank: u8,
    pub distance: u8,
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        self.tiles == other.tiles
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tiles.hash(state);
    }
}

/// The neighbours of each cell.
const BESIDE: [&[u8]; 16] = [
    &[1, 4],
    &[0, 2, 5],
    &[1, 3, 6],
    &[2, 7],
    &[0, 5, 8],
    &[1, 4, 6, 9],
    &[2, 5, 7, 10],
    &[3, 6, 11],
    &[4, 9, 12],
    &[5, 8, 10, 13],
    &[6, 9, 11, 14],
    &[7, 10, 15],
    &[8, 13],
    &[9, 12, 14],
    &[10, 13, 15],
    &[11, 14],
];

fn distance(tile: u64, cell: u8) -> u8 {
    let (tile, cell) = (tile as u8, cell);
    (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)
}

impl Board {
    pub const GOAL: u64 = 0xfedc_ba98_7654_3210;

    /// One of Korf's hundred.
    pub fn korf(number: usize) -> Board {
        let tiles = &korf()[number - 1].tiles;
        let packed = tiles.iter().rev().fold(0, |packed, tile| packed << 4 | u64::from(*tile));
        let ways = tiles.iter().zip(0..).filter(|(tile, _)| **tile != 0);
        let blank = tiles.iter().position(|tile| *tile == 0).expect("a board has a blank");
        Board {
            tiles: packed,
            blank: blank as u8,
            distance: ways.map(|(tile, cell)| distance(u64::from(*tile), cell)).sum(),
        }
    }

    #[inline]
    pub fn beside(&self) -> &'static [u8] {
        BESIDE[usize::from(self.blank)]
    }

    /// The board after the tile of a neighbouring cell has slid into the blank.
    #[inline]
    pub fn slide(&self, from: u8) -> Board {
        let tile = self.tiles >> (4 * from) & 15;
        Board {
            tiles: self.tiles ^ tile << (4 * from) ^ tile << (4 * self.blank),
            blank: from,
            distance: self.distance + distance(tile, self.blank) - distance(tile, from),
        }
    }

    /// The boards after each slide, with its cost, without a vector: `pathfinding` at its best.
    #[inline]
    pub fn successors(&self) -> impl Iterator<Item = (Board, u32)> + use<> {
        let board = *self;
        board.beside().iter().map(move |from| (board.slide(*from), 1))
    }

    #[inline]
    pub fn is_goal(&self) -> bool {
        self.tiles == Board::GOAL
    }
}

/// The puzzle from a board.
#[derive(Clone, Copy, Debug)]
pub struct Fifteen(pub Board);

impl Game for Fifteen {
    type State = Board;
    type Move = u8;
    type Key = u64;

    fn start(&self) -> Board {
        self.0
    }

    fn is_goal(&self, state: &Board) -> bool {
        state.is_goal()
    }

    fn moves(&self, state: &Board, out: &mut Vec<u8>) {
        out.extend_from_slice(state.beside());
    }

    fn apply(&self, state: &Board, from: u8) -> Board {
        state.slide(from)
    }

    fn key(&self, state: &Board) -> u64 {
        state.tiles
    }
}

/// The distance stored in the state.
#[derive(Clone, Copy, Debug)]
pub struct Known;

impl Heuristic<Fifteen> for Known {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, _: &Fifteen, state: &Board) -> Estimate {
        Estimate::Cost(state.distance.into())
    }
}
