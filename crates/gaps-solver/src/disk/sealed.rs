//! Checksums, and streams that end in one.
//!
//! The checksum is a separate function rather than a crate's, because a checkpoint stores the
//! checksum of every layer that still grows: here the state is one word, from which it continues.
//! It detects damaged and wrong files, not forgery: anyone who can write the files can also run
//! another program.

use std::io::{self, Read, Write};

use crate::fault::Fault;

/// Length and checksum of a sequence of bytes, 64 bits each.
///
/// Every word of eight bytes changes the state by a bijection: damage within one word always
/// changes it; other damage goes undetected with probability 2^-64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Checksum {
    state: u64,
    bytes: u64,
    /// The bytes after the last whole word, then zeros.
    rest: [u8; 8],
}

impl Checksum {
    pub const EMPTY: Self = Checksum { state: 0x243F_6A88_85A3_08D3, bytes: 0, rest: [0; 8] };

    /// The checksum of a sequence of whole words, from the result of [`parts`](Self::parts).
    pub fn of_parts(bytes: u64, state: u64) -> Self {
        Checksum { state, bytes, rest: [0; 8] }
    }

    /// The length and the state after it.
    pub fn parts(&self) -> (u64, u64) {
        debug_assert!(self.bytes.is_multiple_of(8), "the rest is not among the parts");
        (self.bytes, self.state)
    }

    /// The length.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn absorb(&mut self, word: [u8; 8]) {
        let mixed = (self.state ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.state = mixed ^ mixed >> 32;
    }

    pub fn update(&mut self, mut bytes: &[u8]) {
        let filled = (self.bytes % 8) as usize;
        self.bytes += bytes.len() as u64;
        if filled > 0 {
            let (now, later) = bytes.split_at(bytes.len().min(8 - filled));
            self.rest[filled..filled + now.len()].copy_from_slice(now);
            if filled + now.len() < 8 {
                return;
            }
            self.absorb(self.rest);
            bytes = later;
        }
        let (words, rest) = bytes.as_chunks::<8>();
        words.iter().for_each(|&word| self.absorb(word));
        self.rest = [0; 8];
        self.rest[..rest.len()].copy_from_slice(rest);
    }

    /// The checksum in one word.
    pub fn value(mut self) -> u64 {
        self.absorb(self.rest);
        self.absorb(self.bytes.to_le_bytes());
        self.state
    }
}

/// A writer that computes the checksum of its output.
pub(crate) struct Sealing<'a> {
    to: &'a mut dyn Write,
    sum: Checksum,
}

impl<'a> Sealing<'a> {
    pub fn new(to: &'a mut dyn Write) -> Self {
        Sealing { to, sum: Checksum::EMPTY }
    }

    pub fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.to.write_all(bytes)
    }

    pub fn word(&mut self, word: u64) -> io::Result<()> {
        self.put(&word.to_le_bytes())
    }

    /// Writes the checksum of everything written so far.
    pub fn seal(&mut self) -> io::Result<()> {
        self.word(self.sum.value())
    }
}

/// Reads what [`Sealing`] wrote.
pub(crate) struct Sealed {
    from: Box<dyn Read>,
    sum: Checksum,
    /// Size of the file in bytes.
    length: u64,
    /// The file, for messages.
    name: String,
}

impl Sealed {
    pub fn new(from: Box<dyn Read>, length: u64, name: String) -> Self {
        Sealed { from, sum: Checksum::EMPTY, length, name }
    }

    /// Bytes of the file still unread.
    pub fn left(&self) -> u64 {
        self.length.saturating_sub(self.sum.bytes())
    }

    pub fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.damaged("it ends too early"),
            _ => self.unreadable(error),
        })?;
        self.sum.update(bytes);
        Ok(())
    }

    pub fn take<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    pub fn word(&mut self) -> Result<u64, Fault> {
        self.take().map(u64::from_le_bytes)
    }

    /// Reads the number of following items of at least `each` bytes; rejects more than the file can
    /// hold.
    pub fn count(&mut self, each: u64) -> Result<u64, Fault> {
        let count = self.word()?;
        let fits = count.checked_mul(each).is_some_and(|bytes| bytes <= self.left());
        if fits { Ok(count) } else { Err(self.damaged("it ends too early")) }
    }

    /// Compares the checksum that follows with that of everything read so far.
    pub fn check_seal(&mut self) -> Result<(), Fault> {
        let sum = self.sum.value();
        if self.word()? == sum { Ok(()) } else { Err(self.damaged("its checksum is wrong")) }
    }

    /// Checks that no data follows.
    pub fn check_end(&mut self) -> Result<(), Fault> {
        match self.from.read_exact(&mut [0]) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(()),
            Err(error) => Err(self.unreadable(error)),
            Ok(()) => Err(self.damaged("it exceeds its recorded length")),
        }
    }

    pub fn damaged(&self, why: &str) -> Fault {
        Fault::broken(format!(
            "{} is damaged: {why}; delete it to repeat its part of the work",
            self.name
        ))
    }

    fn unreadable(&self, error: io::Error) -> Fault {
        Fault::broken(format!("{} cannot be read", self.name)).because(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checksum_depends_on_every_bit_and_on_no_division_into_parts() {
        let bytes: Vec<u8> = (0..133u8).map(|byte| byte.wrapping_mul(59)).collect();
        let of = |parts: &[&[u8]]| {
            let mut sum = Checksum::EMPTY;
            parts.iter().for_each(|part| sum.update(part));
            sum
        };
        let whole = of(&[&bytes]);
        for cut in 0..bytes.len() {
            let (one, other) = bytes.split_at(cut);
            assert_eq!(of(&[one, other]), whole, "cut at {cut}");
            assert_ne!(of(&[one]).value(), whole.value());
            let mut on = of(&[&bytes[..cut / 8 * 8]]);
            let (length, state) = on.parts();
            assert_eq!(on, Checksum::of_parts(length, state));
            on.update(&bytes[cut / 8 * 8..]);
            assert_eq!(on, whole);
        }
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(of(&[&flipped]).value(), whole.value(), "bit {bit}");
        }
        assert_ne!(of(&[&[0; 8]]).value(), of(&[&[0; 16]]).value());
        assert_ne!(of(&[&[0]]).value(), of(&[&[0; 2]]).value());
    }
}
