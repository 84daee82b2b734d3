//! The notations: reading with recognition, and writing.
//!
//! Text has rows separated by ` / ` or line ends and cells separated by blanks, gaps written `--`
//! (the project's own form) or `g` (SuperPuzz); Solvitaire's JSON begins with `{`. Drawings are
//! read back.

use std::collections::BTreeMap;

use patience_core::{InputError, cell_name};

use super::layout::Board;
use super::{Gaps, Move, Rules, State};
use crate::cards::Card;
use crate::drawing::Drawing;
use crate::text::{Word, quoted, rows_of_words};

/// Maximum length of a board; longer input is rejected before parsing.
const MAX_BYTES: usize = 1 << 16;

/// A cell of an input with its place, line and column from 1.
pub(super) struct Cell {
    card: Option<Card>,
    line: usize,
    column: usize,
}

/// Reads a board in any of the notations.
pub(super) fn read(rules: Rules, text: &str) -> Result<Gaps, InputError> {
    let game = read_board(
        text,
        |text| {
            if text.trim_start().starts_with(['{', '[']) {
                read_json(rules, text)
            } else {
                read_text(text)
            }
        },
        |board| Gaps::new(rules, board).map_err(|error| (error.cell(), error.to_string())),
    )?;
    if game.card_count() == 0 {
        return Err(InputError::new("the board has no card; expected at least one"));
    }
    Ok(game)
}

/// A fault of a cell, or of the whole board.
pub(super) type Fault = (Option<(usize, usize)>, String);

/// Reads the rows of a board, also from a drawing, and makes a game of them; a fault is reported
/// with its place in the text.
pub(super) fn read_board<G>(
    text: &str,
    read_rows: impl Fn(&str) -> Result<Vec<Vec<Cell>>, InputError>,
    game: impl Fn(&Board) -> Result<G, Fault>,
) -> Result<G, InputError> {
    if text.len() > MAX_BYTES {
        let length = text.len();
        return Err(InputError::new(format!(
            "a string of {length} bytes is not a valid board; expected at most {MAX_BYTES}"
        )));
    }
    let rows = match Drawing::parse(text)? {
        Some(drawing) => read_words(&drawing.of_cards()?)?,
        None => read_rows(text)?,
    };
    if rows.is_empty() {
        return Err(InputError::new(
            "the board is empty; expected rows of cells such as `2C -- 3D`",
        ));
    }
    let board: Board = rows.iter().map(|row| row.iter().map(|cell| cell.card).collect()).collect();
    game(&board).map_err(|(cell, message)| {
        match cell.and_then(|(row, column)| rows[row].get(column)) {
            Some(cell) => InputError::at(cell.line, cell.column, message),
            None => InputError::new(message),
        }
    })
}

pub(super) fn read_text(text: &str) -> Result<Vec<Vec<Cell>>, InputError> {
    read_words(&rows_of_words(text)?)
}

fn read_words(rows: &[Vec<Word>]) -> Result<Vec<Vec<Cell>>, InputError> {
    let read_cell = |word: &Word| {
        let card = match word.text {
            "--" | "g" | "G" => None,
            text => Some(Card::parse(text).ok_or_else(|| {
                word.error(format!(
                    "{} is not a valid card; expected a rank A23456789TJQK and a suit SHDC, or -- \
                     for a gap",
                    quoted(text)
                ))
            })?),
        };
        Ok(Cell { card, line: word.line, column: word.column })
    };
    rows.iter().map(|row| row.iter().map(read_cell).collect()).collect()
}

/// Solvitaire's `{"sequences":[["4C",""],…]}`. An ace is a gap unless the rule set plays aces.
fn read_json(rules: Rules, text: &str) -> Result<Vec<Vec<Cell>>, InputError> {
    const SHAPE: &str = "expected Solvitaire's form {\"sequences\":[[\"4C\",\"\"],…]}";
    let object: BTreeMap<String, Vec<Vec<String>>> =
        serde_json::from_str(text).map_err(|error| {
            let message = error.to_string();
            let bare = message.split(" at line ").next().unwrap_or_default();
            InputError::at(error.line(), error.column(), format!("{bare}; {SHAPE}"))
        })?;
    let sequences = object
        .get("sequences")
        .ok_or_else(|| InputError::new(format!("no `sequences`; {SHAPE}")))?;
    // The first string is the only key; the others are the cells in order.
    let places = string_places(text);
    if places.len() != 1 + sequences.iter().map(Vec::len).sum::<usize>() {
        return Err(InputError::new(format!(
            "the object has more than one `sequences`, or other keys; {SHAPE}"
        )));
    }
    let mut places = places.into_iter().skip(1);
    let mut read_cell = |text: &String| {
        let (line, column) = places.next().expect("strings were counted");
        let card = match text.trim() {
            "" => None,
            card => Some(Card::parse(card).ok_or_else(|| {
                InputError::at(
                    line,
                    column,
                    format!(
                        "{} is not a valid card; expected one such as \"4C\" or \"10H\", or \"\" \
                         for a gap",
                        quoted(text)
                    ),
                )
            })?),
        };
        Ok(Cell { card: card.filter(|card| card.rank() >= rules.base()), line, column })
    };
    sequences.iter().map(|row| row.iter().map(&mut read_cell).collect()).collect()
}

