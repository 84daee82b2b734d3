//! The goal of a position: the cell of the last stack and its top card.

use crate::position::{Deal, Position, ROOK, Set};

/// The allowed cells of the last stack, and its allowed top cards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    /// The cells allowed.
    pub cells: Set,
    /// The cards allowed.
    pub cards: Set,
}

impl Goal {
    /// The goal that allows any last stack.
    pub const ANY: Goal = Goal { cells: Set::from_bits(u16::MAX), cards: Set::from_bits(u16::MAX) };

    /// Whether any stack of a position may be the last.
    pub fn allows_all(self, position: Position) -> bool {
        position.cells.is_subset(self.cells) && position.cards.is_subset(self.cards)
    }

    /// Removes unreachable cells and cards.
    ///
    /// The last card was never covered. It walked from its cell to its last one along lines, each
    /// step onto a compatible card that it covered, so the number of steps is between one and the
    /// number of its partners. With cells and cards exchanged: the cards on the last cell form a
    /// walk in the compatibility graph, and each step emptied a cell in line with it.
    pub fn tightened(self, deal: &Deal, position: Position) -> Goal {
        let Goal { mut cells, mut cards } = self;
        if position.stacks() == 1 || self.allows_all(position) {
            return self;
        }
        cards &= position.cards;
        if cards.len() <= MAX_WALKERS {
            let mut ends = Set::EMPTY;
            for cell in position.cells_of(cards).iter() {
                let card = position.card(cell);
                let partners = (deal.compatible[card] & position.cards).len();
                let reached = walk(&ROOK, position.cells, cell, partners) & cells;
                ends |= reached;
                cards -= Set::of(card).only_if(reached.is_empty());
            }
            cells &= ends;
        }
        cells &= position.cells;
        if cells.len() <= MAX_WALKERS {
            let mut ends = Set::EMPTY;
            for cell in cells.iter() {
                let in_line = (ROOK[cell] & position.cells).len();
                let reached =
                    walk(&deal.compatible, position.cards, position.card(cell), in_line) & cards;
                ends |= reached;
                cells -= Set::of(cell).only_if(reached.is_empty());
            }
            cards &= ends;
        }
        Goal { cells, cards }
    }
}

/// Goals with more cards (or cells) than this are not examined individually.
const MAX_WALKERS: u32 = 3;

/// The vertices reachable from `start` in at least one and at most `steps` steps.
fn walk(neighbours: &[Set; 16], set: Set, start: usize, steps: u32) -> Set {
    let mut reached = Set::of(start);
    let mut frontier = reached;
    for _ in 0..steps {
        let next = frontier.iter().fold(Set::EMPTY, |joined, vertex| joined | neighbours[vertex]);
        frontier = (next & set) - reached;
        reached |= frontier;
        if frontier.is_empty() {
            break;
        }
    }
    reached - Set::of(start)
}
