//! Lists the page's files, with their content types, for `lib.rs`; modules and styles are bundled.

#[path = "bundle.rs"]
mod bundle;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What is served, by extension.
const KINDS: [(&str, &str); 8] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("webmanifest", "application/manifest+json"),
    ("png", "image/png"),
    ("woff2", "font/woff2"),
];

/// What belongs to the page's tests.
const TOOLS: [&str; 3] = ["package.json", "package-lock.json", "tsconfig.json"];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut files = Vec::new();
    // Not the folder itself: the tests write into it.
    for entry in fs::read_dir(&root)? {
        let path = entry?.path();
        if path.is_file() {
            files.push(path);
        }
    }
    for folder in ["src", "vendor"] {
        collect(&root.join(folder), &mut files)?;
    }
    files.sort();
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let mut table = String::from("&[\n");
    let read = |path: &str| {
        fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    for bundle in bundle::bundles(&read) {
        let file = out.join(bundle.path.replace('/', "-"));
        fs::write(&file, &bundle.text)?;
        list(&mut table, bundle.path, &file);
    }
    for file in files {
        let path = file
            .strip_prefix(&root)
            .expect("it is inside")
            .to_str()
            .expect("names are UTF-8")
            .replace('\\', "/");
        println!("cargo::rerun-if-changed={path}");
        if !TOOLS.contains(&path.as_str()) && !bundle::is_made(&path) && !bundle::is_part(&path) {
            list(&mut table, &path, &file);
        }
    }
    table.push_str("]\n");
    println!("cargo::rerun-if-changed=build.rs\ncargo::rerun-if-changed=bundle.rs");
    fs::write(out.join("files.rs"), table)
}

/// A file of a known kind.
fn list(table: &mut String, path: &str, file: &Path) {
    let extension = Path::new(path).extension().unwrap_or_default();
    let Some((_, kind)) = KINDS.iter().find(|(known, _)| extension == *known) else { return };
    let _ = writeln!(
        table,
        "File {{ path: {path:?}, kind: {kind:?}, embedded: include_bytes!({file:?}) }},"
    );
}

/// Every file below a folder.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    // A file that is new changes it.
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
