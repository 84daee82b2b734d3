//! A matrix of configurations: a table with `each` expands to one table per combination of values,
//! like `each` of `[[instances]]`.

use std::borrow::Cow;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::Faults;
use super::fields::Fields;
use super::program;
use super::sets::{self, Values};

/// A value for each placeholder.
pub(super) type Combination = Vec<(String, String)>;

/// The combinations that `each` stands for; `None` if there is no `each`.
pub(super) fn each(faults: &mut Faults<'_>, fields: &mut Fields<'_>) -> Option<Vec<Combination>> {
    fields.get("each")?;
    let span = fields.span.clone();
    let mut table = fields.inner(faults, "each")?;
    let mut all: Vec<Values> = Vec::new();
    for (key, value) in table.rest() {
        let values = sets::values(faults, &key.value, value);
        all.extend(values.map(|values| (key.value, values)));
    }
    let Some(combinations) = sets::combinations(&all) else {
        faults.add(span, "`each` stands for too many configurations");
        return Some(Vec::new());
    };
    let owned = |pair: (&str, &str)| (pair.0.to_owned(), pair.1.to_owned());
    let combinations = combinations.into_iter();
    Some(combinations.map(|values| values.into_iter().map(owned).collect()).collect())
}

/// The table with the placeholders in its strings filled in.
pub(super) fn filled<'t>(table: &'t DeTable<'t>, values: &Combination) -> DeTable<'t> {
    let mut filled = table.clone();
    for (key, value) in filled.iter_mut() {
        if key.get_ref() != "each" {
            fill(value, values);
        }
    }
    filled
}

fn fill(value: &mut Spanned<DeValue<'_>>, values: &Combination) {
    match value.get_mut() {
        DeValue::String(text) if text.contains('{') => {
            let whole = values.iter().fold(text.to_string(), |text, (name, value)| {
                text.replace(&format!("{{{name}}}"), value)
            });
            *text = Cow::Owned(whole);
        }
        DeValue::Array(items) => items.iter_mut().for_each(|item| fill(item, values)),
        DeValue::Table(table) => table.iter_mut().for_each(|(_, value)| fill(value, values)),
        _ => {}
    }
}

/// Rejects placeholders without values, and allows placeholders for whole numbers.
pub(super) fn complete(faults: &mut Faults<'_>, fields: &mut Fields<'_>) {
    fields.is_filled = true;
    let is_ours = |key: &str| key != "each" && !program::BRACED.contains(&key);
    for (key, value) in fields.table().iter().filter(|(key, _)| is_ours(key.get_ref())) {
        let texts = match value.get_ref() {
            DeValue::String(text) => vec![text.as_ref()],
            DeValue::Array(items) => {
                items.iter().filter_map(|item| item.get_ref().as_str()).collect()
            }
            _ => Vec::new(),
        };
        if let Some(text) = texts.into_iter().find(|text| text.contains(['{', '}'])) {
            let message = format!(
                "`{}` in `{}` has a placeholder that `each` gives no values for",
                text.escape_debug(),
                key.get_ref()
            );
            faults.add(value.span(), message);
        }
    }
}

/// Returns the suffix that distinguishes an unnamed configuration from the others of its matrix,
/// after algorithm and heuristic: `weight=3`.
pub(super) fn label(values: &Combination) -> String {
    let shown = values.iter().filter(|(name, _)| name != "algorithm" && name != "heuristic");
    shown.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" ")
}
