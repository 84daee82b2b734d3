//! What the games on letter grids share: sizes and directions, reading rows of letters, packed states, drawing.

use std::fmt::Write as _;
use std::hash::{Hash, Hasher};

use patience_core::{InputError, column_name, suggest};

use crate::text::{Word, quoted, rows_of_words};

/// The largest number of cells of a board: a cell's index fits in a byte.
pub const MAX_CELLS: usize = 256;

/// The longest side of a board.
pub const MAX_SIDE: usize = 32;

/// The longest text that is read as a board; white space around the rows counts.
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
    pub const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    /// `L`, `R`, `U` or `D`.
    pub fn letter(self) -> char {
        ['L', 'R', 'U', 'D'][self as usize]
    }

    /// `left`, `right`, `up` or `down`.
    pub fn word(self) -> &'static str {
        ["left", "right", "up", "down"][self as usize]
    }

    /// The direction of a word.
    pub fn from_word(word: &str) -> Option<Direction> {
        Self::ALL.into_iter().find(|direction| direction.word() == word)
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

/// The size of a board: at most [`MAX_SIDE`] cells a side and [`MAX_CELLS`] in all. Cells are numbered in reading order.
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
        let fits = (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) && width * height <= MAX_CELLS;
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
        Size::new(width.parse().ok()?, height.parse().ok()?)
    }
}

/// A rectangle of signs as it was read, each with its place.
pub(crate) struct Signs<'a> {
    pub size: Size,
    rows: Vec<Word<'a>>,
}

impl<'a> Signs<'a> {
    /// The signs in reading order, each with its place as a one-sign word.
    pub fn iter(&self) -> impl Iterator<Item = (char, Word<'a>)> + '_ {
        self.rows.iter().flat_map(|row| {
            row.text.char_indices().enumerate().map(|(index, (offset, sign))| {
                let text = &row.text[offset..offset + sign.len_utf8()];
                (sign, Word { text, line: row.line, column: row.column + index })
            })
        })
    }
}

/// The words of a board text, a row each; refuses texts that no board can have.
///
/// # Errors
/// A text that is too long or has no row.
pub(crate) fn rows(text: &str) -> Result<Vec<Vec<Word<'_>>>, InputError> {
    if text.len() > MAX_TEXT {
        return Err(InputError::new(format!(
            "a text of {} bytes is not a valid board; expected at most {MAX_CELLS} cells",
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
/// Rows of several words, rows of different lengths, boards that are too large.
pub(crate) fn rectangle(rows: Vec<Vec<Word<'_>>>) -> Result<Signs<'_>, InputError> {
    let mut words = Vec::with_capacity(rows.len());
    for row in rows {
        if let Some(second) = row.get(1) {
            return Err(second.error(format!("a row ends before {}; expected `/` or a new line", quoted(second.text))));
        }
        words.extend(row);
    }
    let length = |word: &Word<'_>| word.text.chars().count();
    let (width, height) = (words.first().map_or(0, length), words.len());
    for word in &words {
        if length(word) != width {
            return Err(word.error(format!("this row has {} cells, the first row {width}", length(word))));
        }
    }
    let Some(size) = Size::new(width, height) else {
        let whole = words.first().map_or((1, 1), |word| (word.line, word.column));
        let bound = format!("at most {MAX_CELLS} cells and {MAX_SIDE} a side are allowed");
        return Err(InputError::at(
            whole.0,
            whole.1,
            format!("a board of {width}x{height} cells is too large; {bound}"),
        ));
    };
    Ok(Signs { size, rows: words })
}

/// An array of small numbers, packed into words. Up to 128 bits lie in the value itself, more on the heap. The length
/// and the width of the numbers are the instance's, so that equal arrays of one instance have equal words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed(Words);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Words {
    Inline([u64; 2]),
    Heap(Box<[u64]>),
}

impl Packed {
    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Inline(words) => words,
            Words::Heap(words) => words,
        }
    }
}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        // The number of words is the same for every state of an instance and need not be hashed.
        for &word in self.words() {
            hasher.write_u64(word);
        }
    }
}

/// How the numbers of a [`Packed`] array lie in its words; none straddles two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    bits: u32,
    per_word: usize,
}

impl Packing {
    /// The packing for numbers up to `largest`.
    pub const fn of_numbers_to(largest: u8) -> Self {
        let bits = if largest == 0 { 1 } else { u8::BITS - largest.leading_zeros() };
        Packing { bits, per_word: (u64::BITS / bits) as usize }
    }

    /// Packs numbers none of which is above the largest.
    #[inline]
    pub fn pack(self, numbers: &[u8]) -> Packed {
        let mut words = numbers
            .chunks(self.per_word)
            .map(|chunk| chunk.iter().rev().fold(0, |word, &number| word << self.bits | u64::from(number)));
        if numbers.len() <= 2 * self.per_word {
            let (first, second) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
            Packed(Words::Inline([first, second]))
        } else {
            Packed(Words::Heap(words.collect()))
        }
    }

