//! Saved games: unfinished games are saved and listed, and can be resumed.

use std::sync::Arc;

use crossterm::event::KeyCode;
use patience_catalogue::{Instance, Reference};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Span;
use ratatui::widgets::{List, ListState, StatefulWidget};

use super::App;
use super::kept::{Choice, Kept, Store};
use super::session::{Redeals, Session};
use super::terminal::{BOLD, MARK, frame, noted};
use crate::solving;
use crate::style::counted;

impl App {
    /// Opens a game at its saved position, or at its start if it was won or never played.
    pub(super) fn begin(&mut self, start: Reference, instance: Arc<dyn Instance>) {
        let kept = self.read_games().into_iter().find(|game| game.start == start && !game.won);
        let redeals = self.redealing.and_then(|(rule, seed)| Redeals::of(&*instance, rule, seed));
        let again = kept.map(|kept| {
            let mut session =
                Session::restored(Arc::clone(&instance), redeals, &kept.moves, kept.at)?;
            session.helped = kept.helped;
            Ok::<_, anyhow::Error>(session)
        });
        let told = match &again {
            Some(Ok(session)) => {
                format!(
                    "Your game continues after {}. Home restarts it.",
                    counted(session.len() as u64, "move")
                )
            }
            Some(Err(_)) => {
                "The saved moves do not fit the rules; the game starts over.".to_owned()
            }
            None => String::new(),
        };
        self.session =
            again.and_then(Result::ok).unwrap_or_else(|| Session::new(instance, redeals));
        self.start = start;
        self.cursor = 0;
        let failed = std::mem::take(&mut self.message);
        self.moved();
        if self.message.is_empty() {
            self.message = if failed.is_empty() { told } else { failed };
        }
    }

    /// Reads the saved games; an unreadable file is reported once and left unchanged.
    fn read_games(&mut self) -> Vec<Kept> {
        self.store.read().unwrap_or_else(|error| {
            self.keep_no_more(&error);
            Vec::new()
        })
    }

    fn keep_no_more(&mut self, error: &anyhow::Error) {
        self.store = Store::default();
        self.message = format!("Games are no longer saved: {error:#}.");
    }

    /// Saves the open game once it has a move.
    pub(super) fn keep(&mut self) {
        if self.session.history().next().is_none() {
            return;
        }
        if let Err(error) = self.store.keep(Kept::of(&self.start, &self.session)) {
            self.keep_no_more(&error);
        }
    }

    /// Shows the saved games.
    pub(super) fn list_games(&mut self) {
        let games = self.read_games();
        if !games.is_empty() {
            self.choosing = Some(Choice { games, at: 0 });
        } else if self.message.is_empty() {
            self.message = match self.store.keeps() {
                true => "No saved games yet; a game is saved after its first move.".to_owned(),
                false => "Games are not saved here.".to_owned(),
            };
        }
    }

    /// Handles a key while the saved games are shown.
    pub(super) fn choose(&mut self, key: KeyCode) {
        let Some(choice) = &mut self.choosing else { return };
        let last = choice.games.len() - 1;
        match key {
            KeyCode::Up => choice.at = choice.at.saturating_sub(1),
            KeyCode::Down => choice.at = (choice.at + 1).min(last),
            KeyCode::Home => choice.at = 0,
            KeyCode::End => choice.at = last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let start = choice.games[choice.at].start.clone();
                self.choosing = None;
                match solving::open_reference(&start, Some(super::menu::OPENING)) {
                    Ok(instance) => self.begin(start, Arc::from(instance)),
                    Err(error) => self.message = error.to_string(),
                }
            }
            _ => self.choosing = None,
        }
    }

    /// Draws the saved games below the title; the selected one stays visible.
    pub(super) fn draw_games(&self, choice: &Choice, buffer: &mut Buffer, area: Rect) {
        const LONG: &str = " my games (Enter continues, another key closes) ";
        let long = Span::raw(LONG).width() < usize::from(area.width);
        let inside = frame(buffer, area, if long { LONG } else { " my games: Enter continues " });
        let room = usize::from(inside.width).saturating_sub(Span::raw(MARK).width());
        let widths = choice.games.iter().map(|game| Span::raw(&game.start.name).width());
        let widest = widths.max().unwrap_or(0);
        let items = choice.games.iter().map(|game| {
            let name = &game.start.name;
            noted("", name, widest - Span::raw(name).width() + 2, state(game), room)
        });
        let list = List::new(items).highlight_symbol(MARK).highlight_style(BOLD);
        let mut at = ListState::default().with_selected(Some(choice.at));
        StatefulWidget::render(list, inside, buffer, &mut at);
    }
}

/// The progress of a game.
fn state(game: &Kept) -> String {
    let made = counted(game.at as u64, "move");
    match (game.won, game.at == game.moves.len()) {
        (true, _) if game.helped => format!("won in {made}, with help"),
        (true, _) => format!("won in {made}"),
        (false, true) => made,
        (false, false) => format!("{} of {}", game.at, counted(game.moves.len() as u64, "move")),
    }
}
