//! IDA* with Manhattan distance on 15-puzzles, with the moves of the blank in the order right,
//! left, down, up:
//!
//! `cargo run --release -p patience-search --example korf_manhattan < BOARDS`
//!
//! A line of BOARDS is a number and sixteen tiles; the default is the three easiest of Korf's
//! hundred. A line of the result is the number, the length of a shortest plan, the states
//! expanded and the processor time in seconds.

use std::io::{IsTerminal, stdin};

use cpu_time::ThreadTime;
use patience_core::{Claims, Estimate, Game, Heuristic, Run, Verdict};
use patience_search::idastar;

/// The tile of cell n in nibble n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Board {
    tiles: u64,
    blank: u8,
}

impl Board {
    #[inline]
    fn tile(&self, cell: u8) -> u64 {
        self.tiles >> (4 * cell) & 15
    }
}

/// The neighbours of each cell: right, left, down, up.
static BESIDE: [&[u8]; 16] = [
    &[1, 4],
    &[2, 0, 5],
    &[3, 1, 6],
    &[2, 7],
    &[5, 8, 0],
    &[6, 4, 9, 1],
    &[7, 5, 10, 2],
    &[6, 11, 3],
    &[9, 12, 4],
    &[10, 8, 13, 5],
    &[11, 9, 14, 6],
    &[10, 15, 7],
    &[13, 8],
    &[14, 12, 9],
    &[15, 13, 10],
    &[14, 11],
];

struct Fifteen(Board);

impl Game for Fifteen {
    type State = Board;
    type Move = u8;
    type Key = u64;

    fn start(&self) -> Board {
        self.0
    }

    fn is_goal(&self, board: &Board) -> bool {
        board.tiles == 0xfedc_ba98_7654_3210
    }

    fn moves(&self, board: &Board, out: &mut Vec<u8>) {
        out.extend_from_slice(BESIDE[usize::from(board.blank)]);
    }

    #[inline]
    fn apply(&self, board: &Board, from: u8) -> Board {
        let both = 1 << (4 * from) | 1 << (4 * board.blank);
        Board { tiles: board.tiles ^ (board.tile(from) * both), blank: from }
    }

    fn key(&self, board: &Board) -> u64 {
        board.tiles
    }

    #[inline]
    fn each_successor(
        &self,
        board: &Board,
        _: &mut Vec<u8>,
        mut visit: impl FnMut(u8, u32, Board),
    ) {
        for &from in BESIDE[usize::from(board.blank)] {
            visit(from, 1, self.apply(board, from));
        }
    }
}

/// Change of the Manhattan distance, by the cells that a tile leaves and enters, and the tile.
struct Manhattan([[[i8; 16]; 16]; 16]);

fn apart(a: usize, b: usize) -> i8 {
    ((a / 4).abs_diff(b / 4) + (a % 4).abs_diff(b % 4)) as i8
}

impl Manhattan {
    fn new() -> Self {
        let growth = |from, to, tile| apart(to, tile) - apart(from, tile);
        let by_tile = |from, to| std::array::from_fn(|tile| growth(from, to, tile));
        Manhattan(std::array::from_fn(|from| std::array::from_fn(|to| by_tile(from, to))))
    }
}

impl Heuristic<Fifteen> for Manhattan {
    fn claims(&self) -> Claims {
        Claims::CONSISTENT
    }

    fn estimate(&self, _: &Fifteen, board: &Board) -> Estimate {
        let tiles = (0..16).filter(|cell| board.tile(*cell) != 0);
        let distances = tiles.map(|cell| apart(board.tile(cell) as usize, cell.into()));
        Estimate::Cost(distances.sum::<i8>() as u32)
    }

    /// One tile has moved, into the cell where the blank was.
    #[inline]
    fn estimate_after(&self, _: &Fifteen, parent: &Board, h: u32, from: u8, _: &Board) -> Estimate {
        let (to, tile) = (usize::from(parent.blank & 15), parent.tile(from) as usize);
        let growth = self.0[usize::from(from & 15)][to][tile];
        Estimate::Cost(h.wrapping_add_signed(growth.into()))
    }
}

const EASIEST: &str = "\
79 0 1 9 7 11 13 5 3 14 12 4 2 8 6 10 15
42 4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10
12 14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15";

fn main() {
    let read = || std::io::read_to_string(stdin()).expect("the boards are text");
    let boards = if stdin().is_terminal() { EASIEST.to_owned() } else { read() };
    for line in boards.lines() {
        let numbers: Vec<u64> =
            line.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        let [number, tiles @ ..] = numbers.as_slice() else { continue };
        assert_eq!(tiles.len(), 16, "board {number} has sixteen tiles");
        let blank = tiles.iter().position(|tile| *tile == 0).expect("a blank") as u8;
        let tiles = tiles.iter().rev().fold(0, |packed, tile| packed << 4 | tile);
        let (game, mut run) = (Fifteen(Board { tiles, blank }), Run::unlimited());
        let begin = ThreadTime::now();
        let outcome = idastar::solve_plainly(&game, &Manhattan::new(), &mut run);
        let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("{number} has no plan") };
        let (expanded, time) = (run.counters().expanded, begin.elapsed().as_secs_f64());
        println!("{number} {} {expanded} {time:.6}", plan.len());
    }
}
