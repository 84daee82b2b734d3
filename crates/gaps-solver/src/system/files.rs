//! Locks, and atomic replacement of files by writing a temporary file and renaming it.

use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use patience_core::open_regular;

/// Adds the path to an error.
pub(super) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The path with a suffix added to its name.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Ensures that the names in a folder survive a crash, if the system supports it.
pub(super) fn sync_folder(path: &Path) -> io::Result<()> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// Writes a temporary file and renames it, so that it appears complete and survives a crash.
pub(super) fn write_beside(
    beside: &Path,
    path: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut out = BufWriter::new(File::create(beside)?);
    write(&mut out)?;
    out.flush()?;
    out.get_ref().sync_all()?;
    std::fs::rename(beside, path)?;
    path.parent().map_or(Ok(()), sync_folder)
}

/// An empty file that one run holds at a time, and removes at its end. The system releases it when
/// the process ends.
#[derive(Debug)]
pub(super) struct Lock {
    file: File,
    path: PathBuf,
}

impl Lock {
    pub(super) fn take(path: PathBuf) -> io::Result<Self> {
        loop {
            let file = open_regular(OpenOptions::new().create(true).append(true), &path)
                .map_err(|error| at(&path, &error))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    let message = format!("another run uses it, and holds {}", path.display());
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
                }
                Err(TryLockError::Error(error)) => return Err(at(&path, &error)),
            }
            // The file may have been removed between opening and locking, in which case its lock
            // excludes no other process.
            if is_at(&file, &path) {
                return Ok(Lock { file, path });
            }
        }
    }
}

/// Whether an open file still has this name.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    let ids = (file.metadata().map(id), std::fs::metadata(path).map(id));
    matches!(ids, (Ok(one), Ok(other)) if one == other)
}

/// Other systems do not remove open files.
#[cfg(not(unix))]
pub(super) fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file with content existed before; a file that cannot be removed does no harm.
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
