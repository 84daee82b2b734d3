//! The delete relaxation of Gaps: what could ever be reached if nothing that was once true ever
//! stopped being true.
//!
//! For every card a growing set of cells that it could ever occupy, and one growing set of cells
//! that could ever be a gap. A card can go to a cell that could be a gap if its predecessor could
//! stand to the left; a cell could be a gap once its card could move. The least fixpoint contains
//! everything that real play can reach, so
//! - if the final cells are not all in it for at least one assignment of suits to rows, the
//!   position is lost;
//! - with some cards frozen it bounds what play without moving these cards can reach, which gives
//!   persistent sets.

use crate::position::{
    CARDS, Geometry, LEVELS, Position, RANKS, Steps, bits, first_cells, rows_of,
};
use crate::vectors::vectorised;
#[cfg(target_arch = "x86_64")]
use crate::vectors::{has_512, may_use};

#[cfg(target_arch = "x86_64")]
mod wide;

/// One mask of cells for each suit.
type Lanes = [u64; 4];

/// Where each card stands (several cells for a wild card), and what is, or can be taken to be, a
/// gap.
pub(crate) struct Start {
    pub cards: [Lanes; RANKS],
    pub gaps: u64,
    /// The cells of column 0 that each Two may enter.
    pub doors: Lanes,
}

/// The relaxed reach of a position: where each card could ever stand, and what could ever be a gap.
pub(crate) struct Reach {
    pub cards: [Lanes; RANKS],
    pub gaps: u64,
}

pub(crate) const ALL_FREE: [Lanes; RANKS] = [[!0; 4]; RANKS];

impl Start {
    #[inline(always)]
    pub fn of(geometry: &Geometry, position: &Position) -> Self {
        let mut start = [[0; 4]; RANKS];
        for (lanes, cells) in start.iter_mut().zip(position.cell.as_chunks::<4>().0) {
            for (lane, &cell) in lanes.iter_mut().zip(cells) {
                *lane = if cell < 64 { 1 << (cell & 63) } else { 0 };
            }
        }
        let mut gaps = position.gaps;
        if position.wild != [0; LEVELS] {
            for (level, &rows) in position.wild.iter().enumerate() {
                let cells = first_cells(rows) << level;
                let gap = position.gaps & cells != 0;
                for cell in bits(cells & !position.gaps) {
                    start[level][usize::from(position.at[usize::from(cell)] % 4)] = cells;
                }
                gaps |= if gap { cells } else { 0 };
            }
        }
        let stays = position.twos_stay(geometry);
        let doors = std::array::from_fn(|suit| {
            let shut = stays && start[0][suit] & geometry.first_column != 0;
            if shut { 0 } else { geometry.doors(suit as u8) }
        });
        Start { cards: start, gaps, doors }
    }

    /// The least fixpoint. Frozen cards (0 in `free`) do not move. Gives up when a forbidden cell
    /// could be a gap.
    #[inline(always)]
    pub fn close<const FROZEN: bool>(
        &self,
        geometry: &Geometry,
        free: &[Lanes; RANKS],
        forbidden: u64,
    ) -> Option<Reach> {
        let ranks = usize::from(geometry.cards / 4).min(RANKS);
        let mut reach = Reach { cards: self.cards, gaps: self.gaps };
        loop {
            // With the gaps as they are, one sweep in the order of ranks reaches all that can be
            // reached.
            let gaps = reach.gaps;
            let mut freed: Lanes = [0; 4];
            let mut entered = self.doors;
            for ((reach, start), free) in
                reach.cards.iter_mut().zip(&self.cards).zip(free).take(ranks)
            {
                let mut now: Lanes = [0; 4];
                for suit in 0..4 {
                    let allowed = if FROZEN { gaps & free[suit] } else { gaps };
                    now[suit] = reach[suit] | entered[suit] & allowed;
                    let moved = now[suit] & !start[suit] != 0;
                    freed[suit] |= if moved { start[suit] } else { 0 };
                    entered[suit] = now[suit] << 1;
                }
                *reach = now;
            }
            reach.gaps |= freed[0] | freed[1] | freed[2] | freed[3];
            if FROZEN && reach.gaps & forbidden != 0 {
                return None;
            }
            if reach.gaps == gaps {
                return Some(reach);
            }
        }
    }
}

impl Reach {
    /// For each suit, the rows where all of its cards could come home.
    #[inline(always)]
    fn homes(&self, geometry: &Geometry) -> [u8; 4] {
        let mut homes = [geometry.first_column; 4];
        for rank in 0..usize::from(geometry.cards / 4) {
            for (home, reach) in homes.iter_mut().zip(self.cards[rank]) {
                *home &= reach >> rank;
            }
        }
        homes.map(rows_of)
    }

    /// If one wild cell of a level could be a gap, all of them could: so a card that moves inside
    /// its wild rows, which needs such a gap, frees no cell that is not free already, and need not
    /// count as moved.
    fn has_all_wild_gaps_or_none(&self, position: &Position) -> bool {
        position.wild.iter().enumerate().all(|(level, &rows)| {
            let cells = first_cells(rows) << level;
            [0, cells].contains(&(self.gaps & cells))
        })
    }

