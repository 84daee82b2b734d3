//! Owners of claims.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::open::beside;

/// This process as the owner of claims.
pub(super) struct Owner {
    pub id: i64,
    pub origin: i64,
    pub lock: PathBuf,
    /// Locked while it is open.
    pub _file: File,
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// The file that an owner of claims locks.
pub(super) fn lock_path(store: &Path, owner: i64) -> PathBuf {
    beside(store, &format!("-owner-{owner}"))
}
