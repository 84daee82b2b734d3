//! Help from the solver: hints, the next move of the solution, and the way back to a winnable
//! position. An action waits for the solver's answer if that has not arrived yet.

use patience_core::{Control, DEFECT, Stop};

use super::App;
use super::adviser::Advice;
use crate::style::counted;
use crate::words;

impl App {
    /// Runs an action that needs the solver's answer, now or when it arrives.
    pub(super) fn when_known(&mut self, action: fn(&mut App)) {
        self.deferred = Some(action);
        self.message = "Thinking; the answer will appear here.".to_owned();
        self.act_when_known();
    }

    /// Runs the deferred action once its answer is known.
    pub(super) fn act_when_known(&mut self) {
        let waits = *self.advice() == Advice::Asking && !self.session.position().is_won();
        if let Some(action) = self.deferred.take_if(|_| !waits) {
            self.message.clear();
            action(self);
        }
    }

    /// A hint in three steps: where to look, the move, the whole line.
    pub(super) fn hint(&mut self) {
        let Some(plan) = self.solution() else { return };
        let Some(mv) = self.view.moves.iter().find(|mv| mv.text == plan[0]) else { return };
        self.session.helped = true;
        self.hints = (self.hints + 1).min(3);
        self.message = match (self.hints, self.view.control) {
            (1, Control::Tilt) => match mv.direction {
                Some("left" | "right") => {
                    "Think of tilting sideways. (h again: the move)".to_owned()
                }
                _ => "Think of tilting up or down. (h again: the move)".to_owned(),
            },
            (1, Control::Slide) => {
                let from = mv.from.first().copied().unwrap_or_default();
                let row = from / self.view.columns + 1;
                format!("Think of a tile in row {row}. (h again: the move)")
            }
            (1, _) => {
                self.cursor = mv.from.first().copied().unwrap_or(self.cursor);
                "Look at the marked cell. (h again: the move)".to_owned()
            }
            (2, _) => format!("{}. (h again: the whole solution)", mv.words),
            _ => {
                self.line =
                    words::of_moves(&**self.session.position(), &plan, None).unwrap_or_default();
                format!(
                    "The list of moves shows the whole solution: {}.",
                    counted(plan.len() as u64, "move")
                )
            }
        };
    }

    /// The plan from here, or a message that explains why there is none.
    pub(super) fn solution(&mut self) -> Option<Vec<String>> {
        if self.session.position().is_won() {
            self.message = "The game is won already.".to_owned();
            return None;
        }
        match self.advice() {
            Advice::Wins { plan, .. } => return Some(plan.clone()),
            Advice::Lost => {
                self.message = "Lost: proved, no move wins from here. b goes back to the last \
                                winnable position."
                    .to_owned()
            }
            // The answer is still pending.
            Advice::Asking => {}
            Advice::Unknown(Stop::Defect) => self.message = format!("No plan: {DEFECT}."),
            Advice::Unknown(stop) => {
                let why = words::of_stop(*stop);
                self.message = format!("Undecided ({why}).")
            }
        }
        None
    }

    /// Makes the next move of the solution.
    pub(super) fn step(&mut self) {
        if let Some(plan) = self.solution() {
            self.session.helped = true;
            self.make(&plan[0]);
            // The rest of a plan is a plan for the next position, so no new search is needed.
            self.adviser.know(self.session.position(), &plan[1..]);
        }
    }

    /// Takes back moves until the position is winnable.
    pub(super) fn travel_to_last_winnable(&mut self) {
        let before = self.session.len();
        while matches!(self.advice(), Advice::Lost) && self.session.undo() {}
        match before - self.session.len() {
            0 => self.message = "This position is not proved lost.".to_owned(),
            _ => {
                self.moved();
                self.message = "Here the game was still winnable.".to_owned();
            }
        }
    }
}
