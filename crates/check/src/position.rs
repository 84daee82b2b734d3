//! Positions of Gaps with open rows: each stands for many boards at once.
//!
//! A position is a board, and a set of cells of its first four columns that are *open*: their
//! contents may be in any arrangement. It stands for all boards that result from rearranging them,
//! column by column. It is *lost* if none of these boards can be won.
//!
//! *Lemma 1 (steps).* A legal move on a board that a position stands for leads to a board that
//! either the same position or the position after one of its steps stands for. So a position is
//! lost if it is not won and the positions after all its steps are lost. The proof follows the
//! cases of [`Gaps::steps`], and needs the conditions that `Gaps::open` ensures.

use std::collections::BTreeSet;

use crate::gaps::{GAP, Gaps, Rules};
use crate::set::Set;
use crate::{Failure, refuse_if};

/// Columns in which cells can be open.
pub const LEVELS: usize = 4;
/// The cells of column 0. Cells are numbered row · 16 + column, so that the right neighbours of a
/// set are one up.
pub const FIRST: Set = Set(0x0001_0001_0001_0001);

/// Content of a cell outside the board.
const OUTSIDE: u8 = 0xFE;

/// The column of a cell.
///
/// ```
/// assert_eq!(patience_check::position::column(0), 0);
/// ```
pub fn column(cell: u8) -> usize {
    usize::from(cell % 16)
}

/// The first cell of a set, if there is one.
fn first(cells: Set) -> Set {
    Set(cells.0 & cells.0.wrapping_neg())
}

/// A position of a proof for a deal of [`Gaps`]. Its open cells are in a canonical arrangement, so
/// positions are equal if their `cell` and `open` are equal.
#[derive(Clone)]
pub struct Position {
    /// The content of each cell.
    pub at: [u8; 64],
    /// The open cells.
    pub open: Set,
    /// The cell of each card, derived from the contents.
    pub cell: [u8; 48],
    /// The gaps, derived from the contents.
    pub gaps: Set,
    /// The number of free levels.
    free: usize,
}

/// A step from a [`Position`]: the card, and the cell to which it goes. If the card enters a free
/// level, the row is meaningless.
pub type Step = (u8, u8);

impl Position {
    /// The cells where the content of a cell may be: the cell itself, or all open cells of its
    /// column if it is open.
    pub fn places(&self, cell: u8) -> Set {
        let column = FIRST.up(column(cell));
        if self.open.has(cell) { self.open.and(column) } else { Set::of(cell) }
    }

    /// Whether a step may sleep (lemma 4): it does not move a Two, its gap is not open, and neither
    /// the cell that the card leaves nor the one to the left of the gap is an open cell of a free
    /// level.
    fn may_sleep(&self, (card, to): Step) -> bool {
        let is_free = |cell: u8| self.open.has(cell) && column(cell) < self.free;
        let from = self.cell[usize::from(card)];
        card >= 4 && !self.open.has(to) && !is_free(from) && !is_free(to - 1)
    }

    /// Of some steps that lead to lost positions, those that also do so after the step of a card
    /// (lemma 4), if they are steps there: they *sleep*.
    pub fn asleep(&self, lost: &[Step], taken: u8, after: &Position) -> Vec<Step> {
        let is_apart = |card: u8| card != taken && card.abs_diff(taken) != 4;
        let sleeps =
            |step: &Step| is_apart(step.0) && self.may_sleep(*step) && after.may_sleep(*step);
        lost.iter().copied().filter(sleeps).collect()
    }
}

impl Gaps {
    /// The cards in play; their numbers are those of [`Gaps`].
    pub fn cards(&self) -> impl Iterator<Item = u8> {
        (0..4 * (self.columns as u8 - 1)).filter(|card| card % 4 < self.rows)
    }

    /// The last cells of the rows.
    pub fn ends(&self) -> Set {
        (0..self.rows).map(|row| 16 * row + self.columns as u8 - 1).collect()
    }

    /// The deal's position.
    pub fn position(&self, start: &[u8]) -> Result<Position, Failure> {
        let mut at = [OUTSIDE; 64];
        for (row, at) in start.chunks(self.columns).zip(at.chunks_mut(16)) {
            at[..row.len()].copy_from_slice(row);
        }
        self.open(at, Set::NONE)
    }

    /// Whether some board that the position stands for is won: all gaps are at the row ends, and in
    /// each row the cards that are not open are in their columns and of one suit, the row's own.
    /// (Open cards are in their columns.)
    pub fn is_won_somehow(&self, position: &Position) -> bool {
        let (last, mut suits) = (self.columns as u8 - 1, BTreeSet::new());
        let is_home = |row: u8| {
            let fixed = (16 * row..16 * row + last).filter(|cell| !position.open.has(*cell));
            let suit = |cell: u8| position.at[usize::from(cell)].wrapping_sub(4 * (cell % 16));
            let found: BTreeSet<u8> = fixed.map(suit).collect();
            let may_be = |suit: u8| {
                suit < 4 && suits.insert(suit) && (self.rules != Rules::FixedSuits || suit == row)
            };
            found.len() < 2 && found.into_iter().all(may_be)
        };
        position.gaps == self.ends() && (0..self.rows).all(is_home)
    }

