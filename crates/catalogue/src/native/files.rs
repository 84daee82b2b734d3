//! Files of the Gaps solver: scratch space and checkpoints, each held by one run at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use patience_gaps::{CHECKPOINT_MAGIC, Checkpoint, Scratch};

/// The error with the path that it is about.
pub(super) fn at(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The path with more at the end of its name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Opens a file. What is there and is no file is refused: a pipe would keep its opener waiting,
/// perhaps for ever, and a device need not end.
///
/// ```
/// use patience_catalogue::native::open_regular;
/// use std::fs::OpenOptions;
///
/// let folder = tempfile::tempdir()?;
/// assert!(open_regular(OpenOptions::new().read(true), folder.path()).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// It is no regular file, or cannot be opened.
pub fn open_regular(options: &OpenOptions, path: &Path) -> io::Result<File> {
    match std::fs::metadata(path) {
        Ok(there) if !there.is_file() => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
        }
        _ => options.open(path),
    }
}

/// Makes sure that the names in a folder outlive a crash, where the system can.
fn sync_folder(path: &Path) -> io::Result<()> {
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    if cfg!(unix) { File::open(path)?.sync_all() } else { Ok(()) }
}

/// An empty file that one run holds at a time, and removes at its end. The system lets go of it
/// with the process.
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
            // It may have been removed between opening and locking: then it holds nobody else off.
            if is_at(&file, &path) {
                return Ok(Lock { file, path });
            }
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata().map(id), std::fs::metadata(path).map(id)), (Ok(one), Ok(other)) if one == other)
}

/// Elsewhere an open file is not removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A file with anything in it was here before; and what cannot be removed does no harm.
        if self.file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// Scratch space of the Gaps solver in the files of a directory of its own, which goes with it
/// unless it is to be kept.
///
/// ```
/// use patience_catalogue::native::Directory;
///
/// let parent = tempfile::tempdir()?;
/// let scratch = Directory::create(parent.path(), "gaps:random/4x13/1")?;
/// drop(scratch);
/// assert!(parent.path().read_dir()?.next().is_none(), "it goes with its files");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    kept: bool,
    /// Held as long as the directory is in use, and let go before it is removed.
    lock: Option<Lock>,
    /// What was written since the last [`sync`](Scratch::sync).
    unsynced: BTreeSet<u32>,
}

/// The file in a directory that says what it is for.
const DEAL: &str = "deal";

