//! Gaps (Montana): four rows of cards, a gap for each removed rank; a gap takes the card that
//! continues its row.
//!
//! [`Gaps`] is a deal under one of the rule sets ([`Rules`]) on 1 to 4 rows and 1 to 14 columns;
//! [`GapsDomain`] provides names, notations, drawings and heuristics. Each of R suits contributes
//! one card fewer than there are columns, from a base rank upward; the remaining R cells are gaps.
//! A gap outside column 0 takes the successor of its left neighbour, and further cards under some
//! rule sets; the rule set determines which cards a gap in column 0 takes and where the suits end.
//! A board is solved if each row holds one suit in ascending order from column 0 and ends with a
//! gap. [`two_decks`] is the same with every card twice.

mod board_error;
mod certificate;
mod deals;
mod draw;
mod heuristics;
mod layout;
mod level_sum;
mod links;
mod notation;
mod paper;
mod paper_text;
mod pddl;
mod pysol;
mod redeal;
mod reduced;
mod relax;
mod rule_set;
mod rules;
mod state;
mod twister;
pub mod two_decks;
mod view;

use patience_core::{
    Claims, Domain, Format, HeuristicEntry, InputError, RuleSet, Source, View, cell_name,
};

pub use board_error::BoardError;
pub use deals::PaperRandom;
pub use heuristics::{Misplaced, Precedence, Reachability, RowDominance};
pub use level_sum::LevelSum;
pub use links::Links;
pub use paper::{PaperCounts, PaperH, PaperH0, PaperH2, PaperScore, WeightedScore};
pub use paper_text::{PaperText, TextScore};
pub use redeal::{RedealRule, kept_runs, redeal};
pub use reduced::{OfDeal, Reduced};
pub use rule_set::Rules;
pub use rules::Gaps;
pub use state::{Key, Move, State};

use crate::cards::Card;
use crate::text::{card_moves, parse_card_move, quoted};

/// Gaps as the command line knows it.
///
/// ```
/// use patience_core::{Domain, Game};
/// use patience_games::gaps::GapsDomain;
///
/// let deal = GapsDomain.instance("standard", "solvitaire/4x13/7")?;
/// let start = deal.start();
/// let mut moves = Vec::new();
/// deal.moves(&start, &mut moves);
/// let text = GapsDomain.move_text(&deal, &start, moves[0]);
/// assert_eq!(GapsDomain.parse_move(&deal, &start, &text)?, moves[0]);
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct GapsDomain;

const RULE_SETS: &[RuleSet] = &[
    RuleSet { name: "standard", summary: "column a takes any Two; any suit in any row" },
    RuleSet {
        name: "fixed-suits",
        summary: "column a takes the Two of its row's suit: clubs, hearts, spades, diamonds from \
                  the top",
    },
    RuleSet {
        name: "fixed-twos",
        summary: "as standard, but a Two in column a stays there (Masten 2024: no move of a \
                  leftmost Two)",
    },
    RuleSet {
        name: "paper",
        summary: "column a takes any card; ace low; hearts, diamonds, clubs, spades from the top \
                  (Darmanger et al. 2024)",
    },
    RuleSet { name: "paper-any-row", summary: "as paper, but any suit in any row" },
    RuleSet {
        name: "line-up",
        summary: "as standard with ace to Five on six columns (PySolFC's Line Up or Pretzel)",
    },
    RuleSet {
        name: "house-of-commons",
        summary: "as standard with Two to Ten on ten columns (PySolFC's House of Commons)",
    },
    RuleSet {
        name: "blue-moon",
        summary: "all thirteen ranks on fourteen columns, aces in column a (PySolFC's Blue Moon \
                  or Rangoon)",
    },
    RuleSet {
        name: "red-moon",
        summary: "as blue-moon, but the aces start in the order of the suits, followed by the \
                  gaps (PySolFC's Red Moon)",
    },
    RuleSet {
        name: "paganini",
        summary: "as blue-moon with ace and Six to king on ten columns; a Six follows its ace \
                  (PySolFC's Paganini or Long Trip)",
    },
    RuleSet {
        name: "free-parking",
        summary: "as standard, and a gap also takes the predecessor of its right neighbour \
                  (PySolFC's Free Parking or Moonlight)",
    },
    RuleSet {
        name: "galary",
        summary: "as red-moon, and a gap also takes the predecessor of its right neighbour \
                  (PySolFC's Galary)",
    },
    RuleSet {
        name: "jungle",
        summary: "as blue-moon, but a gap takes the next rank in any suit; rows still end in one \
                  suit each (PySolFC's Jungle)",
    },
    RuleSet {
        name: "spaces-and-aces",
        summary: "column a begins empty and takes any ace; other gaps take any higher card of \
                  their left neighbour's suit (PySolFC's Spaces and Aces)",
    },
];

