//! What collections take on the heap, for searches that count what they hold and check it now and then.

/// Expansions between two checks.
pub(crate) const CHECKED_EVERY: u64 = 64;

/// Memory besides: the random words of the keys, and what a table of keys grows by until the next check.
pub(crate) const BESIDES: u64 = 256 << 10;

/// Items that may be added between two checks: a position has hardly more than sixteen successors.
const MORE: usize = 16 * CHECKED_EVERY as usize;

/// The bytes of a vector until the next check. It doubles, and while it grows the old and the new one are there.
pub(crate) fn vec<T>(vec: &Vec<T>) -> usize {
    let (len, capacity) = (vec.len(), vec.capacity());
    let items = if len + MORE > capacity { capacity + (2 * capacity).max(len + MORE) } else { capacity };
    items * size_of::<T>()
}

/// The bytes of a hash set of `len` items until the next check: a power of two of places, at most seven eighths of them
/// used, each with a byte of the set's own; while it grows there are two.
pub(crate) fn hash_set<T>(len: usize) -> usize {
    let places = |len: usize| (len.max(3) * 8 / 7).next_power_of_two();
    let (now, then) = (places(len), places(len + MORE));
    let growing = if then > now { now } else { 0 };
    (then + growing) * (size_of::<T>() + 1)
}
