//! Builds a database backwards from the goal: breadth-first by moves of the pattern's tiles,
//! between which the blank moves freely among the other cells.
//!
//! A level is a pass over all placements in the order of their ranks. Each placement has a note:
//! the cells where the blank has been, and the cells where a move of the last level has left it.
//! From the latter cells the blank moves freely, and each neighbouring tile moves once. The rank
//! after a move is the rank before it plus a few terms, and moves of neighbours in the order lead
//! to neighbours, so that the processor fetches notes ahead.
//!
//! Each move changes the parity of the sum of the tiles' cells. So a level reads only notes of one
//! parity, and marks only notes of the other: threads never conflict, and their number does not
//! affect the result.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};

use patience_core::{Budget, Stop, Workers};

use super::{Cells, PatternDatabase, UNKNOWN, placements, rank};
use crate::grid::Size;
use crate::sliding::rules::MAX_CELLS;

/// The work of building a database.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Levels: moves of the farthest placement, plus one.
    pub levels: u32,
    /// Placements expanded, each once for every region of cells that its blank can reach.
    pub expanded: u64,
    /// Moves of tiles out of these placements.
    pub moves: u64,
}

/// The note of a placement, in halves of a word: the cells where the blank has been, and above
/// them those where a move of the last level has left it.
trait Note: Default + Sync {
    fn read(&self) -> (Cells, Cells);

    /// Records where the blank has been, so that no cell remains to be expanded.
    fn close(&self, seen: Cells);

    /// Marks a cell of the blank, unless it has been there.
    fn mark(&self, blank: u8);
}

macro_rules! notes {
    ($($note:ty, $word:ty, $half:literal;)*) => {
        $(impl Note for $note {
            #[inline]
            fn read(&self) -> (Cells, Cells) {
                let word = self.load(Relaxed);
                let seen = word & ((1 << $half) - 1);
                (Cells::from_bits(seen as u32), Cells::from_bits((word >> $half) as u32))
            }

            #[inline]
            fn close(&self, seen: Cells) {
                self.store(<$word>::from(seen.bits()), Relaxed);
            }

            #[inline]
            fn mark(&self, blank: u8) {
                let bit: $word = 1 << blank;
                // Most cells are already marked, and reading is cheaper than writing.
                if self.load(Relaxed) & (bit | bit << $half) == 0 {
                    self.fetch_or(bit << $half, Relaxed);
                }
            }
        })*
    };
}

notes! {
    AtomicU32, u32, 16;
    AtomicU64, u64, 32;
}

/// Placements that one thread takes at a time; between two of them the limits are polled.
const TOGETHER: usize = 1 << 16;

/// Builds the database on the threads of `workers`.
pub(super) fn build(
    size: Size,
    tiles: &[u8],
    homes: Vec<u8>,
    workers: &dyn Workers,
    budget: &Budget<'_>,
) -> Result<(PatternDatabase, Work), Stop> {
    let (cells, count) = (size.cells(), tiles.len());
    let moves = if cells <= 16 {
        Builder::<AtomicU32>::new(size, count, budget)?.run(&homes, workers, budget)
    } else {
        Builder::<AtomicU64>::new(size, count, budget)?.run(&homes, workers, budget)
    };
    let (moves, work) = moves?;
    Ok((PatternDatabase { size, tiles: tiles.to_vec(), homes, moves }, work))
}

/// A breadth-first search in the placements of a pattern.
struct Builder<N> {
    size: Size,
    /// Number of tiles.
    count: usize,
    notes: Vec<N>,
    /// By [`rank`].
    moves: Vec<u8>,
    steps: Steps,
}

/// A placement of tiles, or of the first of them.
#[derive(Clone, Copy)]
struct Placed {
    /// The tile in each cell; in a free cell, the number of tiles.
    tiles: [u8; MAX_CELLS],
    taken: Cells,
}

impl<N: Note> Builder<N> {
    fn new(size: Size, count: usize, budget: &Budget<'_>) -> Result<Self, Stop> {
        let all = placements(size.cells(), count);
        budget.check_memory(((size_of::<N>() + 1) * all) as u64)?;
        Ok(Builder {
            size,
            count,
            notes: std::iter::repeat_with(N::default).take(all).collect(),
            moves: vec![UNKNOWN; all],
            steps: Steps::new(size, count),
        })
    }

