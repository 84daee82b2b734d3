//! Errors of an engine.

use std::path::Path;

use crate::shard::ShardError;

/// An error while a submission is [prepared](super::prepare) or [submitted](super::submit).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A file.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// An error of the operating system.
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
        /// The engine's message.
        message: String,
    },
}

pub(super) fn in_file(path: &Path) -> impl Fn(std::io::Error) -> EngineError + use<> {
    let path = path.display().to_string();
    move |error| EngineError::File { path: path.clone(), error }
}
