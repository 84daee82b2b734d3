//! Sequences of records that need not fit into memory: written through buffers, sorted in runs, and
//! merged.

use std::collections::{BTreeMap, BTreeSet};

use patience_core::{Budget, MemoryScratch, Scratch, Stop};

use super::layers::{Layers, Records};
use super::record::FIRST_RUN;
use crate::counters::Counters;
use crate::fault::{Fault, Halt};
use crate::position::{PACKED, Packed};

/// Maximum memory used, in bytes: more memory has no advantage, and with less, most of the time is
/// spent on files.
const MAX_MEMORY: u64 = 1 << 30;
const LEAST_MEMORY: u64 = 32 << 10;
/// Memory for other data: random words of keys, lists of sequences.
const SMALL_THINGS: u64 = 64 << 10;
/// Memory for the lists of pieces, if sequences are held in memory.
const LISTS: u64 = 256 << 10;
/// Bytes that the reader of a run keeps in memory.
const BUFFER: u64 = 8 << 10;

/// A sorted run in the scratch space.
pub(crate) struct SortedRun<const N: usize> {
    from: Records<N>,
    /// The next record.
    head: Option<[u8; N]>,
}

impl<const N: usize> SortedRun<N> {
    pub fn new(mut from: Records<N>) -> Result<Self, Fault> {
        let head = from.next()?;
        Ok(SortedRun { from, head })
    }
}

/// Sorted runs in the scratch space, one run in memory and late records, all to be merged.
pub(crate) struct Merging<const N: usize> {
    pub runs: Vec<SortedRun<N>>,
    /// The last run, backward.
    held: Vec<[u8; N]>,
    pub late: BTreeSet<[u8; N]>,
}

impl<const N: usize> Default for Merging<N> {
    fn default() -> Self {
        Merging { runs: Vec::new(), held: Vec::new(), late: BTreeSet::new() }
    }
}

impl<const N: usize> Merging<N> {
    /// Maximum bytes of a late record: nodes of eleven are at least half full.
    pub const IN_TREE: u64 = 2 * N as u64 + 16;

    /// Returns the next record in order; equal records count as one.
    pub fn pop(&mut self, duplicates: &mut u64) -> Result<Option<[u8; N]>, Fault> {
        let heads = self.runs.iter().filter_map(|run| run.head);
        let Some(least) =
            heads.chain(self.held.last().copied()).chain(self.late.first().copied()).min()
        else {
            return Ok(None);
        };
        let mut found = 0;
        for run in &mut self.runs {
            while run.head == Some(least) {
                run.head = run.from.next()?;
                found += 1;
            }
        }
        while self.held.last() == Some(&least) {
            self.held.pop();
            found += 1;
        }
        found += u64::from(self.late.remove(&least));
        *duplicates += found - 1;
        Ok(Some(least))
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let buffers = self.runs.len() as u64 * BUFFER;
        (self.held.capacity() * N) as u64 + self.late.len() as u64 * Self::IN_TREE + buffers
    }
}

/// Returns the records one by one in order, and counts the duplicates that it drops.
type Next<'a, const N: usize> = dyn FnMut(&mut u64) -> Result<Option<[u8; N]>, Fault> + 'a;

/// Numbered sequences of packed positions of any length.
pub(crate) struct Store<'a> {
    pub layers: Layers<'a>,
    pub budget: Budget<'a>,
    pub counters: Counters,
    /// Maximum total number of bytes: an eighth for pending records, in buffers that grow by
    /// doubling, a quarter for the run in memory, an eighth for late records, and a quarter for the
    /// readers of the other runs.
    pub room: u64,
    /// Bytes that its user holds as well.
    besides: u64,
    /// Records still to be written, by sequence.
    pending: BTreeMap<u32, Vec<u8>>,
    pending_bytes: u64,
    /// Runs written.
    runs: u32,
}

impl<'a> Store<'a> {
    /// A store in scratch space or, without scratch space, in memory, most of which it then takes.
    /// Its user holds `besides` bytes of the budget's memory.
    pub fn new<'s: 'a>(
        scratch: Option<&'s mut dyn Scratch>,
        in_memory: &'a mut MemoryScratch,
        besides: u64,
        budget: Budget<'a>,
    ) -> Self {
        let free = budget.limits().memory.map(|most| most.saturating_sub(besides + SMALL_THINGS));
        let (scratch, room, most): (&mut dyn Scratch, _, _) = match scratch {
            Some(scratch) => (scratch, free, None),
            None => {
                let free = free.map(|free| free.saturating_sub(LISTS));
                (
                    in_memory,
                    free.map(|free| free / 4),
                    Some(free.map_or(u64::MAX, |free| free / 8 * 5)),
                )
            }
        };
        Store {
            layers: Layers::new(scratch, most),
            budget,
            counters: Counters::default(),
            room: room.unwrap_or(MAX_MEMORY).min(MAX_MEMORY),
            besides,
            pending: BTreeMap::new(),
            pending_bytes: 0,
            runs: 0,
        }
    }

