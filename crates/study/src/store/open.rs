//! Opening a store: for writing, for reading, and on read-only file systems.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::error::{SCHEMA, StoreError, fault};
use super::file_system::{self, Journal};
use crate::functions;
use crate::unique;

/// Application id that marks an SQLite file as a store: `PtSt`.
const APPLICATION: u32 = 0x5074_5374;

/// Purpose of opening a store.
#[derive(Clone, Copy, Debug)]
pub(super) enum Access {
    /// Reading and writing.
    Write,
    /// Reading. A query still running at `until` fails.
    Read { until: Option<Instant> },
}

/// Creates an empty store unless the file exists. The store appears with all its tables or not at
/// all, so a file without them is damaged.
pub(super) fn make(path: &Path) -> Result<(), StoreError> {
    let in_file = |path: &Path| {
        let path = path.display().to_string();
        move |error| StoreError::File { path, error }
    };
    if fs::symlink_metadata(path).is_ok() {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(in_file(folder))?;
    }
    let new = beside(path, &format!(".{}.new", unique::name()));
    let fill = || -> rusqlite::Result<()> {
        let connection = Connection::open(&new)?;
        connection.execute_batch("BEGIN")?;
        connection.execute_batch(include_str!("../schema.sql"))?;
        connection.pragma_update(None, "user_version", SCHEMA)?;
        connection.pragma_update(None, "application_id", APPLICATION)?;
        connection.execute_batch("COMMIT")
    };
    let filled = fill().map_err(|error| fault(&new.display().to_string(), error)).and_then(|()| {
        match fs::hard_link(&new, path) {
            Ok(()) => Ok(()),
            // Another process has created the store in the meantime.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            // The file system has no links, and renaming could replace a store that another process
            // has just created.
            Err(_) if fs::symlink_metadata(path).is_ok() => Ok(()),
            Err(_) => fs::rename(&new, path).map_err(in_file(path)),
        }
    });
    let _ = fs::remove_file(&new);
    filled
}

/// Opens a store that exists.
pub(super) fn connect(path: &Path, access: Access) -> Result<Connection, StoreError> {
    let label = path.display().to_string();
    let length = match fs::metadata(path) {
        Ok(file) if file.is_file() => file.len(),
        Ok(_) => {
            return Err(StoreError::Irregular(label));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(StoreError::Missing(label));
        }
        Err(error) => return Err(StoreError::File { path: label, error }),
    };
    if length == 0 {
        return Err(StoreError::Damaged { path: label, message: "it is empty".to_owned() });
    }
    let prepared = match access {
        Access::Write => patiently(|| {
            for_writing(path, file_system::journal(path.parent().unwrap_or(Path::new(""))))
        }),
        Access::Read { until } => for_reading(path, until),
    };
    let (connection, found) = prepared.map_err(|error| match error {
        Refusal::Database(error) => fault(&label, error),
        Refusal::Words(message) => StoreError::Unreadable { path: label.clone(), message },
        Refusal::Schema(found) => StoreError::Schema { path: label.clone(), found },
        Refusal::Foreign => {
            let message = "it is an SQLite file, but not one of Patience".to_owned();
            StoreError::Damaged { path: label.clone(), message }
        }
    })?;
    // Data still in the journal may lie beyond the end of the file.
    if found.bytes > length && journal_is_empty(path) {
        let message = format!("it has {length} bytes of {}", found.bytes);
        return Err(StoreError::Damaged { path: label, message });
    }
    Ok(connection)
}

/// The reason why a store cannot be opened.
enum Refusal {
    Database(rusqlite::Error),
    Words(String),
    /// A store of another version.
    Schema(u32),
    /// There is no store.
    Foreign,
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        Refusal::Database(error)
    }
}

/// Content of a store's header.
struct Found {
    /// The file's length.
    bytes: u64,
}

/// Reads the header before anything in the file is changed.
fn header(connection: &Connection) -> Result<Found, Refusal> {
    let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0));
    let (application, schema) =
        (number("PRAGMA application_id")? as u32, number("PRAGMA user_version")? as u32);
    match (application, schema) {
        (APPLICATION, SCHEMA) => {
            Ok(Found { bytes: (number("PRAGMA page_count")? * number("PRAGMA page_size")?) as u64 })
        }
        (APPLICATION, found) => Err(Refusal::Schema(found)),
        _ => Err(Refusal::Foreign),
    }
}

/// SQLite does not wait for other processes while it switches or recovers a journal, so we wait.
fn patiently<T>(mut attempt: impl FnMut() -> Result<T, Refusal>) -> Result<T, Refusal> {
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        match attempt() {
            Err(Refusal::Database(error)) if is_busy(&error) && Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(5));
            }
            result => return result,
        }
    }
}

