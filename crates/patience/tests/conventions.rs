//! Rules of this project that the compiler does not check: which crate may depend on which and
//! under which licences, what libraries must not use, and where the files lie that they include.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
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

/// Which of our crates each of our crates may depend on. Development dependencies are free: tests
/// may cross.
const ALLOWED: &[(&str, &[&str])] = &[
    ("patience-core", &[]),
    ("patience-check", &[]),
    ("patience-search", &["patience-core"]),
    ("patience-games", &["patience-core"]),
    ("patience-gaps", &["patience-core"]),
    ("patience-birds", &["patience-core"]),
    ("patience-generators", &["patience-core", "patience-search", "patience-games"]),
    ("patience-papers", &["patience-core", "patience-search", "patience-games"]),
    (
        "patience-learn",
        &[
            "patience-core",
            "patience-search",
            "patience-games",
            "patience-gaps",
            "patience-birds",
            "patience-generators",
            "patience-papers",
        ],
    ),
    (
        "patience-catalogue",
        &[
            "patience-core",
            "patience-search",
            "patience-games",
            "patience-gaps",
            "patience-birds",
            "patience-generators",
            "patience-papers",
            "patience-learn",
        ],
    ),
    ("patience-study", &["patience-core", "patience-catalogue"]),
    ("patience-api", &["patience-core", "patience-catalogue", "patience-check"]),
    ("patience-wasm", &["patience-core", "patience-api"]),
    ("patience-web", &[]),
    ("patience-guides", &[]),
    ("patience-testing", &[]),
    (
        "patience-fuzz",
        &[
            "patience-core",
            "patience-catalogue",
            "patience-api",
            "patience-check",
            "patience-study",
        ],
    ),
    (
        "patience-server",
        &["patience-core", "patience-catalogue", "patience-api", "patience-study", "patience-web"],
    ),
    (
        "patience",
        &[
            "patience-core",
            "patience-catalogue",
            "patience-learn",
            "patience-server",
            "patience-birds",
            "patience-check",
            "patience-study",
        ],
    ),
];

#[test]
fn dependencies_point_one_way() {
    let metadata = metadata();
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let members: BTreeSet<&str> = metadata["workspace_members"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    let mut seen = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        if !members.contains(package["id"].as_str().unwrap()) {
            continue;
        }
        let name = package["name"].as_str().unwrap();
        seen.insert(name);
        let allowed =
            allowed.get(name).unwrap_or_else(|| panic!("say in ALLOWED what {name} may depend on"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            if on.starts_with("patience") && dependency["kind"] != "dev" {
                assert!(allowed.contains(&on), "{name} must not depend on {on}");
            }
        }
    }
    assert_eq!(seen, allowed.keys().copied().collect(), "ALLOWED names the workspace's crates");
}

/// Who checks a certificate must be able to read the whole checker: it may depend on nothing
/// outside the standard library and has at most 900 lines of code. Comments and empty lines are not
/// counted.
#[test]
fn the_checker_stands_alone_and_is_short() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let checker = packages
        .iter()
        .find(|package| package["name"] == "patience-check")
        .expect("there is a checker");
    let dependencies = checker["dependencies"].as_array().unwrap();
    assert!(dependencies.iter().all(|dependency| dependency["kind"] == "dev"), "{dependencies:?}");
    let mut lines = 0;
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../check/src")).unwrap() {
        let path = entry.unwrap().path();
        assert!(path.is_file(), "{} would not be counted", path.display());
        let text = std::fs::read_to_string(&path).unwrap();
        let words =
            ["unsafe", "std::thread", "extern crate", "include!", "macro_rules!", "rustfmt::skip"];
        assert!(
            !words.iter().any(|word| text.contains(word)),
            "{} is not plain Rust",
            path.display()
        );
        lines += text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count();
    }
    assert!((300..=900).contains(&lines), "the checker has {lines} lines");
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
        let licence =
            package["license"].as_str().unwrap_or_else(|| panic!("{name} names no licence"));
        assert!(fits(licence), "{name} is under {licence}");
    }
}

/// Whether an SPDX expression can be satisfied with [`LICENCES`].
fn fits(expression: &str) -> bool {
    let expression = spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX).unwrap();
    expression.evaluate(|required| {
        required.license.id().is_some_and(|licence| LICENCES.contains(&licence.name))
    })
}

