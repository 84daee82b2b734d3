//! The delete relaxation: what could be reached if no fact ever became false.
//!
//! *Lemma 2 (relaxation).* Take a set of cells for each card, and a set of gaps, and let them grow:
//! a card can go to a cell that could be a gap if its predecessor could be to the left of it (a
//! Two: to column 0); its first cells could be gaps once it could go elsewhere. Everything that
//! boards of the position reach by moves is in these sets. So the position is lost unless some
//! assignment of suits to rows has all cards home within the sets, and gaps at the row ends.
//!
//! *Lemma 3 (persistent sets).* See [`Gaps::is_persistent`].

use crate::gaps::{Gaps, Rules};
use crate::position::{FIRST, Position, Step, bits, mask};

impl Gaps {
    /// The sets of lemma 2: of the cards, and of the gaps. Frozen cards do not move. `None` once a
    /// forbidden cell could be a gap.
    fn reach(&self, position: &Position, frozen: u64, forbidden: u64) -> Option<([u64; 48], u64)> {
        let start = position.cell.map(|cell| position.places(cell));
        let door = |two: usize| match self.rules {
            Rules::FixedSuits => 1 << (16 * two),
            Rules::FixedTwos if start[two] & FIRST != 0 => 0,
            _ => FIRST,
        };
        let (mut reach, mut before) = (start, 0);
        let mut gaps = bits(position.gaps).fold(0, |gaps, gap| gaps | position.places(gap));
        while gaps & forbidden == 0 {
            if gaps == before {
                return Some((reach, gaps));
            }
            before = gaps;
            for card in self.cards().map(usize::from) {
                let left = if card < 4 { door(card) } else { reach[card - 4] << 1 };
                reach[card] |= if frozen >> card & 1 == 0 { left & gaps } else { 0 };
                gaps |= if reach[card] & !start[card] != 0 { start[card] } else { 0 };
            }
        }
        None
    }

    /// Whether the position is lost by lemma 2.
    pub fn is_dead_end(&self, position: &Position) -> bool {
        let Some((reach, gaps)) = self.reach(position, 0, 0) else { return false };
        let own =
            |suit: usize| if self.rules == Rules::FixedSuits { 1 << (16 * suit) } else { FIRST };
        let home = |suit: usize| {
            (0..self.columns - 1)
                .fold(own(suit), |rows, rank| rows & reach[4 * rank + suit] >> rank)
        };
        self.ends() & !gaps != 0
            || !can_assign(&(0..self.rows.into()).map(home).collect::<Vec<_>>(), 0)
    }

    /// Whether some steps suffice (lemma 3): if the positions after them are lost, the position is.
    ///
    /// None may be from, to or right of an open cell. While the cards of the set are frozen, the
    /// relaxation must not let the predecessor of one of them move, nor make a gap right of one of
    /// them, where its successor could go; this is not required of predecessors and successors in
    /// the set. Except with fixed suits, either all steps of Twos are in the set or none are. If
    /// they are, column 0 must have two gaps (standard), or no further gap may come there (fixed
    /// Twos).
    pub fn is_persistent(&self, position: &Position, steps: &[Step], set: u64) -> bool {
        let is_two = |card: u8| card < 4 && self.rules != Rules::FixedSuits;
        let twos =
            mask((0..).zip(steps).filter(|(_, step)| is_two(step.0)).map(|(index, _)| index));
        let too_few = self.rules == Rules::Standard && (position.gaps & FIRST).count_ones() < 2;
        if set == 0 || set >> steps.len() != 0 || twos & set != 0 && (twos & !set != 0 || too_few) {
            return false;
        }
        let chosen = || bits(set).map(|index| steps[usize::from(index)]);
        let frozen = mask(chosen().map(|(card, _)| card));
        let mut forbidden = if twos & set != 0 && self.rules == Rules::FixedTwos {
            FIRST & !position.gaps
        } else {
            0
        };
        for (card, to) in chosen() {
            let from = position.cell[usize::from(card)];
            if !is_two(card) && position.open & (1 << from | 3 << to >> 1) != 0 {
                return false;
            }
            let is_outside = |card: &u8| frozen >> card & 1 == 0;
            let left = card.checked_sub(4).filter(is_outside);
            let right = Some(card + 4)
                .filter(|right| usize::from(right / 4) + 1 < self.columns && is_outside(right));
            forbidden |= left.map_or(0, |left| 1 << position.cell[usize::from(left)]);
            forbidden |= right.map_or(0, |_| 1 << (from + 1));
        }
        self.reach(position, frozen, forbidden).is_some()
    }
}

/// Whether each of several sets of rows can have its own row.
fn can_assign(homes: &[u64], taken: u64) -> bool {
    let Some((home, rest)) = homes.split_first() else { return true };
    bits(home & !taken).any(|row| can_assign(rest, taken | 1 << row))
}
