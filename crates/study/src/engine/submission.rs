//! The input of an engine.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::shard::{Done, ShardError};
use crate::spec::Spec;
use crate::store::{Store, StoreError};
use crate::study::Folder;

/// An engine, for which [`prepare`](super::prepare) writes what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Engine {
    /// Slurm, through `sbatch`.
    Slurm,
    /// HyperQueue, through `hq`.
    HyperQueue,
}

/// Input of an engine; [`prepare`](super::prepare) has an example.
pub struct Submission<'a> {
    /// The study.
    pub spec: &'a Spec,
    /// This program's file, which the nodes must see under the same name.
    pub program: PathBuf,
    /// The study's file, likewise; absolute.
    pub study: PathBuf,
    /// The results, likewise; absolute.
    pub results: Folder,
    /// Into how many chunks the study is cut; `None` for as many as its effort wants.
    pub chunks: Option<u64>,
    /// Threads of one task.
    pub threads: usize,
    /// Whether jobs that crashed are run again.
    pub retry: bool,
    /// How often a job that crashes is tried again at once.
    pub retries: u64,
    /// More words for the submit command.
    pub with: &'a [String],
}

/// How often a crashed task is tried again.
pub(super) const RETRIES: u32 = 5;

impl Submission<'_> {
    /// The jobs with a row in the store or in a shard.
    pub(super) fn done(&self) -> Result<Done, ShardError> {
        let store = match Store::read(&self.results.store(), None) {
            Ok(store) => Some(store),
            Err(StoreError::Missing(_)) => None,
            Err(error) => return Err(error.into()),
        };
        Done::of(self.spec, &self.results.shards(), store.as_ref(), self.retry)
    }

    /// Where the engine's files are.
    pub(super) fn folder(&self) -> PathBuf {
        self.results.0.join("engine")
    }
}
