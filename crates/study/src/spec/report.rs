//! `[report]`: additional sections of a study's report.

mod read;

use std::collections::BTreeMap;

use crate::metric::Metric;
pub(super) use read::read;

/// Additional sections of the report.
#[derive(Clone, Debug, Default)]
pub struct ReportSpec {
    /// The tables defined by the study.
    pub tables: Vec<TableSpec>,
    /// The plots defined by the study.
    pub plots: Vec<PlotSpec>,
    /// Shares of what a configuration solves.
    pub shares: Vec<ShareSpec>,
    /// Standard sections to leave out.
    pub without: Vec<Section>,
    /// The only configuration to compare the others with.
    pub baseline: Option<String>,
    /// The only pairs to compare.
    pub pairs: Vec<PairsSpec>,
    /// The fields to compare; if empty, only `measure` is compared.
    pub compared: Vec<String>,
    /// The field used by comparisons and curves of effort.
    pub measure: Option<String>,
    /// Whether p-values are left uncorrected for multiple tests.
    pub uncorrected: bool,
    /// Closing remarks in Markdown.
    pub remarks: String,
}

/// Configurations compared with one other.
#[derive(Clone, Debug)]
pub struct PairsSpec {
    /// The configurations to compare.
    pub of: Vec<String>,
    /// The configuration with which to compare them.
    pub with: String,
}

/// A standard section of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Section {
    /// Limits and parameters of the configurations.
    Configurations,
    /// Programs and machines.
    Provenance,
    /// Verdicts with intervals.
    Verdicts,
    /// Effort.
    Effort,
    /// Curves of decided jobs over effort.
    Cactus,
    /// Penalised scores, and the virtual best solver.
    Scores,
    /// Coverage and scores by game.
    Domains,
    /// Paired comparisons.
    Comparisons,
    /// Two configurations by instance.
    Scatter,
    /// The results of all jobs, on the HTML page.
    Results,
}

/// A table defined by the study.
#[derive(Clone, Debug)]
pub struct TableSpec {
    /// The title.
    pub title: String,
    /// The query whose result it shows, instead of `by` and `values`.
    pub sql: Option<String>,
    /// Grouping of the lines: some of `set`, `configuration`, `instance`, `repetition`.
    pub by: Vec<Grouping>,
    /// The columns.
    pub values: Vec<Metric>,
    /// The condition on the rows that count, in SQL.
    pub condition: Option<String>,
    /// Decimals of the columns that are not counts; default: as published, if available.
    pub decimals: Option<usize>,
    /// Published figures next to ours.
    pub published: Option<PublishedSpec>,
    /// Text under the table, in Markdown.
    pub note: String,
}

/// The subject of a line of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Grouping {
    /// A set of instances.
    Set,
    /// A configuration.
    Configuration,
    /// An instance.
    Instance,
    /// A repetition.
    Repetition,
}

impl Grouping {
    /// The column of the view `results`.
    pub fn column(self) -> &'static str {
        match self {
            Grouping::Set => "set",
            Grouping::Configuration => "configuration",
            Grouping::Instance => "instance",
            Grouping::Repetition => "repetition",
        }
    }

    /// The column that determines the order of its lines.
    pub fn order(self) -> &'static str {
        match self {
            Grouping::Set => "set_position",
            Grouping::Configuration => "configuration_position",
            Grouping::Instance => "instance_id",
            Grouping::Repetition => "repetition",
        }
    }
}

/// The source of published figures, and their mapping to ours.
#[derive(Clone, Debug)]
pub struct PublishedSpec {
    /// The CSV file, relative to the study.
    pub file: String,
    /// Our grouping (or `x`) to their column.
    pub keys: BTreeMap<String, String>,
    /// Our value to their column.
    pub values: BTreeMap<String, String>,
    /// Our name to theirs, if they differ.
    pub rename: BTreeMap<String, String>,
    /// Name of the source.
    pub label: String,
}

/// A table and a plot defined by the study: the share of the instances solved by one configuration
/// that others also solve, for each `x` of the sets. It is for questions in which one kind of win
/// implies another, such as the same deals under stricter rules.
#[derive(Clone, Debug)]
pub struct ShareSpec {
    /// The title.
    pub title: String,
    /// The configuration whose solved instances are the whole.
    pub of: String,
    /// The configurations whose solved instances are the parts.
    pub parts: Vec<String>,
    /// The label of the x axis.
    pub x_label: String,
    /// Published figures next to ours; the value is called `percent`.
    pub published: Option<PublishedSpec>,
}

/// A plot defined by the study: a line for each configuration over the sets.
#[derive(Clone, Debug)]
pub struct PlotSpec {
    /// The title.
    pub title: String,
    /// The value.
    pub y: Metric,
    /// The condition on the rows that count, in SQL.
    pub condition: Option<String>,
    /// The label of the x axis.
    pub x_label: String,
    /// The label of the y axis; the value's name by default.
    pub y_label: String,
    /// Whether the y axis is logarithmic.
    pub log_y: bool,
    /// Whether the x axis is logarithmic.
    pub log_x: bool,
    /// Whether a bar for each configuration shows the value over all sets instead.
    pub overall: bool,
    /// Whether shares carry their Wilson intervals.
    pub intervals: bool,
    /// Published figures, dashed.
    pub published: Option<PublishedSpec>,
}
