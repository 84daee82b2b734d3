//! What is known of one deal, kept so that an interrupted run can go on.
//!
//! A checkpoint is, with all numbers in little-endian order: [`CHECKPOINT_MAGIC`]; the format's
//! number (4 bytes); the version of this crate that wrote it (a byte of length, and text); what it
//! belongs to (a byte of length, then rows, columns, rules, whether rows are left open, seed, and
//! the contents of all cells); a checksum of all so far; the number of comparisons that the failure
//! probability counts (16 bytes); the keys of the positions that are proved lost, in 64 shards,
//! each with its number of keys; a byte that says whether a sweep follows; how far it has come; and
//! a checksum of all so far.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use patience_core::Budget;

use crate::board::Board;
use crate::config::{Config, Services};
use crate::fault::{Fault, Halt};
use crate::position::PACKED;
use crate::record::{FIRST_RUN, RECORD, Record};
use crate::sealed::{Checksum, Sealed, Sealing};
use crate::table::Table;

/// The first bytes of every checkpoint.
pub const CHECKPOINT_MAGIC: [u8; 8] = *b"\x93PGAPS\r\n";

/// The number of the format; to be raised with every change of what is written or of what it means.
const FORMAT: u32 = 2;

/// Keeps what is known of one deal, so that an interrupted run can go on.
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Checkpoint, Config, Services, solve};
/// use std::io::{self, Read, Write};
///
/// /// In memory, for as long as the program runs.
/// struct Memory(Vec<u8>);
///
/// impl Checkpoint for Memory {
///     fn is_due(&mut self) -> bool {
///         true
///     }
///     fn save(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
///         self.0.clear();
///         write(&mut self.0)
///     }
///     fn load(&mut self) -> io::Result<Option<(Box<dyn Read>, u64)>> {
///         let (kept, length) = (io::Cursor::new(self.0.clone()), self.0.len() as u64);
///         Ok((length > 0).then(|| (Box::new(kept) as Box<dyn Read>, length)))
///     }
///     fn name(&self) -> String {
///         "memory".to_owned()
///     }
/// }
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let mut memory = Memory(Vec::new());
/// for _ in 0..2 {
///     let services = Services { checkpoint: Some(&mut memory), ..Services::none() };
///     let solution = solve(&board, &Config::default(), &Limits::default(), services)?;
///     assert_eq!(solution.verdict, Verdict::Unsolvable);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Checkpoint {
    /// Whether it is time to save.
    fn is_due(&mut self) -> bool;

    /// Replaces what is kept by what `write` writes: entirely, or, if that fails, not at all.
    ///
    /// # Errors
    /// What went wrong.
    fn save(
        &mut self,
        write: &mut dyn FnMut(&mut dyn io::Write) -> io::Result<()>,
    ) -> io::Result<()>;

    /// What was kept last, with its length in bytes.
    ///
    /// # Errors
    /// What went wrong. That nothing was kept yet is no error.
    fn load(&mut self) -> io::Result<Option<(Box<dyn io::Read>, u64)>>;

    /// What to call it in messages: the path of its file.
    fn name(&self) -> String;
}

/// How far a sweep has come; with the layers in the scratch space it is all that is needed to go
/// on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    /// The layers that are not processed yet, the first perhaps in part.
    pub layers: BTreeSet<u32>,
    /// The last record of the first of them that is processed.
    pub upto: Option<Record>,
    /// The layers that are processed, in order.
    pub done: Vec<u32>,
    /// Length and checksum of each.
    pub written: BTreeMap<u32, Checksum>,
}

impl Progress {
    fn write(&self, out: &mut Sealing<'_>) -> io::Result<()> {
        out.word(self.done.len() as u64)?;
        out.word(self.layers.len() as u64)?;
        for number in self.done.iter().chain(&self.layers) {
            let (bytes, state) =
                self.written.get(number).map_or_else(|| Checksum::EMPTY.parts(), Checksum::parts);
            out.word((*number).into())?;
            out.word(bytes)?;
            out.word(state)?;
        }
        out.put(&[self.upto.is_some().into()])?;
        self.upto.map_or(Ok(()), |record| out.put(&record))
    }

