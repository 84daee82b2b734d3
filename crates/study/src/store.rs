//! The store: an SQLite file shared by the processes of one machine.
//!
//! Invariants: a row is committed as soon as it is available, and never changed; `(job, attempt)`
//! is unique, so that importing a result again has no effect; a job is identified by its instance,
//! its setting, its seed and the version of the solvers, so that no row ever appears under a job
//! that did not produce it; a process holds the lock of its owner file while it lives, so that the
//! claims of a killed process are free at once.

mod claims;
mod columns;
mod contradictions;
mod error;
mod fetch;
mod file_system;
mod layout;
mod open;
mod owner;
mod parse;
pub(crate) mod rows;
mod seals;

use std::path::{Path, PathBuf};
use std::time::Instant;

use rusqlite::{Connection, OptionalExtension};

use crate::job::DEFECTIVE;
use crate::spec::Spec;
pub use contradictions::{Contradiction, Surprise};
pub use error::StoreError;
use error::fault;
use open::Access;
use owner::Owner;

/// A study's results.
///
/// ```
/// use patience_study::{example, export, status::standings, store::Store};
///
/// let spec = example::small();
/// let folder = tempfile::tempdir()?;
/// let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// store.adopt(&spec)?; // the study of which `study::run` fills in the rows
/// assert!(store.is_of(&spec)?);
/// assert_eq!((standings(&spec, &store)?[0].of, standings(&spec, &store)?[0].done), (20, 0));
///
/// let mut answer = Vec::new();
/// export::write(
///     &store,
///     "SELECT count(*) AS rows FROM results",
///     export::Format::Csv,
///     &mut answer,
/// )?;
/// assert_eq!(answer, b"rows\n0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// Lowest turn that may have free jobs.
    cursor: i64,
    owner: Option<Owner>,
}

/// A line of the status, of [`Store::tallies`].
#[derive(Clone, Debug, PartialEq)]
pub struct VerdictCount {
    /// The set.
    pub set: String,
    /// The configuration.
    pub configuration: String,
    /// The verdict.
    pub verdict: String,
    /// The reason why jobs stopped, or empty.
    pub stop: String,
    /// Number of jobs.
    pub jobs: u64,
    /// The total time of the jobs.
    pub seconds: f64,
}

/// Result of [`Store::parse`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parsed {
    /// Number of new rows.
    pub rows: u64,
    /// Number of jobs whose output was not kept as a whole, so that they must run.
    pub cut: u64,
}

