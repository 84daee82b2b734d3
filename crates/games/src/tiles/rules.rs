//! The rules: a move tilts the board, and every piece slides until something stops it.

use std::ops::Range;

use patience_core::Game;

use crate::grid::{Direction, MAX_CELLS, Packed, Packing, Size};

/// A level of Match the Tiles.
///
/// ```
/// use patience_core::replay;
/// use patience_games::grid::Direction;
/// use patience_games::tiles::read;
///
/// let game = read("R..r/.#..")?;
/// assert_eq!(replay(&game, &[Direction::Left]), Ok(1), "the piece slides to its target");
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TilesGame {
    size: Size,
    obstacles: Box<[bool]>,
    /// Colour of the target on each cell, `None` if there is none.
    targets: Box<[Option<u8>]>,
    /// The colours of the pieces, ascending: pieces are numbered by colour.
    colours: Box<[u8]>,
    /// The runs of two or more equal colours: their pieces are interchangeable.
    groups: Box<[Range<usize>]>,
    /// For each direction and cell, the cell where a lone piece stops.
    stops: [Box<[u8]>; 4],
    start: Packed,
}

/// A position of a [`TilesGame`]: the cells of the pieces, packed; within a colour in ascending
/// order, because pieces of one colour are interchangeable.
pub type TilesState = Packed;

impl TilesGame {
    /// Positions are bytes: cells are at most 256.
    const PACKING: Packing = Packing::of_numbers_to(u8::MAX);

    /// Creates a level: `pieces` are colours (1 to 26, for `A` to `Z`) with cells, `targets`
    /// colours by cell.
    ///
    /// # Panics
    /// If a piece is on an obstacle or on another piece, or the lengths of the slices do not match
    /// the size.
    pub fn new(
        size: Size,
        obstacles: &[bool],
        targets: &[Option<u8>],
        mut pieces: Vec<(u8, usize)>,
    ) -> Self {
        assert!(
            obstacles.len() == size.cells() && targets.len() == size.cells(),
            "every cell is described"
        );
        pieces.sort_unstable();
        let mut cells: Vec<usize> = pieces.iter().map(|(_, cell)| *cell).collect();
        assert!(cells.iter().all(|cell| !obstacles[*cell]), "pieces do not stand on obstacles");
        let packed: Vec<u8> = cells.iter().map(|cell| *cell as u8).collect();
        cells.sort_unstable();
        assert!(cells.windows(2).all(|pair| pair[0] != pair[1]), "no two pieces stand on one cell");
        let colours: Box<[u8]> = pieces.iter().map(|(colour, _)| *colour).collect();
        let mut groups = Vec::new();
        for group in colours.chunk_by(|a, b| a == b) {
            let begin = groups.last().map_or(0, |last: &Range<usize>| last.end);
            groups.push(begin..begin + group.len());
        }
        groups.retain(|group| group.len() > 1);
        let stop = |cell: usize, direction| {
            let mut cell = cell;
            while let Some(next) = size.neighbour(cell, direction).filter(|next| !obstacles[*next])
            {
                cell = next;
            }
            cell as u8
        };
        TilesGame {
            size,
            obstacles: obstacles.into(),
            targets: targets.into(),
            colours,
            groups: groups.into(),
            stops: Direction::ALL
                .map(|direction| (0..size.cells()).map(|cell| stop(cell, direction)).collect()),
            start: Self::PACKING.pack(&packed),
        }
    }

