//! The page's files, embedded in a program that serves them.
//!
//! ```
//! let page = patience_web::file("index.html").expect("the page");
//! assert_eq!(page.kind, "text/html; charset=utf-8");
//! assert!(page.bytes().starts_with(b"<!doctype html>"));
//! assert!(patience_web::file("package.json").is_none(), "tools stay out");
//! ```

#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::path::Path;

/// A [`file`](file()) of the page.
pub struct File {
    /// Request path, without the first slash.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    embedded: &'static [u8],
}

impl File {
    /// Its content. A debug build reads the file again each time, so that the page can be worked on
    /// while a server runs and `npm run watch` writes it.
    pub fn bytes(&self) -> Cow<'static, [u8]> {
        fresh(self.path).map_or(Cow::Borrowed(self.embedded), Cow::Owned)
    }
}

#[cfg(debug_assertions)]
fn fresh(path: &str) -> Option<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read(root.join("dist").join(path)).or_else(|_| std::fs::read(root.join(path))).ok()
}

#[cfg(not(debug_assertions))]
fn fresh(_: &str) -> Option<Vec<u8>> {
    None
}

const CSS: &str = "text/css; charset=utf-8";
const HTML: &str = "text/html; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json";
const MANIFEST: &str = "application/manifest+json";
const SVG: &str = "image/svg+xml";
const TEXT: &str = "text/plain; charset=utf-8";

macro_rules! built {
    ($path:literal, $kind:ident) => {
        File { path: $path, kind: $kind, embedded: include_bytes!(concat!("dist/", $path)) }
    };
}

/// Every file of the page, by path. `build.mjs` generates all except the description of the API.
///
/// ```
/// assert!(patience_web::FILES.iter().any(|file| file.path == "index.html"));
/// ```
pub static FILES: &[File] = &[
    built!("deals.json", JSON),
    built!("dialogs.js", JAVASCRIPT),
    built!("difficulty.json", JSON),
    built!("first-board.js", JAVASCRIPT),
    built!("icon.svg", SVG),
    built!("index.html", HTML),
    built!("late.js", JAVASCRIPT),
    built!("manifest.webmanifest", MANIFEST),
    File { path: "openapi.json", kind: JSON, embedded: include_bytes!("openapi.json") },
    built!("page.css", CSS),
    built!("pages-style.css", CSS),
    built!("pages.js", JAVASCRIPT),
    built!("parts.js", JAVASCRIPT),
    built!("puzzles-birds.txt", TEXT),
    built!("puzzles-cohesion.txt", TEXT),
    built!("puzzles-gaps.txt", TEXT),
    built!("puzzles-sliding.txt", TEXT),
    built!("puzzles-tiles.txt", TEXT),
    built!("worker.js", JAVASCRIPT),
];

/// A file by its path.
///
/// ```
/// let page = patience_web::file("index.html").expect("it is there");
/// assert_eq!(page.kind, "text/html; charset=utf-8");
/// ```
pub fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// Writes every file into a folder, as a server would serve them.
///
/// ```no_run
/// patience_web::export("site".as_ref())?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// A file cannot be written.
pub fn export(folder: &Path) -> std::io::Result<()> {
    for file in FILES {
        let path = folder.join(file.path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        std::fs::write(path, file.bytes())?;
    }
    Ok(())
}

/// The example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
mod readme {}

#[cfg(test)]
mod tests {
    use super::*;

    /// A built file missing from the list would be missing from every program.
    #[test]
    fn every_file_that_is_built_is_listed() {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        for entry in std::fs::read_dir(dist).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(file(&name).is_some() || name.starts_with("LICENSE-"), "{name}");
        }
    }
}
