//! Rows a page at a time: what is asked for, and what is answered.

use serde::{Deserialize, Serialize};

/// Which rows are wanted.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wanted {
    /// The study.
    pub study: String,
    /// Rows of this set only.
    pub set: Option<String>,
    /// Rows of this configuration only.
    pub configuration: Option<String>,
    /// Rows with this verdict only.
    pub verdict: Option<String>,
    /// Rows with this in the instance's name only.
    pub instance: Option<String>,
    /// What they are sorted by; rows without it come last, and equal ones in the order of the study.
    pub order: SortBy,
    /// The greatest first.
    pub descending: bool,
    /// How many are passed over.
    pub offset: u64,
    /// How many, [`MOST_ROWS`](super::MOST_ROWS) at most.
    pub limit: u64,
}

/// What rows are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SortBy {
    /// The order of the study.
    #[default]
    #[serde(rename = "plan")]
    Study,
    /// The instance, in the order of its set.
    Instance,
    /// The configuration.
    Configuration,
    /// The verdict.
    Verdict,
    /// The number of moves.
    Length,
    /// The time.
    Seconds,
    /// States expanded.
    Expanded,
    /// States generated.
    Generated,
    /// Memory.
    PeakBytes,
}

impl SortBy {
    /// The columns of the store, the first first.
    pub(super) fn columns(self) -> &'static [&'static str] {
        match self {
            SortBy::Study => &[],
            SortBy::Instance => &["set_position", "instance_id"],
            SortBy::Configuration => &["configuration_position"],
            SortBy::Verdict => &["verdict"],
            SortBy::Length => &["length"],
            SortBy::Seconds => &["seconds"],
            SortBy::Expanded => &["expanded"],
            SortBy::Generated => &["generated"],
            SortBy::PeakBytes => &["peak_bytes"],
        }
    }
}

/// Some rows of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RowPage {
    /// How many satisfy the conditions in all.
    pub total: u64,
    /// Those asked for.
    pub rows: Vec<ShownRow>,
}

/// A row, with what opens its board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ShownRow {
    /// The set.
    pub set: String,
    /// The instance's name.
    pub instance: String,
    /// The configuration.
    pub configuration: String,
    /// The repetition, from 0.
    pub repetition: u64,
    /// The verdict.
    pub verdict: String,
    /// Why it stayed undecided.
    pub stop: Option<String>,
    /// The number of moves of the solution.
    pub length: Option<u64>,
    /// Whether it is proved that no solution is shorter.
    pub optimal: bool,
    /// Wall-clock time.
    pub seconds: f64,
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// The most heap in use at once.
    pub peak_bytes: u64,
    /// What went wrong, where something did.
    pub error: Option<String>,
    /// What opens its board.
    pub at: At,
    /// The solution, its moves separated by spaces.
    pub plan: Option<String>,
}

/// What opens a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum At {
    /// The instance's name.
    Named {
        /// The name.
        instance: String,
    },
    /// The board, for instances that come from a file.
    Board {
        /// `GAME[+RULES]`.
        game: String,
        /// The board in any notation.
        board: String,
    },
}
