//! What stands on the screen: a grid of characters with styles, and how it gets onto the terminal.

use std::io::{self, Write};

use anstyle::Style;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::terminal::{self, Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{execute, queue};

use crate::style;

/// A part of the screen, in characters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Rect {
    pub fn new(x: u16, y: u16, width: u16, height: u16) -> Self {
        Rect { x, y, width, height }
    }

    /// The first column to its right.
    pub fn right(self) -> u16 {
        self.x.saturating_add(self.width)
    }

    /// The first line below it.
    pub fn bottom(self) -> u16 {
        self.y.saturating_add(self.height)
    }

    /// What two parts share.
    pub fn intersection(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).saturating_sub(x);
        Rect { x, y, width, height: self.bottom().min(other.bottom()).saturating_sub(y) }
    }

    /// A part of it in its middle, of this width and height, as far as there is so much.
    pub fn centred(self, (width, height): (u16, u16)) -> Rect {
        let (width, height) = (width.min(self.width), height.min(self.height));
        Rect {
            x: self.x + (self.width - width) / 2,
            y: self.y + (self.height - height) / 2,
            width,
            height,
        }
    }

    /// The upper `height` lines, as far as there are so many, and the rest.
    pub fn split_top(self, height: u16) -> (Rect, Rect) {
        let height = height.min(self.height);
        (Rect { height, ..self }, Rect { y: self.y + height, height: self.height - height, ..self })
    }

    /// The rest, and the right `width` columns, as far as there are so many.
    pub fn split_right(self, width: u16) -> (Rect, Rect) {
        let left = self.width.saturating_sub(width);
        (Rect { width: left, ..self }, Rect { x: self.x + left, width: self.width - left, ..self })
    }
}

/// A line of text: its parts, each in a style.
pub type Line = Vec<(String, Style)>;

/// The characters of a screen. What is put outside of it is cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canvas {
    width: u16,
    cells: Vec<(char, Style)>,
}

impl Canvas {
    /// An empty screen.
    pub fn new(width: u16, height: u16) -> Self {
        Canvas { width, cells: vec![(' ', Style::new()); usize::from(width) * usize::from(height)] }
    }

    /// The whole screen.
    pub fn area(&self) -> Rect {
        Rect::new(0, 0, self.width, self.lines().len() as u16)
    }

    fn lines(&self) -> std::slice::Chunks<'_, (char, Style)> {
        // A screen without columns has no lines.
        self.cells.chunks(usize::from(self.width.max(1)))
    }

    fn cell(&mut self, x: u16, y: u16) -> Option<&mut (char, Style)> {
        let index = usize::from(y) * usize::from(self.width) + usize::from(x);
        if x < self.width { self.cells.get_mut(index) } else { None }
    }

    /// Puts text on a line within an area; what the style leaves open stays as it was. Gives the
    /// column behind the text.
    pub fn put(&mut self, area: Rect, x: u16, y: u16, text: &str, style: Style) -> u16 {
        if y < area.y || y >= area.bottom() {
            return x;
        }
        let end = area.right();
        let mut at = x;
        for character in text.chars().filter(|character| !character.is_control()) {
            if at >= end {
                break;
            }
            if let Some(cell) = self.cell(at, y) {
                *cell = (character, over(cell.1, style));
            }
            at += 1;
        }
        at
    }

    /// Puts a style on an area.
    pub fn paint(&mut self, area: Rect, style: Style) {
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                if let Some(cell) = self.cell(x, y) {
                    cell.1 = over(cell.1, style);
                }
            }
        }
    }

    /// Puts lines into an area, one below the other.
    pub fn put_lines(&mut self, area: Rect, lines: &[Line]) {
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            let mut x = area.x;
            for (text, style) in line {
                x = self.put(area, x, y, text, *style);
            }
        }
    }

    /// Draws a line above and a line to the left of an area's inside, with a title, and gives the
    /// inside.
    pub fn frame(&mut self, area: Rect, title: &str) -> Rect {
        if area.width == 0 || area.height == 0 {
            return Rect { width: 0, height: 0, ..area };
        }
        let (none, across) = (Style::new(), usize::from(area.width));
        self.put(area, area.x, area.y, &format!("┌{title:─<across$}"), none);
        for y in area.y + 1..area.bottom() {
            self.put(area, area.x, y, "│", none);
        }
        Rect::new(area.x + 1, area.y + 1, area.width - 1, area.height - 1)
    }

    /// Writes what has changed since `before` was on the terminal.
    fn write(&self, before: &Canvas, out: &mut impl Write) -> io::Result<()> {
        let old = before.lines().map(Some).chain(std::iter::repeat(None));
        for (y, (line, _)) in
            self.lines().zip(old).enumerate().filter(|(_, (line, old))| Some(*line) != *old)
        {
            queue!(out, MoveTo(0, y as u16))?;
            for part in line.chunk_by(|(_, one), (_, other)| one == other) {
                let text: String = part.iter().map(|(character, _)| character).collect();
                write!(out, "{0}{text}{0:#}", part[0].1)?;
            }
        }
        out.flush()
    }
}

