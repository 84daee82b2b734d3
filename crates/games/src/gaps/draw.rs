//! The board for a terminal.

use patience_core::{column_name, raised_row};

use super::Move;
use super::layout::Board;
use crate::cards::Card;

const RED: &str = "\x1b[31m";
const DIM: &str = "\x1b[2m";
const REVERSED: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

/// Draws the rows of the board with the names of columns and rows; five characters per cell.
/// Brackets mark the card and the gap of `highlight`; with `colour` they are reversed, red suits
/// red and gaps dim.
pub(super) fn draw(board: &Board, highlight: Option<Move>, colour: bool) -> String {
    let cell = |place: (usize, usize), card: Option<Card>| {
        let face = card.map_or("·".into(), Card::face);
        match highlight.is_some_and(|mv| mv.from() == place || mv.to() == place) {
            true => (format!("[{face:>3}]"), REVERSED),
            false => (format!(" {face:>3} "), ""),
        }
    };
    drawn(board, |row| format!("{} ", row + 1), |column| format!("{column:>4} "), cell, colour)
}

/// Draws with three characters per cell and no highlighted move. A ten fills its cell, so row
/// numbers are superscripts: `¹10♠`.
pub(super) fn draw_narrow(board: &Board, colour: bool) -> String {
    let cell = |_, card: Option<Card>| (format!("{:>3}", card.map_or("·".into(), Card::face)), "");
    drawn(board, raised_row, |column| format!("{column:>3}"), cell, colour)
}

/// A drawing in which `cell` returns each text with its colour code, after the `number` of its row.
fn drawn(
    board: &Board,
    number: impl Fn(usize) -> String,
    heading: impl Fn(String) -> String,
    cell: impl Fn((usize, usize), Option<Card>) -> (String, &'static str),
    colour: bool,
) -> String {
    let paint = |codes: &str, text: String| {
        if colour && !codes.is_empty() { format!("{codes}{text}{PLAIN}") } else { text }
    };
    let header: String = (0..board[0].len()).map(|column| heading(column_name(column))).collect();
    let before = " ".repeat(number(0).chars().count());
    let mut drawing = paint(DIM, format!("{before}{}", header.trim_end()));
    for (row, cells) in board.iter().enumerate() {
        drawing.push('\n');
        drawing.push_str(&paint(DIM, number(row)));
        for (column, card) in cells.iter().enumerate() {
            let (text, mark) = cell((row, column), *card);
            let tint = match card {
                None => DIM,
                Some(card) if card.suit().is_red() => RED,
                Some(_) => "",
            };
            drawing.push_str(&paint(&format!("{tint}{mark}"), text));
        }
        let end = drawing.trim_end().len();
        drawing.truncate(end);
    }
    drawing.push('\n');
    drawing
}
