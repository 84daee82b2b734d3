//! Reproducible hashing: maps whose hasher has a fixed seed, so that counts do not depend on
//! chance, and a checksum.

// The only place that gives the standard library's maps a fixed seed.
#![allow(clippy::disallowed_types)]

use foldhash::fast::FixedState;

/// A hash map without a random seed. Code must not depend on its order.
///
/// ```
/// let mut steps = patience_core::HashMap::default();
/// steps.insert("start", 0);
/// assert_eq!(steps["start"], 0);
/// ```
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// A hash set without a random seed, like [`HashMap`].
pub type HashSet<T> = std::collections::HashSet<T, FixedState>;

/// FNV-1a (Fowler, Noll, Vo) with 64 bits: detects accidents, not malice.
///
/// ```
/// // The test vectors that its authors publish.
/// assert_eq!(patience_core::fnv1a(b""), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(patience_core::fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}
