//! Gaps with two decks: PySolFC's Double Montana, Double Blue Moon, Double Red Moon and Paganini
//! II.
//!
//! A separate game from [`Gaps`](super::Gaps), whose positions contain every card once: here each
//! card occurs twice, on twice as many rows, and equal cards are indistinguishable. Moves are those
//! of [`Gaps`](super::Gaps), named by their cells.

mod deals;
mod heuristics;
mod pddl;
mod redeal;
mod rules;
mod state;

use patience_core::{
    Claims, Domain, Game, HeuristicEntry, InputError, RuleSet, Source, View, cell_name, parse_cell,
};

pub use heuristics::{LevelSum, Misplaced, Reachability};
pub use redeal::{kept_runs, redeal, redeals_of};
pub use rules::{BoardError, Rules, TwoDecks};
pub use state::{Key, State};

use super::{Move, draw, notation, view};
use crate::cards::Card;
use crate::text::{moves_of_words, parse_card_move, quoted, words};

/// Gaps with two decks as a domain; to the command line, these are rule sets of gaps.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::two_decks::TwoDecksDomain;
///
/// let deal = TwoDecksDomain.instance("double-montana", "pysol/1")?;
/// assert_eq!((deal.rows(), deal.columns()), (8, 13));
/// let again = TwoDecksDomain
///     .read("double-montana", &TwoDecksDomain.notation(&deal, &deal.start()))?;
/// assert_eq!(again, deal);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoDecksDomain;

const RULE_SETS: &[RuleSet] = &[
    RuleSet {
        name: "double-montana",
        summary: "as standard with two decks on eight rows, two for each suit (PySolFC's Double \
                  Montana)",
    },
    RuleSet {
        name: "double-blue-moon",
        summary: "as blue-moon with two decks on eight rows, two for each suit (PySolFC's Double \
                  Blue Moon)",
    },
    RuleSet {
        name: "double-red-moon",
        summary: "as red-moon with two decks on eight rows, two for each suit (PySolFC's Double \
                  Red Moon)",
    },
    RuleSet {
        name: "paganini-ii",
        summary: "two decks on eight rows; column a begins empty and takes any ace; other gaps \
                  take the next card in suit (PySolFC's Paganini II)",
    },
];

fn rules_named(name: &str) -> Result<Rules, InputError> {
    Rules::ALL.into_iter().find(|rules| rules.name() == name).ok_or_else(|| {
        let known = Rules::ALL.map(Rules::name).join(", ");
        InputError::new(format!(
            "{} is not a valid rule set of two decks; expected one of {known}",
            quoted(name)
        ))
    })
}

impl TwoDecksDomain {
    /// The move of a card named without its cell: the only legal one.
    fn move_of_card(
        self,
        game: &TwoDecks,
        state: &State,
        card: Card,
        (column, row): (usize, usize),
    ) -> Result<Move, InputError> {
        notation::on_board((column, row), game.rows(), game.columns())?;
        let cells = game.cells_of(state, card);
        let mut legal = Vec::new();
        game.moves(state, &mut legal);
        legal.retain(|mv| mv.to() == (row, column) && cells.contains(&mv.from()));
        let name = |(row, column)| cell_name(column, row);
        match (&cells[..], &legal[..]) {
            ([], _) => Err(InputError::new(format!("{} is not on the board", card.face()))),
            (_, [only]) => Ok(*only),
            // Neither possible move is legal.
            ([from, ..], []) => Ok(Move::new(*from, (row, column)).expect("on the board")),
            (_, [first, ..]) => Err(InputError::new(format!(
                "{card} {to} could be a move of either of two cards; expected the card's cell in \
                 between, such as {card} {from} {to}",
                card = card.face(),
                from = name(first.from()),
                to = name((row, column))
            ))),
        }
    }
}

/// A card, the column and row of its cell and those of the gap: `Q♥ c5 m2`.
fn parse_full_move(text: &str) -> Option<(Card, [(usize, usize); 2])> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [card, from, to] = words[..] else { return None };
    Some((Card::parse(card)?, [parse_cell(from)?, parse_cell(to)?]))
}

impl Domain for TwoDecksDomain {
    type Game = TwoDecks;

