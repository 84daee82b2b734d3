//! Instances that are files of any kind, which programs read instead of Patience.
//!
//! In references and rows the game of such an instance is [`GAME`], and its board is the checksum
//! of its content, so a changed file is another instance.

use std::fs;
use std::path::{Path, PathBuf};

use patience_catalogue::Reference;
use patience_core::fnv1a;

/// The game in references and rows of files.
pub(crate) const GAME: &str = "file";

/// A file, as a program receives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InstanceFile {
    /// The path, relative to the study.
    pub name: String,
    /// The path of its PDDL domain, relative to the study.
    pub domain: Option<String>,
    /// Checksum of both, as in the board of a row.
    pub board: String,
}

impl InstanceFile {
    /// The file with a path relative to a study's folder, as it is now.
    pub fn new(folder: &Path, name: &str, domain: Option<&str>) -> Result<InstanceFile, String> {
        let board = board(folder, name, domain)?;
        Ok(InstanceFile { name: name.to_owned(), domain: domain.map(str::to_owned), board })
    }

    /// The file of a reference; `None` if it refers to a board.
    pub fn of(reference: &Reference) -> Option<InstanceFile> {
        let (_, board) = reference.board.as_ref().filter(|(game, _)| game == GAME)?;
        let domain = board.split_once(' ').map(|(_, domain)| domain.to_owned());
        Some(InstanceFile { name: reference.name.clone(), domain, board: board.clone() })
    }

    /// Returns an error if the content is no longer that of the study.
    pub fn verify(&self, folder: &Path) -> Result<(), String> {
        match board(folder, &self.name, self.domain.as_deref())? == self.board {
            true => Ok(()),
            false => Err(format!("{} has changed since the study was read", self.name)),
        }
    }

    /// Its folder: a benchmark set has one for each domain.
    pub fn folder(&self) -> String {
        let folder = Path::new(&self.name).parent().map(Path::display);
        folder.map(|folder| folder.to_string()).unwrap_or_default()
    }
}

/// A checksum, and the path of the domain if there is one.
fn board(folder: &Path, name: &str, domain: Option<&str>) -> Result<String, String> {
    let sum = |name: &str| {
        let path: PathBuf = folder.join(name);
        fs::read(&path).map(|content| fnv1a(&content)).map_err(|error| format!("{name}: {error}"))
    };
    let Some(domain) = domain else { return Ok(format!("{:016x}", sum(name)?)) };
    let both = [sum(name)?, sum(domain)?].map(u64::to_be_bytes).concat();
    Ok(format!("{:016x} {domain}", fnv1a(&both)))
}
