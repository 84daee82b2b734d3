//! Match the Tiles: tilt the board until every piece is on a target of its colour.
//!
//! A search need not tilt the opposite way right after a tilt: L then R leads to the same position
//! as R alone, because both tilts keep the order of the pieces in each row.
//! [`TilesGame::moves`](patience_core::Game::moves) nevertheless lists both: it must depend only on
//! the position, plans that tilt back and forth are legal, and equal keys must have equal futures,
//! which would fail if the last tilt hid a move. Searches that store positions find a duplicate
//! instead.

mod certificate;
mod heuristics;
mod notation;
mod paper;
mod pddl;
mod rules;
mod runs;
mod sums;
mod view;

use std::sync::OnceLock;

use patience_core::{Domain, Game, HeuristicEntry, InputError, RuleSet, Source, View};

use crate::grid::{self, Direction, Level};
use crate::text::quoted;

pub use notation::{read, write};
pub use rules::{TilesGame, TilesState};
pub use runs::Runs;

/// The levels of the collection.
///
/// ```
/// let level = patience_games::tiles::levels()
///     .iter()
///     .find(|level| level.id == "iartistas-04")
///     .unwrap();
/// assert_eq!((level.verdict.as_str(), level.optimum), ("solved", Some(5)));
/// ```
pub fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| grid::read_levels(include_str!("../../levels/tiles.jsonl")))
}

/// Match the Tiles as a domain.
///
/// ```
/// use patience_core::{Domain, replay};
/// use patience_games::tiles::TilesDomain;
///
/// let level = TilesDomain.instance("standard", "level/iartistas-04")?;
/// let start = patience_core::Game::start(&level);
/// let plan: Vec<_> = "RULDR"
///     .chars()
///     .map(|letter| TilesDomain.parse_move(&level, &start, &letter.to_string()))
///     .collect::<Result<_, _>>()?;
/// assert_eq!(replay(&level, &plan), Ok(5));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TilesDomain;

impl Domain for TilesDomain {
    type Game = TilesGame;

    fn name(&self) -> &'static str {
        "tiles"
    }

    fn title(&self) -> &'static str {
        "Match the Tiles"
    }

    fn summary(&self) -> &'static str {
        "A move tilts the board left, right, up or down: every piece slides until the border, an \
         obstacle or a piece that has stopped. The game is won when every piece stands on a target \
         of its colour."
    }

    fn rule_sets(&self) -> &'static [RuleSet] {
        &[RuleSet {
            name: "standard",
            summary: "all pieces slide; every piece must end on a target of its colour",
        }]
    }

    fn sources(&self) -> &'static [Source] {
        &[Source {
            name: "level",
            pattern: "level/ID",
            example: "level/iartistas-04",
            summary: "a level of the collection",
        }]
    }

    fn levels(&self) -> Vec<&'static str> {
        levels().iter().map(|level| level.id.as_str()).collect()
    }

    fn instance(&self, _rules: &str, path: &str) -> Result<TilesGame, InputError> {
        match path.split_once('/') {
            Some(("level", id)) => read(&grid::find_level(levels(), id)?.board),
            _ => {
                let said = quoted(path);
                let expected = "expected level/ID, such as level/iartistas-04";
                Err(InputError::new(format!("{said} is not a valid path; {expected}")))
            }
        }
    }

    fn read(&self, _rules: &str, text: &str) -> Result<TilesGame, InputError> {
        read(text)
    }

    /// A `#` alone or before white space; otherwise it is an obstacle.
    fn is_comment(&self, line: &str) -> bool {
        line.trim()
            .strip_prefix('#')
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_whitespace))
    }

    fn starting_at(&self, game: &TilesGame, state: &TilesState) -> TilesGame {
        game.starting_at(state)
    }

    fn notation(&self, game: &TilesGame, state: &TilesState) -> String {
        write(game, state)
    }

    /// See [`notation`](self) for the signs.
    fn draw(
        &self,
        game: &TilesGame,
        state: &TilesState,
        highlight: Option<Direction>,
        colour: bool,
    ) -> String {
        notation::draw(game, state, highlight, colour)
    }

    fn view(&self, game: &TilesGame, state: &TilesState) -> View {
        view::view(game, state)
    }

    fn move_text(&self, _game: &TilesGame, _state: &TilesState, direction: Direction) -> String {
        direction.letter().to_string()
    }

    fn move_words(&self, _game: &TilesGame, _state: &TilesState, direction: Direction) -> String {
        format!("tilt {}", direction.word())
    }

    fn parse_move(
        &self,
        _game: &TilesGame,
        _state: &TilesState,
        text: &str,
    ) -> Result<Direction, InputError> {
        notation::parse_move(text)
    }

    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        notation::split_plan(text)
    }

    fn heuristics(&self) -> Vec<HeuristicEntry<TilesGame>> {
        heuristics::entries()
    }

    fn why_lost(&self, game: &TilesGame) -> Option<String> {
        let pieces = game.pieces(&game.start());
        let targets = |colour| {
            (0..game.size().cells()).filter(|cell| game.target(*cell) == Some(colour)).count()
        };
        let mut colours = game.colours().to_vec();
        colours.dedup();
        colours.into_iter().find_map(|colour| {
            let (wanted, there) =
                (pieces.iter().filter(|(of, _)| *of == colour).count(), targets(colour));
            (wanted > there).then(|| {
                let (piece, target) =
                    (notation::piece_letter(colour), notation::target_letter(colour));
                format!("more pieces than targets: {wanted} of `{piece}`, {there} of `{target}`")
            })
        })
    }

    fn pddl(&self, game: &TilesGame) -> Option<(String, String)> {
        pddl::export(game)
    }

    fn pddl_move(&self, _game: &TilesGame, action: &[&str]) -> Option<String> {
        pddl::move_of(action)
    }
}
