//! Model files named by the program.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

use patience_core::open_regular;

/// Maximum size of a model file: the nearest neighbours of the Birds paper's samples take some
/// megabytes.
const LARGEST: u64 = 64 << 20;

/// The reason why a file is not a model, in words that follow its name; the error of
/// [`read_model`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It is too large.
    #[error("exceeds the {} MiB limit for a model", LARGEST >> 20)]
    TooLarge,
}

/// Reads the text of a possible model file, without parsing it.
///
/// ```
/// use patience_catalogue::native::{ModelFileError, read_model};
///
/// let error = read_model("no.model".as_ref()).unwrap_err();
/// assert!(matches!(error, ModelFileError::Unreadable(_)), "no.model {error}");
/// ```
///
/// # Errors
/// The file is missing or invalid.
pub fn read_model(path: &Path) -> Result<String, ModelFileError> {
    let mut text = String::new();
    open_regular(OpenOptions::new().read(true), path)?
        .take(LARGEST + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(ModelFileError::TooLarge);
    }
    Ok(text)
}
