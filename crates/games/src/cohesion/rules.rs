//! The rules: pieces shift one cell, and are glued to the pieces of their colour that they touch.

use patience_core::Game;

use crate::grid::{Direction, MAX_CELLS, Packed, Packing, Size};

/// A board of Cohesion to be solved.
///
/// ```
/// use patience_core::Game;
/// use patience_games::cohesion::read;
///
/// let game = read("R.R/B.B")?;
/// assert_eq!(game.pieces(&game.start()), 4);
/// assert!(!game.is_goal(&game.start()), "each colour has two pieces");
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CohesionGame {
    size: Size,
    /// The letters of the colours, ascending; a cell holds the number of its colour in this list
    /// from 1, or 0.
    letters: Box<[char]>,
    packing: Packing,
    start: Packed,
}

/// A position of a [`CohesionGame`]: the colour grid, packed. It is its own exact key, because
/// touching cells of a colour are one piece.
pub type CohesionState = Packed;

/// A move of a [`CohesionGame`]: the piece shifts one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CohesionMove {
    /// The piece's first cell in reading order.
    pub cell: u8,
    /// The direction of the shift.
    pub direction: Direction,
}

/// A piece of a [`CohesionGame`]: touching cells of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number of its colour, from 1 in the order of the letters.
    pub colour: u8,
    /// Its first cell in reading order.
    pub first: usize,
    /// Its cells.
    pub size: usize,
}

/// The directions in which each piece is tried, in the order `UDLR`.
const ORDER: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

/// A blank cell of a [`Board`].
pub(super) const BLANK: u8 = 0;

/// The border around a [`Board`].
pub(super) const BORDER: u8 = u8::MAX;

/// The cells of the largest board with a border around it: 32x8.
pub(super) const MAX_BORDERED: usize = (32 + 2) * (8 + 2);

/// An unpacked position: one byte per cell with a border all around, so that neighbours need no
/// checks.
pub(super) struct Board {
    pub cells: [u8; MAX_BORDERED],
    size: Size,
}

impl Board {
    /// Distance from one row to the next.
    pub fn stride(&self) -> usize {
        self.size.width + 2
    }

    /// The place of a cell on this board.
    #[inline]
    pub fn place(&self, cell: usize) -> usize {
        (cell / self.size.width + 1) * self.stride() + cell % self.size.width + 1
    }

    /// The cell of a place within the border.
    #[inline]
    pub fn cell(&self, place: usize) -> usize {
        (place / self.stride() - 1) * self.size.width + place % self.stride() - 1
    }

    /// The places within the border in reading order.
    pub fn places(&self) -> impl Iterator<Item = usize> + use<> {
        let (stride, width) = (self.stride(), self.size.width);
        (1..=self.size.height).flat_map(move |row| row * stride + 1..row * stride + 1 + width)
    }

    /// The number of places, including the border.
    pub fn len(&self) -> usize {
        self.stride() * (self.size.height + 2)
    }

    /// The place next to another.
    #[inline]
    pub fn step(&self, place: usize, direction: Direction) -> usize {
        match direction {
            Direction::Left => place - 1,
            Direction::Right => place + 1,
            Direction::Up => place - self.stride(),
            Direction::Down => place + self.stride(),
        }
    }

    /// The places of the piece at `place`, which must not be blank. `seen` marks them; none may be
    /// marked before.
    #[inline]
    pub fn piece<'a>(
        &self,
        place: usize,
        seen: &mut [bool; MAX_BORDERED],
        buffer: &'a mut [u16; MAX_CELLS],
    ) -> &'a [u16] {
        let colour = self.cells[place];
        buffer[0] = place as u16;
        seen[place] = true;
        let (mut done, mut len) = (0, 1);
        while done < len {
            let from = usize::from(buffer[done]);
            done += 1;
            for direction in Direction::ALL {
                let next = self.step(from, direction);
                if self.cells[next] == colour && !seen[next] {
                    seen[next] = true;
                    buffer[len] = next as u16;
                    len += 1;
                }
            }
        }
        &buffer[..len]
    }

    /// Calls `visit` with each piece in the order of their first cells, until it returns false.
    #[inline]
    pub fn each_piece(&self, mut visit: impl FnMut(&[u16]) -> bool) {
        let (mut seen, mut buffer) = ([false; MAX_BORDERED], [0; MAX_CELLS]);
        for place in self.places() {
            if self.cells[place] != BLANK
                && !seen[place]
                && !visit(self.piece(place, &mut seen, &mut buffer))
            {
                return;
            }
        }
    }
}