    /// All steps, ordered by card and then by row. Moves to boards that the position itself stands
    /// for are not steps.
    pub fn steps(&self, position: &Position) -> Vec<Step> {
        let &Position { cell, gaps, open, free, .. } = position;
        let targets = |card: u8| {
            let from = cell[usize::from(card)];
            let Some(left) = card.checked_sub(4).map(|left| cell[usize::from(left)]) else {
                let entry_cells = if column(from) > 0 { gaps.and(FIRST) } else { Set::NONE };
                return match self.rules {
                    Rules::Standard => first(entry_cells),
                    Rules::FixedSuits => gaps.and(Set::of(16 * card)),
                    Rules::FixedTwos => entry_cells,
                };
            };
            let beside = position.places(left).up(1);
            if open.has(left) && column(left) < free {
                // The card joins the level, unless it is already in a row of the preceding level.
                return if beside.has(from) { Set::NONE } else { first(beside.and(gaps)) };
            }
            // The cells that can be gaps in some arrangement. A card does not move within the open
            // cells of its column.
            let open = open.and(FIRST.up(column(left) + 1));
            let joint = if open.meets(gaps) && !open.has(from) { open } else { Set::NONE };
            beside.and(gaps.without(open).or(joint))
        };
        self.cards().flat_map(|card| targets(card).iter().map(move |to| (card, to))).collect()
    }

    /// The position after a step. The facts that the step depends on are no longer open: that the
    /// cell is a gap, and that the predecessor is to its left.
    pub fn take(&self, position: &Position, (card, to): Step) -> Result<Position, Failure> {
        let (mut at, mut open) = (position.at, position.open);
        let place = |card: u8| usize::from(position.cell[usize::from(card)]);
        if column(to) > position.free {
            let gap = position.places(to).and(position.gaps).iter().next();
            at.swap(to.into(), gap.unwrap_or(to).into());
            at.swap(usize::from(to) - 1, place(card - 4));
            open = open.without(Set::from_iter([to - 1, to]));
        }
        at.swap(place(card), to.into());
        self.open(at, open)
    }

    /// Opens the free levels, so that the position stands for more boards, and brings it into
    /// canonical form.
    ///
    /// Level 0 is free if column 0 has a gap and a Two: then the Twos in it can be put into any
    /// arrangement on the rows whose first cell is a gap or a Two. Level k + 1, on top of a free
    /// level k, is free if in the open rows of level k column k + 1 has a gap, and a card of rank
    /// k + 1 whose predecessor is in level k. The proof of lemma 1 requires that a free level has
    /// no other open rows, and that the first level that is not free has no gap in an open row.
    /// Both are invariants, but the checker verifies them instead of relying on them.
    fn open(&self, mut at: [u8; 64], mut open: Set) -> Result<Position, Failure> {
        let gaps: Set = (0..64).filter(|cell| at[usize::from(*cell)] == GAP).collect();
        for level in 0..LEVELS {
            let here = open.and(FIRST.up(level));
            let is_settled = here.count() == 1 || here.without(gaps) == Set::NONE;
            open = if is_settled { open.without(here) } else { open };
        }
        // The possible cells of the cards and gaps of a free level, and the suits of its cards.
        let has_door = self.rules == Rules::Standard && gaps.meets(FIRST);
        let (mut below, mut free) = (if has_door { FIRST } else { Set::NONE }, 0);
        let mut suits: Set = (0..4).collect();
        for level in 0..LEVELS.min(self.columns - 1) {
            let suit = |cell: u8| at[usize::from(cell)] % 4;
            let rank = |cell: u8| usize::from(at[usize::from(cell)] / 4);
            let fits = |cell: &u8| rank(*cell) == level && suits.has(suit(*cell));
            let standing: Set = below.iter().filter(fits).collect();
            let rows = standing.or(below.and(gaps));
            let is_free = standing != Set::NONE && rows != standing;
            let here = open.and(FIRST.up(level));
            let others = if is_free { here.without(rows) } else { here.and(gaps) };
            refuse_if(
                others != Set::NONE,
                "a free level, or the level after it, has the wrong open rows",
            )?;
            if !is_free {
                break;
            }
            (open, free) = (open.or(rows), level + 1);
            (below, suits) = (rows.up(1), standing.iter().map(suit).collect());
        }
        for cells in (0..LEVELS).map(|level| open.and(FIRST.up(level))) {
            let mut contents: Vec<u8> = cells.iter().map(|cell| at[usize::from(cell)]).collect();
            contents.sort_unstable();
            cells.iter().zip(contents).for_each(|(cell, content)| at[usize::from(cell)] = content);
        }
        let gaps = (0..64).filter(|cell| at[usize::from(*cell)] == GAP).collect();
        let mut cell = [63; 48];
        for (place, card) in (0..).zip(at).filter(|(_, content)| *content < 48) {
            cell[usize::from(card)] = place;
        }
        Ok(Position { at, open, cell, gaps, free })
    }
}
