//! The notation: rows of characters, and a legend for pieces on targets.

use std::fmt::Write as _;

use patience_core::{Game, InputError, cell_name};

use super::{TilesGame, TilesState};
use crate::drawing::Drawing;
use crate::grid::{self, Direction, Size};
use crate::text::{quoted, separates_moves, words};

/// The letter of a target of a colour from 1 to 26.
pub(super) fn target_letter(colour: u8) -> char {
    char::from(b'@' + colour)
}

/// The letter of a piece of a colour from 1 to 26.
pub(super) fn piece_letter(colour: u8) -> char {
    char::from(b'`' + colour)
}

/// The display name of a piece: `R b2`.
pub(super) fn piece_name(size: Size, colour: u8, cell: usize) -> String {
    format!("{} {}", target_letter(colour), cell_name(cell % size.width, cell / size.width))
}

/// Reads a board: rows joined by `/` or new lines, `#` for an obstacle, `.` for an empty cell, a
/// small letter for a piece, a capital for a target, `*` for a piece on a target. If there are `*`,
/// the last row is a legend with a pair of letters, piece and target, for each of them in reading
/// order: `*b/B./*=bB`. Drawings are read back.
///
/// # Errors
/// The text is invalid; the error has the place and the expected input.
///
/// ```
/// use patience_core::Game;
/// use patience_games::tiles::{read, write};
///
/// let level = read("R..r/.#..")?;
/// assert_eq!(write(&level, &level.start()), "R..r/.#..");
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub fn read(text: &str) -> Result<TilesGame, InputError> {
    if let Some(drawing) = Drawing::parse(text)? {
        let (text, both) = of_drawing(&drawing)?;
        return read(&text).map_err(|error| drawing.placed(error, &both));
    }
    let mut rows = grid::rows(text)?;
    let last = rows.last_mut().expect("a board has a row");
    let legend = last.pop_if(|word| word.text.starts_with("*="));
    if last.is_empty() {
        rows.pop();
    }
    if rows.is_empty() {
        return Err(InputError::at(1, 1, "the board has a legend but no rows"));
    }
    let signs = grid::rectangle(rows)?;

    let both_expected = "a piece's small letter and its target's capital, as in `*=rR,bA`";
    let mut both = Vec::new();
    if let Some(word) = &legend {
        let mut column = word.column + 2;
        for pair in word.text[2..].split(',') {
            let error = || {
                let message = format!(
                    "{} is not a valid entry of the legend; expected {both_expected}",
                    quoted(pair)
                );
                InputError::at(word.line, column, message)
            };
            match *pair.as_bytes() {
                [piece @ b'a'..=b'z', target @ b'A'..=b'Z'] => {
                    both.push((piece - b'`', target - b'@', column))
                }
                _ => return Err(error()),
            }
            column += 3;
        }
    }
    let mut both = both.into_iter();

    let cells = signs.size.cells();
    let (mut obstacles, mut targets, mut pieces) =
        (vec![false; cells], vec![None; cells], Vec::new());
    for (cell, (sign, place)) in signs.iter().enumerate() {
        match sign {
            '.' => {}
            '#' => obstacles[cell] = true,
            'a'..='z' => pieces.push((sign as u8 - b'`', cell)),
            'A'..='Z' => targets[cell] = Some(sign as u8 - b'@'),
            '*' => {
                let Some((piece, target, _)) = both.next() else {
                    let message = format!(
                        "this `*` has no entry in a legend at the end; expected {both_expected}"
                    );
                    return Err(place.error(message));
                };
                pieces.push((piece, cell));
                targets[cell] = Some(target);
            }
            _ => {
                let message = format!(
                    "{} is not a valid character; expected `#`, `.`, a letter or `*`",
                    quoted(place.text)
                );
                return Err(place.error(message));
            }
        }
    }
    if let (Some((_, _, column)), Some(word)) = (both.next(), legend) {
        return Err(InputError::at(
            word.line,
            column,
            "the legend has more entries than the board has `*`",
        ));
    }
    if pieces.is_empty() {
        return Err(InputError::at(
            1,
            1,
            "the board has no piece; expected at least one small letter",
        ));
    }
    Ok(TilesGame::new(signs.size, &obstacles, &targets, pieces))
}

/// The notation of a drawing's cells, with the cells (row and column) that have an entry in the
/// legend. A target under a piece between arrows is hidden and counts as empty.
fn of_drawing(drawing: &Drawing) -> Result<(String, Vec<(usize, usize)>), InputError> {
    let (mut legend, mut both) = (Vec::new(), Vec::new());
    let is_arrow = |sign| Direction::ALL.iter().any(|way| way.arrow() == sign);
    let expected = "`███`, `(a)`, `[a]` or `a/A`, or `A` or `·` between blanks";
    let mut rows = drawing.of_signs(expected, |y, x, cell| {
        let (piece, target) = match cell {
            ['█', '█', '█'] => return Some('#'),
            [' ', '·', ' '] => return Some('.'),
            [_, ' ', _] => return None,
            ['[', piece, ']'] => (piece, piece.to_ascii_uppercase()),
            [piece, '/', target] => (piece, target),
            ['(', sign, ')'] | [' ', sign, ' '] => return Some(sign),
            [before, sign, after] => return (before == after && is_arrow(before)).then_some(sign),
        };
        legend.push(format!("{piece}{target}"));
        both.push((y, x));
        Some('*')
    })?;
    if !legend.is_empty() {
        rows.push(format!("*={}", legend.join(",")));
    }
    Ok((rows.join("\n"), both))
}

