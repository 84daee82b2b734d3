//! `patience play`: a game in the terminal, with undo, hints, and the proved verdict on every
//! position.
//!
//! `session` holds the game, `adviser` asks the solver in the background, `board` and `screen`
//! draw, this file turns keys into commands, `moving` turns keys and the mouse into moves, and
//! `hints` turns the solver's answers into help. This module does not know the rules: positions are
//! [`View`]s.

mod adviser;
mod analysis;
mod board;
mod film;
mod games;
mod hints;
mod kept;
mod menu;
mod moving;
mod prompt;
mod screen;
mod session;
mod showing;
mod terminal;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent,
    MouseEventKind,
};
use patience_catalogue::gaps::RedealRule;
use patience_catalogue::{Instance, Reference, Request};
use patience_core::View;

use adviser::{Advice, Adviser};
use film::Film;
use kept::Choice;
use menu::{Menu, OPENING};
use prompt::{Answer, Prompt};
use ratatui::layout::Rect;
use session::Session;
use terminal::Terminal;

pub use kept::{Store, default_path};

use crate::exit::bad_input;
use crate::solving;

/// Solvers and limits for playing a game.
pub struct Playing {
    /// The request that judges positions.
    pub request: Request,
    /// The redeal rule, and the seed of all redeals.
    pub redealing: Option<(RedealRule, u64)>,
    /// The store of saved games.
    pub store: Store,
}

/// Plays an instance, or one chosen from a menu, until the player leaves.
pub fn play(wanted: Option<(Reference, Box<dyn Instance>)>, playing: Playing) -> Result<()> {
    use std::io::IsTerminal;
    // The file of saved games is read before a terminal is needed.
    let menu = match wanted {
        Some(_) => None,
        None => {
            let saved = playing.store.read().map_err(|error| bad_input(format!("{error:#}")))?;
            Some(Menu::new(&saved, chrono::Local::now().date_naive()))
        }
    };
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        bail!(
            "`patience play` needs a terminal; `patience solve --show` prints a game into a pipe"
        );
    }
    let mut terminal = Terminal::take().context("the terminal cannot be prepared")?;
    let chosen = match (wanted, menu) {
        (Some(wanted), _) => Some(wanted),
        (None, Some(menu)) => menu.run(&mut terminal)?,
        (None, None) => None,
    };
    let Some((start, instance)) = chosen else { return Ok(()) };
    App::new(start, Arc::from(instance), playing).run(&mut terminal)
}

/// The running program: the game, the adviser and the player's pending input.
struct App {
    session: Session,
    /// The start of the game.
    start: Reference,
    store: Store,
    redealing: Option<(RedealRule, u64)>,
    /// The saved games, while one is being chosen.
    choosing: Option<Choice>,
    adviser: Adviser,
    view: View,
    /// The cell under the keyboard's cursor, row by row from 0.
    cursor: usize,
    /// The cell that was picked up.
    picked: Option<usize>,
    /// The message about the last key press.
    message: String,
    /// The hint level reached in the current position: 0 none, 1 where, 2 the move, 3 the whole
    /// line.
    hints: u8,
    /// The whole solution in words, if requested.
    line: Vec<String>,
    /// The action requested before the answer arrived; it runs on arrival.
    deferred: Option<fn(&mut App)>,
    /// The solution being played back, if any.
    film: Option<Film>,
    /// The name of a new game, while it is being typed.
    prompt: Option<Prompt>,
    /// Whether graph and review are shown.
    analysing: bool,
    /// Whether the help is shown instead of the moves.
    helping: bool,
    /// The last area of the board, for the mouse.
    board_area: Rect,
    /// The cell where the mouse button went down.
    pressed: Option<usize>,
    leaving: bool,
}

impl App {
    fn new(start: Reference, instance: Arc<dyn Instance>, playing: Playing) -> Self {
        let Playing { request, redealing, store } = playing;
        let view = instance.view();
        let mut app = App {
            session: Session::new(Arc::clone(&instance), None),
            start: start.clone(),
            store,
            redealing,
            choosing: None,
            adviser: Adviser::new(request),
            cursor: 0,
            picked: None,
            message: String::new(),
            hints: 0,
            line: Vec::new(),
            deferred: None,
            film: None,
            prompt: None,
            analysing: false,
            helping: false,
            board_area: Rect::default(),
            pressed: None,
            leaving: false,
            view,
        };
        app.begin(start, instance);
        app
    }

    fn run(&mut self, terminal: &mut Terminal) -> Result<()> {
        // A signal ends the game like its key, so that the terminal is restored.
        while !self.leaving && !solving::interrupted() {
            self.adviser.listen();
            self.act_when_known();
            self.run_film();
            self.analyse_on();
            terminal.show(|buffer| self.draw(buffer))?;
            if event::poll(Duration::from_millis(100))? {
                match event::read()? {
                    Event::Key(key) if key.kind == KeyEventKind::Press => self.key(key),
                    Event::Mouse(mouse) => self.mouse(mouse),
                    _ => {}
                }
            }
        }
        // Also saves the help used since the last move.
        self.keep();
        Ok(())
    }

