//! A set of exact keys: linear probing over a power of two of words, at most half full. It has no random hashing, so
//! runs repeat, and asks before it grows.

/// A set of numbers other than 0.
#[derive(Clone, Debug)]
pub(crate) struct KeySet {
    /// 0 marks a free place.
    slots: Vec<u64>,
    len: usize,
}

impl KeySet {
    const SMALLEST: usize = 1 << 10;

    pub fn new() -> Self {
        KeySet { slots: vec![0; Self::SMALLEST], len: 0 }
    }

    /// Forgets all keys, and the memory of a large set with them.
    pub fn clear(&mut self) {
        if self.slots.len() > 16 * Self::SMALLEST {
            *self = KeySet::new();
        } else if self.len > 0 {
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

    /// Adds a key that is not 0 and says whether it is new. Contract: [`reserve`](KeySet::reserve) was called.
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

    /// Makes room for one more key.
    #[inline]
    pub fn reserve(&mut self) {
        if self.wants() > 0 {
            let larger = vec![0; 2 * self.slots.len()];
            for key in std::mem::replace(&mut self.slots, larger).into_iter().filter(|key| *key != 0) {
                let place = self.place(key);
                self.slots[place] = key;
            }
        }
    }

    /// Every key, in no particular but repeatable order.
    pub fn keys(&self) -> impl Iterator<Item = u64> + '_ {
        self.slots.iter().copied().filter(|key| *key != 0)
    }

    /// How many places there are: the bound of [`place`](KeySet::place).
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
