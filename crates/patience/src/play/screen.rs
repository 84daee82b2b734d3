//! The whole screen: title, board, moves, what is known, and the keys.

use anstyle::{AnsiColor, Style};
use patience_core::Control;

use super::App;
use super::adviser::{Advice, Chance};
use super::board::{self, Marks};
use super::canvas::{Canvas, Line, Rect, wrap};
use crate::style::{counted, wilson};

const BOLD: Style = Style::new().bold();
const DIM: Style = AnsiColor::BrightBlack.on_default();

/// Room for the list of moves beside the board.
const SIDE: u16 = 34;
/// Room for it below the board.
const BELOW: u16 = 4;

impl App {
    pub(super) fn draw(&mut self, canvas: &mut Canvas) {
        let (title, rest) = canvas.area().split_top(1);
        // Where lines are few, the board has them.
        let (body, rest) = rest.split_top(rest.height.saturating_sub(5).max(3));
        let (status, keys) = rest.split_top(3);
        self.draw_title(canvas, title);

        // The moves stand beside the board, or below it where that makes the board larger.
        let left = Rect { width: body.width.saturating_sub(SIDE), ..body };
        let top = Rect { height: body.height.saturating_sub(BELOW), ..body };
        let (beside, _) = board::size(&self.view, left);
        let larger = board::cell_size(&self.view, top) > board::cell_size(&self.view, left);
        let (board_area, moves) = if beside + SIDE <= body.width && !larger {
            body.split_right(SIDE)
        } else {
            body.split_top(board::size(&self.view, top).1)
        };
        self.board_area = board_area;
        let marks = self.marks();
        board::draw(&self.view, &marks, board_area, canvas);
        self.draw_moves(canvas, moves);
        self.draw_status(canvas, status);
        self.draw_keys(canvas, keys);
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

    fn draw_title(&self, canvas: &mut Canvas, area: Rect) {
        let position = self.session.position();
        let mut title = vec![(format!(" {} ", position.id()), BOLD), (format!(" {} rules", position.rules()), DIM)];
        if let Some((redeals, left)) = self.session.redeals() {
            let taken_back = if redeals.taken_back { ", one was taken back" } else { "" };
            title.push((format!("  {left} of {} left{taken_back}", counted(u64::from(redeals.most), "redeal")), DIM));
        }
        canvas.put_lines(area, &[title]);
    }

    fn draw_moves(&self, canvas: &mut Canvas, area: Rect) {
        let made = self.session.len();
        let inside = canvas.frame(area, &format!(" {} ", counted(made as u64, "move")));
        let mut lines: Vec<Line> = Vec::new();
        let mut lost_before = false;
        // A line that was asked for stands in place of the moves that were taken back.
        let line = match self.advice() {
            Advice::Wins { plan, .. } if self.hints == 3 => &plan[..],
            _ => &[],
        };
        let history = self.session.history().take(if line.is_empty() { usize::MAX } else { made });
        for (index, (mv, position)) in history.enumerate() {
            let lost = *self.adviser.advice(position) == Advice::Lost;
            let style = if index < made { Style::new() } else { DIM };
            let mut parts = vec![(format!("{:>3}. {}", index + 1, mv.text), style)];
            if mv.words != mv.text {
                parts.push((format!("  {}", mv.words), DIM));
            }
            if lost && !lost_before {
                parts.insert(1, (" ✗ lost here".to_owned(), AnsiColor::Red.on_default()));
            }
            lost_before |= lost;
            lines.push(parts);
        }
        for (index, mv) in line.iter().enumerate() {
            lines.push(vec![(format!("{:>3}. {mv}", made + index + 1), AnsiColor::Cyan.on_default())]);
        }
        // The present move stays in sight, and what comes after it if that was asked for.
        let height = usize::from(inside.height);
        let skip = made.saturating_sub(if line.is_empty() { height } else { height.min(2) });
        canvas.put_lines(inside, lines.get(skip..).unwrap_or_default());
    }

    /// What a proved loss is worth with the redeals that are left.
    fn told_of_loss(&mut self) -> String {
        let Some((redeals, left @ 1..)) = self.session.redeals() else {
            return "✗ lost: proved, no move wins from here (b goes back)".to_owned();
        };
        let position = std::sync::Arc::clone(self.session.position());
        let redeal = counted(u64::from(left), "redeal");
        match self.adviser.chance(&position, redeals.rule, left) {
            Some(Chance { samples, tally }) => {
                let (percent, low, _) = wilson(tally.won, samples);
                let (_, _, high) = wilson(tally.won + tally.undecided, samples);
                format!(
                    "✗ lost as it lies: proved. With {redeal}: about {percent:.0} % ({low:.0} to {high:.0}), estimated (d deals again)"
                )
            }
            None => format!("✗ lost as it lies: proved. {redeal} left (d deals again)"),
        }
    }

    fn draw_status(&mut self, canvas: &mut Canvas, area: Rect) {
        let lost = if *self.advice() == Advice::Lost { self.told_of_loss() } else { String::new() };
        let position = self.session.position();
        let bold = |colour: AnsiColor| colour.on_default().bold();
        let (verdict, style) = match self.advice() {
            _ if position.is_won() && self.session.helped => ("★ won, with help".to_owned(), bold(AnsiColor::Green)),
            _ if position.is_won() => ("★ won".to_owned(), bold(AnsiColor::Green)),
            Advice::Asking => ("… thinking".to_owned(), DIM),
            Advice::Wins { plan, optimal: true } => {
                (format!("✓ winnable in {}, no fewer", counted(plan.len() as u64, "move")), bold(AnsiColor::Green))
            }
            Advice::Wins { plan, .. } => {
                (format!("✓ winnable, in {} or fewer", counted(plan.len() as u64, "move")), bold(AnsiColor::Green))
            }
            Advice::Lost => (lost, bold(AnsiColor::Red)),
            Advice::Unknown(stop) => (format!("? not settled ({stop})"), bold(AnsiColor::Yellow)),
        };
        let styled = |text: &str, style| wrap(text, area.width).into_iter().map(move |line| vec![(line, style)]);
        let told = styled(&format!(" {verdict}"), style).chain(styled(&format!(" {}", self.message), Style::new()));
        canvas.put_lines(area, &told.collect::<Vec<Line>>());
    }

    fn draw_keys(&self, canvas: &mut Canvas, area: Rect) {
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
            ("d", "deal again"),
            ("b", "back to winnable"),
            ("q", "quit"),
        ];
        // A key is never parted from its meaning at the end of a line.
        let mut lines = vec![Line::new()];
        let mut used = 0;
        let has_redeals = self.session.redeals().is_some();
        for (key, meaning) in moving.iter().chain(&common).filter(|(key, _)| *key != "d" || has_redeals) {
            let width = key.chars().count() + meaning.chars().count() + 4;
            if used + width > usize::from(area.width) {
                lines.push(Vec::new());
                used = 0;
            }
            used += width;
            let line = lines.last_mut().expect("there is a line");
            line.push((format!(" {key}"), BOLD));
            line.push((format!(" {meaning}  "), DIM));
        }
        canvas.put_lines(area, &lines);
    }
}
