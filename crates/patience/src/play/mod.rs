//! `patience play`: a game in the terminal, with undo, hints, and the truth about every position.
//!
//! `session` is the game that is played, `adviser` asks the solver in the background, `board` and `screen` draw on a `canvas`, and this
//! file turns keys and the mouse into moves. Nothing here knows a rule: positions come as [`View`]s.

mod adviser;
mod board;
mod canvas;
mod screen;
mod session;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use patience_catalogue::{Instance, Request};
use patience_core::{Control, View};

use adviser::{Advice, Adviser};
use canvas::{Rect, Terminal};
use session::Session;

pub use session::Redeals;

use crate::style::counted;

/// How long a step of the solution stays on the screen.
const FILM_STEP: Duration = Duration::from_millis(700);

/// Plays an instance until the player leaves.
pub fn play(instance: Box<dyn Instance>, request: Request, redeals: Option<Redeals>) -> Result<()> {
    use std::io::IsTerminal;
    if !std::io::stdout().is_terminal() || !std::io::stdin().is_terminal() {
        bail!("`patience play` needs a terminal; `patience solve --show` prints a game into a pipe");
    }
    let mut terminal = Terminal::take().context("the terminal cannot be prepared")?;
    App::new(Arc::from(instance), request, redeals).run(&mut terminal)
}

/// The running program: the game, the adviser and what the player is about to do.
struct App {
    session: Session,
    adviser: Adviser,
    view: View,
    /// The cell under the keyboard's cursor, row by row from 0.
    cursor: usize,
    /// The cell that was picked up.
    picked: Option<usize>,
    /// What the last key led to, for the player.
    message: String,
    /// How much of a hint was given for the present position: 0 none, 1 where, 2 the move, 3 the whole line.
    hints: u8,
    /// What was asked for before the answer was known; it is done as soon as it is.
    deferred: Option<fn(&mut App)>,
    /// When the next step of the solution is due, while it is shown as a film.
    film: Option<Instant>,
    /// Where the board was drawn last, for the mouse.
    board_area: Rect,
    /// The cell where the mouse button went down.
    pressed: Option<usize>,
    leaving: bool,
}

impl App {
    fn new(instance: Arc<dyn Instance>, request: Request, redeals: Option<Redeals>) -> Self {
        let view = instance.view();
        let mut app = App {
            session: Session::new(instance, redeals),
            adviser: Adviser::new(request),
            cursor: 0,
            picked: None,
            message: String::new(),
            hints: 0,
            deferred: None,
            film: None,
            board_area: Rect::default(),
            pressed: None,
            leaving: false,
            view,
        };
        app.moved();
        app
    }