#[test]
fn expressions_are_understood() {
    assert!(
        fits("MIT OR GPL-3.0")
            && fits("(MIT OR Apache-2.0) AND Unicode-3.0")
            && fits("Unlicense/MIT")
    );
    assert!(!fits("GPL-3.0") && !fits("MIT AND GPL-3.0"));
}

/// The files with Rust code below a folder, without those of tests.
fn sources(folder: PathBuf) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(path));
        } else if path.extension() == Some("rs".as_ref())
            && path.file_name() != Some("tests.rs".as_ref())
        {
            files.push(path);
        }
    }
    files
}

/// What a library must not use that reads no clock, starts no thread, opens no file and is the same
/// in every run.
const FORBIDDEN: &[&str] = &[
    "Instant::now",
    "SystemTime",
    "std::fs",
    "File::open",
    "std::thread",
    "thread::spawn",
    "thread::scope",
    "std::env::",
    "std::net",
    "std::process",
    "RandomState",
];

/// Where code breaks that rule, with what. Maps of the standard library have a random seed unless
/// they are told otherwise: `patience_core` has others.
fn violations(text: &str) -> Vec<String> {
    // Tests come last, and may do all of it.
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut found: Vec<String> = FORBIDDEN
        .iter()
        .filter(|word| code.contains(**word))
        .map(|word| (*word).to_owned())
        .collect();
    for statement in code.split("collections::").skip(1).map(|rest| rest.split(';').next().unwrap())
    {
        found.extend(
            ["HashMap", "HashSet"]
                .iter()
                .filter(|map| statement.contains(**map))
                .map(|map| format!("std's {map}")),
        );
    }
    found
}

#[test]
fn the_core_reads_no_clock_starts_no_thread_and_opens_no_file() {
    for crate_name in [
        "core",
        "search",
        "games",
        "gaps-solver",
        "birds-solver",
        "generators",
        "papers",
        "api",
        "wasm",
    ] {
        for path in sources(format!("{}/../{crate_name}/src", env!("CARGO_MANIFEST_DIR")).into()) {
            // The place that gives the maps their seed.
            if path.ends_with("core/src/hash.rs") {
                continue;
            }
            let found = violations(&std::fs::read_to_string(&path).unwrap());
            assert!(found.is_empty(), "{} uses {}", path.display(), found.join(", "));
        }
    }
}

#[test]
fn violations_are_found() {
    let cases = [
        ("let start = std::time::Instant::now();", vec!["Instant::now"]),
        (
            "use std::collections::HashMap;\nlet map: HashMap<u8, u8> = HashMap::new();",
            vec!["std's HashMap"],
        ),
        ("use std::collections::{\n    BTreeMap,\n    HashSet,\n};", vec!["std's HashSet"]),
        ("let map = std::collections::HashMap::from([(1, 2)]);", vec!["std's HashMap"]),
        ("std::thread::scope(|s| {});", vec!["std::thread", "thread::scope"]),
        ("use std::collections::BTreeMap;\nuse patience_core::HashMap;", vec![]),
        ("/// As std::collections::HashMap, but fixed.\nfn f() {}", vec![]),
        ("fn f() {}\n#[cfg(test)]\nmod tests {\n    use std::collections::HashMap;\n}", vec![]),
        ("#[cfg(test)]\nmod tests;\nuse std::collections::HashMap;", vec!["std's HashMap"]),
    ];
    for (code, expected) in cases {
        assert_eq!(violations(code), expected, "{code}");
    }
}

/// What a published crate is made of lies in its folder.
#[test]
fn crates_include_only_their_own_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut included = 0;
    for package in metadata()["packages"].as_array().unwrap() {
        // What is not published may read what it likes.
        let unpublished = package["publish"].as_array().is_some_and(Vec::is_empty);
        let folder = Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap();
        if !folder.starts_with(&root) || unpublished || !folder.join("src").is_dir() {
            continue;
        }
        for path in sources(folder.join("src")) {
            let text = std::fs::read_to_string(&path).unwrap();
            for rest in ["include_str!(\"", "include_bytes!(\""]
                .iter()
                .flat_map(|name| text.split(*name).skip(1))
            {
                let file = path.parent().unwrap().join(rest.split('"').next().unwrap());
                let file = file
                    .canonicalize()
                    .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                assert!(file.starts_with(folder), "{} includes {}", path.display(), file.display());
                included += 1;
            }
        }
    }
    assert!(included > 15, "{included} files");
}
