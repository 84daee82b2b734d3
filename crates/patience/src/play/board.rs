//! The board on the screen: where each cell lies and what it looks like.

use patience_core::{Control, Face, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// What is marked on the board besides what lies on it.
pub struct Marks {
    /// The cell under the keyboard's cursor, if it is shown.
    pub cursor: Option<usize>,
    /// The cell that was picked up.
    pub picked: Option<usize>,
    /// Cells to which the picked card can go, or from which something can move.
    pub open: Vec<usize>,
}

/// Width and height of a cell in characters: as large as fits.
pub fn cell_size(view: &View, area: Rect) -> (u16, u16) {
    let (rows, columns) = (view.rows as u16, view.columns as u16);
    let fits = |(width, height): (u16, u16)| LEFT + columns * width <= area.width && TOP + rows * height <= area.height;
    let sizes: &[(u16, u16)] = match view.control {
        Control::Place => &[(7, 3), (5, 2), (5, 1), (4, 1)],
        _ => &[(8, 4), (6, 3), (4, 2), (2, 1)],
    };
    sizes.iter().copied().find(|size| fits(*size)).unwrap_or(sizes[sizes.len() - 1])
}

/// Room for the row numbers.
const LEFT: u16 = 3;
/// Room for the column numbers.
const TOP: u16 = 1;

/// The area that the board takes inside `area`.
pub fn size(view: &View, area: Rect) -> (u16, u16) {
    let (width, height) = cell_size(view, area);
    (LEFT + view.columns as u16 * width, TOP + view.rows as u16 * height)
}

/// The cell at a place of the screen.
pub fn cell_at(view: &View, area: Rect, x: u16, y: u16) -> Option<usize> {
    let (width, height) = cell_size(view, area);
    let column = x.checked_sub(area.x + LEFT)? / width;
    let row = y.checked_sub(area.y + TOP)? / height;
    let inside = usize::from(row) < view.rows && usize::from(column) < view.columns;
    inside.then(|| usize::from(row) * view.columns + usize::from(column))
}

/// Draws the board into the upper left corner of `area`.
pub fn draw(view: &View, marks: &Marks, area: Rect, buffer: &mut Buffer) {
    let (width, height) = cell_size(view, area);
    let dim = Style::new().fg(Color::DarkGray);
    for column in 0..view.columns as u16 {
        let x = area.x + LEFT + column * width + (width.saturating_sub(2)) / 2;
        put(buffer, area, x, area.y, &format!("{:>2}", column_name(column)), dim);
    }
    for row in 0..view.rows as u16 {
        let first = Rect::new(area.x, area.y + TOP + row * height, width, height);
        put(buffer, area, area.x, middle(body(view, first)), &format!("{:>2}", row + 1), dim);
    }
    for (index, cell) in view.cells.iter().enumerate() {
        let (row, column) = ((index / view.columns) as u16, (index % view.columns) as u16);
        let place = Rect::new(area.x + LEFT + column * width, area.y + TOP + row * height, width, height);
        let place = place.intersection(area);
        if !place.is_empty() {
            draw_cell(view, index, cell, marks, place, buffer);
        }
    }
}

/// Columns are letters, as on the page; rows count from 1.
fn column_name(column: u16) -> char {
    char::from(b'a' + (column % 26) as u8)
}

/// The part of a cell that what lies on it covers: cards keep a column and a line between them where there is room; a
/// piece fills its cells, so that its shape shows.
fn body(view: &View, place: Rect) -> Rect {
    match view.control {
        Control::Place => Rect {
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

fn draw_cell(view: &View, index: usize, cell: &patience_core::Cell, marks: &Marks, place: Rect, buffer: &mut Buffer) {
    let open = marks.open.contains(&index);
    let (text, mut style) = match cell.face {
        Face::Card { rank, suit } => {
            let rank = match rank {
                1 => "A".to_owned(),
                11 => "J".to_owned(),
                12 => "Q".to_owned(),
                13 => "K".to_owned(),
                number => number.to_string(),
            };
            let (symbol, colour) = match suit {
                'C' => ('♣', Color::Black),
                'D' => ('♦', Color::Red),
                'H' => ('♥', Color::Red),
                _ => ('♠', Color::Black),
            };
            (format!("{rank}{symbol}"), Style::new().fg(colour).bg(Color::White))
        }
        Face::Piece { colour, .. } => {
            // A target stays in sight under a piece of another colour, in small where there is no room for its sign.
            let text = match cell.target {
                Some(target) if target == colour => format!("{colour}✓"),
                Some(target) if place.width >= 4 => format!("{colour}◎{target}"),
                Some(target) => format!("{colour}{}", target.to_ascii_lowercase()),
                None => colour.to_string(),
            };
            (text, Style::new().fg(Color::Black).bg(piece_colour(colour)).add_modifier(Modifier::BOLD))
        }
        Face::Wall => ("▒".repeat(usize::from(place.width)), Style::new().fg(Color::DarkGray)),
        Face::Empty => match cell.target {
            Some(colour) => (format!("◎{colour}"), Style::new().fg(piece_colour(colour))),
            None => ("·".to_owned(), Style::new().fg(Color::DarkGray)),
        },
    };
    if marks.picked == Some(index) {
        style = style.bg(Color::Yellow).fg(Color::Black);
    }
    let filled = !matches!(cell.face, Face::Empty);
    let body = body(view, place);
    if filled || marks.picked == Some(index) {
        buffer.set_style(body, style);
    }
    if matches!(cell.face, Face::Wall) {
        for y in body.top()..body.bottom() {
            put(buffer, body, body.x, y, &text, style);
        }
    } else {
        let text_width = text.chars().count() as u16;
        // In the middle, or one to its right: the first column is for marks.
        let x = body.x + (body.width + 1).saturating_sub(text_width) / 2;
        put(buffer, body, x, middle(body), &text, style);
    }
    if open {
        // A dot in the corner: legible without colour, too.
        let green =
            if filled { style.fg(Color::Green).add_modifier(Modifier::BOLD) } else { Style::new().fg(Color::Green) };
        put(buffer, place, body.x, body.y, "•", green);
    }
    if marks.cursor == Some(index) {
        let bright = if filled { style } else { Style::new() }.add_modifier(Modifier::BOLD).fg(Color::Blue);
        put(buffer, place, body.x, middle(body), "▶", bright);
    }
}

/// A distinct colour for each colour letter, as far as a terminal has them.
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

fn put(buffer: &mut Buffer, area: Rect, x: u16, y: u16, text: &str, style: Style) {
    if y < area.bottom() && x < area.right() {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}
