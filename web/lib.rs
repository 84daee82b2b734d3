//! The page's files, which are part of a program that serves them.
//!
//! ```
//! let page = patience_web::file("index.html").expect("the page");
//! assert_eq!(page.kind, "text/html; charset=utf-8");
//! assert!(page.bytes().starts_with(b"<!doctype html>"));
//! assert!(patience_web::file("package.json").is_none(), "tools stay out");
//! ```

use std::borrow::Cow;

/// A file of the page.
pub struct File {
    /// Where it is asked for, without the first slash.
    pub path: &'static str,
    /// Its content type.
    pub kind: &'static str,
    embedded: &'static [u8],
}

impl File {
    /// What it holds. A debug build reads the file again each time, so that the page can be worked on while a server runs.
    pub fn bytes(&self) -> Cow<'static, [u8]> {
        let fresh = cfg!(debug_assertions)
            .then(|| std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(self.path)).ok());
        fresh.flatten().map_or(Cow::Borrowed(self.embedded), Cow::Owned)
    }
}

/// Every file of the page, by path.
pub static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file by its path.
pub fn file(path: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.path == path)
}

/// The example of the crate's README.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
mod readme {}
