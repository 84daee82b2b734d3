//! The errors of searches on disk.

use std::io;

/// The reason why a search on disk ends without an outcome.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// A sequence cannot be written or read.
    #[error("{name}: {error}")]
    Unusable {
        /// The sequence.
        name: String,
        /// The error of the scratch space.
        #[source]
        error: io::Error,
    },
    /// The scratch space belongs to another search.
    #[error("{name} belongs to a search of another game, or from another start")]
    Foreign {
        /// The record of that search.
        name: String,
    },
    /// A sequence differs from its recorded length or checksum.
    #[error("{name} is damaged: its length or checksum differs")]
    Damaged {
        /// The sequence.
        name: String,
    },
}
