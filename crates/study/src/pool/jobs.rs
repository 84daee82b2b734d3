//! The pool's interfaces: assignments, results and messages.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use super::topology::Processor;
use crate::job::{Assignment, Row};

/// Options for running jobs; [`study::run`](crate::study::run) has an example.
#[derive(Clone, Debug)]
pub struct Options {
    /// The worker's command line.
    pub worker: Vec<OsString>,
    /// Total number of threads.
    pub threads: usize,
    /// Total number of bytes.
    pub memory: u64,
    /// Time beyond its limit, plus a quarter of the limit, after which a job is killed.
    pub grace: Duration,
    /// Whether each job is pinned to its own cores, if the system allows it and enough cores are
    /// free of other studies.
    pub pin: bool,
    /// The folder of the study's file: workers run in it, and programs find their files there.
    pub folder: PathBuf,
}

/// An error of the pool itself ([`run`](super::run), of which [`JobSource`] has an example); a
/// failed job is a row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError<E: std::error::Error + 'static> {
    /// The caller's source of assignments or sink of rows failed.
    #[error(transparent)]
    Caller(#[from] E),
    /// No worker can be started.
    #[error("a worker cannot be started: {0}")]
    Worker(String),
    /// A job needs more memory than there is.
    #[error(
        "a job needs {need} of memory, more than the budget of {budget}; give more with --memory, \
         or lower the study's limit"
    )]
    Budget {
        /// Memory that the job needs.
        need: String,
        /// Memory available.
        budget: String,
    },
}

/// The source of assignments and the sink of rows.
///
/// ```standalone_crate
/// use patience_catalogue::Reference;
/// use patience_study::job::{Assignment, Row};
/// use patience_study::pool::{self, JobSource, Options};
/// use patience_study::{example, worker};
/// use std::{convert::Infallible, sync::atomic::AtomicBool, time::Duration};
///
/// /// Names of instances that are still to be solved, and the rows of the others.
/// struct List(Vec<&'static str>, Vec<Row>);
///
/// impl JobSource for List {
///     type Error = Infallible;
///
///     fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, Infallible> {
///         let names = self.0.split_off(self.0.len().saturating_sub(most));
///         let assignment = |name| {
///             let instance = Reference::named(name);
///             Assignment { job: 1, attempt: 1, instance, configuration: 0, seed: None }
///         };
///         Ok(names.into_iter().map(assignment).collect())
///     }
///
///     fn rows(&mut self, rows: Vec<Row>) -> Result<(), Infallible> {
///         self.1.extend(rows);
///         Ok(())
///     }
///
///     fn tick(&mut self) -> Result<(), Infallible> {
///         Ok(())
///     }
/// }
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     // The program is its own worker.
///     if std::env::args().nth(1).as_deref() == Some("worker") {
///         return Ok(worker::run()?);
///     }
///     let worker = vec![std::env::current_exe()?.into(), "worker".into()];
///     let (grace, folder) = (Duration::from_secs(10), ".".into());
///     let options = Options { worker, threads: 2, memory: 4 << 30, grace, pin: true, folder };
///     let mut list = List(vec!["gaps:random/3x4/1", "gaps:random/3x4/2"], Vec::new());
///     pool::run(&example::small().settings(), &mut list, &options, &AtomicBool::new(false))?;
///     assert_eq!(list.1.len(), 2);
///     Ok(())
/// }
/// ```
pub trait JobSource {
    /// Error of the source.
    type Error: std::error::Error + 'static;

    /// Returns the next assignments, at most `most`; empty when there are no more.
    ///
    /// # Errors
    /// The source fails.
    fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, Self::Error>;

    /// Receives rows as they arrive.
    ///
    /// # Errors
    /// The source fails.
    fn rows(&mut self, rows: Vec<Row>) -> Result<(), Self::Error>;

    /// Called several times a second.
    ///
    /// # Errors
    /// The source fails.
    fn tick(&mut self) -> Result<(), Self::Error>;
}

/// The input of a slot's thread.
pub(super) struct Order {
    pub assignments: Vec<Assignment>,
    /// The cores that its jobs are pinned to; empty if they are not pinned.
    pub cores: Vec<Processor>,
    /// The memory regions of these cores, if the machine has several.
    pub regions: Option<String>,
}

/// A message from a slot's thread.
pub(super) enum Event {
    Row(Box<Row>),
    /// The slot has finished its batch: the time it took, and its number of jobs.
    Idle(usize, Duration, usize),
    Failed(String),
}
