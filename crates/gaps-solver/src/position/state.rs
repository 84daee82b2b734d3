//! A position, and the effect of a step.

use super::geometry::{
    CARDS, Cells, EMPTY, Geometry, LEVELS, Rows, STRIDE, Suits, WILD, WILD_ROW, cell_at, column_of,
    row_of, rows_of,
};
use super::step::Step;
use crate::board::{Board, number};

/// A position, with one concrete arrangement of its wild rows as a representative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// The card in each cell, [`EMPTY`] if there is none.
    pub at: [u8; 64],
    /// The cell of each card; 0xFF for cards that are not in play.
    pub cell: [u8; CARDS],
    pub gaps: Cells,
    /// For each level, the rows on which its cards and gaps may be in any arrangement.
    pub wild: [Rows; LEVELS],
    /// Number of free levels.
    pub free: u8,
    /// Remaining moves of Twos within column 0, if counted.
    two_moves: u8,
    key: u128,
}

impl Position {
    pub fn new(geometry: &Geometry, board: &Board) -> Self {
        let mut position = Position::empty();
        for (index, content) in board.cells().iter().enumerate() {
            let cell = cell_at((index / board.columns()) as u8, (index % board.columns()) as u8);
            position.put(geometry, cell, content.map_or(EMPTY, number));
        }
        position.refresh(geometry);
        position
    }

    /// Sets the remaining moves of Twos within column 0, if counted.
    pub fn allow_two_moves(&mut self, geometry: &Geometry, count: u8) {
        self.key ^= geometry.count_word(self.two_moves) ^ geometry.count_word(count);
        self.two_moves = count;
    }

    /// Whether Twos in column 0 stay there.
    pub fn twos_stay(&self, geometry: &Geometry) -> bool {
        geometry.counted_twos && self.two_moves == 0
    }

    pub(super) fn empty() -> Self {
        Position {
            at: [EMPTY; 64],
            cell: [0xFF; CARDS],
            gaps: Cells::EMPTY,
            wild: [Rows::EMPTY; LEVELS],
            free: 0,
            two_moves: 0,
            key: 0,
        }
    }

    pub(super) fn put(&mut self, geometry: &Geometry, cell: u8, content: u8) {
        if content == EMPTY {
            self.gaps.insert(cell);
        } else {
            self.at[usize::from(cell)] = content;
            self.cell[usize::from(content)] = cell;
            self.key ^= geometry.word(content, cell.into());
        }
    }

    /// The identity of the position: equal positions have equal keys, and different positions have
    /// equal keys with probability 2^-128.
    pub fn key(&self) -> u128 {
        self.key
    }

    /// The content of a cell of the representative.
    #[inline]
    pub fn content(&self, row: u8, column: u8) -> u8 {
        self.at[usize::from(cell_at(row, column))]
    }

    /// Whether the arrangement of the cell is open.
    #[inline]
    pub fn is_wild(&self, cell: u8) -> bool {
        let column = usize::from(column_of(cell));
        column < LEVELS && self.wild[column].contains(row_of(cell))
    }

    /// Whether some arrangement is open.
    #[inline(always)]
    pub fn has_wild(&self) -> bool {
        self.wild != [Rows::EMPTY; LEVELS]
    }

    /// Whether the step depends on wild rows.
    pub fn is_beside_wild(&self, step: Step) -> bool {
        let from = self.cell[usize::from(step.card)];
        self.is_wild(from)
            || self.is_wild(step.to)
            || column_of(step.to) > 0 && self.is_wild(step.to - 1)
    }

    /// The rows where the representative has a gap in a column.
    #[inline]
    pub(super) fn gap_rows(&self, level: usize) -> Rows {
        rows_of(self.gaps, level as u8)
    }

    /// The wild cards of a level.
    pub(super) fn wild_cards(&self, level: usize) -> impl Iterator<Item = u8> {
        let rows = self.wild[level] - self.gap_rows(level);
        rows.iter().map(move |row| self.content(row, level as u8))
    }

    /// Takes a step that [`steps`](Self::steps) returned.
    #[inline]
    pub fn take(&mut self, geometry: &Geometry, Step { card, to }: Step) {
        let rank = usize::from(card / 4);
        if rank <= LEVELS && self.has_wild() && usize::from(column_of(to)) == rank {
            self.commit_for(geometry, card, row_of(to));
        }
        let from = self.cell[usize::from(card)];
        if geometry.counted_twos && card < 4 && column_of(from) == 0 {
            self.allow_two_moves(geometry, self.two_moves - 1);
        }
        // A wild card leaves its level without determining its row; a card that enters a free level
        // becomes wild.
        let (was_wild, is_wild) = (self.is_wild(from), self.is_wild(to));
        self.key ^= geometry.word(card, if was_wild { WILD } else { from.into() });
        self.key ^= geometry.word(card, if is_wild { WILD } else { to.into() });
        self.at[usize::from(from)] = EMPTY;
        self.at[usize::from(to)] = card;
        self.cell[usize::from(card)] = to;
        self.gaps ^= Cells::of(from) | Cells::of(to);
        if was_wild {
            self.settle(geometry, column_of(from).into());
        }
        if geometry.open_rows {
            if is_wild {
                self.settle(geometry, column_of(to).into());
            }
            let wild = self.wild;
            self.refresh(geometry);
            // Open rows stay open, so commitments on them may be dropped.
            debug_assert!(
                (0..usize::from(self.free)).all(|level| wild[level].is_subset(self.wild[level]))
            );
        }
        // One position in sixteen, by its key, so that debug builds stay fast.
        debug_assert!(!self.key.is_multiple_of(16) || self.is_consistent(geometry), "{self:?}");
    }

