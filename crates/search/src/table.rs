//! The table of known states: an arena of nodes and an open-addressed index over it.
//!
//! A node is a key with the search's data. The index has 4 bytes per slot: a node's number in as
//! many low bits as the capacity needs, and bits of the key's hash in the others, so that probing
//! seldom touches a non-matching node. When the index grows, the old one is freed before the new
//! one is allocated (the arena has everything needed to fill it), so the table never holds two
//! indexes.

use std::hash::{BuildHasher, Hash};
use std::hint::black_box;
use std::num::NonZeroU32;

use foldhash::fast::FixedState;
use patience_core::{Budget, Game, Stop};

use crate::arena::Arena;

/// The number of a node of a [`Table`]. An `Option<Id>` also takes 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(NonZeroU32);

impl Id {
    #[inline]
    fn new(index: usize) -> Self {
        Id(u32::try_from(index + 1)
            .ok()
            .and_then(NonZeroU32::new)
            .expect("the table keeps its numbers in 32 bits"))
    }

    /// The position in the order of insertion, from 0.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// Nodes entered into a larger index between two polls: a hundred million take seconds.
const BETWEEN_POLLS: usize = 1 << 14;

/// Nodes whose places in a larger index are prefetched together.
const ENTERED_TOGETHER: usize = 32;

/// Result of looking up a key in a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It was unknown; the note was stored with it.
    New(Id),
    /// It was known; nothing was changed.
    Known(Id),
}

struct Stored<K, V> {
    key: K,
    value: V,
}

/// Exact keys, each with a note `V`, in insertion order, so that searches are reproducible.
///
/// ```
/// use patience_core::Budget;
/// use patience_search::table::{Entry, Table};
///
/// let budget = Budget::unlimited();
/// let mut table = Table::new();
/// let Entry::New(id) = table.insert("a key", 7, &budget)? else { panic!("it was not known") };
/// assert_eq!(table.insert("a key", 8, &budget)?, Entry::Known(id));
/// assert_eq!((table.value(id), table.len()), (&7, 1));
/// # Ok::<(), patience_core::Stop>(())
/// ```
pub struct Table<K, V> {
    nodes: Arena<Stored<K, V>>,
    /// 0 is an empty slot; otherwise `hash bits << shift | id`.
    index: Vec<u32>,
    /// The capacity of the index is `1 << shift`.
    shift: u32,
    hasher: FixedState,
}

impl<K: Eq + Hash, V> Table<K, V> {
    const SMALLEST: u32 = 8;
    /// An index of fewer slots than two to the power of this grows fourfold.
    const SMALL: u32 = 12;

