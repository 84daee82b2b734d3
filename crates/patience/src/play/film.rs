//! Playback of a solution, on positions of its own, while the game stays as it is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use patience_catalogue::Instance;

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

    /// Pauses or plays; at the end it restarts.
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
