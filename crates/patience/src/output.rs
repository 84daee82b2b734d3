//! Atomic writing of files.

use std::ffi::OsString;
use std::fs::{File, canonicalize, metadata, remove_file};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use tempfile::{Builder, NamedTempFile};

use crate::exit::bad_input;
use crate::interrupt::{is_heard, wait_for};

/// The temporary file being written; an interrupt removes it.
static PART: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Writes a file: to a temporary file in the same folder, renamed when complete, so that the old
/// file stays until then. If the path is a link to a file, that file is replaced. Anything that is
/// not a regular file, such as a pipe or `/dev/null`, is written to directly.
pub fn store(path: &Path, bytes: &[u8]) -> io::Result<()> {
    store_by(path, |file| file.write_all(bytes))
}

/// Like [`store`], with the output of `write`.
pub fn store_by<E: From<io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    let path = match metadata(path) {
        Ok(there) if there.is_file() => canonicalize(path)?,
        Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => path.to_owned(),
        // This includes a dangling link: the system creates its target.
        _ => return write(&mut create(path)?),
    };
    let mut beside = {
        let mut part = part();
        let beside = create_beside(&path)?;
        *part = Some(beside.path().to_owned());
        beside
    };
    let written = write(beside.as_file_mut()).and_then(|()| Ok(beside.as_file().sync_all()?));
    let mut part = part();
    // A temporary file that is not renamed is removed when dropped.
    let stored = written
        .and_then(|()| beside.persist(&path).map(|_| ()).map_err(|error| error.error.into()));
    *part = None;
    stored
}

/// Opens a path that is not a regular file. A pipe waits for its reader, until the user interrupts.
fn create(path: &Path) -> io::Result<File> {
    let (sender, opened) = sync_channel(1);
    let path = path.to_owned();
    // The thread blocks in an uninterruptible system call and ends with the program.
    thread::spawn(move || drop(sender.send(File::create(path))));
    wait_for(&opened)?.unwrap_or_else(|| Err(io::Error::other("not opened")))
}

fn part() -> MutexGuard<'static, Option<PathBuf>> {
    PART.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes a partly written file, and prevents further writing: for a program about to end.
pub fn abandon() -> MutexGuard<'static, Option<PathBuf>> {
    let part = part();
    if let Some(beside) = &*part {
        let _ = remove_file(beside);
    }
    part
}

/// The file that an option `--output` names; `None` for standard output (`-`, or no option).
///
/// # Errors
/// [`store`] would fail. Call this before work whose result would otherwise be lost.
pub fn file_named(option: Option<&Path>) -> anyhow::Result<Option<&Path>> {
    let file = option.filter(|path| path.as_os_str() != "-");
    file.map(check).transpose()?;
    Ok(file)
}

/// Returns an input error if [`store`] would fail.
pub fn check(path: &Path) -> anyhow::Result<()> {
    // An interrupt between the two steps would leave the file.
    let _part = part();
    if let Some(why) = would_be_lost(path) {
        let path = path.display();
        return Err(bad_input(format!("cannot write {path}: {why}; expected another file")));
    }
    let checked = match metadata(path) {
        Ok(there) if there.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => Ok(()),
        _ => create_beside(path).and_then(NamedTempFile::close),
    };
    checked.map_err(|error| cannot_write(path, &error))
}

/// The reason why a file is not replaced: a store keeps the results of long work, and the command
/// reads a file that its line names twice.
fn would_be_lost(path: &Path) -> Option<&'static str> {
    let real = canonicalize(path).ok();
    if [Some(path), real.as_deref()].into_iter().flatten().any(is_beside_store) {
        return Some("it belongs to the store of a study");
    }
    let path = real.filter(|path| path.is_file())?;
    let mut start = Vec::new();
    File::open(&path).ok()?.take(16).read_to_end(&mut start).ok()?;
    if start == b"SQLite format 3\0" {
        return Some("it is the store of a study");
    }
    let names = |argument: &OsString| {
        let text = argument.to_string_lossy();
        // `--output=FILE`, `--table NAME=FILE`, `-oFILE`.
        let attached = text.strip_prefix('-').and_then(|option| option.get(1..));
        let values = [Some(&*text), text.split_once('=').map(|(_, file)| file), attached];
        values.into_iter().flatten().any(|file| canonicalize(file).is_ok_and(|it| it == path))
    };
    let twice = std::env::args_os().skip(1).filter(names).count() > 1;
    twice.then_some("the command reads it")
}

