//! Rows in the shards of a folder.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::error::ShardError;
use super::file::{Mark, Met, read};
use crate::job::Row;
use crate::spec::Spec;
use crate::spec::place::Places;

/// The latest attempt at a job, and whether it failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Latest {
    pub attempt: u64,
    pub failed: bool,
}

/// The latest attempts in the files of a folder, by job, and descriptions of damaged lines.
#[derive(Default)]
pub(super) struct Attempts {
    pub latest: HashMap<u64, Latest>,
    pub damage: Vec<String>,
    /// By configuration, the total seconds of its rows and their number.
    pub effort: HashMap<usize, (f64, u64)>,
}

impl Attempts {
    /// Reads the files whose names satisfy a condition.
    pub fn of(
        spec: &Spec,
        folder: &Path,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<Attempts, ShardError> {
        let (places, mut found) = (Places::of(spec), Attempts::default());
        let shards = if folder.is_dir() { files(folder, wanted)? } else { Vec::new() };
        for path in shards {
            let read = read(&path, &places, Mark::default(), |met, _| {
                match met {
                    Met::Row(_, row) => found.row(spec, &row),
                    Met::Other => {}
                    Met::Damage(words) => found.damage.push(words),
                }
                Ok::<(), ShardError>(())
            });
            // A part may vanish when its worker completes and renames it.
            match read {
                Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
                result => drop(result?),
            }
        }
        Ok(found)
    }

    fn row(&mut self, spec: &Spec, row: &Row) {
        self.note(row.job, row.attempt, row.has_failed());
        let effort = self.effort.entry(spec.job(row.job).configuration).or_default();
        *effort = (effort.0 + row.seconds, effort.1 + 1);
    }

    pub fn note(&mut self, job: u64, attempt: u64, failed: bool) {
        let known = self.latest.entry(job).or_insert(Latest { attempt, failed });
        if known.attempt < attempt {
            *known = Latest { attempt, failed };
        }
    }
}

/// The shards and parts in a folder whose names satisfy a condition, in order.
pub(super) fn files(
    folder: &Path,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<PathBuf>, ShardError> {
    let in_folder = ShardError::in_file(folder);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(&in_folder)? {
        let entry = entry.map_err(&in_folder)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        // A pipe would block its reader.
        let is_shard = name.ends_with(".jsonl") || name.ends_with(".part");
        if is_shard && wanted(&name) && entry.path().is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
