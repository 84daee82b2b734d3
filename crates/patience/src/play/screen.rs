//! The whole screen: title, board, moves, what is known, and the keys.

use anstyle::{AnsiColor, Style};
use patience_core::{Control, DEFECT, Stop};

use super::App;
use super::adviser::{Advice, Chance};
use super::board::{self, Marks};
use super::canvas::{Canvas, Line, Rect, wrap};
use super::film::Film;
use crate::style::{counted, wilson};

pub(super) const BOLD: Style = Style::new().bold();
pub(super) const DIM: Style = AnsiColor::BrightBlack.on_default();

/// Room for the list of moves beside the board.
const SIDE: u16 = 34;
/// Room for it below the board.
const BELOW: u16 = 4;
/// The lines of what is known and said.
const STATUS: u16 = 3;
/// Room for the analysis above it.
const ANALYSIS: u16 = 11;

impl App {
    pub(super) fn draw(&mut self, canvas: &mut Canvas) {
        let (title, under) = canvas.area().split_top(1);
        let least = board::least(&self.view);
        let mut key_lines = self.keys(under.width);
        // Where lines are few, the board has them; the help tells all keys.
        if under.height < least.1 + STATUS + key_lines.len() as u16 {
            key_lines = vec![vec![
                (" ?".to_owned(), BOLD),
                (" help   ".to_owned(), DIM),
                ("q".to_owned(), BOLD),
                (" quit".to_owned(), DIM),
            ]];
        }
        let below = STATUS + key_lines.len() as u16;
        let (body, rest) = under.split_top(under.height.saturating_sub(below).max(3));
        let (status, keys) = rest.split_top(STATUS);
        self.draw_title(canvas, title);
        if let Some(choice) = &self.choosing {
            self.board_area = Rect::default();
            return self.draw_games(choice, canvas, under);
        }

        // The moves stand beside the board, or below it where that makes the board larger.
        let left = Rect { width: body.width.saturating_sub(SIDE), ..body };
        let top = Rect { height: body.height.saturating_sub(BELOW), ..body };
        let (beside, _) = board::size(&self.view, left);
        let larger = board::cell_size(&self.view, top) > board::cell_size(&self.view, left);
        let (room, moves) = if beside + SIDE <= body.width && !larger {
            body.split_right(SIDE)
        } else {
            body.split_top(board::size(&self.view, top).1)
        };
        if self.helping
            && self.help(moves.width.saturating_sub(1)).len() >= usize::from(moves.height)
        {
            // What has no room beside the board stands in its place.
            self.board_area = Rect::default();
            return self.draw_help(canvas, under);
        }
        if least.0 > body.width || least.1 > body.height {
            // Half a board is none.
            self.board_area = Rect::default();
            let (width, height) = (least.0, least.1 + STATUS + 2);
            let told = format!("The board needs {width}×{height} characters.");
            let lines = wrap(&told, body.width).into_iter().map(|line| vec![(line, Style::new())]);
            canvas.put_lines(body, &lines.collect::<Vec<Line>>());
            self.draw_status(canvas, status);
            return canvas.put_lines(keys, &key_lines);
        }
        let board_area = room.centred(board::size(&self.view, room));
        self.board_area = board_area;
        let marks = self.marks();
        board::draw(&self.view, &marks, board_area, canvas);
        self.draw_side(canvas, moves);
        self.draw_status(canvas, status);
        canvas.put_lines(keys, &key_lines);
    }

    /// The moves; beside or above them the analysis, if it is shown; or the help.
    fn draw_side(&self, canvas: &mut Canvas, area: Rect) {
        if self.helping {
            return self.draw_help(canvas, area);
        }
        if !self.analysing || self.film.is_some() {
            return self.draw_moves(canvas, area);
        }
        if area.height >= 2 * ANALYSIS {
            let (analysis, moves) = area.split_top(ANALYSIS);
            self.draw_analysis(canvas, analysis);
            self.draw_moves(canvas, moves);
        } else if area.width >= 2 * SIDE {
            let (moves, analysis) = area.split_right(area.width / 2);
            self.draw_analysis(canvas, analysis);
            self.draw_moves(canvas, moves);
        } else {
            self.draw_analysis(canvas, area);
        }
    }