    /// Whether the position is certainly lost.
    #[inline(always)]
    fn is_dead_end(&self, geometry: &Geometry) -> bool {
        if geometry.row_ends & !self.gaps != 0 {
            return true;
        }
        let homes = self.homes(geometry);
        if geometry.fixed_suits {
            return (0..geometry.rows).any(|row| homes[usize::from(row)] >> row & 1 == 0);
        }
        !assignable(&homes[..usize::from(geometry.rows)], 0)
    }
}

/// Whether each suit can have a row of its own.
fn assignable(homes: &[u8], taken: u8) -> bool {
    match homes.split_first() {
        None => true,
        Some((&rows, rest)) => {
            bits((rows & !taken).into()).any(|row| assignable(rest, taken | 1 << row))
        }
    }
}

/// Cells that each card may enter.
pub(crate) type Allowed = [Lanes; RANKS];

/// The relaxation of one position, for many sets of moves.
pub(crate) struct Relaxation(Start);

impl Relaxation {
    pub fn new(geometry: &Geometry, position: &Position) -> Self {
        Relaxation(Start::of(geometry, position))
    }

    /// Whether each card can stand in one of its cells, and the ends of the rows be gaps, with the
    /// moves that are allowed.
    pub fn reaches(&self, geometry: &Geometry, allowed: &Allowed, cells: &[u64; CARDS]) -> bool {
        can_reach(geometry, &self.0, allowed, cells)
    }
}

vectorised! {
    fn can_reach(geometry: &Geometry, start: &Start, allowed: &Allowed, cells: &[u64; CARDS]) -> bool => covers
}

#[inline(always)]
fn covers(geometry: &Geometry, start: &Start, allowed: &Allowed, cells: &[u64; CARDS]) -> bool {
    let reach = start.close::<true>(geometry, allowed, 0);
    reach.is_some_and(|reach| {
        let mut cards = reach.cards.iter().flatten().zip(cells);
        geometry.row_ends & !reach.gaps == 0
            && cards.all(|(reach, &cells)| cells == 0 || reach & cells != 0)
    })
}

vectorised! {
    /// Whether the position is certainly lost.
    fn is_dead_end(geometry: &Geometry, position: &Position) -> bool => lacks_homes
}

#[inline(always)]
fn lacks_homes(geometry: &Geometry, position: &Position) -> bool {
    let reach = Start::of(geometry, position).close::<false>(geometry, &ALL_FREE, 0);
    debug_assert!(reach.as_ref().is_none_or(|reach| reach.has_all_wild_gaps_or_none(position)));
    reach.is_some_and(|reach| reach.is_dead_end(geometry))
}

vectorised! {
    /// The steps that suffice in this position: a smallest persistent set, or all of them if none
    /// is smaller.
    ///
    /// A set of movable cards is persistent if, as long as none of them moves, no predecessor of
    /// one of them can move and the successor of none can enter the cell to its right (both by the
    /// relaxation with the set frozen). Then every way to a position without steps moves one of
    /// them, and the first such move can be made at once instead, with the same effect: it stays
    /// possible, and what was played before it stays possible after it. A solved board has no
    /// steps.
    ///
    /// Steps from or to a wild row, or to the right of one, which say more than where the card
    /// goes, are in no such set. Twos outside column 0 are in it all together or not at all, and
    /// with open rows only if at least two gaps are left in column 0: the one that enters then
    /// leaves a gap, so that the Twos in column 0 are as free as before. Where Twos in column 0
    /// stay, one gap suffices, but no other may open there: a Two would have more choice later.
    ///
    /// The result is a mask of indices into `steps`; sets of more than `most` units
    /// are not tried.
    fn persistent(geometry: &Geometry, position: &Position, steps: &Steps, most: u32) -> u32 => smallest_persistent
}

#[inline(always)]
fn smallest_persistent(geometry: &Geometry, position: &Position, steps: &Steps, most: u32) -> u32 {
    let start = Start::of(geometry, position);
    smallest_set(geometry, position, steps, &start, most, |free, forbidden| {
        start.close::<true>(geometry, free, forbidden).is_some()
    })
}

/// The first persistent set of steps, where `holds` says whether, with cards frozen, no forbidden
/// cell becomes a gap.
#[inline(always)]
fn smallest_set(
    geometry: &Geometry,
    position: &Position,
    steps: &Steps,
    start: &Start,
    most: u32,
    holds: impl Fn(&[Lanes; RANKS], u64) -> bool,
) -> u32 {
    let mut free = ALL_FREE;
    for set in Sets::of(geometry, position, steps, most) {
        let Some(frozen) = Frozen::of(geometry, position, steps, start, set) else { continue };
        bits(frozen.cards).for_each(|card| free[usize::from(card / 4)][usize::from(card % 4)] = 0);
        if holds(&free, frozen.forbidden) {
            return set;
        }
        bits(frozen.cards).for_each(|card| free[usize::from(card / 4)][usize::from(card % 4)] = !0);
    }
    u32::MAX >> (32 - steps.len())
}

