//! Scratch space in the files of a directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use patience_core::open_regular;

use super::files::{Lock, at, is_at, sync_folder, write_beside};
use crate::disk::Scratch;

/// Scratch space of the Gaps solver in the files of its own directory, which is removed at the end
/// unless it is to be kept.
///
/// ```
/// use patience_gaps::Directory;
///
/// let parent = tempfile::tempdir()?;
/// let scratch = Directory::create(parent.path(), "gaps:random/4x13/1")?;
/// drop(scratch);
/// assert!(parent.path().read_dir()?.next().is_none(), "it is removed with its files");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    kept: bool,
    /// Held while the directory is in use, and released before it is removed.
    lock: Option<Lock>,
    /// Sequences written since the last [`sync`](Scratch::sync).
    unsynced: BTreeSet<u32>,
}

/// Number of layers synced in parallel. They share the journal of the file system, so that saving
/// hundreds of layers takes as long as saving a few dozen one after the other.
const SYNCS: usize = 16;

/// The file in a directory that names its deal.
const DEAL: &str = "deal";

impl Directory {
    /// A new directory inside `parent` for a deal, removed at the end. Directories of killed runs
    /// are removed first.
    ///
    /// # Errors
    /// The folder cannot be created; the error names the place.
    pub fn create(parent: &Path, deal: &str) -> io::Result<Self> {
        std::fs::create_dir_all(parent).map_err(|error| at(parent, &error))?;
        remove_abandoned(parent);
        let process = std::process::id();
        for attempt in 0u32.. {
            let path = parent.join(format!("gaps-{process}-{attempt}"));
            match std::fs::create_dir(&path) {
                Ok(()) => match Directory::open(path, deal, false) {
                    // Another run considered it abandoned before its lock was held.
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

    /// Opens the directory at `path` for a deal, with the layers of an earlier run on the same
    /// deal; it is kept while it holds a layer.
    ///
    /// # Errors
    /// The folder cannot be used; the error names the place. Another run may use it, or it may
    /// belong to another deal.
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

    /// The existing layers.
    fn layers(&self) -> io::Result<Vec<u32>> {
        layers(&self.path)
    }
}

/// Checks that a directory belongs to a deal; a new directory is assigned to the deal.
pub(super) fn check_deal(directory: &Path, deal: &str) -> io::Result<()> {
    let file = directory.join(DEAL);
    match open_regular(OpenOptions::new().read(true), &file).and_then(io::read_to_string) {
        Ok(of) if of == deal => Ok(()),
        Ok(_) => Err(io::Error::other(format!("{} belongs to another deal", directory.display()))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let beside = directory.join(format!("{DEAL}.{}.new", std::process::id()));
            write_beside(&beside, &file, &mut |out| out.write_all(deal.as_bytes()))
        }
        Err(error) => Err(at(&file, &error)),
    }
}

/// The numbers of the layers in a directory. Other files are ignored.
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

/// Removes the directories that killed runs left in `parent`: those whose lock is free. Names are
/// ignored, because process numbers are reused. A directory that cannot be removed does no harm.
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
        // The run was killed before it had a lock; or it is about to take one, and will then make
        // another directory.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        _ => return,
    }
    let _ = std::fs::remove_dir(directory);
}

impl Scratch for Directory {
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()> {
        let mut options = OpenOptions::new();
        // A new sequence must not exist; a continued one must.
        let options =
            if length == 0 { options.write(true).create_new(true) } else { options.append(true) };
        let mut file = open_regular(options, &self.file(number))?;
        if file.metadata()?.len() != length {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "its length differs from the recorded one",
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
                let message = format!(
                    "{} is damaged: it is shorter than its recorded length",
                    path.display()
                );
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
        let layers: Vec<u32> = self.unsynced.iter().copied().collect();
        let sync = |number: &u32| {
            let path = self.file(*number);
            let synced = open_regular(OpenOptions::new().append(true), &path)
                .and_then(|file| file.sync_all());
            synced.map_err(|error| at(&path, &error))
        };
        let sync = &sync;
        std::thread::scope(|scope| {
            let mut syncs = Vec::new();
            for share in layers.chunks(layers.len().div_ceil(SYNCS).max(1)) {
                let all = move || share.iter().try_for_each(sync);
                match std::thread::Builder::new().spawn_scoped(scope, all) {
                    Ok(thread) => syncs.push(thread),
                    // The machine has no thread left; this one does the work more slowly.
                    Err(_) => all()?,
                }
            }
            syncs.into_iter().try_for_each(|sync| sync.join().expect("syncing does not panic"))
        })?;
        self.unsynced.clear();
        sync_folder(&self.path).map_err(|error| at(&self.path, &error))
    }

    fn name(&self, number: u32) -> String {
        self.file(number).display().to_string()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        // A directory that cannot be removed is left behind.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> BTreeSet<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    /// A layer that cannot be synced is an error in every thread, and is synced again.
    #[test]
    fn a_layer_that_is_not_synced_is_an_error() {
        let parent = tempfile::tempdir().unwrap();
        let mut scratch = Directory::create(parent.path(), "one").unwrap();
        scratch.sync().unwrap();
        for last in [1, 3 * SYNCS as u32 + 1] {
            (0..=last).for_each(|number| scratch.append(number, 0, b"layer").unwrap());
            for number in [0, last] {
                let (layer, away) = (scratch.file(number), parent.path().join("away"));
                std::fs::rename(&layer, &away).unwrap();
                let error = scratch.sync().unwrap_err().to_string();
                assert!(error.contains(&*layer.display().to_string()), "{error}");
                std::fs::rename(&away, &layer).unwrap();
            }
            scratch.sync().unwrap();
            assert!(scratch.unsynced.is_empty());
            (0..=last).for_each(|number| scratch.remove(number).unwrap());
        }
    }

    #[test]
    fn what_killed_runs_left_is_removed_and_nothing_else() {
        let parent =
            std::env::temp_dir().join(format!("patience-abandoned-{}", std::process::id()));
        let made = |name: &str, files: &[&str]| {
            std::fs::create_dir_all(parent.join(name)).unwrap();
            files.iter().for_each(|file| std::fs::write(parent.join(name).join(file), "").unwrap());
        };
        // A directory with this process's own number, left by an earlier process; one killed at its
        // start; foreign files.
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
            "foreign files stay"
        );
        std::fs::remove_dir_all(&parent).unwrap();
    }
}