impl Store {
    /// Opens a store for writing, or creates an empty one.
    ///
    /// # Errors
    /// It cannot be opened, is damaged, or is something else.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        open::make(path)?;
        Store::with(path, Access::Write)
    }

    /// Opens an existing store for writing.
    ///
    /// # Errors
    /// It does not exist, cannot be opened, is damaged, or is something else.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::with(path, Access::Write)
    }

    /// Opens an existing store for reading: it cannot be changed, writers are not disturbed, and a
    /// query that has not ended by `until` fails. Also works on a read-only file system.
    ///
    /// # Errors
    /// It does not exist, cannot be read, is damaged, or is something else.
    pub fn read(path: &Path, until: Option<Instant>) -> Result<Store, StoreError> {
        Store::with(path, Access::Read { until })
    }

    fn with(path: &Path, access: Access) -> Result<Store, StoreError> {
        let connection = open::connect(path, access)?;
        Ok(Store { connection, path: path.to_owned(), cursor: 0, owner: None })
    }

    /// The text of the study of the store's jobs, if there is one.
    ///
    /// # Errors
    /// The database fails.
    pub(crate) fn spec_text(&self) -> Result<Option<String>, StoreError> {
        self.connection
            .query_row("SELECT toml FROM specs ORDER BY id DESC LIMIT 1", [], |row| row.get(0))
            .optional()
            .map_err(self.fault())
    }

    /// Whether the store's jobs and names are those of a study.
    ///
    /// # Errors
    /// The database fails.
    pub fn is_of(&self, spec: &Spec) -> Result<bool, StoreError> {
        layout::is_of(&self.connection, spec).map_err(self.fault())
    }

    /// Replaces the planned jobs with those of a study. Existing jobs keep their rows; jobs that
    /// the study no longer contains keep their rows, but are left out of the results.
    ///
    /// # Errors
    /// The database fails.
    pub fn adopt(&mut self, spec: &Spec) -> Result<(), StoreError> {
        let fault = self.fault();
        self.cursor = 0;
        layout::adopt(&mut self.connection, spec).map_err(fault)
    }

    /// The connection, for queries.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    /// Returns the connection, to trace its statements.
    pub fn connection_mut(&mut self) -> &mut Connection {
        &mut self.connection
    }

    fn fault(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.display().to_string();
        move |error| fault(&path, error)
    }

    /// The verdicts of the study's jobs, counted.
    ///
    /// ```
    /// use patience_study::store::Store;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let store = Store::create(&folder.path().join("store.sqlite"))?;
    /// assert!(store.tallies()?.is_empty(), "no job has a row yet");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The database fails.
    pub fn tallies(&self) -> Result<Vec<VerdictCount>, StoreError> {
        let sql =
            "SELECT s.name AS \"set\", c.name AS configuration, verdict, stop, jobs, seconds \
                   FROM tallies t
                   JOIN sets s ON s.id = t.set_id JOIN configurations c ON c.id = t.configuration
                   WHERE jobs > 0 ORDER BY s.position, c.position, verdict, stop";
        self.collect(sql, |row| {
            Ok(VerdictCount {
                set: row.get("set")?,
                configuration: row.get("configuration")?,
                verdict: row.get("verdict")?,
                stop: row.get("stop")?,
                jobs: row.get::<_, i64>("jobs")? as u64,
                seconds: row.get("seconds")?,
            })
        })
    }

    /// The result of a query, each row converted.
    pub(crate) fn collect<T>(
        &self,
        sql: &str,
        convert: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let query = || -> rusqlite::Result<Vec<T>> {
            self.connection.prepare_cached(sql)?.query_map([], convert)?.collect()
        };
        query().map_err(self.fault())
    }

    /// Number of rows of jobs that are no longer in the study.
    ///
    /// # Errors
    /// The database fails.
    pub fn unplanned(&self) -> Result<u64, StoreError> {
        self.number("SELECT count(*) FROM jobs j JOIN runs r ON r.job = j.id WHERE j.planned = 0")
    }

    /// The errors of jobs whose latest row reports a defect of a solver, at most ten.
    ///
    /// # Errors
    /// The database fails.
    pub fn defects(&self) -> Result<Vec<String>, StoreError> {
        let counted =
            format!("SELECT coalesce(sum(jobs), 0) FROM tallies WHERE stop = '{DEFECTIVE}'");
        if self.number(&counted)? == 0 {
            return Ok(Vec::new());
        }
        let sql = format!(
            "SELECT coalesce(r.error, '') FROM runs r JOIN jobs j ON j.id = r.job \
             WHERE r.stop = '{DEFECTIVE}' AND j.planned AND r.attempt = \
             (SELECT max(attempt) FROM runs WHERE job = r.job) ORDER BY r.job LIMIT 10"
        );
        self.collect(&sql, |row| row.get(0))
    }

    /// The single number that a query returns.
    ///
    /// # Errors
    /// The database fails.
    pub fn number(&self, sql: &str) -> Result<u64, StoreError> {
        self.connection
            .query_row(sql, [], |row| row.get::<_, i64>(0))
            .map(|number| number as u64)
            .map_err(self.fault())
    }

    /// Verifies all rows and tables against their checksums.
    ///
    /// # Errors
    /// [`StoreError::Damaged`], or the database's.
    pub fn verify(&self) -> Result<(), StoreError> {
        let verified = || -> rusqlite::Result<Option<String>> {
            // One snapshot, independent of concurrent writers.
            let _snapshot = self.connection.unchecked_transaction()?;
            let said: String =
                self.connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
            match said.as_str() {
                "ok" => seals::first_wrong(&self.connection),
                _ => Ok(Some(said)),
            }
        };
        match verified().map_err(self.fault())? {
            Some(message) => {
                Err(StoreError::Damaged { path: self.path.display().to_string(), message })
            }
            None => Ok(()),
        }
    }
}
