//! Verdicts that a study expects of its instances: one for all of a set, or a file with a verdict
//! for each.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use crate::text;

/// The verdicts that may be expected.
const VERDICTS: [&str; 2] = ["solved", "unsolvable"];

/// The expected verdicts of a set's instances.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) enum Expected {
    /// No verdict is known.
    #[default]
    Unknown,
    /// One verdict for every instance.
    Every(&'static str),
    /// By the instance's name.
    Each(Arc<BTreeMap<String, &'static str>>),
}

impl Expected {
    /// Reads the value of a study: a verdict, or the name of a file.
    pub fn read(folder: &Path, value: &str) -> Result<Expected, String> {
        match verdict(value) {
            Some(verdict) => Ok(Expected::Every(verdict)),
            None => file(&folder.join(value)).map(|each| Expected::Each(Arc::new(each))),
        }
    }

    /// The expected verdict of an instance.
    pub fn of(&self, name: &str) -> Option<&'static str> {
        match self {
            Expected::Unknown => None,
            Expected::Every(verdict) => Some(verdict),
            Expected::Each(each) => each.get(name).copied(),
        }
    }
}

fn verdict(word: &str) -> Option<&'static str> {
    VERDICTS.into_iter().find(|verdict| *verdict == word)
}

/// Reads lines `instance,verdict`; the first may be this heading, and `#` begins a comment.
fn file(path: &Path) -> Result<BTreeMap<String, &'static str>, String> {
    let shown = path.display();
    let content = text::read(path).map_err(|message| {
        format!("{shown} {message}; `expected` is `solved`, `unsolvable` or a file")
    })?;
    let mut reader = csv::ReaderBuilder::new();
    let reader = reader.has_headers(false).flexible(true).comment(Some(b'#')).trim(csv::Trim::All);
    let mut each = BTreeMap::new();
    for record in reader.from_reader(content.as_bytes()).records() {
        let record = record.map_err(|error| format!("{shown}: {error}"))?;
        let line = record.position().map_or(0, csv::Position::line);
        let [name, word] = record.iter().collect::<Vec<_>>()[..] else {
            return Err(format!(
                "{shown}:{line}: {} fields; expected `instance,verdict`",
                record.len()
            ));
        };
        if (name, word) == ("instance", "verdict") && each.is_empty() {
            continue;
        }
        let Some(verdict) = verdict(word) else {
            return Err(format!(
                "{shown}:{line}: `{}` is not a verdict; expected `solved` or `unsolvable`",
                word.escape_debug()
            ));
        };
        if each.insert(name.to_owned(), verdict).is_some_and(|earlier| earlier != verdict) {
            return Err(format!(
                "{shown}:{line}: `{}` has two verdicts; expected one",
                name.escape_debug()
            ));
        }
    }
    match each.is_empty() {
        true => Err(format!("{shown} is empty; expected lines `instance,verdict`")),
        false => Ok(each),
    }
}
