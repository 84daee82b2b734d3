//! Games that were left: they are kept, go on where they stood, and are listed.

use std::sync::Arc;

use anstyle::Style;
use crossterm::event::KeyCode;
use patience_catalogue::{Instance, Reference};

use super::App;
use super::canvas::{Canvas, Line, Rect};
use super::kept::{Kept, Store};
use super::session::{Redeals, Session};
use crate::solving;
use crate::style::counted;

/// The kept games, of which one is to be chosen.
pub struct Choice {
    games: Vec<Kept>,
    at: usize,
}

impl App {
    /// Puts a game on the table: where it stood when it was left, or its beginning if it was won or
    /// never played.
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
                    "Your game goes on after {}. Home begins it again.",
                    counted(session.len() as u64, "move")
                )
            }
            Some(Err(_)) => {
                "What was kept of this game does not fit its rules; it begins again.".to_owned()
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

    /// The kept games; what cannot be read is told once, and left as it is.
    fn read_games(&mut self) -> Vec<Kept> {
        self.store.read().unwrap_or_else(|error| {
            self.keep_no_more(&error);
            Vec::new()
        })
    }

    fn keep_no_more(&mut self, error: &anyhow::Error) {
        self.store = Store::default();
        self.message = format!("No game is kept from now on: {error:#}.");
    }

    /// Keeps the game on the table, once it was begun.
    pub(super) fn keep(&mut self) {
        if self.session.history().next().is_none() {
            return;
        }
        if let Err(error) = self.store.keep(Kept::of(&self.start, &self.session)) {
            self.keep_no_more(&error);
        }
    }

    /// Shows the kept games.
    pub(super) fn list_games(&mut self) {
        let games = self.read_games();
        if !games.is_empty() {
            self.choosing = Some(Choice { games, at: 0 });
        } else if self.message.is_empty() {
            self.message = match self.store.keeps() {
                true => "No game is kept yet; each is from its first move on.".to_owned(),
                false => "Games are not kept here.".to_owned(),
            };
        }
    }

    /// A key while the kept games are shown.
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
                match solving::open_reference(&start, Some(super::OPENING)) {
                    Ok(instance) => self.begin(start, Arc::from(instance)),
                    Err(error) => self.message = error.to_string(),
                }
            }
            _ => self.choosing = None,
        }
    }

    /// The kept games in place of everything but the title; the chosen one stays in sight.
    pub(super) fn draw_games(&self, choice: &Choice, canvas: &mut Canvas, area: Rect) {
        let inside = canvas.frame(area, " my games (Enter goes on, another key closes) ");
        let state = |game: &Kept| match (game.won, game.at == game.moves.len()) {
            (true, _) if game.helped => {
                format!("won in {}, with help", counted(game.at as u64, "move"))
            }
            (true, _) => format!("won in {}", counted(game.at as u64, "move")),
            (false, true) => counted(game.at as u64, "move"),
            (false, false) => {
                format!("{} of {}", game.at, counted(game.moves.len() as u64, "move"))
            }
        };
        let widest =
            |text: &dyn Fn(&Kept) -> usize| choice.games.iter().map(text).max().unwrap_or(0);
        // Where there is not room for both, the name is cut off.
        let beside = widest(&|game| state(game).chars().count()) + 4;
        let room = widest(&|game| game.start.name.chars().count())
            .min(usize::from(inside.width).saturating_sub(beside));
        let line = |(index, game): (usize, &Kept)| -> Line {
            let chosen = index == choice.at;
            let name: String = game.start.name.chars().take(room).collect();
            let style = if chosen { super::screen::BOLD } else { Style::new() };
            vec![
                (format!("{} {name:<room$}", if chosen { '▶' } else { ' ' }), style),
                (format!("  {}", state(game)), super::screen::DIM),
            ]
        };
        let lines: Vec<Line> = choice.games.iter().enumerate().map(line).collect();
        let skip = (choice.at + 1).saturating_sub(usize::from(inside.height));
        canvas.put_lines(inside, &lines[skip..]);
    }
}