/// Writes a state in the form that [`read`] accepts, on one line.
pub fn write(game: &TilesGame, state: &TilesState) -> String {
    let size = game.size();
    let mut piece_at = vec![None; size.cells()];
    game.pieces(state).into_iter().for_each(|(colour, cell)| piece_at[cell] = Some(colour));
    let (mut out, mut legend) = (String::new(), String::new());
    for (cell, piece) in piece_at.into_iter().enumerate() {
        if cell > 0 && cell % size.width == 0 {
            out.push('/');
        }
        out.push(match (piece, game.target(cell)) {
            _ if game.is_obstacle(cell) => '#',
            (None, None) => '.',
            (Some(piece), None) => piece_letter(piece),
            (None, Some(target)) => target_letter(target),
            (Some(piece), Some(target)) => {
                let joint = if legend.is_empty() { "/*=" } else { "," };
                _ = write!(legend, "{joint}{}{}", piece_letter(piece), target_letter(target));
                '*'
            }
        });
    }
    out + &legend
}

/// Draws a state: `(r)` a piece, ` R ` a target, `[r]` a piece on its own target, `r/B` one on
/// another target. Pieces moved by the tilt `highlight` are drawn between arrows.
pub(super) fn draw(
    game: &TilesGame,
    state: &TilesState,
    highlight: Option<Direction>,
    colour: bool,
) -> String {
    let mut piece_at = vec![None; game.size().cells()];
    game.pieces(state).into_iter().for_each(|(piece, cell)| piece_at[cell] = Some(piece));
    // A piece moved by the tilt leaves its cell, or another one behind it follows. It stays exactly
    // if all cells ahead of it, up to the stop of a lone piece, are occupied.
    let shifts = |cell: usize, direction: Direction| {
        let mut ahead = cell;
        while ahead != game.stop(cell, direction) {
            ahead = game.size().neighbour(ahead, direction).expect("the stop lies ahead");
            if piece_at[ahead].is_none() {
                return true;
            }
        }
        false
    };
    let paint = |text: String, letter: char, style: &str| match colour {
        true => format!("\x1b[{style};5;{}m{text}\x1b[0m", grid::terminal_colour(letter)),
        false => text,
    };
    grid::frame(game.size(), |cell| match (piece_at[cell], game.target(cell)) {
        _ if game.is_obstacle(cell) => "███".to_owned(),
        (None, None) => " · ".to_owned(),
        (None, Some(target)) => {
            paint(format!(" {} ", target_letter(target)), target_letter(target), "38")
        }
        (Some(piece), target) => {
            let letter = piece_letter(piece);
            let text = match (highlight.filter(|direction| shifts(cell, *direction)), target) {
                (Some(direction), _) => format!("{0}{letter}{0}", direction.arrow()),
                (None, None) => format!("({letter})"),
                (None, Some(target)) if target == piece => format!("[{letter}]"),
                (None, Some(target)) => format!("{letter}/{}", target_letter(target)),
            };
            paint(text, letter, "1;30;48")
        }
    })
}

/// The moves of a plan: letters, or words for directions, optionally after `tilt`.
pub(super) fn split_plan(text: &str) -> Vec<&str> {
    let words = words(text);
    let is_tilt = |word: &str| word.eq_ignore_ascii_case("tilt");
    if words.iter().any(|word| is_tilt(word) || Direction::from_word(word).is_some()) {
        // The word after `tilt` is the move.
        let is_move =
            |at: usize| !is_tilt(words[at]) || words.get(at + 1).is_none_or(|next| is_tilt(next));
        return (0..words.len()).filter(|at| is_move(*at)).map(|at| words[at]).collect();
    }
    let letter = |(at, c): (usize, char)| &text[at..at + c.len_utf8()];
    let is_move = |(_, c): &(usize, char)| !separates_moves(*c);
    text.char_indices().filter(is_move).map(letter).collect()
}

/// Reads a move: a letter of `LRUD`, or the word of a direction.
pub(super) fn parse_move(text: &str) -> Result<Direction, InputError> {
    if let Some(direction) = Direction::from_word(text.trim()) {
        return Ok(direction);
    }
    let mut letters = text.trim().chars();
    match (letters.next().and_then(Direction::from_letter), letters.next()) {
        (Some(direction), None) => Ok(direction),
        _ => Err(InputError::new(format!(
            "{} is not a valid move; expected one of the letters L, R, U, D or one of the words \
             left, right, up, down",
            quoted(text)
        ))),
    }
}

/// The start's notation, for tests and messages.
impl std::fmt::Display for TilesGame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&write(self, &self.start()))
    }
}