impl Directory {
    /// A new directory inside `parent` for a deal, removed at the end. Those that killed runs left
    /// there are removed first.
    ///
    /// # Errors
    /// What went wrong, and where.
    pub fn create(parent: &Path, deal: &str) -> io::Result<Self> {
        std::fs::create_dir_all(parent).map_err(|error| at(parent, &error))?;
        remove_abandoned(parent);
        let process = std::process::id();
        for attempt in 0u32.. {
            let path = parent.join(format!("gaps-{process}-{attempt}"));
            match std::fs::create_dir(&path) {
                Ok(()) => match Directory::open(path, deal, false) {
                    // Another run took it for abandoned before its lock was held.
                    Err(error)
                        if matches!(
                            error.kind(),
                            io::ErrorKind::ResourceBusy | io::ErrorKind::NotFound
                        ) => {}
                    opened => return opened,
                },
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(at(&path, &error)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// The directory at `path` for a deal, with what an earlier run on the same deal left in it; it
    /// stays as long as there is a layer in it.
    ///
    /// # Errors
    /// What went wrong, and where; also that another run uses it, or that it is another deal's.
    pub fn keep(path: PathBuf, deal: &str) -> io::Result<Self> {
        std::fs::create_dir_all(&path).map_err(|error| at(&path, &error))?;
        Directory::open(path, deal, true)
    }

    fn open(path: PathBuf, deal: &str, kept: bool) -> io::Result<Self> {
        let lock = Lock::take(path.join("lock"))?;
        check_deal(&path, deal)?;
        Ok(Directory { path, kept, lock: Some(lock), unsynced: BTreeSet::new() })
    }

    fn file(&self, number: u32) -> PathBuf {
        layer_file(&self.path, number)
    }

    /// The layers that there are.
    fn layers(&self) -> io::Result<Vec<u32>> {
        layers(&self.path)
    }
}

/// Makes sure that a directory is for a deal; a new one is from now on.
pub(super) fn check_deal(directory: &Path, deal: &str) -> io::Result<()> {
    let file = directory.join(DEAL);
    match open_regular(OpenOptions::new().read(true), &file).and_then(io::read_to_string) {
        Ok(of) if of == deal => Ok(()),
        Ok(_) => Err(io::Error::other(format!("{} is of another deal", directory.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let beside = directory.join(format!("{DEAL}.{}.new", std::process::id()));
            write_beside(&beside, &file, &mut |out| out.write_all(deal.as_bytes()))
        }
        Err(error) => Err(at(&file, &error)),
    }
}

/// Writes a file beside its place and puts it there, whole, so that it outlives a crash.
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

/// The numbers of the layers in a directory. Files that are none of ours are left alone.
fn layers(directory: &Path) -> io::Result<Vec<u32>> {
    let mut layers = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(|error| at(directory, &error))? {
        let path = entry.map_err(|error| at(directory, &error))?.path();
        let number: Option<u32> = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        layers.extend(number.filter(|number| path == layer_file(directory, *number)));
    }
    Ok(layers)
}

fn layer_file(directory: &Path, number: u32) -> PathBuf {
    directory.join(format!("{number}.layer"))
}

/// Removes the directories that runs left in `parent` when they were killed: those whose lock
/// nobody holds. The name does not count, because the number of a dead process is given to others.
/// What cannot be removed does no harm.
fn remove_abandoned(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let numbers = name.to_str().and_then(|name| name.strip_prefix("gaps-")?.split_once('-'));
        let is_ours =
            numbers.is_some_and(|(a, b)| [a, b].iter().all(|number| number.parse::<u32>().is_ok()));
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_if_abandoned(&entry.path());
        }
    }
}

fn remove_if_abandoned(directory: &Path) {
    let lock = directory.join("lock");
    match open_regular(OpenOptions::new().append(true), &lock) {
        Ok(file) if file.try_lock().is_ok() && is_at(&file, &lock) => {
            for number in layers(directory).unwrap_or_default() {
                let _ = std::fs::remove_file(layer_file(directory, number));
            }
            let _ = std::fs::remove_file(directory.join(DEAL));
            let _ = std::fs::remove_file(&lock);
        }
        // Killed before it had a lock; or about to take one, and then it makes another directory.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        _ => return,
    }
    let _ = std::fs::remove_dir(directory);
}

impl Scratch for Directory {
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        // One that is begun must not be there, one that goes on must.
        let options =
            if length == 0 { options.write(true).create_new(true) } else { options.append(true) };
        let mut file = open_regular(options, &self.file(number))?;
        if file.metadata()?.len() != length {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "its length is not that of what was written",
            ));
        }
        self.unsynced.insert(number);
        file.write_all(bytes)
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(BufReader::new(open_regular(
            OpenOptions::new().read(true),
            &self.file(number),
        )?)))
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
            let path = self.file(number);
            if std::fs::metadata(&path).map_err(|error| at(&path, &error))?.len() < length {
                let message =
                    format!("{} is damaged: it is shorter than what was written", path.display());
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        for number in self.layers()? {
            let path = self.file(number);
            let restored = match lengths.get(&number) {
                Some(&length) => open_regular(OpenOptions::new().write(true), &path)
                    .and_then(|file| file.set_len(length)),
                None => std::fs::remove_file(&path),
            };
            restored.map_err(|error| at(&path, &error))?;
        }
        self.unsynced.clear();
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        while let Some(number) = self.unsynced.pop_first() {
            let path = self.file(number);
            let synced = open_regular(OpenOptions::new().append(true), &path)
                .and_then(|file| file.sync_all());
            synced.map_err(|error| at(&path, &error))?;
        }
        sync_folder(&self.path).map_err(|error| at(&self.path, &error))
    }

    fn name(&self, number: u32) -> String {
        self.file(number).display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // Nothing can be done about a directory that cannot be removed.
        if !self.kept {
            drop(self.lock.take());
            let _ = std::fs::remove_dir_all(&self.path);
        } else if self.layers().is_ok_and(|layers| layers.is_empty()) {
            let _ = std::fs::remove_file(self.path.join(DEAL));
            drop(self.lock.take());
            let _ = std::fs::remove_dir(&self.path);
        }
    }
}

/// A checkpoint in a file. It is written beside the file and then renamed, so that a kill at any
/// time leaves the last whole one; a third file beside it keeps other runs off.
///
/// ```
/// use patience_catalogue::native::FileCheckpoint;
/// use patience_gaps::Checkpoint;
/// use std::time::Duration;
///
/// let folder = tempfile::tempdir()?;
/// let mut checkpoint = FileCheckpoint::open(folder.path().join("deal.checkpoint"), Duration::from_secs(60))?;
/// checkpoint.save(&mut |file| file.write_all(b"what is known"))?;
/// assert_eq!(checkpoint.load()?.expect("a file").1, 13, "bytes");
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
    /// A checkpoint in the file at `path`, to be saved no more often than `every` and at the end.
    /// Where a link leads to a file, that file is replaced, and the link stays.
    ///
    /// # Errors
    /// What went wrong, and where: nothing can be written beside it, or another run uses it.
    pub fn open(path: PathBuf, every: Duration) -> io::Result<Self> {
        let path = match path.is_symlink() {
            true => std::fs::canonicalize(&path).map_err(|error| at(&path, &error))?,
            false => path,
        };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn what_killed_runs_left_is_removed_and_nothing_else() {
        let parent =
            std::env::temp_dir().join(format!("patience-abandoned-{}", std::process::id()));
        let made = |name: &str, files: &[&str]| {
            std::fs::create_dir_all(parent.join(name)).unwrap();
            files.iter().for_each(|file| std::fs::write(parent.join(name).join(file), "").unwrap());
        };
        // This very process's number, as if it had been another's before; one killed at its
        // beginning; files of others.
        let number = std::process::id();
        made(&format!("gaps-{number}-0"), &["lock", "deal", "3.layer", "4.layer"]);
        made("gaps-1-7", &[]);
        made("gaps-2-0", &["lock", "notes"]);
        made("gaps-x-0", &["lock"]);
        made("other", &["lock"]);
        let live = Directory::create(&parent, "one").unwrap();
        assert_eq!(live.path, parent.join(format!("gaps-{number}-0")), "the number is free again");
        let second = Directory::create(&parent, "two").unwrap();
        assert!(live.path.join("lock").exists() && second.path != live.path, "a live run's stays");
        drop((live, second));
        assert_eq!(names(&parent), ["gaps-2-0", "gaps-x-0", "other"].map(str::to_owned).into());
        assert_eq!(
            names(&parent.join("gaps-2-0")),
            ["notes".to_owned()].into(),
            "what is none of ours stays"
        );
        std::fs::remove_dir_all(&parent).unwrap();
    }
}
