//! Cohesion and Match the Tiles, boards of letters, and sliding tiles, boards of numbers: rows
//! joined by `/`.

use std::collections::BTreeSet;

use crate::{Deal, Failure, Game, component, refuse_if};

/// An empty cell of a state.
const EMPTY: u8 = b'.';
/// The directions by their letters, with their changes of column and row.
const DIRECTIONS: [(u8, isize, isize); 4] =
    [(b'L', -1, 0), (b'R', 1, 0), (b'U', 0, -1), (b'D', 0, 1)];

/// A rectangle of at most 256 cells and 32 per side, and its width.
struct Grid(Vec<u8>, usize);

impl Grid {
    fn read(text: &str) -> Result<Self, Failure> {
        let rows: Vec<&[u8]> = text.split('/').map(str::as_bytes).collect();
        let (width, height) = (rows[0].len(), rows.len());
        let fits = (1..=32).contains(&width) && height <= 32 && width * height <= 256;
        refuse_if(
            !fits || rows.iter().any(|row| row.len() != width),
            "not a valid deal; expected rows of one length, at most 32 per side and 256 cells",
        )?;
        Ok(Grid(rows.concat(), width))
    }

    /// The cell next to another, if there is one.
    fn next(&self, cell: usize, (_, right, down): (u8, isize, isize)) -> Option<usize> {
        let column = (cell % self.1).checked_add_signed(right).filter(|column| *column < self.1)?;
        let row = (cell / self.1).checked_add_signed(down)?;
        Some(row * self.1 + column).filter(|cell| *cell < self.0.len())
    }
}

/// Cohesion: neighbouring cells of one letter are a piece. A piece shifts by one cell if every cell
/// that it enters is empty or already part of it. Won when every letter is one piece.
struct Cohesion(Grid);

/// Reads a board of Cohesion: a letter for each colour, `.` for an empty cell.
///
/// ```
/// let (game, start) = patience_check::grids::read_cohesion("RR./BB.").unwrap();
/// assert!(game.is_won(&start), "one piece of each colour");
/// ```
pub fn read_cohesion(text: &str) -> Result<Deal, Failure> {
    let grid = Grid::read(text)?;
    let start = grid.0.clone();
    let is_sign = |sign: &u8| *sign == EMPTY || sign.is_ascii_uppercase();
    refuse_if(
        !start.iter().all(is_sign) || start.iter().all(|sign| *sign == EMPTY),
        "not a valid deal; expected one or more capital letters, and `.`",
    )?;
    Ok((Box::new(Cohesion(grid)), start))
}

impl Cohesion {
    /// The pieces in the order of their first cells, each with its first cell first.
    fn pieces(&self, state: &[u8]) -> Vec<Vec<usize>> {
        let alike = |from: usize| {
            let next = DIRECTIONS.iter().filter_map(move |way| self.0.next(from, *way));
            next.filter(move |to| state[*to] == state[from])
        };
        // Empty cells are in no piece.
        let mut marked: Vec<bool> = state.iter().map(|sign| *sign == EMPTY).collect();
        let piece = |cell: usize| (!marked[cell]).then(|| component(cell, &mut marked, alike));
        (0..state.len()).filter_map(piece).collect()
    }
}

impl Game for Cohesion {
    fn is_won(&self, state: &[u8]) -> bool {
        let pieces = self.pieces(state);
        let letters: BTreeSet<u8> = pieces.iter().map(|piece| state[piece[0]]).collect();
        letters.len() == pieces.len()
    }

    /// A move is named by the piece's first cell and the direction.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let shift = |(piece, way): (&Vec<usize>, (u8, isize, isize))| {
            let letter = state[piece[0]];
            let to: Vec<usize> =
                piece.iter().map(|&cell| self.0.next(cell, way)).collect::<Option<_>>()?;
            // A cell of the same letter next to a cell of a piece belongs to it.
            if to.iter().any(|cell| state[*cell] != EMPTY && state[*cell] != letter) {
                return None;
            }
            let mut after = state.to_vec();
            piece.iter().for_each(|cell| after[*cell] = EMPTY);
            to.iter().for_each(|cell| after[*cell] = letter);
            Some(([piece[0] as u8, way.0], after))
        };
        let pieces = self.pieces(state);
        let shifts = pieces.iter().flat_map(|piece| DIRECTIONS.map(|way| (piece, way)));
        shifts.filter_map(shift).collect()
    }
}

/// Match the Tiles: a move tilts the board, and every piece slides until an obstacle, the edge or
/// another piece stops it. Won when every piece is on a target of its colour. The ground:
/// obstacles (`#`), targets (capital letters) and free cells (`.`).
struct Tiles(Grid);

