//! Compares two samples of rows on the same instances: of two stores, two configurations, or two
//! programs by their exported rows.
//!
//! Coverage is tested by McNemar's test, a measure by Wilcoxon's, and all tests of a comparison are
//! corrected together by Holm's method.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead;

use serde::Serialize;
use serde_json::Value;

use crate::export::{self, ExportError, Format};
use crate::metric::FIELDS;
use crate::paired::{Comparison, Outcome, floor};
use crate::statistics::{self, Interval, holm, mcnemar, signed_rank};
use crate::store::Store;

/// The measures that can be compared.
pub const MEASURES: [&str; 15] = FIELDS;

/// An error of a comparison.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// The store.
    #[error(transparent)]
    Store(#[from] ExportError),
    /// A file of rows.
    #[error("line {line}: {message}; expected rows of `patience study export --format jsonl`")]
    Rows {
        /// The line.
        line: usize,
        /// Description of the error.
        message: String,
    },
    /// An invalid request.
    #[error("{0}")]
    Asked(String),
}

/// The compared fields of a row.
#[derive(Clone, Debug)]
struct Run {
    verdict: String,
    measures: BTreeMap<&'static str, f64>,
}

/// An instance of a set.
type Place = (String, String);

/// The rows of one side, by configuration and instance.
///
/// ```
/// use patience_study::compare::{Sample, compare};
///
/// let rows = |expanded: [u64; 8]| {
///     let row = |(at, expanded)| {
///         let run = format!(r#""set":"a","instance":"i{at}","configuration":"x""#);
///         format!(r#"{{{run},"verdict":"solved","expanded":{expanded}}}"#)
///     };
///     expanded.into_iter().enumerate().map(row).collect::<Vec<_>>().join("\n")
/// };
/// let one = Sample::of_lines(rows([100, 200, 300, 400, 500, 600, 700, 800]).as_bytes())?;
/// let other = Sample::of_lines(rows([50, 110, 140, 210, 260, 310, 340, 420]).as_bytes())?;
/// let found = compare(&one, &other, None, &["expanded"], 0.05)?;
/// assert_eq!(found.measures[0].verdict.as_deref(), Some("B needs less expanded than A"));
/// assert!(!found.is_regression());
/// # Ok::<(), patience_study::compare::CompareError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sample(BTreeMap<String, BTreeMap<Place, Vec<Run>>>);

impl Sample {
    /// The rows of a store's current study.
    ///
    /// # Errors
    /// The store fails.
    pub fn of_store(store: &Store) -> Result<Sample, CompareError> {
        let sql = format!(
            "SELECT \"set\", instance, configuration, verdict, {} FROM results",
            FIELDS.join(", ")
        );
        let mut lines = Vec::new();
        export::write(store, &sql, Format::JsonLines, &mut lines)?;
        Sample::of_lines(&lines[..])
    }

    /// Exported rows, as JSON lines.
    ///
    /// # Errors
    /// A line is not a row.
    pub fn of_lines(lines: impl BufRead) -> Result<Sample, CompareError> {
        let mut sample = Sample::default();
        for (line, text) in (1..).zip(lines.lines()) {
            let fault = |message: String| CompareError::Rows { line, message };
            let text = text.map_err(|error| fault(error.to_string()))?;
            let row: Value =
                serde_json::from_str(&text).map_err(|error| fault(error.to_string()))?;
            let word = |name: &str| {
                let word = row[name].as_str().map(str::to_owned);
                word.ok_or_else(|| fault(format!("there is no string `{name}`")))
            };
            let verdict = word("verdict")?;
            if !["solved", "unsolvable", "unknown"].contains(&verdict.as_str()) {
                return Err(fault(format!(
                    "`{}` is not a verdict; expected solved, unsolvable or unknown",
                    verdict.escape_debug()
                )));
            }
            let measures = FIELDS.iter().filter_map(|name| Some((*name, row[*name].as_f64()?)));
            let run = Run { verdict, measures: measures.collect() };
            let place = (word("set")?, word("instance")?);
            sample.0.entry(word("configuration")?).or_default().entry(place).or_default().push(run);
        }
        Ok(sample)
    }

