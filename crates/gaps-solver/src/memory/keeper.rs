//! The proved facts about one deal, stored so that an interrupted run can be resumed.
//!
//! A checkpoint is, with all numbers in little-endian order: [`CHECKPOINT_MAGIC`]; the format's
//! number (4 bytes); the version of this crate that wrote it (a byte of length, and text); what it
//! belongs to (a byte of length, then rows, columns, rules, whether rows are left open, seed, and
//! the contents of all cells); a checksum of everything so far; the number of comparisons that the
//! failure probability counts (16 bytes); the keys of the positions proved lost, in 8 shards, each
//! with its number of keys; a byte that shows whether a sweep follows; its progress; and a checksum
//! of everything so far.

use std::io;

use patience_core::Budget;

use super::checkpoint::Checkpoint;
use super::identity::identity;
use super::table::Table;
use crate::board::Board;
use crate::config::Config;
use crate::disk::{Progress, Sealed, Sealing};
use crate::fault::{Fault, Halt};

/// The first bytes of every checkpoint.
pub const CHECKPOINT_MAGIC: [u8; 8] = *b"\x93PGAPS\r\n";

/// Number of the format; raise it with every change of the content or its meaning.
const FORMAT: u32 = 2;

/// The checkpoint of one deal, if there is one.
pub(crate) struct Keeper<'a> {
    checkpoint: Option<&'a mut dyn Checkpoint>,
    identity: Vec<u8>,
    warn: &'a dyn Fn(&str),
}

/// Content of a checkpoint other than the keys, which are in the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Nothing,
    /// Losses proved by restarts.
    Restarts,
    /// Also the progress of a sweep.
    Sweep(Progress),
}

impl<'a> Keeper<'a> {
    /// Creates a keeper for a checkpoint; `None` stores nothing.
    pub fn new(
        board: &Board,
        config: &Config,
        checkpoint: Option<&'a mut dyn Checkpoint>,
        warn: &'a dyn Fn(&str),
    ) -> Self {
        Keeper { checkpoint, identity: identity(board, config), warn }
    }

    /// Whether anything is kept.
    pub fn keeps(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// Whether it is time to save.
    pub fn is_due(&mut self) -> bool {
        self.checkpoint.as_deref_mut().is_some_and(|checkpoint| checkpoint.is_due())
    }

    /// Loads the stored state into an empty table, or checks that a state can be stored. If this
    /// fails, nothing may be used.
    pub fn begin(&mut self, table: &mut Table, budget: &Budget<'_>) -> Result<Kept, Halt> {
        let Some(checkpoint) = self.checkpoint.as_deref_mut() else { return Ok(Kept::Nothing) };
        let kept = read(checkpoint, &self.identity, table, budget)?;
        if kept == Kept::Nothing {
            write(checkpoint, &self.identity, table, None).map_err(|error| {
                let what = format!("the checkpoint {} cannot be written", checkpoint.name());
                Fault::refused(what).because(error)
            })?;
        }
        Ok(kept)
    }

    /// Saves the current state; a failure is reported, and the run continues. Returns whether the
    /// previous content of the checkpoint is no longer needed.
    pub fn keep(&mut self, table: &Table, sweep: Option<&Progress>) -> bool {
        let Some(checkpoint) = self.checkpoint.as_deref_mut() else { return true };
        let saved = write(checkpoint, &self.identity, table, sweep);
        if let Err(error) = &saved {
            let name = checkpoint.name();
            (self.warn)(&format!("the checkpoint {name} could not be saved: {error}"));
        }
        saved.is_ok()
    }
}

/// Writes the proved losses, and the progress of a sweep if there is one.
fn write(
    checkpoint: &mut dyn Checkpoint,
    identity: &[u8],
    table: &Table,
    sweep: Option<&Progress>,
) -> io::Result<()> {
    checkpoint.save(&mut |out| {
        let mut out = Sealing::new(out);
        out.put(&CHECKPOINT_MAGIC)?;
        out.put(&FORMAT.to_le_bytes())?;
        for text in [env!("CARGO_PKG_VERSION").as_bytes(), identity] {
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

/// Loads earlier proofs into an empty table. If this fails, nothing may be used.
fn read(
    checkpoint: &mut dyn Checkpoint,
    identity: &[u8],
    table: &mut Table,
    budget: &Budget<'_>,
) -> Result<Kept, Halt> {
    let name = checkpoint.name();
    let cannot = |error: io::Error| {
        Fault::refused(format!("the checkpoint {name} cannot be read")).because(error)
    };
    let Some((from, length)) = checkpoint.load().map_err(cannot)? else { return Ok(Kept::Nothing) };
    let mut from = Sealed::new(from, length, name.clone());
    let begins_right = length >= CHECKPOINT_MAGIC.len() as u64 && from.take()? == CHECKPOINT_MAGIC;
    if !begins_right {
        let what = format!(
            "{name} is not a checkpoint of the Gaps solver; it was not changed; name another file"
        );
        return Err(Fault::refused(what).into());
    }
    let format = u32::from_le_bytes(from.take()?);
    if format != FORMAT {
        let what = format!(
            "{name} is a checkpoint of format {format}; this program reads format {FORMAT}"
        );
        return Err(Fault::refused(what).into());
    }
    let mut texts = [Vec::new(), Vec::new()];
    for text in &mut texts {
        let [length] = from.take()?;
        *text = vec![0; length.into()];
        from.fill(text)?;
    }
    from.check_seal()?;
    let [_version, of] = texts;
    if of != identity {
        let what = format!(
            "{name} is the checkpoint of another deal, rule set or seed; it was not changed"
        );
        return Err(Fault::refused(what).into());
    }
    table.load(&mut from, budget)?;
    let kept = match from.take()? {
        [0] => Kept::Restarts,
        [1] => Kept::Sweep(Progress::read(&mut from)?),
        _ => return Err(from.damaged("it contains an invalid mark").into()),
    };
    from.check_seal()?;
    from.check_end()?;
    Ok(kept)
}