/// The sets of steps that may be persistent, smallest first, without the set of all.
struct Sets {
    /// The steps of each unit: one card's step, or those of all Twos outside column 0.
    units: [u32; 32],
    count: u32,
    most: u32,
    /// The size of the sets in hand, and the next of them as a mask of units.
    size: u32,
    next: u64,
    all: u32,
}

impl Sets {
    #[inline(always)]
    fn of(geometry: &Geometry, position: &Position, steps: &Steps, most: u32) -> Self {
        let (mut units, mut count) = ([0u32; 32], 0);
        let mut twos = 0u32;
        let stay = position.twos_stay(geometry);
        for (index, step) in steps.iter().enumerate() {
            if step.card < 4 && !geometry.fixed_suits {
                twos |= if geometry.open_rows || stay { 1 << index } else { 0 };
            } else if !position.is_beside_wild(*step) {
                units[count] = 1 << index;
                count += 1;
            }
        }
        if twos != 0 && (stay || (position.gaps & geometry.first_column).count_ones() >= 2) {
            units[count] = twos;
            count += 1;
        }
        let count = count as u32;
        Sets {
            units,
            count,
            most: most.min(count),
            size: 1,
            next: 1,
            all: u32::MAX >> (32 - steps.len()),
        }
    }
}

impl Iterator for Sets {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
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
            let set = bits(subset).fold(0, |set, unit| set | self.units[usize::from(unit)]);
            if set != self.all {
                return Some(set);
            }
        }
        None
    }
}

/// What has to be shown of a set of steps to be persistent: that no forbidden cell becomes a gap
/// while its cards are frozen.
struct Frozen {
    cards: u64,
    forbidden: u64,
}

impl Frozen {
    /// `None` if a forbidden cell is a gap already.
    #[inline(always)]
    fn of(
        geometry: &Geometry,
        position: &Position,
        steps: &Steps,
        start: &Start,
        set: u32,
    ) -> Option<Self> {
        let cards = || bits(set.into()).map(|index| steps[usize::from(index)].card);
        let frozen = cards().fold(0u64, |frozen, card| frozen | 1 << card);
        // A predecessor can move if its cell could be a gap, and a successor enter a cell if that
        // could be one.
        let mut forbidden = 0;
        if geometry.counted_twos && frozen & 0xF != 0 {
            forbidden |= geometry.first_column & !start.gaps;
        }
        for card in cards() {
            if card >= 4 && frozen >> (card - 4) & 1 == 0 {
                forbidden |= 1 << position.cell[usize::from(card) - 4];
            }
            if !geometry.is_top(card) && frozen >> (card + 4) & 1 == 0 {
                forbidden |= 1 << (position.cell[usize::from(card)] + 1);
            }
        }
        (start.gaps & forbidden == 0).then_some(Frozen { cards: frozen, forbidden })
    }
}

/// The steps that suffice in this position, as [`persistent`] has it, or `None` if dead ends are
/// looked for and it is one.
#[inline]
pub(crate) fn sufficient(
    geometry: &Geometry,
    position: &Position,
    steps: &Steps,
    dead_ends: bool,
    most: u32,
) -> Option<u32> {
    #[cfg(target_arch = "x86_64")]
    if may_use(512) && has_512() {
        // SAFETY: the processor has the instructions, as just asked.
        return unsafe { wide::sufficient(geometry, position, steps, dead_ends, most) };
    }
    let is_dead = dead_ends && is_dead_end(geometry, position);
    (!is_dead).then(|| persistent(geometry, position, steps, most))
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use patience_core::{Limits, Random};

    use crate::position::tests::random_board;
    use crate::vectors::WIDEST;
    use crate::{Config, Reductions, Rules, Services, fewest_moves, solve};

    #[test]
    fn every_width_of_vectors_gives_the_same_verdicts_and_expansions() {
        let mut random = Random::new(13);
        let limits = Limits { expansions: Some(3000), ..Limits::default() };
        let all = [Rules::Standard, Rules::FixedSuits, Rules::FixedTwos];
        for (rules, pairs) in all.into_iter().flat_map(|rules| [(rules, false), (rules, true)]) {
            let reductions = Reductions { pairs, ..Reductions::default() };
            let config = Config { reductions, ..Config::default() };
            for _ in 0..15 {
                let board = random_board(&mut random, 4, 9, rules);
                let [narrow, middle, wide] = [0, 256, 512].map(|bits| {
                    WIDEST.set(bits);
                    let solution = solve(&board, &config, &limits, Services::none());
                    let solution = solution.expect("no files, no faults");
                    (
                        solution.verdict,
                        solution.counters,
                        fewest_moves(&board, &Limits::default(), Services::none()),
                    )
                });
                assert_eq!(narrow, middle, "{board}");
                assert_eq!(narrow, wide, "{board}");
            }
        }
    }
}
