//! The keys of a configuration that runs a program.

use std::collections::BTreeMap;

use toml::de::DeValue;

use super::fault::Faults;
use super::fields::{Fields, quantity, whole};
use crate::external::MAX_OUTPUT;
use crate::program::{Program, Sign, pattern, unknown_placeholder};
use crate::units;

/// The keys whose texts contain other braces: placeholders of jobs, and patterns.
pub(super) const BRACED: [&str; 7] =
    ["program", "version", "solved", "unsolvable", "unknown", "plan", "read"];

/// Reads the program of a configuration, if it has one.
pub(super) fn read(faults: &mut Faults<'_>, fields: &mut Fields<'_>) -> Option<Program> {
    let command = fields.texts(faults, "program");
    let version = fields.texts(faults, "version").unwrap_or_default();
    let [solved, unsolvable, unknown] = ["solved", "unsolvable", "unknown"]
        .map(|key| fields.convert(faults, key, sign).map(|sign| sign.value));
    let plan = fields.convert(faults, "plan", checked).map(|plan| plan.value);
    let mut patterns = BTreeMap::new();
    if let Some(mut table) = fields.inner(faults, "read") {
        let names: Vec<String> = table.rest().into_iter().map(|(key, _)| key.value).collect();
        for name in names {
            let found = table.convert(faults, &name, checked);
            patterns.extend(found.map(|found| (name, found.value)));
        }
    }
    let keep = fields.convert(faults, "keep", |value| {
        let text = quantity(value).ok_or_else(|| "a number, or a text with a unit".to_owned())?;
        let bytes = units::bytes(&text).map_err(|error| error.to_string())?;
        if bytes <= MAX_OUTPUT as u64 { Ok(bytes) } else { Err("at most 16MiB".to_owned()) }
    });
    let isolate = fields.convert(faults, "isolate", |value| {
        value.as_bool().ok_or_else(|| "true or false".to_owned())
    });
    let Some(command) = command else {
        let others = BRACED.into_iter().skip(1).chain(["keep", "isolate"]);
        if let Some(key) = others.into_iter().find(|key| fields.has(key)) {
            let span = fields.table().get(key).map_or(0..0, |value| value.span());
            faults.add(span, format!("`{key}` is for a configuration with a `program`"));
        }
        return None;
    };
    if command.is_empty() {
        faults.add(fields.span.clone(), "`program` is empty; expected a program and its arguments");
    }
    for word in &command {
        if let Some(message) = unknown_placeholder(&word.value) {
            faults.add(word.span.clone(), message);
        }
    }
    for key in ["algorithm", "heuristic", "model", "options", "expansions", "depth"] {
        if fields.has(key) {
            let span = fields.table().get(key).map_or(0..0, |value| value.span());
            faults.add(span, format!("`{key}` cannot be combined with `program`"));
        }
    }
    Some(Program {
        command: command.into_iter().map(|word| word.value).collect(),
        version: version.into_iter().map(|word| word.value).collect(),
        solved: solved.unwrap_or(Sign::Codes(vec![0])),
        unsolvable,
        unknown,
        plan,
        read: patterns,
        keep: keep.map_or(0, |keep| keep.value),
        isolate: isolate.is_none_or(|isolate| isolate.value),
    })
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
