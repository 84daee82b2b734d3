//! The slots of a table, in shards that each have a lock.

/// Shards of a table.
pub(super) const SHARDS: usize = 8;
/// Slots after the homes. In the rare case that they do not suffice, as many again are added.
const TAIL: usize = 16;

/// 96 bits of a key. The lowest three of the second word determine the shard of the key; within the
/// shard they hold the worth of the entry instead.
pub(super) type Entry = [u32; 3];
pub(super) const FREE: Entry = [0; 3];

/// The bits of an entry's second word that hold its worth.
pub(super) const WORTH: u32 = SHARDS as u32 - 1;

/// The cost of proving a position lost once more: 0 for fewer than 8 expansions, then one more for
/// each doubling, up to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth(pub(super) u32);

impl Worth {
    /// The worth of keys that are never evicted.
    pub const MOST: Worth = Worth(WORTH);
    /// The worth of keys known only to be lost.
    pub(super) const UNKNOWN: Worth = Worth(2);

    pub fn of(expansions: u64) -> Worth {
        Worth((expansions / 4).max(1).ilog2().min(WORTH))
    }
}

/// Open addressing with linear probing; the home slot comes from the leading bits of the entry.
/// Entries that follow one another without a free slot between them are in ascending order, so that
/// the search for a missing key ends at the first greater one: after about four slots instead of
/// twenty at high load (Amble and Knuth, "Ordered hash tables", 1974).
pub(super) struct Shard {
    /// The homes, and a few more slots: a run of entries continues after the last home, since at
    /// the first one it would break the order.
    pub slots: Vec<Entry>,
    pub homes: usize,
    pub len: usize,
    pub lookups: u64,
}

impl Shard {
    pub fn new(homes: usize) -> Self {
        Shard { slots: vec![FREE; homes + TAIL], homes, len: 0, lookups: 0 }
    }

    /// The entry's slot, or the slot where it belongs, regardless of its worth.
    pub fn find(&self, entry: Entry) -> Result<usize, usize> {
        let entry = key_of(entry);
        let mut slot = home_of(entry, self.homes);
        while slot < self.slots.len()
            && key_of(self.slots[slot]) < entry
            && self.slots[slot] != FREE
        {
            slot += 1;
        }
        if self.slots.get(slot).is_some_and(|&found| key_of(found) == entry) {
            Ok(slot)
        } else {
            Err(slot)
        }
    }

    /// Puts an entry into the slot where it belongs.
    pub fn put(&mut self, slot: usize, entry: Entry) {
        let free =
            self.slots[slot..].iter().position(|&slot| slot == FREE).map(|further| slot + further);
        let free = free.unwrap_or_else(|| {
            let free = self.slots.len();
            self.slots.reserve_exact(TAIL);
            self.slots.resize(free + TAIL, FREE);
            free
        });
        self.slots.copy_within(slot..free, slot + 1);
        self.slots[slot] = entry;
        self.len += 1;
    }

    pub fn is_crowded(&self) -> bool {
        self.len * 20 >= self.homes * 17
    }

    /// Evicts the least valuable entries, at least a quarter of them, and returns how many there
    /// were; 0 if all entries are too valuable. In place: ordered entries return to their home
    /// slots, never beyond their old places.
    pub fn forget(&mut self) -> usize {
        let mut counts = [0; SHARDS];
        let entries = self.slots.iter().filter(|&&entry| entry != FREE);
        entries.for_each(|entry| counts[(entry[1] & WORTH) as usize] += 1);
        let up_to = |most: u32| (most, counts[..=most as usize].iter().sum::<usize>());
        let enough = |&(_, count): &(u32, usize)| count >= self.len.div_ceil(4);
        let Some((most, forgotten)) = (0..WORTH).map(up_to).find(enough) else { return 0 };
        let mut next = 0;
        for slot in 0..self.slots.len() {
            let entry = std::mem::replace(&mut self.slots[slot], FREE);
            if entry != FREE && entry[1] & WORTH > most {
                next = home_of(entry, self.homes).max(next);
                self.slots[next] = entry;
                next += 1;
            }
        }
        self.len -= forgotten;
        forgotten
    }

    pub fn grow(&mut self, homes: usize) {
        let before = std::mem::replace(self, Shard { lookups: self.lookups, ..Shard::new(homes) });
        for entry in before.slots.into_iter().filter(|&entry| entry != FREE) {
            if let Err(slot) = self.find(entry) {
                self.put(slot, entry);
            }
        }
    }
}

/// An entry without its worth.
pub(super) fn key_of(entry: Entry) -> Entry {
    [entry[0], entry[1] & !WORTH, entry[2]]
}

/// An entry with a different worth.
pub(super) fn with_worth(entry: Entry, worth: u32) -> Entry {
    [entry[0], entry[1] & !WORTH | worth, entry[2]]
}

/// The slot where the search for an entry begins.
pub(super) fn home_of(entry: Entry, homes: usize) -> usize {
    let lead = u64::from(entry[0]) << 32 | u64::from(entry[1] & !WORTH);
    ((u128::from(lead) * homes as u128) >> 64) as usize
}

/// Bytes of a shard with the given number of homes.
pub(super) fn bytes_of(homes: usize) -> u64 {
    ((homes + TAIL) * size_of::<Entry>()) as u64
}
