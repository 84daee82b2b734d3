//! Positions of Gaps with open rows: each stands for many boards at once.
//!
//! A position is a board, and for each of the first four columns a set of rows that are *open* there: the contents of
//! these cells may be in any arrangement. It stands for all boards that come of rearranging them, column by column. It is
//! *lost* if none of these boards can be won.
//!
//! *Lemma 1 (steps).* A legal move of a board that a position stands for leads to a board that the position stands for,
//! too, or that the position after one of its steps stands for. So a position is lost if it is not won and the positions
//! after all its steps are lost. The proof goes through the cases of [`Gaps::steps`], and needs what `Gaps::open` makes
//! sure of.

use crate::gaps::{GAP, Gaps, Rules};
use crate::{Failure, refuse_if};

/// Columns in which rows can be open.
pub const LEVELS: usize = 4;

/// The column of a cell. Cells are numbered row · 16 + column, so that sets of cells are masks, and the right neighbour is a
/// shift by one.
pub fn column(cell: u8) -> usize {
    usize::from(cell % 16)
}

/// The cells of a column in the rows of a set.
pub fn cells(rows: u8, column: usize) -> impl Iterator<Item = u8> + Clone {
    (0..4).filter(move |row| rows >> row & 1 != 0).map(move |row| row * 16 + column as u8)
}

