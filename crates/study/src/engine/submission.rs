//! The data of a submission.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::shard::{Done, ShardError};
use crate::spec::Spec;
use crate::store::{Store, StoreError};
use crate::study::Folder;

/// An engine, for which [`prepare`](super::prepare) writes the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Engine {
    /// Slurm, through `sbatch`.
    Slurm,
    /// HyperQueue, through `hq`.
    HyperQueue,
}

/// A submission to an engine; [`prepare`](super::prepare) has an example.
pub struct Submission<'a> {
    /// The study.
    pub spec: &'a Spec,
    /// Path of this program, which the nodes must see under the same name.
    pub program: PathBuf,
    /// Path of the study's file; absolute, and also visible to the nodes.
    pub study: PathBuf,
    /// The results folder; absolute, and also visible to the nodes.
    pub results: Folder,
    /// The number of chunks; `None` chooses it by the study's effort.
    pub chunks: Option<u64>,
    /// Threads of one task.
    pub threads: usize,
    /// Whether crashed jobs are run again.
    pub retry: bool,
    /// How many times a crashing job is retried immediately.
    pub retries: u64,
    /// More arguments for the submit command.
    pub with: &'a [String],
}

/// How often a crashed task is retried.
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

    /// The folder of the engine's files.
    pub(super) fn folder(&self) -> PathBuf {
        self.results.0.join("engine")
    }
}
