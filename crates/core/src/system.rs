//! The system's clock, threads and files, behind the feature `std`, which WebAssembly builds omit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the only clock, threads and files that the libraries provide, for their users"
)]

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::environment::Clock;
use crate::scratch::Scratch;
use crate::workers::Workers;

/// The system's clock, from the moment of its creation.
///
/// ```
/// use patience_core::{Clock, WallClock};
///
/// let clock = WallClock::start();
/// assert!(clock.elapsed() <= clock.elapsed());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        WallClock(Instant::now())
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Opens a file. Anything that is not a regular file is rejected: a pipe would block, perhaps
/// forever, and a device need not end.
///
/// ```
/// use patience_core::open_regular;
/// use std::fs::OpenOptions;
///
/// let folder = std::env::temp_dir();
/// assert!(open_regular(OpenOptions::new().read(true), &folder).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// It is not a regular file, or cannot be opened.
pub fn open_regular(options: &OpenOptions, path: &Path) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
        }
        _ => options.open(path),
    }
}

/// A number of threads for a search that can use several.
///
/// ```
/// use patience_core::{Threads, Workers};
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// let count = AtomicU32::new(0);
/// let helper = || _ = count.fetch_add(1, Ordering::Relaxed);
/// Threads(2).run(vec![Box::new(helper)], Box::new(helper));
/// assert_eq!(count.load(Ordering::Relaxed), 2);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn threads(&self) -> usize {
        self.0
    }

    fn run<'scope>(
        &self,
        helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>,
        main: Box<dyn FnOnce() + 'scope>,
    ) {
        std::thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(helper);
            }
            main();
        });
    }
}

/// Scratch space in the files of a new folder, which is removed with them when this is dropped.
/// A run that is killed leaves it behind; nothing in it is ever read by another run.
///
/// ```
/// use patience_core::{Folder, Scratch};
///
/// let parent = std::env::temp_dir();
/// let mut folder = Folder::create_in(&parent)?;
/// folder.append(1, 0, b"a layer")?;
/// assert_eq!(std::io::read_to_string(folder.read(1)?)?, "a layer");
/// let path = folder.path().to_owned();
/// drop(folder);
/// assert!(!path.exists());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder inside another, which must exist.
    ///
    /// # Errors
    /// The folder cannot be created; the error names the place.
    pub fn create_in(parent: &Path) -> io::Result<Folder> {
        for number in 0u32.. {
            let path = parent.join(format!("patience-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let message = format!("{}: {error}", path.display());
                    return Err(io::Error::new(error.kind(), message));
                }
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    fn file(&self, number: u32) -> PathBuf {
        self.0.join(format!("{number}.layer"))
    }
}

impl Scratch for Folder {
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        // A new sequence must not exist yet; one that continues must exist.
        let options = match length {
            0 => options.write(true).create_new(true),
            _ => options.append(true),
        };
        let mut file = open_regular(options, &self.file(number))?;
        if file.metadata()?.len() != length {
            return Err(io::ErrorKind::InvalidData.into());
        }
        file.write_all(bytes)
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        let file = open_regular(OpenOptions::new().read(true), &self.file(number))?;
        Ok(Box::new(BufReader::new(file)))
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        match std::fs::remove_file(self.file(number)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// A new folder has no earlier state to restore.
    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        match lengths.is_empty() {
            true => Ok(()),
            false => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self, number: u32) -> String {
        self.file(number).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing can be done about a folder that cannot be removed.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
