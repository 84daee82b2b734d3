//! The notation: rows of colours' letters.

use patience_core::{Game, InputError, cell_name, parse_cell};

use super::{CohesionGame, CohesionMove, CohesionState};
use crate::drawing::Drawing;
use crate::grid::{self, Direction};
use crate::text::{moves_of_words, quoted, words};

/// Reads a board: rows joined by `/` or new lines, a capital letter for each colour, `.` for a
/// blank cell; or a drawing.
///
/// # Errors
/// The text is invalid; the error has the place and the expected input.
///
/// ```
/// use patience_core::Game;
/// use patience_games::cohesion::{read, write};
///
/// let level = read("R.R/B.B")?;
/// assert_eq!(write(&level, &level.start()), "R.R/B.B");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn read(text: &str) -> Result<CohesionGame, InputError> {
    if let Some(drawing) = Drawing::parse(text)? {
        // A piece that moves is drawn between arrows.
        let is_beside = |sign| sign == ' ' || Direction::ALL.iter().any(|way| way.arrow() == sign);
        let sign = |_, _, [before, middle, after]: [char; 3]| match middle {
            '·' if before == ' ' && after == ' ' => Some('.'),
            ' ' => None,
            _ => (before == after && is_beside(before)).then_some(middle),
        };
        let rows = drawing.of_signs("a letter or `·` between blanks", sign)?;
        return read(&rows.join("\n")).map_err(|error| drawing.placed(error, &[]));
    }
    let signs = grid::rectangle(grid::rows(text)?)?;
    let mut cells = Vec::with_capacity(signs.size.cells());
    for (sign, place) in signs.iter() {
        cells.push(match sign {
            '.' => None,
            'A'..='Z' => Some(sign),
            _ => {
                let message = format!(
                    "{} is not a valid character; expected `.` or a capital letter",
                    quoted(place.text)
                );
                return Err(place.error(message));
            }
        });
    }
    if cells.iter().all(Option::is_none) {
        return Err(InputError::at(
            1,
            1,
            "the board has no piece; expected at least one capital letter",
        ));
    }
    Ok(CohesionGame::new(signs.size, &cells))
}

/// Writes a state on one line, in the form that [`read`] accepts.
pub fn write(game: &CohesionGame, state: &CohesionState) -> String {
    let cells: Vec<char> = game.cells(state).into_iter().map(|cell| cell.unwrap_or('.')).collect();
    let rows: Vec<String> =
        cells.chunks(game.size().width).map(|row| row.iter().collect()).collect();
    rows.join("/")
}

/// Draws a state; the piece that the move `highlight` shifts is drawn between arrows.
pub(super) fn draw(
    game: &CohesionGame,
    state: &CohesionState,
    highlight: Option<CohesionMove>,
    colour: bool,
) -> String {
    let cells = game.cells(state);
    grid::frame(game.size(), |cell| {
        let Some(letter) = cells[cell] else { return " · ".to_owned() };
        let moves =
            highlight.filter(|mv| game.first_cell(state, cell) == Some(usize::from(mv.cell)));
        let text = match moves {
            Some(mv) => format!("{0}{letter}{0}", mv.direction.arrow()),
            None => format!(" {letter} "),
        };
        match colour {
            true => format!("\x1b[1;30;48;5;{}m{text}\x1b[0m", grid::terminal_colour(letter)),
            false => text,
        }
    })
}

/// Writes a move: `x,yD`.
pub(super) fn move_text(game: &CohesionGame, mv: CohesionMove) -> String {
    let (cell, width) = (usize::from(mv.cell), game.size().width);
    format!("{},{}{}", cell % width, cell / width, mv.direction.letter())
}

/// A piece's letter (optional), one of its cells and a direction: `R b2 up`.
fn parse_words(text: &str) -> Option<(Option<char>, usize, usize, Direction)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (letter, cell, direction) = match words[..] {
        [cell, direction] => (None, cell, direction),
        [letter, cell, direction] if is_letter(letter) => {
            (letter.to_uppercase().chars().next(), cell, direction)
        }
        _ => return None,
    };
    let (x, y) = parse_cell(cell)?;
    Some((letter, x, y, Direction::from_word(direction)?))
}

fn is_letter(word: &str) -> bool {
    matches!(word.as_bytes(), [b'A'..=b'Z' | b'a'..=b'z'])
}

/// The moves of a plan: `0,1R`, or `R b2 up` with or without the letter.
pub(super) fn split_plan(text: &str) -> Vec<&str> {
    moves_of_words(text, words(text), |before, word| match parse_cell(before) {
        Some(_) => Direction::from_word(word).is_some(),
        None => is_letter(before) && parse_cell(word).is_some(),
    })
}

/// Reads a move. The input may name any cell of the piece; the move names the first.
pub(super) fn parse_move(
    game: &CohesionGame,
    state: &CohesionState,
    text: &str,
) -> Result<CohesionMove, InputError> {
    let parts = || {
        if let Some(words) = parse_words(text) {
            return Some(words);
        }
        let text = text.trim();
        let (at, last) = text.char_indices().next_back()?;
        let (x, y) = text[..at].split_once(',')?;
        Some((None, x.trim().parse().ok()?, y.trim().parse().ok()?, Direction::from_letter(last)?))
    };
    let size = game.size();
    let expected = "expected x,y and one of U, D, L, R, such as `0,1R`, or a cell and a \
                    direction, such as `b2 up`";
    let (letter, x, y, direction): (Option<char>, usize, usize, _) = parts().ok_or_else(|| {
        InputError::new(format!("{} is not a valid move; {expected}", quoted(text)))
    })?;
    if x >= size.width || y >= size.height {
        let message =
            format!("{} is not a cell of a board of {}x{}", quoted(text), size.width, size.height);
        return Err(InputError::new(message));
    }
    let cell = y * size.width + x;
    if let Some(letter) = letter.filter(|letter| game.cells(state)[cell] != Some(*letter)) {
        return Err(InputError::new(format!("there is no piece {letter} in {}", cell_name(x, y))));
    }
    Ok(CohesionMove { cell: game.first_cell(state, cell).unwrap_or(cell) as u8, direction })
}

/// The start's notation, for tests and messages.
impl std::fmt::Display for CohesionGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write(self, &self.start()))
    }
}