const FORMATS: &[Format] = &[
    Format { name: "solvitaire", summary: "Solvitaire's JSON" },
    Format { name: "superpuzz", summary: "SuperPuzz text: one row per line, g for a gap" },
];

fn rules_named(name: &str) -> Result<Rules, InputError> {
    Rules::ALL.into_iter().find(|rules| rules.name() == name).ok_or_else(|| {
        let known = Rules::ALL.map(Rules::name).join(", ");
        InputError::new(format!(
            "{} is not a valid rule set of Gaps; expected one of {known}",
            quoted(name)
        ))
    })
}

impl GapsDomain {
    /// The move of a card to a cell, column and row from 0.
    fn move_of_card(
        self,
        game: &Gaps,
        state: &State,
        card: Card,
        (column, row): (usize, usize),
    ) -> Result<Move, InputError> {
        notation::on_board((column, row), game.rows(), game.columns())?;
        let cells =
            (0..game.rows()).flat_map(|row| (0..game.columns()).map(move |column| (row, column)));
        let mut lies = cells.filter(|(row, column)| game.card(state, *row, *column) == Some(card));
        let from = lies
            .next()
            .ok_or_else(|| InputError::new(format!("{} is not on the board", card.face())))?;
        Ok(Move::new(from, (row, column)).expect("on the board"))
    }
}

impl Domain for GapsDomain {
    type Game = Gaps;

