//! What the solver knows of the whole game: its graph, and its review.

use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use patience_catalogue::review::{Known, Review};
use patience_catalogue::{Instance, Verdict};

use super::App;
use super::adviser::Advice;
use super::canvas::{Canvas, Line, Rect, wrap};
use crate::style::counted;

const DIM: Style = AnsiColor::BrightBlack.on_default();
/// The most lines of the graph.
const HEIGHT: usize = 4;
/// Bars by eighths of a line.
const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl App {
    /// Asks about the next position of the game that nothing is known of.
    pub(super) fn analyse_on(&mut self) {
        if let Some(next) = self.next_question() {
            self.adviser.ask_unless_asked(&next);
        }
    }

    /// The positions of the game first, then what else could have been played, which tells narrow
    /// escapes.
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

    /// What could be played in a position. Where there is one move only, it is no escape.
    fn alternatives(&self, index: usize) -> &[Arc<dyn Instance>] {
        let successors = self.session.successors(index);
        if successors.len() > 1 { successors } else { &[] }
    }

    /// What is known of a position of the game.
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

    /// The graph and the review of the game; the graph has what the review leaves of the height.
    pub(super) fn draw_analysis(&self, canvas: &mut Canvas, area: Rect) {
        let inside = canvas.frame(area, " moves to the win ");
        let first = self.since_redeal();
        let known: Vec<Known> =
            (first..self.session.positions().len()).map(|index| self.known(index)).collect();
        let told = told(&Review::of(&known), first, inside.width);
        let height = usize::from(inside.height).saturating_sub(told.len() + 1).clamp(1, HEIGHT);
        let mut lines =
            graph(&known, self.session.len() - first, usize::from(inside.width), height);
        lines.extend(told);
        canvas.put_lines(inside, &lines);
    }
}

/// A bar for each position: the higher, the nearer the win. Lost positions have a cross at the
/// bottom, unknown ones a question mark; the present one is pointed at. A game that is wider than
/// the room shows the end of it.
fn graph(known: &[Known], present: usize, width: usize, height: usize) -> Vec<Line> {
    let most = known.iter().filter_map(|known| known.distance).max().unwrap_or(0).max(1);
    let skip = known.len().saturating_sub(width.max(1)).min(present);
    let shown = || known.iter().skip(skip).take(width.max(1));
    let mut lines: Vec<Line> = (0..height)
        .rev()
        .map(|line| {
            let column = |known: &Known| match (known.verdict, known.distance) {
                (Verdict::Solved, Some(distance)) => {
                    // At least an eighth, so that a position far from the win is seen to be won.
                    let eighths = 1 + (most - distance.min(most)) * (8 * height - 1) / most;
                    (
                        BARS[eighths.saturating_sub(8 * line).min(8)].to_string(),
                        AnsiColor::Green.on_default(),
                    )
                }
                _ if line > 0 => (" ".to_owned(), DIM),
                (Verdict::Unsolvable, _) => ("×".to_owned(), AnsiColor::Red.on_default()),
                _ => ("?".to_owned(), AnsiColor::Yellow.on_default()),
            };
            shown().map(column).collect()
        })
        .collect();
    lines.push(vec![(format!("{}▲", " ".repeat(present - skip)), Style::new())]);
    lines
}

/// The review in sentences. `first` is the number of moves before the first position.
fn told(review: &Review, first: usize, width: u16) -> Vec<Line> {
    let mut told: Vec<(String, Style)> = Vec::new();
    if let Some(fatal) = review.fatal {
        told.push((format!("move {} lost the game", first + fatal), AnsiColor::Red.on_default()));
    }
    if let Some(accuracy) = review.accuracy {
        let moves = counted(review.known as u64, "move");
        told.push((format!("{accuracy} % of {moves} kept the shortest known way"), Style::new()));
    }
    let numbers = |numbers: &[usize]| {
        numbers.iter().map(|number| (first + number).to_string()).collect::<Vec<_>>().join(", ")
    };
    if !review.narrow.is_empty() {
        told.push((format!("every other move lost: {}", numbers(&review.narrow)), Style::new()));
    }
    for detour in review.detours.iter().take(2) {
        let cost = counted(detour.cost as u64, "move");
        told.push((format!("move {}: {cost} longer than needed", first + detour.number), DIM));
    }
    told.into_iter()
        .flat_map(|(text, style)| {
            wrap(&text, width).into_iter().map(move |line| vec![(line, style)])
        })
        .collect()
}
