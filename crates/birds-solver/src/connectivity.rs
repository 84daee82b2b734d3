//! How the vertices of one graph hang together, remembered for every set of them that was asked
//! about.

use crate::position::{Set, component, elements, first, is_cut};

/// How the sets of vertices of one graph hang together, computed when first asked for.
#[derive(Clone, Debug)]
pub(crate) struct Connectivity {
    /// By set: the component of its lowest vertex.
    parts: Memo,
    /// By set: the vertices without which a connected set falls apart.
    cuts: Memo,
}

impl Connectivity {
    /// The bytes that it takes.
    pub const BYTES: u64 = 2 * Memo::BYTES;

    /// Nothing asked yet.
    pub fn new() -> Self {
        Connectivity { parts: Memo::new(), cuts: Memo::new() }
    }

    /// Forgets everything, for another graph.
    pub fn clear(&mut self) {
        self.parts.known.fill(0);
        self.cuts.known.fill(0);
    }

    /// The component of the lowest vertex of a set; empty for the empty set.
    #[inline]
    pub fn first_part(&mut self, neighbours: &[Set; 16], set: Set) -> Set {
        self.parts.get(set, || component(neighbours, set, first(set)))
    }

    /// Whether a set is connected.
    #[inline]
    pub fn is_connected(&mut self, neighbours: &[Set; 16], set: Set) -> bool {
        self.first_part(neighbours, set) == set
    }

    /// The vertices without which a set, which is connected, falls apart.
    #[inline]
    pub fn cuts(&mut self, neighbours: &[Set; 16], set: Set) -> Set {
        self.cuts.get(set, || {
            elements(set)
                .filter(|vertex| is_cut(neighbours, set, *vertex))
                .map(|vertex| 1 << vertex)
                .sum()
        })
    }
}

/// A set for each set.
#[derive(Clone, Debug)]
struct Memo {
    values: Vec<Set>,
    known: Vec<u64>,
}

impl Memo {
    const SETS: usize = 1 << 16;
    const BYTES: u64 = (size_of::<Set>() * Self::SETS + Self::SETS / 8) as u64;

    fn new() -> Self {
        Memo { values: vec![0; Self::SETS], known: vec![0; Self::SETS / 64] }
    }

    #[inline]
    fn get(&mut self, set: Set, compute: impl FnOnce() -> Set) -> Set {
        let (index, word, bit) = (usize::from(set), usize::from(set) / 64, 1u64 << (set % 64));
        if self.known[word] & bit == 0 {
            self.known[word] |= bit;
            self.values[index] = compute();
        }
        self.values[index]
    }
}
