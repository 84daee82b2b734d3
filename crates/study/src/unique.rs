//! Names that are unique across processes, machines and containers.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Sixteen hexadecimal digits from the operating system's randomness.
pub(crate) fn name() -> String {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    hasher.write_u128(std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos()));
    format!("{:016x}", hasher.finish())
}
