//! Sets of keys: 96 key bits for each position, with the chance of error counted.
//!
//! Keys have 128 independent random bits, of which 96 are kept. Two different positions therefore agree with
//! probability 2^-96, so the probability that any look-up of a run was ever answered wrongly is at most the sum, over
//! the look-ups, of the number of keys then stored, divided by 2^96. [`Table::failure_probability`] bounds that sum.

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

const SHARDS: usize = 64;
/// Slots of a new shard.
const FEW: usize = 32;

type Entry = [u32; 3];
const FREE: Entry = [0; 3];

/// The table may not grow as it would have to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// A set of keys that several threads share. Each shard has its own lock and grows on its own, so that growing never
/// needs much memory on top.
pub(crate) struct Table {
    shards: Vec<Mutex<Shard>>,
    most_bytes: u64,
    bytes: AtomicU64,
    len: AtomicU64,
}

/// Open addressing with linear probing; the home slot comes from the leading bits of the entry.
struct Shard {
    slots: Vec<Entry>,
    len: usize,
    lookups: u64,
}

impl Shard {
    fn find(&self, entry: Entry) -> Result<usize, usize> {
        let lead = u64::from(entry[0]) << 32 | u64::from(entry[1]);
        let mut slot = ((u128::from(lead) * self.slots.len() as u128) >> 64) as usize;
        loop {
            if self.slots[slot] == FREE {
                return Err(slot);
            }
            if self.slots[slot] == entry {
                return Ok(slot);
            }
            slot = if slot + 1 == self.slots.len() { 0 } else { slot + 1 };
        }
    }

    fn is_crowded(&self) -> bool {
        self.len * 20 >= self.slots.len() * 17
    }

    fn grow(&mut self, slots: usize) {
        let before = std::mem::replace(&mut self.slots, vec![FREE; slots]);
        for entry in before.into_iter().filter(|&entry| entry != FREE) {
            if let Err(slot) = self.find(entry) {
                self.slots[slot] = entry;
            }
        }
    }
}

fn split(key: u128) -> (usize, Entry) {
    // The shard comes from the low end of a word whose high end gives the slot.
    let entry = [(key >> 64) as u32, (key >> 32) as u32, (key as u32).max(1)];
    (entry[1] as usize % SHARDS, entry)
}

impl Table {
    /// An empty table that never takes more than the given number of bytes, not even while it grows.
    pub fn new(most_bytes: u64) -> Self {
        let shard = || Mutex::new(Shard { slots: vec![FREE; FEW], len: 0, lookups: 0 });
        let bytes = (SHARDS * FEW * size_of::<Entry>()) as u64;
        Table {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            most_bytes: most_bytes.max(bytes),
            bytes: bytes.into(),
            len: 0.into(),
        }
    }

    /// Number of keys.
    pub fn len(&self) -> u64 {
        self.len.load(Relaxed)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// An upper bound of the probability that any look-up so far was answered wrongly.
    pub fn failure_probability(&self) -> f64 {
        let lookups: u64 = self.shards.iter().map(|shard| lock(shard).lookups).sum();
        lookups as f64 * self.len() as f64 / 2f64.powi(96)
    }

    pub fn contains(&self, key: u128) -> bool {
        let (shard, entry) = split(key);
        let mut shard = lock(&self.shards[shard]);
        shard.lookups += 1;
        shard.find(entry).is_ok()
    }

    /// Adds the key; false if it was there.
    pub fn insert(&self, key: u128) -> Result<bool, Full> {
        let (shard, entry) = split(key);
        self.add(&mut lock(&self.shards[shard]), entry)
    }

    fn add(&self, shard: &mut Shard, entry: Entry) -> Result<bool, Full> {
        shard.lookups += 1;
        if shard.is_crowded() {
            let (now, more) = (shard.slots.len(), shard.slots.len() * 3 / 2);
            let [now_bytes, more_bytes] = [now, more].map(|slots| (slots * size_of::<Entry>()) as u64);
            // While it grows, both are there.
            if self.bytes.fetch_add(more_bytes, Relaxed) + more_bytes > self.most_bytes {
                self.bytes.fetch_sub(more_bytes, Relaxed);
                return Err(Full);
            }
            shard.grow(more);
            self.bytes.fetch_sub(now_bytes, Relaxed);
        }
        match shard.find(entry) {
            Ok(_) => Ok(false),
            Err(slot) => {
                shard.slots[slot] = entry;
                shard.len += 1;
                self.len.fetch_add(1, Relaxed);
                Ok(true)
            }
        }
    }

    /// Writes the number of keys and the keys.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        // Keys may be added by others meanwhile: each shard is written as it is at one moment.
        for shard in &self.shards {
            let shard = lock(shard);
            out.write_all(&(shard.len as u64).to_le_bytes())?;
            for entry in shard.slots.iter().filter(|&&entry| entry != FREE) {
                entry.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))?;
            }
        }
        Ok(())
    }

    /// Adds the keys that [`save`](Self::save) wrote, as far as there is room: to know fewer is no error.
    pub fn load(&self, from: &mut dyn Read) -> io::Result<()> {
        for shard in &self.shards {
            let mut shard = lock(shard);
            let mut len = [0; 8];
            from.read_exact(&mut len)?;
            for _ in 0..u64::from_le_bytes(len) {
                let mut entry = FREE;
                for word in &mut entry {
                    let mut bytes = [0; 4];
                    from.read_exact(&mut bytes)?;
                    *word = u32::from_le_bytes(bytes);
                }
                let _ = self.add(&mut shard, entry);
            }
        }
        Ok(())
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    // A shard is whole between any two statements, so a panic elsewhere does not spoil it.
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
