//! The model files that the program brings along.

/// The models by the names of their files under `models/`: those that were there when this was
/// compiled.
mod files {
    include!(concat!(env!("OUT_DIR"), "/models.rs"));
}

/// The model file that is built in under a name; `None` before it was trained for the first time.
pub(crate) fn built_in(name: &str) -> Option<&'static str> {
    files::MODELS.iter().find(|(file, _)| *file == name).map(|(_, text)| *text)
}
