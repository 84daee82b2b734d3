//! Heap sizes of collections, for searches that count their memory and check it at intervals.

/// Expansions between two checks.
pub(crate) const CHECKED_EVERY: u64 = 64;

/// Memory for other data: the random words of the keys, and the growth of a table of keys until the
/// next check.
pub(crate) const BESIDES: u64 = 256 << 10;

/// Items that may be added between two checks: a position rarely has more than sixteen successors.
const MORE: usize = 16 * CHECKED_EVERY as usize;

/// Maximum bytes of a vector until the next check. It doubles, and while it grows both the old and
/// the new one exist.
pub(crate) fn vec<T>(vec: &Vec<T>) -> usize {
    let (len, capacity) = (vec.len(), vec.capacity());
    let items =
        if len + MORE > capacity { capacity + (2 * capacity).max(len + MORE) } else { capacity };
    items * size_of::<T>()
}
