//! Parts shared by the games on letter grids: sizes and directions, reading rows of letters, packed
//! states, drawing.

mod level;
mod packed;

use std::fmt::Write as _;

use patience_core::units::counted;
use patience_core::{InputError, column_name};

use crate::text::{Word, quoted, rows_of_words};

pub use level::Level;
pub(crate) use level::{find_level, read_levels};
pub use packed::Packed;
pub(crate) use packed::Packing;

/// The largest number of cells of a board: a cell's index fits in a byte.
pub const MAX_CELLS: usize = 256;

/// The longest side of a board.
pub const MAX_SIDE: usize = 32;

/// Maximum length of a board text, including white space around the rows.
const MAX_TEXT: usize = 1 << 16;

/// A direction on the grid.
///
/// ```
/// use patience_games::grid::Direction;
///
/// assert_eq!(Direction::ALL.map(Direction::letter), ['L', 'R', 'U', 'D']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Direction {
    /// Towards column 0.
    Left,
    /// Away from column 0.
    Right,
    /// Towards row 0.
    Up,
    /// Away from row 0.
    Down,
}

impl Direction {
    /// All directions, in the order `LRUD`.
    pub const ALL: [Direction; 4] =
        [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    /// `L`, `R`, `U` or `D`.
    pub fn letter(self) -> char {
        ['L', 'R', 'U', 'D'][self as usize]
    }

    /// `left`, `right`, `up` or `down`.
    pub fn word(self) -> &'static str {
        ["left", "right", "up", "down"][self as usize]
    }

    /// The direction of a word, in any case.
    pub fn from_word(word: &str) -> Option<Direction> {
        Self::ALL.into_iter().find(|direction| direction.word().eq_ignore_ascii_case(word))
    }

    /// `←`, `→`, `↑` or `↓`.
    pub fn arrow(self) -> char {
        ['←', '→', '↑', '↓'][self as usize]
    }

    /// The direction of a letter, in either case.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_uppercase())
    }

    /// The other direction on the same axis.
    pub fn opposite(self) -> Direction {
        Self::ALL[self as usize ^ 1]
    }
}

/// The size of a board: at most [`MAX_SIDE`] cells per side and [`MAX_CELLS`] in all. Cells are
/// numbered in reading order.
///
/// ```
/// use patience_games::grid::{Direction, Size};
///
/// let size = Size::new(3, 2).unwrap();
/// assert_eq!(size.neighbour(0, Direction::Down), Some(3));
/// assert_eq!(size.neighbour(0, Direction::Left), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Size {
    /// The size, if it is within the bounds and not empty.
    pub fn new(width: usize, height: usize) -> Option<Size> {
        let fits = (1..=MAX_SIDE).contains(&width)
            && (1..=MAX_SIDE).contains(&height)
            && width * height <= MAX_CELLS;
        fits.then_some(Size { width, height })
    }

    /// The number of cells.
    pub fn cells(self) -> usize {
        self.width * self.height
    }

    /// The cell next to `cell` in a direction, if there is one.
    #[inline]
    pub fn neighbour(self, cell: usize, direction: Direction) -> Option<usize> {
        match direction {
            Direction::Left => (!cell.is_multiple_of(self.width)).then(|| cell - 1),
            Direction::Right => (!(cell + 1).is_multiple_of(self.width)).then_some(cell + 1),
            Direction::Up => cell.checked_sub(self.width),
            Direction::Down => (cell + self.width < self.cells()).then_some(cell + self.width),
        }
    }

    /// Reads `WxH`.
    pub fn parse(text: &str) -> Option<Size> {
        let (width, height) = text.split_once('x')?;
        // Only digits are allowed: with signs, one board would have two names.
        let side = |text: &str| match text.bytes().all(|byte| byte.is_ascii_digit()) {
            true => text.parse().ok(),
            false => None,
        };
        Size::new(side(width)?, side(height)?)
    }
}

/// A rectangle of characters, each with its place in the input.
pub(crate) struct Signs<'a> {
    pub size: Size,
    rows: Vec<Word<'a>>,
}

