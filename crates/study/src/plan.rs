//! The plan: a study as a TOML file, read, validated and laid out as jobs.
//!
//! Jobs are counted, not listed: job `k` of a plan is found by arithmetic, so that a chunk of a million jobs costs
//! nothing to name and every machine that reads the same file means the same job by the same number.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::metric::Metric;
use crate::units;

/// Memory of a job whose plan sets no limit. Pinned, so that a plan means the same on every machine.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// A fault in a plan and where it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}\n{excerpt}")]
pub struct PlanError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// The line with a mark under the fault.
    pub excerpt: String,
}

/// A validated study.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The title.
    pub title: String,
    /// The question and whatever the reader should know, in Markdown.
    pub question: String,
    /// The seed of the first repetition.
    pub seed: u64,
    /// The sets of instances.
    pub sets: Vec<Set>,
    /// The solver configurations.
    pub configurations: Vec<Configuration>,
    /// What the report shows.
    pub report: ReportSpec,
    /// What is likely a mistake, though not a fault.
    pub notes: Vec<String>,
    /// The TOML text.
    pub source: String,
    /// The folder that file names in the plan are relative to.
    pub folder: PathBuf,
    /// The file's name without its ending.
    pub stem: String,
    /// Game and board of the instances that come from files, by set and id.
    boards: HashMap<(String, String), (String, String)>,
}

/// A named set of instances: tables have a line and plots a point for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The name.
    pub name: String,
    /// Where the set stands on the x axis of plots.
    pub x: Option<f64>,
    /// The instances.
    pub instances: Vec<Instances>,
    /// The configurations that are run on it, as indices.
    pub configurations: Vec<usize>,
}

/// Some instances of a set.
#[derive(Clone, Debug, PartialEq)]
pub enum Instances {
    /// The names `prefix` followed by each number of a range, both ends included; or one name.
    Named {
        /// The name without its last part, or all of it.
        prefix: String,
        /// The range of the last part.
        range: Option<(i64, i64)>,
    },
    /// Boards from a file, as id and text.
    Boards {
        /// `GAME[+RULES]`.
        game: String,
        /// Id and board of each.
        boards: Arc<Vec<(String, String)>>,
    },
}

impl Instances {
    fn len(&self) -> u64 {
        match self {
            Instances::Named { range: None, .. } => 1,
            Instances::Named { range: Some((first, last)), .. } => last.abs_diff(*first) + 1,
            Instances::Boards { boards, .. } => boards.len() as u64,
        }
    }

    fn get(&self, index: u64) -> Instance {
        match self {
            Instances::Named { prefix, range: None } => Instance { name: prefix.clone(), board: None },
            Instances::Named { prefix, range: Some((first, _)) } => {
                Instance { name: format!("{prefix}/{}", first + index as i64), board: None }
            }
            Instances::Boards { game, boards } => {
                let (id, board) = &boards[index as usize];
                Instance { name: id.clone(), board: Some((game.clone(), board.clone())) }
            }
        }
    }
}

/// One instance as a worker gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The name.
    pub name: String,
    /// `GAME[+RULES]` and the board, where the name alone does not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<(String, String)>,
}

impl Set {
    /// The number of instances.
    pub fn len(&self) -> u64 {
        self.instances.iter().map(Instances::len).sum()
    }

    /// Whether there is no instance; no validated plan has such a set.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The instance with an index.
    ///
    /// # Panics
    /// If the index is not below [`len`](Set::len).
    pub fn instance(&self, mut index: u64) -> Instance {
        for instances in &self.instances {
            if index < instances.len() {
                return instances.get(index);
            }
            index -= instances.len();
        }
        panic!("the set {} has no such instance", self.name);
    }
}

/// One way to solve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Configuration {
    /// The name in tables and plots.
    pub name: String,
    /// What is run.
    #[serde(flatten)]
    pub setting: Setting,
    /// How often each instance is run, with seeds counted upwards.
    pub repetitions: u64,
}

