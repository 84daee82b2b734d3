//! The system's clock, threads and files, behind the feature `std`, which WebAssembly builds omit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the only clock, threads and files that the libraries provide, for their users"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::environment::Clock;
use crate::scratch::Scratch;
use crate::workers::Workers;

/// The system's clock, which counts from the moment of its creation.
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
/// forever, and a device may be endless.
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

/// Scratch space in the files of a folder: a new one, which is removed with them when this is
/// dropped, or one that is kept, so that a search that was killed can be resumed.
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
pub struct Folder {
    path: PathBuf,
    /// Locked while a folder that is kept is in use.
    lock: Option<File>,
    /// Sequences written since the last [`sync`](Scratch::sync).
    unsynced: BTreeSet<u32>,
}

impl Folder {
    /// A new folder inside another, which must exist. A run that is killed leaves it behind; other
    /// runs never read it.
    ///
    /// # Errors
    /// The folder cannot be created; the error names the place.
    pub fn create_in(parent: &Path) -> io::Result<Folder> {
        for number in 0u32.. {
            let path = parent.join(format!("patience-{}-{number}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Folder { path, lock: None, unsynced: BTreeSet::new() }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(named(&path, &error)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// A folder that is kept, with the sequences that are in it; created if it does not exist. It
    /// belongs to one search: files there that it does not know are removed if they end in
    /// `.layer`.
    ///
    /// ```
    /// use patience_core::{Folder, Scratch};
    ///
    /// let parent = Folder::create_in(&std::env::temp_dir())?;
    /// let path = parent.path().join("kept");
    /// Folder::open(&path)?.append(1, 0, b"a layer")?;
    /// let folder = Folder::open(&path)?;
    /// assert_eq!(std::io::read_to_string(folder.read(1)?)?, "a layer");
    /// assert!(Folder::open(&path).is_err(), "it is in use");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The folder cannot be created, or is in use; the error names the place.
    pub fn open(path: &Path) -> io::Result<Folder> {
        std::fs::create_dir_all(path).map_err(|error| named(path, &error))?;
        let place = path.join("lock");
        let mut options = OpenOptions::new();
        let lock = options.create(true).truncate(false).write(true).open(&place);
        let lock = lock.map_err(|error| named(&place, &error))?;
        lock.try_lock().map_err(|error| named(&place, &error.into()))?;
        Ok(Folder { path: path.to_owned(), lock: Some(lock), unsynced: BTreeSet::new() })
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn file(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number}.layer"))
    }

    /// The sequences in the folder.
    fn numbers(&self) -> io::Result<Vec<u32>> {
        let mut numbers = Vec::new();
        for entry in std::fs::read_dir(&self.path)? {
            let name = entry?.file_name();
            let stem = name.to_str().and_then(|name| name.strip_suffix(".layer"));
            let number: Option<u32> = stem.and_then(|stem| stem.parse().ok());
            numbers.extend(number);
        }
        Ok(numbers)
    }
}

/// The error with its place.
fn named(place: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", place.display()))
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
        self.unsynced.insert(number);
        file.write_all(bytes)
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        let file = open_regular(OpenOptions::new().read(true), &self.file(number))?;
        Ok(Box::new(BufReader::new(file)))
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.unsynced.remove(&number);
        match std::fs::remove_file(self.file(number)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        for (&number, &length) in lengths {
            let place = self.file(number);
            let there = std::fs::metadata(&place).map_err(|error| named(&place, &error))?;
            if there.len() < length {
                let error = io::Error::new(io::ErrorKind::InvalidData, "it is too short");
                return Err(named(&place, &error));
            }
        }
        for number in self.numbers()? {
            let place = self.file(number);
            let restored = match lengths.get(&number) {
                None => std::fs::remove_file(&place),
                Some(length) => {
                    let file = open_regular(OpenOptions::new().write(true), &place)?;
                    file.set_len(*length)
                }
            };
            restored.map_err(|error| named(&place, &error))?;
        }
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.lock.is_none() {
            // After a crash, nothing reads a folder that is not kept.
            return Ok(());
        }
        for number in std::mem::take(&mut self.unsynced) {
            let place = self.file(number);
            let file = open_regular(OpenOptions::new().write(true), &place);
            file.and_then(|file| file.sync_all()).map_err(|error| named(&place, &error))?;
        }
        // On other systems, folders cannot be opened as files.
        if cfg!(unix) {
            let folder = File::open(&self.path).and_then(|folder| folder.sync_all());
            folder.map_err(|error| named(&self.path, &error))?;
        }
        Ok(())
    }

    fn name(&self, number: u32) -> String {
        self.file(number).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.lock.is_none() {
            // A folder that cannot be removed is left behind.
            let _ = std::fs::remove_dir_all(&self.path);
        }
    }
}