    /// Whether the incrementally updated fields match the contents of the cells, the wild rows and
    /// the count of moves.
    fn is_consistent(&self, geometry: &Geometry) -> bool {
        let mut fresh = Position::empty();
        for row in 0..geometry.rows {
            for column in 0..geometry.columns {
                fresh.put(geometry, cell_at(row, column), self.content(row, column));
            }
        }
        fresh.allow_two_moves(geometry, self.two_moves);
        (0..LEVELS).for_each(|level| fresh.set_wild(geometry, level, self.wild[level]));
        fresh.refresh(geometry);
        *self == fresh
    }

    /// Commits the rows that the step of a card to its own level depends on: the gap there, and the
    /// left neighbour.
    fn commit_for(&mut self, geometry: &Geometry, card: u8, row: u8) {
        let level = usize::from(card / 4);
        let joins = level <= usize::from(self.free);
        if level < LEVELS && self.wild[level].contains(row) && !joins {
            if self.content(row, level as u8) != EMPTY
                && let Some(gap) = (self.wild[level] & self.gap_rows(level)).first()
            {
                self.exchange(level, row, gap);
            }
            self.set_wild(geometry, level, self.wild[level] - Rows::of(row));
            self.settle(geometry, level);
        }
        if level >= 1 && level > usize::from(self.free) && self.wild[level - 1].contains(row) {
            let left = self.cell[usize::from(card) - 4];
            self.exchange(level - 1, row, row_of(left));
            self.set_wild(geometry, level - 1, self.wild[level - 1] - Rows::of(row));
            self.settle(geometry, level - 1);
        }
    }

    /// Swaps the representative's contents of two wild rows of a level.
    fn exchange(&mut self, level: usize, one: u8, other: u8) {
        if one == other {
            return;
        }
        let cells = [cell_at(one, level as u8), cell_at(other, level as u8)];
        self.at.swap(cells[0].into(), cells[1].into());
        for cell in cells {
            self.gaps.remove(cell);
            match self.at[usize::from(cell)] {
                EMPTY => self.gaps.insert(cell),
                card => self.cell[usize::from(card)] = cell,
            }
        }
    }

    /// Makes exactly the given rows of a level wild.
    pub(super) fn set_wild(&mut self, geometry: &Geometry, level: usize, rows: Rows) {
        for row in self.wild[level] ^ rows {
            self.key ^= geometry.word(level as u8, WILD_ROW + STRIDE * usize::from(row));
            let cell = cell_at(row, level as u8);
            let card = self.at[usize::from(cell)];
            if card != EMPTY {
                self.key ^= geometry.word(card, WILD) ^ geometry.word(card, cell.into());
            }
        }
        self.wild[level] = rows;
    }

    /// Wild rows without cards, or with one card and no gap, leave nothing open.
    fn settle(&mut self, geometry: &Geometry, level: usize) {
        let cards = self.wild[level] - self.gap_rows(level);
        if cards.is_empty() || self.wild[level].is_single() {
            self.set_wild(geometry, level, Rows::EMPTY);
        }
    }

    /// Makes the free levels wild.
    #[inline]
    pub(super) fn refresh(&mut self, geometry: &Geometry) {
        self.free = 0;
        if !geometry.open_rows || self.gaps.is_disjoint(geometry.first_column) {
            return;
        }
        let (mut below, mut suits) = (Rows::below(geometry.rows), Suits::below(4));
        for level in 0..LEVELS.min(usize::from(geometry.columns) - 1) {
            let gaps = self.gap_rows(level) & below;
            let (mut rows, mut standing) = (gaps, Suits::EMPTY);
            for row in below - gaps {
                let card = self.content(row, level as u8);
                if usize::from(card / 4) == level && suits.contains(card % 4) {
                    rows.insert(row);
                    standing.insert(card % 4);
                }
            }
            if gaps.is_empty() || standing.is_empty() {
                return;
            }
            self.set_wild(geometry, level, rows);
            self.free += 1;
            (below, suits) = (rows, standing);
        }
    }

    /// Whether the board is solved under some arrangement of the wild rows.
    pub fn is_goal(&self, geometry: &Geometry) -> bool {
        if self.gaps != geometry.row_ends {
            return false;
        }
        let mut suits = Suits::EMPTY;
        (0..geometry.rows).all(|row| {
            let mut suit = geometry.fixed_suits.then_some(row);
            let home = (0..geometry.columns - 1).all(|column| {
                let card = self.content(row, column);
                card / 4 == column
                    && (self.is_wild(cell_at(row, column))
                        || *suit.get_or_insert(card % 4) == card % 4)
            });
            let unique = suit.is_none_or(|suit| !suits.contains(suit));
            suits |= suit.map_or(Suits::EMPTY, Suits::of);
            home && unique
        })
    }
}
