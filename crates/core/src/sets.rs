//! Sets in the bits of a number, graphs on sets of up to sixteen things (shared by the rules of
//! Birds of a Feather and its solver), and permutations of a few things.

/// The numbers of the bits that are set, lowest first.
///
/// ```
/// use patience_core::sets::bits;
///
/// assert_eq!(bits(1 << 63 | 0b101).collect::<Vec<_>>(), [0, 2, 63]);
/// ```
#[inline(always)]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (set != 0).then(|| set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        bit
    })
}

/// The elements of a set of up to sixteen things in ascending order.
///
/// ```
/// use patience_core::sets::elements;
///
/// assert_eq!(elements(0b1001).collect::<Vec<_>>(), [0, 3]);
/// ```
#[inline(always)]
pub fn elements(set: u16) -> impl Iterator<Item = usize> {
    bits(set.into()).map(|bit| usize::from(bit & 15))
}

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

/// The set of the lowest element; empty for the empty set.
///
/// ```
/// assert_eq!(patience_core::sets::first(0b1100), 0b0100);
/// ```
#[inline]
pub fn first(set: u16) -> u16 {
    set & set.wrapping_neg()
}

/// The vertices of `set` connected with those of `start` inside it.
///
/// ```
/// use patience_core::sets::component;
///
/// // The path 0–1–2, and 3 apart from it.
/// let mut neighbours = [0; 16];
/// (neighbours[0], neighbours[1], neighbours[2]) = (0b0010, 0b0101, 0b0010);
/// assert_eq!(component(&neighbours, 0b1111, 0b0001), 0b0111);
/// ```
#[inline]
pub fn component(neighbours: &[u16; 16], set: u16, start: u16) -> u16 {
    let (mut reached, mut frontier) = (start, start);
    while frontier != 0 {
        let new = neighbours[(frontier.trailing_zeros() & 15) as usize] & set & !reached;
        reached |= new;
        frontier = (frontier & (frontier - 1)) | new;
    }
    reached
}

/// Whether the graph with the given neighbourhoods is connected on `set`. The empty graph counts as
/// connected.
///
/// ```
/// use patience_core::sets::is_connected;
///
/// let mut path = [0; 16];
/// (path[0], path[1], path[2]) = (0b010, 0b101, 0b010);
/// assert!(is_connected(&path, 0b111) && !is_connected(&path, 0b101) && is_connected(&path, 0));
/// ```
#[inline]
pub fn is_connected(neighbours: &[u16; 16], set: u16) -> bool {
    component(neighbours, set, first(set)) == set
}