/// Reads a board of Match the Tiles: `#` for an obstacle, a small letter for a piece, a capital
/// letter for its target, `*` for both, named in reading order by a last row such as `*=aB,bB`.
///
/// ```
/// let (game, start) = patience_check::grids::read_tiles("r..R").unwrap();
/// assert_eq!(game.moves(&start).len(), 1, "to the right");
/// ```
pub fn read_tiles(text: &str) -> Result<Deal, Failure> {
    let mut parts = text.splitn(2, "/*=");
    let mut ground = Grid::read(parts.next().unwrap_or_default())?;
    let mut both = parts.flat_map(|legend| legend.split(',')).map(str::as_bytes);
    let mut start = vec![EMPTY; ground.0.len()];
    for (piece, ground) in start.iter_mut().zip(&mut ground.0) {
        match (*ground, if *ground == b'*' { both.next() } else { None }) {
            (b'#' | b'.' | b'A'..=b'Z', _) => {}
            (b'a'..=b'z', _) => *piece = std::mem::replace(ground, EMPTY),
            (_, Some(&[on @ b'a'..=b'z', under @ b'A'..=b'Z'])) => (*piece, *ground) = (on, under),
            _ => {
                return Err("not a valid deal; expected letters, `#`, `.`, or `*` with a pair in \
                            the last row"
                    .into());
            }
        }
    }
    refuse_if(
        both.next().is_some() || start.iter().all(|piece| *piece == EMPTY),
        "not a valid deal; expected at least one piece, and one pair in the last row for each `*`",
    )?;
    Ok((Box::new(Tiles(ground)), start))
}

impl Game for Tiles {
    fn is_won(&self, state: &[u8]) -> bool {
        let mut cells = state.iter().zip(&self.0.0);
        cells.all(|(piece, ground)| *piece == EMPTY || piece.to_ascii_uppercase() == *ground)
    }

    /// A move is named by its direction and 0. A tilt that moves nothing is not a legal move.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let tilt = |way: (u8, isize, isize)| {
            let mut after = state.to_vec();
            // The foremost pieces slide first, so that each has stopped before the next one
            // arrives.
            let from_the_end = way.1 + way.2 > 0;
            for index in 0..after.len() {
                let mut cell = if from_the_end { after.len() - 1 - index } else { index };
                while let Some(to) = self.0.next(cell, way)
                    && self.0.0[to] != b'#'
                    && after[to] == EMPTY
                {
                    after.swap(cell, to);
                    cell = to;
                }
            }
            ([way.0, 0], after)
        };
        DIRECTIONS.into_iter().map(tilt).filter(|(_, after)| after[..] != *state).collect()
    }
}

/// Sliding tiles: a tile next to the blank, 0, slides into it. Won when the board is this grid.
///
/// *Lemma (parity).* A slide exchanges two numbers of the board, which turns an even permutation
/// into an odd one and vice versa, and changes the distance of the blank from its home by one. Both
/// parities therefore stay equal or different forever, and at the goal they are equal.
struct Sliding(Grid);

/// Reads a board of sliding tiles: numbers from 0 upward, each once. The blank belongs at the end
/// or at the start.
///
/// ```
/// let (game, start) = patience_check::grids::read_sliding("2 1 / 3 0", true).unwrap();
/// assert_eq!(game.is_cut(&start), Some("parity"));
/// ```
pub fn read_sliding(text: &str, blank_last: bool) -> Result<Deal, Failure> {
    let rows: Vec<Vec<&str>> = text.split(" / ").map(|row| row.split(' ').collect()).collect();
    let (width, count) = (rows[0].len(), rows.concat().len());
    let number = |word: &&str| (0..count as u8).find(|tile| tile.to_string() == **word);
    let start: Option<Vec<u8>> = rows.concat().iter().map(number).collect();
    let sizes = [width, rows.len()].iter().all(|side| (2..6).contains(side));
    let is_board = sizes && rows.iter().all(|row| row.len() == width);
    let is_whole = |start: &Vec<u8>| start.iter().collect::<BTreeSet<_>>().len() == count;
    let start = start.filter(|start| is_board && is_whole(start));
    let start = start.ok_or("not a valid deal; expected 2 to 5 rows of 2 to 5 numbers from 0")?;
    let home = (0..count).map(|cell| ((cell + usize::from(blank_last)) % count) as u8).collect();
    Ok((Box::new(Sliding(Grid(home, width))), start))
}

impl Game for Sliding {
    fn is_won(&self, state: &[u8]) -> bool {
        state == self.0.0
    }

    /// A move is named by the cell that the tile leaves, and 0.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let Some(blank) = state.iter().position(|tile| *tile == 0) else { return Vec::new() };
        let slide = |from: usize| {
            let mut after = state.to_vec();
            after.swap(blank, from);
            ([from as u8, 0], after)
        };
        DIRECTIONS.iter().filter_map(|way| self.0.next(blank, *way)).map(slide).collect()
    }

    fn is_cut(&self, state: &[u8]) -> Option<&'static str> {
        let home = |tile: &u8| self.0.0.iter().position(|home| home == tile);
        let homes: Vec<usize> = state.iter().map(home).collect::<Option<_>>()?;
        let pairs = (0..homes.len()).flat_map(|later| (0..later).map(move |at| (at, later)));
        let inversions = pairs.filter(|(at, later)| homes[*at] > homes[*later]).count();
        let (blank, width) = (state.iter().position(|tile| *tile == 0)?, self.0.1);
        let distance = (homes[blank] / width).abs_diff(blank / width)
            + (homes[blank] % width).abs_diff(blank % width);
        (inversions % 2 != distance % 2).then_some("parity")
    }
}
