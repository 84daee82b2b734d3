//! The file of a part.
//!
//! With all numbers in little-endian order: [`PART_MAGIC`]; the format's number (4 bytes); the
//! identity (a byte of length, then as in a checkpoint); the number of parts, a number for their
//! positions, and the number of the part (8 bytes each); a checksum of everything so far; the state
//! (0: unfinished, 1: lost, 2: won); the expansions (8 bytes) and comparisons of keys (16 bytes)
//! spent; if it is won, the number of moves (8 bytes) and for each its first and its last cell;
//! otherwise the number of keys of positions that were proved lost (8 bytes), and the keys; and a
//! checksum of everything so far.

use std::io;

use super::cut::Cut;
use crate::board::{Board, Move};
use crate::config::Config;
use crate::disk::{Sealed, Sealing};
use crate::fault::Fault;
use crate::memory::{ENTRY, KeyBytes, identity};
use crate::position::Geometry;

/// The first bytes of every file of a part.
pub const PART_MAGIC: [u8; 8] = *b"\x93PPART\r\n";

/// Number of the format; raise it with every change of the content or its meaning.
const FORMAT: u32 = 1;

/// The state of a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    Begun,
    Lost,
    Won(Vec<Move>),
}

/// Content of the file of a part.
pub struct PartFile {
    pub content: Content,
    pub expanded: u64,
    pub comparisons: u128,
    pub keys: Vec<KeyBytes>,
}

/// The header of all files of one deal.
pub struct Header {
    identity: Vec<u8>,
    parts: u64,
    fingerprint: u64,
}

impl Header {
    pub fn new(board: &Board, config: &Config, geometry: &Geometry, cut: &Cut) -> Self {
        let (parts, fingerprint) = (cut.parts.len() as u64, cut.fingerprint(geometry));
        Header { identity: identity(board, config), parts, fingerprint }
    }

    pub fn write(
        &self,
        out: &mut dyn io::Write,
        part: u32,
        content: &Content,
        (expanded, comparisons): (u64, u128),
        keys: &[KeyBytes],
    ) -> io::Result<()> {
        let mut out = Sealing::new(out);
        out.put(&PART_MAGIC)?;
        out.put(&FORMAT.to_le_bytes())?;
        out.put(&[self.identity.len() as u8])?;
        out.put(&self.identity)?;
        for word in [self.parts, self.fingerprint, part.into()] {
            out.word(word)?;
        }
        out.seal()?;
        let kind = match content {
            Content::Begun => 0,
            Content::Lost => 1,
            Content::Won(_) => 2,
        };
        out.put(&[kind])?;
        out.word(expanded)?;
        out.put(&comparisons.to_le_bytes())?;
        match content {
            Content::Won(plan) => {
                out.word(plan.len() as u64)?;
                plan.iter().try_for_each(|m| out.put(&[m.from, m.to]))?;
            }
            _ => {
                out.word(keys.len() as u64)?;
                keys.iter().try_for_each(|key| out.put(key))?;
            }
        }
        out.seal()
    }

    /// Reads the file of a part. If this fails, the caller must not use any of the content.
    pub fn read(
        &self,
        from: Box<dyn io::Read>,
        length: u64,
        name: String,
        part: u32,
    ) -> Result<PartFile, Fault> {
        let mut from = Sealed::new(from, length, name.clone());
        let begins_right = length >= PART_MAGIC.len() as u64 && from.take()? == PART_MAGIC;
        if !begins_right {
            let what = format!("{name} is not the file of a part of a deal of Gaps");
            return Err(Fault::refused(what));
        }
        let format = u32::from_le_bytes(from.take()?);
        if format != FORMAT {
            let what = format!("{name} has format {format}; this program reads format {FORMAT}");
            return Err(Fault::refused(what));
        }
        let [length] = from.take()?;
        let mut of = vec![0; length.into()];
        from.fill(&mut of)?;
        let words = [from.word()?, from.word()?, from.word()?];
        from.check_seal()?;
        if of != self.identity || words != [self.parts, self.fingerprint, part.into()] {
            let what =
                format!("{name} belongs to another deal, rule set or seed, or to another part");
            return Err(Fault::refused(what));
        }
        let [kind] = from.take()?;
        let expanded = from.word()?;
        let comparisons = u128::from_le_bytes(from.take()?);
        let (mut keys, mut content) = (Vec::new(), Content::Begun);
        match kind {
            0 | 1 => {
                for _ in 0..from.count(ENTRY)? {
                    keys.push(from.take()?);
                }
                content = if kind == 1 { Content::Lost } else { content };
            }
            2 => {
                let mut plan = Vec::new();
                for _ in 0..from.count(2)? {
                    let [start, to] = from.take()?;
                    plan.push(Move { from: start, to });
                }
                content = Content::Won(plan);
            }
            _ => return Err(from.damaged("it contains an invalid mark")),
        }
        from.check_seal()?;
        from.check_end()?;
        Ok(PartFile { content, expanded, comparisons, keys })
    }
}
