//! The whole screen: title, board, moves, status, and keys.

use patience_core::{Control, DEFECT, Stop};
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::App;
use super::adviser::{Advice, Chance};
use super::board::{self, Marks};
use super::film::Film;
use super::terminal::{BOLD, DIM, frame, key_lines};
use crate::style::{counted, wilson};
use crate::words;

/// Width of the list of moves next to the board.
const SIDE: u16 = 34;
/// Height of the list below the board.
const BELOW: u16 = 4;
/// Minimum number of status lines; longer text gets more.
const STATUS: u16 = 3;
/// Height of the analysis above it.
const ANALYSIS: u16 = 11;

/// Splits an area into its upper lines, at most `height`, and the rest.
fn split_top(area: Rect, height: u16) -> [Rect; 2] {
    area.layout(&Layout::vertical([Constraint::Length(height), Constraint::Fill(1)]))
}

/// Splits an area into the rest and its right columns, at most `width`.
fn split_right(area: Rect, width: u16) -> [Rect; 2] {
    area.layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Length(width)]))
}

/// Text wrapped between words.
pub(super) fn paragraph(text: impl Into<Text<'static>>) -> Paragraph<'static> {
    Paragraph::new(text).wrap(Wrap { trim: true })
}

/// The parts of the screen, from the top.
struct Parts {
    title: Rect,
    body: Rect,
    status: Rect,
    keys: Rect,
}

impl App {
    pub(super) fn draw(&mut self, buffer: &mut Buffer) {
        let (title, status) = (self.title(), self.status());
        let mut keys = self.keys(buffer.area.width);
        let parts = self.parts(buffer.area, &title, &status, &mut keys);
        title.render(indented(parts.title), buffer);
        let under = Rect { height: buffer.area.height - parts.title.height, ..buffer.area };
        let under = Rect { y: parts.title.bottom(), ..under };
        if let Some(choice) = &self.choosing {
            self.board_area = Rect::default();
            return self.draw_games(choice, buffer, under);
        }
        let body = parts.body;

        // The moves are next to the board, or below it if that makes the board larger.
        let left = Rect { width: body.width.saturating_sub(SIDE), ..body };
        let top = Rect { height: body.height.saturating_sub(BELOW), ..body };
        let (beside, _) = board::size(&self.view, left);
        let larger = board::cell_size(&self.view, top) > board::cell_size(&self.view, left);
        let [room, moves] = if beside + SIDE <= body.width && !larger {
            split_right(body, SIDE)
        } else {
            split_top(body, board::size(&self.view, top).1)
        };
        let help_width = moves.width.saturating_sub(1);
        if self.helping && self.help().line_count(help_width) >= usize::from(moves.height) {
            // Panels that do not fit next to the board replace it.
            self.board_area = Rect::default();
            return self.draw_help(buffer, under);
        }
        status.render(indented(parts.status), buffer);
        Text::from(keys).render(parts.keys, buffer);
        let least = board::least(&self.view);
        if least.0 > body.width || least.1 > body.height {
            // A board that is cut off is useless.
            self.board_area = Rect::default();
            let (width, height) = (least.0, least.1 + STATUS + 2);
            let told = format!("The board needs {width}×{height} characters.");
            return paragraph(told).render(body, buffer);
        }
        let (width, height) = board::size(&self.view, room);
        let board_area = room.centered(Constraint::Length(width), Constraint::Length(height));
        self.board_area = board_area;
        board::draw(&self.view, &self.marks(), board_area, buffer);
        self.draw_side(buffer, moves);
    }

    /// Divides the lines of the screen. If there are few, the board has priority, then the status;
    /// the help lists all keys.
    fn parts(
        &self,
        screen: Rect,
        title: &Paragraph<'_>,
        status: &Paragraph<'_>,
        keys: &mut Vec<Line<'static>>,
    ) -> Parts {
        let lines = |text: &Paragraph<'_>| text.line_count(indented(screen).width) as u16;
        let least = board::least(&self.view).1;
        let beside = |others: u16| screen.height.saturating_sub(least + others);
        let title = lines(title).clamp(1, beside(STATUS + 1).max(1));
        let said = lines(status).max(STATUS);
        if usize::from(beside(title + said)) < keys.len() {
            *keys = vec![Line::from_iter([
                Span::styled(" ?", BOLD),
                Span::styled(" help   ", DIM),
                Span::styled("q", BOLD),
                Span::styled(" quit", DIM),
            ])];
        }
        let said = said.min(beside(title + keys.len() as u16)).max(STATUS);
        let [title, under] = split_top(screen, title);
        let below = said + keys.len() as u16;
        let [body, rest] = split_top(under, under.height.saturating_sub(below).max(3));
        let [status, keys] = split_top(rest, said);
        Parts { title, body, status, keys }
    }

    /// Draws either the help or the moves, with the analysis, if shown, next to or above them.
    fn draw_side(&self, buffer: &mut Buffer, area: Rect) {
        if self.helping {
            return self.draw_help(buffer, area);
        }
        if !self.analysing || self.film.is_some() {
            return self.draw_moves(buffer, area);
        }
        if area.height >= 2 * ANALYSIS {
            let [analysis, moves] = split_top(area, ANALYSIS);
            self.draw_analysis(buffer, analysis);
            self.draw_moves(buffer, moves);
        } else if area.width >= 2 * SIDE {
            let [moves, analysis] = split_right(area, area.width / 2);
            self.draw_analysis(buffer, analysis);
            self.draw_moves(buffer, moves);
        } else {
            self.draw_analysis(buffer, area);
        }
    }

    /// The rules in a few sentences, and the keys that do not fit on the last lines.
    fn help(&self) -> Paragraph<'static> {
        let game = patience_catalogue::find(self.session.position().game())
            .map(|(entry, _)| entry.info().summary);
        let keys = "[ and ] step back and forward. s makes the solution's next move. e or a: graph \
                    and review. n: another game, the next deal or any name. m: saved games. f: \
                    play through the solution, without changing the game.";
        paragraph([game.unwrap_or_default(), "", keys].map(Line::from).to_vec())
    }

    fn draw_help(&self, buffer: &mut Buffer, area: Rect) {
        let inside = frame(buffer, area, " help (any key closes it) ");
        self.help().render(inside, buffer);
    }

    fn marks(&self) -> Marks {
        if self.film.is_some() {
            return Marks { cursor: None, picked: None, open: Vec::new() };
        }
        let moves = &self.view.moves;
        let open = match (self.picked, self.view.control) {
            (_, Control::Tilt | Control::Slide) => Vec::new(),
            (Some(cell), _) => moves
                .iter()
                .filter(|mv| mv.from.contains(&cell))
                .flat_map(|mv| mv.to.clone())
                .collect(),
            (None, _) => moves.iter().flat_map(|mv| mv.from.clone()).collect(),
        };
        Marks {
            cursor: matches!(self.view.control, Control::Place | Control::Shift)
                .then_some(self.cursor),
            picked: self.picked,
            open,
        }
    }

    fn title(&self) -> Paragraph<'static> {
        let position = self.session.position();
        let mut title = vec![
            Span::styled(position.id().to_owned(), BOLD),
            Span::styled(format!("  {} rules", position.rules()), DIM),
        ];
        if let Some((redeals, left)) = self.session.redeals() {
            let most = counted(u64::from(redeals.most), "redeal");
            let taken_back = if redeals.taken_back { ", one was taken back" } else { "" };
            title.push(Span::styled(format!("  {left} of {most} left{taken_back}"), DIM));
        }
        paragraph(Line::from(title))
    }

    /// The moves of the playback; those already shown are highlighted.
    fn draw_film(&self, film: &Film, buffer: &mut Buffer, area: Rect) {
        let state = if film.is_running() { "film" } else { "film paused" };
        let title = format!(" {state}: move {} of {} ", film.at, film.words.len());
        let inside = frame(buffer, area, &title);
        let style = |index| if index < film.at { Style::new() } else { DIM };
        let line = |(index, mv): (usize, &String)| {
            Line::styled(format!("{:>3}. {mv}", index + 1), style(index))
        };
        let skip = film.at.saturating_sub(usize::from(inside.height) / 2);
        Text::from_iter(film.words.iter().enumerate().map(line).skip(skip)).render(inside, buffer);
    }

    fn draw_moves(&self, buffer: &mut Buffer, area: Rect) {
        if let Some(film) = &self.film {
            return self.draw_film(film, buffer, area);
        }
        let made = self.session.len();
        let inside = frame(buffer, area, &format!(" {} ", counted(made as u64, "move")));
        let mut lines: Vec<Line<'_>> = Vec::new();
        let mut lost_before = false;
        // A requested solution replaces the undone moves.
        let shown = if self.line.is_empty() { usize::MAX } else { made };
        for (index, (mv, position)) in self.session.history().take(shown).enumerate() {
            let lost = *self.adviser.advice(position) == Advice::Lost;
            let style = if index < made { Style::new() } else { DIM };
            let mut line = Line::styled(format!("{:>3}. {}", index + 1, mv.words), style);
            if lost && !lost_before {
                line.push_span(" ✗ lost here".fg(Color::Red));
            }
            lost_before |= lost;
            lines.push(line);
        }
        for (index, mv) in self.line.iter().enumerate() {
            let text = format!("{:>3}. {mv}", made + index + 1);
            lines.push(Line::styled(text, Color::Cyan));
        }
        // The current move stays visible, and so do the following ones if they were requested.
        let height = usize::from(inside.height);
        let skip = made.saturating_sub(if self.line.is_empty() { height } else { height.min(2) });
        Text::from_iter(lines.into_iter().skip(skip)).render(inside, buffer);
    }

    /// Describes a proved loss in view of the remaining redeals.
    fn told_of_loss(&mut self) -> String {
        let Some((redeals, left @ 1..)) = self.session.redeals() else {
            return "✗ lost: proved, no move wins from here (b goes back)".to_owned();
        };
        let position = std::sync::Arc::clone(self.session.position());
        let redeal = counted(u64::from(left), "redeal");
        match self.adviser.chance(&position, redeals.rule, left) {
            Some(Chance { tally, is_proved: true, .. }) => {
                let can = if tally.won > 0 { "can" } else { "cannot" };
                format!(
                    "✗ lost without a redeal; with {redeal} it {can} be won: proved (d redeals)"
                )
            }
            Some(Chance { samples, tally, .. }) => {
                let (percent, low, _) = wilson(tally.won, samples);
                let (_, _, high) = wilson(tally.won + tally.undecided, samples);
                format!(
                    "✗ lost without a redeal: proved. With {redeal}: about {percent:.0} % \
                     ({low:.0} to {high:.0}), estimated (d redeals)"
                )
            }
            None => format!("✗ lost without a redeal: proved. {redeal} left (d redeals)"),
        }
    }

    /// Returns the status: the result for the position and the last message, or the name being
    /// typed.
    fn status(&mut self) -> Paragraph<'static> {
        if let Some(prompt) = &self.prompt {
            let typed = [
                Span::styled("New game: ", BOLD),
                Span::raw(prompt.text.clone()),
                Span::styled("▏", BOLD),
            ];
            let told = match self.message.as_str() {
                "" => "Enter opens it, Esc returns to this game.",
                message => message,
            };
            return paragraph(vec![Line::from_iter(typed), Line::styled(told.to_owned(), DIM)]);
        }
        let lost = if *self.advice() == Advice::Lost { self.told_of_loss() } else { String::new() };
        let position = self.session.position();
        let bold = |colour: Color| Style::from(colour).bold();
        let (verdict, style) = match self.advice() {
            _ if position.is_won() && self.session.helped => {
                ("★ won, with help".to_owned(), bold(Color::Green))
            }
            _ if position.is_won() => ("★ won".to_owned(), bold(Color::Green)),
            Advice::Asking => ("… thinking".to_owned(), DIM),
            Advice::Wins { plan, optimal: true } => (
                format!("✓ winnable in {}, no fewer", counted(plan.len() as u64, "move")),
                bold(Color::Green),
            ),
            Advice::Wins { plan, .. } => (
                format!("✓ winnable, in {} or fewer", counted(plan.len() as u64, "move")),
                bold(Color::Green),
            ),
            Advice::Lost => (lost, bold(Color::Red)),
            Advice::Unknown(Stop::Defect) => (format!("? {DEFECT}"), bold(Color::Red)),
            Advice::Unknown(stop) => {
                (format!("? undecided ({})", words::of_stop(*stop)), bold(Color::Yellow))
            }
        };
        paragraph(vec![Line::styled(verdict, style), Line::from(self.message.clone())])
    }

    /// The keys with their meanings, on as many lines of this width as needed.
    fn keys(&self, width: u16) -> Vec<Line<'static>> {
        let moving: &[(&str, &str)] = match self.view.control {
            Control::Place => {
                &[("arrows", "go"), ("Enter", "pick up, put down"), ("Tab", "next movable")]
            }
            Control::Shift => {
                &[("arrows", "go"), ("Enter", "pick up"), ("arrows", "shift"), ("Esc", "let go")]
            }
            Control::Tilt => &[("arrows", "tilt")],
            Control::Slide => &[("arrows", "slide a tile")],
        };
        let common = [
            ("u", "undo"),
            ("r", "redo"),
            ("Home", "restart"),
            ("h", "hint"),
            ("s", "next step"),
            ("f", "play solution"),
            ("e", "analysis"),
            ("b", "back to winnable"),
            ("d", "redeal"),
            ("n", "new game"),
            ("m", "my games"),
            ("?", "help"),
            ("q", "quit"),
        ];
        let has_redeals = self.session.redeals().is_some();
        let all = moving.iter().chain(&common).copied();
        key_lines(all.filter(|(key, _)| *key != "d" || has_redeals), width)
    }
}

/// An area without its first column.
fn indented(area: Rect) -> Rect {
    Rect { x: area.x.saturating_add(1), width: area.width.saturating_sub(1), ..area }
}