    fn name(&self) -> &'static str {
        "gaps"
    }

    fn title(&self) -> &'static str {
        "Gaps (Montana)"
    }

    fn summary(&self) -> &'static str {
        "The cards lie in rows, one suit a row to be built in ascending order from the left; the \
         cells of one rank, taken out, are gaps. A gap takes the card that follows its left \
         neighbour in suit; after a gap or the highest card it takes none. What a gap at the left \
         edge takes depends on the rule set; under some, gaps elsewhere take more."
    }

    fn rule_sets(&self) -> &'static [RuleSet] {
        RULE_SETS
    }

    fn sources(&self) -> &'static [Source] {
        deals::SOURCES
    }

    fn instance(&self, rules: &str, path: &str) -> Result<Gaps, InputError> {
        deals::instance(rules_named(rules)?, path)
    }

    fn read(&self, rules: &str, text: &str) -> Result<Gaps, InputError> {
        notation::read(rules_named(rules)?, text)
    }

    fn starting_at(&self, game: &Gaps, state: &State) -> Gaps {
        Gaps::new(game.rules(), &game.board(state)).expect("a position of a deal is a deal")
    }

    fn rules(&self, game: &Gaps) -> &'static str {
        game.rules().name()
    }

    fn notation(&self, game: &Gaps, state: &State) -> String {
        notation::canonical(game, state)
    }

    fn formats(&self) -> &'static [Format] {
        FORMATS
    }

    fn write(&self, game: &Gaps, state: &State, format: &str) -> Option<String> {
        match format {
            "solvitaire" => Some(notation::solvitaire(game, state)),
            "superpuzz" => Some(notation::superpuzz(game, state)),
            _ => None,
        }
    }

    fn draw(&self, game: &Gaps, state: &State, highlight: Option<Move>, colour: bool) -> String {
        draw::draw(&game.board(state), highlight, colour)
    }

    fn draw_narrow(&self, game: &Gaps, state: &State, colour: bool) -> Option<String> {
        Some(draw::draw_narrow(&game.board(state), colour))
    }

    fn view(&self, game: &Gaps, state: &State) -> View {
        view::view(self, game, state, game.board(state))
    }

    fn move_text(&self, _game: &Gaps, _state: &State, mv: Move) -> String {
        format!("{mv:?}")
    }

    fn move_words(&self, game: &Gaps, state: &State, mv: Move) -> String {
        let ((from_row, from_column), (row, column)) = (mv.from(), mv.to());
        let moved =
            game.card(state, from_row, from_column).map_or_else(|| "a gap".into(), Card::face);
        format!("{moved} {}", cell_name(column, row))
    }

    fn parse_move(&self, game: &Gaps, state: &State, text: &str) -> Result<Move, InputError> {
        if let Some((card, to)) = parse_card_move(text) {
            return self.move_of_card(game, state, card, to);
        }
        notation::parse_cells(text, game.rows(), game.columns(), "Q♥ m2")
    }

    fn split_plan<'a>(&self, text: &'a str) -> Vec<&'a str> {
        card_moves(text)
    }

    fn heuristics(&self) -> Vec<HeuristicEntry<Gaps>> {
        vec![
            HeuristicEntry {
                name: "precedence",
                summary: "reachability, plus one move for each disjoint cycle of cards that wait \
                          for each other",
                claims: Claims::ADMISSIBLE,
                parameters: &[],
                build: |game, _| Box::new(Precedence::new(game)),
            },
            HeuristicEntry {
                name: "reachability",
                summary: "misplaced, minimised over the arrangements that the delete relaxation \
                          can reach; a dead end if there are none",
                claims: Claims::CONSISTENT,
                parameters: &[],
                build: |game, _| Box::new(Reachability::new(game)),
            },
            HeuristicEntry {
                name: "level-sum",
                summary: "for each card not home, 2 plus the round of delete relaxation in which \
                          it could be there; finds wins",
                claims: Claims::SOUND,
                parameters: &[],
                build: |game, _| Box::new(LevelSum::new(game)),
            },
            HeuristicEntry {
                name: "misplaced",
                summary: "cards not at home under the best arrangement of suits to rows",
                claims: Claims::CONSISTENT,
                parameters: &[],
                build: |game, _| Box::new(Misplaced::new(game)),
            },
            HeuristicEntry {
                name: "row-dominance",
                summary: "cards not at home if each row belongs to the suit with most of them",
                claims: Claims::CONSISTENT,
                parameters: &[],
                build: |_, _| Box::new(RowDominance),
            },
            HeuristicEntry {
                name: "report-h0",
                summary: "H(0) of the paper's program: cards not at home, rows fixed; its A* \
                          heuristic",
                claims: Claims::SOUND,
                parameters: &[],
                build: |game, _| Box::new(PaperH0::new(game)),
            },
            HeuristicEntry {
                name: "report-h2",
                summary: "H(2) of the paper's program in units of 1/(R(R-1)) of a move; its \
                          greedy heuristic",
                claims: Claims::SOUND,
                parameters: &[],
                build: |_, _| Box::new(PaperH2),
            },
            HeuristicEntry::blind(),
            HeuristicEntry {
                name: "report-h",
                summary: "H(W_p) of the paper's program: cards not home plus a penalty for gaps \
                          to the right of kings and gaps, --penalty",
                claims: Claims::SOUND,
                parameters: &[paper::PENALTY.declared],
                build: |_, values| Box::new(PaperH::new(values.get(&paper::PENALTY))),
            },
            HeuristicEntry {
                name: "report-text",
                summary: "H(W_p) of the paper's text: well-placed cards by points, gaps to the \
                          right of the highest cards and of gaps, --penalty",
                claims: Claims::SOUND,
                parameters: &[
                    paper::PENALTY.declared,
                    paper_text::FADE.declared,
                    paper_text::EMPHASIS.declared,
                ],
                build: |_, values| {
                    Box::new(PaperText {
                        penalty: values.get(&paper::PENALTY),
                        fade: values.get(&paper_text::FADE),
                        emphasis: values.get(&paper_text::EMPHASIS),
                    })
                },
            },
        ]
    }

    fn pddl(&self, game: &Gaps) -> Option<(String, String)> {
        pddl::export(game)
    }

    fn pddl_move(&self, _game: &Gaps, action: &[&str]) -> Option<String> {
        pddl::move_of(action)
    }
}
