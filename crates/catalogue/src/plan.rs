//! Moves and plans as text, and their possible faults.

use patience_core::InputError;
use patience_core::units::counted;
use serde::Serialize;

/// A legal move of a position, of an [`Instance`](crate::Instance).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MoveInfo {
    /// The move in plan notation.
    pub text: String,
    /// The move in words.
    pub words: String,
    /// The board after it, in the canonical notation.
    pub board: String,
    /// Whether the board after it is won.
    pub wins: bool,
}

/// One step of a plan for people, of an [`Instance`](crate::Instance).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The move in plan notation; `None` for the start.
    pub text: Option<String>,
    /// The move in words; empty for the start.
    pub words: String,
    /// The board after it, drawn.
    pub drawing: String,
}

/// An error in the text of a plan.
///
/// ```
/// use patience_catalogue::{PlanError, open};
///
/// let error = open("tiles:level/iartistas-04")?.validate("Q").unwrap_err();
/// assert!(matches!(error, PlanError::Unreadable { index: 0, .. }), "{error}");
/// # Ok::<(), patience_core::OpenError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A word is not a move.
    #[error("move {} (`{text}`) cannot be read: {error}", .index + 1)]
    Unreadable {
        /// The 0-based index.
        index: usize,
        /// The word.
        text: String,
        /// The expected input.
        error: InputError,
    },
    /// An illegal move.
    #[error(
        "move {} (`{text}`) is not legal there; legal moves: {legal}\nthe position reached is{}",
        .index + 1, behind(.board),
    )]
    Illegal {
        /// The 0-based index.
        index: usize,
        /// The move.
        text: String,
        /// Some of the legal moves, in the form of the given move: plan notation or words.
        legal: String,
        /// The position reached: in the notation, or drawn for people.
        board: String,
    },
    /// The plan ends before the game is won.
    #[error(
        "after {} the game is not won\nthe position reached is{}",
        counted(.length, "move"), behind(.board),
    )]
    NotSolved {
        /// The number of moves.
        length: usize,
        /// The position reached: in the notation, or drawn for people.
        board: String,
    },
}

impl PlanError {
    /// Shifts the error by `made` moves that precede the plan.
    pub(crate) fn after(mut self, made: usize) -> Self {
        match &mut self {
            PlanError::Unreadable { index, .. } | PlanError::Illegal { index, .. } => {
                *index += made
            }
            PlanError::NotSolved { length, .. } => *length += made,
        }
        self
    }
}

/// Lists legal moves for a message: at most ten, and the number of further ones.
///
/// ```
/// let moves = ["tilt left", "tilt up"].map(str::to_owned);
/// assert_eq!(patience_catalogue::listed_moves(moves.into_iter(), ", "), "tilt left, tilt up");
/// ```
pub fn listed_moves(moves: impl ExactSizeIterator<Item = String>, separator: &str) -> String {
    const MOST: usize = 10;
    let count = moves.len();
    let mut listed: Vec<String> = moves.take(MOST).collect();
    match count {
        0 => listed.push("none".to_owned()),
        MOST.. if count > MOST => listed.push(format!("and {} more", count - MOST)),
        _ => {}
    }
    listed.join(separator)
}

/// A board at the end of a line; a drawing below it.
fn behind(board: &str) -> String {
    format!("{}{board}", if board.contains('\n') { '\n' } else { ' ' })
}
