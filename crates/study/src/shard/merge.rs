//! Merging: imports the rows of shards into the store, resuming each file at its last position.

use std::io;
use std::path::Path;
use std::rc::Rc;

use super::attempts::files;
use super::error::ShardError;
use super::file::{self, Mark, Met};
use crate::job::Row;
use crate::provenance::Origin;
use crate::spec::Spec;
use crate::spec::place::Places;
use crate::store::Store;
use crate::store::rows::Merger;

/// Rows per transaction; more do not reduce the time per row.
const BATCH: usize = 20_000;

/// Result of merging ([`merge`]; [`work`](super::work) has an example).
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Merged {
    /// Number of rows new to the store.
    pub added: u64,
    /// Number of rows of jobs that the study does not have; they stay in their files.
    pub others: u64,
    /// Damaged lines; `work` runs their jobs again.
    pub damage: Vec<String>,
    /// Files left unchanged because they belong to another study.
    pub foreign: Vec<ShardError>,
}

/// Imports shards into the store, including unfinished ones, row by row; [`work`](super::work) has
/// an example.
///
/// # Errors
/// The file system's or the store's.
pub fn merge(spec: &Spec, store: &mut Store, folder: &Path) -> Result<Merged, ShardError> {
    store.adopt(spec)?;
    let mut merged = Merged::default();
    if !folder.is_dir() {
        return Ok(merged);
    }
    let (places, study) = (Places::of(spec), spec.fingerprint());
    let mut merger = Merger::new(spec, store)?;
    for path in files(folder, |_| true)? {
        match merge_file(&path, &places, &study, &mut merger, &mut merged) {
            Ok(()) => {}
            // A part may vanish: its worker has just completed it, under another name.
            Err(ShardError::File { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
            Err(foreign @ ShardError::Foreign { .. }) => merged.foreign.push(foreign),
            Err(error) => return Err(error),
        }
    }
    Ok(merged)
}

fn merge_file(
    path: &Path,
    places: &Places<'_>,
    study: &str,
    merger: &mut Merger<'_>,
    merged: &mut Merged,
) -> Result<(), ShardError> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let from = merger.mark(&name, study)?.map(|(bytes, header)| Mark { bytes, header });
    let from = from.unwrap_or_default();
    let is_new = from.bytes == 0;
    let (mut batch, mut ours, mut others): (Vec<(Rc<Origin>, Row)>, u64, u64) = (Vec::new(), 0, 0);
    let mut put = |batch: &mut Vec<(Rc<Origin>, Row)>, mark: &Mark| {
        let added = merger.add(batch, (&name, study, mark.bytes, &mark.header))?;
        batch.clear();
        merged.added += added;
        Ok::<(), ShardError>(())
    };
    let mark = file::read(path, places, from.clone(), |met, mark| {
        match met {
            Met::Row(origin, row) => {
                ours += 1;
                batch.push((origin, *row));
            }
            Met::Other => others += 1,
            Met::Damage(words) => merged.damage.push(words),
        }
        if batch.len() >= BATCH { put(&mut batch, mark) } else { Ok(()) }
    })?;
    if is_new && ours == 0 && others > 0 {
        let message = format!("none of its {others} rows is of a job of this study");
        return Err(ShardError::Foreign { path: path.display().to_string(), message });
    }
    merged.others += others;
    if mark != from { put(&mut batch, &mark) } else { Ok(()) }
}
