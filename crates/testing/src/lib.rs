//! Sizes of tests. `scripts/test.sh` runs the ordinary tier, whose tests are meant to take ten
//! minutes in all; `scripts/test.sh --all` sets `PATIENCE_TESTS=all` and runs them whole.

#![forbid(unsafe_code)]

/// Whether tests run whole.
#[must_use]
pub fn all() -> bool {
    std::env::var("PATIENCE_TESTS").is_ok_and(|tier| tier == "all")
}

/// Returns the size of a test in the current tier.
#[must_use]
pub fn size<T>(ordinary: T, whole: T) -> T {
    if all() { whole } else { ordinary }
}
