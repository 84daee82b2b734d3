//! The notation: four rows of four cards.

use patience_core::cards::write_board;
use patience_core::units::counted;
use patience_core::{Game, InputError, cell_name};

use super::rules::CELLS;
use super::{BirdsGame, BirdsMove, BirdsState};
use crate::cards::Card;
use crate::drawing::Drawing;
use crate::text::{parse_card_move, quoted, rows_of_words};

/// Maximum length of a board text, including white space around the cards.
const MAX_TEXT: usize = 1 << 16;

/// Reads a board: four rows of four cards such as `TH`, `--` an empty cell, rows joined by `/` or
/// new lines; or a drawing.
///
/// # Errors
/// The text is invalid; the error has the place and the expected input.
///
/// ```
/// use patience_games::birds::read;
///
/// assert!(read("2D -- -- -- / JD -- -- QS / 2H -- TH 2C / -- -- -- QH").is_ok());
/// let error = read("2D 3X -- --").unwrap_err();
/// assert!(error.position.is_some(), "{error}");
/// ```
pub fn read(text: &str) -> Result<BirdsGame, InputError> {
    if text.len() > MAX_TEXT {
        return Err(InputError::new(format!(
            "a string of {} bytes is not a valid board; expected 16 cells",
            text.len()
        )));
    }
    let drawing = Drawing::parse(text)?;
    let rows = drawing.as_ref().map_or_else(|| rows_of_words(text), Drawing::of_cards)?;
    if rows.is_empty() {
        return Err(InputError::at(1, 1, "the board is empty; expected four rows of four cards"));
    }
    if rows.len() != 4 {
        let place = rows.get(4).unwrap_or(&rows[rows.len() - 1])[0];
        return Err(place.error(format!(
            "the board has {}; expected four, joined by `/`",
            counted(rows.len(), "row")
        )));
    }
    let mut grid = [None; CELLS];
    for (y, row) in rows.iter().enumerate() {
        if row.len() != 4 {
            let place = row.get(4).unwrap_or(&row[row.len() - 1]);
            return Err(place.error(format!(
                "this row has {}; expected four, `--` for an empty cell",
                counted(row.len(), "card")
            )));
        }
        for (x, word) in row.iter().enumerate() {
            if word.text == "--" {
                continue;
            }
            let card = Card::parse(word.text).ok_or_else(|| {
                word.error(format!(
                    "{} is not a valid card; expected a rank and a suit such as `TH`, or `--`",
                    quoted(word.text)
                ))
            })?;
            let cell = 4 * y + x;
            if let Some(first) = grid.iter().position(|other| *other == Some(card)) {
                let [first, second] = [first, cell].map(|cell| cell_name(cell % 4, cell / 4));
                return Err(word.error(format!(
                    "{} is on the board twice, in {first} and {second}; expected a different card \
                     in one of them",
                    card.face()
                )));
            }
            grid[cell] = Some(card);
        }
    }
    if grid == [None; CELLS] {
        return Err(rows[0][0].error("the board has no card; expected at least one".to_owned()));
    }
    Ok(BirdsGame::new(&grid))
}

/// Writes a state in the form that [`read`] accepts, on one line.
pub fn write(game: &BirdsGame, state: &BirdsState) -> String {
    write_board(&game.grid(state), 4)
}

/// Draws a state. For the move `highlight`, the moved card is in round brackets, the covered card
/// in square ones.
pub(super) fn draw(
    game: &BirdsGame,
    state: &BirdsState,
    highlight: Option<BirdsMove>,
    colour: bool,
) -> String {
    let mut out = String::from("       a    b    c    d\n   ┌────────────────────┐\n");
    for (row, cards) in game.grid(state).chunks(4).enumerate() {
        out += &format!(" {} │", row + 1);
        for (column, card) in cards.iter().enumerate() {
            let cell = (4 * row + column) as u8;
            let (open, close, style) = match highlight {
                Some(mv) if mv.from == cell => ('(', ')', "1;7"),
                Some(mv) if mv.to == cell => ('[', ']', "1;4"),
                _ => (' ', ' ', "1"),
            };
            let Some(card) = card else {
                out += "   · ";
                continue;
            };
            let text = format!("{open}{:>3}{close}", card.face());
            let red = if card.suit().is_red() { ";31" } else { "" };
            out += &if colour { format!("\x1b[{style}{red}m{text}\x1b[0m") } else { text };
        }
        out += "│\n";
    }
    out + "   └────────────────────┘"
}

/// Writes a move: `r,c>r,c`, rows and columns from 0.
pub(super) fn move_text(BirdsMove { from, to }: BirdsMove) -> String {
    format!("{},{}>{},{}", from / 4, from % 4, to / 4, to % 4)
}

/// Reads a move of [`move_text`], or a card on top of a stack and the cell that it goes to:
/// `10♥ d1`.
pub(super) fn parse_move(
    game: &BirdsGame,
    state: &BirdsState,
    text: &str,
) -> Result<BirdsMove, InputError> {
    if let Some((card, (column, row))) = parse_card_move(text) {
        if column >= 4 || row >= 4 {
            let name = cell_name(column, row);
            return Err(InputError::new(format!(
                "{name} is off the board: cells go from a1 to d4"
            )));
        }
        let from = game.grid(state).iter().position(|top| *top == Some(card));
        let from =
            from.ok_or_else(|| InputError::new(format!("{} is on top of no stack", card.face())))?;
        return Ok(BirdsMove { from: from as u8, to: (4 * row + column) as u8 });
    }
    let cell = |text: &str| {
        let (row, column) = text.split_once(',')?;
        let number = |text: &str| text.trim().parse().ok().filter(|number: &u8| *number < 4);
        Some(4 * number(row)? + number(column)?)
    };
    let parts = || {
        let (from, to) = text.split_once('>')?;
        Some(BirdsMove { from: cell(from)?, to: cell(to)? })
    };
    let expected = "expected row,column>row,column from 0 to 3, such as `0,1>0,3`, or a card and a \
                    cell, such as `Q♥ d1`";
    parts()
        .ok_or_else(|| InputError::new(format!("{} is not a valid move; {expected}", quoted(text))))
}

/// The start's notation, for tests and messages.
impl std::fmt::Display for BirdsGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write(self, &self.start()))
    }
}
