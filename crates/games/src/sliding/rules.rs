//! The rules: a tile next to the blank slides into it.

use patience_core::sets::Bits;
use patience_core::{Game, Reversible};

use crate::grid::{Direction, Size};

/// The longest side of a board.
pub(super) const MAX_SIDE: usize = 5;

/// Cells of the largest board.
pub(super) const MAX_CELLS: usize = MAX_SIDE * MAX_SIDE;

/// Directions of the blank in the order of Korf (1985): his counts of nodes depend on it.
const ORDER: [Direction; 4] = [Direction::Up, Direction::Left, Direction::Right, Direction::Down];

/// The home of the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// At the upper left, as in research.
    First,
    /// At the lower right, as on commercial puzzles.
    Last,
}

/// A board of sliding tiles to be solved.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::sliding::SlidingDomain;
///
/// let game = SlidingDomain.read("standard", "3 1 2 / 4 7 5 / 6 8 0")?;
/// let mut moves = Vec::new();
/// game.moves(&game.start(), &mut moves);
/// assert_eq!(moves, [5, 7], "the cells above the blank and left of it");
/// assert!(game.is_solvable());
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct SlidingGame {
    size: Size,
    corner: Corner,
    /// Neighbours of each cell in the order of [`ORDER`], and their number.
    beside: [([u8; 4], u8); MAX_CELLS],
    start: SlidingState,
    goal: SlidingState,
    is_solvable: bool,
}

/// A position of a [`SlidingGame`]: the tile on each cell, 0 for the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlidingState {
    cells: [u8; MAX_CELLS],
    blank: u8,
}

impl SlidingState {
    /// The tile on a cell; 0 is the blank.
    #[inline]
    pub fn tile(&self, cell: usize) -> u8 {
        self.cells[cell]
    }

    /// The cell of the blank.
    #[inline]
    pub fn blank(&self) -> usize {
        usize::from(self.blank)
    }
}

impl SlidingGame {
    /// The board with a tile on each cell in reading order; each of 0, 1, 2, … must occur once.
    pub(super) fn new(size: Size, corner: Corner, tiles: &[u8]) -> Self {
        let count = size.cells();
        let goal: Vec<u8> = (0..count).map(|cell| tile_at_home(count, corner, cell)).collect();
        let (start, goal) = (state_of(tiles), state_of(&goal));
        let is_solvable = is_even(size, &start, &goal);
        SlidingGame { size, corner, beside: neighbours(size), start, goal, is_solvable }
    }

    /// Returns the same board from another position.
    pub(super) fn starting_at(&self, state: &SlidingState) -> Self {
        SlidingGame::new(self.size, self.corner, self.tiles(state))
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The home of the blank.
    pub fn corner(&self) -> Corner {
        self.corner
    }

    /// The tiles of a state in reading order.
    pub fn tiles<'a>(&self, state: &'a SlidingState) -> &'a [u8] {
        &state.cells[..self.size.cells()]
    }

    /// The state with the given tiles in reading order; `None` unless each number occurs once and
    /// the position is reachable from the start.
    pub fn state(&self, tiles: &[u8]) -> Option<SlidingState> {
        let count = self.size.cells();
        let seen: Bits<u32, u8> =
            tiles.iter().copied().filter(|tile| usize::from(*tile) < count).collect();
        if tiles.len() != count || seen.len() as usize != count {
            return None;
        }
        let state = state_of(tiles);
        is_even(self.size, &self.start, &state).then_some(state)
    }

    /// The home of a tile; 0 is the blank.
    pub fn home(&self, tile: u8) -> usize {
        let (tile, last) = (usize::from(tile), self.size.cells() - 1);
        match (self.corner, tile) {
            (Corner::First, _) => tile,
            (Corner::Last, 0) => last,
            (Corner::Last, _) => tile - 1,
        }
    }

    /// Whether the goal is reachable. Each move swaps the blank with a neighbour: it turns an even
    /// permutation into an odd one and vice versa, and changes the distance of the blank from its
    /// home by one. So a position leads to the goal only if both are even or both odd; on boards of
    /// two rows and two columns or more this suffices (Johnson and Story 1879).
    pub fn is_solvable(&self) -> bool {
        self.is_solvable
    }
}

