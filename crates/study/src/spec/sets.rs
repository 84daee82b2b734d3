//! `[[instances]]`: the sets that they define, and their instances.

use std::collections::HashSet;
use std::ops::Range;
use std::path::Path;

use patience_catalogue::Names;
use toml::Spanned;
use toml::de::DeValue;

use super::boards;
use super::fault::Faults;
use super::fields::{At, Fields, quantity};
use super::parts::Set;
use crate::expected::Expected;
use crate::instance::Instances;

/// A set with its place.
pub(super) struct Given {
    pub set: Set,
    pub span: Range<usize>,
    /// The place of the file of expected verdicts, and its name.
    expected: Option<At<String>>,
}

/// Maximum number of instance sets in a study.
const MAX_SETS: usize = 10_000;
/// Maximum number of values of a placeholder.
const MAX_VALUES: u64 = 10_000;
/// Maximum number of instances of a range.
const MAX_INSTANCES: u64 = 1_000_000_000;

/// Reads all sets.
pub(super) fn read(faults: &mut Faults<'_>, folder: &Path, tables: Vec<Fields<'_>>) -> Vec<Given> {
    let mut sets = Vec::new();
    for fields in tables {
        expand(faults, folder, fields, &mut sets);
    }
    let mut names = HashSet::new();
    for given in &sets {
        if !names.insert(given.set.name.as_str()) {
            let message = format!(
                "there are two sets named `{}`; put their names into one set, or rename one",
                given.set.name
            );
            faults.add(given.span.clone(), message);
        }
    }
    sets
}

/// The values of a placeholder.
pub(super) type Values = (String, Vec<String>);

/// The sets that one `[[instances]]` defines: one, or one for each combination of its placeholders'
/// values.
fn expand(faults: &mut Faults<'_>, folder: &Path, mut fields: Fields<'_>, sets: &mut Vec<Given>) {
    let template = fields.needed(faults, "set");
    let x = fields.convert(faults, "x", |value| {
        quantity(value)
            .ok_or_else(|| "a number, or a placeholder that stands for numbers".to_owned())
    });
    let names = fields.texts(faults, "names").unwrap_or_default();
    let file = fields.text(faults, "file");
    let game = fields.text(faults, "game");
    let files = fields.texts(faults, "files").unwrap_or_default();
    let domain = fields.text(faults, "domain");
    let expected = fields.text(faults, "expected");
    let mut each = Vec::new();
    if let Some(mut table) = fields.inner(faults, "each") {
        for (key, value) in table.rest() {
            each.extend(values(faults, &key.value, value).map(|values| (key.value, values)));
        }
    }
    let span = fields.span.clone();
    fields.finish(faults);
    let Some(template) = template else { return };
    if names.is_empty() && file.is_none() && files.is_empty() {
        let message = "the set is empty; give it `names = [\"GAME:SOURCE/…\"]`, a `file` of \
                       boards, or `files` for programs";
        faults.add(template.span, message);
        return;
    }
    if let Some(domain) = domain.as_ref().filter(|_| files.is_empty()) {
        faults.add(domain.span.clone(), "`domain` is that of `files`; boards have their own");
        return;
    }
    if !files.is_empty() && (!names.is_empty() || file.is_some()) {
        let message = "`files` cannot be combined with boards; put them into a separate set";
        faults.add(template.span, message);
        return;
    }
    let Some(combinations) = combinations(&each).filter(|all| all.len() + sets.len() <= MAX_SETS)
    else {
        faults.add(span, format!("the study has more than {MAX_SETS} sets"));
        return;
    };
    for values in combinations {
        let mut instances = Vec::new();
        for name in &names {
            if let Some(filled) = fill(faults, name, &values) {
                named(faults, name, &filled, &mut instances);
            }
        }
        if let Some(file) = &file
            && let Some(filled) = fill(faults, file, &values)
        {
            instances.extend(boards::read(faults, folder, file, &filled, game.as_ref()));
        }
        let domain = domain.as_ref().and_then(|domain| fill(faults, domain, &values));
        for pattern in &files {
            if let Some(filled) = fill(faults, pattern, &values) {
                let domain = domain.as_deref();
                instances.extend(super::files::read(faults, folder, pattern, &filled, domain));
            }
        }
        no_duplicates(faults, &template.span, &instances);
        let Some(name) = fill(faults, &template, &values) else { continue };
        let x = x.as_ref().and_then(|x| {
            let value = fill(faults, x, &values)?.parse::<f64>().ok().filter(|x| x.is_finite());
            if value.is_none() {
                faults.add(
                    x.span.clone(),
                    "x must be a number, or a placeholder that stands for numbers",
                );
            }
            value
        });
        // A set without instances is already reported; it is kept so that it is not also reported
        // as missing.
        let (verdicts, file) = match &expected {
            Some(expected) => verdicts(faults, folder, expected, &values),
            None => (Expected::Unknown, None),
        };
        let set = Set { name, x, instances, expected: verdicts, configurations: Vec::new() };
        sets.push(Given { set, span: template.span.clone(), expected: file });
    }
}

