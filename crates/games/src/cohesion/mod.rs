//! Cohesion: shift pieces until every colour is one piece.

mod certificate;
mod heuristics;
mod notation;
mod pddl;
mod rules;
mod view;

use std::sync::OnceLock;

use patience_core::{Claims, Domain, HeuristicEntry, InputError, RuleSet, Source, View, cell_name};

use heuristics::{GapsAndPieces, Mst, Pieces};

use crate::grid::{self, Level};
use crate::text::quoted;

pub use heuristics::MstWalls;
pub use notation::{read, write};
pub use rules::{CohesionGame, CohesionMove, CohesionState, Piece};

/// The levels of the collection.
///
/// ```
/// let level =
///     patience_games::cohesion::levels().iter().find(|level| level.id == "vieira-1").unwrap();
/// assert_eq!(level.verdict, "solved");
/// assert!(patience_games::cohesion::read(&level.board).is_ok());
/// ```
pub fn levels() -> &'static [Level] {
    static LEVELS: OnceLock<Vec<Level>> = OnceLock::new();
    LEVELS.get_or_init(|| grid::read_levels(include_str!("../../levels/cohesion.jsonl")))
}

/// Cohesion as a domain.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::cohesion::CohesionDomain;
///
/// let level = CohesionDomain.read("standard", "R.R/B.B")?;
/// assert!(!level.is_goal(&level.start()), "two pieces of each colour");
/// let error = CohesionDomain.read("standard", "R.?").unwrap_err();
/// assert_eq!(error.position.unwrap().column, 3);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CohesionDomain;

impl Domain for CohesionDomain {
    type Game = CohesionGame;

    fn name(&self) -> &'static str {
        "cohesion"
    }

    fn title(&self) -> &'static str {
        "Cohesion"
    }

    fn summary(&self) -> &'static str {
        "A move shifts a piece by one cell onto blank cells; then it is glued forever to every \
         piece of its colour that it touches. The game is won when there is one piece of each \
         colour."
    }

    fn rule_sets(&self) -> &'static [RuleSet] {
        &[RuleSet {
            name: "standard",
            summary: "pieces shift one cell; touching pieces of a colour are glued",
        }]
    }

    fn sources(&self) -> &'static [Source] {
        &[Source {
            name: "level",
            pattern: "level/ID",
            example: "level/vieira-1",
            summary: "a level of the collection",
        }]
    }

    fn levels(&self) -> Vec<&'static str> {
        levels().iter().map(|level| level.id.as_str()).collect()
    }

    fn instance(&self, _rules: &str, path: &str) -> Result<CohesionGame, InputError> {
        match path.split_once('/') {
            Some(("level", id)) => read(&grid::find_level(levels(), id)?.board),
            _ => {
                let said = quoted(path);
                let expected = "expected level/ID, such as level/vieira-1";
                Err(InputError::new(format!("{said} is not a valid path; {expected}")))
            }
        }
    }

    fn read(&self, _rules: &str, text: &str) -> Result<CohesionGame, InputError> {
        read(text)
    }

    fn starting_at(&self, game: &CohesionGame, state: &CohesionState) -> CohesionGame {
        CohesionGame::new(game.size(), &game.cells(state))
    }

    fn notation(&self, game: &CohesionGame, state: &CohesionState) -> String {
        write(game, state)
    }

    fn draw(
        &self,
        game: &CohesionGame,
        state: &CohesionState,
        highlight: Option<CohesionMove>,
        colour: bool,
    ) -> String {
        notation::draw(game, state, highlight, colour)
    }

    fn view(&self, game: &CohesionGame, state: &CohesionState) -> View {
        view::view(game, state)
    }

    fn move_text(&self, game: &CohesionGame, _state: &CohesionState, mv: CohesionMove) -> String {
        notation::move_text(game, mv)
    }

    fn move_words(&self, game: &CohesionGame, state: &CohesionState, mv: CohesionMove) -> String {
        let (cell, width) = (usize::from(mv.cell), game.size().width);
        let letter = game.cells(state)[cell].unwrap_or('.');
        format!("{letter} {} {}", cell_name(cell % width, cell / width), mv.direction.word())
    }

    fn parse_move(
        &self,
        game: &CohesionGame,
        state: &CohesionState,
        text: &str,
    ) -> Result<CohesionMove, InputError> {
        notation::parse_move(game, state, text)
    }

    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        notation::split_plan(text)
    }

    fn heuristics(&self) -> Vec<HeuristicEntry<CohesionGame>> {
        entries()
    }

    fn pddl(&self, game: &CohesionGame) -> Option<(String, String)> {
        pddl::export(game)
    }

    fn pddl_move(&self, game: &CohesionGame, action: &[&str]) -> Option<String> {
        pddl::move_of(game, action)
    }
}

/// The heuristics by name, the default first.
fn entries() -> Vec<HeuristicEntry<CohesionGame>> {
    vec![
        HeuristicEntry {
            name: "mst-walls",
            summary: "mst, and dead ends if a piece separates pieces of another colour forever",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |_, _| Box::new(MstWalls),
        },
        HeuristicEntry {
            name: "mst",
            summary: "for each colour, the largest gap in a minimum spanning tree of its pieces, \
                      summed",
            claims: Claims::CONSISTENT,
            parameters: &[],
            build: |_, _| Box::new(Mst),
        },
        HeuristicEntry::blind(),
        HeuristicEntry {
            name: "pieces",
            summary: "pieces minus colours; overestimates, because one move can glue several \
                      pieces",
            claims: Claims::SOUND,
            parameters: &[],
            build: |_, _| Box::new(Pieces),
        },
        HeuristicEntry {
            name: "gaps-pieces",
            summary: "the gaps between the pieces of a colour plus their number, summed; \
                      overestimates",
            claims: Claims::SOUND,
            parameters: &[],
            build: |_, _| Box::new(GapsAndPieces),
        },
    ]
}
