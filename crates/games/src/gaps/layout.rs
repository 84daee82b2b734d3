//! The layouts of a rule set: solved, and before the first move.

use patience_core::Random;

use super::Rules;
use super::rule_set::Layout;
use crate::cards::{Card, Suit};

/// The content of each cell of a board, row by row.
pub(super) type Board = Vec<Vec<Option<Card>>>;

/// The cards of a suit in ascending order.
fn row_of(rules: Rules, suit: Suit, columns: usize) -> impl Iterator<Item = Card> {
    (0..columns - 1).map(move |index| Card::new(rules.rank(index), suit))
}

/// The solved board with the given suits from the top.
pub(super) fn solved(rules: Rules, suits: &[Suit], columns: usize) -> Board {
    suits
        .iter()
        .map(|suit| row_of(rules, *suit, columns).map(Some).chain([None]).collect())
        .collect()
}

/// Random boards of the rule set's layout.
pub(super) fn random(rules: Rules, rows: usize, columns: usize, seed: u64) -> Board {
    let suits = &rules.suit_order()[..rows];
    let deck = suits.iter().flat_map(|suit| row_of(rules, *suit, columns)).collect();
    let bases = suits.iter().map(|suit| Card::new(rules.base(), *suit)).collect();
    shuffled(rules.layout(), deck, bases, columns, seed)
}

/// Random boards of a layout, all equally likely, shuffled by the project's generator: first the
/// free cards of the deck, then the free gaps. `bases` are the lowest cards of the rows from the
/// top.
pub(super) fn shuffled(
    layout: Layout,
    mut free: Vec<Card>,
    mut bases: Vec<Card>,
    columns: usize,
    seed: u64,
) -> Board {
    if matches!(layout, Layout::BasesLead | Layout::BasesInOrder) {
        free.retain(|card| card.rank() != bases[0].rank());
    }
    let mut free: Vec<Option<Card>> = free.into_iter().map(Some).collect();
    if matches!(layout, Layout::Anywhere | Layout::BasesLead) {
        free.resize(free.len() + bases.len(), None);
    }
    let mut random = Random::new(seed);
    random.shuffle(&mut free);
    if layout == Layout::BasesLead {
        random.shuffle(&mut bases);
    }
    begin(layout, &bases, free.into_iter(), columns)
}

/// The board of a layout: free cards and gaps fill the remaining cells, row by row; `bases` are the
/// lowest cards of the rows from the top, if the layout places them there.
pub(super) fn begin(
    layout: Layout,
    bases: &[Card],
    mut free: impl Iterator<Item = Option<Card>>,
    columns: usize,
) -> Board {
    let row = |base: &Card| {
        let lead = match layout {
            Layout::Anywhere => vec![],
            Layout::BasesLead => vec![Some(*base)],
            Layout::BasesInOrder => vec![Some(*base), None],
            Layout::GapsLead => vec![None],
        };
        let rest = columns - lead.len();
        lead.into_iter().chain(free.by_ref().take(rest)).collect()
    };
    bases.iter().map(row).collect()
}
