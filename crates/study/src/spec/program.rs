//! The keys of a configuration that runs a program.

use std::collections::BTreeMap;
use std::path::Path;

use toml::de::DeValue;

use super::described::{self, Given};
use super::fault::Faults;
use super::fields::{Fields, quantity, whole};
use crate::external::MAX_OUTPUT;
use crate::program::{Program, Sign, is_placeholder, pattern, unknown_placeholder};
use crate::units;

/// The keys whose strings contain other braces: placeholders of jobs, and patterns.
pub(super) const BRACED: [&str; 8] =
    ["program", "version", "solved", "unsolvable", "unknown", "plan", "read", "validate"];

/// The keys of a program, in a configuration or in a description.
pub(super) struct Keys {
    /// The program and its arguments.
    pub command: Option<Vec<String>>,
    version: Option<Vec<String>>,
    validate: Option<Vec<String>>,
    solved: Option<Sign>,
    unsolvable: Option<Sign>,
    unknown: Option<Sign>,
    plan: Option<String>,
    read: BTreeMap<String, String>,
    keep: Option<u64>,
    isolate: Option<bool>,
}

impl Keys {
    /// Reads all keys but the command.
    pub fn read(
        faults: &mut Faults<'_>,
        fields: &mut Fields<'_>,
        command: Option<Vec<String>>,
    ) -> Keys {
        let [version, validate] = ["version", "validate"].map(|key| {
            let words = fields.texts(faults, key)?;
            Some(words.into_iter().map(|word| word.value).collect())
        });
        let [solved, unsolvable, unknown] = ["solved", "unsolvable", "unknown"]
            .map(|key| fields.convert(faults, key, sign).map(|sign| sign.value));
        let plan = fields.convert(faults, "plan", checked).map(|plan| plan.value);
        let mut read = BTreeMap::new();
        if let Some(mut table) = fields.inner(faults, "read") {
            let names: Vec<String> = table.rest().into_iter().map(|(key, _)| key.value).collect();
            for name in names {
                let found = table.convert(faults, &name, checked);
                read.extend(found.map(|found| (name, found.value)));
            }
        }
        let keep = fields.convert(faults, "keep", |value| {
            let text =
                quantity(value).ok_or_else(|| "a number, or a string with a unit".to_owned())?;
            let bytes = units::bytes(&text).map_err(|error| error.to_string())?;
            if bytes <= MAX_OUTPUT as u64 { Ok(bytes) } else { Err("at most 16MiB".to_owned()) }
        });
        let isolate = fields.convert(faults, "isolate", |value| {
            value.as_bool().ok_or_else(|| "true or false".to_owned())
        });
        let (keep, isolate) = (keep.map(|keep| keep.value), isolate.map(|isolate| isolate.value));
        Keys { command, version, validate, solved, unsolvable, unknown, plan, read, keep, isolate }
    }

    /// Returns these keys, completed by those of a description.
    fn or(self, mut described: Keys) -> Keys {
        described.read.extend(self.read);
        Keys {
            command: self.command.or(described.command),
            version: self.version.or(described.version),
            validate: self.validate.or(described.validate),
            solved: self.solved.or(described.solved),
            unsolvable: self.unsolvable.or(described.unsolvable),
            unknown: self.unknown.or(described.unknown),
            plan: self.plan.or(described.plan),
            read: described.read,
            keep: self.keep.or(described.keep),
            isolate: self.isolate.or(described.isolate),
        }
    }
}