    fn read(from: &mut Sealed) -> Result<Self, Fault> {
        let mut progress = Progress::default();
        let done = from.count(24)?;
        let waiting = from.count(24)?;
        let mut last = None;
        for index in 0..done.saturating_add(waiting) {
            let [number, bytes, state] = [from.word()?, from.word()?, from.word()?];
            let number = u32::try_from(number)
                .ok()
                .filter(|&number| number < FIRST_RUN && Some(number) > last);
            let whole = bytes > 0 && bytes.is_multiple_of(PACKED as u64);
            let Some(number) = number.filter(|_| whole) else {
                return Err(from.damaged("its list of layers makes no sense"));
            };
            last = Some(number);
            if index < done {
                progress.done.push(number);
            } else {
                progress.layers.insert(number);
            }
            progress.written.insert(number, Checksum::of_parts(bytes, state));
        }
        progress.upto = match from.take::<1>()? {
            [0] => None,
            [1] => Some(from.take::<RECORD>()?),
            _ => return Err(from.damaged("its list of layers makes no sense")),
        };
        Ok(progress)
    }
}

/// What a checkpoint belongs to: the deal, and all that the keys of its positions depend on.
pub(crate) fn identity(board: &Board, config: &Config) -> Vec<u8> {
    let cells =
        board.cells().iter().map(|cell| cell.map_or(0xFF, |card| card.rank * 4 + card.suit));
    let open_rows = config.reductions.open_rows.into();
    let shape = [board.rows() as u8, board.columns() as u8, board.rules() as u8, open_rows];
    shape.into_iter().chain(config.seed.to_le_bytes()).chain(cells).collect()
}

/// A number for a deal, for all that the keys of its positions depend on, and for `more`: to name
/// files by.
///
/// ```
/// use patience_gaps::{Board, Config, fingerprint};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let name = |seed| fingerprint(&board, &Config { seed, ..Config::default() }, b"");
/// assert_eq!(name(1), name(1));
/// assert_ne!(name(1), name(2), "the keys of positions depend on the seed");
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn fingerprint(board: &Board, config: &Config, more: &[u8]) -> u64 {
    let mut sum = Checksum::EMPTY;
    sum.update(&identity(board, config));
    sum.update(more);
    sum.value()
}

/// Keeps what is known of a deal: what is proved lost, and how far a sweep has come if there is
/// one.
fn write(
    checkpoint: &mut dyn Checkpoint,
    board: &Board,
    config: &Config,
    table: &Table,
    sweep: Option<&Progress>,
) -> io::Result<()> {
    let (identity, version) = (identity(board, config), env!("CARGO_PKG_VERSION"));
    checkpoint.save(&mut |out| {
        let mut out = Sealing::new(out);
        out.put(&CHECKPOINT_MAGIC)?;
        out.put(&FORMAT.to_le_bytes())?;
        for text in [version.as_bytes(), &identity] {
            out.put(&[text.len() as u8])?;
            out.put(text)?;
        }
        out.seal()?;
        table.save(&mut out)?;
        out.put(&[sweep.is_some().into()])?;
        sweep.map_or(Ok(()), |progress| progress.write(&mut out))?;
        out.seal()
    })
}

/// Loads what was kept, or makes sure that something can be. Nothing is kept without a checkpoint.
pub(crate) fn begin(
    services: &mut Services<'_>,
    board: &Board,
    config: &Config,
    table: &mut Table,
    budget: &Budget<'_>,
) -> Result<Kept, Halt> {
    let Some(checkpoint) = services.checkpoint.as_deref_mut() else { return Ok(Kept::Nothing) };
    let kept = read(checkpoint, board, config, table, budget)?;
    if kept == Kept::Nothing {
        write(checkpoint, board, config, table, None).map_err(|error| {
            Fault::Refused(format!(
                "the checkpoint {} cannot be written: {error}",
                checkpoint.name()
            ))
        })?;
    }
    Ok(kept)
}

