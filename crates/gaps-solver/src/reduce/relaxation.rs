//! The delete relaxation of Gaps: the facts that could be reached if no fact ever became false.
//!
//! For every card a growing set of cells that it could ever occupy, and one growing set of cells
//! that could ever be a gap. A card can go to a cell that could be a gap if its predecessor could
//! be to the left; a cell could be a gap once its card could move. The least fixpoint contains all
//! facts that real play can reach, so
//! - if the final cells are not all in it for at least one assignment of suits to rows, the
//!   position is lost;
//! - with some cards frozen it bounds what play without moving these cards can reach, which gives
//!   persistent sets.

use patience_core::vectorised;

use crate::position::{CARDS, Cells, Geometry, Position, RANKS, Rows, cells_of, rows_of};

/// A set of cells for each suit: four words next to each other, which fit into one vector.
pub(super) type Lanes = [Cells; 4];

/// The cell of each card (several for a wild card), and the cells that are gaps, or may be.
pub(super) struct Start {
    pub cards: [Lanes; RANKS],
    pub gaps: Cells,
    /// The cells of column 0 that each Two may enter.
    pub entry_cells: Lanes,
}

/// The relaxed reach of a position: the cells that each card could ever occupy, and those that
/// could ever be gaps.
pub(super) struct Reach {
    pub cards: [Lanes; RANKS],
    pub gaps: Cells,
}

/// All cells.
pub(crate) const EVERYWHERE: Cells = Cells::from_bits(!0);
pub(super) const ALL_FREE: [Lanes; RANKS] = [[EVERYWHERE; 4]; RANKS];

impl Start {
    #[inline(always)]
    pub fn of(geometry: &Geometry, position: &Position) -> Self {
        let mut start = [[Cells::EMPTY; 4]; RANKS];
        for (lanes, cells) in start.iter_mut().zip(position.cell.as_chunks::<4>().0) {
            for (lane, &cell) in lanes.iter_mut().zip(cells) {
                *lane = Cells::of(cell).only_if(cell < 64);
            }
        }
        let mut gaps = position.gaps;
        if position.has_wild() {
            for (level, &rows) in position.wild.iter().enumerate() {
                let cells = cells_of(rows, level as u8);
                for cell in cells - position.gaps {
                    start[level][usize::from(position.at[usize::from(cell)] % 4)] = cells;
                }
                gaps |= cells.only_if(!position.gaps.is_disjoint(cells));
            }
        }
        let stays = position.twos_stay(geometry);
        let entry_cells = std::array::from_fn(|suit| {
            let shut = stays && !start[0][suit].is_disjoint(geometry.first_column);
            geometry.entry_cells(suit as u8).only_if(!shut)
        });
        Start { cards: start, gaps, entry_cells }
    }

    /// The least fixpoint. Frozen cards (no cells in `free`) do not move. Gives up when a forbidden
    /// cell could be a gap.
    #[inline(always)]
    pub fn close<const FROZEN: bool>(
        &self,
        geometry: &Geometry,
        free: &[Lanes; RANKS],
        forbidden: Cells,
    ) -> Option<Reach> {
        let ranks = usize::from(geometry.cards / 4).min(RANKS);
        let mut reach = Reach { cards: self.cards, gaps: self.gaps };
        loop {
            // For fixed gaps, one sweep in the order of ranks reaches everything reachable.
            let gaps = reach.gaps;
            let mut freed: Lanes = [Cells::EMPTY; 4];
            let mut entered = self.entry_cells;
            for ((reach, start), free) in
                reach.cards.iter_mut().zip(&self.cards).zip(free).take(ranks)
            {
                let mut now: Lanes = [Cells::EMPTY; 4];
                for suit in 0..4 {
                    let allowed = if FROZEN { gaps & free[suit] } else { gaps };
                    now[suit] = reach[suit] | entered[suit] & allowed;
                    freed[suit] |= start[suit].only_if(!now[suit].is_subset(start[suit]));
                    entered[suit] = now[suit].up(1);
                }
                *reach = now;
            }
            reach.gaps |= freed[0] | freed[1] | freed[2] | freed[3];
            if FROZEN && !reach.gaps.is_disjoint(forbidden) {
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
    fn homes(&self, geometry: &Geometry) -> [Rows; 4] {
        let mut homes = [geometry.first_column; 4];
        for rank in 0..geometry.cards / 4 {
            for (home, reach) in homes.iter_mut().zip(self.cards[usize::from(rank)]) {
                *home &= reach.down(rank);
            }
        }
        homes.map(|home| rows_of(home, 0))
    }

    /// If one wild cell of a level could be a gap, all of them could. A card that moves inside its
    /// wild rows needs such a gap, so it frees no new cell and need not count as moved.
    pub fn has_all_wild_gaps_or_none(&self, position: &Position) -> bool {
        position.wild.iter().enumerate().all(|(level, &rows)| {
            let cells = cells_of(rows, level as u8);
            self.gaps.is_disjoint(cells) || cells.is_subset(self.gaps)
        })
    }

    /// Whether the position is certainly lost.
    #[inline(always)]
    pub fn is_dead_end(&self, geometry: &Geometry) -> bool {
        if !geometry.row_ends.is_subset(self.gaps) {
            return true;
        }
        let homes = self.homes(geometry);
        if geometry.fixed_suits {
            return (0..geometry.rows).any(|row| !homes[usize::from(row)].contains(row));
        }
        !assignable(&homes[..usize::from(geometry.rows)], Rows::EMPTY)
    }
}

/// Whether each suit can have its own row.
fn assignable(homes: &[Rows], taken: Rows) -> bool {
    match homes.split_first() {
        None => true,
        Some((&rows, rest)) => {
            (rows - taken).iter().any(|row| assignable(rest, taken | Rows::of(row)))
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

    /// Whether, with the allowed moves, each card can reach one of its cells and the row ends can
    /// be gaps.
    pub fn reaches(&self, geometry: &Geometry, allowed: &Allowed, cells: &[Cells; CARDS]) -> bool {
        can_reach(geometry, &self.0, allowed, cells)
    }
}

vectorised! {
    fn can_reach(
        geometry: &Geometry,
        start: &Start,
        allowed: &Allowed,
        cells: &[Cells; CARDS],
    ) -> bool => covers
}

#[inline(always)]
fn covers(geometry: &Geometry, start: &Start, allowed: &Allowed, cells: &[Cells; CARDS]) -> bool {
    let reach = start.close::<true>(geometry, allowed, Cells::EMPTY);
    reach.is_some_and(|reach| {
        let mut cards = reach.cards.iter().flatten().zip(cells);
        geometry.row_ends.is_subset(reach.gaps)
            && cards.all(|(reach, &cells)| cells.is_empty() || !reach.is_disjoint(cells))
    })
}

vectorised! {
    /// Whether the position is certainly lost.
    pub(crate) fn is_dead_end(geometry: &Geometry, position: &Position) -> bool => lacks_homes
}

#[inline(always)]
fn lacks_homes(geometry: &Geometry, position: &Position) -> bool {
    let reach = Start::of(geometry, position).close::<false>(geometry, &ALL_FREE, Cells::EMPTY);
    debug_assert!(reach.as_ref().is_none_or(|reach| reach.has_all_wild_gaps_or_none(position)));
    reach.is_some_and(|reach| reach.is_dead_end(geometry))
}
