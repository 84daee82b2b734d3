//! A file of rows; one command may add to it while others read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use patience_catalogue::Instance;
use patience_catalogue::boards::MAX_LINE_BYTES;
use patience_catalogue::gaps::RedealRule;
use patience_core::open_regular;
use serde::de::IgnoredAny;

use super::asked::Asked;
use super::row::{Deal, Row};
use crate::exit::bad_input;
use crate::output::reason;

/// The beginning of every row.
const BEGIN: &str = "{\"instance\":";

/// The rows of a file, by board, rules, redeal rule and number of redeals.
#[derive(Default)]
pub struct Rows {
    path: PathBuf,
    /// All rows of each deal, never empty. The last one counts in the rates.
    rows: Vec<Vec<Row>>,
    places: HashMap<Deal, usize>,
    /// The file to add rows to, locked for this program; `None` if none are added.
    file: Option<File>,
    /// Whether the file is new.
    is_new: bool,
}

/// A command that stores no answer must not leave an empty file.
impl Drop for Rows {
    fn drop(&mut self) {
        if self.is_new && self.rows.is_empty() {
            // Otherwise an empty file remains.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl Rows {
    /// Reads a file; creates it if rows are to be added and it does not exist. An incomplete last
    /// row is skipped, and removed before rows are added; a last row that only lacks its line end
    /// counts.
    ///
    /// # Errors
    /// The file cannot be read or extended, has a line that is not a row, or is in use by another
    /// program.
    pub fn open(path: &Path, adds: bool) -> Result<Rows> {
        if path.as_os_str() == "-" {
            return Err(bad_input("rows are stored in a file; expected its name instead of `-`"));
        }
        let fault = |error: std::io::Error| {
            let why = if adds { reason(&error) } else { error.to_string() };
            bad_input(format!("cannot open {}: {why}", path.display()))
        };
        let is_new = adds && !path.exists();
        let mut options = File::options();
        options.read(true).write(adds).create(adds).truncate(false);
        let mut file = open_regular(&options, path).map_err(|error| match error.kind() {
            ErrorKind::InvalidInput => {
                bad_input(format!("cannot store rows in {}; expected a file", path.display()))
            }
            _ => fault(error),
        })?;
        if adds {
            file.try_lock().map_err(|error| match std::io::Error::from(error) {
                error if error.kind() == ErrorKind::WouldBlock => {
                    bad_input(format!("another program is adding rows to {}", path.display()))
                }
                error => fault(error),
            })?;
        }
        let mut rows = Rows {
            path: path.to_owned(),
            rows: Vec::new(),
            places: HashMap::new(),
            file: None,
            is_new: false,
        };
        let (whole, is_ended) = rows.read(&file)?;
        if adds {
            file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(fault)?;
            if !is_ended {
                file.write_all(b"\n").map_err(fault)?;
            }
            (rows.file, rows.is_new) = (Some(file), is_new);
        }
        Ok(rows)
    }

    /// Reads all rows and returns the end of the last one, and whether it has a line end.
    fn read(&mut self, file: &File) -> Result<(u64, bool)> {
        let mut reader = BufReader::new(file);
        let (mut whole, mut bytes) = (0, Vec::new());
        for number in 1.. {
            bytes.clear();
            let of_file = || format!("cannot read {}", self.path.display());
            let length = (&mut reader)
                .take(MAX_LINE_BYTES + 1)
                .read_until(b'\n', &mut bytes)
                .with_context(of_file)?;
            let fault =
                |what: &str| bad_input(format!("{}: line {number}: {what}", self.path.display()));
            let is_ended = bytes.last() == Some(&b'\n');
            // An incomplete row is not valid JSON.
            if !is_ended && serde_json::from_slice::<IgnoredAny>(&bytes).is_err() {
                let is_row =
                    bytes.iter().zip(BEGIN.bytes()).all(|(byte, expected)| *byte == expected);
                return match is_row && length as u64 <= MAX_LINE_BYTES {
                    true => Ok((whole, true)),
                    false => Err(fault("not a row of `patience gaps redeal --json`")),
                };
            }
            let line = std::str::from_utf8(&bytes).map_err(|_| fault("this is not UTF-8 text"))?;
            let row = Row::read(line).map_err(|error| fault(&error))?;
            self.put(row);
            whole += length as u64;
            if !is_ended {
                return Ok((whole, false));
            }
        }
        unreachable!("a file ends")
    }

    fn put(&mut self, row: Row) {
        let place = *self.places.entry(row.deal()).or_insert(self.rows.len());
        match self.rows.get_mut(place) {
            Some(known) => known.push(row),
            None => self.rows.push(vec![row]),
        }
    }

    /// The latest row of each deal, by the first occurrence of the deals.
    pub fn all(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter_map(|rows| rows.last())
    }

    /// Returns the latest row that answers the question about a deal under a rule.
    pub fn find(
        &self,
        instance: &dyn Instance,
        rule: RedealRule,
        redeals: u32,
        asked: &Asked,
    ) -> Option<&Row> {
        let deal: Deal =
            (instance.rules().to_owned(), instance.board(), rule.name().to_owned(), redeals);
        let rows = &self.rows[*self.places.get(&deal)?];
        rows.iter().rev().find(|row| row.answers(asked))
    }

    /// Adds a row, also to the file; does nothing if there is no file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn add(&mut self, row: Row) -> Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let line = row.line()? + "\n";
        file.write_all(line.as_bytes())
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.put(row);
        Ok(())
    }
}
