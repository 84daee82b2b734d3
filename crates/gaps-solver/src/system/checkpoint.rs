//! Checkpoints in files.

use std::fs::OpenOptions;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use patience_core::open_regular;

use super::files::{Lock, at, with_suffix, write_beside};
use crate::memory::{CHECKPOINT_MAGIC, Checkpoint};

/// A checkpoint in a file. It is written to a temporary file and then renamed, so that a kill at
/// any time leaves the last complete one; a lock file excludes other runs.
///
/// ```
/// use patience_gaps::{Checkpoint, FileCheckpoint};
/// use std::time::Duration;
///
/// let folder = tempfile::tempdir()?;
/// let mut checkpoint =
///     FileCheckpoint::open(folder.path().join("deal.checkpoint"), Duration::from_secs(60))?;
/// checkpoint.save(&mut |file| file.write_all(b"proved facts"))?;
/// assert_eq!(checkpoint.load()?.expect("a file").1, 12, "bytes");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct FileCheckpoint {
    path: PathBuf,
    every: Duration,
    last: Instant,
    _lock: Lock,
}

impl FileCheckpoint {
    /// Opens a checkpoint in the file at `path`, saved at most once per `every` and at the end. If
    /// the path is a link, its target is replaced, and the link stays.
    ///
    /// # Errors
    /// The folder is not writable, or another run uses the checkpoint; the error names the path.
    pub fn open(path: PathBuf, every: Duration) -> io::Result<Self> {
        let path = match path.is_symlink() {
            true => std::fs::canonicalize(&path).map_err(|error| at(&path, &error))?,
            false => path,
        };
        check_folder(&path)?;
        let lock = Lock::take(with_suffix(&path, ".lock"))?;
        let checkpoint = FileCheckpoint { path, every, last: Instant::now(), _lock: lock };
        let beside = checkpoint.beside();
        if is_left_over(&beside).map_err(|error| at(&beside, &error))? {
            std::fs::remove_file(&beside).map_err(|error| at(&beside, &error))?;
        }
        let probe = OpenOptions::new().write(true).create_new(true).open(&beside);
        probe.and_then(|_| std::fs::remove_file(&beside)).map_err(|error| at(&beside, &error))?;
        Ok(checkpoint)
    }

    fn beside(&self) -> PathBuf {
        with_suffix(&self.path, ".new")
    }
}

/// Checks that there is a folder for a file.
fn check_folder(path: &Path) -> io::Result<()> {
    let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(());
    };
    let why = match std::fs::metadata(folder) {
        Ok(found) if found.is_dir() => return Ok(()),
        Ok(_) => "a file has the name of its folder".to_owned(),
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound => "its folder does not exist".to_owned(),
            io::ErrorKind::NotADirectory => "a file has the name of its folder".to_owned(),
            _ => return Err(at(folder, &error)),
        },
    };
    Err(io::Error::new(io::ErrorKind::NotFound, why))
}

/// Whether a file is the beginning of a checkpoint that a killed run was writing.
fn is_left_over(path: &Path) -> io::Result<bool> {
    let file = match open_regular(OpenOptions::new().read(true), path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    let mut begin = Vec::new();
    file.take(CHECKPOINT_MAGIC.len() as u64).read_to_end(&mut begin)?;
    Ok(CHECKPOINT_MAGIC.starts_with(&begin))
}

impl Checkpoint for FileCheckpoint {
    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let written = write_beside(&self.beside(), &self.path, write);
        self.last = Instant::now();
        if written.is_err() {
            let _ = std::fs::remove_file(self.beside());
        }
        written
    }

    fn load(&mut self) -> io::Result<Option<(Box<dyn Read>, u64)>> {
        let metadata = match std::fs::metadata(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            metadata => metadata?,
        };
        let file = open_regular(OpenOptions::new().read(true), &self.path)?;
        let file = BufReader::with_capacity(1 << 16, file);
        Ok(Some((Box::new(file), metadata.len())))
    }

    fn name(&self) -> String {
        self.path.display().to_string()
    }
}