/// Line and column, from 1, of every string in a valid JSON text.
fn string_places(text: &str) -> Vec<(usize, usize)> {
    let (mut line, mut column) = (1, 0);
    let (mut inside, mut escaped) = (false, false);
    let mut places = Vec::new();
    for c in text.chars() {
        column += 1;
        match c {
            '\n' => (line, column) = (line + 1, 0),
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => {
                if !inside {
                    places.push((line, column));
                }
                inside = !inside;
            }
            _ => {}
        }
    }
    places
}

/// The canonical notation, one line.
pub(super) fn canonical(game: &Gaps, state: &State) -> String {
    write_rows(&game.board(state), "--", " / ")
}

/// Writes the SuperPuzz form, one row per line.
pub(super) fn superpuzz(game: &Gaps, state: &State) -> String {
    write_rows(&game.board(state), "g", "\n")
}

/// Solvitaire's JSON on one line. Under rule sets with aces, these are written as cards, which only
/// this project reads back.
pub(super) fn solvitaire(game: &Gaps, state: &State) -> String {
    let text = |card: &Option<Card>| match card {
        None => "\"\"".to_string(),
        Some(card) if card.rank() == 10 => format!("\"10{}\"", card.suit().letter()),
        Some(card) => format!("\"{card}\""),
    };
    let row = |cells: &Vec<Option<Card>>| {
        format!("[{}]", cells.iter().map(text).collect::<Vec<_>>().join(","))
    };
    let rows: Vec<String> = game.board(state).iter().map(row).collect();
    format!("{{\"sequences\":[{}]}}", rows.join(","))
}

pub(super) fn write_rows(board: &Board, gap: &str, between_rows: &str) -> String {
    let text = |card: &Option<Card>| card.map_or(gap.to_string(), |card| card.to_string());
    let row = |cells: &Vec<Option<Card>>| cells.iter().map(text).collect::<Vec<_>>().join(" ");
    board.iter().map(row).collect::<Vec<_>>().join(between_rows)
}

/// Reads a move `row,column>row,column` on a board of a size; `words` describes other valid forms.
pub(super) fn parse_cells(
    text: &str,
    rows: usize,
    columns: usize,
    words: &str,
) -> Result<Move, InputError> {
    let cell = |text: &str| {
        let (row, column) = text.split_once(',')?;
        let number = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
        };
        Some((number(row)?, number(column)?))
    };
    let cells = text.split_once('>').and_then(|(from, to)| Some([cell(from)?, cell(to)?]));
    let [from, to]: [(usize, usize); 2] = cells.ok_or_else(|| {
        InputError::new(format!(
            "{} is not a valid move; expected row,column of the card, >, row,column of the gap, \
             such as 0,4>2,0, or a card and a cell, such as {words}",
            quoted(text)
        ))
    })?;
    if let Some((row, column)) =
        [from, to].into_iter().find(|(row, column)| *row >= rows || *column >= columns)
    {
        return Err(InputError::new(format!(
            "{row},{column} is off the board: rows go from 0 to {}, columns from 0 to {}",
            rows - 1,
            columns - 1
        )));
    }
    Ok(Move::new(from, to).expect("on the board"))
}

/// Whether a cell, given as column and row, lies on a board of this size.
pub(super) fn on_board(
    (column, row): (usize, usize),
    rows: usize,
    columns: usize,
) -> Result<(), InputError> {
    if row < rows && column < columns {
        return Ok(());
    }
    let (name, last) = (cell_name(column, row), cell_name(columns - 1, rows - 1));
    Err(InputError::new(format!("{name} is off the board: cells go from a1 to {last}")))
}
