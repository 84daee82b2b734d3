//! The fields of a TOML table, taken one by one. A wrong type, a missing field or an unknown one
//! becomes a fault at its place, and reading continues.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{Faults, listed};

/// A value with its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct At<T> {
    pub value: T,
    pub span: Range<usize>,
}

/// A number, or text with a unit, as text.
pub(super) fn quantity(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(_) => whole(value).map(|number| number.to_string()),
        DeValue::Float(_) => number(value).map(|number| number.to_string()),
        _ => None,
    }
}

pub(super) fn whole(value: &DeValue<'_>) -> Option<i128> {
    let integer = value.as_integer()?;
    i128::from_str_radix(integer.as_str(), integer.radix()).ok()
}

fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Float(float) => float.as_str().parse().ok(),
        value => whole(value).map(|number| number as f64),
    }
}

/// A table whose fields are taken one by one.
pub(super) struct Fields<'t> {
    table: &'t DeTable<'t>,
    /// The place for faults of the table as a whole.
    pub span: Range<usize>,
    name: String,
    known: Vec<String>,
    /// Whether strings were filled in from placeholders and may therefore be numbers.
    pub is_filled: bool,
}

impl<'t> Fields<'t> {
    pub fn new(table: &'t DeTable<'t>, span: Range<usize>, name: impl Into<String>) -> Self {
        Fields { table, span, name: name.into(), known: Vec::new(), is_filled: false }
    }

    /// A field that may be missing.
    pub fn get(&mut self, key: &str) -> Option<&'t Spanned<DeValue<'t>>> {
        self.known.push(key.to_owned());
        self.table.get(key)
    }

    /// Whether a field is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Converts a field that may be missing; on failure, `convert` returns a description of what
    /// was expected.
    pub fn convert<T>(
        &mut self,
        faults: &mut Faults<'_>,
        key: &str,
        convert: impl FnOnce(&'t DeValue<'t>) -> Result<T, String>,
    ) -> Option<At<T>> {
        let given = self.get(key)?;
        match convert(given.get_ref()) {
            Ok(value) => Some(At { value, span: given.span() }),
            Err(expected) => {
                faults.add(
                    given.span(),
                    format!(
                        "{} is not a valid value of `{key}`; expected {expected}",
                        shown(given.get_ref())
                    ),
                );
                None
            }
        }
    }

    pub fn text(&mut self, faults: &mut Faults<'_>, key: &str) -> Option<At<String>> {
        self.convert(faults, key, |value| {
            value.as_str().map(str::to_owned).ok_or_else(|| "a string".to_owned())
        })
    }

    /// A string, empty if it is missing.
    pub fn text_or_empty(&mut self, faults: &mut Faults<'_>, key: &str) -> String {
        self.text(faults, key).map(|text| text.value).unwrap_or_default()
    }

    /// A required text.
    pub fn needed(&mut self, faults: &mut Faults<'_>, key: &str) -> Option<At<String>> {
        if self.get(key).is_none() {
            faults.add(self.span.clone(), format!("{} needs `{key}`", self.name));
        }
        self.text(faults, key)
    }

    pub fn flag(&mut self, faults: &mut Faults<'_>, key: &str) -> bool {
        let flag = self.convert(faults, key, |value| {
            value.as_bool().ok_or_else(|| "true or false".to_owned())
        });
        flag.is_some_and(|flag| flag.value)
    }

    /// A whole number in a range.
    pub fn whole(
        &mut self,
        faults: &mut Faults<'_>,
        key: &str,
        range: RangeInclusive<u64>,
    ) -> Option<At<u64>> {
        let is_filled = self.is_filled;
        self.convert(faults, key, |value| {
            let text = value.as_str().filter(|_| is_filled);
            let number = whole(value).or_else(|| text?.parse().ok());
            let number = number.and_then(|number| u64::try_from(number).ok());
            number.filter(|number| range.contains(number)).ok_or_else(|| match range.end() {
                &u64::MAX => format!("a whole number, at least {}", range.start()),
                most => format!("a whole number, at least {} and at most {most}", range.start()),
            })
        })
    }

    /// A list of strings; `None` if the field is missing.
    pub fn texts(&mut self, faults: &mut Faults<'_>, key: &str) -> Option<Vec<At<String>>> {
        let list = self.convert(faults, key, |value| {
            value.as_array().ok_or_else(|| "a list of strings".to_owned())
        })?;
        let mut texts = Vec::new();
        for item in list.value.iter() {
            match item.get_ref().as_str() {
                Some(text) => texts.push(At { value: text.to_owned(), span: item.span() }),
                None => faults.add(
                    item.span(),
                    format!("{} is not valid in `{key}`; expected a string", shown(item.get_ref())),
                ),
            }
        }
        Some(texts)
    }

    /// The whole table.
    pub fn table(&self) -> &'t DeTable<'t> {
        self.table
    }

    /// A table within.
    pub fn inner(&mut self, faults: &mut Faults<'_>, key: &str) -> Option<Fields<'t>> {
        let table = self
            .convert(faults, key, |value| value.as_table().ok_or_else(|| "a table".to_owned()))?;
        Some(Fields::new(table.value, table.span, format!("`{key}`")))
    }

    /// The tables of a list.
    pub fn tables(&mut self, faults: &mut Faults<'_>, key: &str) -> Vec<Fields<'t>> {
        let Some(list) = self.convert(faults, key, |value| {
            value.as_array().ok_or_else(|| format!("tables `[[{key}]]`"))
        }) else {
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in list.value.iter() {
            match item.get_ref().as_table() {
                Some(table) => tables.push(Fields::new(table, item.span(), format!("`[[{key}]]`"))),
                None => faults.add(
                    item.span(),
                    format!("{} is not valid in `{key}`; expected a table", shown(item.get_ref())),
                ),
            }
        }
        tables
    }

    /// Every field that has not been taken, with the place of its name.
    pub fn rest(&mut self) -> Vec<(At<String>, &'t Spanned<DeValue<'t>>)> {
        let rest: Vec<_> = self
            .table
            .iter()
            .filter(|(key, _)| !self.known.iter().any(|known| known == key.get_ref()))
            .map(|(key, value)| (At { value: key.get_ref().to_string(), span: key.span() }, value))
            .collect();
        self.known.extend(rest.iter().map(|(key, _)| key.value.clone()));
        rest
    }

    /// Rejects the remaining fields as unknown.
    pub fn finish(mut self, faults: &mut Faults<'_>) {
        let mut seen = BTreeSet::new();
        let once = self.known.iter().map(String::as_str).filter(|key| seen.insert(*key));
        let known = listed(once);
        for (key, _) in self.rest() {
            faults.add(
                key.span,
                format!(
                    "unknown field `{}` in {}; expected one of {known}",
                    key.value.escape_debug(),
                    self.name
                ),
            );
        }
    }
}

/// Formats a value for a message.
pub(super) fn shown(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => {
            format!("\"{}\"", text.escape_debug().take(60).collect::<String>())
        }
        DeValue::Integer(_) | DeValue::Float(_) => {
            quantity(value).unwrap_or_else(|| "the number".to_owned())
        }
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(date) => date.to_string(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}
