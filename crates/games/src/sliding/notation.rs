//! The notation: rows of numbers, 0 for the blank.

use patience_core::units::counted;
use patience_core::{Game, InputError};

use super::rules::{Corner, MAX_SIDE, SlidingGame, SlidingState};
use crate::drawing::Drawing;
use crate::grid::{self, Direction, Size};
use crate::text::{Word, moves_of_words, quoted, separates_moves};

/// The end of every message about a size.
const SIZES: &str = "expected 2 to 5 rows of 2 to 5 numbers";

/// Reads a board: rows of numbers joined by `/` or new lines, 0 or `.` for the blank; a square
/// board may also be given in one row, as in research; or a drawing.
///
/// # Errors
/// The text is invalid; the error has the place and the expected input.
pub(super) fn read(corner: Corner, text: &str) -> Result<SlidingGame, InputError> {
    let drawing = Drawing::parse(text)?;
    let rows = match &drawing {
        Some(drawing) => drawing.of_cards()?,
        None => grid::rows(text)?,
    };
    let cells: Vec<Word<'_>> = rows.iter().flatten().copied().collect();
    let side = (2..=MAX_SIDE).find(|side| rows.len() == 1 && side * side == cells.len());
    let columns = drawing.as_ref().map_or(rows[0].len(), Drawing::columns);
    let (width, height) = side.map_or((columns, rows.len()), |side| (side, side));
    let fits = |side: usize| (2..=MAX_SIDE).contains(&side);
    let first = rows[0][0];
    if let Some(row) = rows.iter().find(|row| side.is_none() && row.len() != width) {
        let found = counted(row.len(), "cell");
        if drawing.is_some() {
            let lacking = lacking(rows.len() * width, &cells);
            let message = format!("this row has {found}, the line of letters {width}{lacking}");
            return Err(row[0].error(message));
        }
        let lacking = lacking(rows.len() * rows.iter().map(Vec::len).max().unwrap_or(0), &cells);
        return Err(
            row[0].error(format!("this row has {found}, the first row {width}{lacking}; {SIZES}"))
        );
    }
    let Some(size) = Size::new(width, height).filter(|_| fits(width) && fits(height)) else {
        let (rows, cells) = (counted(height, "row"), counted(width, "cell"));
        return Err(first.error(format!("a board with {rows} of {cells} is not valid; {SIZES}")));
    };
    // The blank of a drawing is a dot.
    let said = |text: &str| quoted(if drawing.is_some() && text == "--" { "·" } else { text });
    let mut tiles = Vec::with_capacity(cells.len());
    for cell in &cells {
        let last = size.cells() - 1;
        let Some(tile) = tile(cell.text).filter(|tile| usize::from(*tile) <= last) else {
            let (said, lacking) = (said(cell.text), lacking(size.cells(), &cells));
            return Err(
                cell.error(format!("{said} is not a valid tile{lacking}; expected 0 to {last}"))
            );
        };
        if tiles.contains(&tile) {
            let (said, lacking) = (said(cell.text), lacking(size.cells(), &cells));
            return Err(
                cell.error(format!("duplicate tile {said}{lacking}; expected each number once"))
            );
        }
        tiles.push(tile);
    }
    Ok(SlidingGame::new(size, corner, &tiles))
}

/// The tile of a cell, 0 for the blank, which a drawing shows like a gap of cards.
fn tile(text: &str) -> Option<u8> {
    match text {
        "." | "--" => Some(0),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
        _ => None,
    }
}

/// The part of a message that names the missing numbers of a board, if there are only a few.
fn lacking(size: usize, cells: &[Word<'_>]) -> String {
    const MOST: usize = 4;
    let found: Vec<u8> = cells.iter().filter_map(|cell| tile(cell.text)).collect();
    let missing =
        (0..size).filter(|number| !found.iter().any(|tile| usize::from(*tile) == *number));
    match missing.map(|number| number.to_string()).collect::<Vec<_>>() {
        missing if missing.is_empty() || missing.len() > MOST => String::new(),
        missing if missing.len() == 1 => format!(", {} is missing", missing[0]),
        missing => format!(", {} are missing", missing.join(", ")),
    }
}

/// Writes a state in the form that [`read`] accepts, on one line.
pub(super) fn write(game: &SlidingGame, state: &SlidingState) -> String {
    let row = |tiles: &[u8]| tiles.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    game.tiles(state).chunks(game.size().width).map(row).collect::<Vec<_>>().join(" / ")
}

/// Draws a state; the tile that the move `highlight` slides is drawn in brackets.
pub(super) fn draw(
    game: &SlidingGame,
    state: &SlidingState,
    highlight: Option<u8>,
    colour: bool,
) -> String {
    grid::frame_of(game.size(), 4, |cell| {
        let tile = state.tile(cell);
        if tile == 0 {
            return "  · ".to_owned();
        }
        let moves = highlight == Some(cell as u8);
        let text = if moves { format!("[{tile:>2}]") } else { format!(" {tile:>2} ") };
        match colour {
            true if moves => format!("\x1b[7m{text}\x1b[0m"),
            true if game.home(tile) == cell => format!("\x1b[1m{text}\x1b[0m"),
            _ => text,
        }
    })
}

/// The direction in which the tile on a cell slides.
pub(super) fn direction(game: &SlidingGame, state: &SlidingState, from: u8) -> Direction {
    let beside = |way: &Direction| game.size().neighbour(from.into(), *way) == Some(state.blank());
    Direction::ALL.into_iter().find(beside).expect("a tile next to the blank slides")
}

/// Writes a move as people read it: `5 left`.
pub(super) fn move_words(game: &SlidingGame, state: &SlidingState, from: u8) -> String {
    format!("{} {}", state.tile(from.into()), direction(game, state, from).word())
}

/// Reads a move: the tile's number, its direction, or both. If no tile slides that way, the result
/// is the cell of the blank, from which no move is legal.
pub(super) fn parse_move(
    game: &SlidingGame,
    state: &SlidingState,
    text: &str,
) -> Result<u8, InputError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let cells = game.size().cells();
    let of_tile = |word: &str| {
        let tile = tile(word).filter(|tile| *tile > 0)?;
        (0..cells).find(|cell| state.tile(*cell) == tile).map(|cell| cell as u8)
    };
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    let towards = |way| legal.iter().copied().find(|from| direction(game, state, *from) == way);
    let from = match words[..] {
        [word] => of_tile(word).map(Some).or_else(|| Direction::from_word(word).map(towards)),
        [number, word] => of_tile(number)
            .zip(Direction::from_word(word))
            .map(|(from, way)| Some(from).filter(|from| towards(way) == Some(*from))),
        _ => None,
    };
    from.map(|from| from.unwrap_or(state.blank() as u8)).ok_or_else(|| {
        InputError::new(format!(
            "{} is not a valid move; expected a tile from 1 to {}, a direction, or both, such as \
             `5 left`",
            quoted(text),
            cells - 1
        ))
    })
}

/// The moves of a plan: `5`, or `5 left`.
pub(super) fn split_plan(text: &str) -> Vec<&str> {
    let words = text.split(separates_moves).filter(|word| !word.is_empty()).collect();
    moves_of_words(text, words, |before, word| {
        before.parse::<u8>().is_ok() && Direction::from_word(word).is_some()
    })
}
