//! A solution as a film: positions of their own, beside the game that is played.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use patience_catalogue::Instance;

use super::App;
use crate::words;

/// How long a step of the solution stays on the screen.
const STEP: Duration = Duration::from_millis(700);

/// The positions of a plan, of which one is shown.
pub struct Film {
    positions: Vec<Arc<dyn Instance>>,
    /// The moves between them, as people say them.
    pub words: Vec<String>,
    /// The position that is shown.
    pub at: usize,
    /// When the next one is due; `None` while it stands still.
    due: Option<Instant>,
}

impl Film {
    /// The film of a plan, from the position where it begins; it runs.
    ///
    /// Moves that are not legal end it, which no validated plan has.
    pub fn new(start: Arc<dyn Instance>, plan: &[String]) -> Self {
        let mut words = words::of_moves(&*start, plan, None).unwrap_or_default();
        let mut positions = vec![start];
        for mv in &plan[..words.len()] {
            let Ok(next) = positions[positions.len() - 1].after(mv) else { break };
            positions.push(Arc::from(next));
        }
        words.truncate(positions.len() - 1);
        Film { positions, words, at: 0, due: Some(Instant::now() + STEP) }
    }

    /// The position that is shown.
    pub fn position(&self) -> &Arc<dyn Instance> {
        &self.positions[self.at]
    }

    pub fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Goes to a position, where it stands still.
    pub fn go_to(&mut self, at: usize) {
        self.at = at.min(self.words.len());
        self.due = None;
    }

    /// Stands still, or runs; at the end it begins again.
    pub fn toggle(&mut self) {
        if self.due.take().is_none() {
            if self.at == self.words.len() {
                self.at = 0;
            }
            self.due = Some(Instant::now() + STEP);
        }
    }

    /// Goes on if a step is due; whether it did.
    pub fn run(&mut self) -> bool {
        if self.due.is_none_or(|due| Instant::now() < due) {
            return false;
        }
        self.at += 1;
        self.due = (self.at < self.words.len()).then(|| Instant::now() + STEP);
        true
    }
}

impl App {
    /// Shows the solution, beside the game: it stays as it is.
    pub(super) fn start_film(&mut self) {
        let Some(plan) = self.solution() else { return };
        self.session.helped = true;
        self.film = Some(Film::new(Arc::clone(self.session.position()), &plan));
        self.picked = None;
        self.message =
            "The solution plays: space stops it, arrows step, any other key leads back to the game.".to_owned();
    }

    pub(super) fn run_film(&mut self) {
        if self.film.as_mut().is_some_and(Film::run) {
            self.show_film();
        }
    }

    fn show_film(&mut self) {
        if let Some(film) = &self.film {
            self.view = film.position().view();
        }
    }

    /// A key while a film is shown; whether it was meant for the film.
    pub(super) fn film_key(&mut self, key: KeyCode) -> bool {
        let Some(film) = &mut self.film else { return false };
        match key {
            KeyCode::Char(' ') => film.toggle(),
            KeyCode::Right | KeyCode::Char(']') => film.go_to(film.at + 1),
            KeyCode::Left | KeyCode::Char('[') => film.go_to(film.at.saturating_sub(1)),
            KeyCode::Home => film.go_to(0),
            KeyCode::End => film.go_to(usize::MAX),
            KeyCode::Char('q') => return false,
            _ => {
                self.leave_film();
                return true;
            }
        }
        self.show_film();
        true
    }

    /// Puts the game back on the table.
    pub(super) fn leave_film(&mut self) {
        self.film = None;
        self.view = self.session.position().view();
        self.message = "The film stops here; the game is as you left it.".to_owned();
    }
}
