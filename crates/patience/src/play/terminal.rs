//! The terminal during a game, and shared drawing functions.

use std::borrow::Cow;
use std::io;

use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::style::force_color_output;
use ratatui::DefaultTerminal;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, ListItem, Widget};

use crate::{style, tables};

/// The marker of the selected game.
pub(super) const MARK: &str = "▶ ";

pub const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
pub const DIM: Style = Style::new().fg(Color::DarkGray);

/// The terminal; restored when dropped and at a panic.
pub struct Terminal(DefaultTerminal);

impl Terminal {
    /// Takes over the terminal.
    pub fn take() -> io::Result<Self> {
        // The hook of ratatui, which calls this one, restores the rest.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            let _ = execute!(io::stdout(), DisableMouseCapture);
            hook(info);
        }));
        // `--color always` overrides NO_COLOR.
        force_color_output(style::coloured_stdout());
        let terminal = Terminal(ratatui::try_init()?);
        execute!(io::stdout(), EnableMouseCapture)?;
        Ok(terminal)
    }

    /// Draws a frame.
    pub fn show(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let show = |frame: &mut ratatui::Frame<'_>| {
            draw(frame.buffer_mut());
            if !style::coloured_stdout() {
                // Modifiers other than colours are kept.
                let cells = &mut frame.buffer_mut().content;
                cells.iter_mut().for_each(|cell| (cell.fg, cell.bg) = (Color::Reset, Color::Reset));
            }
        };
        self.0.draw(show).map(drop)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is no better way to handle a failure here.
        let _ = execute!(io::stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Puts text at a place, cut off at the area's borders; properties that the style does not set stay
/// unchanged.
pub fn put(buffer: &mut Buffer, area: Rect, (x, y): (u16, u16), text: &str, style: Style) {
    let area = area.intersection(buffer.area);
    if area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// A line of a list: a name, and a note a few columns after it, or below it if both do not fit.
pub fn noted<'a>(
    indent: &'a str,
    name: &'a str,
    between: usize,
    note: impl Into<Cow<'a, str>>,
    room: usize,
) -> ListItem<'a> {
    let note = Span::styled(note, DIM);
    let (before, behind) = (Span::raw(indent), Span::raw(" ".repeat(between)));
    let line = Line::from_iter([before, Span::raw(name), behind, note.clone()]);
    if line.width() <= room {
        return ListItem::new(line);
    }
    let parts = tables::folded(indent, name, room);
    let mut lines: Vec<Line<'_>> = parts.into_iter().map(Line::from).collect();
    if !note.content.is_empty() {
        lines.push(Line::from_iter([Span::raw(indent), Span::raw("  "), note]));
    }
    ListItem::new(lines)
}

/// Keys with their meanings, on as many lines of this width as needed. A line breaks between a key
/// and its meaning, or between words, only if both are wider than the line.
pub fn key_lines<'a>(
    keys: impl IntoIterator<Item = (&'a str, &'a str)>,
    width: u16,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    let mut add = |spans: Vec<Span<'static>>| {
        let last = lines.last_mut().expect("there is a line");
        let needed: usize = spans.iter().map(Span::width).sum();
        if last.width() > 0 && last.width() + needed > usize::from(width) {
            lines.push(Line::default());
        }
        lines.last_mut().expect("there is a line").extend(spans);
    };
    for (key, meaning) in keys {
        let key = Span::styled(format!(" {key}"), BOLD);
        let told = Span::styled(format!(" {meaning}  "), DIM);
        if key.width() + told.width() <= usize::from(width) {
            add(vec![key, told]);
            continue;
        }
        add(vec![key]);
        let words: Vec<&str> = meaning.split(' ').collect();
        for (index, word) in words.iter().enumerate() {
            let gap = if index + 1 < words.len() { "" } else { "  " };
            add(vec![Span::styled(format!(" {word}{gap}"), DIM)]);
        }
    }
    lines
}

/// Draws a line above and to the left of an area, with a title, and returns the inside.
pub fn frame(buffer: &mut Buffer, area: Rect, title: &str) -> Rect {
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(title);
    let inside = block.inner(area);
    block.render(area, buffer);
    inside
}
