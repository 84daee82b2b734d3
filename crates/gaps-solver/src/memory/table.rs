//! Sets of keys: 96 key bits for each position, with the chance of error counted.
//!
//! Keys have 128 bits, of which 96 are kept. If the words that they are made of were drawn at
//! random, two different positions would agree with probability 2^-96, and the probability that any
//! look-up was ever answered wrongly would be at most the sum, over the look-ups, of the number of
//! keys then stored, divided by 2^96. [`Table::failure_probability`] bounds that sum, over all runs
//! from checkpoint to checkpoint. The words come from a generator with a fixed seed, so that runs
//! can be repeated: for them the bound is a heuristic one.
//!
//! When memory is used up, a table may evict keys, first those of positions that are quickly proved
//! lost again. A missing key costs time but never makes an answer wrong.

use std::io;
use std::sync::atomic::{AtomicPtr, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use patience_core::Budget;

use super::prefetch::prefetch;
use super::shard::{Entry, FREE, SHARDS, Shard, Worth, bytes_of, home_of, with_worth};
use crate::disk::{Sealed, Sealing};
use crate::fault::Halt;

#[cfg(test)]
mod tests;

/// Home slots of a new shard.
const MIN_SLOTS: usize = 32;

/// The table needs to grow but may not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// A set of keys that several threads share. Each shard has its own lock and grows independently,
/// so that growing never needs much additional memory.
pub(crate) struct Table {
    shards: Vec<Mutex<Shard>>,
    /// The location of each shard's slots, for [`Table::fetch`].
    places: Vec<Place>,
    most_bytes: u64,
    /// Whether keys may be evicted when memory is used up.
    forgets: bool,
    bytes: AtomicU64,
    len: AtomicU64,
    /// Peak number of keys.
    peak: AtomicU64,
    /// Comparisons of keys in earlier runs on the same deal.
    earlier: u128,
    /// Comparisons made in the workers' own caches.
    elsewhere: AtomicU64,
    /// Keys added since the journal was started, if there is one.
    journal: Option<Mutex<Vec<KeyBytes>>>,
}

/// The stored part of a key, as bytes.
pub(crate) type KeyBytes = [u8; ENTRY as usize];

/// The location of a shard's slots, and its number of homes. Read without the lock, the two may
/// come from different moments.
struct Place {
    slots: AtomicPtr<Entry>,
    homes: AtomicUsize,
}

impl Place {
    fn of(shard: &Shard) -> Self {
        Place { slots: AtomicPtr::new(shard.slots.as_ptr().cast_mut()), homes: shard.homes.into() }
    }

    /// Updates the location of a shard whose slots were reallocated.
    #[cold]
    fn follow(&self, shard: &Shard) {
        self.slots.store(shard.slots.as_ptr().cast_mut(), Relaxed);
        self.homes.store(shard.homes, Relaxed);
    }
}

fn split(key: u128) -> (usize, Entry) {
    // The shard comes from the low end of a word, the slot from its high end.
    let entry = [(key >> 64) as u32, (key >> 32) as u32, (key as u32).max(1)];
    (shard_of(entry), entry)
}

fn shard_of(entry: Entry) -> usize {
    entry[1] as usize % SHARDS
}

impl Table {
    /// An empty table that never takes more than the given number of bytes, not even while it
    /// grows.
    pub fn new(most_bytes: u64) -> Self {
        let shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::new(MIN_SLOTS)).collect();
        let bytes = SHARDS as u64 * bytes_of(MIN_SLOTS);
        Table {
            places: shards.iter().map(Place::of).collect(),
            shards: shards.into_iter().map(Mutex::new).collect(),
            most_bytes: most_bytes.max(bytes),
            forgets: false,
            bytes: bytes.into(),
            len: 0.into(),
            peak: 0.into(),
            earlier: 0,
            elsewhere: 0.into(),
            journal: None,
        }
    }

    /// Creates a table that also journals new keys.
    pub fn with_journal(self) -> Self {
        Table { journal: Some(Mutex::default()), ..self }
    }

    /// Creates a table that evicts entries when it may not grow. Not for searches that end only if
    /// they remember all generated positions.
    pub fn forgetting(self, forgets: bool) -> Self {
        Table { forgets, ..self }
    }

    /// Restarts the journal, with the given keys as just added.
    pub fn begin_journal(&self, keys: Vec<KeyBytes>) {
        keys.iter().for_each(|key| self.add_known(key));
        self.with_keys(|journal| *journal = keys);
    }

    /// Passes the keys of the journal to a function.
    pub fn with_keys<T>(&self, of: impl FnOnce(&mut Vec<KeyBytes>) -> T) -> T {
        let mut keys =
            self.journal.as_ref().map(|keys| keys.lock().unwrap_or_else(PoisonError::into_inner));
        of(keys.as_deref_mut().unwrap_or(&mut Vec::new()))
    }

    /// Adds a key proved elsewhere, if there is room for it: fewer keys are not an error.
    pub fn add_known(&self, key: &KeyBytes) {
        let entry = entry_of(key);
        if entry != FREE {
            let _ = self.add(&mut lock(&self.shards[shard_of(entry)]), entry, Worth::UNKNOWN);
        }
    }

    /// Returns the peak number of keys.
    pub fn peak(&self) -> u64 {
        self.peak.load(Relaxed)
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Counts comparisons of two keys that were made elsewhere, of as many bits or more.
    pub fn add_comparisons(&self, count: u64) {
        self.elsewhere.fetch_add(count, Relaxed);
    }

    /// An upper bound on the key comparisons made by look-ups, including those of earlier runs on
    /// the same deal.
    pub fn comparisons(&self) -> u128 {
        let lookups: u64 = self.shards.iter().map(|shard| lock(shard).lookups).sum();
        let here = u128::from(lookups) * u128::from(self.peak())
            + u128::from(self.elsewhere.load(Relaxed));
        self.earlier.saturating_add(here)
    }

    /// An upper bound on the probability that any look-up so far was wrong, assuming that the words
    /// of the keys are random.
    pub fn failure_probability(&self) -> f64 {
        self.comparisons() as f64 / 2f64.powi(96)
    }

    /// Prefetches the slots that [`contains`](Self::contains) will search for this key. With a
    /// table larger than the caches this takes as long as half an expansion, and happens in the
    /// background.
    #[inline]
    pub fn fetch(&self, key: u128) {
        let (shard, entry) = split(key);
        let place = &self.places[shard];
        prefetch(place.slots.load(Relaxed).wrapping_add(home_of(entry, place.homes.load(Relaxed))));
    }

    pub fn contains(&self, key: u128) -> bool {
        let (shard, entry) = split(key);
        let mut shard = lock(&self.shards[shard]);
        shard.lookups += 1;
        shard.find(entry).is_ok()
    }

    /// Adds the key; false if it was there.
    pub fn insert(&self, key: u128, worth: Worth) -> Result<bool, Full> {
        let (shard, entry) = split(key);
        let added = self.add(&mut lock(&self.shards[shard]), entry, worth)?;
        if added && self.journal.is_some() {
            self.with_keys(|keys| keys.push(entry_bytes(entry)));
        }
        Ok(added)
    }

    fn add(&self, shard: &mut Shard, entry: Entry, worth: Worth) -> Result<bool, Full> {
        shard.lookups += 1;
        if shard.is_crowded() {
            self.make_room(shard, shard_of(entry))?;
        }
        let Err(slot) = shard.find(entry) else { return Ok(false) };
        let slots = shard.slots.as_ptr();
        shard.put(slot, with_worth(entry, worth.0));
        if shard.slots.as_ptr() != slots {
            self.places[shard_of(entry)].follow(shard);
        }
        let len = self.len.fetch_add(1, Relaxed) + 1;
        self.peak.fetch_max(len, Relaxed);
        Ok(true)
    }

    /// Grows a shard by half, or evicts keys if it may not grow.
    #[cold]
    fn make_room(&self, shard: &mut Shard, index: usize) -> Result<(), Full> {
        let (now, more) = (shard.homes, shard.homes * 3 / 2);
        // While it grows, both the old and the new one exist.
        if self.bytes.fetch_add(bytes_of(more), Relaxed) + bytes_of(more) <= self.most_bytes {
            shard.grow(more);
            self.places[index].follow(shard);
            self.bytes.fetch_sub(bytes_of(now), Relaxed);
            return Ok(());
        }
        self.bytes.fetch_sub(bytes_of(more), Relaxed);
        let forgotten = if self.forgets { shard.forget() } else { 0 };
        self.len.fetch_sub(forgotten as u64, Relaxed);
        if forgotten == 0 { Err(Full) } else { Ok(()) }
    }

    /// Writes the comparisons so far and the keys.
    pub fn save(&self, out: &mut Sealing<'_>) -> io::Result<()> {
        out.put(&self.comparisons().to_le_bytes())?;
        // Others may add keys meanwhile: each shard is written as it is at one moment.
        for (index, shard) in (0..).zip(&self.shards) {
            let shard = lock(shard);
            out.word(shard.len as u64)?;
            for entry in shard.slots.iter().filter(|&&entry| entry != FREE) {
                out.put(&entry_bytes(with_worth(*entry, index)))?;
            }
        }
        Ok(())
    }

    /// Loads the output of [`save`](Self::save) into an empty table: the comparisons, and as many
    /// keys as there is room for. Fewer keys are not an error.
    pub fn load(&mut self, from: &mut Sealed, budget: &Budget<'_>) -> Result<(), Halt> {
        const AT_ONCE: usize = 4096;
        self.earlier = u128::from_le_bytes(from.take()?);
        let mut buffer = Vec::new();
        for shards_left in (1..=SHARDS).rev() {
            let len = from.count(ENTRY)?;
            // All slots are allocated at once, because keys arrive in the order of their slots and
            // would fill the front of a growing shard.
            let room =
                self.most_bytes.saturating_sub(*self.bytes.get_mut()) / shards_left as u64 / ENTRY;
            let homes = (len * 20 / 17 + 2).min(room).max(MIN_SLOTS as u64);
            // If there is too little room, keys are dropped at regular intervals.
            let every = len.div_ceil((homes * 17 / 20).max(1)).max(1);
            let shard = &mut self.shards[SHARDS - shards_left];
            let shard = shard.get_mut().unwrap_or_else(PoisonError::into_inner);
            *self.bytes.get_mut() += (homes - MIN_SLOTS as u64) * ENTRY;
            *shard = Shard::new(homes as usize);
            let mut index = 0;
            while index < len {
                budget.poll()?;
                buffer.resize((len - index).min(AT_ONCE as u64) as usize * ENTRY as usize, 0);
                from.fill(&mut buffer)?;
                for bytes in buffer.as_chunks::<{ ENTRY as usize }>().0 {
                    let entry = entry_of(bytes);
                    if entry == FREE {
                        return Err(from.damaged("a key in it is none").into());
                    }
                    if index.is_multiple_of(every)
                        && let Err(slot) = shard.find(entry)
                    {
                        shard.put(slot, with_worth(entry, Worth::UNKNOWN.0));
                        *self.len.get_mut() += 1;
                    }
                    index += 1;
                }
            }
            self.places[SHARDS - shards_left].follow(shard);
        }
        *self.peak.get_mut() = *self.len.get_mut();
        Ok(())
    }
}

/// Bytes of an entry.
pub(crate) const ENTRY: u64 = size_of::<Entry>() as u64;

fn entry_bytes(entry: Entry) -> KeyBytes {
    let mut bytes = [0; ENTRY as usize];
    bytes
        .as_chunks_mut::<4>()
        .0
        .iter_mut()
        .zip(entry)
        .for_each(|(bytes, word)| *bytes = word.to_le_bytes());
    bytes
}

fn entry_of(bytes: &KeyBytes) -> Entry {
    let words = bytes.as_chunks::<4>().0;
    std::array::from_fn(|index| u32::from_le_bytes(words[index]))
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    // A shard is consistent between any two statements, so a panic in another place does not
    // corrupt it.
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