/// Whether a file belongs to the store of a study in the same folder: SQLite keeps the last rows in
/// a log there, and a process that owns the store has its own file.
fn is_beside_store(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    name.starts_with("store.sqlite-") && path.with_file_name("store.sqlite").is_file()
}

/// Creates a file that must not exist yet; any failure is an input error.
pub fn create_new(path: &Path) -> anyhow::Result<File> {
    match path.is_dir() {
        true => Err(ErrorKind::IsADirectory.into()),
        false => File::create_new(path),
    }
    .map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => {
            let path = path.display();
            bad_input(format!("{path} already exists; expected the name of a new file"))
        }
        _ => cannot_write(path, &error),
    })
}

fn cannot_write(path: &Path, error: &io::Error) -> anyhow::Error {
    bad_input(format!("cannot write {}: {}", path.display(), reason(error)))
}

/// The reason why a file cannot be made, in plain words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotFound => "its folder does not exist".to_owned(),
        ErrorKind::NotADirectory => "a file has the name of its folder".to_owned(),
        kind => kind.to_string(),
    }
}

/// Creates a temporary file next to another, removed unless it is kept. An interrupt handler must
/// be set beforehand: otherwise an interrupt would end the program here and leave the file.
fn create_beside(path: &Path) -> io::Result<NamedTempFile> {
    debug_assert!(cfg!(test) || is_heard(), "an interrupt would leave the file there");
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut prefix = path.file_name().unwrap_or_default().to_owned();
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(".part");
    // A kept file gets the permissions of the user's mask, like any new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder.unwrap_or(Path::new(".")))
}

#[cfg(test)]
mod tests {
    use super::{check, create_new, store};
    use crate::exit::BadInput;

    #[test]
    fn a_file_is_replaced_and_its_neighbours_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let neighbour = folder.path().join("file.part");
        std::fs::write(&neighbour, "mine").unwrap();
        for text in ["one", "another"] {
            store(&path, text.as_bytes()).unwrap();
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "mine");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
        for nowhere in [folder.path(), &folder.path().join("no/file")] {
            assert!(
                check(nowhere).is_err() && store(nowhere, b"").is_err(),
                "{}",
                nowhere.display()
            );
        }
        let error = check(&folder.path().join("no/file")).unwrap_err();
        assert!(error.is::<BadInput>() && error.to_string().ends_with("its folder does not exist"));
        let error = create_new(&path.join("inside")).unwrap_err();
        assert!(error.to_string().ends_with("a file has the name of its folder"), "{error}");
        assert!(create_new(&path).unwrap_err().to_string().contains("already exists"));
        check(&path).unwrap();
        check(&folder.path().join("new")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    /// A result file has the permissions of any new file.
    #[cfg(unix)]
    #[test]
    fn the_mask_says_who_may_read() {
        use std::os::unix::fs::PermissionsExt;

        let folder = tempfile::tempdir().unwrap();
        let mode =
            |name: &str| std::fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
        std::fs::write(folder.path().join("plain"), "").unwrap();
        store(&folder.path().join("stored"), b"").unwrap();
        assert_eq!(mode("stored"), mode("plain"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_stay_what_they_are() {
        use std::io::Read;
        use std::os::unix::fs::FileTypeExt;

        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("file"), "before").unwrap();
        for (link, file) in [("link", "file"), ("nowhere", "new")] {
            std::os::unix::fs::symlink(file, at(link)).unwrap();
            store(&at(link), b"after").unwrap();
            assert!(at(link).is_symlink(), "{link}");
            assert_eq!(std::fs::read_to_string(at(file)).unwrap(), "after");
        }
        let pipe = at("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        // Opened for reading and writing, so that neither end blocks.
        let mut end = std::fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        store(&pipe, b"through").unwrap();
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let mut read = [0; 7];
        end.read_exact(&mut read).unwrap();
        assert_eq!(&read, b"through");
    }
}