    /// The rules in a few sentences, and what the keys do that the last lines have no room to say.
    fn help(&self, width: u16) -> Vec<String> {
        let game = patience_catalogue::find(self.session.position().game())
            .map(|(entry, _)| entry.info().summary);
        let keys = "[ and ] go back and on. s makes the solution's next move. e or a: graph and review. n: another game, the next deal \
                    or any name. m: games that were begun; each is kept. A film leaves the game as it is.";
        [game.unwrap_or_default(), "", keys].map(|text| wrap(text, width)).concat()
    }

    fn draw_help(&self, canvas: &mut Canvas, area: Rect) {
        let inside = canvas.frame(area, " help (any key closes it) ");
        let lines = self.help(inside.width).into_iter().map(|line| vec![(line, Style::new())]);
        canvas.put_lines(inside, &lines.collect::<Vec<Line>>());
    }

    fn marks(&self) -> Marks {
        if self.film.is_some() {
            return Marks { cursor: None, picked: None, open: Vec::new() };
        }
        let moves = &self.view.moves;
        let open = match (self.picked, self.view.control) {
            (_, Control::Tilt) => Vec::new(),
            (Some(cell), _) => moves
                .iter()
                .filter(|mv| mv.from.contains(&cell))
                .flat_map(|mv| mv.to.clone())
                .collect(),
            (None, _) => moves.iter().flat_map(|mv| mv.from.clone()).collect(),
        };
        Marks {
            cursor: (self.view.control != Control::Tilt).then_some(self.cursor),
            picked: self.picked,
            open,
        }
    }

    fn draw_title(&self, canvas: &mut Canvas, area: Rect) {
        let position = self.session.position();
        let mut title = vec![
            (format!(" {} ", position.id()), BOLD),
            (format!(" {} rules", position.rules()), DIM),
        ];
        if let Some((redeals, left)) = self.session.redeals() {
            let taken_back = if redeals.taken_back { ", one was taken back" } else { "" };
            title.push((
                format!(
                    "  {left} of {} left{taken_back}",
                    counted(u64::from(redeals.most), "redeal")
                ),
                DIM,
            ));
        }
        canvas.put_lines(area, &[title]);
    }

    /// The film's moves; those that were shown stand out.
    fn draw_film(&self, film: &Film, canvas: &mut Canvas, area: Rect) {
        let state = if film.is_running() { "film" } else { "film stands still" };
        let inside =
            canvas.frame(area, &format!(" {state}: move {} of {} ", film.at, film.words.len()));
        let style = |index| if index < film.at { Style::new() } else { DIM };
        let line =
            |(index, mv): (usize, &String)| vec![(format!("{:>3}. {mv}", index + 1), style(index))];
        let lines: Vec<Line> = film.words.iter().enumerate().map(line).collect();
        let skip = film.at.saturating_sub(usize::from(inside.height) / 2);
        canvas.put_lines(inside, lines.get(skip..).unwrap_or_default());
    }

