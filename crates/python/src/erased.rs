//! States and moves of a game without their types.

use std::any::Any;
use std::sync::Arc;

/// A state or a move of some game.
pub type Erased = Arc<dyn Any + Send + Sync>;

/// A legal move: the move itself, its plan notation, its words and its cost.
pub struct Legal {
    pub mv: Erased,
    pub text: String,
    pub words: String,
    pub cost: u32,
}
