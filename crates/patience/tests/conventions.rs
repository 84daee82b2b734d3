//! Rules of this project that the compiler does not check: which crate may depend on which and
//! under which licences, what libraries must not use, and where their included files are.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

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

/// The crates of this project on which each of its crates may depend. Development dependencies are
/// free: tests may cross.
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
    (
        "patience-python",
        &[
            "patience-core",
            "patience-search",
            "patience-games",
            "patience-learn",
            "patience-catalogue",
            "patience-check",
        ],
    ),
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
            "patience-api",
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
        let allowed = allowed
            .get(name)
            .unwrap_or_else(|| panic!("list the allowed dependencies of {name} in ALLOWED"));
        for dependency in package["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            if on.starts_with("patience") && dependency["kind"] != "dev" {
                assert!(allowed.contains(&on), "{name} must not depend on {on}");
            }
        }
    }
    assert_eq!(seen, allowed.keys().copied().collect(), "ALLOWED names the workspace's crates");
}

/// WebAssembly has no clock of the system: no dependency of the page's crate enables the feature
/// `std`.
#[test]
fn the_page_is_built_without_std() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().unwrap();
    let manifest = |name: &str| packages.iter().find(|package| package["name"] == name).unwrap();
    let mut reached = BTreeSet::from(["patience-wasm"]);
    let mut open = vec!["patience-wasm"];
    while let Some(name) = open.pop() {
        for dependency in manifest(name)["dependencies"].as_array().unwrap() {
            let on = dependency["name"].as_str().unwrap();
            if !on.starts_with("patience-") || dependency["kind"] == "dev" {
                continue;
            }
            let features = dependency["features"].as_array().unwrap();
            let defaults = dependency["uses_default_features"] == true;
            let has_std = manifest(on)["features"]["std"].is_array();
            assert!(!has_std || !defaults && features.is_empty(), "{name} asks {on} for `std`");
            if reached.insert(on) {
                open.push(on);
            }
        }
    }
    assert!(reached.contains("patience-core") && reached.contains("patience-catalogue"));
}

/// Anyone who checks a certificate must be able to read the whole checker: it may depend only on
/// the standard library, and has under 1,000 lines of code. Comments and empty lines are not
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
            !words.iter().any(|word| text.replace(NO_UNSAFE_CODE, "").contains(word)),
            "{} is not plain Rust",
            path.display()
        );
        lines += text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count();
    }
    assert!((300..1000).contains(&lines), "the checker has {lines} lines");
}

/// Required in every crate without unsafe code.
const NO_UNSAFE_CODE: &str = "#![forbid(unsafe_code)]";

