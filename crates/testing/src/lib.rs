//! Sizes of tests, and information about Linux processes. `scripts/test.sh` runs the ordinary tier,
//! whose tests should take ten minutes in all; `scripts/test.sh --all` sets `PATIENCE_TESTS=all`
//! and runs them in full.

#![forbid(unsafe_code)]

/// Whether tests run at full size.
#[must_use]
pub fn all() -> bool {
    std::env::var("PATIENCE_TESTS").is_ok_and(|tier| tier == "all")
}

/// Returns the size of a test in the current tier.
#[must_use]
pub fn size<T>(ordinary: T, whole: T) -> T {
    if all() { whole } else { ordinary }
}

/// A process by Linux's `/proc/ID/stat`: the fields after its name, as proc(5) lists them, which
/// are the state, the parent, the group and so on. `None` if there is no such process.
#[must_use]
pub fn process(id: u32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name in parentheses may contain any characters.
    Some(stat.rsplit(')').next()?.split_whitespace().map(str::to_owned).collect())
}

/// All processes, with their fields as returned by [`process`]; none on other systems.
pub fn processes() -> impl Iterator<Item = (u32, Vec<String>)> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let id = entry.file_name().to_str()?.parse().ok()?;
        Some((id, process(id)?))
    })
}
