//! Space outside memory for layers of states. Searches open no files themselves; the caller
//! provides them.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::rc::Rc;

/// Numbered sequences of bytes that grow at the end, such as a [`MemoryScratch`]. Searches keep
/// length and checksum of each and reject a sequence that differs, so implementations need not be
/// reliable.
pub trait Scratch {
    /// Adds bytes to the end of a sequence, which now has `length` bytes; at length 0 the sequence
    /// is created.
    ///
    /// # Errors
    /// Writing fails, or the sequence is missing or has another length.
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()>;

    /// Reads a sequence as it is now, from its beginning.
    ///
    /// # Errors
    /// Reading fails, or the sequence is missing.
    fn read(&self, number: u32) -> io::Result<Box<dyn Read>>;

    /// Removes a sequence.
    ///
    /// # Errors
    /// Removing fails. A missing sequence is not an error.
    fn remove(&mut self, number: u32) -> io::Result<()>;

    /// Restores the sequences to these lengths: longer ones are cut, and those not listed are
    /// removed.
    ///
    /// # Errors
    /// Restoring fails; the error has the [`name`](Scratch::name) of the sequence. If one is
    /// missing or shorter, nothing is changed.
    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()>;

    /// Ensures that all written data survives a crash of the machine.
    ///
    /// # Errors
    /// The data cannot be flushed; the error names the place.
    fn sync(&mut self) -> io::Result<()>;

    /// Returns the name of a sequence for messages: the path of its file.
    fn name(&self, number: u32) -> String;
}

/// Scratch space in memory.
///
/// ```
/// use patience_core::{MemoryScratch, Scratch};
/// use std::io::read_to_string;
///
/// let mut scratch = MemoryScratch::default();
/// scratch.append(7, 0, b"one ")?;
/// scratch.append(7, 4, b"and two")?;
/// assert_eq!(read_to_string(scratch.read(7)?)?, "one and two");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct MemoryScratch(BTreeMap<u32, Sequence>);

/// Bytes in pieces that readers share, so that neither reading nor growing copies them.
#[derive(Clone, Debug, Default)]
struct Sequence {
    pieces: Vec<Rc<Vec<u8>>>,
    length: u64,
}

/// Minimum size of a full piece, in bytes.
const PIECE: usize = 4 << 10;

impl Sequence {
    fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        match self.pieces.last_mut().and_then(Rc::get_mut) {
            Some(last) if last.len() + bytes.len() <= PIECE => {
                last.reserve_exact(bytes.len());
                last.extend_from_slice(bytes);
            }
            _ => self.pieces.push(Rc::new(bytes.to_vec())),
        }
    }

    fn truncate(&mut self, length: u64) {
        while self.length > length {
            let Some(mut last) = self.pieces.pop() else { return };
            let rest = (last.len() as u64).saturating_sub(self.length - length);
            self.length -= last.len() as u64 - rest;
            if rest > 0 {
                Rc::make_mut(&mut last).truncate(rest as usize);
                self.pieces.push(last);
            }
        }
    }
}

/// Reads the pieces of a sequence.
struct Pieces {
    pieces: std::vec::IntoIter<Rc<Vec<u8>>>,
    now: Rc<Vec<u8>>,
    read: usize,
}

impl Read for Pieces {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        while self.read == self.now.len() {
            let Some(next) = self.pieces.next() else { return Ok(0) };
            (self.now, self.read) = (next, 0);
        }
        let bytes = to.len().min(self.now.len() - self.read);
        to[..bytes].copy_from_slice(&self.now[self.read..self.read + bytes]);
        self.read += bytes;
        Ok(bytes)
    }
}

impl Scratch for MemoryScratch {
    fn append(&mut self, number: u32, length: u64, bytes: &[u8]) -> io::Result<()> {
        let sequence = self.0.entry(number).or_default();
        if sequence.length != length {
            return Err(io::ErrorKind::InvalidData.into());
        }
        sequence.push(bytes);
        Ok(())
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        let sequence = self.0.get(&number).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Pieces {
            pieces: sequence.pieces.clone().into_iter(),
            now: Rc::default(),
            read: 0,
        }))
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.0.remove(&number);
        Ok(())
    }

    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<()> {
        for (&number, &length) in lengths {
            if self.0.get(&number).is_none_or(|sequence| sequence.length < length) {
                let message = format!("{} is missing or too short", self.name(number));
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
        }
        self.0.retain(|number, _| lengths.contains_key(number));
        self.0.iter_mut().for_each(|(number, sequence)| sequence.truncate(lengths[number]));
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn name(&self, number: u32) -> String {
        format!("layer {number} in memory")
    }
}
