//! Sets of up to sixteen things in the bits of a number, and graphs on them: what the rules of
//! Birds of a Feather and its solver share.

/// The elements of a set in ascending order.
///
/// ```
/// use patience_core::sets::elements;
///
/// assert_eq!(elements(0b1001).collect::<Vec<_>>(), [0, 3]);
/// ```
#[inline]
pub fn elements(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = (set.trailing_zeros() & 15) as usize;
        (set != 0).then(|| {
            set &= set - 1;
            next
        })
    })
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

/// The vertices of `set` that are connected with those of `start` inside it.
///
/// ```
/// use patience_core::sets::component;
///
/// // The path 0–1–2, and 3 beside it.
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