    /// Returns the result for the current position.
    fn advice(&self) -> &Advice {
        self.adviser.advice(self.session.position())
    }

    /// Updates everything that depends on the position; call it after every change.
    fn moved(&mut self) {
        self.view = self.session.position().view();
        self.cursor = self.cursor.min((self.view.rows * self.view.columns).saturating_sub(1));
        self.picked = None;
        self.hints = 0;
        self.line.clear();
        self.deferred = None;
        self.adviser.ask(self.session.position());
        if self.session.position().is_won() {
            self.message =
                "Won! n: another game, Home: play it again, e: review it, q: quit.".to_owned();
        } else if self.view.moves.is_empty() {
            self.message = match self.session.redeals() {
                Some((_, 1..)) => "Stuck: no card can move. d redeals, u undoes.".to_owned(),
                _ => "Stuck: no legal move. u undoes, Home restarts, e shows where the game was \
                      lost."
                    .to_owned(),
            };
        }
        self.keep();
    }

    fn key(&mut self, key: KeyEvent) {
        self.message.clear();
        self.deferred = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            self.leaving = true;
            return;
        }
        if let Some(prompt) = &mut self.prompt {
            match prompt.key(key) {
                Answer::Typing => {}
                Answer::Cancelled => self.prompt = None,
                Answer::Open(name) => self.open(&name),
            }
            return;
        }
        if self.choosing.is_some() {
            return self.choose(key.code);
        }
        if self.film.is_some() && self.film_key(key.code) {
            return;
        }
        // Any key closes the help.
        let helping = std::mem::take(&mut self.helping);
        match key.code {
            KeyCode::Char('q') => self.leaving = true,
            KeyCode::Char('u' | '[') | KeyCode::Backspace => {
                self.travel(Session::undo, "Nothing to undo.")
            }
            KeyCode::Char('r' | ']') => self.travel(Session::redo, "Nothing to redo."),
            KeyCode::Char('R') | KeyCode::Home => {
                self.travel(Session::restart, "This is the start.")
            }
            KeyCode::Char('b') => self.travel_to_last_winnable(),
            KeyCode::Char('h') => self.when_known(App::hint),
            KeyCode::Char('s') => self.when_known(App::step),
            KeyCode::Char('e' | 'a') => self.analyse(),
            KeyCode::Char('n') => self.prompt = Some(Prompt::after(self.session.position().id())),
            KeyCode::Char('m') => self.list_games(),
            KeyCode::Char('?') => self.helping = !helping,
            KeyCode::Char('f') => self.when_known(App::start_film),
            KeyCode::Char('d') => self.redeal(),
            KeyCode::Esc if helping => {}
            KeyCode::Esc => self.picked = None,
            KeyCode::Enter | KeyCode::Char(' ') => self.touch(self.cursor),
            KeyCode::Left => self.arrow("left"),
            KeyCode::Right => self.arrow("right"),
            KeyCode::Up => self.arrow("up"),
            KeyCode::Down => self.arrow("down"),
            KeyCode::Tab => self.next_target(),
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let cell = board::cell_at(&self.view, self.board_area, mouse.column, mouse.row);
        if self.film.is_some() {
            if matches!(mouse.kind, MouseEventKind::Down(_)) {
                self.leave_film();
            }
            return;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.message.clear();
                self.deferred = None;
                self.pressed = cell;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                let (Some(from), Some(to)) = (self.pressed.take(), cell) else { return };
                self.cursor = to;
                if from == to {
                    self.touch(to);
                } else {
                    self.drag(from, to);
                }
            }
            _ => {}
        }
    }

    fn make(&mut self, mv: &str) {
        match self.session.make(mv) {
            Ok(()) => self.moved(),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Redeals the cards that are not in order.
    fn redeal(&mut self) {
        match self.session.redeal() {
            Ok(()) => self.moved(),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn travel(&mut self, travel: fn(&mut Session) -> bool, otherwise: &str) {
        if travel(&mut self.session) {
            self.moved();
        } else {
            self.message = otherwise.to_owned();
        }
    }

    /// Toggles graph and review. Viewing them during a game counts as help.
    fn analyse(&mut self) {
        self.analysing = !self.analysing;
        self.session.helped |= self.analysing && !self.view.moves.is_empty();
        self.adviser.ask(&Arc::clone(self.session.position()));
    }

    /// Opens another game and leaves the current one.
    fn open(&mut self, name: &str) {
        match solving::open(name, Some(OPENING)) {
            Ok(instance) => {
                self.prompt = None;
                self.begin(Reference::named(instance.id()), Arc::from(instance));
            }
            // The typed text stays for correction.
            Err(error) => self.message = error.to_string(),
        }
    }
}

#[cfg(test)]
mod tests;
