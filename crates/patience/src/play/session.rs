//! The current game: the positions from the start to the current one, and the positions taken back.

use std::cell::OnceCell;
use std::sync::Arc;

use patience_catalogue::gaps::{Redeal, RedealError, RedealRule, redeal_offers, redealt};
use patience_catalogue::{Instance, PlanError};
use patience_core::Random;

/// A move made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The move in plan notation.
    pub text: String,
    /// The move in words.
    pub words: String,
}

impl Made {
    /// Whether this is a redeal instead of a move.
    pub fn is_redeal(&self) -> bool {
        self.text.parse::<Redeal>().is_ok()
    }
}

/// A game with its history.
pub struct Session {
    /// The start and the position after each move.
    positions: Vec<Arc<dyn Instance>>,
    /// The positions after every move from each of them, computed on demand.
    successors: Vec<OnceCell<Vec<Arc<dyn Instance>>>>,
    moves: Vec<Made>,
    /// Number of moves made; later ones were taken back and can be redone.
    at: usize,
    /// Whether the solver helped.
    pub helped: bool,
    redeals: Option<Redeals>,
}

/// The redeals of a game.
#[derive(Clone, Copy, Debug)]
pub struct Redeals {
    pub rule: RedealRule,
    /// The redeals of the whole game.
    pub most: u32,
    /// The seed from which each shuffle is derived.
    pub seed: u64,
    /// Whether a redeal was taken back, so that the player has seen its deal.
    pub taken_back: bool,
}

impl Redeals {
    /// Returns the redeals that a rule allows for an instance; `None` if it allows none.
    pub fn of(instance: &dyn Instance, rule: RedealRule, seed: u64) -> Option<Self> {
        let offer = redeal_offers(instance).into_iter().find(|offer| offer.rule == rule.name())?;
        (offer.redeals > 0).then_some(Redeals {
            rule,
            most: offer.redeals,
            seed,
            taken_back: false,
        })
    }
}

impl Session {
    pub fn new(start: Arc<dyn Instance>, redeals: Option<Redeals>) -> Self {
        let successors = vec![OnceCell::new()];
        Session {
            positions: vec![start],
            successors,
            moves: Vec::new(),
            at: 0,
            helped: false,
            redeals,
        }
    }

    /// Restores a saved game: all its moves, with those after the first `at` taken back.
    ///
    /// # Errors
    /// A move is not legal in its position.
    pub fn restored(
        start: Arc<dyn Instance>,
        redeals: Option<Redeals>,
        moves: &[String],
        at: usize,
    ) -> anyhow::Result<Self> {
        let mut session = Session::new(start, redeals);
        for text in moves {
            match text.parse::<Redeal>() {
                Ok(wanted) => session.deal(wanted)?,
                Err(_) => session.make(text)?,
            }
        }
        session.at = at.min(moves.len());
        session.note_taken_back();
        Ok(session)
    }

    /// The current position.
    pub fn position(&self) -> &Arc<dyn Instance> {
        &self.positions[self.at]
    }

    /// The start and every position after it, including those taken back.
    pub fn positions(&self) -> &[Arc<dyn Instance>] {
        &self.positions
    }

    /// Returns the positions after every move from a position of [`positions`](Session::positions).
    /// They are cached, because every frame draws those of the whole game.
    pub fn successors(&self, index: usize) -> &[Arc<dyn Instance>] {
        self.successors[index].get_or_init(|| {
            let position = &self.positions[index];
            (0..).map_while(|index| position.successor(index)).map(Arc::from).collect()
        })
    }

    /// Moves made so far.
    pub fn len(&self) -> usize {
        self.at
    }

    /// Every move with the position after it, including those taken back.
    pub fn history(&self) -> impl Iterator<Item = (&Made, &Arc<dyn Instance>)> {
        self.moves.iter().zip(&self.positions[1..])
    }

    /// Makes a move; the moves taken back are dropped unless it is the same move.
    ///
    /// # Errors
    /// The text is not a legal move here.
    pub fn make(&mut self, text: &str) -> Result<(), PlanError> {
        if self.moves.get(self.at).is_some_and(|next| next.text == text) {
            self.at += 1;
            return Ok(());
        }
        let words =
            self.position().moves().into_iter().find(|mv| mv.text == text).map(|mv| mv.words);
        let next = self.position().after(text)?;
        self.go_on(Made { text: text.to_owned(), words: words.unwrap_or_default() }, next);
        Ok(())
    }

    fn go_on(&mut self, made: Made, next: Box<dyn Instance>) {
        self.positions.truncate(self.at + 1);
        self.successors.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.positions.push(Arc::from(next));
        self.successors.push(OnceCell::new());
        self.moves.push(made);
        self.at += 1;
    }

    /// The redeals and how many are left; `None` for a game without redeals.
    pub fn redeals(&self) -> Option<(Redeals, u32)> {
        let made = self.moves[..self.at].iter().filter(|made| made.is_redeal()).count() as u32;
        self.redeals.map(|redeals| (redeals, redeals.most.saturating_sub(made)))
    }

    /// Redeals. The n-th redeal of a game has the same shuffle wherever it is made.
    ///
    /// # Errors
    /// The rule does not allow it here, or none is left.
    pub fn redeal(&mut self) -> Result<(), RedealError> {
        let (redeals, left) = self
            .redeals()
            .ok_or_else(|| RedealError::NoRedeals(self.position().game().to_owned()))?;
        if left == 0 {
            return Err(RedealError::TooMany(redeals.most));
        }
        let mut random = Random::new(redeals.seed);
        let seed = (0..=redeals.most - left).map(|_| random.next_u64()).last().unwrap_or_default();
        // A player who goes back and redeals again gets the same deal, even in a saved game.
        if self.moves.get(self.at).is_some_and(Made::is_redeal) {
            self.at += 1;
            return Ok(());
        }
        self.deal(Redeal { rule: redeals.rule, seed: (seed >> 32) as u32 })
    }

    fn deal(&mut self, wanted: Redeal) -> Result<(), RedealError> {
        let next = redealt(&**self.position(), wanted)?;
        let words = match self.redeals() {
            Some((redeals, left @ 1..)) => {
                format!("dealt again: {} of {}", redeals.most - left + 1, redeals.most)
            }
            _ => "dealt again".to_owned(),
        };
        self.go_on(Made { text: wanted.to_string(), words }, next);
        Ok(())
    }

    /// Records that the moves from here onward were taken back.
    fn note_taken_back(&mut self) {
        let has_redeal = self.moves[self.at..].iter().any(Made::is_redeal);
        if let Some(redeals) = &mut self.redeals {
            redeals.taken_back |= has_redeal;
        }
    }

    /// Takes a move back; returns whether there was one.
    pub fn undo(&mut self) -> bool {
        let possible = self.at > 0;
        self.at -= usize::from(possible);
        self.note_taken_back();
        possible
    }

    /// Redoes a move that was taken back; returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let possible = self.at < self.moves.len();
        self.at += usize::from(possible);
        possible
    }

    /// Goes back to the start, keeping all moves for redo; returns whether anything changed.
    pub fn restart(&mut self) -> bool {
        let possible = std::mem::take(&mut self.at) > 0;
        self.note_taken_back();
        possible
    }
}