/// The expected verdicts of a set, and their file.
fn verdicts(
    faults: &mut Faults<'_>,
    folder: &Path,
    at: &At<String>,
    values: &[(&str, &str)],
) -> (Expected, Option<At<String>>) {
    let Some(filled) = fill(faults, at, values) else { return (Expected::Unknown, None) };
    match Expected::read(folder, &filled) {
        Ok(expected @ Expected::Each(_)) => {
            (expected, Some(At { value: filled, span: at.span.clone() }))
        }
        Ok(expected) => (expected, None),
        Err(message) => {
            faults.add(at.span.clone(), message);
            (Expected::Unknown, None)
        }
    }
}

/// Lists files of expected verdicts with instances that are in no set; a file without any instance
/// of its sets is a fault.
pub(super) fn unexpected(faults: &mut Faults<'_>, sets: &[Given]) -> Vec<String> {
    let mut notes = Vec::new();
    let mut seen = HashSet::new();
    for given in sets {
        let (Some(file), Expected::Each(each)) = (&given.expected, &given.set.expected) else {
            continue;
        };
        if !seen.insert(&file.value) {
            continue;
        }
        let mine = sets
            .iter()
            .filter(|other| other.expected.as_ref().is_some_and(|other| other.value == file.value));
        let names: HashSet<String> = mine
            .flat_map(|other| (0..other.set.len()).map(|index| other.set.instance(index).name))
            .collect();
        let mut others = each.keys().filter(|name| !names.contains(*name)).peekable();
        let Some(first) = others.peek().map(|name| name.escape_debug().to_string()) else {
            continue;
        };
        let message = format!("`{}` names instances that its sets do not have", file.value);
        match others.count() {
            count if count == each.len() => {
                faults.add(file.span.clone(), format!("{message}, such as `{first}`, and no other"))
            }
            count => notes.push(format!("{message}: {count}, such as `{first}`")),
        }
    }
    notes
}

/// The values of a placeholder: a list, or a range `A..B` with both ends.
pub(super) fn values(
    faults: &mut Faults<'_>,
    placeholder: &str,
    value: &Spanned<DeValue<'_>>,
) -> Option<Vec<String>> {
    let values = match value.get_ref() {
        DeValue::Array(list) => list.iter().map(|item| quantity(item.get_ref())).collect(),
        DeValue::String(range) => match range
            .split_once("..")
            .map(|(a, b)| (a.parse::<i64>(), b.parse::<i64>()))
        {
            Some((Ok(first), Ok(last))) if first <= last && last.abs_diff(first) < MAX_VALUES => {
                Some((first..=last).map(|value| value.to_string()).collect())
            }
            _ => None,
        },
        _ => None,
    };
    if values.is_none() {
        let message = format!(
            "`{placeholder}`: expected a list or a range like \"4..13\", both ends included, of at \
             most {MAX_VALUES} values"
        );
        faults.add(value.span(), message);
    }
    values
}

