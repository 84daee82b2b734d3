//! Work far from the store: a chunk of a plan's jobs becomes a shard, a file of rows, which is merged later.
//!
//! Engines run a chunk *at least* once, perhaps twice at the same time, perhaps half and then again elsewhere. So a
//! worker writes to a file of its own and renames it when it is complete; it begins with the rows that earlier attempts
//! left; a complete shard is never begun again; and merging leaves out rows that are there already.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::job::{Order, Row};
use crate::plan::{Plan, Setting};
use crate::pool::{self, Exchange, Options, PoolError};
use crate::store::{Origin, Store, StoreError};

/// One of the chunks into which a plan is cut. The jobs are dealt out in turn, so that chunks take about equally long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Which, from 0.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl Chunk {
    /// The plan's jobs that belong to it.
    pub fn jobs(self, plan: &Plan) -> impl Iterator<Item = u64> + use<> {
        (self.index..plan.jobs()).step_by(usize::try_from(self.of.max(1)).unwrap_or(usize::MAX))
    }

    fn name(self) -> String {
        format!("chunk-{}-of-{}", self.index, self.of)
    }

    /// The complete shard.
    pub fn shard(self, folder: &Path) -> PathBuf {
        folder.join(format!("{}.jsonl", self.name()))
    }
}

/// What can go wrong with shards.
#[derive(Debug, thiserror::Error)]
pub enum ShardError {
    /// The file system.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What it said.
        error: io::Error,
    },
    /// A shard of something else.
    #[error("{path}, line {line}: this is no shard of this plan: {message}")]
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

/// A line of a shard before the rows that it speaks of.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The format's version.
    patience_shard: u32,
    /// The plan's fingerprint.
    plan: String,
    /// Who made the rows that follow.
    origin: Origin,
}

/// What a shard holds: rows by job, each with who made it.
type Rows = BTreeMap<u64, (Origin, Row)>;

/// Works off a chunk. Returns how many of its jobs were run now; none if the shard was complete already.
///
/// # Errors
/// The file system's or the pool's.
pub fn work(
    plan: &Plan,
    chunk: Chunk,
    folder: &Path,
    options: &Options,
    cancel: &AtomicBool,
) -> Result<u64, PoolError<ShardError>> {
    let complete = chunk.shard(folder);
    if complete.is_file() {
        return Ok(0);
    }
    let in_file = |path: &Path| {
        let path = path.display().to_string();
        move |error| ShardError::File { path, error }
    };
    fs::create_dir_all(folder).map_err(in_file(folder))?;
    let own = folder.join(format!("{}.{}-{}.part", chunk.name(), Origin::here().machine, std::process::id()));
    let parts = parts(folder, chunk).map_err(in_file(folder))?;
    let mut known = Rows::new();
    for part in parts.iter().filter(|part| **part != own) {
        // A part may vanish: its worker has just completed it.
        match read(part, plan) {
            Ok(rows) => known.extend(rows),
            Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error.into()),
        }
    }
    let file = File::create(&own).map_err(in_file(&own))?;
    let mut out = Out { file, path: own.clone(), plan: plan.fingerprint(), origin: None };
    for (origin, row) in known.values() {
        out.rows(origin, [row])?;
    }
    let open: Vec<u64> = chunk.jobs(plan).filter(|job| !known.contains_key(job)).collect();
    let mut exchange = Into { plan, open: open.into_iter(), out, here: Origin::here(), done: 0 };
    let settings: Vec<Setting> =
        plan.configurations.iter().map(|configuration| configuration.setting.clone()).collect();
    pool::run(&settings, &mut exchange, options, cancel)?;
    let done = exchange.done;
    if cancel.load(Ordering::SeqCst) {
        return Ok(done);
    }
    exchange.out.file.sync_all().map_err(in_file(&own))?;
    match fs::rename(&own, &complete) {
        Ok(()) => {}
        // Another worker completed the same chunk first and cleared up.
        Err(_) if complete.is_file() => {}
        Err(error) => return Err(in_file(&complete)(error).into()),
    }
    for part in parts {
        let _ = fs::remove_file(part);
    }
    Ok(done)
}

