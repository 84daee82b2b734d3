//! The delete relaxation: what could ever be reached if nothing that was once true ever stopped being true.
//!
//! *Lemma 2 (relaxation).* Take for each card a set of cells, and a set of gaps, and let them grow: a card can go to a cell
//! that could be a gap if its predecessor could stand left of it (a Two: to column 0); the cells where it stands at first
//! could be gaps once it could go elsewhere. Whatever boards of the position reach by moves lies in these sets. So it is
//! lost unless some assignment of suits to rows has all cards home within the sets, and gaps at the row ends.
//!
//! *Lemma 3 (persistent sets).* See [`Gaps::is_persistent`].

use crate::gaps::{Gaps, Rules};
use crate::position::{LEVELS, Position, Step, cells, column, mask};

/// A mask of cells for each suit of each rank.
type Masks = [[u64; 4]; 12];

impl Gaps {
    /// The sets of lemma 2: of the cards, and of the gaps. Frozen cards do not move. `None` once a forbidden cell could be a
    /// gap.
    fn reach(&self, position: &Position, frozen: u64, forbidden: u64) -> Option<(Masks, u64)> {
        let mut start: Masks = [[0; 4]; 12];
        for card in self.cards() {
            let (cell, rank, suit) = (position.cell[usize::from(card)], usize::from(card / 4), usize::from(card % 4));
            let open = if position.is_open(cell) { position.open[rank] } else { 0 };
            start[rank][suit] = 1 << cell | mask(cells(open, rank));
        }
        let open = (0..LEVELS).map(|level| mask(cells(position.open[level], level)));
        let mut gaps = open.filter(|open| position.gaps & open != 0).fold(position.gaps, |gaps, open| gaps | open);
        let doors: [u64; 4] = std::array::from_fn(|suit| match self.rules {
            Rules::FixedSuits => 1 << (16 * suit),
            Rules::FixedTwos if column(position.cell[suit]) == 0 => 0,
            _ => mask(cells(15, 0)),
        });
        let mut reach: Masks = start;
        while gaps & forbidden == 0 {
            let (mut left, mut freed) = (doors, gaps);
            for rank in 0..self.columns - 1 {
                for suit in 0..4 {
                    // The last mask has all bits, or for a frozen card none.
                    reach[rank][suit] |= left[suit] & gaps & (frozen >> (4 * rank + suit) & 1).wrapping_sub(1);
                    let elsewhere = reach[rank][suit] & !start[rank][suit] != 0;
                    freed |= if elsewhere { start[rank][suit] } else { 0 };
                    left[suit] = reach[rank][suit] << 1;
                }
            }
            if freed == gaps {
                return Some((reach, gaps));
            }
            gaps = freed;
        }
        None
    }

    /// Whether lemma 2 says that the position is lost.
    pub fn is_dead_end(&self, position: &Position) -> bool {
        let Some((reach, gaps)) = self.reach(position, 0, 0) else { return false };
        let is_home = |suit: u8, row: u8, rank: usize| reach[rank][usize::from(suit)] >> (row * 16) >> rank & 1 != 0;
        let home = |suit: u8, row: u8| (0..self.columns - 1).all(|rank| is_home(suit, row, rank));
        let ends = mask(cells((1 << self.rows) - 1, self.columns - 1));
        gaps & ends != ends || !self.assign(0, 0, &home)
    }

    /// Whether the suits from `suit` on can have rows of their own, in which they come home.
    fn assign(&self, suit: u8, taken: u8, home: &dyn Fn(u8, u8) -> bool) -> bool {
        let may_be = |row| taken >> row & 1 == 0 && (self.rules != Rules::FixedSuits || row == suit) && home(suit, row);
        suit == self.rows || (0..self.rows).any(|row| may_be(row) && self.assign(suit + 1, taken | 1 << row, home))
    }

    /// Whether some steps suffice (lemma 3): if the positions after them are lost, the position is.
    ///
    /// None may be from, to or right of an open cell. While the cards of the set are frozen, the relaxation must not let
    /// the predecessor of one of them move, nor make a gap right of one of them, where its successor could go; this is not
    /// asked of predecessors and successors in the set. Except with fixed suits all steps of Twos are in the set or none. If
    /// they are, column 0 must have two gaps (standard), or no further gap may come there (fixed Twos).
    pub fn is_persistent(&self, position: &Position, steps: &[Step], set: u64) -> bool {
        let (chosen, others): (Vec<_>, Vec<_>) = (0..steps.len()).partition(|index| set >> index & 1 != 0);
        let frozen = mask(chosen.iter().map(|&index| steps[index].0));
        let mut forbidden = 0;
        for &(card, to) in chosen.iter().map(|&index| &steps[index]) {
            let from = position.cell[usize::from(card)];
            let is_two = card < 4 && self.rules != Rules::FixedSuits;
            let leaves_out = is_two && others.iter().any(|&index| steps[index].0 < 4);
            let fills = is_two && self.rules == Rules::Standard && position.doors().count() < 2;
            let is_beside = position.is_open(from) || position.is_open(to) || card >= 4 && position.is_open(to - 1);
            if leaves_out || fills || !is_two && is_beside {
                return false;
            }
            forbidden |= if is_two && self.rules == Rules::FixedTwos { mask(cells(15, 0)) & !position.gaps } else { 0 };
            let left = if card >= 4 && frozen >> (card - 4) & 1 == 0 { Some(card - 4) } else { None };
            forbidden |= left.map_or(0, |left| 1 << position.cell[usize::from(left)]);
            if usize::from(card / 4) + 2 < self.columns && frozen >> (card + 4) & 1 == 0 {
                forbidden |= 1 << (from + 1);
            }
        }
        !chosen.is_empty() && set >> steps.len() == 0 && self.reach(position, frozen, forbidden).is_some()
    }
}
