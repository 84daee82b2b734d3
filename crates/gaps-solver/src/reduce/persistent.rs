//! Persistent sets: steps that suffice in a position, found by the relaxation.

use patience_core::sets::{Set32, Set64};
use patience_core::vectorised;

use super::relaxation::{ALL_FREE, EVERYWHERE, Lanes, Start};
use crate::position::{Cards, Cells, Geometry, Position, RANKS, Steps};

vectorised! {
    /// The steps that suffice in this position: a smallest persistent set, or all of them if none
    /// is smaller.
    ///
    /// A set of movable cards is persistent if, as long as none of them moves, no predecessor of
    /// one of them can move and the successor of none can enter the cell to its right (both by the
    /// relaxation with the set frozen). Then every path to a position without steps moves one of
    /// them, and the first such move can be made at once instead, with the same effect: it stays
    /// possible, and the moves before it stay possible after it. A solved board has no steps.
    ///
    /// Steps from or to a wild row, or to the right of a wild row, also commit rows; they are in no
    /// such set. Twos outside column 0 are in it all together or not at all, and with open rows
    /// only if at least two gaps are left in column 0: the one that enters then leaves a gap, so
    /// that the Twos in column 0 are as free as before. If Twos in column 0 stay, one gap suffices,
    /// but no other may open there, because a Two would then have more choices later.
    ///
    /// The result contains the indices of the steps in `steps`; sets of more than `most` units are
    /// not tried.
    pub(crate) fn persistent(
        geometry: &Geometry,
        position: &Position,
        steps: &Steps,
        most: u32,
    ) -> Set32 => smallest_persistent
}

#[inline(always)]
fn smallest_persistent(
    geometry: &Geometry,
    position: &Position,
    steps: &Steps,
    most: u32,
) -> Set32 {
    let start = Start::of(geometry, position);
    smallest_set(geometry, position, steps, &start, most, |free, forbidden| {
        start.close::<true>(geometry, free, forbidden).is_some()
    })
}

/// The first persistent set of steps, where `holds` returns whether, with cards frozen, no
/// forbidden cell becomes a gap.
#[inline(always)]
pub(super) fn smallest_set(
    geometry: &Geometry,
    position: &Position,
    steps: &Steps,
    start: &Start,
    most: u32,
    holds: impl Fn(&[Lanes; RANKS], Cells) -> bool,
) -> Set32 {
    let mut free = ALL_FREE;
    for set in Sets::of(geometry, position, steps, most) {
        let Some(frozen) = Frozen::of(geometry, position, steps, start, set) else { continue };
        allow(&mut free, frozen.cards, Cells::EMPTY);
        if holds(&free, frozen.forbidden) {
            return set;
        }
        allow(&mut free, frozen.cards, EVERYWHERE);
    }
    steps.all()
}

/// Allows some cards these cells.
#[inline(always)]
fn allow(free: &mut [Lanes; RANKS], cards: Cards, cells: Cells) {
    for card in cards {
        free[usize::from(card / 4)][usize::from(card % 4)] = cells;
    }
}

/// Candidates for persistent sets of steps, smallest first, without the set of all steps.
struct Sets {
    /// The steps of each unit: one card's step, or those of all Twos outside column 0.
    units: [Set32; 32],
    count: u32,
    most: u32,
    /// The current size, and the next set of this size: the units in the bits of a number, because
    /// the sets of one size are enumerated by arithmetic.
    size: u32,
    next: u64,
    all: Set32,
}

impl Sets {
    #[inline(always)]
    fn of(geometry: &Geometry, position: &Position, steps: &Steps, most: u32) -> Self {
        let (mut units, mut count) = ([Set32::EMPTY; 32], 0);
        let mut twos = Set32::EMPTY;
        let stay = position.twos_stay(geometry);
        for (index, step) in steps.iter().enumerate() {
            if step.card < 4 && !geometry.fixed_suits {
                twos |= Set32::of(index).only_if(geometry.open_rows || stay);
            } else if !position.is_beside_wild(*step) {
                units[count] = Set32::of(index);
                count += 1;
            }
        }
        if !twos.is_empty() && (stay || (position.gaps & geometry.first_column).len() >= 2) {
            units[count] = twos;
            count += 1;
        }
        let count = count as u32;
        Sets { units, count, most: most.min(count), size: 1, next: 1, all: steps.all() }
    }
}

impl Iterator for Sets {
    type Item = Set32;

    #[inline(always)]
    fn next(&mut self) -> Option<Set32> {
        while self.size <= self.most {
            let subset = self.next;
            if subset >> self.count != 0 {
                self.size += 1;
                self.next = (1 << self.size) - 1;
                continue;
            }
            // The next subset of this size (Gosper).
            let low = subset & subset.wrapping_neg();
            let ripple = subset + low;
            self.next = ripple | (((subset ^ ripple) >> 2) / low);
            let units = Set64::from_bits(subset).iter();
            let set = units.fold(Set32::EMPTY, |set, unit| set | self.units[unit]);
            if set != self.all {
                return Some(set);
            }
        }
        None
    }
}

/// Condition for a set of steps to be persistent: no forbidden cell becomes a gap while its cards
/// are frozen.
struct Frozen {
    cards: Cards,
    forbidden: Cells,
}

impl Frozen {
    /// `None` if a forbidden cell is already a gap.
    #[inline(always)]
    fn of(
        geometry: &Geometry,
        position: &Position,
        steps: &Steps,
        start: &Start,
        set: Set32,
    ) -> Option<Self> {
        let cards = || set.iter().map(|index| steps[index].card);
        let frozen: Cards = cards().collect();
        // A predecessor can move if its cell could become a gap, and a successor can enter a cell
        // that could become one.
        let mut forbidden = Cells::EMPTY;
        if geometry.counted_twos && !frozen.is_disjoint(Cards::below(4)) {
            forbidden |= geometry.first_column - start.gaps;
        }
        for card in cards() {
            if card >= 4 && !frozen.contains(card - 4) {
                forbidden.insert(position.cell[usize::from(card) - 4]);
            }
            if !geometry.is_top(card) && !frozen.contains(card + 4) {
                forbidden.insert(position.cell[usize::from(card)] + 1);
            }
        }
        start.gaps.is_disjoint(forbidden).then_some(Frozen { cards: frozen, forbidden })
    }
}
