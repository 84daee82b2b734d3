//! Read access to studies on disk: their list, their reports, and their rows by page.
//!
//! A study is identified by the name of its file, which is looked up in the folder's listing: no
//! path is ever built from a request. Stores are opened read-only, and every query has a deadline.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use rusqlite::types::Value;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

mod rows;

pub use rows::{At, RowPage, ShownRow, SortBy, Wanted};

use crate::report::{self, Part, ReportError};
use crate::spec::{Spec, SpecError};
use crate::store::{Store, StoreError};
use crate::study::{Folder, Progress};

/// Maximum number of rows per answer.
const MAX_ROWS: u64 = 200;

/// An error of a [`Library`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BrowseError {
    /// There is no study of that name.
    #[error("unknown study `{}`", .0.escape_debug())]
    Unknown(String),
    /// The study has no store yet.
    #[error("{0} has not been run yet; run it with `patience study run {0}`")]
    NotRun(String),
    /// The folder.
    #[error("{path}: {error}")]
    Folder {
        /// The folder.
        path: String,
        /// An error of the operating system.
        #[source]
        error: std::io::Error,
    },
    /// The study's file.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A query.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The report.
    #[error(transparent)]
    Report(#[from] ReportError),
}

/// Progress of a study of a [`Library`].
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Status {
    /// Jobs of the study; in a list 0 for a study that has not been run, since counting them may
    /// take a long time.
    pub jobs: u64,
    /// Jobs with a row.
    pub done: u64,
    /// Number of rows with a solution.
    pub solved: u64,
    /// Number of rows with a proof that there is none.
    pub unsolvable: u64,
    /// Rows without a verdict.
    pub unknown: u64,
}

impl From<Progress> for Status {
    fn from(progress: Progress) -> Self {
        let Progress { total, done, solved, unsolvable, unknown, .. } = progress;
        Status { jobs: total, done, solved, unsolvable, unknown }
    }
}

/// A study in the list of a [`Library`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Listed {
    /// Name of the study in requests.
    pub study: String,
    /// The study's file.
    pub file: String,
    /// The title.
    pub title: String,
    /// Its progress.
    #[serde(flatten)]
    pub status: Status,
    /// The reason why it cannot be shown, if any.
    pub fault: Option<String>,
}

/// A study of a [`Library`] with its report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Shown {
    /// Name of the study.
    pub study: String,
    /// The title.
    pub title: String,
    /// Its progress.
    #[serde(flatten)]
    pub status: Status,
    /// The names of the sets of instances.
    pub sets: Vec<String>,
    /// The names of the configurations.
    pub configurations: Vec<String>,
    /// The report.
    pub report: Vec<Part>,
}

/// The studies whose files are in a folder.
///
/// ```
/// use patience_study::browse::{Library, Wanted};
/// use patience_study::{example, store::Store, study::Folder};
/// use std::time::{Duration, Instant};
///
/// let folder = tempfile::tempdir()?;
/// let study = folder.path().join("small.toml");
/// std::fs::write(&study, example::small().source)?;
/// Store::create(&Folder::beside(&study).store())?.adopt(&example::small())?;
///
/// let library = Library::new(folder.path().to_owned());
/// let until = Instant::now() + Duration::from_secs(60);
/// assert_eq!(library.list(until)?[0].title, "Small deals");
/// assert_eq!(library.show("small", until)?.status.jobs, 20);
/// let wanted = Wanted { study: "small".to_owned(), limit: 10, ..Wanted::default() };
/// assert_eq!(library.rows(&wanted, until)?.total, 0, "it has not been run");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Library(PathBuf);

impl Library {
    /// The studies of a folder.
    pub fn new(folder: PathBuf) -> Self {
        Library(folder)
    }

