//! Work far from the store: a chunk of a study's jobs becomes a shard, a file of rows, which is
//! merged later.
//!
//! Engines run a chunk *at least* once, perhaps twice at the same time, perhaps half and then again
//! elsewhere. So a worker writes to a file that no other has and renames it when the chunk is
//! complete; it begins with the rows that earlier attempts left; a complete chunk is never begun
//! again; and merging leaves out rows that are there already.

mod done;
mod file;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::job::{Assignment, Row};
use crate::pool::{self, Exchange, Options, PoolError};
use crate::provenance::Origin;
use crate::spec::Spec;
use crate::store::{Store, StoreError};
pub use done::Done;
use file::Writer;

/// One of the chunks into which a study is cut. The instances are dealt out in turn, each with all
/// its jobs: so chunks take about equally long, and no chunk has more of one configuration than
/// another.
///
/// ```
/// use patience_study::{example, shard::Chunk};
///
/// let jobs: Vec<u64> = Chunk { index: 1, of: 4 }.jobs(&example::small()).collect();
/// assert_eq!(jobs, [1, 5, 9, 13, 17]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which, from 0.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl Chunk {
    /// The study's jobs that belong to it, in the order in which they run.
    pub fn jobs(self, spec: &Spec) -> impl Iterator<Item = u64> {
        let step = usize::try_from(self.of.max(1)).unwrap_or(usize::MAX);
        (self.index..spec.instances()).step_by(step).flat_map(|instance| spec.jobs_on(instance))
    }

    fn name(self) -> String {
        format!("chunk-{}-of-{}", self.index, self.of)
    }

    /// The complete shard.
    pub fn shard(self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.jsonl", self.name()))
    }
}

/// What can go wrong with shards, when a chunk is [worked on](work) and when they are
/// [merged](merge).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file system.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What it said.
        #[source]
        error: io::Error,
    },
    /// A shard of something else.
    #[error(
        "{path}, line {line}: this is not a shard of this study: {message}; move it away, or bring back the study that it is of"
    )]
    Foreign {
        /// The file.
        path: String,
        /// The line.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ShardError {
    fn in_file(path: &Path) -> impl Fn(io::Error) -> ShardError + use<> {
        let path = path.display().to_string();
        move |error| ShardError::File { path: path.clone(), error }
    }
}

/// What shards hold: rows by job and attempt, each with who made it.
#[derive(Default)]
pub(crate) struct Rows {
    rows: BTreeMap<(u64, u64), (Origin, Row)>,
    /// Lines that are no rows, in words.
    damage: Vec<String>,
}

impl Rows {
    /// The rows of all files of a chunk.
    fn of_chunk(
        spec: &Spec,
        chunk: Chunk,
        folder: &Path,
    ) -> Result<(Rows, Vec<PathBuf>), ShardError> {
        let files = files(folder, |name| {
            name.strip_prefix(&chunk.name()).is_some_and(|rest| rest.starts_with('.'))
        })?;
        let mut rows = Rows::default();
        for file in &files {
            // A part may vanish: its worker has just completed it.
            match file::read(file, spec, &mut rows) {
                Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
                result => result?,
            }
        }
        Ok((rows, files))
    }

    /// The latest row of a job.
    fn latest(&self, job: u64) -> Option<&Row> {
        self.rows.range((job, 0)..=(job, u64::MAX)).next_back().map(|(_, (_, row))| row)
    }

    /// The next attempt at a job, if there is to be one.
    fn next_attempt(&self, job: u64, retry: bool) -> Option<u64> {
        match self.latest(job) {
            None => Some(1),
            Some(row) if retry && row.has_failed() => Some(row.attempt + 1),
            Some(_) => None,
        }
    }
}

/// What a worker did with a chunk ([`work`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Worked {
    /// Rows that are new.
    pub rows: u64,
    /// Lines of earlier attempts that are no rows; their jobs were run again.
    pub damage: Vec<String>,
}

