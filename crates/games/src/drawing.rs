//! Reads drawings back: the rows of the board below the column letters, after the row numbers.

use patience_core::cards::Suit;
use patience_core::units::counted;
use patience_core::{InputError, Position, column_name, raised_row};

use crate::text::{Word, quoted};

/// The rows of a drawing, with their places in the text.
pub(crate) struct Drawing {
    /// The number of columns that have a letter.
    columns: usize,
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
    /// Parses a drawing; `None` if the text is not one. Lines that name the board may precede it,
    /// and colour codes are ignored. A string with a frame or with a gap's dot counts as a drawing,
    /// even if it is damaged.
    ///
    /// # Errors
    /// The column letters, a row or the lower border is missing, or a line belongs to none of
    /// these.
    pub fn parse(text: &str) -> Result<Option<Self>, InputError> {
        let text = uncoloured(text);
        let lines: Vec<(usize, &str)> =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
        let first_sign = lines.iter().position(|(_, line)| has_signs(line));
        let above = &lines[..first_sign.unwrap_or(lines.len().min(3))];
        let Some(header) = above.iter().rposition(|(_, line)| is_header(line)) else {
            let title = || lines.iter().position(|(_, line)| is_title(line));
            let Some(sign) = first_sign.or_else(title) else { return Ok(None) };
            let near = &lines[..above.len().max(sign + 1)];
            let letters = near.iter().rev().find_map(|&(line, text)| wrong_letter(line, text));
            return Err(letters.unwrap_or_else(|| {
                InputError::at(
                    lines[sign].0,
                    1,
                    "the letters of the columns are missing; expected `a b c …` above the board",
                )
            }));
        };
        let (line, letters) = lines[header];
        let columns = letters.split_whitespace().count();
        match rows_below(line, &lines[header + 1..]) {
            // For example, a board of Match the Tiles, `a / A`, in two lines.
            (rows, _) if rows.is_empty() && first_sign.is_none() && columns == 1 => Ok(None),
            (_, Some(error)) => Err(error),
            (rows, None) => Ok(Some(Drawing { columns, rows })),
        }
    }

    /// The number of cells that each row should have.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The cells of a drawing of cards, row by row. If some row has a cell per column, the games
    /// report the rows that do not, with the missing cards.
    ///
    /// # Errors
    /// A row is empty, or no row has as many cells as the board has columns.
    pub fn of_cards(&self) -> Result<Vec<Vec<Word<'_>>>, InputError> {
        let rows: Vec<Vec<Word<'_>>> = self.rows.iter().map(Row::words).collect();
        let fits = |row: &Vec<Word<'_>>| row.len() == self.columns;
        let faulty = match rows.iter().position(Vec::is_empty) {
            None if rows.iter().any(fits) => return Ok(rows),
            empty => empty.unwrap_or(0),
        };
        let found = counted(rows[faulty].len(), "cell");
        let expected = format!("expected {}, one below each letter", self.columns);
        let Row { line, column, .. } = self.rows[faulty];
        Err(InputError::at(line, column, format!("this row has {found}; {expected}")))
    }

    /// The rows of a drawing with three characters per cell, each cell as the character that
    /// `sign` returns for its row, its column and its characters; `None` if they are not
    /// `expected`.
    ///
    /// # Errors
    /// A row does not have three characters per column, or a cell is not valid.
    pub fn of_signs(
        &self,
        expected: &str,
        mut sign: impl FnMut(usize, usize, [char; 3]) -> Option<char>,
    ) -> Result<Vec<String>, InputError> {
        let mut rows = Vec::with_capacity(self.rows.len());
        for (y, row) in self.rows.iter().enumerate() {
            let signs: Vec<char> = row.content.chars().collect();
            let (cells, rest) = signs.as_chunks();
            if !rest.is_empty() || cells.len() != self.columns {
                let message = format!(
                    "this row has {}; expected {}, three per column",
                    counted(signs.len(), "character"),
                    3 * self.columns
                );
                return Err(InputError::at(row.line, row.column, message));
            }
            let mut signs = String::with_capacity(self.columns);
            for (x, cell) in cells.iter().enumerate() {
                signs.push(sign(y, x, *cell).ok_or_else(|| {
                    let text = quoted(&String::from_iter(cell));
                    let message = format!("{text} is not a valid cell; expected {expected}");
                    InputError::at(row.line, row.column + 3 * x, message)
                })?);
            }
            rows.push(signs);
        }
        Ok(rows)
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

/// Whether a string is a drawing, perhaps a damaged one: it has a frame, a gap's dot, or the column
/// letters, perhaps after lines that name the board, and then the first row.
///
/// ```
/// assert!(patience_games::is_drawing("mine\n    a  b\n   ┌──────┐\n 1 │ R  · │"));
/// assert!(!patience_games::is_drawing("a\tRB/BR\nb\tRB/BR"));
/// ```
pub fn is_drawing(text: &str) -> bool {
    !matches!(Drawing::parse(text), Ok(None))
}

/// The part of a drawing that `line` would be below `drawing`, which lacks it: the column
/// letters below a title, the border below the letters, or the next row of a drawing without one.
///
/// ```
/// let above = "     a    b\n1   2♣    ·";
/// assert_eq!(patience_games::part_below(above, "2   2♥    ·").as_deref(), Some("row 2"));
/// assert_eq!(patience_games::part_below(above, "     a    b"), None);
/// ```
pub fn part_below(drawing: &str, line: &str) -> Option<String> {
    let last = drawing.lines().last()?;
    if is_title(last) && is_header(line) {
        return Some("the line of letters".to_owned());
    }
    let letters_alone = is_header(last);
    if letters_alone && line.trim_start().starts_with('┌') {
        return Some("the border".to_owned());
    }
    let rows = if letters_alone { 0 } else { Drawing::parse(drawing).ok()??.rows.len() };
    let is_plain = row(rows, 1, line).is_ok_and(|(_, framed)| !framed);
    (is_plain && !drawing.contains('│')).then(|| format!("row {}", rows + 1))
}

/// Whether a line has signs that only drawings have: a frame, or the dot of a gap.
fn has_signs(line: &str) -> bool {
    line.trim_start().starts_with(['┌', '└'])
        || line.contains('│')
        || !line.contains('/') && line.split_whitespace().any(|word| word == "·")
}

/// Whether a line is the name of a board above a drawing, `birds:neller/42  standard rules`.
fn is_title(line: &str) -> bool {
    line.contains(':') && line.trim_end().ends_with(" rules")
}

/// Whether the words of a line are the names of the first columns.
fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace().enumerate().peekable();
    words.peek().is_some() && words.all(|(column, word)| word == column_name(column))
}

