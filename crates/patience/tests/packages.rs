//! The crates as they are published: each package is complete without the repository.

use std::process::Command;

use serde_json::Value;

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .args(["--locked", "--offline"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("cargo writes text")
}

/// Licences, README and metadata, for docs.rs, crates.io and a reader of a single package.
#[test]
fn published_packages_are_complete() {
    let metadata = cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let mut seen = 0;
    for package in metadata["packages"].as_array().unwrap() {
        if package["publish"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        seen += 1;
        let name = package["name"].as_str().unwrap();
        let listed = cargo(&["package", "--list", "--allow-dirty", "-p", name]);
        for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md"] {
            assert!(listed.lines().any(|line| line == file), "{name} lacks {file}: {listed}");
        }
        for field in ["description", "documentation", "repository", "license"] {
            assert!(package[field].is_string(), "{name} lacks {field}");
        }
        for field in ["keywords", "categories"] {
            let count = package[field].as_array().unwrap().len();
            assert!((1..=5).contains(&count), "{name}: {count} {field}");
        }
        assert!(package["metadata"]["docs"]["rs"].is_object(), "{name} lacks docs.rs settings");
    }
    assert!(seen > 15, "{seen}");
}
