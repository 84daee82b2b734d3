//! Commented examples of studies, for `patience study new`.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::ValueEnum;
use patience_core::suggest;

use crate::exit::bad_input;
use crate::output::create_new;

/// An example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Example {
    /// How many deals can be won? Intervals by board size.
    WinRate,
    /// Which algorithm needs less? A paired comparison on levels.
    Comparison,
    /// How much luck is in a randomised algorithm? Repetitions with seeds.
    Randomised,
    /// Contribution of each part: all parts, and each left out.
    Ablation,
    /// How does effort grow with size? Curves.
    Scaling,
    /// Which value is best? A matrix on deals for choosing, and on others for testing.
    Tuning,
    /// How does another program compare? A program and a solver, the program's plans replayed.
    Program,
}

impl Example {
    /// The study as TOML.
    pub fn text(self) -> &'static str {
        match self {
            Example::WinRate => include_str!("win-rate.toml"),
            Example::Comparison => include_str!("comparison.toml"),
            Example::Randomised => include_str!("randomised.toml"),
            Example::Ablation => include_str!("ablation.toml"),
            Example::Scaling => include_str!("scaling.toml"),
            Example::Tuning => include_str!("tuning.toml"),
            Example::Program => include_str!("program.toml"),
        }
    }

    /// All examples.
    #[cfg(test)]
    pub fn all() -> &'static [Example] {
        Example::value_variants()
    }
}

/// Options of `patience study new`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// An example of this kind.
    Kind(Example),
    /// The first example, in this file.
    File(PathBuf),
}

/// Reads a kind, or a file by its ending.
pub fn what(text: &str) -> std::result::Result<What, String> {
    if let Ok(example) = Example::from_str(text, false) {
        return Ok(What::Kind(example));
    }
    match Path::new(text).extension() {
        Some(ending) if ending == "toml" => Ok(What::File(text.into())),
        _ => {
            let kinds = [
                "win-rate",
                "comparison",
                "randomised",
                "ablation",
                "scaling",
                "tuning",
                "program",
            ];
            let meant = suggest::meant(text, kinds);
            Err(format!(
                "expected {}, or a file whose name ends with .toml{meant}",
                kinds.join(", ")
            ))
        }
    }
}

/// `patience study new`.
pub(super) fn new(what: &What, template: Option<Example>, output: Option<&Path>) -> Result<()> {
    let (example, file) = match (what, template) {
        (What::Kind(example), None) => (*example, None),
        (What::Kind(_), Some(_)) => {
            return Err(bad_input(
                "the kind of the study is given twice; expected KIND, or FILE.toml with --template \
                 KIND",
            ));
        }
        (What::File(file), example) => (example.unwrap_or(Example::WinRate), Some(file.as_path())),
    };
    if file.is_some() && output.is_some() {
        return Err(bad_input(
            "the study cannot be written both to FILE.toml and to --output; expected one of them",
        ));
    }
    match file.or(output) {
        None => write!(std::io::stdout().lock(), "{}", example.text())?,
        Some(path) => {
            let mut file = create_new(path)?;
            file.write_all(example.text().as_bytes())?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Example, What, new, what};
    use patience_study::spec::Spec;

    #[test]
    fn a_kind_or_a_file() {
        assert_eq!(what("comparison"), Ok(What::Kind(Example::Comparison)));
        assert_eq!(what("a/mine.toml"), Ok(What::File("a/mine.toml".into())));
        assert!(what("comparision").is_err() && what("").is_err());
    }

    #[test]
    fn no_template_takes_the_place_of_a_kind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.toml");
        let kind = What::Kind(Example::Comparison);
        let error = new(&kind, Some(Example::Scaling), Some(&file)).unwrap_err();
        assert!(error.to_string().contains("given twice") && !file.exists(), "{error}");
        new(&What::File(file.clone()), Some(Example::Scaling), None).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), Example::Scaling.text());
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
