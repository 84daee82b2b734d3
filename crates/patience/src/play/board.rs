//! The board on the screen: the place and the look of each cell.

use patience_core::cards::{Card, Suit};
use patience_core::{Control, Face, View, column_name, raised_row};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::Span;

use super::terminal::{DIM, put};

/// Highlights drawn over the pieces of the board.
pub struct Marks {
    /// The cell under the keyboard's cursor, if it is shown.
    pub cursor: Option<usize>,
    /// The cell that was picked up.
    pub picked: Option<usize>,
    /// Cells where the picked card can go, or from which something can move.
    pub open: Vec<usize>,
}

/// Width and height of a cell in characters: as large as fits, and visually about square.
pub fn cell_size(view: &View, area: Rect) -> (u16, u16) {
    let (rows, columns) = (view.rows as u16, view.columns as u16);
    let fits = |&(width, height): &(u16, u16)| {
        left(width) + columns * width <= area.width && TOP + rows * height <= area.height
    };
    let most = area.height / rows.max(1);
    match view.control {
        // Numbers of two digits and a mark; a column between tiles stays free.
        Control::Slide => {
            let sizes = (2..=most).rev().map(|height| (2 * height + 1, height)).chain([(4, 1)]);
            sizes.into_iter().find(fits).unwrap_or((NARROW, 1))
        }
        // A column between cards stays free.
        Control::Place => {
            let sizes =
                (2..=most).rev().map(|height| (2 * height + 1, height)).chain([(5, 1), (4, 1)]);
            sizes.into_iter().find(fits).unwrap_or((NARROW, 1))
        }
        _ => (1..=most).rev().map(|height| (2 * height, height)).find(fits).unwrap_or((2, 1)),
    }
}

/// The width of a card with room for a mark, a symbol for the rank, and the suit; a ten fills it.
const NARROW: u16 = 3;

/// Room for the row numbers next to cells of a given width.
fn left(width: u16) -> u16 {
    if width == NARROW { 1 } else { 3 }
}

/// Room for the column numbers.
const TOP: u16 = 1;

/// The size of the board inside `area`.
pub fn size(view: &View, area: Rect) -> (u16, u16) {
    let (width, height) = cell_size(view, area);
    (left(width) + view.columns as u16 * width, TOP + view.rows as u16 * height)
}

/// The smallest area that shows every cell.
pub fn least(view: &View) -> (u16, u16) {
    let is_wide = matches!(view.control, Control::Place | Control::Slide);
    let width = if is_wide { NARROW } else { 2 };
    (left(width) + view.columns as u16 * width, TOP + view.rows as u16)
}

/// The cell at a place of the screen.
pub fn cell_at(view: &View, area: Rect, x: u16, y: u16) -> Option<usize> {
    if x >= area.right() || y >= area.bottom() {
        return None;
    }
    let (width, height) = cell_size(view, area);
    let column = x.checked_sub(area.x + left(width))? / width;
    let row = y.checked_sub(area.y + TOP)? / height;
    let inside = usize::from(row) < view.rows && usize::from(column) < view.columns;
    inside.then(|| usize::from(row) * view.columns + usize::from(column))
}

/// Draws the board into the upper left corner of `area`.
pub fn draw(view: &View, marks: &Marks, area: Rect, buffer: &mut Buffer) {
    let (width, height) = cell_size(view, area);
    let left = left(width);
    for column in 0..view.columns as u16 {
        let x = area.x + left + column * width + (width.saturating_sub(2)) / 2;
        let name = format!("{:>2}", column_name(usize::from(column)));
        put(buffer, area, (x, area.y), &name, DIM);
    }
    for row in 0..view.rows as u16 {
        let first = Rect::new(area.x, area.y + TOP + row * height, width, height);
        let number = match width {
            NARROW => raised_row(usize::from(row)),
            _ => format!("{:>2}", row + 1),
        };
        put(buffer, area, (area.x, middle(body(view, first))), &number, DIM);
    }
    for (index, cell) in view.cells.iter().enumerate() {
        let (row, column) = ((index / view.columns) as u16, (index % view.columns) as u16);
        let place =
            Rect::new(area.x + left + column * width, area.y + TOP + row * height, width, height);
        let place = place.intersection(area);
        if place.width > 0 && place.height > 0 {
            draw_cell(view, index, cell, marks, place, buffer);
        }
    }
}

