//! The board for a terminal.

use patience_core::column_name;

use super::Move;
use super::layout::Board;
use crate::cards::Card;

const RED: &str = "\x1b[31m";
const DIM: &str = "\x1b[2m";
const REVERSED: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";

/// The rows of the board with the names of columns and rows; five characters a cell. Brackets mark
/// the card and the gap of `highlight`; with `colour` they are reversed, red suits red and gaps
/// dim.
pub(super) fn draw(board: &Board, highlight: Option<Move>, colour: bool) -> String {
    let paint = |codes: &str, text: String| {
        if colour && !codes.is_empty() { format!("{codes}{text}{PLAIN}") } else { text }
    };
    let header: String =
        (0..board[0].len()).map(|column| format!("{:>4} ", column_name(column))).collect();
    let mut drawing = paint(DIM, format!("  {}", header.trim_end()));
    for (row, cells) in board.iter().enumerate() {
        drawing.push('\n');
        drawing.push_str(&paint(DIM, (row + 1).to_string()));
        drawing.push(' ');
        for (column, card) in cells.iter().enumerate() {
            let marked =
                highlight.is_some_and(|mv| mv.from() == (row, column) || mv.to() == (row, column));
            let face = card.map_or("·".into(), Card::face);
            let text = format!("{face:>3}");
            let text = if marked { format!("[{text}]") } else { format!(" {text} ") };
            let tint = match card {
                None => DIM,
                Some(card) if card.suit().is_red() => RED,
                Some(_) => "",
            };
            let mark = if marked { REVERSED } else { "" };
            drawing.push_str(&paint(&format!("{tint}{mark}"), text));
        }
        let end = drawing.trim_end().len();
        drawing.truncate(end);
    }
    drawing.push('\n');
    drawing
}