    fn name(&self) -> &'static str {
        "gaps"
    }

    fn title(&self) -> &'static str {
        "Gaps with two decks"
    }

    fn summary(&self) -> &'static str {
        "Like Gaps with one deck, but every card occurs twice, and each suit fills two rows."
    }

    fn rule_sets(&self) -> &'static [RuleSet] {
        RULE_SETS
    }

    fn sources(&self) -> &'static [Source] {
        deals::SOURCES
    }

    fn instance(&self, rules: &str, path: &str) -> Result<TwoDecks, InputError> {
        deals::instance(rules_named(rules)?, path)
    }

    fn read(&self, rules: &str, text: &str) -> Result<TwoDecks, InputError> {
        let rules = rules_named(rules)?;
        notation::read_board(text, notation::read_text, |board| {
            TwoDecks::new(rules, board).map_err(|error| (error.cell, error.message))
        })
    }

    fn starting_at(&self, game: &TwoDecks, state: &State) -> TwoDecks {
        TwoDecks::new(game.rules(), &game.board(state)).expect("a position of a deal is a deal")
    }

    fn rules(&self, game: &TwoDecks) -> &'static str {
        game.rules().name()
    }

    fn notation(&self, game: &TwoDecks, state: &State) -> String {
        notation::write_rows(&game.board(state), "--", " / ")
    }

    fn draw(
        &self,
        game: &TwoDecks,
        state: &State,
        highlight: Option<Move>,
        colour: bool,
    ) -> String {
        draw::draw(&game.board(state), highlight, colour)
    }

    fn draw_narrow(&self, game: &TwoDecks, state: &State, colour: bool) -> Option<String> {
        Some(draw::draw_narrow(&game.board(state), colour))
    }

    fn view(&self, game: &TwoDecks, state: &State) -> View {
        view::view(self, game, state, game.board(state))
    }

    fn move_text(&self, _game: &TwoDecks, _state: &State, mv: Move) -> String {
        format!("{mv:?}")
    }

    /// With the card's cell, as equal cards are in two cells.
    fn move_words(&self, game: &TwoDecks, state: &State, mv: Move) -> String {
        let [(from_row, from_column), (row, column)] = [mv.from(), mv.to()];
        let moved =
            game.card(state, from_row, from_column).map_or_else(|| "a gap".into(), Card::face);
        format!("{moved} {} {}", cell_name(from_column, from_row), cell_name(column, row))
    }

    fn parse_move(&self, game: &TwoDecks, state: &State, text: &str) -> Result<Move, InputError> {
        if let Some((card, to)) = parse_card_move(text) {
            return self.move_of_card(game, state, card, to);
        }
        if let Some((card, [from, to])) = parse_full_move(text) {
            for cell in [from, to] {
                notation::on_board(cell, game.rows(), game.columns())?;
            }
            if game.card(state, from.1, from.0) != Some(card) {
                let (card, cell) = (card.face(), cell_name(from.0, from.1));
                return Err(InputError::new(format!("{card} is not on {cell}")));
            }
            return Ok(Move::new((from.1, from.0), (to.1, to.0)).expect("on the board"));
        }
        notation::parse_cells(
            text,
            game.rows(),
            game.columns(),
            "Q♥ m2, or a card and two cells, such as Q♥ c5 m2",
        )
    }

    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        moves_of_words(text, words(text), |before, word| {
            parse_cell(word).is_some()
                && (Card::parse(before).is_some() || parse_cell(before).is_some())
        })
    }

    fn pddl(&self, game: &TwoDecks) -> Option<(String, String)> {
        Some(pddl::export(game))
    }

    fn pddl_move(&self, _game: &TwoDecks, action: &[&str]) -> Option<String> {
        pddl::move_of(action)
    }

    fn heuristics(&self) -> Vec<HeuristicEntry<TwoDecks>> {
        vec![
            HeuristicEntry {
                name: "reachability",
                summary: "misplaced, minimised over the arrangements that the delete relaxation \
                          can reach; a dead end if there are none",
                claims: Claims::CONSISTENT,
                parameters: &[],
                build: |_, _| Box::new(Reachability),
            },
            HeuristicEntry {
                name: "level-sum",
                summary: "for each card not home, 2 plus the round of delete relaxation in which \
                          it could be there; finds wins",
                claims: Claims::SOUND,
                parameters: &[],
                build: |_, _| Box::new(LevelSum),
            },
            HeuristicEntry {
                name: "misplaced",
                summary: "cards not at home under the best arrangement of suits to rows",
                claims: Claims::CONSISTENT,
                parameters: &[],
                build: |_, _| Box::new(Misplaced),
            },
            HeuristicEntry::blind(),
        ]
    }
}
