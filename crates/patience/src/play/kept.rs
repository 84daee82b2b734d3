//! Games that are kept between two visits: where each began, all its moves, and how many of them are made.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use patience_catalogue::Reference;
use serde::{Deserialize, Serialize};

use super::session::Session;
use crate::output;

/// Games that are kept; the one not touched for longest goes first.
const MOST: usize = 40;

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// Where it began.
    pub start: Reference,
    /// Every move as plans write it, those that were taken back included.
    pub moves: Vec<String>,
    /// Moves that are made.
    pub at: usize,
    /// Whether the solver helped.
    pub helped: bool,
    /// Whether the position after them is won.
    pub won: bool,
}

impl Kept {
    /// A game as it stands.
    pub fn of(start: &Reference, session: &Session) -> Self {
        Kept {
            start: start.clone(),
            moves: session.history().map(|(made, _)| made.text.clone()).collect(),
            at: session.len(),
            helped: session.helped,
            won: session.position().is_won(),
        }
    }
}

/// The file of the games that are kept, or none.
#[derive(Clone, Debug, Default)]
pub struct Store {
    path: Option<PathBuf>,
}

/// What stands in the file.
#[derive(Serialize, Deserialize)]
struct Contents {
    /// Of the format.
    version: u32,
    /// The game touched last comes first.
    games: Vec<Kept>,
}

const VERSION: u32 = 1;

impl Store {
    /// Games are kept in a file; without one nothing is.
    pub fn new(path: Option<PathBuf>) -> Self {
        Store { path }
    }

    /// Whether anything is kept.
    pub fn keeps(&self) -> bool {
        self.path.is_some()
    }

    /// The games that are kept, the one touched last first.
    ///
    /// # Errors
    /// The file cannot be read, or is not one of kept games.
    pub fn read(&self) -> Result<Vec<Kept>> {
        let Some(path) = &self.path else { return Ok(Vec::new()) };
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            text => text.with_context(|| format!("the kept games in {} cannot be read", path.display()))?,
        };
        let contents: Contents = serde_json::from_str(&text)
            .with_context(|| format!("{} is not a valid file of kept games", path.display()))?;
        if contents.version != VERSION {
            bail!("{} has version {}; expected {VERSION}", path.display(), contents.version);
        }
        Ok(contents.games)
    }

    /// Keeps a game in place of what was kept of it.
    ///
    /// # Errors
    /// What is kept cannot be read, and is left as it is; or the file cannot be written.
    pub fn keep(&self, game: Kept) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        // Another terminal may have kept something meanwhile.
        let mut games = self.read()?;
        games.retain(|other| other.start != game.start);
        games.truncate(MOST - 1);
        games.insert(0, game);
        write(path, &Contents { version: VERSION, games })
            .with_context(|| format!("the game cannot be kept in {}", path.display()))
    }
}

/// Writes the file as a whole: whoever reads it meanwhile finds the one before.
fn write(path: &Path, contents: &Contents) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    output::store(path, &serde_json::to_vec(contents)?)
}

/// The file for kept games that the system's conventions name; `None` where there is no home.
pub fn default_path() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local").join("state")))?;
    Some(state.join("patience").join("games.json"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(name: &str, moves: &[&str]) -> Kept {
        let moves: Vec<String> = moves.iter().map(|&mv| mv.to_owned()).collect();
        Kept { start: Reference::named(name), at: moves.len(), moves, helped: false, won: false }
    }

    #[test]
    fn games_are_kept_once_each_and_the_last_comes_first() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::new(Some(folder.path().join("deep").join("games.json")));
        assert_eq!(store.read().unwrap(), []);
        for number in 0..MOST + 3 {
            store.keep(game(&format!("birds:neller/{number}"), &["a"])).unwrap();
        }
        store.keep(game("birds:neller/20", &["a", "b"])).unwrap();
        let games = store.read().unwrap();
        assert_eq!(games.len(), MOST);
        assert_eq!(games[0], game("birds:neller/20", &["a", "b"]));
        assert_eq!(games.iter().filter(|game| game.start.name == "birds:neller/20").count(), 1);
        assert_eq!(fs::read_dir(folder.path().join("deep")).unwrap().count(), 1, "nothing else is left there");
        Store::default().keep(game("birds:neller/1", &[])).unwrap();
    }

    #[test]
    fn a_file_that_is_something_else_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.json");
        for text in ["not JSON", r#"{"version": 2, "games": []}"#, "[]"] {
            fs::write(&path, text).unwrap();
            let store = Store::new(Some(path.clone()));
            assert!(store.keep(game("birds:neller/1", &[])).is_err(), "{text}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