    /// The names of its configurations.
    pub fn configurations(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// The configurations to compare, by their names on both sides: those named, those with equal
/// names, or the only one on each side.
fn pairs(
    a: &Sample,
    b: &Sample,
    named: Option<(&str, &str)>,
) -> Result<Vec<(String, String)>, CompareError> {
    let listed = |sample: &Sample| {
        sample.configurations().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    };
    if let Some((one, other)) = named {
        for (side, name) in [(a, one), (b, other)] {
            if !side.0.contains_key(name) {
                let known = listed(side);
                return Err(CompareError::Asked(format!(
                    "there are no rows of a configuration `{name}`; there are {known}"
                )));
            }
        }
        return Ok(vec![(one.to_owned(), other.to_owned())]);
    }
    let common: Vec<_> = a.0.keys().filter(|name| b.0.contains_key(*name)).collect();
    if !common.is_empty() {
        return Ok(common.into_iter().map(|name| (name.clone(), name.clone())).collect());
    }
    let only = |sample: &Sample| sample.0.keys().next().filter(|_| sample.0.len() == 1).cloned();
    only(a).zip(only(b)).map(|pair| vec![pair]).ok_or_else(|| {
        CompareError::Asked(format!(
            "A and B have no configuration with the same name (A: {}; B: {}); expected \
             A#CONFIGURATION and B#CONFIGURATION",
            listed(a),
            listed(b)
        ))
    })
}

/// A comparison of coverage: how many instances each side decides.
#[derive(Clone, Debug, Serialize)]
pub struct Coverage {
    /// The configurations on both sides.
    pub configurations: (String, String),
    /// The set; `None` for all sets together.
    pub set: Option<String>,
    /// Instances that both were run on.
    pub instances: u64,
    /// Instances that B decides (more often) and A does not.
    pub gained: Vec<String>,
    /// Instances that A decides (more often) and B does not.
    pub lost: Vec<String>,
    /// McNemar's test, corrected.
    pub p: f64,
    /// The better side; `None` if no difference is shown.
    pub verdict: Option<String>,
    /// Whether B is shown to be worse.
    pub regression: bool,
}

/// A comparison of a measure on instances that both sides decide.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The configurations on both sides.
    pub configurations: (String, String),
    /// The set; `None` for all sets together.
    pub set: Option<String>,
    /// The measure.
    pub measure: String,
    /// Instances that both decide.
    pub both: u64,
    /// The geometric mean of B : A, and its bootstrap interval at 95 %.
    pub ratio: Option<(f64, f64, f64)>,
    /// Wilcoxon's test of the logarithms of the ratios, corrected.
    pub p: f64,
    /// The better side; `None` if no difference is shown.
    pub verdict: Option<String>,
    /// Whether B is shown to be worse.
    pub regression: bool,
}

/// The result of [`compare`].
#[derive(Clone, Debug, Default, Serialize)]
pub struct Found {
    /// One comparison of coverage per pair of configurations and set.
    pub coverage: Vec<Coverage>,
    /// One comparison per pair of configurations, set and measure.
    pub measures: Vec<Measured>,
    /// Instances that one side solves and the other proves unsolvable, or proves to take more
    /// moves: one of them is wrong.
    pub contradictions: Vec<String>,
    /// The number of tests that were corrected together.
    pub tests: usize,
}

impl Found {
    /// Whether B is shown to be worse in any respect.
    pub fn is_regression(&self) -> bool {
        self.coverage.iter().any(|one| one.regression)
            || self.measures.iter().any(|one| one.regression)
    }
}

/// Compares B with A by coverage and by measures, for each set and for all together. `named` are
/// the configurations of A and of B; [`Sample`] has an example.
///
/// # Errors
/// There is nothing to compare.
pub fn compare(
    a: &Sample,
    b: &Sample,
    named: Option<(&str, &str)>,
    measures: &[&str],
    alpha: f64,
) -> Result<Found, CompareError> {
    let mut found = Found::default();
    for (one, other) in pairs(a, b, named)? {
        let (rows_a, rows_b) = (&a.0[&one], &b.0[&other]);
        let common: Vec<(&Place, &[Run], &[Run])> = rows_a
            .iter()
            .filter_map(|(place, runs)| Some((place, &runs[..], &rows_b.get(place)?[..])))
            .collect();
        found.contradictions.extend(
            common.iter().filter(|(_, a, b)| contradict(a, b)).map(|(place, ..)| place.1.clone()),
        );
        let sets: BTreeSet<&str> = common.iter().map(|(place, ..)| place.0.as_str()).collect();
        // A single set already covers all instances.
        let each = sets.iter().filter(|_| sets.len() > 1).map(|set| Some(*set));
        for set in each.chain([None]) {
            let within: Vec<_> = common
                .iter()
                .copied()
                .filter(|(place, ..)| set.is_none_or(|set| place.0 == set))
                .collect();
            if within.is_empty() {
                continue;
            }
            let (names, set) = ((one.clone(), other.clone()), set.map(str::to_owned));
            found.coverage.push(coverage(names.clone(), set.clone(), &within));
            found.measures.extend(
                measures
                    .iter()
                    .map(|measure| measured(names.clone(), set.clone(), measure, &within)),
            );
        }
    }
    if found.coverage.is_empty() {
        return Err(CompareError::Asked("A and B have no instance in common".to_owned()));
    }
    found.correct(alpha);
    Ok(found)
}

impl Found {
    /// Corrects all tests together, and states their results.
    fn correct(&mut self, alpha: f64) {
        let raw: Vec<f64> = self
            .coverage
            .iter()
            .map(|one| one.p)
            .chain(self.measures.iter().map(|one| one.p))
            .collect();
        let mut corrected = holm(&raw).into_iter();
        self.tests = raw.len();
        for one in &mut self.coverage {
            one.p = corrected.next().expect("as many as there are tests");
            let shown = one.p < alpha;
            one.regression = shown && one.lost.len() > one.gained.len();
            let better =
                if one.regression { "A decides more than B" } else { "B decides more than A" };
            one.verdict = shown.then(|| better.to_owned());
        }
        for one in &mut self.measures {
            one.p = corrected.next().expect("as many as there are tests");
            let Some((ratio, ..)) = one.ratio.filter(|_| one.p < alpha) else { continue };
            one.regression = ratio > 1.0;
            let word = if one.regression { "more" } else { "less" };
            one.verdict = Some(format!("B needs {word} {} than A", one.measure));
        }
    }
}

/// Whether one side refutes what the other solves, or proves a bound above the length of its
/// solution. Within one study a query finds this (`store/contradictions.rs`), so that a million
/// rows are never in memory together; the rows here are in memory, and may come from exported
/// files.
fn contradict(a: &[Run], b: &[Run]) -> bool {
    let has = |runs: &[Run], verdict: &str| runs.iter().any(|run| run.verdict == verdict);
    let best = |runs: &[Run]| {
        let solved = runs.iter().filter(|run| run.verdict == "solved");
        solved.filter_map(|run| run.measures.get("length").copied()).fold(f64::INFINITY, f64::min)
    };
    let bound = |runs: &[Run]| {
        let solvable = runs.iter().filter(|run| run.verdict != "unsolvable");
        solvable.filter_map(|run| run.measures.get("lower_bound").copied()).fold(0.0, f64::max)
    };
    let refutes =
        |one, other| has(one, "unsolvable") && has(other, "solved") || best(other) < bound(one);
    refutes(a, b) || refutes(b, a)
}

/// Summarises the runs of an instance.
fn outcome(runs: &[Run], measure: &str) -> Outcome {
    let decided: Vec<&Run> = runs.iter().filter(|run| run.verdict != "unknown").collect();
    let logs = decided.iter().filter_map(|run| run.measures.get(measure));
    let logs: Vec<f64> = logs.map(|value| libm::log(value.max(floor(measure)))).collect();
    Outcome {
        decided: decided.len() as f64 / runs.len().max(1) as f64,
        mean_log: statistics::mean(&logs),
    }
}

fn coverage(
    configurations: (String, String),
    set: Option<String>,
    common: &[(&Place, &[Run], &[Run])],
) -> Coverage {
    let (mut gained, mut lost) = (Vec::new(), Vec::new());
    for (place, a, b) in common {
        match outcome(a, "").decided.total_cmp(&outcome(b, "").decided) {
            std::cmp::Ordering::Less => gained.push(place.1.clone()),
            std::cmp::Ordering::Greater => lost.push(place.1.clone()),
            std::cmp::Ordering::Equal => {}
        }
    }
    let p = mcnemar(gained.len() as u64, lost.len() as u64);
    let instances = common.len() as u64;
    Coverage { configurations, set, instances, gained, lost, p, verdict: None, regression: false }
}

fn measured(
    configurations: (String, String),
    set: Option<String>,
    measure: &str,
    common: &[(&Place, &[Run], &[Run])],
) -> Measured {
    let mut comparison = Comparison::default();
    for (_, a, b) in common {
        comparison.add(outcome(b, measure), outcome(a, measure));
    }
    let ratio = statistics::bootstrap_mean(&comparison.ratios, 1);
    let ratio =
        ratio.map(|Interval { estimate, low, high }| (estimate.exp(), low.exp(), high.exp()));
    Measured {
        configurations,
        set,
        measure: measure.to_owned(),
        both: comparison.both,
        ratio,
        // Coverage has its own test; this one uses the instances that both decide.
        p: signed_rank(&comparison.ratios).p,
        verdict: None,
        regression: false,
    }
}
