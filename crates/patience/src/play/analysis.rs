//! The solver's analysis of the whole game: its graph, and its review.

use std::sync::Arc;

use patience_catalogue::review::{Known, Review};
use patience_catalogue::{Instance, Verdict};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style, Stylize};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Paragraph, Widget};

use super::App;
use super::adviser::Advice;
use super::screen::paragraph;
use super::terminal::{DIM, frame};
use crate::style::counted;

/// Maximum number of lines of the graph.
const HEIGHT: usize = 4;
/// Bars in eighths of a line.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl App {
    /// Asks about the next unknown position of the game.
    pub(super) fn analyse_on(&mut self) {
        if let Some(next) = self.next_question() {
            self.adviser.ask_unless_asked(&next);
        }
    }

    /// The positions of the game come first, then the alternatives, which reveal narrow escapes.
    pub(super) fn next_question(&self) -> Option<Arc<dyn Instance>> {
        if !self.analysing || self.film.is_some() || *self.advice() == Advice::Asking {
            return None;
        }
        let positions = self.session.positions();
        let is_open =
            |position: &Arc<dyn Instance>| *self.adviser.advice(position) == Advice::Asking;
        let others = || (0..positions.len() - 1).flat_map(|index| self.alternatives(index));
        positions
            .iter()
            .find(|position| is_open(position))
            .or_else(|| others().find(|position| is_open(position)))
            .cloned()
    }

    /// The number of the first position since the last redeal.
    fn since_redeal(&self) -> usize {
        let moves = self.session.history().take(self.session.len()).enumerate();
        moves.filter(|(_, (made, _))| made.is_redeal()).last().map_or(0, |(index, _)| index + 1)
    }

    /// Returns the alternatives in a position; empty if there is only one move.
    fn alternatives(&self, index: usize) -> &[Arc<dyn Instance>] {
        let successors = self.session.successors(index);
        if successors.len() > 1 { successors } else { &[] }
    }

    /// Returns the result for a position of the game.
    fn known(&self, index: usize) -> Known {
        let position = &self.session.positions()[index];
        let (verdict, distance) = match self.adviser.advice(position) {
            _ if position.is_won() => (Verdict::Solved, Some(0)),
            Advice::Wins { plan, .. } => (Verdict::Solved, Some(plan.len())),
            Advice::Lost => (Verdict::Unsolvable, None),
            Advice::Asking | Advice::Unknown(_) => (Verdict::Unknown, None),
        };
        let after = self.alternatives(index);
        let lost = after.iter().filter(|after| *self.adviser.advice(after) == Advice::Lost).count();
        Known { verdict, distance, only_move: !after.is_empty() && lost + 1 == after.len() }
    }

    /// Draws the graph and the review of the game; the graph gets the remaining height.
    pub(super) fn draw_analysis(&self, buffer: &mut Buffer, area: Rect) {
        let inside = frame(buffer, area, " moves to the win ");
        let first = self.since_redeal();
        let known: Vec<Known> =
            (first..self.session.positions().len()).map(|index| self.known(index)).collect();
        let told = told(&Review::of(&known), first);
        let room = usize::from(inside.height).saturating_sub(told.line_count(inside.width) + 1);
        let height = room.clamp(1, HEIGHT);
        let present = self.session.len() - first;
        let graph = Text::from(graph(&known, present, usize::from(inside.width), height));
        let below = inside.y.saturating_add(graph.height() as u16).min(inside.bottom());
        graph.render(inside, buffer);
        told.render(Rect { y: below, height: inside.bottom() - below, ..inside }, buffer);
    }
}

/// A bar for each position: the higher, the nearer the win. Lost positions have a cross at the
/// bottom, unknown ones a question mark; a pointer marks the current one. If the game is too wide,
/// its end is shown.
fn graph(known: &[Known], present: usize, width: usize, height: usize) -> Vec<Line<'static>> {
    let most = known.iter().filter_map(|known| known.distance).max().unwrap_or(0).max(1);
    let skip = known.len().saturating_sub(width.max(1)).min(present);
    let shown = || known.iter().skip(skip).take(width.max(1));
    let mut lines: Vec<Line<'static>> = (0..height)
        .rev()
        .map(|line| {
            let column = |known: &Known| match (known.verdict, known.distance) {
                (Verdict::Solved, Some(distance)) => {
                    // The bar has at least an eighth, so that a winnable position far from the win
                    // is visible.
                    let eighths = 1 + (most - distance.min(most)) * (8 * height - 1) / most;
                    let bar = BARS[eighths.saturating_sub(8 * line).min(8)];
                    Span::styled(bar.to_string(), Color::Green)
                }
                _ if line > 0 => Span::raw(" "),
                (Verdict::Unsolvable, _) => "×".fg(Color::Red),
                _ => "?".fg(Color::Yellow),
            };
            shown().map(column).collect()
        })
        .collect();
    lines.push(Line::from(format!("{}▲", " ".repeat(present - skip))));
    lines
}

/// The review in sentences. `first` is the number of moves before the first position.
fn told(review: &Review, first: usize) -> Paragraph<'static> {
    let mut told: Vec<Line<'static>> = Vec::new();
    let mut say = |text: String, style: Style| told.push(Line::styled(text, style));
    if let Some(fatal) = review.fatal {
        say(format!("move {} lost the game", first + fatal), Color::Red.into());
    }
    if let Some(accuracy) = review.accuracy {
        let moves = counted(review.known as u64, "move");
        say(format!("{accuracy} % of {moves} kept the shortest known win"), Style::new());
    }
    let numbers = |numbers: &[usize]| {
        numbers.iter().map(|number| (first + number).to_string()).collect::<Vec<_>>().join(", ")
    };
    if !review.narrow.is_empty() {
        say(format!("every other move lost: {}", numbers(&review.narrow)), Style::new());
    }
    for detour in review.detours.iter().take(2) {
        let cost = counted(detour.cost as u64, "move");
        say(format!("move {}: {cost} longer than needed", first + detour.number), DIM);
    }
    paragraph(told)
}