/// Saves what is known; that it fails is said but ends nothing. Whether what the checkpoint held
/// before is no longer needed.
pub(crate) fn keep(
    services: &mut Services<'_>,
    board: &Board,
    config: &Config,
    table: &Table,
    sweep: Option<&Progress>,
) -> bool {
    let Some(checkpoint) = services.checkpoint.as_deref_mut() else { return true };
    let saved = write(checkpoint, board, config, table, sweep);
    if let Err(error) = &saved {
        (services.warn)(&format!(
            "the checkpoint {} could not be saved: {error}",
            checkpoint.name()
        ));
    }
    saved.is_ok()
}

/// What a checkpoint had, besides the keys that went into the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Nothing,
    /// What restarts have proved.
    Restarts,
    /// How far a sweep had come, too.
    Sweep(Progress),
}

/// Loads what was proved before into an empty table. Nothing may be used if this fails.
fn read(
    checkpoint: &mut dyn Checkpoint,
    board: &Board,
    config: &Config,
    table: &mut Table,
    budget: &Budget<'_>,
) -> Result<Kept, Halt> {
    let name = checkpoint.name();
    let cannot =
        |error: io::Error| Fault::Refused(format!("the checkpoint {name} cannot be read: {error}"));
    let Some((from, length)) = checkpoint.load().map_err(cannot)? else { return Ok(Kept::Nothing) };
    let mut from = Sealed::new(from, length, name.clone());
    let begins_right = length >= CHECKPOINT_MAGIC.len() as u64 && from.take()? == CHECKPOINT_MAGIC;
    if !begins_right {
        let message = format!(
            "{name} is not a checkpoint of the Gaps solver; it is left as it is: name another file"
        );
        return Err(Fault::Refused(message).into());
    }
    let format = u32::from_le_bytes(from.take()?);
    if format != FORMAT {
        let message = format!(
            "{name} is a checkpoint of format {format}; this program reads format {FORMAT}"
        );
        return Err(Fault::Refused(message).into());
    }
    let mut texts = [Vec::new(), Vec::new()];
    for text in &mut texts {
        let [length] = from.take()?;
        *text = vec![0; length.into()];
        from.fill(text)?;
    }
    from.check_seal()?;
    let [_version, of] = texts;
    if of != identity(board, config) {
        let message = format!(
            "{name} is the checkpoint of another deal, rule set or seed; it is left as it is"
        );
        return Err(Fault::Refused(message).into());
    }
    table.load(&mut from, budget)?;
    let kept = match from.take()? {
        [0] => Kept::Restarts,
        [1] => Kept::Sweep(Progress::read(&mut from)?),
        _ => return Err(from.damaged("a mark in it makes no sense").into()),
    };
    from.check_seal()?;
    from.check_end()?;
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_survives_being_written_and_no_part_of_it_is_read() {
        let sums = [(1, 56), (2, 112), (3, 56), (70_000, 560)];
        let progress = Progress {
            layers: BTreeSet::from([3, 70_000]),
            upto: Some([7; RECORD]),
            done: vec![1, 2],
            written: sums
                .map(|(number, bytes)| (number, Checksum::of_parts(bytes, bytes * 77)))
                .into(),
        };
        let mut bytes = Vec::new();
        progress.write(&mut Sealing::new(&mut bytes)).unwrap();
        let read = |bytes: &[u8]| {
            let from = Box::new(io::Cursor::new(bytes.to_vec()));
            Progress::read(&mut Sealed::new(from, bytes.len() as u64, "it".to_owned()))
        };
        assert_eq!(read(&bytes), Ok(progress));
        for length in 0..bytes.len() {
            assert!(matches!(read(&bytes[..length]), Err(Fault::Broken(_))), "{length} bytes");
        }
    }
}
