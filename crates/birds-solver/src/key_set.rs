//! A set of exact keys: linear probing over a power of two of words, at most half full. Hashing is
//! not randomised, so runs are reproducible, and the set reports the memory needed before it grows.

use patience_core::{Budget, Stop};

/// A set of numbers other than 0.
#[derive(Clone, Debug)]
pub(crate) struct KeySet {
    /// 0 marks a free place.
    slots: Vec<u64>,
    len: usize,
}

/// Slots moved to a larger table between two polls.
const BETWEEN_POLLS: usize = 1 << 14;

impl KeySet {
    const SMALLEST: usize = 1 << 10;

    pub fn new() -> Self {
        KeySet { slots: vec![0; Self::SMALLEST], len: 0 }
    }

    /// Removes all keys and shrinks to the size of a new set, so that measurements do not depend on
    /// earlier use.
    pub fn clear(&mut self) {
        if self.slots.capacity() > 16 * Self::SMALLEST {
            *self = KeySet::new();
        } else {
            self.slots.truncate(Self::SMALLEST);
            self.slots.fill(0);
            self.len = 0;
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub fn contains(&self, key: u64) -> bool {
        self.slots[self.place(key)] == key
    }

    /// Adds a non-zero key and returns whether it is new. Contract: it [wants](KeySet::wants)
    /// nothing.
    #[inline]
    pub fn insert(&mut self, key: u64) -> bool {
        debug_assert!(key != 0 && 2 * self.len < self.slots.len());
        let place = self.place(key);
        let new = self.slots[place] == 0;
        self.slots[place] = key;
        self.len += usize::from(new);
        new
    }

    /// The bytes that will be allocated before the next key fits, usually 0.
    #[inline]
    pub fn wants(&self) -> u64 {
        if 2 * (self.len + 1) < self.slots.len() { 0 } else { 16 * self.slots.len() as u64 }
    }

    /// Doubles the table, if [`wants`](KeySet::wants) requires it.
    ///
    /// # Errors
    /// [`Stop::Time`] or [`Stop::Cancelled`]; in that case keys are missing, and the set must not
    /// be used.
    #[cold]
    pub fn grow(&mut self, budget: &Budget) -> Result<(), Stop> {
        let larger = vec![0; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, larger);
        for slots in old.chunks(BETWEEN_POLLS) {
            budget.poll()?;
            for &key in slots.iter().filter(|key| **key != 0) {
                let place = self.place(key);
                self.slots[place] = key;
            }
        }
        Ok(())
    }

    /// The bytes in use.
    pub fn bytes(&self) -> u64 {
        8 * self.slots.len() as u64
    }

    /// Every key, in an unspecified but reproducible order.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.slots.iter().copied().filter(|key| *key != 0)
    }

    /// Number of places: the bound of [`place`](KeySet::place).
    pub fn places(&self) -> usize {
        self.slots.len()
    }

    /// Where a key is, or where it would go.
    #[inline]
    pub fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let hash = (key ^ key >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut place = (hash >> 20) as usize & mask;
        while self.slots[place] != 0 && self.slots[place] != key {
            place = (place + 1) & mask;
        }
        place
    }
}