impl CohesionGame {
    /// Creates a game on a board: the letter of each cell's colour, `None` if it is blank.
    ///
    /// # Panics
    /// If the number of cells does not match the size.
    pub fn new(size: Size, cells: &[Option<char>]) -> Self {
        assert_eq!(cells.len(), size.cells(), "every cell is described");
        let mut letters: Vec<char> = cells.iter().copied().flatten().collect();
        letters.sort_unstable();
        letters.dedup();
        assert!(letters.len() < usize::from(BORDER), "colours fit in a byte");
        let number =
            |letter: char| letters.binary_search(&letter).map_or(BLANK, |index| index as u8 + 1);
        let grid: Vec<u8> = cells.iter().map(|cell| cell.map_or(BLANK, number)).collect();
        let packing = Packing::of_numbers_to(letters.len() as u8);
        CohesionGame { size, start: packing.pack(&grid), packing, letters: letters.into() }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The letters of the colours, ascending.
    pub fn letters(&self) -> &[char] {
        &self.letters
    }

    /// Returns the letter of each cell's colour in reading order, `None` if it is blank.
    pub fn cells(&self, state: &CohesionState) -> Vec<Option<char>> {
        self.grid(state)
            .into_iter()
            .map(|number| number.checked_sub(1).map(|i| self.letters[usize::from(i)]))
            .collect()
    }

    /// The first cell in reading order of the piece that covers `cell`; `None` if it is blank.
    pub fn first_cell(&self, state: &CohesionState, cell: usize) -> Option<usize> {
        let board = self.board(state);
        let place = board.place(cell);
        let piece_of = || {
            board
                .piece(place, &mut [false; MAX_BORDERED], &mut [0; MAX_CELLS])
                .iter()
                .min()
                .copied()
        };
        (board.cells[place] != BLANK)
            .then(piece_of)
            .flatten()
            .map(|first| board.cell(usize::from(first)))
    }

    /// Calls `visit` with each piece in the order of their first cells.
    pub fn each_piece(&self, state: &CohesionState, mut visit: impl FnMut(Piece)) {
        let board = self.board(state);
        board.each_piece(|places| {
            let first = usize::from(places[0]);
            visit(Piece {
                colour: board.cells[first],
                first: board.cell(first),
                size: places.len(),
            });
            true
        });
    }

    /// The number of pieces.
    pub fn pieces(&self, state: &CohesionState) -> usize {
        let mut count = 0;
        self.each_piece(state, |_| count += 1);
        count
    }

    /// Writes the number of each cell's colour in reading order: from 1 in the order of the
    /// letters, 0 for blank.
    ///
    /// # Panics
    /// If the length of `numbers` is not the number of cells.
    #[inline]
    pub fn unpack(&self, state: &CohesionState, numbers: &mut [u8]) {
        assert_eq!(numbers.len(), self.size.cells(), "every cell has its place");
        self.packing.unpack(state, numbers);
    }

    /// Returns the state with the letter of each cell's colour, `None` if it is blank. Returns
    /// `None` if the size or the number of cells of a letter differs from the level.
    pub fn state(&self, cells: impl ExactSizeIterator<Item = Option<char>>) -> Option<Packed> {
        if cells.len() != self.size.cells() {
            return None;
        }
        let mut numbers = [BLANK; MAX_CELLS];
        // By colour, the number of cells in excess of the start.
        let mut more = [0i32; BORDER as usize];
        for (number, cell) in numbers.iter_mut().zip(cells) {
            if let Some(letter) = cell {
                *number = self.letters.binary_search(&letter).ok()? as u8 + 1;
            }
            more[usize::from(*number)] += 1;
        }
        self.grid(&self.start).into_iter().for_each(|number| more[usize::from(number)] -= 1);
        more.iter()
            .all(|count| *count == 0)
            .then(|| self.packing.pack(&numbers[..self.size.cells()]))
    }

    /// The number of each cell's colour in reading order.
    fn grid(&self, state: &CohesionState) -> Vec<u8> {
        let mut grid = vec![BLANK; self.size.cells()];
        self.packing.unpack(state, &mut grid);
        grid
    }

    #[inline]
    pub(super) fn board(&self, state: &CohesionState) -> Board {
        let mut flat = [BLANK; MAX_CELLS];
        let flat = &mut flat[..self.size.cells()];
        self.packing.unpack(state, flat);
        let mut board = Board { cells: [BORDER; MAX_BORDERED], size: self.size };
        for (row, cells) in flat.chunks_exact(self.size.width).enumerate() {
            let begin = (row + 1) * board.stride() + 1;
            board.cells[begin..begin + cells.len()].copy_from_slice(cells);
        }
        board
    }

    #[inline]
    fn pack(&self, board: &Board) -> Packed {
        let mut flat = [BLANK; MAX_CELLS];
        let flat = &mut flat[..self.size.cells()];
        for (row, cells) in flat.chunks_exact_mut(self.size.width).enumerate() {
            let begin = (row + 1) * board.stride() + 1;
            cells.copy_from_slice(&board.cells[begin..begin + cells.len()]);
        }
        self.packing.pack(flat)
    }
}

impl Game for CohesionGame {
    type State = CohesionState;
    type Move = CohesionMove;
    type Key = Packed;