    fn draw_moves(&self, canvas: &mut Canvas, area: Rect) {
        if let Some(film) = &self.film {
            return self.draw_film(film, canvas, area);
        }
        let made = self.session.len();
        let inside = canvas.frame(area, &format!(" {} ", counted(made as u64, "move")));
        let mut lines: Vec<Line> = Vec::new();
        let mut lost_before = false;
        // A line that was asked for stands in place of the moves that were taken back.
        let line = &self.line;
        let history = self.session.history().take(if line.is_empty() { usize::MAX } else { made });
        for (index, (mv, position)) in history.enumerate() {
            let lost = *self.adviser.advice(position) == Advice::Lost;
            let style = if index < made { Style::new() } else { DIM };
            let mut parts = vec![(format!("{:>3}. {}", index + 1, mv.words), style)];
            if lost && !lost_before {
                parts.push((" ✗ lost here".to_owned(), AnsiColor::Red.on_default()));
            }
            lost_before |= lost;
            lines.push(parts);
        }
        for (index, mv) in line.iter().enumerate() {
            lines.push(vec![(
                format!("{:>3}. {mv}", made + index + 1),
                AnsiColor::Cyan.on_default(),
            )]);
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
            Some(Chance { tally, is_proved: true, .. }) => {
                let can = if tally.won > 0 { "can" } else { "cannot" };
                format!("✗ lost as it lies; with {redeal} it {can} be won: proved (d deals again)")
            }
            Some(Chance { samples, tally, .. }) => {
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
        if let Some(prompt) = &self.prompt {
            let typed = vec![
                (" New game: ".to_owned(), BOLD),
                (prompt.text.clone(), Style::new()),
                ("▏".to_owned(), BOLD),
            ];
            let told = if self.message.is_empty() {
                "Enter opens it, Esc goes on with this one."
            } else {
                &self.message
            };
            let mut lines = vec![typed];
            lines.extend(
                wrap(&format!(" {told}"), area.width).into_iter().map(|line| vec![(line, DIM)]),
            );
            return canvas.put_lines(area, &lines);
        }
        let lost = if *self.advice() == Advice::Lost { self.told_of_loss() } else { String::new() };
        let position = self.session.position();
        let bold = |colour: AnsiColor| colour.on_default().bold();
        let (verdict, style) = match self.advice() {
            _ if position.is_won() && self.session.helped => {
                ("★ won, with help".to_owned(), bold(AnsiColor::Green))
            }
            _ if position.is_won() => ("★ won".to_owned(), bold(AnsiColor::Green)),
            Advice::Asking => ("… thinking".to_owned(), DIM),
            Advice::Wins { plan, optimal: true } => (
                format!("✓ winnable in {}, no fewer", counted(plan.len() as u64, "move")),
                bold(AnsiColor::Green),
            ),
            Advice::Wins { plan, .. } => (
                format!("✓ winnable, in {} or fewer", counted(plan.len() as u64, "move")),
                bold(AnsiColor::Green),
            ),
            Advice::Lost => (lost, bold(AnsiColor::Red)),
            Advice::Unknown(Stop::Defect) => (format!("? {DEFECT}"), bold(AnsiColor::Red)),
            Advice::Unknown(stop) => (format!("? not settled ({stop})"), bold(AnsiColor::Yellow)),
        };
        let styled = |text: &str, style| {
            wrap(text, area.width).into_iter().map(move |line| vec![(line, style)])
        };
        let told = styled(&format!(" {verdict}"), style)
            .chain(styled(&format!(" {}", self.message), Style::new()));
        canvas.put_lines(area, &told.collect::<Vec<Line>>());
    }

    /// The keys with their meanings, on as many lines of this width as they need.
    fn keys(&self, width: u16) -> Vec<Line> {
        let moving: &[(&str, &str)] = match self.view.control {
            Control::Place => {
                &[("arrows", "go"), ("Enter", "pick up, put down"), ("Tab", "next movable")]
            }
            Control::Shift => {
                &[("arrows", "go"), ("Enter", "pick up"), ("arrows", "shift"), ("Esc", "let go")]
            }
            Control::Tilt => &[("arrows", "tilt")],
        };
        let common = [
            ("u", "undo"),
            ("r", "redo"),
            ("Home", "restart"),
            ("h", "hint"),
            ("s", "next step"),
            ("f", "film"),
            ("e", "analysis"),
            ("b", "back to winnable"),
            ("d", "redeal"),
            ("n", "new game"),
            ("m", "my games"),
            ("?", "help"),
            ("q", "quit"),
        ];
        // A key is never parted from its meaning at the end of a line.
        let mut lines = vec![Line::new()];
        let mut used = 0;
        let has_redeals = self.session.redeals().is_some();
        for (key, meaning) in
            moving.iter().chain(&common).filter(|(key, _)| *key != "d" || has_redeals)
        {
            let needed = key.chars().count() + meaning.chars().count() + 4;
            if used + needed > usize::from(width) {
                lines.push(Vec::new());
                used = 0;
            }
            used += needed;
            let line = lines.last_mut().expect("there is a line");
            line.push((format!(" {key}"), BOLD));
            line.push((format!(" {meaning}  "), DIM));
        }
        lines
    }
}
