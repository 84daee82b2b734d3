//! Sorted sequences of records on disk, each with its length and checksum.

use std::io::Read;

use patience_core::Scratch;

use super::error::DiskError;

/// Bytes that are written at once.
const BLOCK: usize = 64 << 10;

/// Number, length and checksum of a sequence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sequence {
    number: u32,
    records: u64,
    sum: u64,
}

impl Sequence {
    /// A sequence with this number, number of records and checksum.
    pub fn of(number: u32, records: u64, sum: u64) -> Self {
        Sequence { number, records, sum }
    }

    /// The number, the number of records and the checksum.
    pub fn parts(&self) -> (u32, u64, u64) {
        (self.number, self.records, self.sum)
    }

    pub fn records(&self) -> u64 {
        self.records
    }
}

/// A checksum in a word: each record is folded into it by a bijection of its words.
fn add(sum: u64, record: &[u8]) -> u64 {
    record.chunks(8).fold(sum, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let mixed = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    })
}

/// A sequence being written.
pub(super) struct Writing {
    sequence: Sequence,
    block: Vec<u8>,
    length: u64,
}

/// The scratch space, and the records still to be sorted.
pub(super) struct Disk<'a> {
    scratch: &'a mut dyn Scratch,
    width: usize,
    /// Maximum bytes of records in memory.
    room: usize,
    next: u32,
    collected: Vec<u8>,
    runs: Vec<Sequence>,
}

impl<'a> Disk<'a> {
    pub fn new(scratch: &'a mut dyn Scratch, width: usize, memory: u64) -> Self {
        let width = width.max(1);
        // A record is stored once, plus a reference in the sorted list.
        let room = memory as usize / (width + size_of::<&[u8]>()) * width;
        Disk { scratch, width, room, next: 0, collected: Vec::new(), runs: Vec::new() }
    }

    /// Continues with sequences from a number onward.
    pub fn resume_at(&mut self, next: u32) {
        self.next = next;
    }

    /// The number of the next sequence.
    pub fn next(&self) -> u32 {
        self.next
    }

    /// Bytes per record.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The space itself.
    pub fn scratch(&mut self) -> &mut dyn Scratch {
        self.scratch
    }

    pub fn unusable(&self, number: u32) -> impl Fn(std::io::Error) -> DiskError + use<> {
        let name = self.scratch.name(number);
        move |error| DiskError::Unusable { name: name.clone(), error }
    }

    /// Begins a sequence.
    pub fn begin(&mut self) -> Writing {
        let sequence = Sequence { number: self.next, records: 0, sum: 0 };
        self.next += 1;
        Writing { sequence, block: Vec::new(), length: 0 }
    }

    /// Adds a record to a sequence.
    pub fn push(&mut self, to: &mut Writing, record: &[u8]) -> Result<(), DiskError> {
        to.sequence.records += 1;
        to.sequence.sum = add(to.sequence.sum, record);
        to.block.extend(record);
        if to.block.len() >= BLOCK { self.flush(to) } else { Ok(()) }
    }

    /// Ends a sequence.
    pub fn end(&mut self, mut sequence: Writing) -> Result<Sequence, DiskError> {
        self.flush(&mut sequence)?;
        Ok(sequence.sequence)
    }

    fn flush(&mut self, writing: &mut Writing) -> Result<(), DiskError> {
        let number = writing.sequence.number;
        let written = self.scratch.append(number, writing.length, &writing.block);
        written.map_err(self.unusable(number))?;
        writing.length += writing.block.len() as u64;
        writing.block.clear();
        Ok(())
    }

    /// Reads a sequence from its beginning.
    pub fn read(&self, sequence: Sequence) -> Result<Reader, DiskError> {
        let from = self.scratch.read(sequence.number).map_err(self.unusable(sequence.number))?;
        let name = self.scratch.name(sequence.number);
        Ok(Reader {
            from,
            name,
            sequence,
            left: sequence.records,
            sum: 0,
            head: vec![0; self.width],
        })
    }

