//! The book in `docs/`: every page is listed, every link has a target, pages are short, and the
//! generated pages are those that the program writes.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

/// The address of the repository's files, as links in the book must begin.
const REPOSITORY: &str = "https://github.com/patience-solver/patience/blob/main/";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every page below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// A string without fenced code, and without code between backticks.
fn prose(text: &str) -> String {
    let mut out = String::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            out.extend(line.split('`').step_by(2));
            out.push('\n');
        }
    }
    out
}

/// The targets of Markdown's links and pictures, which may break over lines, and of HTML's
/// pictures.
fn targets(text: &str) -> Vec<String> {
    let text = prose(text);
    let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.chain(pictures).map(|target| target.trim().to_owned()).collect()
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        let Some(title) = line.strip_prefix('#').filter(|_| !fenced) else { continue };
        let title = title.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
        let mut unique = anchor.clone();
        let mut number = 0;
        while !anchors.insert(unique.clone()) {
            number += 1;
            unique = format!("{anchor}-{number}");
        }
    }
    anchors
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            part => out.push(part),
        }
    }
    out
}

/// Returns the fault of a page's link, if it has one.
fn fault(page: &Path, target: &str, book: Option<&Path>) -> Option<String> {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if let Some(path) = path.strip_prefix(REPOSITORY) {
        root().join(path)
    } else if target.contains("://") || target.starts_with("mailto:") {
        return None;
    } else if path.is_empty() {
        page.to_owned()
    } else {
        let file = normal(&page.parent().unwrap().join(path));
        if book.is_some_and(|book| !file.starts_with(book)) {
            return Some(format!("{target}: outside of the book; link to {REPOSITORY}…"));
        }
        file
    };
    if !file.exists() {
        return Some(format!("{target}: there is no such file"));
    }
    let is_page = file.extension().is_some_and(|ending| ending == "md");
    if anchor.is_empty() || !is_page {
        return None;
    }
    let known = anchors(&std::fs::read_to_string(&file).unwrap());
    (!known.contains(anchor)).then(|| format!("{target}: no such heading in {}", file.display()))
}

#[test]
fn every_page_is_in_the_summary_once() {
    let book = root().join("docs");
    let summary = std::fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    let listed: Vec<PathBuf> =
        targets(&summary).iter().map(|target| normal(&book.join(target))).collect();
    let once: BTreeSet<&PathBuf> = listed.iter().collect();
    assert_eq!(once.len(), listed.len(), "a page is listed twice");
    let pages = pages(&book);
    let there: BTreeSet<&PathBuf> =
        pages.iter().filter(|page| !page.ends_with("SUMMARY.md")).collect();
    let missing: Vec<_> = there.difference(&once).collect();
    let nowhere: Vec<_> = once.difference(&there).collect();
    assert!(
        missing.is_empty() && nowhere.is_empty(),
        "not listed: {missing:?}; not there: {nowhere:?}"
    );
}

#[test]
fn links_lead_somewhere() {
    let (book, root) = (root().join("docs"), root());
    let mut documents: Vec<(PathBuf, Option<&Path>)> =
        pages(&book).into_iter().map(|page| (page, Some(&*book))).collect();
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "results/README.md"] {
        documents.push((root.join(page), None));
    }
    let (mut faults, mut seen) = (Vec::new(), 0);
    for (page, book) in &documents {
        for target in targets(&std::fs::read_to_string(page).unwrap()) {
            seen += 1;
            if let Some(fault) = fault(page, &target, *book) {
                faults.push(format!("{}: {fault}", page.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(seen > 200, "{seen}");
}

/// Crates are published without the repository: their pages link to the book, never to its files.
#[test]
fn crates_link_to_no_file_that_they_lack() {
    let mut faults = Vec::new();
    for folder in std::fs::read_dir(root().join("crates")).unwrap() {
        let readme = folder.unwrap().path().join("README.md");
        let Ok(text) = std::fs::read_to_string(&readme) else { continue };
        let outside = targets(&text).into_iter().filter(|target| target.starts_with("../"));
        faults.extend(outside.map(|target| format!("{}: {target}", readme.display())));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Maximum number of words of a page.
const MAX_WORDS: usize = 1_500;

/// Pages that are longer, other than the reports that studies write: they should still be split.
const LONGER: &[&str] = &[
    "benchmarks/costs.md",
    "birds-report.md",
    "reference/commands/solve.md",
    "reference/study-files.md",
];

#[test]
fn pages_are_short() {
    let book = root().join("docs");
    let mut faults = Vec::new();
    for page in pages(&book) {
        let name = page.strip_prefix(&book).unwrap().to_str().unwrap().replace('\\', "/");
        let words = std::fs::read_to_string(&page).unwrap().split_whitespace().count();
        let may_be_longer = LONGER.contains(&&*name) || name.starts_with("results/");
        if words > MAX_WORDS && !may_be_longer && name != "SUMMARY.md" {
            faults.push(format!("{name} has {words} words"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Faults left by tools that wrap lines inside code and lists.
#[test]
fn commands_and_paragraphs_are_not_run_together() {
    let mut faults = Vec::new();
    for page in pages(&root().join("docs")) {
        let mut fenced = false;
        for (number, line) in (1..).zip(std::fs::read_to_string(&page).unwrap().lines()) {
            fenced ^= line.trim_start().starts_with("```");
            let two_commands = fenced && line.contains(" $ patience");
            let out_of_line = !fenced
                && line.starts_with(' ')
                && line[1..].starts_with(|c: char| c.is_alphanumeric() || c == '`');
            if two_commands || out_of_line {
                faults.push(format!("{}:{number}: {line}", page.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn generated_pages_are_those_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let status = Command::new(env!("CARGO_BIN_EXE_patience"))
        .args(["man", "--markdown"])
        .arg(folder.path())
        .status()
        .unwrap();
    assert!(status.success());
    let reference = root().join("docs/reference");
    let mut faults = Vec::new();
    let mut walk = vec![folder.path().to_owned()];
    let mut written = BTreeSet::new();
    while let Some(at) = walk.pop() {
        for entry in std::fs::read_dir(at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk.push(path);
                continue;
            }
            let name = path.strip_prefix(folder.path()).unwrap().to_owned();
            let kept = std::fs::read(reference.join(&name)).unwrap_or_default();
            if kept != std::fs::read(&path).unwrap() {
                faults.push(name.display().to_string());
            }
            written.insert(name);
        }
    }
    for page in
        pages(&reference.join("commands")).into_iter().chain(pages(&reference.join("algorithms")))
    {
        let name = page.strip_prefix(&reference).unwrap().to_owned();
        if !written.contains(&name) {
            faults.push(format!("{}: is not written any more", name.display()));
        }
    }
    assert!(
        faults.is_empty(),
        "`patience man --markdown docs/reference` changes {}",
        faults.join(", ")
    );
}

#[test]
fn anchors_are_made_as_by_mdbook() {
    let known = anchors("# `P`: a plan\n## How? So, A\\*\n## How? So, A\\*\n```\n# no\n```\n");
    let expected = ["p-a-plan", "how-so-a", "how-so-a-1"];
    assert_eq!(known, expected.map(str::to_owned).into());
}
