//! The report: rows → statistics → tables and plots.
//!
//! Each table and plot is the answer to one query over the store, printed next to it. Values that
//! SQL does not compute (intervals, curves, tests) are computed here from that answer and described
//! in words. Intervals and tests are about instances: repetitions of an instance are averaged
//! first, because they carry no information about other instances.

mod answer;
mod comparisons;
mod curves;
mod domains;
mod effort;
mod own;
mod provenance;
mod published;
mod rows;
mod scatter;
mod scores;
mod trust;
mod verdicts;

use std::path::{Path, PathBuf};

use crate::chart::{Chart, Series};
pub use crate::document::Part;
use crate::document::{Document, Table};
use crate::spec::{Section, Spec};
use crate::store::{Store, StoreError};
use crate::units;
use answer::Line;

/// An error while a report is [written](write()).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A query.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// An error of the operating system.
        #[source]
        error: std::io::Error,
    },
    /// A published table.
    #[error("{path}: {message}")]
    Published {
        /// The file.
        path: String,
        /// Description of the error.
        message: String,
    },
}

/// Writes the report of a study into a folder: `report.md` and `report.tex` with their plots as
/// SVG, PGF, PDF and PNG, and `report.html`. Returns their names.
///
/// ```
/// use patience_study::{example, report, store::Store};
///
/// # let folder = tempfile::tempdir()?;
/// let spec = example::small();
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let files = report::write(&spec, &store, &folder.path().join("report"))?;
/// assert!(files.iter().any(|file| file.ends_with("report.html")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The store, which is read as a whole and compared with its checksums, or the file system fails.
pub fn write(spec: &Spec, store: &Store, folder: &Path) -> Result<Vec<PathBuf>, ReportError> {
    store.verify()?;
    let in_folder = |error| ReportError::File { path: folder.display().to_string(), error };
    document(spec, store)?.write(&spec.title, folder).map_err(in_folder)
}

/// The report of a study in parts, for a page with its own layout.
///
/// ```
/// use patience_study::{example, report::{Part, parts}, store::Store};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// assert!(matches!(parts(&spec, &store)?[0], Part::Heading { .. }), "the title");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The store fails, or a published table is faulty.
pub fn parts(spec: &Spec, store: &Store) -> Result<Vec<Part>, ReportError> {
    Ok(document(spec, store)?.parts())
}

fn document(spec: &Spec, store: &Store) -> Result<Document, ReportError> {
    let report = Report { spec, store };
    let mut document = Document::default();
    document.heading(1, &spec.title);
    document.text(&spec.question);
    report.overview(&mut document)?;
    let wanted = |section| !spec.report.without.contains(&section);
    if wanted(Section::Configurations) {
        report.settings(&mut document)?;
    }
    for table in &spec.report.tables {
        report.own_table(&mut document, table)?;
    }
    for plot in &spec.report.plots {
        report.own_plot(&mut document, plot)?;
    }
    for shares in &spec.report.shares {
        report.own_shares(&mut document, shares)?;
    }
    if wanted(Section::Verdicts) {
        report.verdicts(&mut document)?;
    }
    if wanted(Section::Effort) {
        report.effort(&mut document)?;
    }
    if wanted(Section::Cactus) {
        report.curves(&mut document)?;
    }
    if wanted(Section::Scores) {
        report.scores(&mut document)?;
    }
    if wanted(Section::Domains) {
        report.domains(&mut document)?;
    }
    if wanted(Section::Comparisons) && spec.configurations.len() > 1 {
        report.comparisons(&mut document)?;
    }
    if wanted(Section::Scatter) && spec.configurations.len() > 1 {
        report.scatter(&mut document)?;
    }
    if wanted(Section::Results) {
        report.rows(&mut document)?;
    }
    document.text(&spec.report.remarks);
    if wanted(Section::Provenance) {
        report.provenance(&mut document)?;
    }
    Ok(document)
}

struct Report<'a> {
    spec: &'a Spec,
    store: &'a Store,
}

fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

fn strings<const N: usize>(words: [&str; N]) -> Vec<String> {
    words.map(str::to_owned).to_vec()
}

