//! The game that is played: positions from the start to the present one, and those that were taken back.

use std::sync::Arc;

use patience_catalogue::{Instance, PlanError};

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// As plans write it.
    pub text: String,
    /// As people say it.
    pub words: String,
}

/// A game with its history.
pub struct Session {
    /// The start and the position after each move.
    positions: Vec<Arc<dyn Instance>>,
    moves: Vec<Made>,
    /// Moves made; those behind it were taken back and can be made again.
    at: usize,
    /// Whether the solver helped.
    pub helped: bool,
}

impl Session {
    pub fn new(start: Arc<dyn Instance>) -> Self {
        Session { positions: vec![start], moves: Vec::new(), at: 0, helped: false }
    }

    /// The present position.
    pub fn position(&self) -> &Arc<dyn Instance> {
        &self.positions[self.at]
    }

    /// Moves made so far.
    pub fn len(&self) -> usize {
        self.at
    }

    /// Every move with the position after it, those taken back included.
    pub fn history(&self) -> impl Iterator<Item = (&Made, &Arc<dyn Instance>)> {
        self.moves.iter().zip(&self.positions[1..])
    }

    /// Makes a move; what was taken back is forgotten unless it is the same move.
    ///
    /// # Errors
    /// The text is not a legal move here.
    pub fn make(&mut self, text: &str) -> Result<(), PlanError> {
        if self.moves.get(self.at).is_some_and(|next| next.text == text) {
            self.at += 1;
            return Ok(());
        }
        let words = self.position().moves().into_iter().find(|mv| mv.text == text).map(|mv| mv.words);
        let next = self.position().after(text)?;
        self.positions.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.positions.push(Arc::from(next));
        self.moves.push(Made { text: text.to_owned(), words: words.unwrap_or_default() });
        self.at += 1;
        Ok(())
    }

    /// Takes a move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        let possible = self.at > 0;
        self.at -= usize::from(possible);
        possible
    }

    /// Makes a move again that was taken back; whether there was one.
    pub fn redo(&mut self) -> bool {
        let possible = self.at < self.moves.len();
        self.at += usize::from(possible);
        possible
    }

    /// Goes back to the start, from where everything can be made again; whether that changes anything.
    pub fn restart(&mut self) -> bool {
        std::mem::take(&mut self.at) > 0
    }
}