/// Returns the part of a cell that its content covers: cards and tiles keep a column and a line
/// between them if there is room; a piece fills its cells, so that its shape shows.
fn body(view: &View, place: Rect) -> Rect {
    match view.control {
        Control::Place | Control::Slide => Rect {
            width: if place.width > 4 { place.width - 1 } else { place.width },
            height: if place.height > 1 { place.height - 1 } else { 1 },
            ..place
        },
        _ => place,
    }
}

/// The line of a cell's text.
fn middle(body: Rect) -> u16 {
    body.y + body.height.saturating_sub(1) / 2
}

/// A card as people read it: `5♥`, `10♠`.
pub fn card_face(rank: u8, suit: char) -> String {
    Card::new(rank, Suit::from_letter(suit).expect("views name suits by their letters")).face()
}

fn draw_cell(
    view: &View,
    index: usize,
    cell: &patience_core::Cell,
    marks: &Marks,
    place: Rect,
    buffer: &mut Buffer,
) {
    let open = marks.open.contains(&index);
    let (text, mut style) = match cell.face {
        Face::Card { rank, suit } => {
            let colour = if "DH".contains(suit) { Color::Red } else { Color::Black };
            (card_face(rank, suit), Style::new().fg(colour).bg(Color::White))
        }
        Face::Piece { colour, .. } => {
            // A target stays visible under a piece of another colour, small if there is no space
            // for its symbol.
            let text = match cell.target {
                Some(target) if target == colour => format!("{colour}✓"),
                Some(target) if place.width >= 4 => format!("{colour}◎{target}"),
                Some(target) => format!("{colour}{}", target.to_ascii_lowercase()),
                None => colour.to_string(),
            };
            (text, Style::new().fg(Color::Black).bg(piece_colour(colour)).bold())
        }
        Face::Tile { number, is_home } => {
            let colour = if is_home { Color::LightGreen } else { Color::White };
            (number.to_string(), Style::new().fg(Color::Black).bg(colour).bold())
        }
        Face::Wall => ("▒".repeat(usize::from(place.width)), DIM),
        Face::Empty => match cell.target {
            Some(colour) => (format!("◎{colour}"), Style::from(piece_colour(colour))),
            None => ("·".to_owned(), DIM),
        },
    };
    if marks.picked == Some(index) {
        style = style.fg(Color::Black).bg(Color::Yellow);
    }
    let filled = !matches!(cell.face, Face::Empty);
    let body = body(view, place);
    if filled || marks.picked == Some(index) {
        buffer.set_style(body, style);
    }
    if matches!(cell.face, Face::Wall) {
        for y in body.y..body.bottom() {
            put(buffer, body, (body.x, y), &text, style);
        }
    } else {
        let text_width = Span::raw(&text).width() as u16;
        // Either in the middle or one column to the right of it, since the first column is for
        // marks.
        let x = body.x + (body.width + 1).saturating_sub(text_width) / 2;
        put(buffer, body, (x, middle(body)), &text, style);
    }
    let is_under_cursor = marks.cursor == Some(index);
    if Span::raw(&text).width() == usize::from(NARROW) && place.width == NARROW {
        // A ten leaves no space for a mark, so the ten itself is underlined or reversed.
        let all = if open { Modifier::UNDERLINED | Modifier::BOLD } else { Modifier::empty() };
        let all = if is_under_cursor { all | Modifier::REVERSED } else { all };
        buffer.set_style(place, Style::new().add_modifier(all));
        return;
    }
    if open {
        // A dot in the corner, so that it is legible without colour.
        let green = Style::from(Color::Green);
        let style = if filled { green.bold() } else { green };
        put(buffer, place, (body.x, body.y), "•", style);
    }
    if is_under_cursor {
        put(buffer, place, (body.x, middle(body)), "▶", Style::from(Color::Blue).bold());
    }
}

/// A distinct colour for each colour letter, within a terminal's palette.
fn piece_colour(letter: char) -> Color {
    match letter.to_ascii_uppercase() {
        'R' => Color::LightRed,
        'G' => Color::LightGreen,
        'B' => Color::LightBlue,
        'Y' => Color::LightYellow,
        'P' => Color::LightMagenta,
        'O' => Color::Indexed(208),
        'C' => Color::LightCyan,
        'W' => Color::White,
        other => Color::Indexed([141, 180, 108, 174, 73, 223, 110, 150][other as usize % 8]),
    }
}
