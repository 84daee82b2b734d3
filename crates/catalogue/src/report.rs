//! The report of a solve: the record that every tool reads.

use std::fmt;

use patience_core::Stop;
use serde::{Deserialize, Serialize};

/// The three verdicts of a [`Report`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// A plan was found and replayed by the rules.
    Solved,
    /// It is proved that no plan exists.
    Unsolvable,
    /// Neither was decided.
    Unknown,
}

impl Verdict {
    /// The word used in output and files; it never changes.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Unsolvable => "unsolvable",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One solve of one instance. The names and the order of the fields never change; new ones are
/// added at the end.
///
/// ```
/// use patience_catalogue::{Context, Request, Verdict, open};
///
/// let report = open("tiles:level/iartistas-04")?
///     .solve(&Request::new("astar"), &mut Context::unwatched())?;
/// assert_eq!(report.verdict, Verdict::Solved);
/// assert!(report.optimal && report.plan.len() == report.length.unwrap());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Report {
    /// The instance's name as given, or the id of its line in a file.
    pub instance: String,
    /// The game's name.
    pub game: &'static str,
    /// The rule set's name.
    pub rules: &'static str,
    /// The board in the canonical notation.
    pub board: String,
    /// The algorithm's name.
    pub algorithm: &'static str,
    /// The heuristic's name, if the algorithm uses one.
    pub heuristic: Option<&'static str>,
    /// The verdict so far.
    pub verdict: Verdict,
    /// The reason why the search ended early.
    #[serde(serialize_with = "stop_name")]
    pub stop: Option<Stop>,
    /// The number of moves of the plan.
    pub length: Option<usize>,
    /// Whether it is proved that no plan is shorter.
    pub optimal: bool,
    /// The plan; empty if there is none.
    pub plan: Vec<String>,
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were already stored.
    pub duplicates: u64,
    /// Closed states reopened.
    pub reopened: u64,
    /// States cut as dead ends.
    pub dead_ends: u64,
    /// Peak number of open states.
    pub peak_open: u64,
    /// Peak number of stored states.
    pub peak_closed: u64,
    /// Peak heap in bytes, as measured.
    pub peak_bytes: u64,
    /// Wall-clock time of the solve.
    pub seconds: f64,
    /// Proved lower bound on the length of plans; 0 if nothing was proved.
    pub lower_bound: u32,
    /// The seed of random choices.
    pub seed: u64,
    /// Other results of the solver, as name and value, in its own order.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_map")]
    pub details: Vec<(&'static str, String)>,
    /// Cost of the plan under the rules; the number of moves if every move costs 1.
    pub cost: Option<u32>,
    /// The proof of an unsolvable instance, if requested
    /// ([`Resources::record`](crate::Resources::record)), or the limit reached before it was
    /// complete.
    #[serde(skip)]
    pub record: Option<Result<Record, Stop>>,
}

impl Report {
    /// Whether each move of the plan costs 1, so that bounds on the cost are bounds on the moves.
    pub fn counts_moves(&self) -> bool {
        self.cost.is_some_and(|cost| Some(cost as usize) == self.length)
    }
}

/// The proof left by a solve without a plan, for
/// [`Instance::certificate_of`](crate::Instance::certificate_of): the kind and the body of a
/// certificate (`docs/certificates.md`).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// `C`, a closed set, or `T`, a tree.
    pub kind: u8,
    /// The body.
    pub body: Vec<u8>,
    /// States expanded for the proof: more than in the search, if that relied on arguments that
    /// certificates cannot express, such as the dead ends of a heuristic.
    pub expanded: u64,
}

pub(crate) fn stop_name<S: serde::Serializer>(
    stop: &Option<Stop>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    stop.map(Stop::name).serialize(serializer)
}

fn as_map<S: serde::Serializer>(
    details: &[(&'static str, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(details.iter().map(|(name, value)| (name, value)))
}
