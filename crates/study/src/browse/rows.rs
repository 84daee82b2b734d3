//! Rows by page: requests and answers.

use rusqlite::types::Value;
use serde::{Deserialize, Serialize};

/// The requested rows of a [`Library`](super::Library).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Wanted {
    /// The study.
    pub study: String,
    /// Only rows of this set.
    pub set: Option<String>,
    /// Only rows of this configuration.
    pub configuration: Option<String>,
    /// Only rows with this verdict.
    pub verdict: Option<String>,
    /// Only rows whose instance name contains this.
    pub instance: Option<String>,
    /// Sort key. Rows without a value come last, equal ones in the order of the study.
    pub order: SortBy,
    /// Whether the greatest value comes first.
    pub descending: bool,
    /// Number of rows to skip.
    pub offset: u64,
    /// Maximum number of rows, at most 200.
    pub limit: u64,
}

impl Wanted {
    /// The SQL condition on the rows, and its values.
    pub(super) fn filter(&self) -> (String, Vec<Value>) {
        let conditions = [
            ("\"set\" = ?", &self.set),
            ("configuration = ?", &self.configuration),
            ("verdict = ?", &self.verdict),
            ("instr(instance, ?) > 0", &self.instance),
        ];
        let (mut filter, mut values) = (String::from("TRUE"), Vec::new());
        for (condition, value) in conditions {
            if let Some(value) = value {
                filter += " AND ";
                filter += condition;
                values.push(Value::Text(value.clone()));
            }
        }
        (filter, values)
    }

    /// The SQL columns by which rows are sorted, each followed by a comma.
    pub(super) fn order(&self) -> String {
        let direction = if self.descending { "DESC" } else { "ASC" };
        let columns = self.order.columns().iter();
        columns.map(|column| format!("{column} IS NULL, {column} {direction}, ")).collect()
    }
}

/// Sort key for the rows of a [`Library`](super::Library).
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
    /// The columns of the store, most significant first.
    fn columns(self) -> &'static [&'static str] {
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

/// Some rows of a study, from a [`Library`](super::Library).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RowPage {
    /// Total number of rows that satisfy the conditions.
    pub total: u64,
    /// The requested rows.
    pub rows: Vec<ShownRow>,
}

/// A row of a [`Library`](super::Library), with the link to its board.
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
    /// The reason why it is undecided.
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
    /// Maximum heap in use.
    pub peak_bytes: u64,
    /// The error, if one occurred.
    pub error: Option<String>,
    /// The link to its board.
    pub at: At,
    /// The solution, its moves separated by spaces.
    pub plan: Option<String>,
}

impl ShownRow {
    /// A row of the query of [`Library::rows`](super::Library::rows).
    pub(super) fn of(row: &rusqlite::Row<'_>) -> rusqlite::Result<ShownRow> {
        let whole = |column: &str| row.get::<_, i64>(column).map(|number| number as u64);
        let instance: String = row.get("instance")?;
        Ok(ShownRow {
            set: row.get("set")?,
            configuration: row.get("configuration")?,
            repetition: whole("repetition")?,
            verdict: row.get("verdict")?,
            stop: row.get("stop")?,
            length: row.get::<_, Option<i64>>("length")?.map(|number| number as u64),
            optimal: row.get("optimal")?,
            seconds: row.get("seconds")?,
            expanded: whole("expanded")?,
            generated: whole("generated")?,
            peak_bytes: whole("peak_bytes")?,
            error: row.get("error")?,
            plan: row.get("plan")?,
            at: match (row.get("game")?, row.get("board")?) {
                (Some(game), Some(board)) => At::Board { game, board },
                _ => At::Named { instance: instance.clone() },
            },
            instance,
        })
    }
}

/// Link to the board of a row of a [`Library`](super::Library).
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