impl<'a> Signs<'a> {
    /// The characters in reading order, each as a word with its place.
    pub fn iter(&self) -> impl Iterator<Item = (char, Word<'a>)> + '_ {
        self.rows.iter().flat_map(|row| {
            row.text.char_indices().enumerate().map(|(index, (offset, sign))| {
                let text = &row.text[offset..offset + sign.len_utf8()];
                (sign, Word { text, line: row.line, column: row.column + index })
            })
        })
    }
}

/// The words of a board text, one vector per row; rejects text too long for a board.
///
/// # Errors
/// The text is too long or has no row.
pub(crate) fn rows(text: &str) -> Result<Vec<Vec<Word<'_>>>, InputError> {
    if text.len() > MAX_TEXT {
        return Err(InputError::new(format!(
            "a string of {} bytes is not a valid board; expected at most {MAX_CELLS} cells",
            text.len()
        )));
    }
    let rows = rows_of_words(text)?;
    if rows.is_empty() {
        return Err(InputError::at(1, 1, "the board is empty; expected rows joined by `/`"));
    }
    Ok(rows)
}

/// Reads rows of one word each as a rectangle.
///
/// # Errors
/// A row has several words, rows differ in length, or the board is too large.
pub(crate) fn rectangle(rows: Vec<Vec<Word<'_>>>) -> Result<Signs<'_>, InputError> {
    let mut words = Vec::with_capacity(rows.len());
    for row in rows {
        if let Some(second) = row.get(1) {
            return Err(second.error(format!(
                "a row ends before {}; expected `/` or a new line",
                quoted(second.text)
            )));
        }
        words.extend(row);
    }
    let length = |word: &Word<'_>| word.text.chars().count();
    let (width, height) = (words.first().map_or(0, length), words.len());
    for word in &words {
        if length(word) != width {
            return Err(word.error(format!(
                "this row has {}, the first row {width}",
                counted(length(word), "cell")
            )));
        }
    }
    let Some(size) = Size::new(width, height) else {
        let whole = words.first().map_or((1, 1), |word| (word.line, word.column));
        let bound = format!("at most {MAX_CELLS} cells and {MAX_SIDE} per side are allowed");
        return Err(InputError::at(
            whole.0,
            whole.1,
            format!("a board of {width}x{height} cells is too large; {bound}"),
        ));
    };
    Ok(Signs { size, rows: words })
}

/// A drawing of three characters per cell with a frame, the column names above and the row names at
/// the left.
pub(crate) fn frame(size: Size, cell: impl Fn(usize) -> String) -> String {
    frame_of(size, 3, cell)
}

/// A drawing like that of [`frame`], with the given number of characters per cell.
pub(crate) fn frame_of(size: Size, signs: usize, cell: impl Fn(usize) -> String) -> String {
    let mut out = String::from("    ");
    (0..size.width).for_each(|x| _ = write!(out, "{:^signs$}", column_name(x)));
    out.truncate(out.trim_end().len());
    let edge = "─".repeat(signs * size.width);
    _ = write!(out, "\n   ┌{edge}┐");
    for y in 0..size.height {
        _ = write!(out, "\n{:>2} │", y + 1);
        (0..size.width).for_each(|x| out.push_str(&cell(y * size.width + x)));
        out.push('│');
    }
    _ = write!(out, "\n   └{edge}┘");
    out
}

/// The colour of a letter in the 256-colour terminal palette: a letter that is the initial of a
/// colour gets that colour.
pub(crate) fn terminal_colour(letter: char) -> u8 {
    match letter.to_ascii_uppercase() {
        'R' => 203,
        'G' => 77,
        'B' => 75,
        'Y' => 221,
        'O' => 215,
        'P' => 176,
        'C' => 80,
        'M' => 170,
        'W' => 255,
        'N' => 137,
        other => 23 + 6 * (other as u32 % 32) as u8,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_stop_at_the_border() {
        let size = Size::new(3, 2).unwrap();
        let around = |cell| Direction::ALL.map(|direction| size.neighbour(cell, direction));
        assert_eq!(around(0), [None, Some(1), None, Some(3)]);
        assert_eq!(around(5), [Some(4), None, Some(2), None]);
        assert!(Direction::ALL.iter().all(|d| d.opposite().opposite() == *d && d.opposite() != *d));
    }

    #[test]
    fn rectangles_know_what_is_wrong() {
        let read = |text: &str| rows(text).and_then(rectangle).map(|signs| signs.size);
        assert_eq!(read("AB/ CD \n EF"), Ok(Size { width: 2, height: 3 }));
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert!(fault(" \n ").starts_with("line 1, column 1: the board is empty"));
        assert!(fault(" \n / ").starts_with("line 2, column 2: a row is empty"));
        assert!(fault("AB/CD/ABC").starts_with("line 1, column 7: this row has 3 cells"));
        assert!(fault("AB CD").starts_with("line 1, column 4: a row ends before"));
        assert!(fault(&["A"; 40].join("/")).contains("1x40 cells is too large"));
        assert!(fault(&"A".repeat(1 << 17)).contains("bytes is not a valid board"));
    }
}
