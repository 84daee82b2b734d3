//! The folder through which several processes decide one deal of Gaps together.
//!
//! Part N has a file `N.part` once it is decided, `N.begun` before that, and `N.lock`, held by the
//! process that works on it; the system releases it when the process ends. Files are written under
//! a temporary name and renamed, so each is complete.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use patience_core::open_regular;

use super::directory::check_deal;
use super::files::{Lock, at, write_beside};
use crate::parts::PartStore;

/// Time for which an idle process waits for others.
const PAUSE: Duration = Duration::from_millis(20);

/// A folder that the processes share, directly or by copying files.
///
/// ```
/// use patience_gaps::{PartStore, PartsFolder};
/// use std::time::Duration;
///
/// let shared = tempfile::tempdir()?;
/// let open = || {
///     PartsFolder::open(
///         shared.path().join("deal"),
///         "gaps:random/4x13/1",
///         Duration::from_secs(60),
///     )
/// };
/// let (mut one, mut other) = (open()?, open()?);
/// assert!(one.claim(3)? && !other.claim(3)?, "only one process works on a part");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct PartsFolder {
    path: PathBuf,
    every: Duration,
    last: Instant,
    claimed: Option<Lock>,
}

impl PartsFolder {
    /// Opens the folder at `path` for a deal, and creates it if it is missing; unfinished parts are
    /// saved at most once per `every`.
    ///
    /// # Errors
    /// The folder cannot be used; the error names the place. It may belong to another deal.
    pub fn open(path: PathBuf, deal: &str, every: Duration) -> io::Result<Self> {
        std::fs::create_dir_all(&path).map_err(|error| at(&path, &error))?;
        // Processes that start at once write the same content.
        check_deal(&path, deal)?;
        Ok(PartsFolder { path, every, last: Instant::now(), claimed: None })
    }

    fn file(&self, part: u32, is_decided: bool) -> PathBuf {
        self.path.join(format!("{part}.{}", if is_decided { "part" } else { "begun" }))
    }
}

impl PartStore for PartsFolder {
    fn claim(&mut self, part: u32) -> io::Result<bool> {
        match Lock::take(self.path.join(format!("{part}.lock"))) {
            Ok(lock) => self.claimed = Some(lock),
            Err(error) if error.kind() == io::ErrorKind::ResourceBusy => return Ok(false),
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    fn release(&mut self) {
        self.claimed = None;
    }

    fn decided(&mut self) -> io::Result<Vec<u32>> {
        let mut parts = Vec::new();
        for entry in std::fs::read_dir(&self.path).map_err(|error| at(&self.path, &error))? {
            let path = entry.map_err(|error| at(&self.path, &error))?.path();
            let number: Option<u32> = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
            parts.extend(number.filter(|number| path == self.file(*number, true)));
        }
        parts.sort_unstable();
        Ok(parts)
    }

    fn save(
        &mut self,
        part: u32,
        is_decided: bool,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.last = Instant::now();
        // Only the holder of the lock writes; the process number makes the name unique even if
        // locks do not work.
        let beside = self.path.join(format!("{part}.{}.new", std::process::id()));
        let written = write_beside(&beside, &self.file(part, is_decided), write);
        if written.is_err() {
            let _ = std::fs::remove_file(&beside);
        } else if is_decided {
            let _ = std::fs::remove_file(self.file(part, false));
        }
        written
    }

    fn load(&mut self, part: u32, is_decided: bool) -> io::Result<Option<(Box<dyn Read>, u64)>> {
        let path = self.file(part, is_decided);
        let file: File = match open_regular(OpenOptions::new().read(true), &path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        let length = file.metadata()?.len();
        Ok(Some((Box::new(BufReader::new(file)), length)))
    }

    fn is_due(&mut self) -> bool {
        self.last.elapsed() >= self.every
    }

    fn wait(&mut self) {
        std::thread::sleep(PAUSE);
    }

    fn name(&self, part: u32, is_decided: bool) -> String {
        self.file(part, is_decided).display().to_string()
    }
}
