//! The whole screen: title, board, moves, what is known, and the keys.

use patience_core::Control;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph, Wrap};

use super::App;
use super::adviser::Advice;
use super::board::{self, Marks};
use crate::style::counted;

/// Room for the list of moves beside the board.
const SIDE: u16 = 34;
/// Room for it below the board.
const BELOW: u16 = 4;

impl App {
    pub(super) fn draw(&mut self, frame: &mut Frame) {
        let [title, body, status, keys] =
            Layout::vertical([Constraint::Length(1), Constraint::Min(3), Constraint::Length(3), Constraint::Length(2)])
                .areas(frame.area());
        self.draw_title(frame, title);

        // The moves stand beside the board, or below it where that makes the board larger.
        let left = Rect { width: body.width.saturating_sub(SIDE), ..body };
        let top = Rect { height: body.height.saturating_sub(BELOW), ..body };
        let (beside, _) = board::size(&self.view, left);
        let larger = board::cell_size(&self.view, top) > board::cell_size(&self.view, left);
        let [board_area, moves] = if beside + SIDE <= body.width && !larger {
            Layout::horizontal([Constraint::Min(beside), Constraint::Length(SIDE)]).areas(body)
        } else {
            let (_, height) = board::size(&self.view, top);
            Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(body)
        };
        self.board_area = board_area;
        let marks = self.marks();
        board::draw(&self.view, &marks, board_area, frame.buffer_mut());
        self.draw_moves(frame, moves);
        self.draw_status(frame, status);
        self.draw_keys(frame, keys);
    }

    fn marks(&self) -> Marks {
        let moves = &self.view.moves;
        let open = match (self.picked, self.view.control) {
            (_, Control::Tilt) => Vec::new(),
            (Some(cell), _) => moves.iter().filter(|mv| mv.from.contains(&cell)).flat_map(|mv| mv.to.clone()).collect(),
            (None, _) => moves.iter().flat_map(|mv| mv.from.clone()).collect(),
        };
        Marks { cursor: (self.view.control != Control::Tilt).then_some(self.cursor), picked: self.picked, open }
    }

    fn draw_title(&self, frame: &mut Frame, area: Rect) {
        let position = self.session.position();
        let title = Line::from(vec![
            Span::styled(format!(" {} ", position.id()), Style::new().add_modifier(Modifier::BOLD)),
            Span::styled(format!(" {} rules", position.rules()), Style::new().fg(Color::DarkGray)),
        ]);
        frame.render_widget(Paragraph::new(title), area);
    }

    fn draw_moves(&self, frame: &mut Frame, area: Rect) {
        let made = self.session.len();
        let block =
            Block::new().borders(Borders::LEFT | Borders::TOP).title(format!(" {} ", counted(made as u64, "move")));
        let inside = block.inner(area);
        let mut lines = Vec::new();
        let mut lost_before = false;
        // A line that was asked for stands in place of the moves that were taken back.
        let line = match self.advice() {
            Advice::Wins { plan, .. } if self.hints == 3 => &plan[..],
            _ => &[],
        };
        let history = self.session.history().take(if line.is_empty() { usize::MAX } else { made });
        for (index, (mv, position)) in history.enumerate() {
            let lost = *self.adviser.advice(position) == Advice::Lost;
            let style = if index < made { Style::new() } else { Style::new().fg(Color::DarkGray) };
            let mut spans = vec![Span::styled(format!("{:>3}. {}", index + 1, mv.text), style)];
            if mv.words != mv.text {
                spans.push(Span::styled(format!("  {}", mv.words), Style::new().fg(Color::DarkGray)));
            }
            if lost && !lost_before {
                spans.insert(1, Span::styled(" ✗ lost here", Style::new().fg(Color::Red)));
            }
            lost_before |= lost;
            lines.push(Line::from(spans));
        }
        for (index, mv) in line.iter().enumerate() {
            lines.push(Line::styled(format!("{:>3}. {mv}", made + index + 1), Style::new().fg(Color::Cyan)));
        }
        // The present move stays in sight, and what comes after it if that was asked for.
        let height = usize::from(inside.height);
        let skip = made.saturating_sub(if line.is_empty() { height } else { height.min(2) });
        let shown: Vec<Line> = lines.into_iter().skip(skip).take(usize::from(inside.height)).collect();
        frame.render_widget(block, area);
        frame.render_widget(Paragraph::new(shown), inside);
    }

    fn draw_status(&self, frame: &mut Frame, area: Rect) {
        let position = self.session.position();
        let bold = |colour| Style::new().fg(colour).add_modifier(Modifier::BOLD);
        let (verdict, style) = match self.advice() {
            _ if position.is_won() && self.session.helped => ("★ won, with help".to_owned(), bold(Color::Green)),
            _ if position.is_won() => ("★ won".to_owned(), bold(Color::Green)),
            Advice::Asking => ("… thinking".to_owned(), Style::new().fg(Color::DarkGray)),
            Advice::Wins { plan, optimal: true } => {
                (format!("✓ winnable in {}, no fewer", counted(plan.len() as u64, "move")), bold(Color::Green))
            }
            Advice::Wins { plan, .. } => {
                (format!("✓ winnable, in {} or fewer", counted(plan.len() as u64, "move")), bold(Color::Green))
            }
            Advice::Lost => ("✗ lost: proved, no move wins from here (b goes back)".to_owned(), bold(Color::Red)),
            Advice::Unknown(stop) => (format!("? not settled ({stop})"), bold(Color::Yellow)),
        };
        let text = vec![Line::styled(format!(" {verdict}"), style), Line::raw(format!(" {}", self.message))];
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), area);
    }

    fn draw_keys(&self, frame: &mut Frame, area: Rect) {
        let moving: &[(&str, &str)] = match self.view.control {
            Control::Place => &[("arrows", "go"), ("Enter", "pick up, put down"), ("Tab", "next movable")],
            Control::Shift => &[("arrows", "go"), ("Enter", "pick up"), ("arrows", "shift"), ("Esc", "let go")],
            Control::Tilt => &[("arrows", "tilt")],
        };
        let common = [
            ("u", "undo"),
            ("r", "redo"),
            ("Home", "restart"),
            ("h", "hint"),
            ("n", "next step"),
            ("f", "film"),
            ("b", "back to winnable"),
            ("q", "quit"),
        ];
        // A key is never parted from its meaning at the end of a line.
        let mut lines = vec![Vec::new()];
        let mut used = 0;
        for (key, meaning) in moving.iter().chain(&common) {
            let width = key.chars().count() + meaning.chars().count() + 4;
            if used + width > usize::from(area.width) {
                lines.push(Vec::new());
                used = 0;
            }
            used += width;
            let line = lines.last_mut().expect("there is a line");
            line.push(Span::styled(format!(" {key}"), Style::new().add_modifier(Modifier::BOLD)));
            line.push(Span::styled(format!(" {meaning}  "), Style::new().fg(Color::DarkGray)));
        }
        frame.render_widget(Paragraph::new(lines.into_iter().map(Line::from).collect::<Vec<_>>()), area);
    }
}
