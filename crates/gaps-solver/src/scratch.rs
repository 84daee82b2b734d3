//! Space outside the memory for layers of positions. The searches open no file; who calls them does.

use std::collections::BTreeMap;
use std::io::{self, Cursor, Read};

/// Numbered sequences of bytes that grow at the end.
pub trait Scratch {
    /// Adds bytes to the end of a sequence, which begins empty.
    ///
    /// # Errors
    /// What went wrong.
    fn append(&mut self, number: u32, bytes: &[u8]) -> io::Result<()>;

    /// Reads a sequence as it is now, from its beginning.
    ///
    /// # Errors
    /// What went wrong. A sequence that was never written is empty.
    fn read(&self, number: u32) -> io::Result<Box<dyn Read>>;

    /// Empties a sequence.
    ///
    /// # Errors
    /// What went wrong.
    fn remove(&mut self, number: u32) -> io::Result<()>;

    /// Goes back to when the sequences had these lengths: longer ones are cut, and those that are not named are emptied.
    /// If one is shorter, nothing is left, and the answer is false.
    ///
    /// # Errors
    /// What went wrong.
    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<bool>;
}

/// Scratch space in memory.
#[derive(Clone, Debug, Default)]
pub struct MemoryScratch(BTreeMap<u32, Vec<u8>>);

impl Scratch for MemoryScratch {
    fn append(&mut self, number: u32, bytes: &[u8]) -> io::Result<()> {
        self.0.entry(number).or_default().extend_from_slice(bytes);
        Ok(())
    }

    fn read(&self, number: u32) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(Cursor::new(self.0.get(&number).cloned().unwrap_or_default())))
    }

    fn remove(&mut self, number: u32) -> io::Result<()> {
        self.0.remove(&number);
        Ok(())
    }

    fn restore(&mut self, lengths: &BTreeMap<u32, u64>) -> io::Result<bool> {
        let there = |(number, &length): (&u32, &u64)| self.0.get(number).map_or(0, Vec::len) as u64 >= length;
        let whole = lengths.iter().all(there);
        self.0.retain(|number, bytes| {
            bytes.truncate(lengths.get(number).map_or(0, |&length| length as usize));
            whole && !bytes.is_empty()
        });
        Ok(whole)
    }
}
