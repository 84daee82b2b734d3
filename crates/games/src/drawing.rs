//! Reads drawings back: the rows of the board below the column letters, after the row numbers.

use patience_core::cards::Suit;
use patience_core::{InputError, Position, column_name, raised_row};

use crate::text::Word;

/// The rows of a drawing, with their places in the text.
pub(crate) struct Drawing {
    rows: Vec<Row>,
}

/// The text after a row's number, within the frame if there is one.
struct Row {
    content: String,
    /// The line and column, from 1, of its first character.
    line: usize,
    column: usize,
}

impl Drawing {
    /// Parses a drawing; `None` if the text is not one. One or two lines (the name of the board)
    /// may precede it, and colour codes are ignored.
    ///
    /// # Errors
    /// A line is not a row of the drawing.
    pub fn parse(text: &str) -> Result<Option<Self>, InputError> {
        let text = uncoloured(text);
        let mut rows = Vec::new();
        for (line, content) in below_header(&text) {
            match row(rows.len(), line, content) {
                Some(row) => rows.push(row),
                None if rows.is_empty() => return Ok(None),
                None => {
                    let message = format!(
                        "not a row of the drawing; expected row {}, after its number",
                        rows.len() + 1
                    );
                    return Err(InputError::at(line, 1, message));
                }
            }
        }
        Ok((!rows.is_empty()).then_some(Drawing { rows }))
    }

    /// The cells of a drawing of cards, row by row.
    pub fn of_cards(&self) -> Vec<Vec<Word<'_>>> {
        self.rows.iter().map(Row::words).collect()
    }

    /// The cells of a drawing with three characters per cell, row by row.
    ///
    /// # Errors
    /// A row's length is not a multiple of three.
    pub fn of_signs(&self) -> Result<Vec<Vec<[char; 3]>>, InputError> {
        let cells = |row: &Row| {
            let signs: Vec<char> = row.content.chars().collect();
            match signs.as_chunks() {
                (cells, []) => Ok(cells.to_vec()),
                _ => Err(InputError::at(
                    row.line,
                    row.column,
                    format!("this row has {} characters; expected three per cell", signs.len()),
                )),
            }
        };
        self.rows.iter().map(cells).collect()
    }

    /// Moves an error from rows with one character per cell of [`of_signs`](Drawing::of_signs) to
    /// its place in the drawing. After the rows, places count the `marked` cells, three columns
    /// each.
    pub fn placed(&self, error: InputError, marked: &[(usize, usize)]) -> InputError {
        let Some(Position { line, column }) = error.position else { return error };
        let cell = match line.checked_sub(self.rows.len() + 1) {
            None => Some((line - 1, column - 1)),
            Some(_) => marked.get(column.saturating_sub(3) / 3).copied(),
        };
        let place = cell.map(|(row, column)| (&self.rows[row], column));
        match place {
            Some((row, cell)) => InputError::at(row.line, row.column + 3 * cell + 1, error.message),
            None => InputError::new(error.message),
        }
    }
}

impl Row {
    /// Returns the cards, `--` for a gap. The brackets of a move are ignored; if tens fill their
    /// cells, a card ends after its suit and a gap after its dot.
    fn words(&self) -> Vec<Word<'_>> {
        let separates = |sign: char| sign.is_whitespace() || "[]()".contains(sign);
        // A variation selector (text or picture) belongs to its suit.
        let ends = |sign: char| sign == '·' || Suit::from_symbol(sign).is_some();
        let begins = |sign: char| sign.is_alphanumeric();
        let mut words = Vec::new();
        let (mut begun, mut before) = (None, ' ');
        let signs = self.content.char_indices().chain([(self.content.len(), ' ')]);
        for (column, (offset, sign)) in (self.column..).zip(signs) {
            if let Some((start, column)) = begun
                && (separates(sign) || ends(before) && begins(sign))
            {
                let text = &self.content[start..offset];
                let text = if text == "·" { "--" } else { text };
                words.push(Word { text, line: self.line, column });
                begun = None;
            }
            if begun.is_none() && !separates(sign) {
                begun = Some((offset, column));
            }
            if !matches!(sign, '\u{fe0e}' | '\u{fe0f}') {
                before = sign;
            }
        }
        words
    }
}

/// Whether a text begins like a drawing: the column letters, perhaps after lines that name the
/// board, and then the first row.
///
/// ```
/// assert!(patience_games::is_drawing("mine\n    a  b\n   ┌──────┐\n 1 │ R  · │"));
/// assert!(!patience_games::is_drawing("a\tRB/BR\nb\tRB/BR"));
/// ```
pub fn is_drawing(text: &str) -> bool {
    let text = uncoloured(text);
    below_header(&text).next().is_some_and(|(line, content)| row(0, line, content).is_some())
}

/// The lines below the column letters, without the frame, each with its number; empty if there are
/// no column letters.
fn below_header(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_framing = |line: &str| line.trim_start().starts_with(['┌', '└']);
    let lines = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let header = lines().take(3).position(|(_, line)| is_header(line));
    let below = header.map_or(usize::MAX, |index| index + 1);
    lines().skip(below).filter(move |(_, line)| !is_framing(line))
}

/// Whether the words of a line are the names of the first columns.
fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace().enumerate().peekable();
    words.peek().is_some() && words.all(|(column, word)| word == column_name(column))
}

/// Parses a line as the row with this number, from 0.
fn row(number: usize, line: usize, text: &str) -> Option<Row> {
    let text_of_row = text.trim_start();
    let plain = || text_of_row.strip_prefix(&(number + 1).to_string());
    let content = match text_of_row.strip_prefix(&raised_row(number)) {
        Some(narrow) => narrow,
        None => match plain()?.trim_start().strip_prefix('│') {
            Some(framed) => framed.trim_end().strip_suffix('│')?,
            None => plain()?.strip_prefix(' ')?,
        },
    };
    let before = content.as_ptr() as usize - text.as_ptr() as usize;
    let column = text[..before].chars().count() + 1;
    Some(Row { content: content.to_owned(), line, column })
}

/// The text without colour codes, `ESC [ … m`.
///
/// ```
/// assert_eq!(patience_games::uncoloured("1 \u{1b}[31m5♥\u{1b}[0m"), "1 5♥");
/// ```
pub fn uncoloured(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |plain, part| plain + part.split_once('m').map_or(part, |(_, rest)| rest))
}