    fn start(&self) -> CohesionState {
        self.start.clone()
    }

    /// One piece for each colour.
    fn is_goal(&self, state: &CohesionState) -> bool {
        let board = self.board(state);
        let mut colours = [false; BORDER as usize];
        let mut single = true;
        board.each_piece(|piece| {
            let colour = &mut colours[usize::from(board.cells[usize::from(piece[0])])];
            single = !std::mem::replace(colour, true);
            single
        });
        single
    }

    /// For each piece, in the order of first cells, the legal directions of U, D, L, R.
    fn moves(&self, state: &CohesionState, out: &mut Vec<CohesionMove>) {
        let board = self.board(state);
        // The piece that covers each place, by its first place, which is never 0.
        let mut owner = [0; MAX_BORDERED];
        board.each_piece(|piece| {
            piece.iter().for_each(|place| owner[usize::from(*place)] = piece[0]);
            let free = |to: usize| board.cells[to] == BLANK || owner[to] == piece[0];
            let fits = |direction| {
                piece.iter().all(|place| free(board.step(usize::from(*place), direction)))
            };
            let cell = board.cell(usize::from(piece[0])) as u8;
            let moves = ORDER.into_iter().filter(|direction| fits(*direction));
            out.extend(moves.map(|direction| CohesionMove { cell, direction }));
            true
        });
    }

    fn apply(&self, state: &CohesionState, mv: CohesionMove) -> CohesionState {
        let mut board = self.board(state);
        let place = board.place(usize::from(mv.cell));
        let colour = board.cells[place];
        let mut buffer = [0; MAX_CELLS];
        let piece = board.piece(place, &mut [false; MAX_BORDERED], &mut buffer);
        piece.iter().for_each(|place| board.cells[usize::from(*place)] = BLANK);
        for place in piece {
            let to = board.step(usize::from(*place), mv.direction);
            debug_assert_eq!(board.cells[to], BLANK, "the move is legal");
            board.cells[to] = colour;
        }
        self.pack(&board)
    }

    fn key(&self, state: &CohesionState) -> Packed {
        state.clone()
    }
}
