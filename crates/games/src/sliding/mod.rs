//! Sliding tiles: the 8-, 15- and 24-puzzle and their kin, from 2x2 to 5x5.

mod certificate;
mod heuristics;
mod named;
mod notation;
mod patterns;
mod rules;
mod view;

use patience_core::{Domain, HeuristicEntry, InputError, RuleSet, Source, View};

pub use heuristics::{LinearConflict, Manhattan};
pub use named::{Published, korf};
pub use patterns::{PatternDatabase, Patterns, Work};
pub use rules::{Corner, SlidingGame, SlidingState};

/// Sliding tiles as a domain.
///
/// ```
/// use patience_core::{Domain, Game, replay};
/// use patience_games::sliding::SlidingDomain;
///
/// let game = SlidingDomain.read("standard", "1 2 0 / 3 4 5 / 6 7 8")?;
/// let first = SlidingDomain.parse_move(&game, &game.start(), "2 right")?;
/// let then = SlidingDomain.parse_move(&game, &game.apply(&game.start(), first), "1")?;
/// assert_eq!(replay(&game, &[first, then]), Ok(2));
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SlidingDomain;

const RULES: &[RuleSet] = &[
    RuleSet {
        name: "standard",
        summary: "the blank ends in the upper left corner, as in research (Korf 1985)",
    },
    RuleSet {
        name: "blank-last",
        summary: "the blank ends in the lower right corner, as on commercial puzzles",
    },
];

/// The home of the blank under a rule set.
fn corner(rules: &str) -> Corner {
    if rules == RULES[1].name { Corner::Last } else { Corner::First }
}

impl Domain for SlidingDomain {
    type Game = SlidingGame;

    fn name(&self) -> &'static str {
        "sliding"
    }

    fn title(&self) -> &'static str {
        "Sliding Tiles"
    }

    fn summary(&self) -> &'static str {
        "A move slides a tile next to the blank into it. The game is won when the tiles are in \
         order, row by row: the 8-puzzle, the 15-puzzle and other boards of 2 to 5 rows and \
         columns."
    }

    fn rule_sets(&self) -> &'static [RuleSet] {
        RULES
    }

    fn rules(&self, game: &SlidingGame) -> &'static str {
        match game.corner() {
            Corner::First => RULES[0].name,
            Corner::Last => RULES[1].name,
        }
    }

    fn sources(&self) -> &'static [Source] {
        named::SOURCES
    }

    fn instance(&self, rules: &str, path: &str) -> Result<SlidingGame, InputError> {
        named::instance(corner(rules), path)
    }

    fn read(&self, rules: &str, text: &str) -> Result<SlidingGame, InputError> {
        notation::read(corner(rules), text)
    }

    fn starting_at(&self, game: &SlidingGame, state: &SlidingState) -> SlidingGame {
        game.starting_at(state)
    }

    fn notation(&self, game: &SlidingGame, state: &SlidingState) -> String {
        notation::write(game, state)
    }

    fn draw(
        &self,
        game: &SlidingGame,
        state: &SlidingState,
        highlight: Option<u8>,
        colour: bool,
    ) -> String {
        notation::draw(game, state, highlight, colour)
    }

    fn view(&self, game: &SlidingGame, state: &SlidingState) -> View {
        view::view(game, state)
    }

    /// The tile's number.
    fn move_text(&self, _game: &SlidingGame, state: &SlidingState, from: u8) -> String {
        state.tile(from.into()).to_string()
    }

    fn move_words(&self, game: &SlidingGame, state: &SlidingState, from: u8) -> String {
        notation::move_words(game, state, from)
    }

    fn parse_move(
        &self,
        game: &SlidingGame,
        state: &SlidingState,
        text: &str,
    ) -> Result<u8, InputError> {
        notation::parse_move(game, state, text)
    }

    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        notation::split_plan(text)
    }

    fn heuristics(&self) -> Vec<HeuristicEntry<SlidingGame>> {
        heuristics::entries()
    }

    fn why_lost(&self, game: &SlidingGame) -> Option<String> {
        let why = "parity: a slide changes both the parity of the order of tiles and that of the \
                   blank's distance, and here they differ";
        (!game.is_solvable()).then(|| why.to_owned())
    }
}
