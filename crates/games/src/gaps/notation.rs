//! The notations: reading with recognition, and writing.
//!
//! Text has rows separated by ` / ` or line ends and cells separated by blanks, gaps written `--` (the project's own
//! form) or `g` (SuperPuzz); Solvitaire's JSON begins with `{`. Drawings are read back.

use std::collections::BTreeMap;

use patience_core::InputError;

use super::{Gaps, Rules, State};
use crate::cards::Card;
use crate::drawing;
use crate::text::{Word, quoted, rows_of_words};

/// No board of at most 56 cells needs more; longer input is refused before it is taken apart.
const MOST_BYTES: usize = 1 << 16;

/// A cell of an input with its place, line and column from 1.
struct Cell {
    card: Option<Card>,
    line: usize,
    column: usize,
}

/// Reads a board in any of the notations.
pub(super) fn read(rules: Rules, text: &str) -> Result<Gaps, InputError> {
    if text.len() > MOST_BYTES {
        return Err(InputError::new(format!(
            "a text of {} bytes is not a valid board; expected at most 56 cells",
            text.len()
        )));
    }
    if let Some(plain) = drawing::of_cards(text) {
        return read(rules, &plain).map_err(|error| InputError::new(error.message));
    }
    let rows = if text.trim_start().starts_with(['{', '[']) { read_json(rules, text)? } else { read_text(text)? };
    if rows.is_empty() {
        return Err(InputError::new("the board is empty; expected rows of cells such as `2C -- 3D`"));
    }
    let board: Vec<Vec<Option<Card>>> = rows.iter().map(|row| row.iter().map(|cell| cell.card).collect()).collect();
    let game = Gaps::new(rules, &board).map_err(|error| {
        let cell = error.cell().and_then(|(row, column)| rows[row].get(column));
        match cell {
            Some(cell) => InputError::at(cell.line, cell.column, error.to_string()),
            None => InputError::new(error.to_string()),
        }
    })?;
    if game.card_count() == 0 {
        return Err(InputError::new("the board has no card; expected one at least"));
    }
    Ok(game)
}

fn read_text(text: &str) -> Result<Vec<Vec<Cell>>, InputError> {
    let read_cell = |word: &Word| {
        let card = match word.text {
            "--" | "g" | "G" => None,
            text => Some(Card::parse(text).ok_or_else(|| {
                word.error(format!(
                    "{} is not a valid card; expected a rank A23456789TJQK and a suit SHDC, or -- for a gap",
                    quoted(text)
                ))
            })?),
        };
        Ok(Cell { card, line: word.line, column: word.column })
    };
    rows_of_words(text)?.iter().map(|row| row.iter().map(read_cell).collect()).collect()
}

/// Solvitaire's `{"sequences":[["4C",""],…]}`. An ace is a gap unless the rule set plays aces.
fn read_json(rules: Rules, text: &str) -> Result<Vec<Vec<Cell>>, InputError> {
    const SHAPE: &str = "expected Solvitaire's form {\"sequences\":[[\"4C\",\"\"],…]}";
    let object: BTreeMap<String, Vec<Vec<String>>> = serde_json::from_str(text).map_err(|error| {
        let message = error.to_string();
        let bare = message.split(" at line ").next().unwrap_or_default();
        InputError::at(error.line(), error.column(), format!("{bare}; {SHAPE}"))
    })?;
    let sequences = object.get("sequences").ok_or_else(|| InputError::new(format!("no `sequences`; {SHAPE}")))?;
    // The first string is the only key; the others are the cells in order.
    let places = string_places(text);
    if places.len() != 1 + sequences.iter().map(Vec::len).sum::<usize>() {
        return Err(InputError::new(format!("the object has more than one `sequences`, or other keys; {SHAPE}")));
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
                        "{} is not a valid card; expected one such as \"4C\" or \"10H\", or \"\" for a gap",
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
    write_rows(game, state, "--", " / ")
}

/// The SuperPuzz form, a row a line.
pub(super) fn superpuzz(game: &Gaps, state: &State) -> String {
    write_rows(game, state, "g", "\n")
}

/// Solvitaire's JSON on one line. Under the rule sets that play aces they stand as cards, which only this project
/// reads back.
pub(super) fn solvitaire(game: &Gaps, state: &State) -> String {
    let text = |card: &Option<Card>| match card {
        None => "\"\"".to_string(),
        Some(card) if card.rank() == 10 => format!("\"10{}\"", card.suit().letter()),
        Some(card) => format!("\"{card}\""),
    };
    let row = |cells: &Vec<Option<Card>>| format!("[{}]", cells.iter().map(text).collect::<Vec<_>>().join(","));
    let rows: Vec<String> = game.board(state).iter().map(row).collect();
    format!("{{\"sequences\":[{}]}}", rows.join(","))
}

fn write_rows(game: &Gaps, state: &State, gap: &str, between_rows: &str) -> String {
    let text = |card: &Option<Card>| card.map_or(gap.to_string(), |card| card.to_string());
    let row = |cells: &Vec<Option<Card>>| cells.iter().map(text).collect::<Vec<_>>().join(" ");
    game.board(state).iter().map(row).collect::<Vec<_>>().join(between_rows)
}
