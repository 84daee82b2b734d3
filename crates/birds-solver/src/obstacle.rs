//! Reasons for a loss that are visible without search.

use std::fmt;

use patience_core::cards::Card;

use crate::board::Board;
use crate::position::{Deal, ROOK, Set, component, is_connected};

/// The simplest reason why a position is lost.
///
/// ```
/// use patience_birds::{Board, Obstacle};
///
/// assert_eq!(Obstacle::of(&Board::neller(42)), None, "deal 42 can be won");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Obstacle {
    /// Cards that are not compatible with any other.
    OddBirds(Vec<Card>),
    /// The compatibility graph of the cards is not connected: its components, by their first cells.
    SeparatedFlocks(Vec<Vec<Card>>),
    /// The stacks are not connected by rows and columns. Impossible in a deal without empty cells.
    SeparatedCells,
}

impl Obstacle {
    /// The simplest visible reason, if there is one: such a position is lost, since no move joins
    /// separate parts. Few lost positions have no such reason.
    pub fn of(board: &Board) -> Option<Obstacle> {
        let (deal, position) = Deal::new(board);
        if position.stacks() == 1 {
            return None;
        }
        let cards: Vec<Card> = board.cells().iter().flatten().copied().collect();
        let flocks = flocks(&deal, position.cards);
        let named = |flock: Set| flock.iter().map(|card| cards[card]).collect::<Vec<Card>>();
        let odd: Vec<Card> = flocks
            .iter()
            .filter(|flock| flock.is_single())
            .flat_map(|flock| named(*flock))
            .collect();
        if !odd.is_empty() {
            Some(Obstacle::OddBirds(odd))
        } else if flocks.len() > 1 {
            Some(Obstacle::SeparatedFlocks(flocks.into_iter().map(named).collect()))
        } else {
            (!is_connected(&ROOK, position.cells)).then_some(Obstacle::SeparatedCells)
        }
    }

    /// The words used in files; they never change.
    pub fn name(&self) -> &'static str {
        match self {
            Obstacle::OddBirds(_) => "odd bird",
            Obstacle::SeparatedFlocks(_) => "separated flocks",
            Obstacle::SeparatedCells => "separated cells",
        }
    }
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The components of the compatibility graph.
fn flocks(deal: &Deal, cards: Set) -> Vec<Set> {
    let mut rest = cards;
    std::iter::from_fn(|| {
        let flock = component(&deal.compatible, rest, rest.only_first());
        rest -= flock;
        (!flock.is_empty()).then_some(flock)
    })
    .collect()
}