/// The characters alone, line by line.
impl std::fmt::Display for Canvas {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.lines().try_for_each(|line| {
            writeln!(f, "{}", line.iter().map(|(character, _)| character).collect::<String>())
        })
    }
}

/// A style put over another: what it leaves open shows what is below.
fn over(below: Style, style: Style) -> Style {
    style
        .fg_color(style.get_fg_color().or(below.get_fg_color()))
        .bg_color(style.get_bg_color().or(below.get_bg_color()))
        .effects(below.get_effects() | style.get_effects())
}

/// Breaks a text into lines of at most `width` characters, between words where that can be.
pub fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let used = lines.last().map_or(0, |line| line.chars().count());
        if used > 0 && used + word.trim_end().chars().count() > width {
            lines.push(String::new());
        }
        lines.last_mut().expect("there is a line").push_str(word);
    }
    lines
}

/// The terminal while a game is played in it; it is given back when this is dropped, and at a
/// panic.
pub struct Terminal {
    shown: Canvas,
}

impl Terminal {
    /// Takes the terminal.
    pub fn take() -> io::Result<Self> {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            hook(info);
        }));
        terminal::enable_raw_mode()?;
        let taken = Terminal { shown: Canvas::new(0, 0) };
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableMouseCapture)?;
        Ok(taken)
    }

    /// Shows what is drawn.
    pub fn show(&mut self, draw: impl FnOnce(&mut Canvas)) -> io::Result<()> {
        let (width, height) = terminal::size()?;
        let mut canvas = Canvas::new(width, height);
        draw(&mut canvas);
        if !style::coloured_stdout() {
            canvas
                .cells
                .iter_mut()
                .for_each(|(_, style)| *style = Style::new().effects(style.get_effects()));
        }
        let mut out = io::BufWriter::new(io::stdout().lock());
        if canvas.area() != self.shown.area() {
            queue!(out, Clear(ClearType::All))?;
            self.shown = Canvas::new(0, 0);
        }
        canvas.write(&self.shown, &mut out)?;
        self.shown = canvas;
        Ok(())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Whatever fails here, there is nothing better to be done.
fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;

    #[test]
    fn only_lines_that_changed_are_written() {
        let mut before = Canvas::new(4, 2);
        before.put(before.area(), 0, 0, "same", Style::new());
        let mut now = before.clone();
        now.put(now.area(), 1, 1, "new", AnsiColor::Red.on_default());
        let mut out = Vec::new();
        now.write(&before, &mut out).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\u{1b}[2;1H \u{1b}[31mnew\u{1b}[0m");
    }

    #[test]
    fn what_does_not_fit_is_cut_off() {
        let mut canvas = Canvas::new(3, 1);
        let area = canvas.area();
        for (x, y) in [(2, 0), (3, 0), (0, 1), (u16::MAX, u16::MAX)] {
            canvas.put(area, x, y, "\u{1b}ab", Style::new());
        }
        canvas.paint(Rect::new(2, 0, 9, 9), AnsiColor::Red.on_default());
        assert_eq!(canvas.to_string(), "  a\n");
        assert_eq!(canvas.frame(Rect::default(), "title"), Rect::default());
        assert_eq!(wrap("one two", 5), ["one ", "two"]);
    }
}