/// The first fault in a line that has mostly letters and no border, as the column letters.
fn wrong_letter(line: usize, text: &str) -> Option<InputError> {
    let is_letter = |word: &&str| word.len() == 1 && word.starts_with(char::is_alphabetic);
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_row = text.trim_start().starts_with(char::is_numeric) && text.contains('│');
    if is_row || 2 * words.iter().copied().filter(is_letter).count() <= words.len() {
        return None;
    }
    let wrong = (0..words.len()).find(|&column| words[column] != column_name(column))?;
    let (word, expected) = (quoted(words[wrong]), column_name(wrong));
    let message = format!("{word} is not the letter of a column; expected `{expected}`");
    Some(InputError::at(line, column_of(words[wrong], text), message))
}

/// The column, from 1, of a part of a line.
fn column_of(part: &str, line: &str) -> usize {
    let before = part.as_ptr() as usize - line.as_ptr() as usize;
    line[..before].chars().count() + 1
}

/// The rows in the lines below the column letters in line `last`, up to the first error.
fn rows_below(mut last: usize, lines: &[(usize, &str)]) -> (Vec<Row>, Option<InputError>) {
    let mut rows = Vec::new();
    let (mut is_framed, mut ended) = (false, false);
    for &(line, text) in lines {
        last = line;
        let is_border = |left, right| {
            let edge = text.trim().strip_prefix(left).and_then(|rest| rest.strip_suffix(right));
            edge.is_some_and(|edge| edge.chars().all(|sign| sign == '─'))
        };
        if ended {
            return (rows, Some(InputError::at(line, 1, "unexpected text below the board")));
        } else if is_border('┌', '┐') && rows.is_empty() && !is_framed {
            is_framed = true;
        } else if is_border('└', '┘') && !rows.is_empty() {
            ended = true;
        } else if text.trim_start().starts_with(['┌', '└']) {
            let message = "not a border of the drawing; expected `─` between two corners";
            let border = text.trim();
            let inside = border.trim_start_matches(['┌', '└']).trim_start_matches('─');
            let is_whole = inside.is_empty() || ["┐", "┘"].contains(&inside);
            let column = column_of(if is_whole { border } else { inside }, text);
            return (rows, Some(InputError::at(line, column, message)));
        } else {
            match row(rows.len(), line, text) {
                Ok((row, framed)) => {
                    is_framed |= framed;
                    rows.push(row);
                }
                Err(error) => return (rows, Some(error)),
            }
        }
    }
    let error = if rows.is_empty() {
        Some("the drawing has no row; expected row 1".to_owned())
    } else if is_framed && !ended {
        let next = rows.len() + 1;
        Some(format!("the drawing ends here; expected row {next} or the lower border, `└`"))
    } else {
        None
    };
    (rows, error.map(|message| InputError::at(last, 1, message)))
}

/// Parses a line as the row with this number, from 0; also returns whether it is framed.
fn row(number: usize, line: usize, text: &str) -> Result<(Row, bool), InputError> {
    let column = |part: &str| column_of(part, text);
    let missing = || {
        let expected = format!("expected row {}, after its number", number + 1);
        InputError::at(line, 1, format!("not a row of the drawing; {expected}"))
    };
    let numbered = text.trim_start();
    let plain = || numbered.strip_prefix(&(number + 1).to_string()).ok_or_else(missing);
    let content = match numbered.strip_prefix(&raised_row(number)) {
        Some(narrow) => narrow,
        None => match plain()?.trim_start().strip_prefix('│') {
            Some(framed) => {
                let Some((content, rest)) = framed.rsplit_once('│') else {
                    let message = "this row ends without its border, `│`";
                    return Err(InputError::at(line, column(framed), message));
                };
                let rest = rest.trim();
                if !rest.is_empty() {
                    let message = format!("unexpected {} after the border", quoted(rest));
                    return Err(InputError::at(line, column(rest), message));
                }
                let row = Row { content: content.to_owned(), line, column: column(content) };
                return Ok((row, true));
            }
            None => plain()?.strip_prefix(' ').ok_or_else(missing)?,
        },
    };
    if let Some(at) = content.find('|') {
        let message = "`|` is not a border of the drawing; expected `│`";
        return Err(InputError::at(line, column(&content[at..]), message));
    }
    Ok((Row { content: content.to_owned(), line, column: column(content) }, false))
}

/// Replaces the non-breaking spaces of web pages with ordinary ones, so that a board copied from a
/// page can be read.
///
/// ```
/// assert_eq!(patience_games::plain_blanks("5♥\u{a0}6♥"), "5♥ 6♥");
/// ```
pub fn plain_blanks(text: &str) -> String {
    text.replace(['\u{a0}', '\u{202f}'], " ")
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
