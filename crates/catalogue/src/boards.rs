//! Reads boards from text, for the command line and for studies: one per line, optionally after a
//! name and a tab or in a JSON object written by `patience show --format json`, or in blocks of
//! lines separated by empty ones. Lines that form one board when read together are one board,
//! unless they have separators.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};

use patience_core::InputError;
use patience_core::suggest::quoted;
use patience_games::{is_drawing, part_below, plain_blanks, uncoloured};
use serde::Deserialize;

use crate::{Entry, Instance};

/// Maximum length of a line: the largest board takes less than 1 KiB.
pub const MAX_LINE_BYTES: u64 = 1 << 20;
/// Maximum number of lines of a board.
const MAX_BLOCK_LINES: usize = 256;

/// A board in some text, as [`Boards`] reads it.
pub struct Board {
    /// The board; its id is the name that the text gives, or the text's own name with the line.
    pub instance: Box<dyn Instance>,
    /// Whether the text gives the name. Otherwise it contains the line number, and changes with it.
    pub is_named: bool,
}

/// An error in the text of [`Boards`], with its name and place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{label}: {message}")]
#[non_exhaustive]
pub struct BoardsError {
    /// The name of the text.
    pub label: String,
    /// Where the fault is, and what it is.
    pub message: String,
}

/// A line of the input with its number.
struct Line {
    number: usize,
    text: String,
}

/// A board as commands write it with `--json`, among fields of all kinds.
#[derive(Deserialize)]
struct Record {
    instance: Option<String>,
    game: Option<String>,
    rules: Option<String>,
    board: String,
}

/// The layout of boards in an input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One board per line, optionally after a name and a tab.
    Lines,
    /// Boards of several lines, separated by empty lines.
    Blocks,
}

/// The boards in some text, read on demand. An invalid board is reported and skipped; a read error
/// ends the iteration.
///
/// ```
/// use patience_catalogue::boards::Boards;
/// use patience_catalogue::find;
///
/// let (cohesion, _) = find("cohesion")?;
/// let text = "first\tR.R\nR.R/B.B\n";
/// let boards = Boards::new(cohesion, None, text.as_bytes(), "a string")
///     .collect::<Result<Vec<_>, _>>()?;
/// assert_eq!((boards.len(), boards[0].instance.id()), (2, "first"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Boards<R> {
    entry: &'static dyn Entry,
    rules: Option<String>,
    reader: BufReader<R>,
    label: String,
    /// Lines read so far.
    line: usize,
    /// Lines read ahead.
    ahead: VecDeque<Line>,
    layout: Option<Layout>,
    /// The last block of lines.
    block: String,
    found_any: bool,
    done: bool,
}

/// The reasons to stop reading.
enum Failure {
    /// One board is wrong.
    Board(String),
    /// The text cannot be read.
    Text(String),
}

impl<R: Read> Boards<R> {
    /// The boards of a game in `reader`; `label` is the text's name in messages.
    pub fn new(
        entry: &'static dyn Entry,
        rules: Option<&str>,
        reader: R,
        label: impl Into<String>,
    ) -> Self {
        Boards {
            entry,
            rules: rules.map(str::to_owned),
            reader: BufReader::new(reader),
            label: label.into(),
            line: 0,
            ahead: VecDeque::new(),
            layout: None,
            block: String::new(),
            found_any: false,
            done: false,
        }
    }

    /// The next line, read ahead or fresh; `None` at the end.
    fn line(&mut self) -> Result<Option<Line>, Failure> {
        if let Some(line) = self.ahead.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let number = self.line + 1;
        (&mut self.reader)
            .take(MAX_LINE_BYTES + 1)
            .read_until(b'\n', &mut bytes)
            .map_err(|error| Failure::Text(format!("cannot be read: {error}")))?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.line = number;
        if bytes.len() as u64 > MAX_LINE_BYTES {
            return Err(Failure::Text(format!(
                "line {number} exceeds the 1 MiB limit for a board"
            )));
        }
        let text = String::from_utf8(bytes).map_err(|error| {
            let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let column = String::from_utf8_lossy(valid).chars().count() + 1;
            Failure::Text(format!("line {number}, column {column}: this is not UTF-8 text"))
        })?;
        let text = text.trim_end_matches(['\n', '\r']);
        let text = if number == 1 { text.trim_start_matches('\u{feff}') } else { text };
        Ok(Some(Line { number, text: plain_blanks(&uncoloured(text)) }))
    }

    /// The next lines up to an empty one (at most `most`), without comments; empty at the end.
    fn block(&mut self, most: usize) -> Result<Vec<Line>, Failure> {
        let mut block = Vec::new();
        while block.len() < most {
            match self.line()? {
                None => break,
                Some(line) if self.entry.is_comment(&line.text) => {}
                Some(line) if line.text.trim().is_empty() => {
                    if !block.is_empty() {
                        // The empty line is kept, because it still separates boards when these
                        // lines are read again.
                        self.ahead.push_front(line);
                        break;
                    }
                }
                Some(line) => block.push(line),
            }
        }
        Ok(block)
    }