    /// The study files with their names, in alphabetical order.
    fn files(&self) -> Result<Vec<(String, PathBuf)>, BrowseError> {
        let fault = |error| BrowseError::Folder { path: self.0.display().to_string(), error };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.0).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            let name = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned);
            if let Some(name) =
                name.filter(|_| path.extension().is_some_and(|ending| ending == "toml"))
                && path.is_file()
            {
                files.push((name, path));
            }
        }
        files.sort();
        Ok(files)
    }

    /// The version of the study for which its rows were made, and its store.
    fn open(&self, study: &str, until: Instant) -> Result<(Spec, Store), BrowseError> {
        let path = self.files()?.into_iter().find(|(name, _)| name == study);
        let (_, path) = path.ok_or_else(|| BrowseError::Unknown(study.to_owned()))?;
        opened(&path, until)?.ok_or_else(|| BrowseError::NotRun(path.display().to_string()))
    }

    /// Lists all studies. Other files are skipped. For a study that has not been run, only the
    /// title is read: checking a study may mean making thousands of boards.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn list(&self, until: Instant) -> Result<Vec<Listed>, BrowseError> {
        let mut list = Vec::new();
        for (study, path) in self.files()? {
            let file = path.display().to_string();
            let listed = |title: String, status: Status, fault: Option<String>| Listed {
                study: study.clone(),
                file: file.clone(),
                title,
                status,
                fault,
            };
            let found = opened(&path, until).and_then(|found| {
                found
                    .map(|(spec, store)| {
                        Ok((Status::from(Progress::of(&store, &spec)?), spec.title))
                    })
                    .transpose()
            });
            list.extend(match found {
                Ok(Some((status, title))) => Some(listed(title, status, None)),
                Ok(None) => title(&path).map(|title| listed(title, Status::default(), None)),
                Err(error) => {
                    Some(listed(study.clone(), Status::default(), Some(error.to_string())))
                }
            });
        }
        Ok(list)
    }

    /// A study with its report.
    ///
    /// # Errors
    /// There is no such study, or it cannot be read.
    pub fn show(&self, study: &str, until: Instant) -> Result<Shown, BrowseError> {
        let (spec, store) = self.open(study, until)?;
        Ok(Shown {
            study: study.to_owned(),
            status: Progress::of(&store, &spec)?.into(),
            sets: spec.sets.iter().map(|set| set.name.clone()).collect(),
            configurations: spec
                .configurations
                .iter()
                .map(|configuration| configuration.name.clone())
                .collect(),
            report: report::parts(&spec, &store)?,
            title: spec.title,
        })
    }

    /// Some rows of a study.
    ///
    /// # Errors
    /// There is no such study, or it cannot be read.
    pub fn rows(&self, wanted: &Wanted, until: Instant) -> Result<RowPage, BrowseError> {
        let (_, store) = self.open(&wanted.study, until)?;
        let (filter, mut values) = wanted.filter();
        let total = store.connection().query_row(
            &format!("SELECT count(*) FROM results WHERE {filter}"),
            rusqlite::params_from_iter(&values),
            |row| row.get::<_, i64>(0),
        )?;
        let order = wanted.order();
        // Sorted by numbers first, so that text is fetched only for the requested rows.
        let sql = format!(
            "SELECT \"set\", instance, configuration, repetition, verdict, stop, length, optimal, \
             seconds, expanded, generated,
                    peak_bytes, error, plan, (SELECT game FROM instances \
                    WHERE id = instance_id) AS game,
                    (SELECT board FROM instances WHERE id = instance_id) AS board
             FROM results WHERE run IN (SELECT run FROM results WHERE {filter} ORDER BY {order}job \
             LIMIT ? OFFSET ?)
             ORDER BY {order}job"
        );
        values.push(Value::Integer(wanted.limit.min(MAX_ROWS) as i64));
        values.push(Value::Integer(i64::try_from(wanted.offset).unwrap_or(i64::MAX)));
        let mut statement = store.connection().prepare(&sql)?;
        let rows = statement.query_map(rusqlite::params_from_iter(&values), ShownRow::of)?;
        Ok(RowPage { total: total as u64, rows: rows.collect::<Result<_, _>>()? })
    }
}

/// The title of a file that looks like a study.
fn title(path: &Path) -> Option<String> {
    #[derive(Deserialize)]
    struct Outline {
        title: String,
        #[serde(rename = "instances")]
        _instances: Vec<IgnoredAny>,
        #[serde(rename = "configurations")]
        _configurations: Vec<IgnoredAny>,
    }
    let outline: Outline = toml::from_str(&crate::text::read(path).ok()?).ok()?;
    Some(outline.title)
}

/// The study as it was run, and the store, if the study has been run.
fn opened(path: &Path, until: Instant) -> Result<Option<(Spec, Store)>, BrowseError> {
    let store = match Store::read(&Folder::beside(path).store(), Some(until)) {
        Err(StoreError::Missing(_)) => return Ok(None),
        store => store?,
    };
    verify_once(&store, &Folder::beside(path).store())?;
    // The rows belong to the study as it was when they were made; the file may have changed since.
    let Some(text) = store.spec_text()? else { return Ok(None) };
    let folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some((Spec::read(text, &path.display().to_string(), folder, stem)?, store)))
}

/// Fingerprint that shows whether a file was written to: the lengths and times of the store and its
/// journal.
type State = [Option<(u64, SystemTime)>; 2];

/// Verifies a store unless it is unchanged since the last time: a page requests the same store
/// repeatedly.
fn verify_once(store: &Store, path: &Path) -> Result<(), StoreError> {
    static VERIFIED: Mutex<BTreeMap<PathBuf, State>> = Mutex::new(BTreeMap::new());
    let state = |path: &Path| -> State {
        let mut journal = path.as_os_str().to_owned();
        journal.push("-wal");
        [path, Path::new(&journal)].map(|path| {
            let file = std::fs::metadata(path).ok()?;
            Some((file.len(), file.modified().ok()?))
        })
    };
    let verified = || VERIFIED.lock().unwrap_or_else(PoisonError::into_inner);
    let before = state(path);
    if verified().get(path) == Some(&before) {
        return Ok(());
    }
    store.verify()?;
    verified().insert(path.to_owned(), before);
    Ok(())
}
