//! Saved games: the start of each, all its moves, and the number of moves made.

use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use patience_catalogue::Reference;
use patience_core::open_regular;
use serde::{Deserialize, Serialize};

use super::session::Session;
use crate::output;

/// Maximum number of saved games; the one not touched for longest is dropped first.
const MOST: usize = 40;

/// A game with its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The start.
    pub start: Reference,
    /// Every move in plan notation, including those taken back.
    pub moves: Vec<String>,
    /// Number of moves made.
    pub at: usize,
    /// Whether the solver helped.
    pub helped: bool,
    /// Whether the position after them is won.
    pub won: bool,
}

/// Maximum number of moves of a game; a file with a longer game is rejected.
const MAX_MOVES: usize = 2_000;

impl Kept {
    /// Describes an impossible value; files from other programs may contain one.
    fn fault(&self) -> Option<&'static str> {
        let board = self.start.board.iter().flat_map(|(game, board)| [game, board]);
        let texts = self.moves.iter().chain([&self.start.name]).chain(board);
        if texts.flat_map(|text| text.chars()).any(char::is_control) {
            Some("has control characters in its text")
        } else if self.moves.len() > MAX_MOVES {
            Some("has more than 2,000 moves")
        } else if self.at > self.moves.len() {
            Some("has more moves made than there are")
        } else {
            None
        }
    }

    /// The current state of a game.
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

/// Result of importing the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imported {
    /// Number of games now saved.
    pub kept: usize,
    /// The number of these that replaced another line of the same game.
    pub replaced: usize,
    /// Number of games for which there was no space.
    pub left: usize,
}

/// The file of saved games, or none.
#[derive(Clone, Debug, Default)]
pub struct Store {
    path: Option<PathBuf>,
}

/// Content of the file.
#[derive(Serialize, Deserialize)]
struct Contents {
    /// Version of the format.
    version: u32,
    /// The game touched last comes first.
    games: Vec<Kept>,
}

/// The part that is read first, because another version may store games differently.
#[derive(Deserialize)]
struct Version {
    version: u32,
}

const VERSION: u32 = 1;

impl Store {
    /// Creates a store that saves games in a file; `None` saves nothing.
    pub fn new(path: Option<PathBuf>) -> Self {
        Store { path }
    }

    /// Whether games are saved.
    pub fn keeps(&self) -> bool {
        self.path.is_some()
    }

    /// The saved games, the one touched last first.
    ///
    /// # Errors
    /// The file cannot be read, or is not a file of saved games.
    pub fn read(&self) -> Result<Vec<Kept>> {
        match &self.path {
            Some(path) if !matches!(path.try_exists(), Ok(false)) => read(path),
            _ => Ok(Vec::new()),
        }
    }

    /// Imports the games of another file while there is room; each replaces its saved version. If a
    /// game is in the file twice, the first one counts. The page writes such files, with variations
    /// and clocks.
    ///
    /// # Errors
    /// One of the two files cannot be read or is not a file of saved games, or games are not saved;
    /// in these cases nothing is changed. Or the file cannot be written.
    pub fn import(&self, from: &Path) -> Result<Imported> {
        if !self.keeps() {
            bail!("games are not saved; name a file for them with --games");
        }
        let own = self.read()?;
        let is_own = |game: &Kept| own.iter().any(|other| other.start == game.start);
        let (mut games, more): (Vec<_>, Vec<_>) =
            once_each(read(from)?).into_iter().partition(is_own);
        let differs = |game: &&Kept| !own.contains(game);
        // A game that replaces another needs no additional space.
        let (all, room) = (games.len() + more.len(), MOST.saturating_sub(own.len()));
        let replaced = games.iter().filter(differs).count();
        games.extend(more.into_iter().take(room));
        let imported = Imported { kept: games.len(), replaced, left: all - games.len() };
        self.keep_all(games, own)?;
        Ok(imported)
    }

    /// Saves a game and replaces its previous version.
    ///
    /// # Errors
    /// The saved games cannot be read (they are left unchanged), or the file cannot be written.
    pub fn keep(&self, game: Kept) -> Result<()> {
        // Another terminal may have saved a game in the meantime.
        self.keep_all(vec![game], self.read()?)
    }

    /// Saves games in front of those already saved, in their order.
    fn keep_all(&self, mut games: Vec<Kept>, own: Vec<Kept>) -> Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        games.extend(own);
        let mut games = once_each(games);
        games.truncate(MOST);
        write(path, &Contents { version: VERSION, games })
            .with_context(|| format!("the game cannot be saved in {}", path.display()))
    }
}

/// The first occurrence of each game counts.
fn once_each(games: Vec<Kept>) -> Vec<Kept> {
    let mut once: Vec<Kept> = Vec::new();
    for game in games {
        if once.iter().all(|other| other.start != game.start) {
            once.push(game);
        }
    }
    once
}

/// Maximum size of a file of games.
const MAX_BYTES: u64 = 20_000_000;

/// The games of a file.
fn read(path: &Path) -> Result<Vec<Kept>> {
    let unreadable = || format!("the saved games in {} cannot be read", path.display());
    let invalid = || format!("{} is not a valid file of saved games", path.display());
    let mut text = String::new();
    let file = open_regular(OpenOptions::new().read(true), path).with_context(unreadable)?;
    file.take(MAX_BYTES + 1).read_to_string(&mut text).with_context(unreadable)?;
    if text.len() as u64 > MAX_BYTES {
        bail!("{}: it exceeds the 20 MB limit", invalid());
    }
    let Version { version } = serde_json::from_str(&text).with_context(invalid)?;
    if version != VERSION {
        bail!("{} has version {version}; expected {VERSION}", path.display());
    }
    let Contents { games, .. } = serde_json::from_str(&text).with_context(invalid)?;
    match games.iter().enumerate().find_map(|(index, game)| Some((index + 1, game.fault()?))) {
        Some((number, fault)) => bail!("{}: game {number} {fault}", invalid()),
        None => Ok(games),
    }
}

