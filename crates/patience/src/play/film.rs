//! Playback of a solution on separate positions, while the game stays unchanged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use patience_catalogue::Instance;

use crate::words;

/// Duration of a step of the solution on the screen.
const STEP: Duration = Duration::from_millis(700);

/// The positions of a plan, one of which is shown.
pub struct Film {
    positions: Vec<Arc<dyn Instance>>,
    /// The moves between them, in words.
    pub words: Vec<String>,
    /// The shown position.
    pub at: usize,
    /// The time of the next step; `None` while paused.
    due: Option<Instant>,
}

impl Film {
    /// Starts the playback of a plan from its first position.
    ///
    /// An illegal move ends it; validated plans have none.
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

    /// The shown position.
    pub fn position(&self) -> &Arc<dyn Instance> {
        &self.positions[self.at]
    }

    pub fn is_running(&self) -> bool {
        self.due.is_some()
    }

    /// Goes to a position and pauses.
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

    /// Advances if a step is due; returns whether it did.
    pub fn run(&mut self) -> bool {
        if self.due.is_none_or(|due| Instant::now() < due) {
            return false;
        }
        self.at += 1;
        self.due = (self.at < self.words.len()).then(|| Instant::now() + STEP);
        true
    }
}
