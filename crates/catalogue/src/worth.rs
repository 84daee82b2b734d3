//! Values of positions and moves for the player.

use patience_core::Stop;
use serde::Serialize;

use crate::report::stop_name;
use crate::{MoveInfo, Report, Verdict};

/// The value of a position or a move for the player, in descending order.
///
/// ```
/// use patience_catalogue::{Verdict, Worth};
///
/// assert_eq!(Worth::from(Verdict::Unsolvable), Worth::Loses);
/// assert!(Worth::Wins < Worth::Loses, "the best first");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// A plan from here was found.
    Wins,
    /// Undecided within the limits.
    Unknown,
    /// Proved: no plan from here.
    Loses,
}

impl From<Verdict> for Worth {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Solved => Worth::Wins,
            Verdict::Unsolvable => Worth::Loses,
            Verdict::Unknown => Worth::Unknown,
        }
    }
}

/// A move and its evaluation; [`position_verdict`] derives a verdict from all moves.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnalysedMove {
    /// The move in plan notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The move in words.
    pub words: String,
    /// Value of the move.
    pub worth: Worth,
    /// The reason if the value is unknown.
    #[serde(serialize_with = "stop_name")]
    pub stop: Option<Stop>,
    /// Moves to the goal, including this one.
    pub distance: Option<usize>,
    /// Whether the distance is proved minimal.
    pub exact: bool,
    /// The plan that shows it, this move first.
    pub plan: Vec<String>,
    /// States expanded for it.
    pub expanded: u64,
}

impl AnalysedMove {
    /// Evaluates a move by the report on the position after it.
    pub fn new(mv: MoveInfo, after: Report) -> AnalysedMove {
        let plan = match after.verdict {
            Verdict::Solved => std::iter::once(mv.text.clone()).chain(after.plan).collect(),
            _ => Vec::new(),
        };
        AnalysedMove {
            text: mv.text,
            words: mv.words,
            worth: after.verdict.into(),
            stop: after.stop,
            distance: after.length.map(|length| length + 1),
            exact: after.optimal,
            plan,
            expanded: after.expanded,
        }
    }
}

/// The verdict on a position of which `moves` moves are legal and some are analysed: the position
/// is won if one move wins, and lost only if all moves lose.
///
/// ```
/// use patience_catalogue::{Verdict, position_verdict};
///
/// assert_eq!(position_verdict(false, 0, &[]), Verdict::Unsolvable, "no move is left");
/// assert_eq!(
///     position_verdict(false, 2, &[]),
///     Verdict::Unknown,
///     "neither of two moves is analysed"
/// );
/// ```
pub fn position_verdict(won: bool, moves: usize, analysed: &[AnalysedMove]) -> Verdict {
    let count = |worth| analysed.iter().filter(|mv| mv.worth == worth).count();
    match () {
        () if won || count(Worth::Wins) > 0 => Verdict::Solved,
        () if count(Worth::Loses) == moves => Verdict::Unsolvable,
        () => Verdict::Unknown,
    }
}
