//! The menu of `patience play`: the last unfinished game, the daily deals, and new games.

use std::time::Duration;

use anyhow::Result;
use chrono::NaiveDate;
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use patience_catalogue::{GAMES, Instance, Reference};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{List, ListItem, ListState, StatefulWidget, Widget};

use super::kept::Kept;
use super::terminal::{BOLD, DIM, MARK, Terminal, frame, key_lines, noted};
use crate::style::counted;
use crate::{solving, tables};

/// Time limit for finding a new game by search.
pub(super) const OPENING: Duration = Duration::from_secs(20);

/// Maximum number of saved games in the menu; during a game, `m` lists all of them.
const MAX_SAVED: usize = 3;

/// The first deals for a newcomer, one per game.
const FIRST: [&str; 5] = [
    "gaps:solvitaire/4x13/8",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-04",
    "sliding:random/3x3/1",
];

/// A line of the menu: a heading, or a game.
struct Entry {
    text: String,
    note: String,
    start: Option<Reference>,
}

/// The menu.
pub struct Menu {
    entries: Vec<Entry>,
    at: usize,
    message: String,
}

/// Result of a key press.
#[derive(Debug, PartialEq, Eq)]
enum Answer {
    Choosing,
    Left,
    Chosen(Reference),
}

impl Menu {
    /// The menu of a day, with the saved games.
    pub fn new(saved: &[Kept], today: NaiveDate) -> Self {
        let heading = |text: String| Entry { text, note: String::new(), start: None };
        let mut entries = Vec::new();
        let unfinished: Vec<&Kept> =
            saved.iter().filter(|game| !game.won).take(MAX_SAVED).collect();
        if !unfinished.is_empty() {
            entries.push(heading("Continue".to_owned()));
        }
        entries.extend(unfinished.into_iter().map(|game| Entry {
            text: game.start.name.clone(),
            note: format!("after {}", counted(game.at as u64, "move")),
            start: Some(game.start.clone()),
        }));
        entries.push(heading(format!("Daily deals of {}", today.format("%-d %B %Y"))));
        for entry in GAMES {
            for level in patience_api::LEVELS {
                let Some(name) = patience_api::daily(entry.name(), level, day_number(today)) else {
                    continue;
                };
                let won = saved.iter().any(|game| game.won && game.start.name == name);
                entries.push(Entry {
                    text: format!("{}, {level}", entry.info().title),
                    note: if won { "★ won".to_owned() } else { String::new() },
                    start: Some(Reference::named(&name)),
                });
            }
        }
        entries.push(heading("New game".to_owned()));
        entries.extend(FIRST.iter().map(|name| Entry {
            text: (*name).to_owned(),
            note: String::new(),
            start: Some(Reference::named(*name)),
        }));
        let mut menu = Menu { entries, at: 0, message: String::new() };
        menu.step(1);
        menu
    }

