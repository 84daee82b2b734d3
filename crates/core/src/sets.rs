//! Sets in the bits of a number ([`Bits`]), graphs with up to sixteen vertices (shared by the rules
//! of Birds of a Feather and its solver), and permutations of a few numbers.

mod bits;
mod word;

pub use bits::{Bits, Members, Set8, Set16, Set32, Set64, Set128};
pub use word::{Member, Word};

/// All permutations of the first few numbers, in lexicographic order.
///
/// ```
/// use patience_core::sets::permutations;
///
/// assert_eq!(permutations(2), [[0, 1], [1, 0]]);
/// assert_eq!(permutations(4).len(), 24);
/// ```
pub fn permutations(count: u8) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |some: &Vec<u8>| {
            (0..count)
                .filter(|next| !some.contains(next))
                .map(|next| [&some[..], &[next]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The vertices of `set` connected with those of `start` inside it.
///
/// ```
/// use patience_core::sets::{Set16, component};
///
/// // The path 0–1–2, and 3 apart from it.
/// let edges = [0b0010, 0b0101, 0b0010].map(Set16::from_bits);
/// let neighbours = std::array::from_fn(|vertex| edges.get(vertex).copied().unwrap_or_default());
/// let all = Set16::from_bits(0b1111);
/// assert_eq!(component(&neighbours, all, Set16::of(0)), all - Set16::of(3));
/// ```
#[inline]
pub fn component(neighbours: &[Set16; 16], set: Set16, start: Set16) -> Set16 {
    let (mut reached, mut frontier) = (start, start);
    while let Some(vertex) = frontier.pop_first() {
        let new = (neighbours[vertex] & set) - reached;
        reached |= new;
        frontier |= new;
    }
    reached
}

/// Whether the graph with the given neighbourhoods is connected on `set`. The empty graph counts as
/// connected.
///
/// ```
/// use patience_core::sets::{Set16, is_connected};
///
/// let mut path = [Set16::EMPTY; 16];
/// (path[0], path[1], path[2]) = (Set16::of(1), Set16::from_iter([0, 2]), Set16::of(1));
/// let is_connected = |vertices: &[usize]| is_connected(&path, vertices.iter().copied().collect());
/// assert!(is_connected(&[0, 1, 2]) && !is_connected(&[0, 2]) && is_connected(&[]));
/// ```
#[inline]
pub fn is_connected(neighbours: &[Set16; 16], set: Set16) -> bool {
    component(neighbours, set, set.only_first()) == set
}