    /// Fills `numbers`, as long as the packed array, with it.
    #[inline]
    pub fn unpack(self, packed: &Packed, numbers: &mut [u8]) {
        let mask = u64::MAX >> (u64::BITS - self.bits);
        for (chunk, &word) in numbers.chunks_mut(self.per_word).zip(packed.words()) {
            let mut rest = word;
            for number in chunk {
                *number = (rest & mask) as u8;
                rest >>= self.bits;
            }
        }
    }
}

/// A level of the collection, with what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// Its name.
    pub id: String,
    /// Where it comes from.
    pub source: String,
    /// The board in the game's notation.
    pub board: String,
    /// `solved`, `unsolvable` or `unknown`.
    pub verdict: String,
    /// The length of a shortest plan, where it is proved.
    pub optimum: Option<u32>,
    /// The number of positions that can be reached, where they were counted.
    pub states: Option<u64>,
}

/// The levels of a file with a JSON object a line.
///
/// # Panics
/// If the file is not of that form: it is part of the program.
pub(crate) fn read_levels(file: &str) -> Vec<Level> {
    let level = |line: &str| {
        let json: serde_json::Value = serde_json::from_str(line).expect("a level is a JSON object");
        let text = |field: &str| json[field].as_str().expect("a level has its fields").to_owned();
        Level {
            id: text("id"),
            source: text("source"),
            board: text("board"),
            verdict: text("verdict"),
            optimum: json["optimum"].as_u64().map(|optimum| u32::try_from(optimum).expect("optima are small")),
            states: json["states"].as_u64(),
        }
    };
    file.lines().map(level).collect()
}

/// The level with an id.
///
/// # Errors
/// There is none; the message names what was probably meant, or a few.
pub(crate) fn find_level<'a>(levels: &'a [Level], id: &str) -> Result<&'a Level, InputError> {
    levels.iter().find(|level| level.id == id).ok_or_else(|| {
        let ids = || levels.iter().map(|level| level.id.as_str());
        InputError::new(match suggest::closest(id, ids()) {
            Some(close) => format!("there is no level {}; did you mean `{close}`?", quoted(id)),
            None => {
                let some: Vec<&str> = ids().take(5).collect();
                format!("there is no level {}; among the {} levels are {}", quoted(id), levels.len(), some.join(", "))
            }
        })
    })
}

/// A drawing of three signs a cell with a frame, the names of the columns above and of the rows at the left.
pub(crate) fn frame(size: Size, cell: impl Fn(usize) -> String) -> String {
    let mut out = String::from("    ");
    (0..size.width).for_each(|x| _ = write!(out, "{:^3}", column_name(x)));
    out.truncate(out.trim_end().len());
    let edge = "─".repeat(3 * size.width);
    _ = write!(out, "\n   ┌{edge}┐");
    for y in 0..size.height {
        _ = write!(out, "\n{:>2} │", y + 1);
        (0..size.width).for_each(|x| out.push_str(&cell(y * size.width + x)));
        out.push('│');
    }
    _ = write!(out, "\n   └{edge}┘");
    out
}

/// The colour of the 256-colour terminal palette for a letter: the usual ones for the initials of colours.
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
    fn packing_round_trips_at_every_width() {
        for largest in [0u8, 1, 2, 3, 4, 7, 8, 15, 26, 100, 255] {
            for length in [0usize, 1, 5, 16, 17, 36, 64, 128, 200, 256] {
                let numbers: Vec<u8> =
                    (0..length).map(|i| ((i * 37 + 11) % (usize::from(largest) + 1)) as u8).collect();
                let packing = Packing::of_numbers_to(largest);
                let packed = packing.pack(&numbers);
                let mut back = vec![0xAA; length];
                packing.unpack(&packed, &mut back);
                assert_eq!(back, numbers, "largest {largest}, length {length}");
            }
        }
        assert_eq!(std::mem::size_of::<Packed>(), 24);
    }

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

    #[test]
    fn misspelt_levels_are_understood() {
        let level = |id: &str| Level {
            id: id.to_owned(),
            source: String::new(),
            board: String::new(),
            verdict: String::new(),
            optimum: None,
            states: None,
        };
        let levels = ["vieira-1", "vieira-2", "icw-4"].map(level);
        assert_eq!(find_level(&levels, "icw-4"), Ok(&levels[2]));
        let fault = |id: &str| find_level(&levels, id).unwrap_err().to_string();
        assert_eq!(fault("viera-1"), "there is no level `viera-1`; did you mean `vieira-1`?");
        assert_eq!(fault("x"), "there is no level `x`; among the 3 levels are vieira-1, vieira-2, icw-4");
    }
}
