//! The game during the playback of its solution.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::App;
use super::film::Film;

impl App {
    /// Starts the playback; the game stays unchanged.
    pub(super) fn start_film(&mut self) {
        let Some(plan) = self.solution() else { return };
        self.session.helped = true;
        self.film = Some(Film::new(Arc::clone(self.session.position()), &plan));
        self.picked = None;
        self.message = "The solution plays: space pauses, arrows step, any other key returns to \
                        the game."
            .to_owned();
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

    /// Handles a key during the playback; returns whether it was for the playback.
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

    /// Returns to the game.
    pub(super) fn leave_film(&mut self) {
        self.film = None;
        self.view = self.session.position().view();
        self.message = "The playback stops here; the game is as you left it.".to_owned();
    }
}
