//! Runs a study into its store.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::job::{Assignment, Row};
use crate::pool::{self, JobSource, Options, PoolError};
use crate::spec::Spec;
use crate::store::{Store, StoreError};

/// The files of a study: all in one folder next to its file.
///
/// ```
/// use patience_study::study::Folder;
/// use std::path::Path;
///
/// let folder = Folder::beside(Path::new("studies/gaps.toml"));
/// assert_eq!(folder.store(), Path::new("studies/gaps.results/store.sqlite"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// The folder `NAME.results` next to `NAME.toml`.
    pub fn beside(study: &Path) -> Folder {
        Folder(study.with_extension("results"))
    }

    /// The store.
    pub fn store(&self) -> PathBuf {
        self.0.join("store.sqlite")
    }

    /// The folder of shards from other machines.
    pub fn shards(&self) -> PathBuf {
        self.0.join("shards")
    }
}

/// Progress of a study.
///
/// ```
/// use patience_study::{example, store::Store, study::Progress};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let progress = Progress::of(&store, &spec)?;
/// assert_eq!((progress.total, progress.done, progress.left()), (20, 0, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Jobs of the study.
    pub total: u64,
    /// Jobs with a row.
    pub done: u64,
    /// Rows with a solution.
    pub solved: u64,
    /// Number of rows with a proof.
    pub unsolvable: u64,
    /// Rows without a verdict.
    pub unknown: u64,
    /// Rows added by this process.
    pub added: u64,
    /// Seconds since this process started.
    pub seconds: f64,
}

impl Progress {
    /// The progress of a study in a store.
    ///
    /// # Errors
    /// The store fails.
    pub fn of(store: &Store, spec: &Spec) -> Result<Progress, StoreError> {
        let mut progress = Progress { total: spec.jobs(), ..Progress::default() };
        for tally in store.tallies()? {
            progress.count(&tally.verdict, tally.jobs);
        }
        Ok(progress)
    }

    fn count(&mut self, verdict: &str, jobs: u64) {
        self.done += jobs;
        match verdict {
            "solved" => self.solved += jobs,
            "unsolvable" => self.unsolvable += jobs,
            _ => self.unknown += jobs,
        }
    }

    /// Rows per second of this process.
    pub fn rate(&self) -> f64 {
        self.added as f64 / self.seconds.max(1e-3)
    }

    /// Seconds until the end at this rate.
    pub fn left(&self) -> Option<f64> {
        (self.added > 0).then(|| self.total.saturating_sub(self.done) as f64 / self.rate())
    }
}

/// The end of a [`run`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ended {
    /// The progress at the end.
    pub progress: Progress,
    /// Number of jobs in progress in other processes.
    pub elsewhere: u64,
}

/// Runs the remaining jobs of a study; a job that crashes is retried up to `retries` times. The row
/// of every finished job is stored.
///
/// ```standalone_crate
/// use patience_study::{example, pool::Options, store::Store, study, worker};
/// use std::{sync::atomic::AtomicBool, time::Duration};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     // The program is its own worker.
///     if std::env::args().nth(1).as_deref() == Some("worker") {
///         return Ok(worker::run()?);
///     }
///     let folder = tempfile::tempdir()?;
///     let mut store = Store::create(&folder.path().join("store.sqlite"))?;
///     let worker = vec![std::env::current_exe()?.into(), "worker".into()];
///     let (grace, folder) = (Duration::from_secs(10), ".".into());
///     let options = Options { worker, threads: 2, memory: 4 << 30, grace, pin: true, folder };
///     let stop = AtomicBool::new(false);
///     let ended = study::run(&example::small(), &mut store, 0, &options, &stop, &mut |_| {})?;
///     assert_eq!((ended.progress.done, ended.progress.unknown), (20, 0), "every deal is decided");
///     Ok(())
/// }
/// ```
///
/// # Errors
/// The store or the pool fails.
pub fn run(
    spec: &Spec,
    store: &mut Store,
    retries: u64,
    options: &Options,
    cancel: &AtomicBool,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Ended, PoolError<StoreError>> {
    store.adopt(spec)?;
    let now = Progress::of(store, spec)?;
    let mut source = StoreJobs {
        spec,
        store,
        retries,
        now,
        started: Instant::now(),
        told: None,
        notify: progress,
    };
    let result = pool::run(&spec.settings(), &mut source, options, cancel);
    (source.notify)(&source.now);
    store.release()?;
    result?;
    Ok(Ended { progress: Progress::of(store, spec)?, elsewhere: store.claimed_elsewhere()? })
}

/// A store as a source of jobs.
struct StoreJobs<'a> {
    spec: &'a Spec,
    store: &'a mut Store,
    retries: u64,
    now: Progress,
    started: Instant,
    told: Option<Instant>,
    notify: &'a mut dyn FnMut(&Progress),
}

impl JobSource for StoreJobs<'_> {
    type Error = StoreError;

    fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, StoreError> {
        self.store.claim(self.spec, most)
    }

    fn rows(&mut self, rows: Vec<Row>) -> Result<(), StoreError> {
        self.now.added += self.store.add(&rows)?;
        let mut failed = rows.iter().filter(|row| row.has_failed() && row.attempt <= self.retries);
        failed.try_for_each(|row| self.store.ask_again(row))
    }

    fn tick(&mut self) -> Result<(), StoreError> {
        if self.told.is_none_or(|told| told.elapsed() > Duration::from_millis(200)) {
            self.told = Some(Instant::now());
            // Counted again, because other processes also add rows.
            let seconds = self.started.elapsed().as_secs_f64();
            self.now =
                Progress { added: self.now.added, seconds, ..Progress::of(self.store, self.spec)? };
            (self.notify)(&self.now);
        }
        Ok(())
    }
}