    fn run(&mut self, terminal: &mut Terminal) -> Result<()> {
        while !self.leaving {
            self.adviser.listen();
            self.act_when_known();
            self.play_film();
            terminal.show(|canvas| self.draw(canvas))?;
            if event::poll(Duration::from_millis(100))? {
                match event::read()? {
                    Event::Key(key) if key.kind == KeyEventKind::Press => self.key(key),
                    Event::Mouse(mouse) => self.mouse(mouse),
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// What is known of the present position.
    fn advice(&self) -> &Advice {
        self.adviser.advice(self.session.position())
    }

    /// To be called whenever the position has changed.
    fn moved(&mut self) {
        self.view = self.session.position().view();
        self.cursor = self.cursor.min((self.view.rows * self.view.columns).saturating_sub(1));
        self.picked = None;
        self.hints = 0;
        self.deferred = None;
        self.adviser.ask(self.session.position());
        if self.session.position().is_won() {
            self.film = None;
            self.message = "Won! R plays it again, q leaves.".to_owned();
        } else if self.view.moves.is_empty() {
            self.film = None;
            self.message = match self.session.redeals() {
                Some((_, 1..)) => "Stuck: there is no move. d deals again, u takes one back.".to_owned(),
                _ => "Stuck: there is no move. u takes one back, R begins again.".to_owned(),
            };
        }
    }

    fn key(&mut self, key: KeyEvent) {
        self.message.clear();
        self.deferred = None;
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.film.take().is_some() && !matches!(key.code, KeyCode::Char('q')) {
            self.message = "The film stops here; the game is yours again.".to_owned();
            return;
        }
        match key.code {
            KeyCode::Char('q') => self.leaving = true,
            KeyCode::Char('c') if control => self.leaving = true,
            KeyCode::Char('u') | KeyCode::Backspace => self.travel(Session::undo, "There is nothing to take back."),
            KeyCode::Char('r') => self.travel(Session::redo, "There is nothing to make again."),
            KeyCode::Char('R') | KeyCode::Home => self.travel(Session::restart, "This is the beginning."),
            KeyCode::Char('b') => self.travel_to_last_winnable(),
            KeyCode::Char('h' | '?') => self.when_known(App::hint),
            KeyCode::Char('n') => self.when_known(App::step),
            KeyCode::Char('f') => self.when_known(App::start_film),
            KeyCode::Char('d') => self.redeal(),
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
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                self.message.clear();
                self.deferred = None;
                self.film = None;
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

    /// A click or Enter on a cell: picks up, puts down, or makes the only move that the cell can mean.
    fn touch(&mut self, cell: usize) {
        if self.view.control == Control::Tilt {
            self.message = "Tilt with the arrow keys, or drag in a direction.".to_owned();
            return;
        }
        if let Some(from) = self.picked.take() {
            if from != cell {
                self.drag(from, cell);
            }
            return;
        }
        let touching = |cells: &dyn Fn(&patience_core::MoveView) -> bool| -> Vec<String> {
            self.view.moves.iter().filter(|mv| cells(mv)).map(|mv| mv.text.clone()).collect()
        };
        let leaving = touching(&|mv| mv.from.contains(&cell));
        let arriving = match self.view.control {
            Control::Place => touching(&|mv| mv.to.contains(&cell) && !mv.from.contains(&cell)),
            _ => Vec::new(),
        };
        match (&leaving[..], &arriving[..]) {
            ([], []) => self.message = "Nothing can move from here or to here.".to_owned(),
            ([only], []) | ([], [only]) if self.view.control == Control::Place => self.make(&only.clone()),
            ([], _) => self.message = "Several cards can come here: pick one of them up.".to_owned(),
            (_, _) => {
                self.picked = Some(cell);
                self.message = match self.view.control {
                    Control::Shift => "Picked up: choose a direction.".to_owned(),
                    _ => "Picked up: choose where to.".to_owned(),
                };
            }
        }
    }

    /// A piece is taken from a cell to another.
    fn drag(&mut self, from: usize, to: usize) {
        self.picked = None;
        if self.view.control == Control::Place {
            let mv = self.view.moves.iter().find(|mv| mv.from.contains(&from) && mv.to.contains(&to));
            match mv.map(|mv| mv.text.clone()) {
                Some(mv) => self.make(&mv),
                None => self.message = "That is not a legal move.".to_owned(),
            }
            return;
        }
        let columns = self.view.columns;
        let across = (to % columns) as isize - (from % columns) as isize;
        let down = (to / columns) as isize - (from / columns) as isize;
        let direction = match (across.abs() >= down.abs(), across < 0, down < 0) {
            (true, true, _) => "left",
            (true, false, _) => "right",
            (false, _, true) => "up",
            (false, _, false) => "down",
        };
        self.shift(from, direction);
    }

    /// An arrow key: tilts the board, shifts the piece that was picked up, or moves the cursor.
    fn arrow(&mut self, direction: &'static str) {
        match (self.view.control, self.picked) {
            (Control::Tilt, _) => self.shift(0, direction),
            (Control::Shift, Some(cell)) => self.shift(cell, direction),
            _ => {
                let (rows, columns) = (self.view.rows, self.view.columns);
                let (row, column) = (self.cursor / columns, self.cursor % columns);
                let (row, column) = match direction {
                    "left" => (row, (column + columns - 1) % columns),
                    "right" => (row, (column + 1) % columns),
                    "up" => ((row + rows - 1) % rows, column),
                    _ => ((row + 1) % rows, column),
                };
                self.cursor = row * columns + column;
            }
        }
    }

    /// Tilts the board, or shifts the piece on a cell.
    fn shift(&mut self, cell: usize, direction: &str) {
        let whole_board = self.view.control == Control::Tilt;
        let mv = self
            .view
            .moves
            .iter()
            .find(|mv| mv.direction == Some(direction) && (whole_board || mv.from.contains(&cell)))
            .map(|mv| (mv.text.clone(), mv.to.first().copied()));
        match mv {
            Some((mv, to)) => {
                self.make(&mv);
                // A piece stays in the hand, so that it can be shifted on.
                if !whole_board && !self.session.position().is_won() {
                    self.picked = to;
                    self.cursor = to.unwrap_or(self.cursor);
                }
            }
            None => self.message = format!("Nothing can move {direction}."),
        }
    }

    /// Puts the cursor on the next cell from which something can move.
    fn next_target(&mut self) {
        let cells = self.view.rows * self.view.columns;
        let next = (1..=cells).map(|step| (self.cursor + step) % cells);
        let movable = |cell: &usize| self.view.moves.iter().any(|mv| mv.from.contains(cell));
        if let Some(cell) = next.into_iter().find(movable) {
            self.cursor = cell;
        }
    }

    fn make(&mut self, mv: &str) {
        match self.session.make(mv) {
            Ok(()) => self.moved(),
            Err(error) => self.message = error.to_string(),
        }
    }

    /// Deals what is not in order again.
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

    /// Takes moves back until the position was winnable.
    fn travel_to_last_winnable(&mut self) {
        let before = self.session.len();
        while matches!(self.advice(), Advice::Lost) && self.session.undo() {}
        match before - self.session.len() {
            0 => self.message = "This position is not known to be lost.".to_owned(),
            _ => {
                self.moved();
                self.message = "Here the game was not lost yet.".to_owned();
            }
        }
    }

    /// Does what needs the solver's answer, now or when the answer has come.
    fn when_known(&mut self, action: fn(&mut App)) {
        self.deferred = Some(action);
        self.message = "Thinking; it comes as soon as it is known.".to_owned();
        self.act_when_known();
    }

    /// Does what was asked for if nothing has to be waited for any more.
    fn act_when_known(&mut self) {
        let waits = *self.advice() == Advice::Asking && !self.session.position().is_won();
        if let Some(action) = self.deferred.take_if(|_| !waits) {
            self.message.clear();
            action(self);
        }
    }

    /// A hint in three steps: where to look, the move, the whole line.
    fn hint(&mut self) {
        let Some(plan) = self.solution() else { return };
        let Some(mv) = self.view.moves.iter().find(|mv| mv.text == plan[0]) else { return };
        self.session.helped = true;
        self.hints = (self.hints + 1).min(3);
        self.message = match (self.hints, self.view.control) {
            (1, Control::Tilt) => match mv.direction {
                Some("left" | "right") => "Think of tilting sideways. (? again: the move)".to_owned(),
                _ => "Think of tilting up or down. (? again: the move)".to_owned(),
            },
            (1, _) => {
                self.cursor = mv.from.first().copied().unwrap_or(self.cursor);
                "Look at the marked cell. (? again: the move)".to_owned()
            }
            (2, _) => format!("{}: {}. (? again: the whole line)", mv.text, mv.words),
            _ => format!("The whole line stands in the list of moves: {}.", counted(plan.len() as u64, "move")),
        };
    }

    /// The plan from here, or a word on why there is none.
    fn solution(&mut self) -> Option<Vec<String>> {
        if self.session.position().is_won() {
            self.message = "The game is won already.".to_owned();
            return None;
        }
        match self.advice() {
            Advice::Wins { plan, .. } => return Some(plan.clone()),
            Advice::Lost => {
                self.message = "Lost: proved, no move wins from here. b goes back to where it did.".to_owned()
            }
            // Whoever asks waits for the answer.
            Advice::Asking => {}
            Advice::Unknown(stop) => self.message = format!("Neither a win nor a loss was found ({stop})."),
        }
        None
    }

    /// Makes the next move of the solution.
    fn step(&mut self) {
        if let Some(plan) = self.solution() {
            self.session.helped = true;
            self.make(&plan[0]);
            // The rest of a plan is a plan of the next position: nothing has to be searched again.
            self.adviser.know(self.session.position(), &plan[1..]);
        }
    }

    fn start_film(&mut self) {
        if self.solution().is_some() {
            self.film = Some(Instant::now());
            self.message = "The solution plays; any key stops it.".to_owned();
        }
    }

    fn play_film(&mut self) {
        if self.film.is_some_and(|due| Instant::now() >= due) {
            self.film = Some(Instant::now() + FILM_STEP);
            self.step();
        }
    }
}

#[cfg(test)]
mod tests;
