//! Things of a game without their types.

use std::any::Any;
use std::sync::Arc;

/// A state or a move of some game.
pub type Erased = Arc<dyn Any + Send + Sync>;

/// A legal move: itself, as plans write it, as people say it, and what it costs.
pub struct Legal {
    pub mv: Erased,
    pub text: String,
    pub words: String,
    pub cost: u32,
}
