//! The reference pages of the book, generated from the command line, the catalogue and the keys of
//! studies.

mod algorithms;
mod commands;
mod heuristics;
mod order;
mod page;
mod papers;
mod studies;

use std::path::Path;

use clap::Command;

pub use page::Page;

use crate::output;

/// Every generated page.
pub fn pages(command: Command) -> Vec<Page> {
    let mut pages = commands::pages(command);
    pages.extend(algorithms::pages());
    pages.push(heuristics::page());
    pages.push(studies::page());
    pages
}

/// Writes every generated page into a folder.
///
/// # Errors
/// A folder or a file cannot be written.
pub fn write(command: Command, folder: &Path) -> std::io::Result<()> {
    for Page { path, text } in pages(command) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap_or(folder))?;
        output::store(&path, text.as_bytes())?;
    }
    Ok(())
}