    /// Adds a record to be sorted.
    pub fn collect(&mut self, record: &[u8]) -> Result<(), DiskError> {
        if self.collected.len() + record.len() > self.room {
            self.write_run()?;
        }
        self.collected.extend(record);
        Ok(())
    }

    fn write_run(&mut self) -> Result<(), DiskError> {
        let collected = std::mem::take(&mut self.collected);
        let mut records: Vec<&[u8]> = collected.chunks_exact(self.width).collect();
        records.sort_unstable();
        records.dedup();
        let mut run = self.begin();
        for record in records {
            self.push(&mut run, record)?;
        }
        let run = self.end(run)?;
        self.runs.push(run);
        self.collected = collected;
        self.collected.clear();
        Ok(())
    }

    /// Returns the collected records in order, each once.
    pub fn collected(&mut self) -> Result<Merged, DiskError> {
        self.write_run()?;
        Merged::new(self.runs.iter().map(|run| self.read(*run)))
    }

    /// Removes the runs after reading.
    pub fn remove_runs(&mut self, _: Merged) -> Result<(), DiskError> {
        for run in std::mem::take(&mut self.runs) {
            let removed = self.scratch.remove(run.number);
            removed.map_err(self.unusable(run.number))?;
        }
        Ok(())
    }
}

/// Reads a sequence and compares its length and checksum.
pub(super) struct Reader {
    from: Box<dyn Read>,
    name: String,
    sequence: Sequence,
    left: u64,
    sum: u64,
    head: Vec<u8>,
}

impl Reader {
    /// Advances to the next record; false at the end of an undamaged sequence.
    pub fn next(&mut self) -> Result<bool, DiskError> {
        if self.left == 0 {
            // Nothing may follow.
            let is_at_end = matches!(self.from.read(&mut [0]), Ok(0));
            let is_whole = is_at_end && self.sum == self.sequence.sum;
            return if is_whole { Ok(false) } else { Err(self.damaged()) };
        }
        match self.from.read_exact(&mut self.head) {
            Err(error) if error.kind() != std::io::ErrorKind::UnexpectedEof => {
                return Err(DiskError::Unusable { name: self.name.clone(), error });
            }
            Err(_) => return Err(self.damaged()),
            Ok(()) => {}
        }
        self.left -= 1;
        self.sum = add(self.sum, &self.head);
        Ok(true)
    }

    /// The record that the last call accessed.
    pub fn record(&self) -> &[u8] {
        &self.head
    }

    /// Records still to be read.
    pub fn left(&self) -> u64 {
        self.left
    }

    pub fn damaged(&self) -> DiskError {
        DiskError::Damaged { name: self.name.clone() }
    }
}

/// Sorted sequences as one.
pub(super) struct Merged {
    readers: Vec<Reader>,
    /// The reader with the smallest head.
    least: Option<usize>,
}

impl Merged {
    pub fn new(
        readers: impl Iterator<Item = Result<Reader, DiskError>>,
    ) -> Result<Self, DiskError> {
        let mut merged = Merged { readers: Vec::new(), least: None };
        for reader in readers {
            let mut reader = reader?;
            if reader.next()? {
                merged.readers.push(reader);
            }
        }
        merged.find_least();
        Ok(merged)
    }

    /// The record that [`next`](Self::next) returns.
    pub fn head(&self) -> Option<&[u8]> {
        self.least.map(|least| self.readers[least].head.as_slice())
    }

    /// The next record; equal ones count as one.
    pub fn next(&mut self) -> Result<Option<Vec<u8>>, DiskError> {
        let Some(record) = self.head().map(<[u8]>::to_vec) else { return Ok(None) };
        let mut index = 0;
        while index < self.readers.len() {
            let reader = &mut self.readers[index];
            let is_over = reader.head == record && !reader.next()?;
            if is_over {
                self.readers.swap_remove(index);
            } else {
                index += 1;
            }
        }
        self.find_least();
        Ok(Some(record))
    }

    fn find_least(&mut self) {
        let heads = self.readers.iter().enumerate();
        self.least = heads.min_by_key(|(_, reader)| &reader.head).map(|(index, _)| index);
    }
}
