//! The jobs done or queued, wherever their rows are: a submission requests only the rest.
//!
//! The submitting program reads the store and all shards, of any number of chunks, and writes the
//! result to a file for the workers of this submission. They read it instead of the store, which
//! may be on another machine's disk.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::attempts::{Attempts, Latest};
use super::error::ShardError;
use crate::spec::Spec;
use crate::store::Store;
use crate::whole;

/// The jobs of a study that need no row, and those whose next row is not the first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Done {
    /// The study's fingerprint.
    study: String,
    /// Ranges of jobs that are done, as first and last.
    done: Vec<(u64, u64)>,
    /// The next attempt for each job to be retried.
    again: BTreeMap<u64, u64>,
    /// By configuration, the mean seconds of a job, if there are rows.
    #[serde(skip)]
    pub(crate) effort: BTreeMap<usize, f64>,
}

impl Done {
    /// Reads the jobs in the store, if there is one, and in the shards of a folder. With `retry`,
    /// jobs whose latest row is a crash are not done.
    ///
    /// # Errors
    /// The file system's, the store's, or a shard of another study.
    pub fn of(
        spec: &Spec,
        folder: &Path,
        store: Option<&Store>,
        retry: bool,
    ) -> Result<Done, ShardError> {
        let mut found = Attempts::of(spec, folder, |_| true)?;
        if let Some(store) = store {
            look_up(&mut found, spec, 0..spec.jobs(), store)?;
        }
        Ok(Done::found(spec, found, retry))
    }

    /// Reads the rows of some jobs from a store, for a worker that was started by hand.
    ///
    /// # Errors
    /// The store fails.
    pub fn in_store(
        spec: &Spec,
        jobs: impl Iterator<Item = u64>,
        store: &Store,
        retry: bool,
    ) -> Result<Done, ShardError> {
        let mut found = Attempts::default();
        look_up(&mut found, spec, jobs, store)?;
        Ok(Done::found(spec, found, retry))
    }

    fn found(spec: &Spec, found: Attempts, retry: bool) -> Done {
        let mut done = Done { study: spec.fingerprint(), ..Done::default() };
        let effort = found.effort.into_iter();
        done.effort = effort.map(|(index, (sum, rows))| (index, sum / rows as f64)).collect();
        let mut jobs: Vec<_> = found.latest.into_iter().collect();
        jobs.sort_unstable_by_key(|(job, _)| *job);
        for (job, Latest { attempt, failed }) in jobs {
            if failed && retry {
                done.again.insert(job, attempt + 1);
                continue;
            }
            push(&mut done.done, job);
        }
        done
    }

    /// Counts some jobs as done, because they are queued.
    pub(crate) fn queue(&mut self, jobs: impl Iterator<Item = u64>) {
        let ranges = self.done.iter().flat_map(|(first, last)| *first..=*last);
        let mut all: Vec<u64> = ranges.chain(jobs).collect();
        all.sort_unstable();
        all.dedup();
        self.done.clear();
        all.into_iter().for_each(|job| push(&mut self.done, job));
    }

    /// Whether a job needs no row.
    pub fn has(&self, job: u64) -> bool {
        let after = self.done.partition_point(|(first, _)| *first <= job);
        after.checked_sub(1).is_some_and(|at| job <= self.done[at].1)
    }

    /// The attempt that a job needs according to this list, if any.
    pub(super) fn next_attempt(&self, job: u64) -> Option<u64> {
        (!self.has(job)).then(|| self.again.get(&job).copied().unwrap_or(1))
    }

    /// Writes the list to a file for workers.
    ///
    /// # Errors
    /// The file system's.
    pub fn keep(&self, path: &Path) -> Result<(), ShardError> {
        let written = || -> io::Result<()> {
            fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
            whole::write(path, &serde_json::to_vec(self)?)
        };
        written().map_err(ShardError::in_file(path))
    }

    /// Reads the list written for workers. It is empty if it belongs to another version of the
    /// study; at worst, work is done twice.
    ///
    /// # Errors
    /// The file cannot be read, or is something else.
    pub fn kept(spec: &Spec, path: &Path) -> Result<Done, ShardError> {
        let in_file = ShardError::in_file(path);
        let text = fs::read(path).map_err(&in_file)?;
        let done: Done = serde_json::from_slice(&text).map_err(|error| {
            in_file(io::Error::other(format!(
                "not a list of jobs that `patience study submit` wrote: {error}"
            )))
        })?;
        let is_ours = done.study == spec.fingerprint() && done.done.is_sorted();
        Ok(if is_ours { done } else { Done::default() })
    }
}

/// Adds the rows of some jobs that a store has.
fn look_up(
    found: &mut Attempts,
    spec: &Spec,
    jobs: impl Iterator<Item = u64>,
    store: &Store,
) -> Result<(), ShardError> {
    store.latest(spec, jobs, &mut |job, attempt, failed, seconds| {
        found.note(job, attempt, failed);
        let effort = found.effort.entry(spec.job(job).configuration).or_default();
        *effort = (effort.0 + seconds, effort.1 + 1);
    })?;
    Ok(())
}

/// Adds a job to ranges that end before it.
fn push(ranges: &mut Vec<(u64, u64)>, job: u64) {
    match ranges.last_mut() {
        Some((_, last)) if *last + 1 == job => *last = job,
        _ => ranges.push((job, job)),
    }
}

#[cfg(test)]
mod tests {
    use super::Done;
    use crate::example;

    /// No other file in the folder is touched, and any worker may read the list.
    #[test]
    fn what_is_done_is_written_beside_and_put_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let neighbour = folder.path().join("done.new");
        std::fs::write(&neighbour, "mine").unwrap();
        let spec = example::small();
        let done = Done { study: spec.fingerprint(), done: vec![(0, 3)], ..Done::default() };
        let path = folder.path().join("done.json");
        for _ in 0..2 {
            done.keep(&path).unwrap();
            assert_eq!(Done::kept(&spec, &path).unwrap(), done);
        }
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "mine");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(path), mode(neighbour));
        }
    }
}
