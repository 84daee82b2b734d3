//! Positions of Gaps with open rows: each stands for many boards at once.
//!
//! A position is a board, and a set of cells of its first four columns that are *open*: their
//! contents may be in any arrangement. It stands for all boards that result from rearranging them,
//! column by column. It is *lost* if none of these boards can be won.
//!
//! *Lemma 1 (steps).* A legal move of a board that a position stands for leads to a board that the
//! same position stands for, or that the position after one of its steps stands for. So a position
//! is lost if it is not won and the positions after all its steps are lost. The proof follows the
//! cases of [`Gaps::steps`], and needs the conditions that `Gaps::open` ensures.

use std::collections::BTreeSet;

use crate::gaps::{GAP, Gaps, Rules};
use crate::{Failure, refuse_if};

/// Columns in which cells can be open.
pub const LEVELS: usize = 4;
/// The cells of column 0 as a mask. Cells are numbered row · 16 + column, so that the right
/// neighbour is a shift by one.
pub const FIRST: u64 = 0x0001_0001_0001_0001;

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

/// The cells of a mask, in ascending order.
///
/// ```
/// assert_eq!(patience_check::position::bits(0b101).collect::<Vec<_>>(), [0, 2]);
/// ```
pub fn bits(mask: u64) -> impl Iterator<Item = u8> {
    let rest = std::iter::successors(Some(mask), |mask| Some(mask & mask.wrapping_sub(1)));
    rest.take_while(|mask| *mask != 0).map(|mask| mask.trailing_zeros() as u8)
}

