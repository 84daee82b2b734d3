//! Birds of a Feather: gather the cards of a 4×4 grid on one stack.

mod certificate;
mod deals;
mod heuristics;
mod notation;
mod pddl;
mod rules;
mod view;

use patience_core::{Domain, HeuristicEntry, InputError, RuleSet, Source, View, cell_name};

use crate::cards::Card;
use crate::text::{card_moves, quoted};

pub use deals::neller;
pub use notation::{read, write};
pub use rules::{BirdsGame, BirdsMove, BirdsState, CELLS, compatible};

/// Birds of a Feather as a domain.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::birds::{BirdsDomain, neller};
///
/// let deal = neller(42);
/// assert_eq!(BirdsDomain.instance("standard", "neller/42")?, deal);
/// let board = BirdsDomain.notation(&deal, &deal.start());
/// assert_eq!(BirdsDomain.read("standard", &board)?, deal);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct BirdsDomain;

impl Domain for BirdsDomain {
    type Game = BirdsGame;

    fn name(&self) -> &'static str {
        "birds"
    }

    fn title(&self) -> &'static str {
        "Birds of a Feather"
    }

    fn summary(&self) -> &'static str {
        "A stack moves onto another one in its row or column, over any number of empty cells, if \
         their top cards share the suit or differ by at most one in rank (ace and king are not \
         adjacent). The game is won when one stack is left."
    }

    fn rule_sets(&self) -> &'static [RuleSet] {
        &[RuleSet {
            name: "standard",
            summary: "the same suit or adjacent or equal ranks, in a row or column",
        }]
    }

    fn sources(&self) -> &'static [Source] {
        &[Source {
            name: "neller",
            pattern: "neller/SEED",
            example: "neller/42",
            summary: "Neller's deals, numbered like Microsoft FreeCell deals, including negative \
                      numbers",
        }]
    }

    fn instance(&self, _rules: &str, path: &str) -> Result<BirdsGame, InputError> {
        let Some(("neller", number)) = path.split_once('/') else {
            return Err(InputError::new(format!(
                "{} is not a valid path; expected neller/SEED or difficulty/CLASS/SEED",
                quoted(path)
            )));
        };
        let number = number.parse().map_err(|_| {
            InputError::new(format!(
                "{} is not a valid deal number; expected a whole number from {} to {}",
                quoted(number),
                i64::MIN,
                i64::MAX
            ))
        })?;
        Ok(neller(number))
    }

    fn read(&self, _rules: &str, text: &str) -> Result<BirdsGame, InputError> {
        read(text)
    }

    fn starting_at(&self, game: &BirdsGame, state: &BirdsState) -> BirdsGame {
        BirdsGame::new(&game.grid(state))
    }

    fn notation(&self, game: &BirdsGame, state: &BirdsState) -> String {
        write(game, state)
    }

    fn draw(
        &self,
        game: &BirdsGame,
        state: &BirdsState,
        highlight: Option<BirdsMove>,
        colour: bool,
    ) -> String {
        notation::draw(game, state, highlight, colour)
    }

    fn view(&self, game: &BirdsGame, state: &BirdsState) -> View {
        view::view(game, state)
    }

    fn move_text(&self, _game: &BirdsGame, _state: &BirdsState, mv: BirdsMove) -> String {
        notation::move_text(mv)
    }

    fn move_words(&self, game: &BirdsGame, state: &BirdsState, mv: BirdsMove) -> String {
        let card =
            game.grid(state)[usize::from(mv.from)].map_or_else(|| "nothing".to_owned(), Card::face);
        format!("{card} {}", cell_name(usize::from(mv.to % 4), usize::from(mv.to / 4)))
    }

    fn parse_move(
        &self,
        game: &BirdsGame,
        state: &BirdsState,
        text: &str,
    ) -> Result<BirdsMove, InputError> {
        notation::parse_move(game, state, text)
    }

    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        card_moves(text)
    }

    fn heuristics(&self) -> Vec<HeuristicEntry<BirdsGame>> {
        heuristics::entries()
    }

    fn pddl(&self, game: &BirdsGame) -> Option<(String, String)> {
        Some(pddl::export(game))
    }

    fn pddl_move(&self, _game: &BirdsGame, action: &[&str]) -> Option<String> {
        pddl::move_of(action)
    }
}
