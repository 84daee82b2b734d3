//! Errors of shards.

use std::io;
use std::path::Path;

use crate::store::StoreError;

/// An error while a chunk is [worked on](super::work) or shards are [merged](super::merge).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShardError {
    /// The file system.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// An error of the operating system.
        #[source]
        error: io::Error,
    },
    /// A shard of another study or format.
    #[error(
        "{path}: this is not a shard of this study: {message}; move it away, or restore the \
         study it belongs to"
    )]
    Foreign {
        /// The file.
        path: String,
        /// Description of the error.
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