/// Reads the program of a configuration, if it has one. `folder` is that of the study.
pub(super) fn read(
    faults: &mut Faults<'_>,
    folder: &Path,
    fields: &mut Fields<'_>,
) -> Option<Program> {
    let given = given(faults, fields);
    let place = fields.table().get("program").map(|value| value.span());
    let is_described = fields.table().get("program").is_some_and(|value| value.get_ref().is_str());
    let (mut words, mut described) = (Vec::new(), None);
    if is_described {
        let file = fields.text(faults, "program")?;
        match described::read(folder, &file.value) {
            Ok(keys) => described = Some(keys),
            Err(message) => faults.add(file.span, message),
        }
    } else {
        words = fields.texts(faults, "program").unwrap_or_default();
    }
    let command = (!words.is_empty()).then(|| words.iter().map(|word| word.value.clone()));
    let mut keys = Keys::read(faults, fields, command.map(Iterator::collect));
    let Some(place) = place else {
        let others = BRACED.into_iter().skip(1).chain(["with", "keep", "isolate"]);
        let others = others.chain(["disk", "disk_files"]);
        if let Some(key) = others.into_iter().find(|key| fields.has(key)) {
            let span = fields.table().get(key).map_or(0..0, |value| value.span());
            faults.add(span, format!("`{key}` is for a configuration with a `program`"));
        }
        return None;
    };
    if let Some(described) = described {
        keys = keys.or(described);
    } else if keys.command.is_none() && !is_described {
        faults.add(fields.span.clone(), "`program` is empty; expected a program and its arguments");
    }
    let commands = [keys.command, keys.version, keys.validate].map(Option::unwrap_or_default);
    for name in given.keys() {
        let placeholder = format!("{{{name}}}");
        if !commands.iter().flatten().any(|word| word.contains(&placeholder)) {
            let message = format!("`with` sets `{name}`, but no word of the program uses it");
            faults.add(place.clone(), message);
        }
    }
    let [command, version, validate] = commands.map(|command| {
        described::fill(command, &given).unwrap_or_else(|message| {
            faults.add(place.clone(), message);
            Vec::new()
        })
    });
    let wrong = |word: &String| unknown_placeholder(word, false);
    for (word, at) in command.iter().zip(words.iter().map(Some).chain(std::iter::repeat(None))) {
        if let Some(message) = wrong(word) {
            let at = at.filter(|at| at.value == *word).map_or(place.clone(), |at| at.span.clone());
            faults.add(at, message);
        }
    }
    for message in validate.iter().filter_map(|word| unknown_placeholder(word, true)) {
        faults.add(place.clone(), format!("`validate`: {message}"));
    }
    for key in ["algorithm", "heuristic", "model", "options", "expansions", "depth"] {
        if fields.has(key) {
            let span = fields.table().get(key).map_or(0..0, |value| value.span());
            faults.add(span, format!("`{key}` cannot be combined with `program`"));
        }
    }
    Some(Program {
        command,
        version,
        validate,
        solved: keys.solved.unwrap_or(Sign::Codes(vec![0])),
        unsolvable: keys.unsolvable,
        unknown: keys.unknown,
        plan: keys.plan,
        read: keys.read,
        keep: keys.keep.unwrap_or(0),
        isolate: keys.isolate.unwrap_or(true),
    })
}

/// The values that a configuration gives to its own placeholders: strings, or lists of words.
fn given(faults: &mut Faults<'_>, fields: &mut Fields<'_>) -> Given {
    let mut given = Given::new();
    let Some(mut table) = fields.inner(faults, "with") else { return given };
    for (key, value) in table.rest() {
        let values = match value.get_ref() {
            DeValue::Array(list) => list.iter().map(|item| quantity(item.get_ref())).collect(),
            value => quantity(value).map(|value| vec![value]),
        };
        let is_word = key.value.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        match values.filter(|_| is_word && !is_placeholder(&key.value)) {
            Some(values) => {
                given.insert(key.value, values);
            }
            None => faults.add(
                key.span,
                format!(
                    "`{}` cannot be given by `with`; expected a name of small letters that is not \
                     a placeholder of jobs, and a string or a list of strings",
                    key.value.escape_debug()
                ),
            ),
        }
    }
    given
}

/// Exit codes, or a pattern.
fn sign(value: &DeValue<'_>) -> Result<Sign, String> {
    let code = |value: &DeValue<'_>| {
        let code = whole(value).and_then(|code| u8::try_from(code).ok());
        code.map(i32::from)
            .ok_or_else(|| "an exit code from 0 to 255, a list of them, or a pattern".to_owned())
    };
    match value {
        DeValue::String(_) => checked(value).map(Sign::Pattern),
        DeValue::Array(list) => {
            list.iter().map(|item| code(item.get_ref())).collect::<Result<_, _>>().map(Sign::Codes)
        }
        value => Ok(Sign::Codes(vec![code(value)?])),
    }
}

/// A regular expression.
fn checked(value: &DeValue<'_>) -> Result<String, String> {
    let text = value.as_str().ok_or_else(|| "a regular expression".to_owned())?;
    pattern(text).map_err(|error| format!("a regular expression ({error})"))?;
    Ok(text.to_owned())
}
