//! Keeps the project's text plain: lines that match an expression of `style-patterns.txt` must be
//! listed, with a reason, in `style-allowed.txt`. It also keeps lines of Rust short.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use regex::{Regex, RegexSet};

/// Text that is exempt, with the reason.
const SKIPPED: &[(&str, &str)] = &[
    ("web/dist/", "built from web/src"),
    ("web/src/api/openapi.ts", "built from web/openapi.json"),
    ("web/package-lock.json", "written by npm"),
    ("Cargo.lock", "written by Cargo"),
    ("docs/reference/", "written by the program; its text is checked in the code"),
    ("crates/games/levels/", "data of other authors"),
    ("crates/patience/tests/style", "the expressions, and lines that match"),
];

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

fn read(file: &str) -> String {
    std::fs::read_to_string(tests().join(file)).expect(file)
}

/// Returns the expressions, each with the remedy above it.
fn patterns() -> Vec<(String, Regex)> {
    let mut remedy = String::new();
    let mut all = Vec::new();
    for line in read("style-patterns.txt").lines() {
        match line.strip_prefix("# ") {
            Some(text) => remedy = text.to_owned(),
            None if line.is_empty() => {}
            None => all.push((remedy.clone(), Regex::new(line).expect(line))),
        }
    }
    all
}

/// An entry of the allow list: a number of lines of a place, or one line of a file.
#[derive(Debug, PartialEq)]
struct Allowed {
    path: String,
    /// A part of the line; empty in an entry for a place.
    text: String,
    count: usize,
}

/// Reads the allow list. Each group of entries follows the reason, in lines that start with `#`.
fn allowed(list: &str) -> Vec<Allowed> {
    let mut reason = false;
    let mut all = Vec::new();
    for line in list.lines() {
        if line.starts_with('#') {
            reason = true;
        } else if line.is_empty() {
            reason = false;
        } else {
            assert!(reason, "no reason above: {line}");
            let (first, rest) = line.split_once(": ").expect("COUNT: PLACE or FILE: TEXT");
            all.push(match first.parse() {
                Ok(count) => Allowed { path: rest.into(), text: String::new(), count },
                Err(_) => Allowed { path: first.into(), text: rest.into(), count: 1 },
            });
        }
    }
    all
}

/// Returns the text files of the project, by their paths from its root.
fn files(root: &Path) -> BTreeMap<String, String> {
    let listed = Command::new("git")
        .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .expect("git runs");
    assert!(listed.status.success());
    String::from_utf8_lossy(&listed.stdout)
        .split('\0')
        .filter(|path| !path.is_empty())
        .filter(|path| !SKIPPED.iter().any(|(skipped, _)| path.starts_with(skipped)))
        .filter_map(|path| Some((path.to_owned(), std::fs::read_to_string(root.join(path)).ok()?)))
        .filter(|(_, text)| !text.contains('\0'))
        .collect()
}

/// Returns the lines that match and are not allowed, and the entries that no line needs.
fn faults(files: &BTreeMap<String, String>, mut left: Vec<Allowed>) -> Vec<String> {
    let patterns = patterns();
    let any = RegexSet::new(patterns.iter().map(|(_, pattern)| pattern.as_str())).unwrap();
    let mut faults = Vec::new();
    for (path, text) in files {
        for (number, line) in (1..).zip(text.lines()) {
            let Some(first) = any.matches(line).iter().next() else { continue };
            let (remedy, pattern) = &patterns[first];
            let exact = left.iter().position(|a| {
                a.count > 0 && !a.text.is_empty() && a.path == *path && line.contains(&a.text)
            });
            let place = || left.iter().position(|a| a.text.is_empty() && path.starts_with(&a.path));
            match exact.or_else(place) {
                Some(entry) if left[entry].count > 0 => left[entry].count -= 1,
                _ => {
                    faults.push(format!("{path}:{number}: {}\n  {pattern}: {remedy}", line.trim()))
                }
            }
        }
    }
    for Allowed { path, text, .. } in left.iter().filter(|a| a.count > 0 && !a.text.is_empty()) {
        faults.push(format!("style-allowed.txt: no line matches: {path}: {text}"));
    }
    faults
}

#[test]
fn lines_that_match_are_listed_with_a_reason() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join(".git").exists() {
        return;
    }
    let faults = faults(&files(&root), allowed(&read("style-allowed.txt")));
    assert!(
        faults.is_empty(),
        "{} lines; rewrite them, or list them with a reason in tests/style-allowed.txt:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The width that `rustfmt.toml` states, in characters.
const WIDTH: usize = 100;

/// Files of Rust with lines that are wider, their number, and the reason.
const WIDE: &[(&str, usize, &str)] = &[
    ("crates/core/src/domain.rs", 1, "`rustfmt` puts the bounds of a type on one line"),
    (
        "crates/core/src/vectors.rs",
        1,
        "names of processor features, which an attribute takes whole",
    ),
    ("crates/study/tests/programs/files.rs", 1, "a command in TOML, which has no line breaks"),
    ("crates/wasm/src/expand.rs", 1, "an address"),
];

#[test]
fn lines_of_rust_are_no_wider_than_rustfmt_states() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join(".git").exists() {
        return;
    }
    let mut found = Vec::new();
    for (path, text) in files(&root).iter().filter(|(path, _)| path.ends_with(".rs")) {
        let wide = (1..).zip(text.lines()).filter(|(_, line)| line.chars().count() > WIDTH);
        let wide: Vec<usize> = wide.map(|(number, _)| number).collect();
        let allowed = WIDE.iter().find(|(file, ..)| file == path).map_or(0, |(_, count, _)| *count);
        if wide.len() != allowed {
            found.push(format!("{path}: lines {wide:?}, of which `WIDE` allows {allowed}"));
        }
    }
    assert!(found.is_empty(), "lines wider than {WIDTH} characters:\n{}", found.join("\n"));
}

#[test]
fn new_and_superfluous_entries_are_reported() {
    let files = BTreeMap::from([
        ("a.rs".to_owned(), "/// Counts.\n/// What it does.\n//! What\n".to_owned()),
        ("b/c.md".to_owned(), "This, too.\nAnd, too.\n".to_owned()),
    ]);
    let found = |list: &str| faults(&files, allowed(list));
    assert_eq!(found("").len(), 3);
    assert!(found("")[0].starts_with("a.rs:2: /// What it does.\n  ^"), "{}", found("")[0]);
    assert_eq!(found("# r\na.rs: What it does.\n2: b/\n"), [""; 0]);
    assert_eq!(found("# r\na.rs: What it does.\n1: b/\n").len(), 1);
    assert_eq!(
        found("# r\na.rs: What it does.\nb/c.md: and\n2: b/\n"),
        ["style-allowed.txt: no line matches: b/c.md: and"]
    );
    assert!(std::panic::catch_unwind(|| allowed("a.rs: text\n")).is_err(), "a reason is required");
}