/// Runs the jobs of a chunk that have no row yet, and with `retry` those again whose latest row is
/// of a crash.
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
///     let options = Options { worker, threads: 1, memory: 4 << 30, grace: Duration::from_secs(10), pin: true };
///     let (spec, folder) = (example::small(), tempfile::tempdir()?);
///     let shards = folder.path().join("shards");
///     // On one machine:
///     shard::work(&spec, Chunk { index: 0, of: 2 }, &shards, false, &options, &AtomicBool::new(false))?;
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
/// The file system's or the pool's.
pub fn work(
    spec: &Spec,
    chunk: Chunk,
    folder: &Path,
    retry: bool,
    options: &Options,
    cancel: &AtomicBool,
) -> Result<Worked, PoolError<ShardError>> {
    fs::create_dir_all(folder).map_err(ShardError::in_file(folder))?;
    let (mut known, files) = Rows::of_chunk(spec, chunk, folder)?;
    let complete = chunk.shard(folder);
    let elsewhere = Done::kept(spec, folder);
    let next = |job| match known.latest(job) {
        Some(_) => known.next_attempt(job, retry),
        None => elsewhere.next_attempt(job),
    };
    let open: Vec<(u64, u64)> =
        chunk.jobs(spec).filter_map(|job| Some((job, next(job)?))).collect();
    let damage = std::mem::take(&mut known.damage);
    if open.is_empty() && complete.is_file() && damage.is_empty() {
        return Ok(Worked { rows: 0, damage });
    }
    let mut out = Writer::create(folder, &chunk.name(), spec)?;
    let part = out.path().to_owned();
    let mut exchange = ShardExchange {
        spec,
        open: open.into_iter(),
        out: &mut out,
        here: Origin::here(),
        done: 0,
    };
    let result = known
        .rows
        .values()
        .try_for_each(|(origin, row)| exchange.out.rows(origin, [row]))
        .map_err(PoolError::Caller)
        .and_then(|()| pool::run(&spec.settings(), &mut exchange, options, cancel));
    let done = exchange.done;
    if result.is_err() || cancel.load(Ordering::SeqCst) {
        // What is only repeated is in the other files.
        if done == 0 {
            let _ = fs::remove_file(&part);
        }
        return result.map(|()| Worked { rows: done, damage });
    }
    out.sync()?;
    match fs::rename(&part, &complete) {
        Ok(()) => {}
        // Another worker completed the same chunk first and cleared up.
        Err(_) if complete.is_file() => {}
        Err(error) => return Err(ShardError::in_file(&complete)(error).into()),
    }
    for file in files.iter().filter(|file| **file != complete) {
        let _ = fs::remove_file(file);
    }
    Ok(Worked { rows: done, damage })
}

/// What merging did ([`merge`]; [`work`] has an example).
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Merged {
    /// Rows that were new to the store.
    pub added: u64,
    /// Lines that are no rows; `work` runs their jobs again.
    pub damage: Vec<String>,
    /// Files that are left alone, because they are of something else.
    pub foreign: Vec<ShardError>,
}

/// Brings shards into the store, unfinished ones too; [`work`] has an example.
///
/// # Errors
/// The file system's or the store's.
pub fn merge(spec: &Spec, store: &mut Store, folder: &Path) -> Result<Merged, ShardError> {
    store.adopt(spec)?;
    let mut merged = Merged::default();
    if !folder.is_dir() {
        return Ok(merged);
    }
    for path in files(folder, |_| true)? {
        let mut rows = Rows::default();
        match file::read(&path, spec, &mut rows) {
            Ok(()) => {}
            Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {
                continue;
            }
            Err(foreign @ ShardError::Foreign { .. }) => merged.foreign.push(foreign),
            Err(error) => return Err(error),
        }
        merged.damage.append(&mut rows.damage);
        let mut origins: Vec<(Origin, Vec<Row>)> = Vec::new();
        for (origin, row) in rows.rows.into_values() {
            match origins.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, rows)) => rows.push(row),
                None => origins.push((origin, vec![row])),
            }
        }
        for (origin, rows) in origins {
            merged.added += store.merge(spec, &origin, &rows)?;
        }
    }
    Ok(merged)
}

/// The chunks of a study that have a job which is not [done](Done); [`work`] has an example.
pub fn open_chunks(spec: &Spec, chunks: u64, done: &Done) -> Vec<u64> {
    let is_open =
        |index: &u64| Chunk { index: *index, of: chunks }.jobs(spec).any(|job| !done.has(job));
    (0..chunks).filter(is_open).collect()
}

/// The shards and parts in a folder whose names satisfy a condition, in order.
fn files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, ShardError> {
    let in_folder = ShardError::in_file(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(&in_folder)? {
        let entry = entry.map_err(&in_folder)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // A pipe would keep its reader waiting.
        let is_shard = name.ends_with(".jsonl") || name.ends_with(".part");
        if is_shard && wanted(&name) && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

/// A chunk as an exchange.
struct ShardExchange<'a> {
    spec: &'a Spec,
    /// Jobs and attempts.
    open: std::vec::IntoIter<(u64, u64)>,
    out: &'a mut Writer,
    here: Origin,
    done: u64,
}

impl Exchange for ShardExchange<'_> {
    type Error = ShardError;

    fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, ShardError> {
        let assignment = |(number, attempt)| {
            let job = self.spec.job(number);
            let instance = self.spec.sets[job.set].instance(job.instance);
            Assignment {
                job: number,
                attempt,
                instance,
                configuration: job.configuration,
                seed: job.seed,
            }
        };
        Ok(self.open.by_ref().take(most).map(assignment).collect())
    }

    fn rows(&mut self, rows: Vec<Row>) -> Result<(), ShardError> {
        self.out.rows(&self.here, &rows)?;
        self.done += rows.len() as u64;
        Ok(())
    }

    fn tick(&mut self) -> Result<(), ShardError> {
        Ok(())
    }
}
