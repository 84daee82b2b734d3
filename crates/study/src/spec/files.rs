//! Sets of files that only programs read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use glob::{MatchOptions, Pattern};

use super::fault::Faults;
use super::fields::At;
use crate::file::{GAME, InstanceFile};
use crate::instance::{FileBoard, Instances};

/// Maximum number of files of a pattern.
const MAX_FILES: usize = 1_000_000;

/// Reads the files of a pattern. `at` is the place where the study names it, `pattern` and `domain`
/// have their placeholders filled in.
pub(super) fn read(
    faults: &mut Faults<'_>,
    folder: &Path,
    at: &At<String>,
    pattern: &str,
    domain: Option<&str>,
) -> Option<Instances> {
    let read = files(folder, pattern, domain);
    let files = read.map_err(|message| faults.add(at.span.clone(), message)).ok()?;
    Some(Instances::Boards { game: GAME.to_owned(), boards: Arc::new(files) })
}

fn files(folder: &Path, pattern: &str, domain: Option<&str>) -> Result<Vec<FileBoard>, String> {
    let below = Path::new(&Pattern::escape(&folder.display().to_string())).join(pattern);
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
    let found = glob::glob_with(&below.display().to_string(), options)
        .map_err(|error| format!("`{pattern}` is not a valid pattern of files: {}", error.msg))?;
    let paths: Result<Vec<PathBuf>, _> = found.take(MAX_FILES + 1).collect();
    let paths = paths.map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for path in paths.iter().filter(|path| path.is_file()) {
        let own = path.strip_prefix(folder).unwrap_or(path);
        let name = own.to_str().ok_or_else(|| format!("{} is not UTF-8", own.display()))?;
        // A domain that fits the pattern is not a problem itself.
        if domain == Some(name) {
            continue;
        }
        let InstanceFile { name, board, .. } = InstanceFile::new(folder, name, domain)?;
        files.push(FileBoard { name, named: true, board });
    }
    match files.len() {
        0 => Err(format!("no file matches `{pattern}` in {}", folder.display())),
        MAX_FILES.. => Err(format!("`{pattern}` matches more than {MAX_FILES} files")),
        _ => Ok(files),
    }
}
