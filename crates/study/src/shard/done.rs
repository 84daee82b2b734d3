//! What is done already, wherever its row is: so that a submission asks for the rest only.
//!
//! Whoever submits reads the store and all shards, of whatever number of chunks, and leaves the
//! answer beside the shards. Workers read that file instead of the store, which may lie on another
//! machine's disk.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Rows, ShardError, file, files};
use crate::spec::Spec;
use crate::store::Store;

/// The jobs of a study that need no row, and those whose next row is not the first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The study's fingerprint.
    study: String,
    /// First and last of jobs in a row that are done.
    done: Vec<(u64, u64)>,
    /// The next attempts at jobs that are to be tried again.
    again: BTreeMap<u64, u64>,
}

impl Done {
    /// What the store, if there is one, and the shards in a folder have. With `retry`, jobs whose
    /// latest row is of a crash are not done.
    ///
    /// # Errors
    /// The file system's, the store's, or a shard of another study.
    pub fn of(
        spec: &Spec,
        folder: &Path,
        store: Option<&Store>,
        retry: bool,
    ) -> Result<Done, ShardError> {
        let mut latest: HashMap<u64, (u64, bool)> = HashMap::new();
        let mut note = |job: u64, attempt: u64, failed: bool| {
            let known = latest.entry(job).or_insert((attempt, failed));
            if known.0 < attempt {
                *known = (attempt, failed);
            }
        };
        let shards = if folder.is_dir() { files(folder, |_| true)? } else { Vec::new() };
        for path in shards {
            let mut rows = Rows::default();
            match file::read(&path, spec, &mut rows) {
                Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
                result => result?,
            }
            for (_, row) in rows.rows.values() {
                note(row.job, row.attempt, row.has_failed());
            }
        }
        if let Some(store) = store {
            store.latest(spec, &mut note)?;
        }
        let mut done = Done { study: spec.fingerprint(), ..Done::default() };
        let mut jobs: Vec<_> = latest.into_iter().collect();
        jobs.sort_unstable();
        for (job, (attempt, failed)) in jobs {
            if failed && retry {
                done.again.insert(job, attempt + 1);
                continue;
            }
            match done.done.last_mut() {
                Some((_, last)) if *last + 1 == job => *last = job,
                _ => done.done.push((job, job)),
            }
        }
        Ok(done)
    }

    /// Whether a job needs no row.
    pub fn has(&self, job: u64) -> bool {
        let after = self.done.partition_point(|(first, _)| *first <= job);
        after.checked_sub(1).is_some_and(|at| job <= self.done[at].1)
    }

    /// The attempt that a job needs as far as this says, if it needs any.
    pub(super) fn next_attempt(&self, job: u64) -> Option<u64> {
        (!self.has(job)).then(|| self.again.get(&job).copied().unwrap_or(1))
    }

    fn path(folder: &Path) -> PathBuf {
        folder.join("done.json")
    }

    /// Leaves it for workers, beside the shards.
    ///
    /// # Errors
    /// The file system's.
    pub fn keep(&self, folder: &Path) -> Result<(), ShardError> {
        let path = Done::path(folder);
        let written = || -> io::Result<()> {
            fs::create_dir_all(folder)?;
            // Several may submit at once, and workers of other users read it.
            let mut beside = tempfile::Builder::new();
            #[cfg(unix)]
            beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
            let mut beside = beside.prefix("done.json.").suffix(".part").tempfile_in(folder)?;
            beside.write_all(&serde_json::to_vec(self)?)?;
            beside.persist(&path)?;
            Ok(())
        };
        written().map_err(ShardError::in_file(&path))
    }

    /// What was left for workers; nothing if it is of another study or cannot be understood: then
    /// work is done twice at worst.
    pub(super) fn kept(spec: &Spec, folder: &Path) -> Done {
        let text = fs::read(Done::path(folder)).unwrap_or_default();
        let done = serde_json::from_slice::<Done>(&text).unwrap_or_default();
        let is_ours = done.study == spec.fingerprint() && done.done.is_sorted();
        if is_ours { done } else { Done::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::Done;
    use crate::example;

    /// Nothing else in the folder is touched, and any worker may read it.
    #[test]
    fn what_is_done_is_written_beside_and_put_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let neighbour = folder.path().join("done.new");
        std::fs::write(&neighbour, "mine").unwrap();
        let spec = example::small();
        let done = Done { study: spec.fingerprint(), done: vec![(0, 3)], ..Done::default() };
        for _ in 0..2 {
            done.keep(folder.path()).unwrap();
            assert_eq!(Done::kept(&spec, folder.path()), done);
        }
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "mine");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(Done::path(folder.path())), mode(neighbour));
        }
    }
}