    fn run(
        mut self,
        homes: &[u8],
        workers: &dyn Workers,
        budget: &Budget<'_>,
    ) -> Result<(Vec<u8>, Work), Stop> {
        let (tiles, blank) = (&homes[..self.count], homes[self.count]);
        self.notes[rank(self.size.cells(), tiles.iter().copied())].mark(blank);
        // The first tiles, whose places divide the work.
        let first = (0..=self.count)
            .find(|first| placements(self.size.cells() - first, self.count - first) <= TOGETHER)
            .unwrap_or(self.count);
        let odd = tiles.iter().filter(|cell| !self.steps.even.contains(**cell));
        let (mut is_odd, mut work) = (odd.count() % 2 == 1, Work::default());
        loop {
            let level = self.level(first, work.levels, is_odd, workers, budget)?;
            is_odd = !is_odd;
            if level.expanded == 0 {
                return Ok((self.moves, work));
            }
            work.levels += 1;
            work.expanded += level.expanded;
            work.moves += level.moves;
        }
    }

    /// Expands all placements that the last level has marked.
    fn level(
        &mut self,
        first: usize,
        number: u32,
        is_odd: bool,
        workers: &dyn Workers,
        budget: &Budget<'_>,
    ) -> Result<Work, Stop> {
        let each = placements(self.size.cells() - first, self.count - first);
        // On a board of 25 cells, no placement is that far from the goal.
        let number = number.min(u32::from(UNKNOWN) - 1) as u8;
        let (notes, steps) = (&self.notes[..], &self.steps);
        let (size, count) = (self.size, self.count);
        let parts = Mutex::new(self.moves.chunks_mut(each).enumerate());
        let (total, is_over) = (Mutex::new(Work::default()), AtomicBool::new(false));
        let one = || {
            let next = parts.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next();
            let Some((part, moves)) = next else { return false };
            let begin = part * each;
            let work = Work::default();
            let mut pass =
                Pass { notes, steps, count, number, is_odd, moves, begin, next: begin, work };
            pass.run(&mut Placed::first(size, count, first, part), first);
            let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            total.expanded += pass.work.expanded;
            total.moves += pass.work.moves;
            true
        };
        let helper = || {
            loop {
                if is_over.load(Relaxed) || !one() {
                    break;
                }
            }
        };
        let helpers = (1..workers.threads()).map(|_| Box::new(helper) as Box<dyn FnOnce() + Send>);
        let mut end = Ok(());
        workers.run(
            helpers.collect(),
            Box::new(|| {
                loop {
                    end = budget.poll();
                    if end.is_err() || !one() {
                        break;
                    }
                }
                // Stops the other threads from starting further work.
                is_over.store(end.is_err(), Relaxed);
            }),
        );
        end?;
        Ok(total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}

impl Placed {
    /// The placement of the first tiles with a number, in the order of ranks.
    fn first(size: Size, count: usize, first: usize, mut part: usize) -> Placed {
        let (none, cells) = (count as u8, size.cells());
        let mut placed = Placed { tiles: [none; MAX_CELLS], taken: Cells::EMPTY };
        let mut digits = [0; MAX_CELLS];
        for tile in (0..first).rev() {
            (digits[tile], part) = (part % (cells - tile), part / (cells - tile));
        }
        for (tile, digit) in digits[..first].iter().enumerate() {
            let free = Cells::below(cells as u8) - placed.taken;
            placed.put(tile, free.iter().nth(*digit).expect("a digit counts free cells"));
        }
        placed
    }

    #[inline]
    fn put(&mut self, tile: usize, cell: u8) {
        self.tiles[usize::from(cell)] = tile as u8;
        self.taken.insert(cell);
    }

    #[inline]
    fn take(&mut self, cell: u8, none: u8) {
        self.tiles[usize::from(cell)] = none;
        self.taken.remove(cell);
    }
}

/// The changes of ranks by moves.
struct Steps {
    width: u8,
    all: Cells,
    /// Cells of the first and the last column.
    edges: [Cells; 2],
    /// Every second cell, as the black ones of a chessboard: each move changes a tile's colour.
    even: Cells,
    /// The neighbours of each cell.
    beside: [Cells; MAX_CELLS],
    /// By tile: the change if it passes a free cell.
    weights: [isize; MAX_CELLS],
    /// By tile, then by tile that it passes on its way down: the additional change. A tile counts
    /// the free cells before its own cell, and the tiles placed earlier pass it.
    passed: [[isize; MAX_CELLS]; MAX_CELLS],
}

impl Steps {
    fn new(size: Size, count: usize) -> Self {
        let column =
            |x: usize| (0..size.height).map(|y| (y * size.width + x) as u8).collect::<Cells>();
        let mut steps = Steps {
            width: size.width as u8,
            all: Cells::below(size.cells() as u8),
            edges: [column(0), column(size.width - 1)],
            even: Cells::EMPTY,
            beside: [Cells::EMPTY; MAX_CELLS],
            weights: [0; MAX_CELLS],
            passed: [[0; MAX_CELLS]; MAX_CELLS],
        };
        let colour = |cell: u8| usize::from(cell) % size.width + usize::from(cell) / size.width;
        steps.even = steps.all.iter().filter(|cell| colour(*cell).is_multiple_of(2)).collect();
        for cell in steps.all {
            steps.beside[usize::from(cell)] = steps.around(Cells::of(cell)) & steps.all;
        }
        for tile in 0..count {
            let later = placements(size.cells() - tile - 1, count - tile - 1);
            steps.weights[tile] = later as isize;
        }
        for tile in 0..count {
            for other in 0..count {
                let (own, its) = (steps.weights[tile], steps.weights[other]);
                steps.passed[tile][other] = if other < tile { -own } else { its };
            }
        }
        steps
    }

    /// The cells next to some cells, and perhaps places beyond the last cell.
    #[inline]
    fn around(&self, cells: Cells) -> Cells {
        let [first, last] = self.edges;
        (cells - last).up(1)
            | (cells - first).down(1)
            | cells.up(self.width)
            | cells.down(self.width)
    }

    /// The cells that a blank can reach.
    #[inline]
    fn region(&self, blank: u8, free: Cells) -> Cells {
        let mut region = Cells::of(blank);
        loop {
            let wider = (region | self.around(region)) & free;
            if wider == region {
                return region;
            }
            region = wider;
        }
    }

    /// The change of the rank by a move to a neighbouring cell.
    #[inline]
    fn change(&self, tiles: &[u8; MAX_CELLS], from: u8, to: u8) -> isize {
        let tile = usize::from(tiles[usize::from(from)]);
        let own = self.weights[tile];
        let (above, below) = (usize::from(from.min(to)), usize::from(from.max(to)));
        let mut down = own * (below - above) as isize;
        for other in &tiles[above + 1..below] {
            down += self.passed[tile][usize::from(*other)];
        }
        if to > from { down } else { -down }
    }
}

/// The pass of a level over the placements with the same first tiles.
struct Pass<'a, N> {
    notes: &'a [N],
    steps: &'a Steps,
    count: usize,
    /// The moves that the level stands for, and the parity of its placements.
    number: u8,
    is_odd: bool,
    moves: &'a mut [u8],
    /// The rank of the first placement, and of the next one.
    begin: usize,
    next: usize,
    work: Work,
}

impl<N: Note> Pass<'_, N> {
    /// Goes through all placements of the tiles from a number onward. Those of the other parity are
    /// being marked.
    fn run(&mut self, placed: &mut Placed, tile: usize) {
        let free = self.steps.all - placed.taken;
        if tile + 1 < self.count {
            for cell in free {
                placed.put(tile, cell);
                self.run(placed, tile + 1);
                placed.take(cell, self.count as u8);
            }
        } else if tile == self.count {
            if self.is_of_level(placed.taken) {
                self.visit(placed);
            }
            self.next += 1;
        } else {
            let is_now = self.is_of_level(placed.taken);
            for cell in free {
                let is_even = self.steps.even.contains(cell);
                if is_even == is_now && !self.notes[self.next].read().1.is_empty() {
                    placed.put(tile, cell);
                    self.visit(placed);
                    placed.take(cell, self.count as u8);
                }
                self.next += 1;
            }
        }
    }

    /// Whether tiles in these cells have the parity of the level.
    fn is_of_level(&self, taken: Cells) -> bool {
        ((taken - self.steps.even).len() % 2 == 1) == self.is_odd
    }

    /// Expands the next placement.
    fn visit(&mut self, placed: &Placed) {
        let (mut seen, mut marked) = self.notes[self.next].read();
        if marked.is_empty() {
            return;
        }
        let known = &mut self.moves[self.next - self.begin];
        *known = (*known).min(self.number);
        let free = self.steps.all - placed.taken;
        while let Some(blank) = marked.first() {
            let region = self.steps.region(blank, free);
            (seen, marked) = (seen | region, marked - region);
            self.work.expanded += 1;
            for from in self.steps.around(region) & placed.taken {
                for to in self.steps.beside[usize::from(from)] & region {
                    let change = self.steps.change(&placed.tiles, from, to);
                    self.notes[self.next.wrapping_add_signed(change)].mark(from);
                    self.work.moves += 1;
                }
            }
        }
        self.notes[self.next].close(seen);
    }
}
