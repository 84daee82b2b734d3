//! The keys of study files as one page.

use std::fmt::Write;

use patience_study::spec::KEYS;

use super::page::{NOTE, Page, row};

/// The page of all keys, table by table.
pub fn page() -> Page {
    let mut text = format!(
        "{NOTE}# Study files\n\nThis page lists every key of a study. A study is a TOML file; \
         `patience study new` writes a commented one, and\n`patience study check FILE` names every \
         mistake with its line.\n"
    );
    let mut table = None;
    for key in KEYS.iter() {
        if table != Some(key.table) {
            table = Some(key.table);
            let heading = if key.table.is_empty() { "Top of the file" } else { key.table };
            let _ = write!(
                text,
                "\n## {heading}\n\n| key | type | default | example | meaning |\n\
                 |---|---|---|---|---|\n"
            );
        }
        text += &row(&[
            format!("`{}`", key.name),
            key.kind.to_owned(),
            key.default.to_owned(),
            format!("`{}`", key.example),
            key.meaning.to_owned(),
        ]);
    }
    Page::new("study-files.md", text)
}
