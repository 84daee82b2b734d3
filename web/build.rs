//! Lists the page's files, with their content types, for `lib.rs`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What is served, by extension.
const KINDS: [(&str, &str); 9] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("svg", "image/svg+xml"),
    ("webmanifest", "application/manifest+json"),
    ("png", "image/png"),
    ("woff2", "font/woff2"),
];

/// What belongs to the page's tests, and the service worker of the static site.
const TOOLS: [&str; 4] = ["package.json", "package-lock.json", "tsconfig.json", "sw.js"];

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
    let mut table = String::from("&[\n");
    for file in files {
        let path =
            file.strip_prefix(&root).expect("it is inside").to_str().expect("names are UTF-8").replace('\\', "/");
        let extension = file.extension().unwrap_or_default();
        let Some((_, kind)) = KINDS.iter().find(|(known, _)| extension == *known) else { continue };
        if !TOOLS.contains(&path.as_str()) {
            println!("cargo::rerun-if-changed={path}");
            let _ = writeln!(table, "File {{ path: {path:?}, kind: {kind:?}, embedded: include_bytes!({file:?}) }},");
        }
    }
    table.push_str("]\n");
    println!("cargo::rerun-if-changed=build.rs");
    fs::write(Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("files.rs"), table)
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