/// Every combination of the placeholders' values; `None` if there are too many.
pub(super) fn combinations(each: &[Values]) -> Option<Vec<Vec<(&str, &str)>>> {
    let count =
        each.iter().try_fold(1usize, |count, (_, values)| count.checked_mul(values.len()))?;
    if count > MAX_SETS {
        return None;
    }
    let mut combinations: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
    for (placeholder, values) in each {
        let mut longer = Vec::with_capacity(combinations.len() * values.len());
        for so_far in &combinations {
            longer.extend(
                values
                    .iter()
                    .map(|value| [&so_far[..], &[(placeholder.as_str(), value.as_str())]].concat()),
            );
        }
        combinations = longer;
    }
    Some(combinations)
}

/// A template with its placeholders filled in.
fn fill(faults: &mut Faults<'_>, template: &At<String>, values: &[(&str, &str)]) -> Option<String> {
    let filled = values.iter().fold(template.value.clone(), |text, (name, value)| {
        text.replace(&format!("{{{name}}}"), value)
    });
    if filled.contains(['{', '}']) {
        let message = format!(
            "`{}` has a placeholder that `each` gives no values for",
            filled.escape_debug()
        );
        faults.add(template.span.clone(), message);
        return None;
    }
    Some(filled)
}

/// Returns the instances of a name, as [`Names::parse`] reads it. This reports a misspelt name
/// before hours of work.
fn named(faults: &mut Faults<'_>, at: &At<String>, name: &str, instances: &mut Vec<Instances>) {
    let mut fault = |message: String| faults.add(at.span.clone(), message);
    let found = match Names::parse(name) {
        Ok(found) => found,
        Err(error) => return fault(error.to_string()),
    };
    for names in found {
        if names.count() > MAX_INSTANCES {
            return fault(format!(
                "the range at the end of `{name}` has more than a billion instances"
            ));
        }
        for index in [0, names.count() - 1] {
            if let Err(error) = patience_catalogue::open(&names.get(index)) {
                return fault(error.to_string());
            }
        }
        instances.push(Instances::Named(names));
    }
}

/// Rejects sets that contain an instance twice, whose rows would be indistinguishable.
fn no_duplicates(faults: &mut Faults<'_>, span: &Range<usize>, instances: &[Instances]) {
    let mut singles = HashSet::new();
    let mut labels = HashSet::new();
    let mut ranges: Vec<(&str, i64, i64)> = Vec::new();
    let mut twice = Vec::new();
    for instances in instances {
        match instances {
            Instances::Named(Names { prefix, range: Some((first, last)) }) => {
                ranges.push((prefix, *first, *last))
            }
            instances => {
                for index in 0..instances.len() {
                    let name = instances.get(index).name;
                    if !singles.insert(instances.key(index)) || !labels.insert(name.clone()) {
                        twice.push(name);
                    }
                }
            }
        }
    }
    ranges.sort_unstable();
    let overlap = ranges.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[1].1 <= pair[0].2);
    twice.extend(overlap.map(|pair| format!("{}/{}", pair[1].0, pair[1].1)));
    twice.extend(labels.iter().find(|name| within(name, &ranges)).cloned());
    for name in twice.into_iter().take(10) {
        let message = format!(
            "the set has `{}` twice: the same name, or the same board without a name",
            name.escape_debug()
        );
        faults.add(span.clone(), message);
    }
}

/// Whether a name is in one of the ranges.
fn within(name: &str, ranges: &[(&str, i64, i64)]) -> bool {
    let parts =
        name.rsplit_once('/').and_then(|(prefix, tail)| Some((prefix, tail.parse::<i64>().ok()?)));
    parts.is_some_and(|(prefix, tail)| {
        ranges
            .iter()
            .any(|(known, first, last)| *known == prefix && (*first..=*last).contains(&tail))
    })
}
