//! Model files that a program names.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

use super::files::open_regular;

/// The largest model file: the nearest neighbours of the Birds paper's samples have some megabytes.
const LARGEST: u64 = 64 << 20;

/// The text of a file that may be a model, not yet read as one.
///
/// ```
/// use patience_catalogue::native::read_model;
///
/// let error = read_model("no.model".as_ref()).unwrap_err();
/// println!("no.model {error}");
/// ```
///
/// # Errors
/// What is wrong with the file, in words that follow its name.
pub fn read_model(path: &Path) -> Result<String, String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let mut text = String::new();
    open_regular(OpenOptions::new().read(true), path)
        .map_err(unreadable)?
        .take(LARGEST + 1)
        .read_to_string(&mut text)
        .map_err(unreadable)?;
    if text.len() as u64 > LARGEST {
        return Err(format!("is larger than {} MiB, as no model is", LARGEST >> 20));
    }
    Ok(text)
}