/// A set of cells as a mask.
pub fn mask(cells: impl Iterator<Item = u8>) -> u64 {
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

/// A position. Its open cells are in a canonical arrangement, so that positions are equal if their `cell` and `open` are.
#[derive(Clone)]
pub struct Position {
    /// The card in each cell.
    pub at: [u8; 64],
    /// The cell of each card.
    pub cell: [u8; 48],
    /// The gaps as a mask.
    pub gaps: u64,
    /// The open rows of each of the first columns, as a mask.
    pub open: [u8; LEVELS],
    /// The number of free levels.
    free: usize,
}

/// A step: the card, and the cell to which it goes. Where it enters a free level, the row says nothing.
pub type Step = (u8, u8);

impl Position {
    /// Whether the arrangement of the cell is open.
    pub fn is_open(&self, cell: u8) -> bool {
        column(cell) < LEVELS && self.open[column(cell)] >> (cell / 16) & 1 != 0
    }

    /// Whether the cell is a gap in the canonical arrangement.
    pub fn is_gap(&self, cell: u8) -> bool {
        self.gaps >> cell & 1 != 0
    }

    /// A gap among the open cells of a column.
    fn open_gap(&self, level: usize) -> Option<u8> {
        cells(self.open[level], level).find(|&cell| self.is_gap(cell))
    }

    /// The gaps in column 0.
    pub fn doors(&self) -> impl Iterator<Item = u8> {
        cells(15, 0).filter(|&cell| self.is_gap(cell))
    }

    fn put(&mut self, cell: u8, content: u8) {
        self.at[usize::from(cell)] = content;
        self.gaps = self.gaps & !(1 << cell) | u64::from(content == GAP) << cell;
        self.cell.get_mut(usize::from(content)).into_iter().for_each(|place| *place = cell);
    }

    fn exchange(&mut self, one: u8, other: u8) {
        let before = self.at[usize::from(one)];
        self.put(one, self.at[usize::from(other)]);
        self.put(other, before);
    }
}

impl Gaps {
    /// The cards in play; their numbers are those of [`Gaps`].
    pub fn cards(&self) -> impl Iterator<Item = u8> {
        (0..4 * (self.columns as u8 - 1)).filter(|card| card % 4 < self.rows)
    }

    /// The deal's position.
    pub fn position(&self, start: &[u8]) -> Result<Position, Failure> {
        let mut position = Position { at: [GAP; 64], cell: [63; 48], gaps: 0, open: [0; LEVELS], free: 0 };
        for (index, &content) in start.iter().enumerate() {
            position.put((index / self.columns * 16 + index % self.columns) as u8, content);
        }
        self.open(&mut position).map(|()| position)
    }

    /// Whether some board that the position stands for is won: all gaps are at the row ends, and in each row the cards that
    /// are not open are in their columns and of one suit, the row's own. (Open cards are in their columns.)
    pub fn is_won_somehow(&self, position: &Position) -> bool {
        let (last, mut suits) = (self.columns as u8 - 1, Vec::new());
        let is_home = |row: u8| {
            let fixed = (0..last).filter(|column| !position.is_open(row * 16 + column));
            let mut found = fixed.map(|column| position.at[usize::from(row * 16 + column)].wrapping_sub(4 * column));
            let Some(suit) = found.next() else { return true };
            let is_other = !suits.contains(&suit) && (self.rules != Rules::FixedSuits || suit == row);
            suits.push(suit);
            suit < 4 && is_other && found.all(|other| other == suit)
        };
        position.gaps == mask(cells((1 << self.rows) - 1, self.columns - 1)) && (0..self.rows).all(is_home)
    }

    /// All steps, ordered by card and then by row. Moves that lead to boards that the position stands for are no steps.
    pub fn steps(&self, position: &Position) -> Vec<Step> {
        let mut steps = Vec::new();
        for card in self.cards() {
            let from = position.cell[usize::from(card)];
            let add = |to: u8| steps.push((card, to));
            if card < 4 {
                let fits = |to: &u8| if self.rules == Rules::FixedSuits { to / 16 == card } else { column(from) > 0 };
                position.doors().filter(fits).take(if self.rules == Rules::Standard { 1 } else { 4 }).for_each(add);
                continue;
            }
            let left = position.cell[usize::from(card) - 4];
            let level = column(left) + 1;
            // Whether the cell is a gap, in some arrangement. A card does not move within the open cells of its column.
            let may_join = || position.open_gap(level).is_some() && (column(from) != level || !position.is_open(from));
            let is_gap = |to: &u8| if position.is_open(*to) { may_join() } else { position.is_gap(*to) };
            let beside = if position.is_open(left) { position.open[level - 1] } else { 0 };
            if beside == 0 {
                (left + 1..left + 2).filter(|to| level < self.columns && is_gap(to)).for_each(add);
            } else if level > position.free {
                cells(beside, level).filter(is_gap).for_each(add);
            } else if column(from) != level || beside >> (from / 16) & 1 == 0 {
                cells(beside, level).filter(|&to| position.is_gap(to)).take(1).for_each(add);
            }
        }
        steps
    }

    /// Takes a step. What it depends on is no longer open: that the cell is a gap, and that the predecessor is left of it.
    pub fn take(&self, position: &mut Position, (card, to): Step) -> Result<(), Failure> {
        let level = column(to);
        if level > position.free {
            if position.is_open(to) {
                position.exchange(to, position.open_gap(level).ok_or("no gap is open")?);
                position.open[level] &= !(1 << (to / 16));
            }
            if position.is_open(to - 1) {
                position.exchange(to - 1, position.cell[usize::from(card) - 4]);
                position.open[level - 1] &= !(1 << (to / 16));
            }
        }
        position.exchange(position.cell[usize::from(card)], to);
        self.open(position)
    }

    /// Opens the free levels, which only makes the position stand for more boards, and brings it into canonical form.
    ///
    /// Level 0 is free if column 0 has a gap and a Two: then the Twos in it can be put into any arrangement on the rows
    /// whose first cell is a gap or a Two. Level k + 1, on top of a free level k, is free if in the open rows of level k
    /// column k + 1 has a gap and a card of rank k + 1 whose predecessor is in level k. The proof of lemma 1 needs that no
    /// row is open on a free level beside these, and no gap on the first level that is not free. Both always hold, which
    /// need not be believed: it is checked.
    fn open(&self, position: &mut Position) -> Result<(), Failure> {
        for level in 0..LEVELS {
            let mut open = cells(position.open[level], level);
            if open.clone().count() == 1 || open.all(|cell| position.is_gap(cell)) {
                position.open[level] = 0;
            }
        }
        position.free = 0;
        let has_door = self.rules == Rules::Standard && position.doors().next().is_some();
        let (mut below, mut suits) = ((1u8 << self.rows) - 1, 15u8);
        for level in (0..LEVELS.min(self.columns - 1)).take_while(|_| has_door) {
            let content = |cell: u8| position.at[usize::from(cell)];
            let fits = |&cell: &u8| usize::from(content(cell) / 4) == level && suits >> (content(cell) % 4) & 1 != 0;
            let standing = cells(below, level).filter(fits).fold(0, |suits, cell| suits | 1 << (content(cell) % 4));
            let rows = cells(below, level).filter(|cell| position.is_gap(*cell) || fits(cell));
            let rows = rows.fold(0, |rows, cell| rows | 1 << (cell / 16));
            let is_free = standing != 0 && cells(below, level).any(|cell| position.is_gap(cell));
            let others = if is_free { position.open[level] & !rows != 0 } else { position.open_gap(level).is_some() };
            refuse_if(others, "a free level, or the one after it, has other open rows than it should")?;
            if !is_free {
                break;
            }
            position.open[level] = rows;
            position.free += 1;
            (below, suits) = (rows, standing);
        }
        for level in 0..LEVELS {
            let open = cells(position.open[level], level);
            let mut contents: Vec<u8> = open.clone().map(|cell| position.at[usize::from(cell)]).collect();
            contents.sort_unstable();
            open.zip(contents).for_each(|(cell, content)| position.put(cell, content));
        }
        Ok(())
    }
}
