//! Dead ends: lost positions with both graphs connected, recognised without search.
//!
//! All conditions are necessary for a win, but none proves that a position is won. The argument at
//! cut vertices is in `cut`, goals for a part of a position in `goal`.

use crate::connectivity::Connectivity;
use crate::cut::{Cut, Side};
use crate::endgame::{Endgames, STACKS, SURVIVORS};
use crate::goal::Goal;
use crate::position::{Deal, Partners, Position, ROOK, Set};

/// The tables kept between deals.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub endgames: Endgames,
    pub cells: Connectivity,
    pub cards: Connectivity,
}

impl Tables {
    /// The size of the tables in bytes, most of it that of the endgame table.
    pub const BYTES: u64 = Endgames::BYTES + 2 * Connectivity::BYTES;

    /// Nothing known.
    pub fn new() -> Self {
        Tables { endgames: Endgames::new(), cells: Connectivity::new(), cards: Connectivity::new() }
    }

    /// Prepares for the positions of a deal.
    pub fn dead_ends<'a>(&'a mut self, deal: &'a Deal) -> DeadEnds<'a> {
        self.cards.clear();
        DeadEnds { tables: self, deal }
    }
}

/// Recognises dead ends among the positions of one deal.
#[derive(Debug)]
pub(crate) struct DeadEnds<'a> {
    pub tables: &'a mut Tables,
    pub deal: &'a Deal,
}

impl DeadEnds<'_> {
    /// Whether a position of at most [`STACKS`] stacks is winnable. Exact.
    pub fn is_won(&mut self, position: Position) -> bool {
        self.tables.endgames.is_won(self.deal, position)
    }

    /// A move that keeps a position of at most [`STACKS`] stacks won, as (from cell, to cell).
    pub fn winning_move(&mut self, position: Position) -> Option<(usize, usize)> {
        self.tables.endgames.winning_move(self.deal, position)
    }

    /// The cut cells of a position with connected cells.
    #[inline]
    pub fn cut_cells(&mut self, position: Position) -> Set {
        self.tables.cells.cuts(&ROOK, position.cells)
    }

    /// The cut cards of a position with connected cards.
    #[inline]
    pub fn cut_cards(&mut self, position: Position) -> Set {
        self.tables.cards.cuts(&self.deal.compatible, position.cards)
    }

    /// Whether the last stack of a position of at most [`SURVIVORS`] stacks cannot fit the goal.
    /// `false` proves nothing.
    pub fn is_dead_endgame(&mut self, position: Position, goal: Goal) -> bool {
        let (cells, cards) = self.tables.endgames.survivors(self.deal, position);
        if cells.is_disjoint(goal.cells) || cards.is_disjoint(goal.cards) {
            return true;
        }
        let goal = goal.tightened(self.deal, position);
        cells.is_disjoint(goal.cells) || cards.is_disjoint(goal.cards)
    }

    /// Whether a position provably cannot be reduced to one stack that fits the goal. `false`
    /// proves nothing.
    pub fn is_dead(&mut self, position: Position, partners: &Partners, goal: Goal) -> bool {
        if position.stacks() <= SURVIVORS {
            return self.is_dead_endgame(position, goal);
        }
        let goal = goal.tightened(self.deal, position);
        if position.cells.is_disjoint(goal.cells) || position.cards.is_disjoint(goal.cards) {
            return true;
        }
        let Tables { cells, cards, .. } = &mut *self.tables;
        if !cells.is_connected(&ROOK, position.cells)
            || !cards.is_connected(&self.deal.compatible, position.cards)
        {
            return true;
        }
        if position.stacks() <= STACKS && !self.is_won(position) {
            return true;
        }
        self.is_refuted_by_cuts(position, partners, goal)
    }

    /// Like [`is_dead`](DeadEnds::is_dead) for a position of more than [`STACKS`] stacks that is
    /// connected in both graphs, or of that many that is won without a goal.
    #[inline]
    pub fn is_refuted_by_cuts(
        &mut self,
        position: Position,
        partners: &Partners,
        goal: Goal,
    ) -> bool {
        let (cut_cards, cut_cells) = (self.cut_cards(position), self.cut_cells(position));
        let open = goal.allows_all(position);
        if (cut_cards | cut_cells).is_empty() && open {
            return false;
        }
        (!cut_cards.is_empty() || !open)
            && Cut::new(self, Side::Cards, position, partners, goal)
                .refutes(position.cells_of(cut_cards))
            || (!cut_cells.is_empty() || !open)
                && Cut::new(self, Side::Cells, position, partners, goal).refutes(cut_cells)
    }
}
