//! Commented examples of studies, for `patience study new`.

use clap::ValueEnum;

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

#[cfg(test)]
mod tests {
    use super::Example;
    use patience_study::spec::Spec;

    #[test]
    fn every_example_is_valid() {
        for example in Example::all() {
            let spec = Spec::read(example.text().to_owned(), "example.toml", ".".into(), "example".to_owned());
            let spec = spec.unwrap_or_else(|error| panic!("{example:?}: {error}"));
            assert!(spec.notes.is_empty(), "{example:?}: {:?}", spec.notes);
        }
    }
}