    /// Shows the menu until the player chooses a game or leaves.
    pub fn run(
        mut self,
        terminal: &mut Terminal,
    ) -> Result<Option<(Reference, Box<dyn Instance>)>> {
        loop {
            terminal.show(|buffer| self.draw(buffer))?;
            if !event::poll(Duration::from_millis(500))? {
                continue;
            }
            let Event::Key(key) = event::read()? else { continue };
            if key.kind != KeyEventKind::Press {
                continue;
            }
            match self.key(key) {
                Answer::Choosing => {}
                Answer::Left => return Ok(None),
                Answer::Chosen(start) => match solving::open_reference(&start, Some(OPENING)) {
                    Ok(instance) => return Ok(Some((start, instance))),
                    Err(error) => self.message = error.to_string(),
                },
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Answer {
        self.message.clear();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Answer::Left,
            KeyCode::Char('q') | KeyCode::Esc => Answer::Left,
            KeyCode::Enter | KeyCode::Char(' ') => {
                self.entries[self.at].start.clone().map_or(Answer::Choosing, Answer::Chosen)
            }
            KeyCode::Up => self.step(-1),
            KeyCode::Down => self.step(1),
            _ => Answer::Choosing,
        }
    }

    /// Moves to the next game in a direction, skipping headings; stays if there is none.
    fn step(&mut self, by: isize) -> Answer {
        let mut at = self.at;
        while let Some(next) = at.checked_add_signed(by).filter(|next| *next < self.entries.len()) {
            at = next;
            if self.entries[at].start.is_some() {
                self.at = at;
                break;
            }
        }
        Answer::Choosing
    }

    fn draw(&self, buffer: &mut Buffer) {
        let area = buffer.area;
        let keys = [("↑ ↓", "choose"), ("Enter", "play"), ("q", "quit")];
        let said = match self.message.is_empty() {
            true => Text::from(key_lines(keys, area.width)),
            false => {
                let lines = tables::folded("", &self.message, area.width.into());
                lines.into_iter().map(|line| Line::styled(line, DIM)).collect()
            }
        };
        let lines = (said.lines.len() as u16).min(area.height / 2);
        let list = Rect { height: area.height.saturating_sub(lines + 1), ..area };
        let inside = frame(buffer, list, " Patience ");
        let room = usize::from(inside.width).saturating_sub(Span::raw(MARK).width());
        let items = self.entries.iter().map(|entry| {
            if entry.start.is_none() {
                return ListItem::new(Line::styled(entry.text.clone(), BOLD));
            }
            noted("  ", &entry.text, 2, &*entry.note, room)
        });
        let items = List::new(items).highlight_symbol(MARK).highlight_style(BOLD);
        let mut state = ListState::default().with_selected(Some(self.at));
        StatefulWidget::render(items, inside, buffer, &mut state);
        said.render(Rect { y: area.bottom() - lines, height: lines, ..area }, buffer);
    }
}

/// Days since the start of 2000; the page chooses daily deals by the same count.
fn day_number(today: NaiveDate) -> u32 {
    let first = NaiveDate::from_ymd_opt(2000, 1, 1).expect("a day of the calendar");
    u32::try_from((today - first).num_days()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 25).unwrap()
    }

    fn press(menu: &mut Menu, code: KeyCode) -> Answer {
        menu.key(KeyEvent::new(code, KeyModifiers::NONE))
    }

    /// It matches the page's count of days: `web/src/model/daily.ts`.
    #[test]
    fn days_are_counted_as_on_the_page() {
        assert_eq!(day_number(day()), 9_825);
        assert_eq!(day_number(NaiveDate::from_ymd_opt(1999, 1, 1).unwrap()), 0);
    }

    #[test]
    fn every_game_has_three_daily_deals_that_open() {
        let menu = Menu::new(&[], day());
        let games: Vec<&Reference> =
            menu.entries.iter().filter_map(|entry| entry.start.as_ref()).collect();
        assert_eq!(games.len(), 3 * GAMES.len() + FIRST.len());
        for game in games.iter().filter(|game| !game.name.contains("generate/")) {
            assert!(solving::open_reference(game, None).is_ok(), "{}", game.name);
        }
    }

    #[test]
    fn keys_choose_games_and_skip_headings() {
        let mut menu = Menu::new(&[], day());
        let first = menu.at;
        assert!(menu.entries[first].start.is_some() && first == 1);
        press(&mut menu, KeyCode::Up);
        assert_eq!(menu.at, first);
        for _ in 0..100 {
            press(&mut menu, KeyCode::Down);
        }
        assert_eq!(menu.at, menu.entries.len() - 1);
        let Answer::Chosen(start) = press(&mut menu, KeyCode::Enter) else { panic!("a game") };
        assert_eq!(start.name, FIRST[FIRST.len() - 1]);
        assert_eq!(press(&mut menu, KeyCode::Char('q')), Answer::Left);
    }

    #[test]
    fn games_that_were_left_come_first_and_won_deals_are_marked() {
        let saved = |name: &str, won| Kept {
            start: Reference::named(name),
            moves: vec!["R".to_owned()],
            at: 1,
            helped: false,
            won,
        };
        let daily = patience_api::daily("birds", "easy", day_number(day())).unwrap();
        let menu =
            Menu::new(&[saved("tiles:level/iartistas-07", false), saved(&daily, true)], day());
        let mut buffer = Buffer::empty(Rect::new(0, 0, 60, 30));
        menu.draw(&mut buffer);
        let drawn: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
        for text in [
            "▶   tiles:level/iartistas-07  after 1 move",
            "25 November 2026",
            "Birds of a Feather, easy  ★ won",
        ] {
            assert!(drawn.contains(text), "{text}: {drawn}");
        }
        // On a narrow terminal no word is cut.
        let mut buffer = Buffer::empty(Rect::new(0, 0, 36, 40));
        menu.draw(&mut buffer);
        let drawn: String = buffer.content().iter().map(|cell| cell.symbol()).collect();
        let lines: Vec<&str> = drawn.split('│').map(str::trim).collect();
        assert!(lines.contains(&"▶   tiles:level/iartistas-07"), "{lines:?}");
        assert!(lines.contains(&"after 1 move"), "{lines:?}");
        for (width, message) in [(30, ""), (20, ""), (20, "no deal was found within the time")] {
            let mut menu = Menu::new(&[], day());
            menu.message = message.to_owned();
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 24));
            menu.draw(&mut buffer);
            let cells: Vec<&str> = buffer.content().iter().map(|cell| cell.symbol()).collect();
            let rows: Vec<String> =
                cells.chunks(width.into()).map(|row| row.concat().trim().to_owned()).collect();
            let drawn = rows[20..].join(" ");
            let told = if message.is_empty() { "q quit" } else { message };
            assert!(drawn.ends_with(told), "{drawn}");
        }
    }

    #[test]
    fn keys_break_between_words() {
        let text = |lines: &[Line<'_>]| -> Vec<String> {
            lines.iter().map(|line| line.to_string().trim_end().to_owned()).collect()
        };
        let keys = [("Enter", "pick up, put down"), ("q", "quit")];
        assert_eq!(text(&key_lines(keys, 40)), [" Enter pick up, put down   q quit"]);
        assert_eq!(text(&key_lines(keys, 26)), [" Enter pick up, put down", " q quit"]);
        assert_eq!(text(&key_lines(keys, 20)), [" Enter pick up, put", " down   q quit"]);
    }
}