/// Brings shards home, unfinished ones too. Returns how many rows were new to the store.
///
/// # Errors
/// The file system's, the store's, or a shard of another plan.
pub fn merge(plan: &Plan, store: &mut Store, folder: &Path) -> Result<u64, ShardError> {
    store.adopt(plan)?;
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(ShardError::File { path: folder.display().to_string(), error }),
    };
    let is_shard =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jsonl" || extension == "part");
    let paths: BTreeSet<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_shard).collect();
    let mut added = 0;
    for path in paths {
        let rows = match read(&path, plan) {
            Ok(rows) => rows,
            Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        let mut origins: Vec<(Origin, Vec<Row>)> = Vec::new();
        for (origin, row) in rows.into_values() {
            match origins.iter_mut().find(|(known, _)| *known == origin) {
                Some((_, rows)) => rows.push(row),
                None => origins.push((origin, vec![row])),
            }
        }
        for (origin, rows) in origins {
            added += store.merge(plan, &origin, &rows)?;
        }
    }
    Ok(added)
}

/// The chunks that have no complete shard.
pub fn open_chunks(folder: &Path, chunks: u64) -> Vec<u64> {
    (0..chunks).filter(|index| !Chunk { index: *index, of: chunks }.shard(folder).is_file()).collect()
}

fn parts(folder: &Path, chunk: Chunk) -> io::Result<Vec<PathBuf>> {
    let prefix = format!("{}.", chunk.name());
    let mut parts = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&prefix) && name.ends_with(".part") {
            parts.push(entry.path());
        }
    }
    parts.sort();
    Ok(parts)
}

/// The rows of a shard. A last line that was cut off in the middle is no row.
fn read(path: &Path, plan: &Plan) -> Result<Rows, ShardError> {
    let label = path.display().to_string();
    let in_file = |error| ShardError::File { path: label.clone(), error };
    let mut reader = BufReader::new(File::open(path).map_err(in_file)?);
    let (mut rows, mut origin) = (Rows::new(), None);
    let fingerprint = plan.fingerprint();
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        reader.read_until(b'\n', &mut line).map_err(in_file)?;
        if !line.ends_with(b"\n") {
            break;
        }
        let foreign = |message: String| ShardError::Foreign { path: label.clone(), line: number, message };
        if line.starts_with(b"{\"patience_shard\"") {
            let header: Header = serde_json::from_slice(&line).map_err(|error| foreign(error.to_string()))?;
            if header.plan != fingerprint {
                return Err(foreign(format!("its plan is {}, this is {fingerprint}", header.plan)));
            }
            origin = Some(header.origin);
            continue;
        }
        let row: Row = serde_json::from_slice(&line).map_err(|error| foreign(error.to_string()))?;
        let origin = origin.clone().ok_or_else(|| foreign("it does not begin with a header".to_owned()))?;
        rows.insert(row.job, (origin, row));
    }
    Ok(rows)
}

/// A shard being written.
struct Out {
    file: File,
    path: PathBuf,
    plan: String,
    origin: Option<Origin>,
}

impl Out {
    fn rows<'a>(&mut self, origin: &Origin, rows: impl IntoIterator<Item = &'a Row>) -> Result<(), ShardError> {
        let mut text = Vec::new();
        if self.origin.as_ref() != Some(origin) {
            push_line(&mut text, &Header { patience_shard: 1, plan: self.plan.clone(), origin: origin.clone() });
            self.origin = Some(origin.clone());
        }
        for row in rows {
            push_line(&mut text, row);
        }
        self.file.write_all(&text).map_err(|error| ShardError::File { path: self.path.display().to_string(), error })
    }
}

fn push_line(text: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(&mut *text, value).expect("plain data is written to memory");
    text.push(b'\n');
}

/// A chunk as an exchange.
struct Into<'a> {
    plan: &'a Plan,
    open: std::vec::IntoIter<u64>,
    out: Out,
    here: Origin,
    done: u64,
}

impl Exchange for Into<'_> {
    type Error = ShardError;

    fn orders(&mut self, most: usize) -> Result<Vec<Order>, ShardError> {
        let order = |index| {
            let job = self.plan.job(index);
            let instance = self.plan.sets[job.set].instance(job.instance);
            Order { job: index, attempt: 1, instance, configuration: job.configuration, seed: job.seed }
        };
        Ok(self.open.by_ref().take(most).map(order).collect())
    }

    fn rows(&mut self, rows: Vec<Row>) -> Result<(), ShardError> {
        self.done += rows.len() as u64;
        self.out.rows(&self.here, &rows)
    }

    fn tick(&mut self) -> Result<(), ShardError> {
        Ok(())
    }
}