/// In the other crates Clippy asks for a reason at each block (`Cargo.toml`).
#[test]
fn crates_without_unsafe_code_forbid_it() {
    let metadata = metadata();
    let ours = metadata["packages"].as_array().unwrap().iter();
    let targets = ours
        .filter(|package| package["source"].is_null())
        .flat_map(|package| package["targets"].as_array().unwrap());
    let mut forbidding = 0;
    for target in targets {
        let kinds: Vec<&str> =
            target["kind"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        // Coverage-guided programs consist of one macro call, whose code is not ours.
        let is_ours = !target["src_path"].as_str().unwrap().contains("/fuzz_targets/");
        if !is_ours || !["lib", "cdylib", "bin"].iter().any(|kind| kinds.contains(kind)) {
            continue;
        }
        let root = PathBuf::from(target["src_path"].as_str().unwrap());
        let folder = root.parent().unwrap();
        let files =
            if folder.ends_with("src") { sources(folder.into()) } else { vec![root.clone()] };
        let code = |path: &PathBuf| std::fs::read_to_string(path).unwrap();
        let has_unsafe = files.iter().any(|path| {
            let code = code(path);
            let mut lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
            // The macro of fuzzing exports a function to C.
            let words = ["unsafe ", "unsafe(", "fuzz_target!"];
            lines.any(|line| words.iter().any(|word| line.contains(word)))
        });
        let forbids = code(&root).contains(NO_UNSAFE_CODE);
        assert!(forbids != has_unsafe, "{}", root.display());
        forbidding += u32::from(forbids);
    }
    assert!(forbidding > 10, "{forbidding} crates");
}

/// A list of names in `deny.toml`.
fn listed(section: &str, list: &str) -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deny.toml");
    let deny: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let names = deny[section][list].as_array().unwrap();
    names.iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

/// Licences that may be linked into a program under MIT or Apache-2.0.
static LICENCES: LazyLock<Vec<String>> = LazyLock::new(|| listed("licenses", "allow"));

#[test]
fn licences_fit() {
    for package in metadata()["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        let licence =
            package["license"].as_str().unwrap_or_else(|| panic!("{name} names no licence"));
        assert!(fits(licence), "{name} is under {licence}");
    }
}

#[test]
fn no_dependency_is_banned_and_all_come_from_one_registry() {
    let banned = listed("bans", "deny");
    assert!(!banned.is_empty());
    let metadata = metadata();
    let mut sources = BTreeSet::new();
    for package in metadata["packages"].as_array().unwrap() {
        let name = package["name"].as_str().unwrap();
        assert!(!banned.iter().any(|banned| banned == name), "{name} is banned");
        // The workspace's own packages have no source.
        sources.extend(package["source"].as_str());
    }
    assert!(sources.len() == 1 && sources.iter().all(|one| one.starts_with("registry+")));
}

/// Whether an SPDX expression can be satisfied with [`LICENCES`].
fn fits(expression: &str) -> bool {
    let expression = spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX).unwrap();
    expression.evaluate(|required| {
        required
            .license
            .id()
            .is_some_and(|licence| LICENCES.iter().any(|name| name == licence.name))
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

/// Crates that read no clock, start no thread and open no file. Clippy enforces it (`clippy.toml`).
const HERMETIC: [&str; 9] = [
    "core",
    "search",
    "games",
    "gaps-solver",
    "birds-solver",
    "generators",
    "papers",
    "api",
    "wasm",
];

#[test]
fn hermetic_crates_deny_what_clippy_toml_lists() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    for name in HERMETIC {
        let text = std::fs::read_to_string(format!("{root}/crates/{name}/src/lib.rs")).unwrap();
        let lints = "deny(clippy::disallowed_methods, clippy::disallowed_types)";
        assert!(text.contains(lints), "{name} does not deny them");
    }
    let listed = std::fs::read_to_string(format!("{root}/clippy.toml")).unwrap();
    for word in ["time::Instant", "thread::spawn", "fs::File", "env::var", "HashMap"] {
        assert!(listed.contains(word), "clippy.toml misses {word}");
    }
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

/// The files of a published crate are in its folder.
#[test]
fn crates_include_only_their_own_files() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let mut included = 0;
    for package in metadata()["packages"].as_array().unwrap() {
        // Unpublished crates may read any file.
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

/// Results of ready studies are not part of a clone.
#[test]
fn results_of_ready_studies_are_ignored() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    if !root.join(".git").exists() {
        return;
    }
    let studies =
        std::fs::read_dir(root.join("studies")).unwrap().map(|entry| entry.unwrap().path());
    let studies: Vec<_> =
        studies.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    assert!(studies.len() > 5);
    for study in studies {
        let results = study.with_extension("results").join("store.sqlite");
        let ignored = Command::new("git")
            .args(["check-ignore", "-q"])
            .arg(&results)
            .current_dir(&root)
            .status();
        assert!(ignored.unwrap().success(), "{}", results.display());
    }
}

/// The guide's claim about a game's size holds for its own example, counted in lines formatted
/// by rustfmt.
#[test]
fn the_guides_game_is_one_file_of_150_lines() {
    let guide = include_str!("../../../docs/adding-a-game.md");
    let code = guide.split("```rust\n").nth(1).unwrap();
    let (file, entry) = code.split_once("// The entry in `GAMES`").unwrap();
    assert!(file.contains("impl Certifiable for") && entry.contains("Registered::new("));
    let file = format!("{}\n", file.trim_end());
    assert!(file.lines().count() <= 150, "{} lines", file.lines().count());
    let formatted = std::process::Command::new("rustfmt")
        .args(["--check", "--edition", "2024", "--config-path"])
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../rustfmt.toml"))
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .and_then(|mut child| {
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), file.as_bytes())?;
            child.wait_with_output()
        })
        .unwrap();
    let differences = String::from_utf8_lossy(&formatted.stdout).into_owned();
    assert!(formatted.status.success(), "{differences}");
}