/// What tells one configuration from another: rows of equal settings are comparable whatever the name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The algorithm; `None` for the game's best.
    pub algorithm: Option<String>,
    /// The heuristic; `None` for the default.
    pub heuristic: Option<String>,
    /// The weight of the heuristic.
    pub weight: Option<f64>,
    /// The width of a beam.
    pub width: Option<usize>,
    /// Iterations of a randomised algorithm.
    pub iterations: Option<u64>,
    /// The level of a nested search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u32>,
    /// The longest playout.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playout: Option<u32>,
    /// The constant of exploration.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exploration: Option<f64>,
    /// Expansions of the shortest probe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<u64>,
    /// Options of single solvers.
    pub options: BTreeMap<String, String>,
    /// Threads of one job.
    pub threads: usize,
    /// Seconds of one job.
    pub time: Option<f64>,
    /// Expansions of one job.
    pub expansions: Option<u64>,
    /// Bytes of heap of one job.
    pub memory: u64,
    /// The longest plans looked at.
    pub depth: Option<u32>,
}

impl Setting {
    /// The canonical text that identifies the setting.
    pub fn key(&self) -> String {
        serde_json::to_string(self).expect("a setting is plain data")
    }
}

/// One job of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The set's index.
    pub set: usize,
    /// The index of the instance in the set.
    pub instance: u64,
    /// The configuration's index.
    pub configuration: usize,
    /// From 0.
    pub repetition: u64,
    /// The seed of whatever is random.
    pub seed: u64,
}

/// What the report shows beside the standard sections.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ReportSpec {
    /// The tables of the study's own.
    pub tables: Vec<TableSpec>,
    /// The plots of the study's own.
    pub plots: Vec<PlotSpec>,
    /// Shares of what a configuration solves.
    pub shares: Vec<ShareSpec>,
    /// The standard sections that are left out.
    pub without: Vec<Section>,
    /// Compare every configuration with this one only.
    pub baseline: Option<String>,
    /// The field that comparisons and cactus curves are about.
    pub measure: Option<String>,
    /// Closing remarks in Markdown.
    pub remarks: String,
}

/// A standard section of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// Verdicts with intervals.
    Verdicts,
    /// Effort.
    Effort,
    /// Cactus curves.
    Cactus,
    /// Paired comparisons.
    Comparisons,
}

/// A table of the study's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableSpec {
    /// The title.
    pub title: String,
    /// What a line stands for: some of `set`, `configuration`, `instance`, `repetition`.
    pub by: Vec<Grouping>,
    /// The columns.
    pub values: Vec<Spanned<String>>,
    /// Decimals of the columns that are not counts; the published ones' where there are such.
    #[serde(default)]
    pub decimals: Option<usize>,
    /// Published figures beside ours.
    #[serde(default)]
    pub published: Option<PublishedSpec>,
    /// Text under the table, in Markdown.
    #[serde(default)]
    pub note: String,
}

/// What a line of a table stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
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
}

/// Where published figures stand and how they match ours.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSpec {
    /// The CSV file, relative to the plan.
    pub file: Spanned<String>,
    /// Our grouping (or `x`) to their column.
    pub keys: BTreeMap<String, String>,
    /// Our value to their column.
    pub values: BTreeMap<String, String>,
    /// Our name to theirs, where they differ.
    #[serde(default)]
    pub rename: BTreeMap<String, String>,
    /// What the source is called.
    #[serde(default = "published")]
    pub label: String,
}

fn published() -> String {
    "published".to_owned()
}

/// A table and a plot of the study's own: of the instances that one configuration solves, which share others solve too,
/// for each `x` of the sets. It is for questions in which winning one way implies winning the other, such as the same
/// deals under stricter rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShareSpec {
    /// The title.
    pub title: String,
    /// The configuration whose solved instances are the whole.
    pub of: Spanned<String>,
    /// The configurations whose solved instances are the parts.
    pub parts: Vec<Spanned<String>>,
    /// The label of the x axis.
    #[serde(default)]
    pub x_label: String,
    /// Published figures beside ours; the value is called `percent`.
    #[serde(default)]
    pub published: Option<PublishedSpec>,
}

