//! Commented examples of studies, for `patience study new`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use patience_core::suggest;

/// An example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Example {
    /// How many deals can be won? Intervals by board size.
    WinRate,
    /// Which algorithm needs less? A paired comparison on levels.
    Comparison,
    /// How much luck is in a randomised algorithm? Repetitions with seeds.
    Randomised,
}

impl Example {
    /// The study as TOML.
    pub fn text(self) -> &'static str {
        match self {
            Example::WinRate => include_str!("win-rate.toml"),
            Example::Comparison => include_str!("comparison.toml"),
            Example::Randomised => include_str!("randomised.toml"),
        }
    }

    /// All of them.
    #[cfg(test)]
    pub fn all() -> [Example; 3] {
        [Example::WinRate, Example::Comparison, Example::Randomised]
    }
}

/// What `patience study new` is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An example of this kind.
    Kind(Example),
    /// The first example, in this file.
    File(PathBuf),
}

/// Reads a kind, or a file by its ending.
pub fn what(text: &str) -> Result<What, String> {
    if let Ok(example) = Example::from_str(text, false) {
        return Ok(What::Kind(example));
    }
    match Path::new(text).extension() {
        Some(ending) if ending == "toml" => Ok(What::File(text.into())),
        _ => {
            let meant = suggest::meant(text, ["win-rate", "comparison", "randomised"]);
            Err(format!(
                "expected win-rate, comparison, randomised, or a file whose name ends with .toml{meant}"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Example, What, what};
    use patience_study::spec::Spec;

    #[test]
    fn a_kind_or_a_file() {
        assert_eq!(what("comparison"), Ok(What::Kind(Example::Comparison)));
        assert_eq!(what("a/mine.toml"), Ok(What::File("a/mine.toml".into())));
        assert!(what("comparision").is_err() && what("").is_err());
    }

    #[test]
    fn every_example_is_valid() {
        for example in Example::all() {
            let spec = Spec::read(
                example.text().to_owned(),
                "example.toml",
                ".".into(),
                "example".to_owned(),
            );
            let spec = spec.unwrap_or_else(|error| panic!("{example:?}: {error}"));
            assert!(spec.notes.is_empty(), "{example:?}: {:?}", spec.notes);
        }
    }
}
