//! Builds a database backwards from the goal: breadth-first by moves of the pattern's tiles,
//! between which the blank moves freely among the other cells.

use std::hint::black_box;

use patience_core::{Budget, Stop};

use super::{Cells, PatternDatabase, UNKNOWN, placements, rank};
use crate::grid::Size;

/// A breadth-first search in the placements of a pattern.
pub(super) struct Builder {
    database: PatternDatabase,
    /// For each placement, the cells where the blank has been.
    seen: Vec<Cells>,
    /// Cells of the first and the last column.
    edges: [Cells; 2],
    all: Cells,
    layer: Vec<Placed>,
    next: Vec<Placed>,
}

/// Five bits for the cell of each tile, then of the blank.
#[derive(Clone, Copy)]
struct Placed(u64);

impl Placed {
    fn cell(self, index: usize) -> u8 {
        (self.0 >> (5 * index) & 31) as u8
    }

    fn with(self, index: usize, cell: u8) -> Placed {
        Placed(self.0 & !(31 << (5 * index)) | u64::from(cell) << (5 * index))
    }
}

/// Placements between two polls of the limits.
const BETWEEN_POLLS: usize = 1 << 10;

/// Placements whose notes are read together.
const TOGETHER: usize = 32;

impl Builder {
    pub(super) fn new(
        size: Size,
        tiles: Vec<u8>,
        homes: Vec<u8>,
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let count = placements(size.cells(), tiles.len());
        budget.check_memory(5 * count as u64)?;
        let column =
            |x: usize| (0..size.height).map(|y| (y * size.width + x) as u8).collect::<Cells>();
        let start =
            homes.iter().enumerate().fold(Placed(0), |placed, (i, cell)| placed.with(i, *cell));
        Ok(Builder {
            database: PatternDatabase { size, tiles, homes, moves: vec![UNKNOWN; count] },
            seen: vec![Cells::EMPTY; count],
            edges: [column(0), column(size.width - 1)],
            all: Cells::below(size.cells() as u8),
            layer: vec![start],
            next: Vec::new(),
        })
    }

    pub(super) fn run(mut self, budget: &mut Budget<'_>) -> Result<PatternDatabase, Stop> {
        let mut moves = 0;
        while !self.layer.is_empty() {
            let layer = std::mem::take(&mut self.layer);
            for many in layer.chunks(BETWEEN_POLLS) {
                budget.poll()?;
                let room = 64 * BETWEEN_POLLS;
                if self.next.capacity() - self.next.len() < room {
                    let more = self.next.len().max(room);
                    budget.check_memory((more * size_of::<Placed>()) as u64)?;
                    self.next.reserve_exact(more);
                }
                for group in many.chunks(TOGETHER) {
                    let mut numbers = [0; TOGETHER];
                    for (number, placed) in numbers.iter_mut().zip(group) {
                        *number = self.number(*placed);
                    }
                    // Read for all at once, so that none waits for another; the result is used, so
                    // that the reads happen.
                    black_box(
                        numbers.iter().fold(Cells::EMPTY, |read, number| read ^ self.seen[*number]),
                    );
                    for (number, placed) in numbers.into_iter().zip(group) {
                        self.expand(number, *placed, moves);
                    }
                }
            }
            std::mem::swap(&mut self.layer, &mut self.next);
            // On a board of 25 cells, no placement is that far away.
            moves = (moves + 1).min(UNKNOWN - 1);
        }
        Ok(self.database)
    }

    /// The number of a placement.
    fn number(&self, placed: Placed) -> usize {
        let tiles = 0..self.database.tiles.len();
        rank(self.database.size.cells(), tiles.map(|index| placed.cell(index)))
    }

    /// Moves the blank freely, and each neighbouring tile once.
    fn expand(&mut self, number: usize, placed: Placed, moves: u8) {
        let count = self.database.tiles.len();
        let cells = |placed: Placed| (0..count).map(move |index| placed.cell(index));
        let blank = Cells::of(placed.cell(count));
        if !self.seen[number].is_disjoint(blank) {
            return;
        }
        let free = self.all - cells(placed).collect::<Cells>();
        let mut region = blank;
        loop {
            let wider = (region | self.beside(region)) & free;
            if wider == region {
                break;
            }
            region = wider;
        }
        self.seen[number] |= region;
        let known = &mut self.database.moves[number];
        *known = (*known).min(moves);
        for (index, cell) in cells(placed).enumerate() {
            for to in self.beside(Cells::of(cell)) & region {
                self.next.push(placed.with(index, to).with(count, cell));
            }
        }
    }

    /// The neighbours of some cells.
    #[inline]
    fn beside(&self, cells: Cells) -> Cells {
        let [first, last] = self.edges;
        let width = self.database.size.width as u8;
        (cells - last).up(1) | (cells - first).down(1) | cells.up(width) | cells.down(width)
    }
}