/// A plot of the study's own: a line for each configuration over the sets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlotSpec {
    /// The title.
    pub title: String,
    /// The value.
    pub y: Spanned<String>,
    /// The label of the x axis.
    #[serde(default)]
    pub x_label: String,
    /// The label of the y axis; the value's name by default.
    #[serde(default)]
    pub y_label: String,
    /// Whether the y axis is logarithmic.
    #[serde(default)]
    pub log_y: bool,
    /// Whether the x axis is logarithmic.
    #[serde(default)]
    pub log_x: bool,
    /// Whether a bar for each configuration shows the value over all sets instead.
    #[serde(default)]
    pub overall: bool,
    /// Whether shares carry their Wilson intervals.
    #[serde(default)]
    pub intervals: bool,
    /// Published figures, dashed.
    #[serde(default)]
    pub published: Option<PublishedSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    title: String,
    #[serde(default)]
    question: String,
    #[serde(default)]
    seed: u64,
    repetitions: Option<Spanned<u64>>,
    #[serde(default)]
    limits: RawLimits,
    instances: Vec<RawSet>,
    configurations: Vec<RawConfiguration>,
    #[serde(default)]
    report: ReportSpec,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLimits {
    time: Option<Spanned<Quantity>>,
    expansions: Option<Spanned<u64>>,
    memory: Option<Spanned<Quantity>>,
    depth: Option<u32>,
    threads: Option<Spanned<usize>>,
}

/// A number, or text with a unit.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Quantity {
    Number(f64),
    Text(String),
}

