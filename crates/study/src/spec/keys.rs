//! Every key of a study file, as listed in the book's reference.
//!
//! A test reads a study with an unknown key in each table: the message lists the accepted keys,
//! which must match.

use std::sync::LazyLock;

/// A key of a study file.
///
/// ```
/// use patience_study::spec::KEYS;
///
/// let title = KEYS.iter().find(|key| key.table.is_empty() && key.name == "title").unwrap();
/// assert_eq!((title.kind, title.default), ("string", "required"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// The table, as its heading is written; empty for the top of the file.
    pub table: &'static str,
    /// The name.
    pub name: &'static str,
    /// The type of the value.
    pub kind: &'static str,
    /// Default value, or `needed`.
    pub default: &'static str,
    /// A value, or the heading of the table that it is.
    pub example: &'static str,
    /// One line for human readers, in Markdown.
    pub meaning: &'static str,
}

/// Every key, table by table, from `keys.txt`: below the heading of a table a line for each key,
/// with the fields of [`Key`] in their order.
pub static KEYS: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let mut table = "";
    let mut keys = Vec::new();
    for line in include_str!("keys.txt").lines().filter(|line| !line.is_empty()) {
        if let Some(heading) = line.strip_prefix('#') {
            table = heading.trim();
            continue;
        }
        let mut fields = line.split(" | ");
        let mut next = || fields.next().unwrap_or_else(|| panic!("a field is missing: {line}"));
        let [name, kind, default, example, meaning] = std::array::from_fn(|_| next());
        keys.push(Key { table, name, kind, default, example, meaning });
    }
    keys
});

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::KEYS;
    use crate::spec::Spec;

    /// The keys accepted in a table, as listed in the message about an unknown key.
    fn taken(table: &str) -> BTreeSet<String> {
        let unknown = "nosuchkey = 1\n";
        let head = |own: &str| if own == table { unknown } else { "" };
        let published =
            if table == "published" { "[report.tables.published]\nnosuchkey = 1\n" } else { "" };
        let text = format!(
            "title = \"t\"\n{}[limits]\n{}[[instances]]\nset = \"s\"\n\
             names = [\"gaps:random/3x4/1\"]\n{}[[configurations]]\n[report]\n{}[[report.tables]]\n\
             title = \"t\"\nby = [\"set\"]\nvalues = [\"solved\"]\n{}{published}[[report.plots]]\n\
             {}[[report.shares]]\n{}[[report.pairs]]\n{}",
            head(""),
            head("[limits]"),
            head("[[instances]]"),
            head("[report]"),
            head("[[report.tables]]"),
            head("[[report.plots]]"),
            head("[[report.shares]]"),
            head("[[report.pairs]]"),
        );
        let error = Spec::read(text, "t.toml", ".".into(), "t".to_owned()).unwrap_err().to_string();
        let fault = error.lines().find(|line| line.contains("unknown field `nosuchkey`"));
        let listed = fault.and_then(|line| line.split("expected one of ").nth(1));
        let listed = listed.unwrap_or_else(|| panic!("{table}: {error}"));
        listed.split(", ").map(|word| word.trim_matches(['`', ' ', '.']).to_owned()).collect()
    }

    #[test]
    fn every_table_lists_the_keys_that_are_read() {
        let tables: BTreeSet<&str> = KEYS.iter().map(|key| key.table).collect();
        // Any other key of a configuration is a parameter.
        for table in tables.into_iter().filter(|table| *table != "[[configurations]]") {
            let listed =
                KEYS.iter().filter(|key| key.table == table).map(|key| key.name.to_owned());
            assert_eq!(listed.collect::<BTreeSet<_>>(), taken(table), "{table}");
        }
    }
}
