//! The delete relaxation: the facts that could be reached if no fact ever became false.
//!
//! *Lemma 2 (relaxation).* Take a set of cells for each card, and a set of gaps, and let them grow:
//! a card can go to a cell that could be a gap if its predecessor could be to the left of it (a
//! Two: to column 0); its first cells could be gaps once it could go elsewhere. These sets contain
//! all facts that boards of the position reach by moves. So the position is lost unless some
//! assignment of suits to rows has all cards home within the sets, and gaps at the row ends.
//!
//! *Lemma 3 (persistent sets).* See [`Gaps::is_persistent`].

use crate::gaps::{Gaps, Rules};
use crate::position::{FIRST, Position, Step};
use crate::set::Set;

impl Gaps {
    /// The sets of lemma 2: of the cards, and of the gaps. Frozen cards do not move. `None` once a
    /// forbidden cell could be a gap.
    fn reach(&self, position: &Position, frozen: Set, forbidden: Set) -> Option<([Set; 48], Set)> {
        let start = position.cell.map(|cell| position.places(cell));
        let door = |two: usize| match self.rules {
            Rules::FixedSuits => Set::of(0).up(16 * two),
            Rules::FixedTwos if start[two].meets(FIRST) => Set::NONE,
            _ => FIRST,
        };
        let (mut reach, mut before) = (start, Set::NONE);
        let mut gaps = position.gaps.iter().fold(before, |gaps, gap| gaps.or(position.places(gap)));
        while !gaps.meets(forbidden) {
            if gaps == before {
                return Some((reach, gaps));
            }
            before = gaps;
            for card in self.cards().filter(|card| !frozen.has(*card)).map(usize::from) {
                let left = if card < 4 { door(card) } else { reach[card - 4].up(1) };
                reach[card] = reach[card].or(left.and(gaps));
                gaps = if reach[card] == start[card] { gaps } else { gaps.or(start[card]) };
            }
        }
        None
    }

    /// Whether the position is lost by lemma 2.
    pub fn is_dead_end(&self, position: &Position) -> bool {
        let Some((reach, gaps)) = self.reach(position, Set::NONE, Set::NONE) else { return false };
        let can_fill = |suit: u8, row: u8| {
            let is_home = |rank: u8| reach[usize::from(4 * rank + suit)].has(16 * row + rank);
            (self.rules != Rules::FixedSuits || row == suit)
                && (0..self.columns as u8 - 1).all(is_home)
        };
        let rows = |suit: u8| (0..self.rows).filter(|row| can_fill(suit, *row)).collect();
        let homes: Vec<Set> = (0..self.rows).map(rows).collect();
        self.ends().without(gaps) != Set::NONE || !can_assign(&homes, Set::NONE)
    }

    /// Whether some steps suffice (lemma 3): if the positions after them are lost, the position is.
    ///
    /// None may be from, to or right of an open cell. While the cards of the set are frozen, the
    /// relaxation must not let the predecessor of one of them move, nor create a gap right of one
    /// of them, into which that card's successor could go; predecessors and successors in the set
    /// are exempt. Except with fixed suits, either all steps of Twos are in the set or none are. If
    /// they are, column 0 must have two gaps (standard), or no further gap may come there (fixed
    /// Twos).
    pub fn is_persistent(&self, position: &Position, steps: &[Step], set: Set) -> bool {
        let is_two = |card: u8| card < 4 && self.rules != Rules::FixedSuits;
        let twos = (0..).zip(steps).filter(|(_, step)| is_two(step.0));
        let twos: Set = twos.map(|(index, _)| index).collect();
        let too_few = self.rules == Rules::Standard && position.gaps.and(FIRST).count() < 2;
        let is_wrong = twos.meets(set) && (twos.without(set) != Set::NONE || too_few);
        if set == Set::NONE || set.0 >> steps.len() != 0 || is_wrong {
            return false;
        }
        let chosen = || set.iter().map(|index| steps[usize::from(index)]);
        let frozen: Set = chosen().map(|(card, _)| card).collect();
        let shuts = twos.meets(set) && self.rules == Rules::FixedTwos;
        let mut forbidden = if shuts { FIRST.without(position.gaps) } else { Set::NONE };
        for (card, to) in chosen() {
            let from = position.cell[usize::from(card)];
            let near = Set::from_iter([from, to, to.saturating_sub(1)]);
            if !is_two(card) && position.open.meets(near) {
                return false;
            }
            let is_outside = |card: &u8| !frozen.has(*card);
            let left = card.checked_sub(4).filter(is_outside);
            let right = Some(card + 4)
                .filter(|right| usize::from(right / 4) + 1 < self.columns && is_outside(right));
            let guarded = left.map(|left| position.cell[usize::from(left)]);
            forbidden = forbidden.or(guarded.into_iter().chain(right.map(|_| from + 1)).collect());
        }
        self.reach(position, frozen, forbidden).is_some()
    }
}

/// Whether each of several sets of rows can be given a row of its own.
fn can_assign(homes: &[Set], taken: Set) -> bool {
    let Some((home, rest)) = homes.split_first() else { return true };
    home.without(taken).iter().any(|row| can_assign(rest, taken.or(Set::of(row))))
}