    /// Determines the layout of boards from the first lines.
    fn recognise(&mut self) -> Result<Layout, Failure> {
        let block = self.block(MAX_BLOCK_LINES)?;
        let has_separator =
            |line: &Line| line.text.contains('/') || line.text.trim_start().contains('\t');
        let reads = |text: &str| self.entry.read(self.rules.as_deref(), text, "").is_ok();
        let whole = block.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
        // In a drawing, even an invalid one, a `/` is not a separator.
        let layout = if is_drawing(&whole) {
            Layout::Blocks
        } else if block.len() < 2 || block.iter().any(has_separator) {
            Layout::Lines
        } else if reads(&whole) {
            Layout::Blocks
        } else if reads(&block[0].text) || block[0].text.trim_end().ends_with('}') {
            Layout::Lines
        } else {
            Layout::Blocks
        };
        for line in block.into_iter().rev() {
            self.ahead.push_front(line);
        }
        Ok(layout)
    }

    /// The next board; `None` at the end.
    fn board(&mut self) -> Result<Option<Board>, Failure> {
        let layout = match self.layout {
            Some(layout) => layout,
            None => self.recognise()?,
        };
        self.layout = Some(layout);
        let lines = self.block(if layout == Layout::Lines { 1 } else { MAX_BLOCK_LINES })?;
        let Some(first) = lines.first() else {
            return match self.found_any {
                true => Ok(None),
                false => Err(Failure::Text(
                    "there is no board in it; expected one board per line".to_owned(),
                )),
            };
        };
        self.found_any = true;
        if let (Layout::Lines, Ok(record)) = (layout, serde_json::from_str(&first.text)) {
            return self.recorded(record, first.number).map(Some);
        }
        let named = match layout {
            Layout::Lines => {
                first.text.split_once('\t').filter(|(name, _)| !name.trim().is_empty())
            }
            Layout::Blocks => None,
        };
        let (board, shift) = match (layout, named) {
            (_, Some((name, board))) => (board.to_owned(), name.chars().count() + 1),
            (Layout::Lines, None) => (first.text.clone(), 0),
            (Layout::Blocks, None) => {
                let block =
                    lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n");
                let above = std::mem::replace(&mut self.block, block.clone());
                if let Some(error) = divided(&above, first) {
                    return Err(error);
                }
                (block, 0)
            }
        };
        let id = named.map_or_else(
            || format!("{}:{}", self.label, first.number),
            |(name, _)| name.trim().to_owned(),
        );
        let read = self.entry.read(self.rules.as_deref(), &board, &id);
        if read.is_err()
            && layout == Layout::Blocks
            && is_drawing(&board)
            && let Some(below) = self.block(1)?.pop()
        {
            let error = divided(&board, &below);
            self.ahead.push_front(below);
            if let Some(error) = error {
                return Err(error);
            }
        }
        match read {
            Ok(instance) => Ok(Some(Board { instance, is_named: named.is_some() })),
            Err(InputError { position: Some(at), message, .. }) => {
                let line = lines.get(at.line - 1).map_or(first.number, |line| line.number);
                let column = at.column + if at.line == 1 { shift } else { 0 };
                Err(Failure::Board(InputError::at(line, column, message).to_string()))
            }
            Err(error) => Err(Failure::Board(format!("line {}: {error}", first.number))),
        }
    }

    /// Returns the board of a record, under the requested rules or, without such a request, the
    /// record's own.
    fn recorded(&self, record: Record, line: usize) -> Result<Board, Failure> {
        let Record { instance, game, rules, board } = record;
        let expected = self.entry.name();
        if let Some(game) = game.filter(|game| game != expected) {
            let game = quoted(&game);
            return Err(Failure::Board(format!(
                "line {line}: {game} is not a valid game here; expected `{expected}`"
            )));
        }
        // A name with a line end or another control character is ignored.
        let instance =
            instance.filter(|id| !id.trim().is_empty() && !id.contains(char::is_control));
        let is_named = instance.is_some();
        let id = instance.unwrap_or_else(|| format!("{}:{line}", self.label));
        match self.entry.read(self.rules.as_deref().or(rules.as_deref()), &board, &id) {
            Ok(instance) => Ok(Board { instance, is_named }),
            Err(error) => Err(Failure::Board(format!("line {line}, in `board`: {error}"))),
        }
    }
}

/// The error of a drawing that continues after an empty line.
fn divided(above: &str, below: &Line) -> Option<Failure> {
    let part = part_below(above, &below.text)?;
    let message = format!("{part} follows an empty line; expected no empty line in a drawing");
    Some(Failure::Board(InputError::at(below.number, 1, message).to_string()))
}

impl<R: Read> Iterator for Boards<R> {
    type Item = Result<Board, BoardsError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let next = self.board();
        self.done = matches!(next, Ok(None) | Err(Failure::Text(_)));
        match next {
            Ok(board) => board.map(Ok),
            Err(Failure::Board(message) | Failure::Text(message)) => {
                Some(Err(BoardsError { label: self.label.clone(), message }))
            }
        }
    }
}
