//! Work on other machines: a chunk of a study's jobs becomes a shard, a file of rows that is merged
//! later.
//!
//! Engines run a chunk *at least* once: perhaps twice at the same time, or half of it first and
//! then all of it on another machine. A worker therefore writes only to its own file; it skips jobs
//! that have a row in any file of the chunk; and merging skips rows already in the store. Files
//! only grow: the store records how far each was merged, and merging resumes there.

mod attempts;
mod done;
mod error;
mod file;
mod merge;

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::job::{Assignment, Row};
use crate::pool::{self, JobSource, Options, PoolError};
use crate::setting::Setting;
use crate::spec::Spec;
use attempts::Attempts;
pub use done::Done;
pub use error::ShardError;
use file::Writer;
pub use merge::{Merged, merge};

/// One of the chunks of a study. Instances are distributed in turn, each with all its jobs, so
/// chunks take about the same time, and none favours a configuration.
///
/// ```
/// use patience_study::{example, shard::Chunk};
///
/// let jobs: Vec<u64> = Chunk { index: 1, of: 4 }.jobs(&example::small()).collect();
/// assert_eq!(jobs, [1, 5, 9, 13, 17]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Index of the chunk, from 0.
    pub index: u64,
    /// Number of chunks.
    pub of: u64,
}

/// Maximum number of consecutive instances in a chunk of a large study: their rows are adjacent in
/// the store, which makes merging quick.
const LARGEST_BLOCK: u64 = 64;
/// Minimum number of blocks of a chunk, from all over the study, so that chunks take about equally
/// long.
const BLOCKS: u64 = 16;

impl Chunk {
    /// The study's jobs that belong to it, in the order in which they run.
    pub fn jobs(self, spec: &Spec) -> impl Iterator<Item = u64> {
        let (instances, of) = (spec.instances(), self.of.max(1));
        let block = (instances / of / BLOCKS).clamp(1, LARGEST_BLOCK);
        let step = usize::try_from(of * block).unwrap_or(usize::MAX);
        let begins = (self.index * block..instances).step_by(step);
        let blocks = begins.flat_map(move |first| first..(first + block).min(instances));
        blocks.flat_map(|instance| spec.jobs_on(instance))
    }

    fn name(self) -> String {
        format!("chunk-{}-of-{}", self.index, self.of)
    }

    /// The first complete shard.
    pub fn shard(self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.jsonl", self.name()))
    }

