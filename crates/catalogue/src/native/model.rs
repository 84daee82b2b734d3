//! Model files that a program names.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

use patience_core::open_regular;

/// The largest model file: the nearest neighbours of the Birds paper's samples have some megabytes.
const LARGEST: u64 = 64 << 20;

/// Why a file holds no model, in words that follow its name: what [`read_model`] finds.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFileError {
    /// The system cannot read it.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// No model is so large.
    #[error("is larger than {} MiB, as no model is", LARGEST >> 20)]
    TooLarge,
}

/// The text of a file that may be a model, not yet read as one.
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
