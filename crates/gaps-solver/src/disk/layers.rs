//! Sequences of records in the scratch space, each verified against its length and checksum.

use std::collections::BTreeMap;
use std::io::{self, Read};

use patience_core::{Scratch, Stop};

use super::sealed::Checksum;
use crate::fault::{Fault, Halt};

/// The sequences of one sweep, with length and checksum of each.
pub(crate) struct Layers<'a> {
    scratch: &'a mut dyn Scratch,
    written: BTreeMap<u32, Checksum>,
    /// The number of bytes of all of them.
    bytes: u64,
    /// Maximum bytes, if the scratch space is in memory.
    most: Option<u64>,
}

impl<'a> Layers<'a> {
    /// No sequences, in an empty scratch space.
    pub fn new(scratch: &'a mut dyn Scratch, most: Option<u64>) -> Self {
        Layers { scratch, written: BTreeMap::new(), bytes: 0, most }
    }

    /// Restores the state in which these sequences were written.
    pub fn restore(&mut self, written: BTreeMap<u32, Checksum>) -> Result<(), Fault> {
        let lengths: BTreeMap<_, _> =
            written.iter().map(|(&number, sum)| (number, sum.bytes())).collect();
        self.scratch.restore(&lengths).map_err(|error| self.not_restored(&lengths, error))?;
        self.bytes = lengths.values().sum();
        self.written = written;
        Ok(())
    }

    /// The fault of layers that are damaged or in another folder.
    fn not_restored(&self, lengths: &BTreeMap<u32, u64>, error: io::Error) -> Fault {
        let is_missing = |number: &u32| {
            let read = self.scratch.read(*number);
            read.is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
        };
        match lengths.keys().all(is_missing) {
            true => Fault::refused(
                "the layers of the checkpoint are in another folder; expected the checkpoint where \
                 it was, and the options of the run that began the sweep, with its `--scratch` if \
                 it had one",
            ),
            false => Fault::broken("the layers cannot be restored"),
        }
        .because(error)
    }

    /// Adds whole records to a sequence.
    pub fn append(&mut self, number: u32, records: &[u8]) -> Result<(), Halt> {
        let bytes = self.bytes + records.len() as u64;
        if self.most.is_some_and(|most| bytes > most) {
            return Err(Stop::Memory.into());
        }
        let sum = self.written.entry(number).or_insert(Checksum::EMPTY);
        let appended = self.scratch.append(number, sum.bytes(), records);
        appended.map_err(|error| cannot_be("written", &self.scratch.name(number), error))?;
        sum.update(records);
        self.bytes = bytes;
        Ok(())
    }

    /// Reads a sequence from its beginning; one that was never written has no records.
    pub fn read<const N: usize>(&self, number: u32) -> Result<Records<N>, Fault> {
        let name = self.scratch.name(number);
        let (from, written): (Box<dyn Read>, _) = match self.written.get(&number) {
            None => (Box::new(io::empty()), Checksum::EMPTY),
            Some(&written) => {
                let from = self.scratch.read(number);
                (from.map_err(|error| cannot_be("read", &name, error))?, written)
            }
        };
        Ok(Records { from, sum: Checksum::EMPTY, written, name })
    }

    pub fn remove(&mut self, number: u32) -> Result<(), Fault> {
        let removed = self.scratch.remove(number);
        removed.map_err(|error| cannot_be("removed", &self.scratch.name(number), error))?;
        self.bytes -= self.written.remove(&number).map_or(0, |sum| sum.bytes());
        Ok(())
    }

    /// Ensures that all written data survives a crash.
    pub fn sync(&mut self) -> Result<(), Fault> {
        let synced = self.scratch.sync();
        synced.map_err(|error| Fault::broken("the layers cannot be saved").because(error))
    }

    /// Length and checksum of the sequences below a number.
    pub fn written(&self, below: u32) -> BTreeMap<u32, Checksum> {
        self.written.range(..below).map(|(&number, &sum)| (number, sum)).collect()
    }

    /// Bytes that the sequences take in memory.
    pub fn bytes_in_memory(&self) -> u64 {
        if self.most.is_some() { self.bytes } else { 0 }
    }

    /// The fault of a sequence with invalid records.
    pub fn damaged(&self, number: u32, why: &str) -> Fault {
        damaged(&self.scratch.name(number), why)
    }
}

fn damaged(name: &str, why: &str) -> Fault {
    Fault::broken(format!("{name} is damaged: {why}"))
}

fn cannot_be(done: &str, name: &str, error: io::Error) -> Fault {
    Fault::broken(format!("{name} cannot be {done}")).because(error)
}

/// The records of a sequence, in the order in which they were written.
pub(crate) struct Records<const N: usize> {
    from: Box<dyn Read>,
    /// Checksum of the bytes read so far.
    sum: Checksum,
    /// Checksum of the bytes written.
    written: Checksum,
    name: String,
}

impl<const N: usize> Records<N> {
    /// The next record. The last one is returned only after length and checksum were verified.
    pub fn next(&mut self) -> Result<Option<[u8; N]>, Fault> {
        if self.sum.bytes() >= self.written.bytes() {
            return Ok(None);
        }
        let mut record = [0; N];
        self.from.read_exact(&mut record).map_err(|error| self.failed(error))?;
        self.sum.update(&record);
        if self.sum.bytes() >= self.written.bytes() {
            match self.from.read_exact(&mut [0]) {
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {}
                Err(error) => return Err(self.failed(error)),
                Ok(()) => return Err(damaged(&self.name, "it exceeds its recorded length")),
            }
            if self.sum != self.written {
                return Err(damaged(&self.name, "its checksum differs from the recorded one"));
            }
        }
        Ok(Some(record))
    }

    fn failed(&self, error: io::Error) -> Fault {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                damaged(&self.name, "it is shorter than its recorded length")
            }
            _ => cannot_be("read", &self.name, error),
        }
    }
}
