//! Hash maps that are the same in every run: the hasher's seed is fixed, so what is counted does not depend on chance.

use foldhash::fast::FixedState;

/// A hash map without a random seed. As its order is not that of the keys, nothing may depend on it.
///
/// ```
/// let mut steps = patience_core::HashMap::default();
/// steps.insert("start", 0);
/// assert_eq!(steps["start"], 0);
/// ```
pub type HashMap<K, V> = std::collections::HashMap<K, V, FixedState>;

/// A hash set without a random seed, as [`HashMap`].
pub type HashSet<T> = std::collections::HashSet<T, FixedState>;
