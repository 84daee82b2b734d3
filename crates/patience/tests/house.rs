//! The house rules that the compiler does not check: which crate may depend on which, and under which licences.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--manifest-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata writes JSON")
}

/// Which of our crates each of our crates may depend on. Development dependencies are free: tests may cross.
const ALLOWED: &[(&str, &[&str])] = &[
    ("patience-core", &[]),
    ("patience-search", &["patience-core"]),
    ("patience-games", &["patience-core"]),
    ("patience-gaps", &["patience-core"]),
    ("patience-birds", &["patience-core"]),
    ("patience-learn", &["patience-core", "patience-search", "patience-games", "patience-gaps"]),
    (
        "patience-catalogue",
        &["patience-core", "patience-search", "patience-games", "patience-gaps", "patience-birds", "patience-learn"],
    ),
    ("patience-study", &["patience-core", "patience-catalogue"]),
    ("patience-api", &["patience-core", "patience-catalogue"]),
    ("patience-wasm", &["patience-core", "patience-api"]),
    ("patience-web", &[]),
    ("patience-guides", &[]),
    ("patience-server", &["patience-core", "patience-catalogue", "patience-api", "patience-study", "patience-web"]),
    (
        "patience",
        &[
            "patience-core",
            "patience-catalogue",
            "patience-learn",
            "patience-server",
            "patience-birds",
            "patience-study",
        ],
    ),
];

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let members: BTreeSet<&str> =
        metadata["workspace_members"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut seen = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        if !members.contains(package["id"].as_str().unwrap()) {
            continue;
        }
        let name = package["name"].as_str().unwrap();
        seen.insert(name);
        let allowed = allowed.get(name).unwrap_or_else(|| panic!("say in ALLOWED what {name} may depend on"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            if on.starts_with("patience") && dependency["kind"] != "dev" {
                assert!(allowed.contains(&on), "{name} must not depend on {on}");
            }
        }
    }
    assert_eq!(seen, allowed.keys().copied().collect(), "ALLOWED names the workspace's crates");
}

/// Licences that may be linked into a program under MIT or Apache-2.0.
const LICENCES: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "Unlicense",
    "Unicode-3.0",
    "CC0-1.0",
    "0BSD",
    "BSL-1.0",
];

#[test]
fn licences_fit() {
    for package in metadata()["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or_else(|| panic!("{name} names no licence"));
        assert!(fits(licence), "{name} is under {licence}");
    }
}

/// Whether an SPDX expression can be satisfied with [`LICENCES`].
fn fits(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], " ");
    // `A OR B AND C` as written by crates: every operand of an AND must fit, one operand of an OR suffices.
    expression.split(" AND ").all(|part| {
        part.split(" OR ").any(|licence| {
            let licence = licence.trim();
            let licence = licence.split_once(" WITH ").map_or(licence, |(base, _)| base);
            LICENCES.contains(&licence)
        })
    })
}

#[test]
fn expressions_are_understood() {
    assert!(fits("MIT OR GPL-3.0") && fits("(MIT OR Apache-2.0) AND Unicode-3.0") && fits("Unlicense/MIT"));
    assert!(!fits("GPL-3.0") && !fits("MIT AND GPL-3.0"));
}

#[test]
fn the_core_reads_no_clock_starts_no_thread_and_opens_no_file() {
    for crate_name in ["core", "search", "games", "gaps-solver", "birds-solver", "api", "wasm"] {
        let root = format!("{}/../{crate_name}/src", env!("CARGO_MANIFEST_DIR"));
        let mut folders = vec![std::path::PathBuf::from(root)];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap();
                for forbidden in ["Instant::now", "SystemTime", "std::fs", "File::open", "thread::spawn", "RandomState"]
                {
                    assert!(!code.contains(forbidden), "{} uses {forbidden}", path.display());
                }
            }
        }
    }
}
