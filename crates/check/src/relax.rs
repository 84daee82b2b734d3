//! The delete relaxation: what could ever be reached if nothing that was once true ever stopped being true.
//!
//! *Lemma 2 (relaxation).* Take for each card a set of cells, and a set of gaps, and let them grow: a card can go to a cell
//! that could be a gap if its predecessor could stand left of it (a Two: to column 0); the cells where it stands at first
//! could be gaps once it could go elsewhere. Whatever boards of the position reach by moves lies in these sets. So it is
//! lost unless some assignment of suits to rows has all cards home within the sets, and gaps at the row ends.
//!
//! *Lemma 3 (persistent sets).* See [`Gaps::check_persistent`].

use crate::gaps::{Gaps, Rules};
use crate::position::{LEVELS, Position, Step, cells, column};

/// A mask of cells for each suit of each rank.
type Masks = [[u64; 4]; 12];

fn mask(cells: impl Iterator<Item = u8>) -> u64 {
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

impl Gaps {
    /// The sets of lemma 2: of the cards, and of the gaps. Frozen cards do not move. `None` once a forbidden cell could be a
    /// gap.
    fn reach(&self, position: &Position, frozen: u64, forbidden: u64) -> Option<(Masks, u64)> {
        let (mut start, mut may_move, mut gaps): (_, Masks, _) = ([[0; 4]; 12], [[!0; 4]; 12], position.gaps);
        for card in self.cards() {
            let (cell, rank, suit) = (position.cell[usize::from(card)], usize::from(card / 4), usize::from(card % 4));
            let open = if position.is_open(cell) { position.open[rank] } else { 0 };
            start[rank][suit] = 1 << cell | mask(cells(open, rank));
            may_move[rank][suit] = if frozen >> card & 1 != 0 { 0 } else { !0 };
        }
        for open in (0..LEVELS).map(|level| mask(cells(position.open[level], level))) {
            gaps |= if gaps & open != 0 { open } else { 0 };
        }
        let doors: [u64; 4] = std::array::from_fn(|suit| match self.rules {
            Rules::FixedSuits => 1 << (16 * suit),
            Rules::FixedTwos if column(position.cell[suit]) == 0 => 0,
            _ => mask(cells(15, 0)),
        });
        let mut reach: Masks = start;
        while gaps & forbidden == 0 {
            let (mut left, mut freed) = (doors, [0; 4]);
            for rank in 0..self.columns - 1 {
                for suit in 0..4 {
                    reach[rank][suit] |= left[suit] & gaps & may_move[rank][suit];
                    let elsewhere = reach[rank][suit] & !start[rank][suit] != 0;
                    freed[suit] |= if elsewhere { start[rank][suit] } else { 0 };
                    left[suit] = reach[rank][suit] << 1;
                }
            }
            let freed = gaps | freed[0] | freed[1] | freed[2] | freed[3];
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
        let mut ends = cells((1 << self.rows) - 1, self.columns - 1);
        let home = |suit: u8, row: u8| {
            let mut ranks = reach[..self.columns - 1].iter().enumerate();
            ranks.all(|(rank, cells)| cells[usize::from(suit)] >> (16 * usize::from(row) + rank) & 1 != 0)
        };
        !ends.all(|cell| gaps >> cell & 1 != 0) || !self.assign(0, 0, &home)
    }

    /// Whether the suits from `suit` on can have rows of their own, in which they come home.
    fn assign(&self, suit: u8, taken: u8, home: &dyn Fn(u8, u8) -> bool) -> bool {
        let may_be = |row| taken >> row & 1 == 0 && (self.rules != Rules::FixedSuits || row == suit) && home(suit, row);
        suit == self.rows || (0..self.rows).any(|row| may_be(row) && self.assign(suit + 1, taken | 1 << row, home))
    }

    /// Checks that some steps suffice (lemma 3): if the positions after them are lost, the position is.
    ///
    /// None may be from, to or right of an open cell. While the cards of the set are frozen, the relaxation must not let
    /// the predecessor of one of them move, nor make a gap right of one of them, where its successor could go; this is not
    /// asked of predecessors and successors in the set. Except with fixed suits all steps of Twos are in the set or none. If
    /// they are, column 0 must have two gaps (standard), or no further gap may come there (fixed Twos).
    pub fn check_persistent(&self, position: &Position, steps: &[Step], set: u64) -> Result<(), &'static str> {
        let is_in = |index: usize| set >> index & 1 != 0;
        if set == 0 || set >> steps.len() != 0 {
            return Err("the set has no step, or one that there is not");
        }
        let chosen: Vec<Step> = (0..steps.len()).filter(|&index| is_in(index)).map(|index| steps[index]).collect();
        let frozen = mask(chosen.iter().map(|step| step.card));
        let mut forbidden = 0;
        for &Step { card, to } in &chosen {
            let from = position.cell[usize::from(card)];
            if card < 4 && self.rules != Rules::FixedSuits {
                if (0..steps.len()).any(|index| steps[index].card < 4 && !is_in(index)) {
                    return Err("the set has some steps of Twos, but not all");
                }
                match self.rules {
                    Rules::FixedTwos => forbidden |= mask(cells(15, 0)) & !position.gaps,
                    _ if self.doors(position).count() < 2 => {
                        return Err("the Twos of the set leave no gap in column 0");
                    }
                    _ => {}
                }
            } else if position.is_open(from) || position.is_open(to) || card >= 4 && position.is_open(to - 1) {
                return Err("a step of the set depends on an open row");
            }
            if card >= 4 && frozen >> (card - 4) & 1 == 0 {
                forbidden |= 1 << position.cell[usize::from(card) - 4];
            }
            if usize::from(card / 4) + 2 < self.columns && frozen >> (card + 4) & 1 == 0 {
                forbidden |= 1 << (from + 1);
            }
        }
        self.reach(position, frozen, forbidden).map(|_| ()).ok_or("the set is not persistent")
    }
}
