//! Programs described by a separate file, so that several studies share one description, and
//! the descriptions that come with this crate.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use toml::de::DeTable;

use super::fault::{Faults, listed};
use super::fields::Fields;
use super::program::Keys;
use crate::text;

/// The values that a configuration gives to the placeholders of a command.
pub(super) type Given = BTreeMap<String, Vec<String>>;

/// The descriptions that come with this crate, by name.
const READY: [(&str, &str); 5] = [
    ("clingo", include_str!("../programs/clingo.toml")),
    ("fast-downward", include_str!("../programs/fast-downward.toml")),
    ("pyperplan", include_str!("../programs/pyperplan.toml")),
    ("sat-solver", include_str!("../programs/sat-solver.toml")),
    ("smt-solver", include_str!("../programs/smt-solver.toml")),
];

/// The text of a description, from a file of the study or of this crate.
fn source(path: &Path, file: &str) -> Result<Cow<'static, str>, String> {
    // A file of this name is the program itself: descriptions end in `.toml`.
    if let Some((_, text)) = READY.iter().find(|(name, _)| *name == file) {
        return Ok(Cow::Borrowed(text));
    }
    let known = listed(READY.iter().map(|(name, _)| *name));
    let found = text::read(path).map(Cow::Owned);
    found.map_err(|message| match path.exists() {
        true => format!("{} {message}", path.display()),
        false => format!("{} {message}; descriptions without a file are {known}", path.display()),
    })
}

/// Reads a description; the error lists every fault with its place in that file.
pub(super) fn read(folder: &Path, file: &str) -> Result<Keys, String> {
    let path = folder.join(file);
    let name = path.display().to_string();
    let source = source(&path, file)?;
    let mut faults = Faults::new(&name, &source);
    let table = match DeTable::parse(&source) {
        Ok(table) => table,
        Err(error) => {
            faults.add(error.span().unwrap_or(0..0), error.message());
            return Err(in_words(faults));
        }
    };
    let mut fields = Fields::new(table.get_ref(), 0..0, "the description of a program");
    let command = fields.texts(&mut faults, "program");
    let command = command.map(|words| words.into_iter().map(|word| word.value).collect());
    let keys = Keys::read(&mut faults, &mut fields, command);
    fields.finish(&mut faults);
    if keys.command.is_none() {
        faults.add(0..0, "the description has no `program`; expected a list of words");
    }
    if faults.is_empty() { Ok(keys) } else { Err(in_words(faults)) }
}

fn in_words(faults: Faults<'_>) -> String {
    faults.into_error().map(|error| error.to_string()).unwrap_or_default()
}

/// Fills the given values into the words of a command. A word that consists of one placeholder
/// becomes one word per value.
pub(super) fn fill(words: Vec<String>, given: &Given) -> Result<Vec<String>, String> {
    let mut filled = Vec::new();
    for word in words {
        let whole = word.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        if let Some(values) = whole.and_then(|name| given.get(name)) {
            filled.extend(values.iter().cloned());
            continue;
        }
        let mut text = word;
        for (name, values) in given {
            let placeholder = format!("{{{name}}}");
            if !text.contains(&placeholder) {
                continue;
            }
            let [value] = &values[..] else {
                return Err(format!(
                    "`with` gives `{name}` a list, so it must be a word of its own, not `{text}`"
                ));
            };
            text = text.replace(&placeholder, value);
        }
        filled.push(text);
    }
    Ok(filled)
}
