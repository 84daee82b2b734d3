//! The file of a shard: JSON lines, each with a checksum.
//!
//! A line is `{"check":"…","row":{…}}`, in which the check is 64 bits of FNV-1a over the text of
//! the row; before the rows of an origin stands a line with `"header"` in the place of `"row"`.
//! What is no such line, because a disk was full or a machine failed, is passed over and told, and
//! its job is run again; a header of another study refuses the file.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{Rows, ShardError};
use crate::canonical::fingerprint;
use crate::job::Row;
use crate::provenance::Origin;
use crate::spec::Spec;
use crate::unique;

/// The version of the format.
const FORMAT: u32 = 3;
/// The longest line: a row with a very long solution has a hundredth of it.
const LONGEST: u64 = 256 << 20;

/// What stands before the rows that it speaks of.
#[derive(Serialize, Deserialize)]
struct Header {
    /// The format's version.
    patience_shard: u32,
    /// The study's fingerprint.
    study: String,
    /// Who made the rows that follow.
    origin: Origin,
}

/// Reads a file's rows to those that are known.
pub(super) fn read(path: &Path, spec: &Spec, rows: &mut Rows) -> Result<(), ShardError> {
    let in_file = ShardError::in_file(path);
    let mut reader = BufReader::new(File::open(path).map_err(&in_file)?);
    let (fingerprint, jobs) = (spec.fingerprint(), spec.jobs());
    let mut origin = None;
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        reader.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(&in_file)?;
        if line.is_empty() {
            break;
        }
        let row = match Line::parse(&line) {
            Some(Line::Header(header)) => {
                let foreign = |message| ShardError::Foreign {
                    path: path.display().to_string(),
                    line: number,
                    message,
                };
                if header.patience_shard != FORMAT {
                    return Err(foreign(format!(
                        "its format is {}, not {FORMAT}",
                        header.patience_shard
                    )));
                }
                if header.study != fingerprint {
                    return Err(foreign(format!(
                        "its study is {}, this is {fingerprint}",
                        header.study
                    )));
                }
                origin = Some(header.origin);
                continue;
            }
            Some(Line::Row(row)) => Some(row),
            None => None,
        };
        match row.zip(origin.clone()) {
            Some((row, origin))
                if row.job < jobs && row.is_plausible() && row.seed == spec.job(row.job).seed =>
            {
                rows.rows.insert((row.job, row.attempt), (origin, *row));
            }
            // The last line of a worker that was killed is cut off: nothing is wrong with that.
            _ if !line.ends_with(b"\n") => {}
            _ => rows
                .damage
                .push(format!("{}, line {number}: this is not a whole row", path.display())),
        }
    }
    Ok(())
}

/// A line that is what was written.
enum Line {
    Header(Box<Header>),
    Row(Box<Row>),
}

impl Line {
    fn parse(line: &[u8]) -> Option<Line> {
        let rest = line.strip_prefix(b"{\"check\":\"")?;
        let (check, rest) = rest.split_at_checked(16)?;
        let rest = rest.strip_prefix(b"\",\"")?;
        let body = |rest: &[u8]| -> Option<Vec<u8>> {
            let body = rest.strip_suffix(b"}\n")?;
            (fingerprint(body).as_bytes() == check).then(|| body.to_vec())
        };
        if let Some(rest) = rest.strip_prefix(b"header\":") {
            return serde_json::from_slice(&body(rest)?).ok().map(Line::Header);
        }
        serde_json::from_slice(&body(rest.strip_prefix(b"row\":")?)?).ok().map(Line::Row)
    }
}

fn push_line(text: &mut Vec<u8>, name: &str, value: &impl Serialize) {
    let body = serde_json::to_string(value).expect("plain data is written to memory");
    text.extend(
        format!("{{\"check\":\"{}\",\"{name}\":{body}}}\n", fingerprint(body.as_bytes()))
            .into_bytes(),
    );
}

/// A shard being written.
pub(super) struct Writer {
    file: File,
    path: PathBuf,
    study: String,
    origin: Option<Origin>,
}

impl Writer {
    /// Makes a part that no other worker has, on whatever machine.
    pub fn create(folder: &Path, chunk: &str, spec: &Spec) -> Result<Writer, ShardError> {
        loop {
            let path = folder.join(format!("{chunk}.{}.part", unique::name()));
            match File::create_new(&path) {
                Ok(file) => {
                    return Ok(Writer { file, path, study: spec.fingerprint(), origin: None });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(ShardError::in_file(&path)(error)),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn rows<'a>(
        &mut self,
        origin: &Origin,
        rows: impl IntoIterator<Item = &'a Row>,
    ) -> Result<(), ShardError> {
        let mut text = Vec::new();
        if self.origin.as_ref() != Some(origin) {
            let header = Header {
                patience_shard: FORMAT,
                study: self.study.clone(),
                origin: origin.clone(),
            };
            push_line(&mut text, "header", &header);
            self.origin = Some(origin.clone());
        }
        for row in rows {
            push_line(&mut text, "row", row);
        }
        self.file.write_all(&text).map_err(ShardError::in_file(&self.path))
    }

    pub fn sync(&self) -> Result<(), ShardError> {
        self.file.sync_all().map_err(ShardError::in_file(&self.path))
    }
}
