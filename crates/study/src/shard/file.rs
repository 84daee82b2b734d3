//! The file of a shard: JSON lines, each with a checksum.
//!
//! A line is `{"check":"…","row":{…}}`, where the check is 64 bits of FNV-1a over the text of the
//! row. A line with `"header"` instead of `"row"` precedes the rows of each origin. A row
//! identifies its job by set, instance, setting and seed; the header lists the sets and settings. A
//! row therefore keeps its job when the study is extended, and rows of jobs that a study does not
//! have are skipped. A damaged line, from a full disk or a failed machine, is skipped and reported,
//! and its job is run again.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::error::ShardError;
use crate::canonical::fingerprint;
use crate::job::Row;
use crate::provenance::Origin;
use crate::setting::{SOLVERS, Setting};
use crate::spec::Spec;
use crate::spec::place::Places;
use crate::unique;

/// The version of the format.
const FORMAT: u32 = 4;
/// Maximum length of a line: a row with a very long solution takes a hundredth of this.
const MAX_LINE: u64 = 256 << 20;

/// The header before the rows that it describes.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
struct Header {
    /// The format's version.
    patience_shard: u32,
    /// The version of the solvers.
    solvers: u32,
    /// The names of the sets.
    sets: Vec<String>,
    /// The settings, each as its key.
    settings: Vec<String>,
    /// The origin of the rows that follow.
    origin: Origin,
}

/// A row with its job.
#[derive(Serialize, Deserialize)]
struct Placed<R> {
    set: usize,
    instance: String,
    setting: usize,
    row: R,
}

/// A position in a file: the start of a line, and the header that applies there.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Mark {
    pub bytes: u64,
    /// The header's line.
    pub header: String,
}

/// An entry of a file.
pub(super) enum Met {
    /// A row of the study, its job's number being that of the study.
    Row(Rc<Origin>, Box<Row>),
    /// A row of a job that the study does not have.
    Other,
    /// A description of a damaged line.
    Damage(String),
}

/// A header, matched with a study.
struct Known {
    sets: Vec<Option<usize>>,
    configurations: Vec<Option<usize>>,
    origin: Rc<Origin>,
    /// Whether the rows come from solvers of our version.
    ours: bool,
}

impl Known {
    fn of(header: Header, places: &Places<'_>) -> Known {
        Known {
            sets: header.sets.iter().map(|name| places.set(name)).collect(),
            configurations: header.settings.iter().map(|key| places.configuration(key)).collect(),
            origin: Rc::new(header.origin),
            ours: header.solvers == SOLVERS,
        }
    }

    fn job(&self, places: &Places<'_>, placed: &Placed<Row>) -> Option<u64> {
        let set = (*self.sets.get(placed.set)?)?;
        let configuration = (*self.configurations.get(placed.setting)?)?;
        places.job(set, &placed.instance, configuration, placed.row.seed).filter(|_| self.ours)
    }
}

/// Reads a file from a position onward. Returns the new position.
pub(super) fn read<E: From<ShardError>>(
    path: &Path,
    places: &Places<'_>,
    from: Mark,
    mut take: impl FnMut(Met, &Mark) -> Result<(), E>,
) -> Result<Mark, E> {
    let in_file = ShardError::in_file(path);
    let mut file = File::open(path).map_err(&in_file)?;
    let length = file.metadata().map_err(&in_file)?.len();
    // A file that became shorter is a different file.
    let mut mark = if from.bytes <= length { from } else { Mark::default() };
    file.seek(SeekFrom::Start(mark.bytes)).map_err(&in_file)?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut known = match Line::parse(mark.header.as_bytes()) {
        Some(Line::Header(header)) => Some(Known::of(*header, places)),
        _ => None,
    };
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(&in_file)?;
        // The last line of a killed or running worker may be incomplete, which is not damage.
        if !line.ends_with(b"\n") {
            break;
        }
        mark.bytes += line.len() as u64;
        let met = match (Line::parse(&line), &known) {
            (Some(Line::Header(header)), _) if header.patience_shard == FORMAT => {
                known = Some(Known::of(*header, places));
                mark.header = String::from_utf8_lossy(&line).into_owned();
                continue;
            }
            (Some(Line::Row(placed)), Some(header)) if placed.row.is_plausible() => {
                match header.job(places, &placed) {
                    Some(job) => {
                        Met::Row(Rc::clone(&header.origin), Box::new(Row { job, ..placed.row }))
                    }
                    None => Met::Other,
                }
            }
            (Some(Line::OtherFormat(format)), _) => {
                let message = format!("its format is {format}, not {FORMAT}");
                let path = path.display().to_string();
                return Err(ShardError::Foreign { path, message }.into());
            }
            _ => Met::Damage(format!(
                "{}, line {number}: this is not a complete row",
                path.display()
            )),
        };
        take(met, &mark)?;
    }
    Ok(mark)
}

/// An intact line.
enum Line {
    Header(Box<Header>),
    Row(Box<Placed<Row>>),
    /// A header of another version.
    OtherFormat(u64),
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
            let header: serde_json::Value = serde_json::from_slice(&body(rest)?).ok()?;
            let format = header.get("patience_shard")?.as_u64()?;
            return match format == u64::from(FORMAT) {
                true => serde_json::from_value(header).ok().map(Line::Header),
                false => Some(Line::OtherFormat(format)),
            };
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
pub(super) struct Writer<'s> {
    file: File,
    path: PathBuf,
    spec: &'s Spec,
    header: Header,
    is_begun: bool,
}

impl<'s> Writer<'s> {
    /// Creates a part with a name unique across machines.
    pub fn create(folder: &Path, chunk: &str, spec: &'s Spec) -> Result<Writer<'s>, ShardError> {
        let header = Header {
            patience_shard: FORMAT,
            solvers: SOLVERS,
            sets: spec.sets.iter().map(|set| set.name.clone()).collect(),
            settings: spec.settings().iter().map(Setting::key).collect(),
            origin: Origin::here(),
        };
        loop {
            let path = folder.join(format!("{chunk}.{}.part", unique::name()));
            match File::create_new(&path) {
                Ok(file) => return Ok(Writer { file, path, spec, header, is_begun: false }),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(ShardError::in_file(&path)(error)),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn rows<'a>(&mut self, rows: impl IntoIterator<Item = &'a Row>) -> Result<(), ShardError> {
        let mut text = Vec::new();
        if !std::mem::replace(&mut self.is_begun, true) {
            push_line(&mut text, "header", &self.header);
        }
        for row in rows {
            let job = self.spec.job(row.job);
            let instance = self.spec.sets[job.set].key(job.instance);
            let placed = Placed { set: job.set, instance, setting: job.configuration, row };
            push_line(&mut text, "row", &placed);
        }
        self.file.write_all(&text).map_err(ShardError::in_file(&self.path))
    }

    pub fn sync(&self) -> Result<(), ShardError> {
        self.file.sync_all().map_err(ShardError::in_file(&self.path))
    }
}
