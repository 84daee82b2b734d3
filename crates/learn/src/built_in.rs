//! The built-in model files.

/// The models by the names of their files under `models/`: those present at compile time.
mod files {
    include!(concat!(env!("OUT_DIR"), "/models.rs"));
}

/// Returns the built-in model file with this name; `None` before its first training.
pub(crate) fn built_in(name: &str) -> Option<&'static str> {
    files::MODELS.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
}
