//! The page's files, which are part of a program that serves them.
//!
//! ```
//! let page = patience_web::file("index.html").expect("the page");
//! assert_eq!(page.kind, "text/html; charset=utf-8");
//! assert!(page.bytes().starts_with(b"<!doctype html>"));
//! assert!(patience_web::file("package.json").is_none(), "tools stay out");
//! ```

use std::borrow::Cow;
use std::path::Path;

#[cfg(debug_assertions)]
mod bundle;

/// A [`file`](file()) of the page.
pub struct File {
    /// Where it is asked for, without the first slash.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    embedded: &'static [u8],
}

impl File {
    /// What it holds. A debug build reads the file again each time, so that the page can be worked
    /// on while a server runs.
    pub fn bytes(&self) -> Cow<'static, [u8]> {
        fresh(self.path).map_or(Cow::Borrowed(self.embedded), Cow::Owned)
    }
}

#[cfg(debug_assertions)]
fn fresh(path: &str) -> Option<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !bundle::is_made(path) {
        return std::fs::read(root.join(path)).ok();
    }
    let read = |part: &str| std::fs::read_to_string(root.join(part)).unwrap_or_default();
    let bundles = root.join("src").is_dir().then(|| bundle::bundles(&read))?;
    bundles.into_iter().find(|bundle| bundle.path == path).map(|bundle| bundle.text.into_bytes())
}

#[cfg(not(debug_assertions))]
fn fresh(_: &str) -> Option<Vec<u8>> {
    None
}

/// Every file of the page, by path.
///
/// ```
/// assert!(patience_web::FILES.iter().any(|file| file.path == "index.html"));
/// ```
pub static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file by its path.
///
/// ```
/// assert_eq!(patience_web::file("index.html").map(|page| page.kind), Some("text/html; charset=utf-8"));
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
/// What the file system says.
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
