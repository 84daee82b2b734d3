//! The terminal while a game is played in it, and what all that is drawn shares.

use std::io;

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::style::force_color_output;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::widgets::{Block, Borders, Widget};

use crate::style;

pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub const DIM: Style = Style::new().fg(Color::DarkGray);

/// The terminal; it is given back when this is dropped, and at a panic.
pub struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes the terminal.
    pub fn take() -> io::Result<Self> {
        // The rest is given back by the hook of ratatui, which calls this one.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let _ = execute!(io::stdout(), DisableMouseCapture);
            hook(info);
        }));
        // NO_COLOR counts for less than `--color always`.
        force_color_output(style::coloured_stdout());
        let terminal = Terminal(ratatui::try_init()?);
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Shows what is drawn.
    pub fn show(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let show = |frame: &mut ratatui::Frame<'_>| {
            draw(frame.buffer_mut());
            if !style::coloured_stdout() {
                // Marks that are no colours stay.
                let cells = &mut frame.buffer_mut().content;
                cells.iter_mut().for_each(|cell| (cell.fg, cell.bg) = (Color::Reset, Color::Reset));
            }
        };
        self.0.draw(show).map(drop)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Whatever fails here, there is nothing better to be done.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Puts text at a place; what is outside of the area is cut off, and what the style leaves open
/// stays as it was.
pub fn put(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// Draws a line above and a line to the left of an area's inside, with a title, and gives the
/// inside.
pub fn frame(buffer: &mut Buffer, area: Rect, title: &str) -> Rect {
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title);
    let inside = block.inner(area);
    block.render(area, buffer);
    inside
}