/// The tile that belongs on a cell.
fn tile_at_home(count: usize, corner: Corner, cell: usize) -> u8 {
    match corner {
        Corner::First => cell as u8,
        Corner::Last => ((cell + 1) % count) as u8,
    }
}

/// The state of a list of tiles.
fn state_of(tiles: &[u8]) -> SlidingState {
    let mut cells = [0; MAX_CELLS];
    cells[..tiles.len()].copy_from_slice(tiles);
    let blank = tiles.iter().position(|tile| *tile == 0).expect("a board has a blank");
    SlidingState { cells, blank: blank as u8 }
}

/// Whether one position leads to the other: see [`SlidingGame::is_solvable`].
fn is_even(size: Size, from: &SlidingState, to: &SlidingState) -> bool {
    let count = size.cells();
    let place = |cell: usize| (0..count).find(|at| to.cells[*at] == from.cells[cell]);
    let places: Vec<usize> =
        (0..count).map(|cell| place(cell).expect("both have the same tiles")).collect();
    let inversions = (0..count)
        .flat_map(|later| (0..later).map(move |before| (before, later)))
        .filter(|(before, later)| places[*before] > places[*later])
        .count();
    let (width, from, to) = (size.width, from.blank(), to.blank());
    let distance = (from % width).abs_diff(to % width) + (from / width).abs_diff(to / width);
    inversions % 2 == distance % 2
}

/// Returns the neighbours of each cell.
fn neighbours(size: Size) -> [([u8; 4], u8); MAX_CELLS] {
    std::array::from_fn(|cell| {
        let mut beside = ([0; 4], 0);
        if cell < size.cells() {
            for next in ORDER.into_iter().filter_map(|way| size.neighbour(cell, way)) {
                beside.0[usize::from(beside.1)] = next as u8;
                beside.1 += 1;
            }
        }
        beside
    })
}

impl Game for SlidingGame {
    type State = SlidingState;
    /// The cell whose tile slides into the blank.
    type Move = u8;
    /// Five bits per cell, twelve cells per word. With 25 cells the last one is omitted, since the
    /// others imply it.
    type Key = [u64; 2];

    fn start(&self) -> SlidingState {
        self.start
    }

    fn is_goal(&self, state: &SlidingState) -> bool {
        *state == self.goal
    }

    #[inline]
    fn moves(&self, state: &SlidingState, moves: &mut Vec<u8>) {
        let (beside, count) = &self.beside[state.blank()];
        moves.extend_from_slice(&beside[..usize::from(*count)]);
    }

    #[inline]
    fn apply(&self, state: &SlidingState, from: u8) -> SlidingState {
        let mut after = *state;
        after.cells[state.blank()] = state.cells[usize::from(from)];
        after.cells[usize::from(from)] = 0;
        after.blank = from;
        after
    }

    fn is_undirected(&self) -> bool {
        true
    }

    #[inline]
    fn key(&self, state: &SlidingState) -> [u64; 2] {
        let word = |cells: &[u8]| cells.iter().fold(0, |word, tile| word << 5 | u64::from(*tile));
        [word(&state.cells[..12]), word(&state.cells[12..24])]
    }
}

impl Reversible for SlidingGame {
    fn goals(&self) -> Vec<SlidingState> {
        vec![self.goal]
    }

    /// A slide is taken back by a slide of the same tile.
    fn predecessors(&self, state: &SlidingState, out: &mut Vec<(SlidingState, u32)>) {
        let (beside, count) = &self.beside[state.blank()];
        out.extend(beside[..usize::from(*count)].iter().map(|from| (self.apply(state, *from), 1)));
    }
}