pub(super) fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn for_writing(path: &Path, journal: Journal) -> Result<(Connection, Found), Refusal> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(60))?;
    let found = header(&connection)?;
    // In write-ahead mode a committed row survives the death of any process; only a failing machine
    // can lose the most recent rows. A rollback journal waits for the disk.
    let (wanted, synchronous) = match journal {
        Journal::WriteAhead => ("wal", "NORMAL"),
        Journal::Rollback => ("delete", "FULL"),
    };
    let mode: String =
        connection.query_row(&format!("PRAGMA journal_mode = {wanted}"), [], |row| row.get(0))?;
    if mode != wanted {
        let message = match journal {
            Journal::Rollback => {
                "it lies on a network file system and is open on another machine in write-ahead \
                 mode"
            }
            Journal::WriteAhead => "its file system does not allow write-ahead mode",
        };
        return Err(Refusal::Words(message.to_owned()));
    }
    connection.execute_batch(&format!(
        "PRAGMA synchronous = {synchronous}; PRAGMA cache_size = -65536;"
    ))?;
    functions::add(&connection)?;
    Ok((connection, found))
}

fn for_reading(path: &Path, until: Option<Instant>) -> Result<(Connection, Found), Refusal> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let attempt = |name: &Path, flags: OpenFlags| -> Result<(Connection, Found), Refusal> {
        let mut connection = Connection::open_with_flags(name, flags)?;
        connection.busy_timeout(Duration::from_secs(5))?;
        if let Some(until) = until {
            connection.progress_handler(10_000, Some(move || Instant::now() > until))?;
        }
        functions::add(&connection)?;
        let found = header(&connection)?;
        // Write-ahead mode needs a writable index even for reading: this detects whether it has
        // one.
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
        functions::only_read(&mut connection)?;
        Ok((connection, found))
    };
    match attempt(path, flags) {
        Err(Refusal::Database(error)) if nothing_can_be_written(&error) => {}
        result => return result,
    }
    if !journal_is_empty(path) {
        let message = "this place is read-only, and the journal (`-wal`) has rows that are not in \
                       the store yet; copy both files to a writable place, or open the store once \
                       in its original place";
        return Err(Refusal::Words(message.to_owned()));
    }
    // No process writes, or an index would exist: the file does not change while it is read.
    attempt(&unchanging(path), flags | OpenFlags::SQLITE_OPEN_URI)
}

fn nothing_can_be_written(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly))
}

fn journal_is_empty(path: &Path) -> bool {
    ["-wal", "-journal"]
        .iter()
        .all(|end| fs::metadata(beside(path, end)).map_or(true, |file| file.len() == 0))
}

/// The URI with which SQLite opens an unchanging file.
fn unchanging(path: &Path) -> PathBuf {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let mut name = String::from("file:");
    for byte in absolute.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' | b':' => {
                name.push(char::from(*byte))
            }
            byte => name += &format!("%{byte:02X}"),
        }
    }
    (name + "?immutable=1").into()
}

/// Returns a file next to the store whose name extends the store's.
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(end);
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_network_file_system_there_is_no_write_ahead_journal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s ? # % ä.sqlite");
        make(&path).unwrap();
        let modes = [
            (Journal::WriteAhead, "wal"),
            (Journal::Rollback, "delete"),
            (Journal::WriteAhead, "wal"),
        ];
        for (journal, mode) in modes {
            let Ok((connection, _)) = for_writing(&path, journal) else {
                panic!("{journal:?} cannot be used")
            };
            let found: String =
                connection.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
            assert_eq!(found, mode);
            connection
                .execute(
                    "INSERT INTO sets (name, position) VALUES (?1, 1)",
                    [mode.to_owned() + &unique::name()],
                )
                .unwrap();
            assert_eq!(beside(&path, "-wal").exists(), journal == Journal::WriteAhead);
        }
        // While one machine has it open in write-ahead mode, another cannot open it on a network
        // file system.
        let Ok(_first) = for_writing(&path, Journal::WriteAhead) else { panic!() };
        let second = for_writing(&path, Journal::Rollback);
        assert!(
            matches!(&second, Err(Refusal::Words(_)))
                || matches!(&second, Err(Refusal::Database(e)) if is_busy(e))
        );
    }

    #[test]
    fn a_file_that_cannot_change_is_read_whatever_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s ? # % ä.sqlite");
        make(&path).unwrap();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(unchanging(&path), flags).unwrap();
        assert!(header(&connection).is_ok_and(|found| found.bytes > 0));
    }
}