    /// Checks that there is enough memory.
    pub fn check_room(&self) -> Result<(), Stop> {
        if self.room < LEAST_MEMORY { Err(Stop::Memory) } else { Ok(()) }
    }

    pub fn note_bytes<const N: usize>(&mut self, merging: &Merging<N>) {
        let used =
            merging.bytes() + self.pending_bytes + self.besides + self.layers.bytes_in_memory();
        self.counters.peak_bytes = self.counters.peak_bytes.max(used);
    }

    pub fn append(&mut self, number: u32, packed: &Packed) -> Result<(), Halt> {
        self.pending.entry(number).or_default().extend_from_slice(packed);
        self.pending_bytes += PACKED as u64;
        if self.pending_bytes > self.room / 8 { self.write_pending() } else { Ok(()) }
    }

    pub fn write_pending(&mut self) -> Result<(), Halt> {
        self.pending_bytes = 0;
        for (number, bytes) in std::mem::take(&mut self.pending) {
            self.counters.spilled_bytes += bytes.len() as u64;
            self.layers.append(number, &bytes)?;
        }
        Ok(())
    }

    /// Sorts a sequence, in as many runs as the memory requires. An entry from which `record` makes
    /// no record is damage.
    pub fn sorted<const N: usize>(
        &mut self,
        number: u32,
        record: impl Fn(&Packed) -> Option<[u8; N]>,
    ) -> Result<Merging<N>, Halt> {
        let most = (self.room / 4 / N as u64) as usize;
        let mut merging = Merging::default();
        let mut from = self.layers.read::<PACKED>(number)?;
        while let Some(packed) = from.next()? {
            self.budget.tick()?;
            if merging.held.len() == most {
                merging.held.sort_unstable();
                let mut held = std::mem::take(&mut merging.held).into_iter();
                self.add_run(&mut merging, &mut |_| Ok(held.next()))?;
            }
            if merging.held.len() == merging.held.capacity() {
                merging
                    .held
                    .reserve_exact((merging.held.len() / 2 + 64).min(most - merging.held.len()));
            }
            let record = record(&packed).ok_or_else(|| self.misplaced(number))?;
            merging.held.push(record);
        }
        merging.held.sort_unstable_by(|a, b| b.cmp(a));
        self.note_bytes(&merging);
        Ok(merging)
    }

    /// The error for a sequence that contains a position of another layer.
    pub fn misplaced(&self, number: u32) -> Fault {
        self.layers.damaged(number, "it holds a position of another layer")
    }

    /// Adds a sorted run, through the scratch space. If there are too many runs, they are merged
    /// first.
    pub fn add_run<const N: usize>(
        &mut self,
        merging: &mut Merging<N>,
        next: &mut Next<'_, N>,
    ) -> Result<(), Halt> {
        if merging.runs.len() as u64 >= (self.room / 4 / BUFFER).max(2) {
            let mut all = Merging { runs: std::mem::take(&mut merging.runs), ..Merging::default() };
            let merged = self.write_run(&mut |duplicates| all.pop(duplicates))?;
            merging.runs.push(merged);
        }
        let run = self.write_run(next)?;
        merging.runs.push(run);
        self.note_bytes(merging);
        Ok(())
    }

    /// Writes records, given in order, to the scratch space.
    fn write_run<const N: usize>(&mut self, next: &mut Next<'_, N>) -> Result<SortedRun<N>, Halt> {
        let number = FIRST_RUN + self.runs;
        self.runs += 1;
        let mut buffer = Vec::with_capacity(BUFFER as usize);
        while let Some(record) = next(&mut self.counters.duplicates)? {
            if buffer.len() + N > buffer.capacity() {
                self.budget.poll()?;
                self.layers.append(number, &buffer)?;
                buffer.clear();
            }
            buffer.extend_from_slice(&record);
            self.counters.spilled_bytes += N as u64;
        }
        self.layers.append(number, &buffer)?;
        Ok(SortedRun::new(self.layers.read(number)?)?)
    }

    pub fn remove_runs(&mut self) -> Result<(), Fault> {
        (0..std::mem::take(&mut self.runs)).try_for_each(|run| self.layers.remove(FIRST_RUN + run))
    }
}
