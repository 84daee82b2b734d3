//! Errors of a store.

use rusqlite::ErrorCode;

/// The version of the tables. A store of another version is rejected.
pub(crate) const SCHEMA: u32 = 8;

/// An error of a [`Store`](super::Store).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The database reported an error.
    #[error("the store {path}: {error}")]
    Database {
        /// The file.
        path: String,
        /// The error of SQLite.
        #[source]
        error: rusqlite::Error,
    },
    /// A file next to the store.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// An error of the operating system.
        #[source]
        error: std::io::Error,
    },
    /// The file is not a store.
    #[error(
        "{path} is not a store of this version of Patience (schema {found}, expected {SCHEMA}); \
         give another folder with --results"
    )]
    Schema {
        /// The file.
        path: String,
        /// Its version.
        found: u32,
    },
    /// The file is damaged.
    #[error(
        "the store {path} is damaged: {message}; restore a copy of it, or move it away and run \
         the study again"
    )]
    Damaged {
        /// The file.
        path: String,
        /// Description of the damage.
        message: String,
    },
    /// The file cannot be read in place.
    #[error("the store {path} cannot be read: {message}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// The path is not a regular file.
    #[error(
        "the store {0} cannot be read: it is not a regular file; give another folder with --results"
    )]
    Irregular(String),
    /// A row's board differs from that of the existing rows of its instance.
    #[error(
        "the store {path} has rows of another board named {instance}; give another folder with \
         --results"
    )]
    OtherBoard {
        /// The file.
        path: String,
        /// The name.
        instance: String,
    },
    /// The store does not exist yet.
    #[error("{0} does not exist yet; `patience study run` creates it")]
    Missing(String),
}

/// Converts the error of a database; distinguishes damage from other errors.
pub(super) fn fault(path: &str, error: rusqlite::Error) -> StoreError {
    let path = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
            StoreError::Damaged { path, message: error.to_string() }
        }
        _ => StoreError::Database { path, error },
    }
}
