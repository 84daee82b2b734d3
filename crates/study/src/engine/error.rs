//! What can go wrong with an engine.

use std::path::Path;

use crate::shard::ShardError;

/// What can go wrong when a submission is [prepared](super::prepare) and [submitted](super::submit).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        #[source]
        error: std::io::Error,
    },
    /// The shards.
    #[error(transparent)]
    Shard(#[from] ShardError),
    /// The engine's command.
    #[error("`{command}`: {message}")]
    Command {
        /// The command.
        command: String,
        /// What it said.
        message: String,
    },
}

pub(super) fn in_file(path: &Path) -> impl Fn(std::io::Error) -> EngineError + use<> {
    let path = path.display().to_string();
    move |error| EngineError::File { path: path.clone(), error }
}
