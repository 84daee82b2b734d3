//! Cohesion and Match the Tiles: boards of letters, read as rows joined by `/`.

use crate::Game;

/// An empty cell of a state.
const EMPTY: u8 = b'.';
/// The directions by the letters that name them, with what they add to column and row.
const DIRECTIONS: [(u8, isize, isize); 4] = [(b'L', -1, 0), (b'R', 1, 0), (b'U', 0, -1), (b'D', 0, 1)];

/// A rectangle of at most 256 cells.
struct Grid {
    cells: Vec<u8>,
    width: usize,
}

impl Grid {
    fn read(text: &str) -> Result<Self, String> {
        let rows: Vec<&[u8]> = text.split('/').map(|row| row.trim().as_bytes()).collect();
        let width = rows[0].len();
        if width == 0 || rows.iter().any(|row| row.len() != width) || rows.len() * width > 256 {
            return Err("rows of one length, at most 256 cells, are expected".to_owned());
        }
        Ok(Grid { cells: rows.concat(), width })
    }

    /// The cell next to another, if there is one.
    fn next(&self, cell: usize, (_, right, down): (u8, isize, isize)) -> Option<usize> {
        let column = (cell % self.width).checked_add_signed(right).filter(|column| *column < self.width)?;
        let row = (cell / self.width).checked_add_signed(down)?;
        Some(row * self.width + column).filter(|cell| *cell < self.cells.len())
    }
}

/// Cohesion: neighbouring cells of one letter are a piece. A piece shifts by one cell if all it comes to cover is empty or
/// its own. Won when every letter is one piece.
pub struct Cohesion(Grid);

impl Cohesion {
    /// Reads a board: a capital letter a colour, `.` an empty cell.
    pub fn read(text: &str) -> Result<Self, String> {
        let grid = Grid::read(text)?;
        let fits = grid.cells.iter().all(|cell| cell.is_ascii_uppercase() || *cell == EMPTY);
        if fits { Ok(Cohesion(grid)) } else { Err("capital letters and `.` are expected".to_owned()) }
    }

    /// The pieces, each as its cells in ascending order.
    fn pieces(&self, state: &[u8]) -> Vec<Vec<usize>> {
        let mut seen = vec![false; state.len()];
        let mut pieces = Vec::new();
        for first in (0..state.len()).filter(|&cell| state[cell] != EMPTY) {
            let (mut piece, mut next) = (Vec::new(), vec![first]);
            while let Some(cell) = next.pop() {
                if state[cell] == state[first] && !std::mem::replace(&mut seen[cell], true) {
                    piece.push(cell);
                    next.extend(DIRECTIONS.iter().filter_map(|way| self.0.next(cell, *way)));
                }
            }
            piece.sort_unstable();
            pieces.extend((!piece.is_empty()).then_some(piece));
        }
        pieces
    }
}

impl Game for Cohesion {
    fn start(&self) -> &[u8] {
        &self.0.cells
    }

    fn is_won(&self, state: &[u8]) -> bool {
        let letters: Vec<u8> = self.pieces(state).iter().map(|piece| state[piece[0]]).collect();
        (1..letters.len()).all(|index| !letters[..index].contains(&letters[index]))
    }

    /// A move is named by the piece's first cell and the direction.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let mut moves = Vec::new();
        for piece in self.pieces(state) {
            for way in DIRECTIONS {
                let to: Option<Vec<usize>> = piece.iter().map(|&cell| self.0.next(cell, way)).collect();
                let is_free = |cell: &usize| state[*cell] == EMPTY || piece.contains(cell);
                if let Some(to) = to.filter(|to| to.iter().all(is_free)) {
                    let mut after = state.to_vec();
                    piece.iter().for_each(|cell| after[*cell] = EMPTY);
                    to.iter().for_each(|cell| after[*cell] = state[piece[0]]);
                    moves.push(([piece[0] as u8, way.0], after));
                }
            }
        }
        moves
    }
}

/// Match the Tiles: a move tilts the board, and every piece slides until an obstacle, the edge or another piece stops it.
/// Won when every piece stands on a target of its colour.
pub struct Tiles {
    start: Vec<u8>,
    /// Obstacles (`#`), targets (capital letters) and free cells (`.`).
    ground: Grid,
}

impl Tiles {
    /// Reads a board: `#` an obstacle, a small letter a piece, a capital letter its target, `*` both, which a last row
    /// such as `*=aB,bB` names in reading order.
    pub fn read(text: &str) -> Result<Self, String> {
        let (board, legend) = text.split_once("*=").unwrap_or((text, ""));
        let mut ground = Grid::read(board.trim_end().trim_end_matches('/'))?;
        let mut both = legend.split(',').filter(|pair| !pair.is_empty());
        let mut start = vec![EMPTY; ground.cells.len()];
        for (piece, ground) in start.iter_mut().zip(&mut ground.cells) {
            match (*ground, if *ground == b'*' { both.next().map(str::as_bytes) } else { None }) {
                (b'#' | b'.' | b'A'..=b'Z', _) => {}
                (b'a'..=b'z', _) => *piece = std::mem::replace(ground, EMPTY),
                (_, Some(&[on @ b'a'..=b'z', under @ b'A'..=b'Z'])) => (*piece, *ground) = (on, under),
                _ => {
                    return Err(
                        "letters, `#`, `.`, and `*` with a pair as `aB` in the last row are expected".to_owned()
                    );
                }
            }
        }
        if both.next().is_some() { Err("too many pairs".to_owned()) } else { Ok(Tiles { start, ground }) }
    }
}

impl Game for Tiles {
    fn start(&self) -> &[u8] {
        &self.start
    }

    fn is_won(&self, state: &[u8]) -> bool {
        let mut pieces = state.iter().zip(&self.ground.cells).filter(|(piece, _)| **piece != EMPTY);
        pieces.all(|(piece, ground)| piece.to_ascii_uppercase() == *ground)
    }

    /// A move is named by its direction and 0. A tilt that shifts nothing is no move.
    fn moves(&self, state: &[u8]) -> Vec<([u8; 2], Vec<u8>)> {
        let tilt = |way: (u8, isize, isize)| {
            let (mut after, mut moved) = (state.to_vec(), true);
            // Every piece moves on by one cell where it can, until none can.
            while std::mem::take(&mut moved) {
                for cell in 0..state.len() {
                    let to = self.ground.next(cell, way).filter(|&to| self.ground.cells[to] != b'#');
                    if let Some(to) = to.filter(|&to| after[cell] != EMPTY && after[to] == EMPTY) {
                        after.swap(cell, to);
                        moved = true;
                    }
                }
            }
            ([way.0, 0], after)
        };
        DIRECTIONS.into_iter().map(tilt).filter(|(_, after)| after[..] != *state).collect()
    }
}