impl Report<'_> {
    fn query(&self, sql: &str) -> Result<Vec<Line>, ReportError> {
        answer::query(self.store.connection(), sql)
    }

    /// The fields used by comparisons, curves and scores.
    fn measures(&self) -> Vec<&str> {
        let report = &self.spec.report;
        match report.compared.is_empty() {
            true => vec![report.measure.as_deref().unwrap_or("seconds")],
            false => report.compared.iter().map(String::as_str).collect(),
        }
    }

    /// The limit on a measure in the setting of a job, in SQL, if every configuration has one.
    fn limit(&self, measure: &str) -> Option<String> {
        let settings = self.spec.configurations.iter().map(|one| &one.setting);
        let (name, all_have) = match measure {
            "seconds" => ("time", settings.clone().all(|one| one.time.is_some())),
            "cpu_seconds" => ("cpu_time", settings.clone().all(|one| one.cpu_time.is_some())),
            "expanded" => ("expansions", settings.clone().all(|one| one.expansions.is_some())),
            "peak_bytes" => ("memory", true),
            _ => return None,
        };
        all_have.then(|| format!("(setting ->> '$.{name}')"))
    }

    fn overview(&self, document: &mut Document) -> Result<(), ReportError> {
        let sql = "SELECT count(*) AS jobs, sum(attempt > 1) AS reruns, sum(seconds) AS seconds, \
                   sum(cpu_seconds) AS cpu_seconds, group_concat(DISTINCT program) AS programs, \
                   group_concat(DISTINCT machine) AS machines, max(finished) AS finished \
                   FROM results";
        let line = self.query(sql)?.pop().unwrap_or_default();
        let (done, reruns, total) = (line.whole("jobs"), line.whole("reruns"), self.spec.jobs());
        let mut rows = vec![
            vec!["jobs".to_owned(), units::count(total)],
            vec!["with a row".to_owned(), units::count(done)],
            vec!["run more than once".to_owned(), units::count(reruns)],
            vec!["time of all jobs".to_owned(), units::time(line.number("seconds").unwrap_or(0.0))],
            vec![
                "processor time of all jobs".to_owned(),
                units::time(line.number("cpu_seconds").unwrap_or(0.0)),
            ],
            vec!["program".to_owned(), line.text("programs")],
            vec!["machines".to_owned(), line.text("machines")],
            vec![
                "study".to_owned(),
                format!("{} (fingerprint {})", self.spec.stem, self.spec.fingerprint()),
            ],
        ];
        rows.retain(|row| row[0] != "run more than once" || reruns > 0);
        if done < total {
            document.text(&format!(
                "**{} of {} jobs have no row yet: everything below is preliminary.**",
                units::count(total - done),
                units::count(total)
            ));
        }
        match self.store.unplanned()? {
            0 => {}
            rows => document.text(&format!("{}; they are not in this report.", unplanned(rows))),
        }
        for note in &self.spec.notes {
            document.text(&format!("Note: {note}."));
        }
        self.trust(document)?;
        let header = strings(["this study", ""]);
        document.table(Table { header, rows, names: 2, sql: sql.to_owned(), how: String::new() });
        Ok(())
    }

    /// The series of a configuration, created on first use. Styles are numbered within the plot, so
    /// that they differ as much as possible.
    fn series_of<'c>(chart: &'c mut Chart, name: &str) -> &'c mut Series {
        let index = match chart.series.iter().position(|series| series.name == name) {
            Some(index) => index,
            None => {
                let colour = chart.series.len();
                chart.series.push(Series { name: name.to_owned(), colour, ..Series::default() });
                chart.series.len() - 1
            }
        };
        &mut chart.series[index]
    }
}

/// `3 rows of jobs that are no longer planned are left out`
///
/// ```
/// use patience_study::report::unplanned;
///
/// assert_eq!(unplanned(3), "3 rows of jobs that are no longer planned are left out");
/// ```
pub fn unplanned(rows: u64) -> String {
    match rows {
        1 => "1 row of a job that is no longer planned is left out".to_owned(),
        rows => {
            format!("{} rows of jobs that are no longer planned are left out", units::count(rows))
        }
    }
}