impl Quantity {
    fn text(&self) -> String {
        match self {
            Quantity::Number(number) => number.to_string(),
            Quantity::Text(text) => text.clone(),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSet {
    set: Spanned<String>,
    x: Option<Spanned<Quantity>>,
    names: Option<Spanned<Vec<Spanned<String>>>>,
    file: Option<Spanned<String>>,
    game: Option<Spanned<String>>,
    each: Option<Spanned<BTreeMap<String, Spanned<Values>>>>,
}

/// The values of a placeholder: a list, or a range `A..B` with both ends.
#[derive(Deserialize)]
#[serde(untagged)]
enum Values {
    Range(String),
    List(Vec<Value>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Value {
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawConfiguration {
    name: Option<Spanned<String>>,
    algorithm: Option<Spanned<String>>,
    heuristic: Option<Spanned<String>>,
    weight: Option<Spanned<f64>>,
    width: Option<Spanned<usize>>,
    iterations: Option<Spanned<u64>>,
    level: Option<u32>,
    playout: Option<u32>,
    exploration: Option<f64>,
    unit: Option<u64>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
    repetitions: Option<Spanned<u64>>,
    on: Option<Vec<Spanned<String>>>,
    time: Option<Spanned<Quantity>>,
    expansions: Option<Spanned<u64>>,
    memory: Option<Spanned<Quantity>>,
    depth: Option<u32>,
    threads: Option<Spanned<usize>>,
}

impl Plan {
    /// Reads a plan from a file.
    ///
    /// # Errors
    /// What is wrong with it and where.
    pub fn open(path: &Path) -> Result<Plan, PlanError> {
        let file = path.display().to_string();
        let outside =
            |message: String| PlanError { file: file.clone(), line: 1, column: 1, message, excerpt: String::new() };
        let bytes = std::fs::read(path).map_err(|error| outside(format!("cannot be read: {error}")))?;
        let source = String::from_utf8(bytes).map_err(|_| outside("is not UTF-8 text".to_owned()))?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let stem = path.file_stem().map_or("study".to_owned(), |stem| stem.to_string_lossy().into_owned());
        Plan::read(source, &file, folder, stem)
    }

    /// Reads a plan from a text; `file` is what messages call it.
    ///
    /// # Errors
    /// What is wrong with it and where.
    pub fn read(source: String, file: &str, folder: PathBuf, stem: String) -> Result<Plan, PlanError> {
        let text = Text { file, source: &source };
        let raw: Raw = toml::from_str(&source)
            .map_err(|error| text.fault(error.span().unwrap_or(0..0), error.message().to_owned()))?;
        let repetitions = match &raw.repetitions {
            Some(given) => text.positive(given, "repetitions")?,
            None => 1,
        };
        let configurations = raw
            .configurations
            .iter()
            .map(|raw_configuration| configuration(&text, &raw.limits, repetitions, raw_configuration))
            .collect::<Result<Vec<_>, _>>()?;
        if configurations.is_empty() {
            return Err(text.fault(0..0, "there is no [[configurations]]; a study needs at least one".to_owned()));
        }
        for (index, (configuration, given)) in configurations.iter().zip(&raw.configurations).enumerate() {
            for earlier in &configurations[..index] {
                let span = given.name.as_ref().or(given.algorithm.as_ref()).map_or(0..0, Spanned::span);
                if earlier.name == configuration.name {
                    let message =
                        format!("there are two configurations named `{}`; give each a `name` of its own", earlier.name);
                    return Err(text.fault(span, message));
                }
                if earlier.setting == configuration.setting {
                    let message = format!("`{}` and `{}` are the same configuration", earlier.name, configuration.name);
                    return Err(text.fault(span, message));
                }
            }
        }
        let mut sets = Vec::new();
        for raw_set in &raw.instances {
            expand(&text, &folder, raw_set, &mut sets)?;
        }
        if sets.is_empty() {
            return Err(text.fault(0..0, "there are no [[instances]]; a study needs at least one set".to_owned()));
        }
        for (index, set) in sets.iter().enumerate() {
            if sets[..index].iter().any(|earlier| earlier.name == set.name) {
                let message =
                    format!("there are two sets named `{}`; put their names into one set, or rename one", set.name);
                let span =
                    raw.instances.iter().find(|raw| *raw.set.get_ref() == set.name).map_or(0..0, |raw| raw.set.span());
                return Err(text.fault(span, message));
            }
        }
        restrict(&text, &raw.configurations, &mut sets)?;
        let notes = check_settings(&text, &raw.configurations, &configurations, &sets)?;
        let mut boards = HashMap::new();
        for set in &sets {
            for instances in &set.instances {
                if let Instances::Boards { game, boards: listed } = instances {
                    boards.extend(
                        listed
                            .iter()
                            .map(|(id, board)| ((set.name.clone(), id.clone()), (game.clone(), board.clone()))),
                    );
                }
            }
        }
        let plan = Plan {
            notes,
            title: raw.title,
            question: raw.question,
            seed: raw.seed,
            sets,
            configurations,
            report: raw.report,
            source: source.clone(),
            folder,
            stem,
            boards,
        };
        plan.check_report(&text)?;
        Ok(plan)
    }

    /// The number of jobs.
    pub fn jobs(&self) -> u64 {
        (0..self.sets.len()).map(|set| self.jobs_of(set)).sum()
    }

    /// The number of jobs of a set.
    pub fn jobs_of(&self, set: usize) -> u64 {
        self.sets[set].len() * self.jobs_of_instance(set)
    }

    fn jobs_of_instance(&self, set: usize) -> u64 {
        self.sets[set].configurations.iter().map(|index| self.configurations[*index].repetitions).sum()
    }

    /// Job `index`: set by set, instance by instance, configuration by configuration, repetition by repetition.
    ///
    /// # Panics
    /// If the index is not below [`jobs`](Plan::jobs).
    pub fn job(&self, mut index: u64) -> Job {
        for set in 0..self.sets.len() {
            if index >= self.jobs_of(set) {
                index -= self.jobs_of(set);
                continue;
            }
            let (instance, mut rest) = (index / self.jobs_of_instance(set), index % self.jobs_of_instance(set));
            for &configuration in &self.sets[set].configurations {
                let repetitions = self.configurations[configuration].repetitions;
                if rest < repetitions {
                    return Job { set, instance, configuration, repetition: rest, seed: self.seed.wrapping_add(rest) };
                }
                rest -= repetitions;
            }
        }
        panic!("the plan has no such job");
    }

    /// The instance of a set with a name.
    pub fn instance_named(&self, set: &str, name: String) -> Instance {
        let board = match self.boards.is_empty() {
            true => None,
            false => self.boards.get(&(set.to_owned(), name.clone())).cloned(),
        };
        Instance { name, board }
    }

    /// A number that changes with whatever changes the jobs, so that shards of another plan are refused.
    pub fn fingerprint(&self) -> String {
        let mut hash = Fnv::new();
        hash.text(&format!("{} {:?}", self.seed, self.sets.iter().map(|set| &set.name).collect::<Vec<_>>()));
        for set in &self.sets {
            hash.text(&format!("{:?} {:?}", set.instances, set.configurations));
        }
        for configuration in &self.configurations {
            hash.text(&format!("{} {}", configuration.setting.key(), configuration.repetitions));
        }
        format!("{:016x}", hash.0)
    }

    fn check_report(&self, text: &Text<'_>) -> Result<(), PlanError> {
        let metric = |given: &Spanned<String>| {
            given.get_ref().parse::<Metric>().map_err(|message| text.fault(given.span(), message)).map(|_| ())
        };
        let published = |spec: &Option<PublishedSpec>| match spec {
            Some(spec) if !self.folder.join(spec.file.get_ref()).is_file() => {
                let message = format!("there is no file {}", self.folder.join(spec.file.get_ref()).display());
                Err(text.fault(spec.file.span(), message))
            }
            _ => Ok(()),
        };
        for table in &self.report.tables {
            table.values.iter().try_for_each(metric)?;
            published(&table.published)?;
        }
        for plot in &self.report.plots {
            metric(&plot.y)?;
            published(&plot.published)?;
        }
        let named = |name: &String| self.configurations.iter().any(|configuration| configuration.name == *name);
        let known = listed(self.configurations.iter().map(|configuration| configuration.name.as_str()));
        for shares in &self.report.shares {
            if let Some(name) = std::iter::once(&shares.of).chain(&shares.parts).find(|name| !named(name.get_ref())) {
                let message = format!("there is no configuration `{}`; there are {known}", name.get_ref());
                return Err(text.fault(name.span(), message));
            }
            if self.sets.iter().all(|set| set.x.is_none()) {
                let message = "shares are told for each `x`, but no set of instances has one".to_owned();
                return Err(text.fault(shares.of.span(), message));
            }
            published(&shares.published)?;
        }
        match &self.report.baseline {
            Some(name) if !named(name) => {
                let at = self.source.find(name.as_str()).unwrap_or(0);
                Err(text.fault(at..at, format!("baseline: there is no configuration `{name}`; there are {known}")))
            }
            _ => Ok(()),
        }
    }
}

/// FNV-1a, which is enough to tell plans apart by accident.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }

    fn text(&mut self, text: &str) {
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// The text of a plan, for messages.
struct Text<'a> {
    file: &'a str,
    source: &'a str,
}

impl Text<'_> {
    fn fault(&self, span: std::ops::Range<usize>, message: String) -> PlanError {
        let at = boundary(self.source, span.start);
        let start = self.source[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let line = self.source[..start].matches('\n').count() + 1;
        let content: String = self.source[start..].lines().next().unwrap_or("").chars().take(120).collect();
        let column = self.source[start..at].chars().count() + 1;
        let end = boundary(self.source, span.end).max(at);
        let width = self.source[at..end].lines().next().unwrap_or("").chars().count().clamp(1, 60);
        let number = line.to_string();
        let pad = " ".repeat(number.len());
        let excerpt = format!("{pad} |\n{number} | {content}\n{pad} | {}{}", " ".repeat(column - 1), "^".repeat(width));
        // toml's own messages can span lines.
        let message = message.trim().replace('\n', "; ");
        PlanError { file: self.file.to_owned(), line, column, message, excerpt }
    }

    fn positive(&self, given: &Spanned<u64>, what: &str) -> Result<u64, PlanError> {
        match *given.get_ref() {
            0 => Err(self.fault(given.span(), format!("{what} must be at least 1"))),
            number if number > 1_000_000_000 => {
                Err(self.fault(given.span(), format!("{what} must be at most a billion")))
            }
            number => Ok(number),
        }
    }
}

/// The last place at or before a byte where a character begins.
fn boundary(text: &str, byte: usize) -> usize {
    (0..=byte.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn configuration(
    text: &Text<'_>,
    limits: &RawLimits,
    repetitions: u64,
    raw: &RawConfiguration,
) -> Result<Configuration, PlanError> {
    let own = |given: &Option<Spanned<String>>| given.as_ref().map(|name| name.get_ref().clone());
    let (algorithm, heuristic) = (own(&raw.algorithm), own(&raw.heuristic));
    let name = own(&raw.name).unwrap_or_else(|| match (&algorithm, &heuristic) {
        (Some(algorithm), Some(heuristic)) => format!("{algorithm} {heuristic}"),
        (Some(algorithm), None) => algorithm.clone(),
        (None, Some(heuristic)) => format!("default {heuristic}"),
        (None, None) => "default".to_owned(),
    });
    let time = match raw.time.as_ref().or(limits.time.as_ref()) {
        Some(given) => {
            let time = units::duration(&given.get_ref().text()).map_err(|message| text.fault(given.span(), message))?;
            let time = time.as_secs_f64();
            // A limit that the clock cannot express would be a panic at the first job.
            if time > 1e9 {
                return Err(text.fault(given.span(), "a job cannot run for more than 30 years".to_owned()));
            }
            Some(time)
        }
        None => None,
    };
    let memory = match raw.memory.as_ref().or(limits.memory.as_ref()) {
        Some(given) => units::bytes(&given.get_ref().text()).map_err(|message| text.fault(given.span(), message))?,
        None => DEFAULT_MEMORY,
    };
    let threads = match raw.threads.as_ref().or(limits.threads.as_ref()) {
        Some(given) if !(1..=4096).contains(given.get_ref()) => {
            return Err(text.fault(given.span(), "threads must be between 1 and 4096".to_owned()));
        }
        given => given.map_or(1, |given| *given.get_ref()),
    };
    let weight = match &raw.weight {
        Some(given) if !(given.get_ref().is_finite() && *given.get_ref() >= 0.0) => {
            return Err(text.fault(given.span(), "a weight is a number from 0".to_owned()));
        }
        given => given.as_ref().map(|given| *given.get_ref()),
    };
    let width = match &raw.width {
        Some(given) if *given.get_ref() == 0 => {
            return Err(text.fault(given.span(), "width must be at least 1".to_owned()));
        }
        given => given.as_ref().map(|given| *given.get_ref()),
    };
    let options = raw
        .options
        .iter()
        .map(|(name, value)| {
            let value = match value {
                Value::Number(number) => number.to_string(),
                Value::Text(text) => text.clone(),
            };
            (name.clone(), value)
        })
        .collect();
    Ok(Configuration {
        name,
        repetitions: raw.repetitions.as_ref().map_or(Ok(repetitions), |given| text.positive(given, "repetitions"))?,
        setting: Setting {
            algorithm,
            heuristic,
            weight,
            width,
            iterations: raw.iterations.as_ref().map(|given| *given.get_ref()),
            level: raw.level,
            playout: raw.playout,
            exploration: raw.exploration,
            unit: raw.unit,
            options,
            threads,
            time,
            expansions: raw.expansions.as_ref().or(limits.expansions.as_ref()).map(|given| *given.get_ref()),
            memory,
            depth: raw.depth.or(limits.depth),
        },
    })
}

/// The sets that one `[[instances]]` stands for: one, or one for each combination of its placeholders' values.
fn expand(text: &Text<'_>, folder: &Path, raw: &RawSet, sets: &mut Vec<Set>) -> Result<(), PlanError> {
    let mut combinations: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for (placeholder, values) in raw.each.iter().flat_map(|each| each.get_ref()) {
        let listed: Vec<String> = match values.get_ref() {
            Values::List(list) => list
                .iter()
                .map(|value| match value {
                    Value::Number(number) => number.to_string(),
                    Value::Text(text) => text.clone(),
                })
                .collect(),
            Values::Range(range) => match range.split_once("..").map(|(a, b)| (a.parse::<i64>(), b.parse::<i64>())) {
                Some((Ok(first), Ok(last))) if first <= last && last.abs_diff(first) < 10_000 => {
                    (first..=last).map(|value| value.to_string()).collect()
                }
                _ => {
                    let message =
                        format!("`{placeholder}`: expected a list or a range like \"4..13\", both ends included");
                    return Err(text.fault(values.span(), message));
                }
            },
        };
        combinations = combinations
            .iter()
            .flat_map(|so_far| {
                listed.iter().map(move |value| [so_far.clone(), vec![(placeholder.clone(), value.clone())]].concat())
            })
            .collect();
    }
    for values in combinations {
        let fill = |template: &str| {
            values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
        };
        let filled = |given: &Spanned<String>| match fill(given.get_ref()) {
            name if name.contains(['{', '}']) => {
                let message = format!("`{name}` has a placeholder that `each` gives no values for");
                Err(text.fault(given.span(), message))
            }
            name => Ok(name),
        };
        let x = match &raw.x {
            None => None,
            Some(given) => {
                Some(fill(&given.get_ref().text()).parse::<f64>().ok().filter(|x| x.is_finite()).ok_or_else(|| {
                    text.fault(given.span(), "x must be a number, or a placeholder that stands for numbers".to_owned())
                })?)
            }
        };
        let mut instances = Vec::new();
        for name in raw.names.iter().flat_map(|names| names.get_ref()) {
            named(text, name, &filled(name)?, &mut instances)?;
        }
        if let Some(file) = &raw.file {
            instances.push(boards(text, folder, file, &filled(file)?, raw)?);
        }
        if instances.is_empty() {
            let message = "the set is empty; give it `names = [\"GAME:SOURCE/…\"]` or a `file` of boards".to_owned();
            return Err(text.fault(raw.set.span(), message));
        }
        no_duplicates(text, &raw.set, &instances)?;
        sets.push(Set { name: filled(&raw.set)?, x, instances, configurations: Vec::new() });
    }
    Ok(())
}

/// The instances that a name stands for: a range at its end, `level/*`, or itself.
fn named(text: &Text<'_>, at: &Spanned<String>, name: &str, instances: &mut Vec<Instances>) -> Result<(), PlanError> {
    let parts =
        patience_catalogue::InstanceName::parse(name).map_err(|error| text.fault(at.span(), error.to_string()))?;
    if let Some(pattern) = parts.path.strip_prefix("level/")
        && let Some(prefix) = pattern.strip_suffix('*')
    {
        let (entry, _) =
            patience_catalogue::find(parts.game).map_err(|error| text.fault(at.span(), error.to_string()))?;
        let head = name.strip_suffix(pattern).expect("the pattern ends the name");
        let levels = entry.info().levels.into_iter().filter(|level| level.starts_with(prefix));
        let before = instances.len();
        instances.extend(levels.map(|level| Instances::Named { prefix: format!("{head}{level}"), range: None }));
        // Levels of every rule set share names; the first says whether the rule set exists.
        instances.get(before).map_or(Ok(()), |first| opens(text, at, &first.get(0).name))?;
        return match instances.len() > before {
            true => Ok(()),
            false => Err(text.fault(at.span(), format!("{} has no level that begins with `{prefix}`", parts.game))),
        };
    }
    if let Some((prefix, tail)) = name.rsplit_once('/')
        && let Some((first, last)) = tail.split_once("..")
        && let (Ok(first), Ok(last)) = (first.parse::<i64>(), last.parse::<i64>())
    {
        if last < first {
            return Err(text.fault(at.span(), format!("the range `{tail}` ends before it begins")));
        }
        if last.abs_diff(first) >= 1_000_000_000 {
            return Err(text.fault(at.span(), format!("the range `{tail}` has more than a billion instances")));
        }
        opens(text, at, &format!("{prefix}/{first}"))?;
        opens(text, at, &format!("{prefix}/{last}"))?;
        instances.push(Instances::Named { prefix: prefix.to_owned(), range: Some((first, last)) });
        return Ok(());
    }
    opens(text, at, name)?;
    instances.push(Instances::Named { prefix: name.to_owned(), range: None });
    Ok(())
}

/// A misspelt name is told before hours of work.
fn opens(text: &Text<'_>, at: &Spanned<String>, name: &str) -> Result<(), PlanError> {
    patience_catalogue::open(name).map(|_| ()).map_err(|error| text.fault(at.span(), error.to_string()))
}

/// Refuses sets that name an instance twice: its rows could not be told apart.
fn no_duplicates(text: &Text<'_>, at: &Spanned<String>, instances: &[Instances]) -> Result<(), PlanError> {
    let twice = |name: &str| Err(text.fault(at.span(), format!("the set names `{name}` twice")));
    let mut singles = HashSet::new();
    let mut ranges: Vec<(&str, i64, i64)> = Vec::new();
    for instances in instances {
        match instances {
            Instances::Named { prefix, range: Some((first, last)) } => ranges.push((prefix, *first, *last)),
            Instances::Named { prefix, range: None } if !singles.insert(prefix.as_str()) => return twice(prefix),
            Instances::Named { .. } => {}
            Instances::Boards { boards, .. } => {
                if let Some((id, _)) = boards.iter().find(|(id, _)| !singles.insert(id.as_str())) {
                    return twice(id);
                }
            }
        }
    }
    ranges.sort_unstable();
    if let Some(pair) = ranges.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[1].1 <= pair[0].2) {
        return twice(&format!("{}/{}", pair[1].0, pair[1].1));
    }
    let within = |name: &str| {
        name.rsplit_once('/').and_then(|(prefix, tail)| Some((prefix, tail.parse::<i64>().ok()?))).is_some_and(
            |(prefix, tail)| ranges.iter().any(|(p, first, last)| *p == prefix && (*first..=*last).contains(&tail)),
        )
    };
    singles.into_iter().find(|name| within(name)).map_or(Ok(()), twice)
}

/// Asks every game whether it knows what the configurations ask of it.
fn check_settings(
    text: &Text<'_>,
    raw: &[RawConfiguration],
    configurations: &[Configuration],
    sets: &[Set],
) -> Result<Vec<String>, PlanError> {
    let mut notes = Vec::new();
    for set in sets {
        let instance = crate::job::open(&set.instance(0)).map_err(|error| text.fault(0..0, error.to_string()))?;
        for &index in &set.configurations {
            let (given, configuration) = (&raw[index], &configurations[index]);
            let request = crate::job::request(&configuration.setting, 0);
            instance.check(&request).map_err(|error| {
                let span = match &error {
                    patience_catalogue::RequestError::UnknownHeuristic { .. } => given.heuristic.as_ref(),
                    _ => given.algorithm.as_ref().or(given.name.as_ref()),
                };
                text.fault(span.map_or(0..0, Spanned::span), error.to_string())
            })?;
            for note in crate::job::unused(&*instance, &request) {
                let note = format!("{}: {note}", configuration.name);
                if !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
    }
    Ok(notes)
}

/// The boards of a file: one a line, optionally after an id and a tab.
fn boards(
    text: &Text<'_>,
    folder: &Path,
    at: &Spanned<String>,
    file: &str,
    raw: &RawSet,
) -> Result<Instances, PlanError> {
    let Some(game) = &raw.game else {
        let message = "boards in a file need `game = \"GAME[+RULES]\"` beside them".to_owned();
        return Err(text.fault(at.span(), message));
    };
    let (entry, rules) =
        patience_catalogue::find(game.get_ref()).map_err(|error| text.fault(game.span(), error.to_string()))?;
    let path = folder.join(file);
    let content = std::fs::read_to_string(&path)
        .map_err(|error| text.fault(at.span(), format!("{} cannot be read: {error}", path.display())))?;
    let mut boards = Vec::new();
    for (number, line) in content.lines().enumerate() {
        if line.trim().is_empty() || entry.is_comment(line) {
            continue;
        }
        let (id, board) = match line.split_once('\t') {
            Some((id, board)) if !id.trim().is_empty() => (id.trim().to_owned(), board.to_owned()),
            _ => (format!("{file}:{}", number + 1), line.to_owned()),
        };
        entry.read(rules, &board, &id).map_err(|error| {
            text.fault(at.span(), format!("{}, line {}: {}", path.display(), number + 1, error.message))
        })?;
        boards.push((id, board));
    }
    match boards.is_empty() {
        true => Err(text.fault(at.span(), format!("there is no board in {}", path.display()))),
        false => Ok(Instances::Boards { game: game.get_ref().clone(), boards: Arc::new(boards) }),
    }
}

/// Gives every set its configurations: all, or those whose `on` names it (`*` at the end matches the rest).
fn restrict(text: &Text<'_>, configurations: &[RawConfiguration], sets: &mut [Set]) -> Result<(), PlanError> {
    for (index, raw) in configurations.iter().enumerate() {
        let Some(on) = &raw.on else {
            sets.iter_mut().for_each(|set| set.configurations.push(index));
            continue;
        };
        let mut chosen = vec![false; sets.len()];
        for pattern in on {
            let matches = |set: &Set| match pattern.get_ref().strip_suffix('*') {
                Some(prefix) => set.name.starts_with(prefix),
                None => set.name == *pattern.get_ref(),
            };
            if !sets.iter().any(matches) {
                let known = listed(sets.iter().map(|set| set.name.as_str()));
                return Err(
                    text.fault(pattern.span(), format!("there is no set `{}`; there are {known}", pattern.get_ref()))
                );
            }
            sets.iter().zip(&mut chosen).for_each(|(set, chosen)| *chosen |= matches(set));
        }
        for (set, _) in sets.iter_mut().zip(chosen).filter(|(_, chosen)| *chosen) {
            set.configurations.push(index);
        }
    }
    match sets.iter().find(|set| set.configurations.is_empty()) {
        Some(set) => Err(text.fault(0..0, format!("no configuration is run on the set `{}`", set.name))),
        None => Ok(()),
    }
}
