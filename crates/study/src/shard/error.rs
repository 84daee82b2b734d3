//! What can go wrong with shards.

use std::io;
use std::path::Path;

use crate::store::StoreError;

/// What can go wrong with shards, when a chunk is [worked on](super::work) and when they are
/// [merged](super::merge).
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
        "{path}: this is not a shard of this study: {message}; move it away, or bring back the study that it is of"
    )]
    Foreign {
        /// The file.
        path: String,
        /// What is wrong.
        message: String,
    },
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ShardError {
    pub(super) fn in_file(path: &Path) -> impl Fn(io::Error) -> ShardError + use<> {
        let path = path.display().to_string();
        move |error| ShardError::File { path: path.clone(), error }
    }
}
