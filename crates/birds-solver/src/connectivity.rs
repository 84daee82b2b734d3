//! The connectivity of one graph, cached for every requested set of vertices.

use crate::position::{Set, component, is_cut};

/// The connectivity of the vertex sets of one graph, computed on first use.
#[derive(Clone, Debug)]
pub(crate) struct Connectivity {
    /// By set: the component of its lowest vertex.
    parts: Memo,
    /// By set: the cut vertices of a connected set.
    cuts: Memo,
}

impl Connectivity {
    /// The size of the tables in bytes.
    pub const BYTES: u64 = 2 * Memo::BYTES;

    /// Creates an empty cache.
    pub fn new() -> Self {
        Connectivity { parts: Memo::new(), cuts: Memo::new() }
    }

    /// Clears the cache for another graph.
    pub fn clear(&mut self) {
        self.parts.known.fill(0);
        self.cuts.known.fill(0);
    }

    /// The component of the lowest vertex of a set; empty for the empty set.
    #[inline]
    pub fn first_part(&mut self, neighbours: &[Set; 16], set: Set) -> Set {
        self.parts.get(set, || component(neighbours, set, set.only_first()))
    }

    /// Whether a set is connected.
    #[inline]
    pub fn is_connected(&mut self, neighbours: &[Set; 16], set: Set) -> bool {
        self.first_part(neighbours, set) == set
    }

    /// The cut vertices of a connected set.
    #[inline]
    pub fn cuts(&mut self, neighbours: &[Set; 16], set: Set) -> Set {
        self.cuts
            .get(set, || set.iter().filter(|vertex| is_cut(neighbours, set, *vertex)).collect())
    }
}

/// An entry for each set.
#[derive(Clone, Debug)]
struct Memo {
    values: Vec<Set>,
    known: Vec<u64>,
}

impl Memo {
    const SETS: usize = 1 << 16;
    const BYTES: u64 = (size_of::<Set>() * Self::SETS + Self::SETS / 8) as u64;

    fn new() -> Self {
        Memo { values: vec![Set::EMPTY; Self::SETS], known: vec![0; Self::SETS / 64] }
    }

    #[inline]
    fn get(&mut self, set: Set, compute: impl FnOnce() -> Set) -> Set {
        let index = usize::from(set.bits());
        let (word, bit) = (index / 64, 1u64 << (index % 64));
        if self.known[word] & bit == 0 {
            self.known[word] |= bit;
            self.values[index] = compute();
        }
        self.values[index]
    }
}