    /// The level that starts in a state of this one.
    pub(super) fn starting_at(&self, state: &TilesState) -> Self {
        TilesGame { start: state.clone(), ..self.clone() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whether there is an obstacle on a cell.
    pub fn is_obstacle(&self, cell: usize) -> bool {
        self.obstacles[cell]
    }

    /// The colour (1 to 26) of the target on a cell.
    pub fn target(&self, cell: usize) -> Option<u8> {
        self.targets[cell]
    }

    /// The colours of the pieces, ascending.
    pub fn colours(&self) -> &[u8] {
        &self.colours
    }

    /// The pieces of a state as colours with cells, ascending.
    pub fn pieces(&self, state: &TilesState) -> Vec<(u8, usize)> {
        let mut buffer = [0; MAX_CELLS];
        let cells = self.unpack(state, &mut buffer);
        self.colours.iter().zip(cells).map(|(colour, cell)| (*colour, usize::from(*cell))).collect()
    }

    /// The state with these pieces, colours (1 to 26) with cells, in any order; `None` if the level
    /// has other pieces, or one would be on an obstacle or on another.
    pub fn state(&self, mut pieces: Vec<(u8, usize)>) -> Option<TilesState> {
        pieces.sort_unstable();
        let mut taken = [false; MAX_CELLS];
        let stands = |&(_, cell): &(u8, usize)| {
            cell < self.size.cells()
                && !self.obstacles[cell]
                && !std::mem::replace(&mut taken[cell], true)
        };
        let fits = self.colours.iter().eq(pieces.iter().map(|(colour, _)| colour))
            && pieces.iter().all(stands);
        let cells: Vec<u8> = pieces.iter().map(|(_, cell)| *cell as u8).collect();
        fits.then(|| Self::PACKING.pack(&cells))
    }

    /// The cell where the piece on `cell` ends when the board is tilted in `state`.
    pub(super) fn end_of_slide(
        &self,
        state: &TilesState,
        cell: usize,
        direction: Direction,
    ) -> usize {
        let mut buffer = [0; MAX_CELLS];
        let cells = &*self.unpack(state, &mut buffer);
        usize::from(self.slide(cells, cell as u8, direction))
    }

    /// The cell where a lone piece stops when it slides from `cell`.
    pub(super) fn stop(&self, cell: usize, direction: Direction) -> usize {
        usize::from(self.stops[direction as usize][cell])
    }

    /// The cells of the pieces, in the order of their colours, ascending within a colour.
    #[inline]
    pub fn unpack<'a>(&self, state: &TilesState, buffer: &'a mut [u8; MAX_CELLS]) -> &'a mut [u8] {
        let cells = &mut buffer[..self.colours.len()];
        Self::PACKING.unpack(state, cells);
        cells
    }

    /// The cell where a piece ends: next to the pieces ahead of it in its free stretch.
    #[inline]
    fn slide(&self, cells: &[u8], cell: u8, direction: Direction) -> u8 {
        let stops = &self.stops[direction as usize];
        let stop = stops[usize::from(cell)];
        let backwards = matches!(direction, Direction::Left | Direction::Up);
        let ahead = |other: u8| if backwards { other < cell } else { other > cell };
        let queue = cells
            .iter()
            .filter(|other| stops[usize::from(**other)] == stop && ahead(**other))
            .count();
        let step = if matches!(direction, Direction::Left | Direction::Right) {
            1
        } else {
            self.size.width
        };
        let back = (queue * step) as u8;
        if backwards { stop + back } else { stop - back }
    }
}

impl Game for TilesGame {
    type State = TilesState;
    type Move = Direction;
    type Key = Packed;

    fn start(&self) -> TilesState {
        self.start.clone()
    }

    /// Every piece is on a target of its colour.
    fn is_goal(&self, state: &TilesState) -> bool {
        let mut buffer = [0; MAX_CELLS];
        let cells = self.unpack(state, &mut buffer);
        cells
            .iter()
            .zip(&self.colours)
            .all(|(cell, colour)| self.targets[usize::from(*cell)] == Some(*colour))
    }

    /// The tilts that move a piece, in the order `LRUD`.
    fn moves(&self, state: &TilesState, out: &mut Vec<Direction>) {
        let mut buffer = [0; MAX_CELLS];
        let cells = &*self.unpack(state, &mut buffer);
        let shifts =
            |direction| cells.iter().any(|cell| self.slide(cells, *cell, direction) != *cell);
        out.extend(Direction::ALL.into_iter().filter(|direction| shifts(*direction)));
    }

    fn apply(&self, state: &TilesState, direction: Direction) -> TilesState {
        let (mut before, mut after) = ([0; MAX_CELLS], [0; MAX_CELLS]);
        let before = &*self.unpack(state, &mut before);
        let after = &mut after[..before.len()];
        for (new, cell) in after.iter_mut().zip(before) {
            *new = self.slide(before, *cell, direction);
        }
        for group in &self.groups {
            after[group.clone()].sort_unstable();
        }
        Self::PACKING.pack(after)
    }

    fn key(&self, state: &TilesState) -> Packed {
        state.clone()
    }
}