/// Writes the whole file at once: a concurrent reader finds the old one.
fn write(path: &Path, contents: &Contents) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    output::store(path, &serde_json::to_vec(contents)?)
}

/// Returns the file for saved games by the conventions of the system; `None` if there is no home
/// folder.
pub fn default_path() -> Option<PathBuf> {
    let folder = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME")
        .or_else(|| folder("LOCALAPPDATA"))
        .or_else(|| Some(folder("HOME")?.join(".local").join("state")))?;
    Some(state.join("patience").join("games.json"))
}

/// The list of saved games with a selection.
pub struct Choice {
    pub games: Vec<Kept>,
    pub at: usize,
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
        assert_eq!(
            fs::read_dir(folder.path().join("deep")).unwrap().count(),
            1,
            "nothing else is left there"
        );
        Store::default().keep(game("birds:neller/1", &[])).unwrap();
    }

    /// A file as written by `web/src/model/games-format.ts`; the page's tests also read it.
    const OF_THE_PAGE: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/tests/unit/games.json");

    #[test]
    fn games_of_the_page_are_taken_over_with_the_line_that_was_played() {
        let folder = tempfile::tempdir().unwrap();
        let (path, file) = (folder.path().join("games.json"), folder.path().join("page.json"));
        fs::copy(OF_THE_PAGE, &file).unwrap();
        let store = Store::new(Some(path));
        store.keep(game("birds:neller/1", &["a"])).unwrap();
        store.keep(game("tiles:level/iartistas-04", &["a"])).unwrap();
        let imported = |kept, replaced, left| Imported { kept, replaced, left };
        assert_eq!(store.import(&file).unwrap(), imported(2, 1, 0));
        assert_eq!(
            store.import(&file).unwrap(),
            imported(2, 0, 0),
            "a second import replaces nothing"
        );
        let games = store.read().unwrap();
        let names: Vec<_> = games.iter().map(|game| game.start.name.as_str()).collect();
        assert_eq!(names, ["tiles:level/iartistas-04", "own board", "birds:neller/1"]);
        assert_eq!(
            (games[0].moves.join(" ").as_str(), games[0].at, games[0].helped),
            ("R U L", 2, true)
        );
        assert_eq!(games[1].start.board, Some(("cohesion+standard".into(), "A.A/BBB".into())));
        assert!(games[1].won);
        assert!(Store::default().import(&file).is_err(), "games cannot be added if none are saved");
        for number in 0..MOST {
            store.keep(game(&format!("birds:neller/{number}"), &["a"])).unwrap();
        }
        assert_eq!(store.import(&file).unwrap(), imported(0, 0, 2), "own games stay");
        assert_eq!(store.read().unwrap().len(), MOST);
    }

    #[test]
    fn a_game_that_stands_twice_in_a_file_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        let (path, file) = (folder.path().join("games.json"), folder.path().join("other.json"));
        let twice = Contents {
            version: VERSION,
            games: vec![game("birds:neller/1", &["a"]), game("birds:neller/1", &["b"])],
        };
        write(&file, &twice).unwrap();
        let store = Store::new(Some(path));
        assert_eq!(store.import(&file).unwrap(), Imported { kept: 1, replaced: 0, left: 0 });
        assert_eq!(store.read().unwrap(), [game("birds:neller/1", &["a"])]);
    }

    #[test]
    fn a_file_that_means_no_good_is_refused_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (path, file) = (folder.path().join("games.json"), folder.path().join("other.json"));
        let store = Store::new(Some(path.clone()));
        store.keep(game("birds:neller/1", &["a"])).unwrap();
        let before = fs::read(&path).unwrap();
        let of = |game: &str| format!(r#"{{"version": 1, "games": [{game}]}}"#);
        let with = |name: &str, moves: &str, at: &str| {
            of(&format!(
                "{{\"start\": {{\"name\": \"{name}\"}}, \"moves\": [{moves}], \"at\": {at}, \
                 \"helped\": false, \"won\": false}}"
            ))
        };
        for (text, told) in [
            ("{}".to_owned(), "not a valid file"),
            (r#"{"version": 2, "games": 7}"#.to_owned(), "version 2; expected 1"),
            ("[".repeat(100_000), "not a valid file"),
            (of(r#"{"start": 1}"#), "not a valid file"),
            (with("a", r#""x""#, "2"), "game 1 has more moves made"),
            (with("a", r#""x""#, "-1"), "not a valid file"),
            (with(r"\u001b[2J", "", "0"), "game 1 has control characters"),
            (
                with("a", &vec![r#""x""#; MAX_MOVES + 1].join(","), "0"),
                "game 1 has more than 2,000 moves",
            ),
        ] {
            fs::write(&file, text).unwrap();
            let error = format!("{:#}", store.import(&file).unwrap_err());
            assert!(error.contains(told) && error.contains("other.json"), "{error}");
            assert_eq!(fs::read(&path).unwrap(), before);
        }
        assert!(store.import(&folder.path().join("none.json")).is_err());
        fs::File::create(&file).unwrap().set_len(MAX_BYTES + 1).unwrap();
        let error = format!("{:#}", store.import(&file).unwrap_err());
        assert!(error.contains("exceeds the 20 MB limit"), "{error}");
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