    /// An empty table.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Table {
            nodes: Arena::new(),
            index: vec![0; 1 << Self::SMALLEST],
            shift: Self::SMALLEST,
            hasher: FixedState::with_seed(0),
        }
    }

    /// The number of keys.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no key.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Looks a key up and, if it is unknown, stores it with a note.
    ///
    /// # Errors
    /// [`Stop::Memory`] if there is no room for it; the table is as it was. [`Stop::Time`] or
    /// [`Stop::Cancelled`] if the search was stopped while a large table grew; then nodes can still
    /// be accessed by number, but no longer by key.
    #[inline]
    pub fn insert(&mut self, key: K, value: V, budget: &Budget<'_>) -> Result<Entry, Stop> {
        let hash = self.hash(&key);
        self.insert_hashed(hash, key, value, budget)
    }

    /// Like [`insert`](Self::insert), for a key with its [`hash`](Self::hash).
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    #[inline]
    pub fn insert_hashed(
        &mut self,
        hash: u64,
        key: K,
        value: V,
        budget: &Budget<'_>,
    ) -> Result<Entry, Stop> {
        if self.len() >= self.full() {
            self.grow(budget)?;
        }
        let slot = match self.probe(&key, hash) {
            Ok(id) => return Ok(Entry::Known(id)),
            Err(slot) => slot,
        };
        let id = Id::new(self.nodes.push(Stored { key, value }, budget)?);
        self.index[slot] = self.tagged(hash, id);
        Ok(Entry::New(id))
    }

    /// Looks a key up by its [`hash`](Self::hash). Look-ups of a group whose places were
    /// [fetched](Self::fetch) do not wait for each other, as nothing is changed between them.
    #[inline]
    pub fn get_hashed(&self, hash: u64, key: &K) -> Option<Id> {
        self.probe(key, hash).ok()
    }

    /// The hash of a key: the same until the program ends, in every table.
    #[inline]
    pub fn hash(&self, key: &K) -> u64 {
        self.hasher.hash_one(key)
    }

    /// Reads the places of the index where the search for keys with these hashes begins, so that
    /// the processor fetches them all at once. Call it for a group of keys before looking them up;
    /// it does not change the table.
    ///
    /// ```
    /// use patience_core::Budget;
    /// use patience_search::table::Table;
    ///
    /// let mut table = Table::new();
    /// let hashes: Vec<u64> = (0..16).map(|key| table.hash(&key)).collect();
    /// table.fetch(hashes.iter().copied());
    /// for (key, hash) in hashes.into_iter().enumerate() {
    ///     table.insert_hashed(hash, key, (), &Budget::unlimited())?;
    /// }
    /// assert_eq!(table.len(), 16);
    /// # Ok::<(), patience_core::Stop>(())
    /// ```
    #[inline]
    pub fn fetch(&self, hashes: impl Iterator<Item = u64>) {
        // The result is used, so that the reads are made, and none waits for another.
        black_box(hashes.fold(0, |read, hash| read ^ self.index[self.first(hash)]));
    }

    /// The place in the index where the search for a hash begins.
    #[inline]
    fn first(&self, hash: u64) -> usize {
        (hash >> (64 - self.shift)) as usize & (self.index.len() - 1)
    }

    /// The node of a key.
    pub fn get(&self, key: &K) -> Option<Id> {
        self.probe(key, self.hash(key)).ok()
    }

    /// The node that was stored first.
    pub fn first_node(&self) -> Option<Id> {
        (!self.is_empty()).then(|| Id::new(0))
    }

    /// The key of a node.
    #[inline]
    pub fn key(&self, id: Id) -> &K {
        &self.nodes[id.index()].key
    }

    /// The note of a node.
    #[inline]
    pub fn value(&self, id: Id) -> &V {
        &self.nodes[id.index()].value
    }

    /// The note of a node, mutable.
    #[inline]
    pub fn value_mut(&mut self, id: Id) -> &mut V {
        &mut self.nodes[id.index()].value
    }

    /// The notes in the order of insertion.
    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.nodes.iter().map(|node| &node.value)
    }

    /// The node of `key`, or the empty slot where it belongs.
    #[inline]
    fn probe(&self, key: &K, hash: u64) -> Result<Id, usize> {
        let mask = self.index.len() - 1;
        let tag = self.tag(hash);
        let mut slot = self.first(hash);
        loop {
            let entry = self.index[slot];
            if entry == 0 {
                return Err(slot);
            }
            if entry & !(mask as u32) == tag {
                let id = Id(NonZeroU32::new(entry & mask as u32).expect("numbers begin at 1"));
                if self.key(id) == key {
                    return Ok(id);
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The bits of the hash stored in a slot; none in an index of 2³² slots.
    #[inline]
    fn tag(&self, hash: u64) -> u32 {
        (hash as u32).checked_shl(self.shift).unwrap_or(0)
    }

    #[inline]
    fn tagged(&self, hash: u64, id: Id) -> u32 {
        self.tag(hash) | id.0.get()
    }

    /// The number of keys at which the index grows. Indexes of up to 2¹⁶ slots have more room, so
    /// that the search for a key takes fewer steps; the first index is for searches that end soon.
    #[inline]
    fn full(&self) -> usize {
        let slots = self.index.len();
        if (Self::SMALLEST + 1..=16).contains(&self.shift) { slots / 2 } else { slots / 4 * 3 }
    }

    /// Makes the index two or four times as large. If the memory limit forbids it, the old one is
    /// filled up to fifteen sixteenths.
    #[cold]
    fn grow(&mut self, budget: &Budget<'_>) -> Result<(), Stop> {
        let slots = self.index.len();
        // A small search would re-enter its keys repeatedly.
        let more = if self.shift < Self::SMALL { 2 } else { 1 };
        let larger = slots << more;
        if self.shift == 32 || budget.check_memory(4 * (larger - slots) as u64).is_err() {
            return if self.len() < slots / 16 * 15 { Ok(()) } else { Err(Stop::Memory) };
        }
        self.shift += more;
        self.index = Vec::new();
        self.index = vec![0; larger];
        let mask = self.index.len() - 1;
        let mut hashes = [0; ENTERED_TOGETHER];
        for from in (0..self.len()).step_by(ENTERED_TOGETHER) {
            if from.is_multiple_of(BETWEEN_POLLS) {
                budget.poll()?;
            }
            let count = ENTERED_TOGETHER.min(self.len() - from);
            for (number, hash) in (from..).zip(&mut hashes[..count]) {
                *hash = self.hash(&self.nodes[number].key);
            }
            self.fetch(hashes[..count].iter().copied());
            for (number, &hash) in (from..).zip(&hashes[..count]) {
                let mut slot = self.first(hash);
                while self.index[slot] != 0 {
                    slot = (slot + 1) & mask;
                }
                self.index[slot] = self.tagged(hash, Id::new(number));
            }
        }
        Ok(())
    }
}

/// Maximum number of states that a search with this many stored states expands together: their
/// successors are [fetched](Table::fetch) at once. A small table is in the cache, so fetching is
/// useless, and a search that ends soon would expand states unnecessarily.
#[inline]
pub(crate) fn together(known: usize) -> usize {
    (known >> 12).clamp(1, 16)
}

/// The note in a [`Table`] of searches that recover plans: a state's parent, and the cost of its
/// path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The parent; `None` for the start.
    pub parent: Option<Id>,
    /// The cost from the start.
    pub g: u32,
}

impl<K: Eq + Hash + Clone, V> Table<K, V> {
    /// The keys from the start to a node, by the notes' parents.
    pub fn path_along(&self, end: Id, parent: impl Fn(&V) -> Option<Id>) -> Vec<K> {
        let nodes = std::iter::successors(Some(end), |&id| parent(self.value(id)));
        let mut path: Vec<K> = nodes.map(|id| self.key(id).clone()).collect();
        path.reverse();
        path
    }
}

impl<K: Eq + Hash + Clone> Table<K, Reached> {
    /// Inserts the start of a search and returns its number.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn begin<G: Game<Key = K>>(
        &mut self,
        game: &G,
        start: &G::State,
        budget: &Budget<'_>,
    ) -> Result<Id, Stop> {
        let (Entry::New(id) | Entry::Known(id)) =
            self.insert(game.key(start), Reached { parent: None, g: 0 }, budget)?;
        Ok(id)
    }

    /// The keys from the start to a node.
    pub fn path(&self, end: Id) -> Vec<K> {
        self.path_along(end, |reached| reached.parent)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A key with equal hashes for many values, so that probing is tested.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Colliding(u32);

    impl Hash for Colliding {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            (self.0 % 7).hash(state);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(patience_testing::size(48, 256)))]

        #[test]
        fn it_is_a_map(keys in prop::collection::vec(0u32..2000, 0..3000)) {
            let budget = Budget::unlimited();
            let mut table = Table::new();
            let mut colliding = Table::new();
            let mut truth = HashMap::new();
            for (position, &key) in keys.iter().enumerate() {
                let expected = truth.get(&key).copied();
                let entry = table.insert(key, position, &budget).unwrap();
                let inserted = colliding.insert(Colliding(key), position, &budget).unwrap();
                prop_assert_eq!(inserted, entry);
                match (expected, entry) {
                    (None, Entry::New(id)) => { truth.insert(key, (id, position)); }
                    (Some((known, _)), Entry::Known(id)) => prop_assert_eq!(known, id),
                    _ => prop_assert!(false, "{key} at {position}"),
                }
            }
            prop_assert_eq!(table.len(), truth.len());
            for (key, (id, position)) in truth {
                prop_assert_eq!(
                    (table.get(&key), table.key(id), table.value(id)),
                    (Some(id), &key, &position)
                );
                prop_assert_eq!(colliding.get(&Colliding(key)), Some(id));
            }
            prop_assert_eq!(table.get(&5000), None);
        }
    }
}
