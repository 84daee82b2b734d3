//! Reading text files that others may change at any time.

use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Maximum size of a file: a million boards take a tenth of this.
const LARGEST: u64 = 2 << 30;

/// Reads the text of a file; the error describes what is wrong.
pub(crate) fn read(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    // Devices and pipes may be endless.
    let is_file = std::fs::metadata(path).map_err(unreadable)?.is_file();
    if !is_file {
        return Err("is not a regular file".to_owned());
    }
    let mut bytes = Vec::new();
    File::open(path)
        .map_err(unreadable)?
        .take(LARGEST + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("is larger than {} GiB", LARGEST >> 30));
    }
    String::from_utf8(bytes)
        .map_err(|error| format!("is not UTF-8 text (byte {})", error.utf8_error().valid_up_to()))
}
