//! Heap sizes of collections, for searches that count their memory and check it now and then.

/// Expansions between two checks.
pub(crate) const CHECKED_EVERY: u64 = 64;

/// Memory besides: the random words of the keys, and what a table of keys grows by until the next
/// check.
pub(crate) const BESIDES: u64 = 256 << 10;

/// Items that may be added between two checks: a position has hardly more than sixteen successors.
const MORE: usize = 16 * CHECKED_EVERY as usize;

/// The bytes of a vector until the next check. It doubles, and while it grows the old and the new
/// one are there.
pub(crate) fn vec<T>(vec: &Vec<T>) -> usize {
    let (len, capacity) = (vec.len(), vec.capacity());
    let items =
        if len + MORE > capacity { capacity + (2 * capacity).max(len + MORE) } else { capacity };
    items * size_of::<T>()
}