/// Cells, or other numbers below 64, as a mask.
///
/// ```
/// assert_eq!(patience_check::position::mask([0, 2].into_iter()), 0b101);
/// ```
pub fn mask(cells: impl Iterator<Item = u8>) -> u64 {
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

/// The first cell of a mask, if there is one.
fn first(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// A position of a proof for a deal of [`Gaps`]. Its open cells are in a canonical arrangement, so
/// positions are equal if their `cell` and `open` are equal.
#[derive(Clone)]
pub struct Position {
    /// The content of each cell.
    pub at: [u8; 64],
    /// The open cells as a mask.
    pub open: u64,
    /// The cell of each card, derived from the contents.
    pub cell: [u8; 48],
    /// The gaps as a mask, derived from the contents.
    pub gaps: u64,
    /// The number of free levels.
    free: usize,
}

/// A step from a [`Position`]: the card, and the cell to which it goes. If it enters a free level,
/// the row has no meaning.
pub type Step = (u8, u8);

impl Position {
    /// The cells where the content of a cell may be: the cell itself, or all open cells of its
    /// column if it is open.
    pub fn places(&self, cell: u8) -> u64 {
        if self.open >> cell & 1 != 0 { self.open & FIRST << column(cell) } else { 1 << cell }
    }

    /// Whether a step may sleep (lemma 4): it does not move a Two, its gap is not open, and neither
    /// the cell that the card leaves nor the one to the left of the gap is an open cell of a free
    /// level.
    fn may_sleep(&self, (card, to): Step) -> bool {
        let free = self.open & (FIRST * ((1 << self.free) - 1));
        card >= 4
            && self.open >> to & 1 == 0
            && free & (1 << self.cell[usize::from(card)] | 1 << (to - 1)) == 0
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
    pub fn ends(&self) -> u64 {
        (0..self.rows).fold(0, |ends, row| ends | 1 << (16 * row)) << (self.columns - 1)
    }

    /// The deal's position.
    pub fn position(&self, start: &[u8]) -> Result<Position, Failure> {
        let mut at = [OUTSIDE; 64];
        start
            .chunks(self.columns)
            .zip(at.chunks_mut(16))
            .for_each(|(row, at)| at[..row.len()].copy_from_slice(row));
        self.open(at, 0)
    }

    /// Whether some board that the position stands for is won: all gaps are at the row ends, and in
    /// each row the cards that are not open are in their columns and of one suit, the row's own.
    /// (Open cards are in their columns.)
    pub fn is_won_somehow(&self, position: &Position) -> bool {
        let (cards, mut suits) =
            (!position.open & ((FIRST << (self.columns - 1)) - FIRST), BTreeSet::new());
        let is_home = |row: u8| {
            let fixed = bits(cards & 0xFFFF << (16 * row));
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
                let entry_cells = if column(from) > 0 { gaps & FIRST } else { 0 };
                return match self.rules {
                    Rules::Standard => first(entry_cells),
                    Rules::FixedSuits => gaps & 1 << (16 * card),
                    Rules::FixedTwos => entry_cells,
                };
            };
            let beside = position.places(left) << 1;
            if open >> left & 1 != 0 && column(left) < free {
                // The card joins the level, unless it is already in a row of the preceding level.
                return if beside >> from & 1 == 0 { first(beside & gaps) } else { 0 };
            }
            // The cells that can be gaps in some arrangement. A card does not move within the open
            // cells of its column.
            let open = open & FIRST << (column(left) + 1);
            let joint = if open & gaps != 0 && open >> from & 1 == 0 { open } else { 0 };
            beside & (gaps & !open | joint)
        };
        self.cards().flat_map(|card| bits(targets(card)).map(move |to| (card, to))).collect()
    }

    /// The position after a step. The facts that the step depends on are no longer open: that the
    /// cell is a gap, and that the predecessor is to its left.
    pub fn take(&self, position: &Position, (card, to): Step) -> Result<Position, Failure> {
        let (mut at, mut open) = (position.at, position.open);
        let place = |card: u8| usize::from(position.cell[usize::from(card)]);
        if column(to) > position.free {
            at.swap(to.into(), (position.places(to) & position.gaps).trailing_zeros() as usize);
            at.swap(usize::from(to) - 1, place(card - 4));
            open &= !(3 << (to - 1));
        }
        at.swap(place(card), to.into());
        self.open(at, open)
    }

    /// Opens the free levels, so that the position stands for more boards, and brings it into
    /// canonical form.
    ///
    /// Level 0 is free if column 0 has a gap and a Two: then the Twos in it can be put into any
    /// arrangement on the rows whose first cell is a gap or a Two. Level k + 1, on top of a free
    /// level k, is free if in the open rows of level k column k + 1 has a gap and a card of rank
    /// k + 1 whose predecessor is in level k. The proof of lemma 1 needs that a free level has no
    /// other open rows, and that the first level that is not free has no gap in an open row. Both
    /// are invariants, but the checker relies on neither: it checks them.
    fn open(&self, mut at: [u8; 64], mut open: u64) -> Result<Position, Failure> {
        let gaps = mask((0..64).filter(|cell| at[usize::from(*cell)] == GAP));
        for level in (0..LEVELS).map(|level| FIRST << level) {
            let is_settled = (open & level).count_ones() == 1 || open & level & !gaps == 0;
            open &= if is_settled { !level } else { !0 };
        }
        // The possible cells of the cards and gaps of a free level, and the suits of its cards.
        let has_door = self.rules == Rules::Standard && gaps & FIRST != 0;
        let (mut below, mut suits, mut free) = (if has_door { FIRST } else { 0 }, 15, 0);
        for level in 0..LEVELS.min(self.columns - 1) {
            let suit = |cell: u8| at[usize::from(cell)] % 4;
            let fits = |cell: &u8| {
                usize::from(at[usize::from(*cell)] / 4) == level && suits >> suit(*cell) & 1 != 0
            };
            let standing = mask(bits(below).filter(fits));
            let rows = standing | below & gaps;
            let is_free = standing != 0 && rows != standing;
            let others = open & FIRST << level & if is_free { !rows } else { gaps };
            refuse_if(
                others != 0,
                "a free level, or the one after it, has other open rows than it should",
            )?;
            if !is_free {
                break;
            }
            (open, free) = (open | rows, level + 1);
            (below, suits) = (rows << 1, mask(bits(standing).map(suit)));
        }
        for cells in (0..LEVELS).map(|level| open & FIRST << level) {
            let mut contents: Vec<u8> = bits(cells).map(|cell| at[usize::from(cell)]).collect();
            contents.sort_unstable();
            bits(cells).zip(contents).for_each(|(cell, content)| at[usize::from(cell)] = content);
        }
        let gaps = mask((0..64).filter(|cell| at[usize::from(*cell)] == GAP));
        let mut cell = [63; 48];
        for (place, card) in (0..).zip(at).filter(|(_, content)| *content < 48) {
            cell[usize::from(card)] = place;
        }
        Ok(Position { at, open, cell, gaps, free })
    }
}