    /// Gives a complete part its final, unique name.
    fn publish(self, part: &Path, folder: &Path) -> io::Result<()> {
        for number in 2.. {
            let complete = match number {
                2 => self.shard(folder),
                number => folder.join(format!("{}.{}.jsonl", self.name(), number - 1)),
            };
            match fs::hard_link(part, &complete) {
                Ok(()) => return fs::remove_file(part),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                // A file system without links.
                Err(_) if !complete.exists() => return fs::rename(part, &complete),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Options of a worker: see [`work`].
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Jobs done or queued elsewhere.
    pub elsewhere: Done,
    /// Whether jobs are run again if their latest row is a crash.
    pub retry: bool,
    /// How often a job that crashes in this run is retried at once.
    pub retries: u64,
    /// The time after which the engine ends the worker. It stops earlier, and starts no job that
    /// may take longer.
    pub walltime: Option<Duration>,
}

impl Task {
    /// The number of the attempt that a job needs, if any.
    fn next_attempt(&self, known: &Attempts, job: u64) -> Option<u64> {
        match known.latest.get(&job) {
            Some(latest) if latest.failed && self.retry => Some(latest.attempt + 1),
            Some(_) => None,
            None => self.elsewhere.next_attempt(job),
        }
    }
}

/// Result of a worker's run on a chunk ([`work`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Worked {
    /// Number of new rows.
    pub rows: u64,
    /// Damaged lines of earlier attempts; their jobs were run again.
    pub damage: Vec<String>,
    /// Number of jobs for which there was no time.
    pub left: u64,
}

/// Runs the jobs of a chunk that have no row yet.
///
/// ```standalone_crate
/// use patience_study::shard::{self, Chunk};
/// use patience_study::{example, pool::Options, store::Store, worker};
/// use std::{sync::atomic::AtomicBool, time::Duration};
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     // The program is its own worker.
///     if std::env::args().nth(1).as_deref() == Some("worker") {
///         return Ok(worker::run()?);
///     }
///     let worker = vec![std::env::current_exe()?.into(), "worker".into()];
///     let (grace, folder) = (Duration::from_secs(10), ".".into());
///     let options = Options { worker, threads: 1, memory: 4 << 30, grace, pin: true, folder };
///     let (spec, folder) = (example::small(), tempfile::tempdir()?);
///     let shards = folder.path().join("shards");
///     // On one machine:
///     let task = shard::Task::default();
///     let half = Chunk { index: 0, of: 2 };
///     shard::work(&spec, half, &shards, &task, &options, &AtomicBool::new(false))?;
///     let done = shard::Done::of(&spec, &shards, None, false)?;
///     assert_eq!(shard::open_chunks(&spec, 2, &done), [1], "the other is for another machine");
///     // Where the store is:
///     let mut store = Store::create(&folder.path().join("store.sqlite"))?;
///     assert_eq!(shard::merge(&spec, &mut store, &shards)?.added, 10);
///     Ok(())
/// }
/// ```
///
/// # Errors
/// Errors of the file system, and those of the pool.
pub fn work(
    spec: &Spec,
    chunk: Chunk,
    folder: &Path,
    task: &Task,
    options: &Options,
    cancel: &AtomicBool,
) -> Result<Worked, PoolError<ShardError>> {
    fs::create_dir_all(folder).map_err(ShardError::in_file(folder))?;
    let is_ours =
        |name: &str| name.strip_prefix(&chunk.name()).is_some_and(|rest| rest.starts_with('.'));
    let known = Attempts::of(spec, folder, is_ours)?;
    let open: VecDeque<(u64, u64)> =
        chunk.jobs(spec).filter_map(|job| Some((job, task.next_attempt(&known, job)?))).collect();
    let damage = known.damage;
    if open.is_empty() {
        return Ok(Worked { damage, ..Worked::default() });
    }
    let mut out = Writer::create(folder, &chunk.name(), spec)?;
    let part = out.path().to_owned();
    let stop = AtomicBool::new(cancel.load(Ordering::SeqCst));
    let settings = spec.settings();
    let mut source = ShardJobs {
        spec,
        settings: &settings,
        open,
        retries: task.retries,
        out: &mut out,
        done: 0,
        left: 0,
        end: task
            .walltime
            .map(|walltime| Instant::now() + walltime.saturating_sub(margin(walltime))),
        cancel,
        stop: &stop,
    };
    let result = pool::run(&settings, &mut source, options, &stop);
    let (done, left) = (source.done, source.left + source.open.len() as u64);
    if done == 0 {
        let _ = fs::remove_file(&part);
    } else if result.is_ok() && !cancel.load(Ordering::SeqCst) {
        out.sync()?;
        chunk.publish(&part, folder).map_err(ShardError::in_file(&part))?;
    }
    let is_late = stop.load(Ordering::SeqCst) && !cancel.load(Ordering::SeqCst);
    result.map(|()| Worked { rows: done, damage, left: left.max(u64::from(is_late)) })
}

/// How long before the end of its walltime a worker stops: a tenth of it, at most half a minute.
fn margin(walltime: Duration) -> Duration {
    (walltime / 10).min(Duration::from_secs(30))
}

/// The chunks of a study that have a job which is not [done](Done); [`work`] has an example.
pub fn open_chunks(spec: &Spec, chunks: u64, done: &Done) -> Vec<u64> {
    let is_open =
        |index: &u64| Chunk { index: *index, of: chunks }.jobs(spec).any(|job| !done.has(job));
    (0..chunks).filter(is_open).collect()
}

/// A chunk as a source of jobs.
struct ShardJobs<'a, 's> {
    spec: &'a Spec,
    settings: &'a [Setting],
    /// Jobs and attempts.
    open: VecDeque<(u64, u64)>,
    retries: u64,
    out: &'a mut Writer<'s>,
    done: u64,
    /// Number of jobs that may take longer than the remaining time.
    left: u64,
    /// When to stop.
    end: Option<Instant>,
    cancel: &'a AtomicBool,
    /// The flag that stops the pool.
    stop: &'a AtomicBool,
}

impl ShardJobs<'_, '_> {
    /// Whether a job is certain to end in time, or has no known duration.
    fn fits(&self, configuration: usize) -> bool {
        let limit = self.settings[configuration].time;
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()).as_secs_f64());
        limit.zip(left).is_none_or(|(limit, left)| limit <= left)
    }
}

impl JobSource for ShardJobs<'_, '_> {
    type Error = ShardError;

    fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, ShardError> {
        let mut assignments = Vec::new();
        while assignments.len() < most
            && let Some((number, attempt)) = self.open.pop_front()
        {
            let job = self.spec.job(number);
            if !self.fits(job.configuration) {
                self.left += 1;
                continue;
            }
            let instance = self.spec.sets[job.set].instance(job.instance);
            let (configuration, seed) = (job.configuration, job.seed);
            assignments.push(Assignment { job: number, attempt, instance, configuration, seed });
        }
        Ok(assignments)
    }

    fn rows(&mut self, rows: Vec<Row>) -> Result<(), ShardError> {
        self.out.rows(&rows)?;
        self.done += rows.len() as u64;
        let again = rows.iter().filter(|row| row.has_failed() && row.attempt <= self.retries);
        self.open.extend(again.map(|row| (row.job, row.attempt + 1)));
        Ok(())
    }

    fn tick(&mut self) -> Result<(), ShardError> {
        let is_late = self.end.is_some_and(|end| Instant::now() >= end);
        if is_late || self.cancel.load(Ordering::SeqCst) {
            self.stop.store(true, Ordering::SeqCst);
        }
        Ok(())
    }
}
