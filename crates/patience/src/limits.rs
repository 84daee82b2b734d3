//! Resources that a solve may use on this machine.

use patience_core::units::MAX_THREADS;

/// A number of threads on the command line.
///
/// # Errors
/// The text is not a number, or the number exceeds [`MAX_THREADS`].
pub fn threads_option(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MAX_THREADS);
    number.ok_or_else(|| {
        let text = text.escape_debug();
        format!("`{text}` is not a valid number; expected a whole number, 0 to {MAX_THREADS}")
    })
}

/// The requested number of threads; 0 means one per core.
pub fn threads(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

/// Bytes of free memory; 4 GiB if the system does not report it (other than Linux), as in the
/// help texts.
pub fn free_memory() -> u64 {
    let meminfo = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let available = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kibibytes =
        available.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kibibytes.map_or(4 << 30, |kib| kib << 10)
}
