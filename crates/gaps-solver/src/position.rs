//! Packed positions, in which arrangements are left open where nothing depends on them.
//!
//! # Levels
//! A Two in column 0 never leaves column 0. Under the standard rules, while column 0 has a gap, the Twos in it can be put
//! into any arrangement on the *open rows* (those whose first cell is a gap or a Two) and back. Level 0 is *free*. A Three
//! in column 1 of an open row whose Two is in column 0 can then go to any gap in column 1 of another open row and back,
//! because its Two can be brought there: with such a gap level 1 is free, too, and so on for Fours in column 2. All these
//! arrangements are one position here. Level k needs a gap for itself, so there are at most four free levels. The steps
//! inside free levels are the only ones that can be undone: without them the game graph is acyclic.
//!
//! # Late commitment
//! When the last gap of a level is filled (or a level below freezes), its arrangement is frozen, but which one it is
//! matters only when something is put next to it. Choosing then is as good as choosing before, because every arrangement
//! could have been made before. So the rows of the level stay *wild*: cards and gaps on them are known as sets, and each
//! step commits just the rows that it depends on. What is left is again a set of cards and gaps in any arrangement, on
//! every level independently. When a gap comes back to column 0, the levels that are free again forget all commitments.

use crate::board::{Board, Card, Rules};
use patience_core::Random;

/// Cells are numbered row · 16 + column, so that the right neighbour is a shift by one in a 64-bit mask.
pub(crate) const STRIDE: usize = 16;
/// Most ranks in play.
pub(crate) const RANKS: usize = 12;
/// Cards are numbered rank · 4 + suit: the successor is 4 further.
pub(crate) const CARDS: usize = RANKS * 4;
/// In `Position::at`: no card.
pub(crate) const EMPTY: u8 = 0xFF;
/// Most levels that can ever be free: each needs a gap.
pub(crate) const LEVELS: usize = 4;
/// A cell that no board has: stands for "somewhere on the wild rows" in keys.
const WILD: usize = 15;
/// A column that no board has: stands for "this row is wild" in keys.
const WILD_ROW: usize = 13;
/// A column that no board has: its words stand for the number of moves left, below 192.
const COUNT: usize = 14;

pub(crate) fn column_of(cell: u8) -> u8 {
    cell % STRIDE as u8
}

pub(crate) fn row_of(cell: u8) -> u8 {
    cell / STRIDE as u8
}

pub(crate) fn cell_at(row: u8, column: u8) -> u8 {
    row * STRIDE as u8 + column
}

/// A position as plain bytes; see [`Position::pack`].
pub(crate) const PACKED: usize = 52 + LEVELS;
pub(crate) type Packed = [u8; PACKED];

/// The set bits of a mask, lowest first.
pub(crate) fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u8);
        mask &= mask.wrapping_sub(1);
        bit
    })
}

/// The row mask (bit r) of a mask of cells in one column (bit 16 · r after shifting it to column 0).
pub(crate) fn rows_of(column: u64) -> u8 {
    ((column & 1) | (column >> 15 & 2) | (column >> 30 & 4) | (column >> 45 & 8)) as u8
}

/// The inverse of [`rows_of`]: the cells of column 0 in the given rows.
pub(crate) fn first_cells(rows: u8) -> u64 {
    let rows = u64::from(rows);
    (rows & 1) | (rows & 2) << 15 | (rows & 4) << 30 | (rows & 8) << 45
}

/// What all positions of one deal share.
pub(crate) struct Geometry {
    pub rows: u8,
    pub columns: u8,
    /// Number of cards: 4 · ranks, of which suits beyond the rows are not in play.
    pub cards: u8,
    pub fixed_suits: bool,
    /// Whether arrangements are left open. If not, moves inside column 0 are steps like all others.
    pub open_rows: bool,
    /// Whether moves of Twos that are in column 0 are counted: a position then has so many of them left, with fixed Twos
    /// none.
    pub counted_twos: bool,
    /// The cells of column 0.
    pub first_column: u64,
    /// The cells of the last column: the gaps of a solved board.
    pub row_ends: u64,
    /// One random word for each card in each cell. Two different positions get the same key with probability 2^-128,
    /// whatever they are, because their keys differ by the exclusive or of at least one independent random word.
    zobrist: Box<[[u128; 64]; CARDS]>,
}

impl Geometry {
    pub fn new(board: &Board, open_rows: bool, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut word = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        let mut zobrist = Box::new([[0; 64]; CARDS]);
        zobrist.iter_mut().flatten().for_each(|slot| *slot = word());
        let rows = board.rows() as u8;
        let first_column = first_cells((1 << rows) - 1);
        Geometry {
            rows,
            columns: board.columns() as u8,
            cards: 4 * (board.columns() as u8 - 1),
            fixed_suits: board.rules() == Rules::FixedSuits,
            open_rows: open_rows && board.rules() == Rules::Standard,
            counted_twos: board.rules() == Rules::FixedTwos,
            first_column,
            row_ends: first_column << (board.columns() - 1),
            zobrist,
        }
    }

    /// Without open rows, and with moves of Twos in column 0 counted.
    pub fn counting_twos(board: &Board, seed: u64) -> Self {
        Geometry { counted_twos: true, ..Geometry::new(board, false, seed) }
    }

    /// Whether every step is for good: with open rows all that can be undone is no step, under fixed suits nothing can be
    /// undone, and otherwise only moves of Twos in column 0 and what they make possible, which ends when they are counted.
    pub fn is_acyclic(&self) -> bool {
        self.open_rows || self.fixed_suits || self.counted_twos
    }

    /// The cells of column 0 that a Two of the suit may enter.
    pub fn doors(&self, suit: u8) -> u64 {
        if self.fixed_suits { 1 << cell_at(suit, 0) } else { self.first_column }
    }

    /// The highest rank: nothing goes to its right.
    pub fn is_top(&self, card: u8) -> bool {
        card + 4 >= self.cards
    }

    fn count_word(&self, count: u8) -> u128 {
        self.word(count % CARDS as u8, COUNT + STRIDE * usize::from(count / CARDS as u8 % 4))
    }

    fn word(&self, card: u8, cell: usize) -> u128 {
        self.zobrist[usize::from(card)][cell]
    }
}

/// A step between positions: the card goes to the cell. A card that enters a free level joins its wild cards; the cell
/// then only says where this representative puts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub card: u8,
    pub to: u8,
}

/// The steps of a position: at most 4 for each gap, and for each wild row.
#[derive(Clone, Copy)]
pub(crate) struct Steps {
    len: u8,
    steps: [Step; 32],
}

impl Steps {
    pub fn new() -> Self {
        Steps { len: 0, steps: [Step { card: 0, to: 0 }; 32] }
    }

    #[inline]
    pub fn push(&mut self, step: Step) {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }
}

impl std::ops::Deref for Steps {
    type Target = [Step];

    fn deref(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }
}

/// A position, with one concrete arrangement of its wild rows as a representative.
#[derive(Clone, Debug)]
pub(crate) struct Position {
    /// The card in each cell, [`EMPTY`] where there is none.
    pub at: [u8; 64],
    /// The cell of each card; 0xFF for cards that are not in play.
    pub cell: [u8; CARDS],
    pub gaps: u64,
    /// For each level the rows on which its cards and gaps may be in any arrangement.
    pub wild: [u8; LEVELS],
    /// Number of free levels.
    pub free: u8,
    /// How often a Two that is in column 0 may still move, where that is counted.
    two_moves: u8,
    key: u128,
}

impl Position {
    pub fn new(geometry: &Geometry, board: &Board) -> Self {
        let mut position = Position::empty();
        for (index, content) in board.cells().iter().enumerate() {
            let cell = cell_at((index / board.columns()) as u8, (index % board.columns()) as u8);
            position.put(geometry, cell, content.map_or(EMPTY, |Card { suit, rank }| rank * 4 + suit));
        }
        position.refresh(geometry);
        position
    }

    /// Says how often a Two that is in column 0 may still move, where that is counted.
    pub fn allow_two_moves(&mut self, geometry: &Geometry, count: u8) {
        self.key ^= geometry.count_word(self.two_moves) ^ geometry.count_word(count);
        self.two_moves = count;
    }

    /// Whether Twos that are in column 0 stay there for good.
    pub fn twos_stay(&self, geometry: &Geometry) -> bool {
        geometry.counted_twos && self.two_moves == 0
    }

    fn empty() -> Self {
        Position { at: [EMPTY; 64], cell: [0xFF; CARDS], gaps: 0, wild: [0; LEVELS], free: 0, two_moves: 0, key: 0 }
    }

    fn put(&mut self, geometry: &Geometry, cell: u8, content: u8) {
        if content == EMPTY {
            self.gaps |= 1 << cell;
        } else {
            self.at[usize::from(cell)] = content;
            self.cell[usize::from(content)] = cell;
            self.key ^= geometry.word(content, cell.into());
        }
    }

    /// The exact identity of the position: equal positions have equal keys, and different ones equal keys with
    /// probability 2^-128.
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
        column < LEVELS && self.wild[column] >> row_of(cell) & 1 != 0
    }

    /// Whether the step depends on wild rows.
    pub fn is_beside_wild(&self, step: Step) -> bool {
        let from = self.cell[usize::from(step.card)];
        self.is_wild(from) || self.is_wild(step.to) || column_of(step.to) > 0 && self.is_wild(step.to - 1)
    }

    /// The rows where the representative has a gap in a column.
    #[inline]
    fn gap_rows(&self, level: usize) -> u8 {
        rows_of(self.gaps >> level & first_cells(0xF))
    }

    /// The wild cards of a level.
    fn wild_cards(&self, level: usize) -> impl Iterator<Item = u8> {
        let rows = self.wild[level] & !self.gap_rows(level);
        bits(rows.into()).map(move |row| self.content(row, level as u8))
    }

    /// All steps out of the position. Moves inside free levels are no steps.
    #[inline]
    pub fn steps(&self, geometry: &Geometry) -> Steps {
        let mut steps = Steps::new();
        let doors = self.gaps & geometry.first_column;
        let may_move = |two: u8| !self.twos_stay(geometry) || column_of(self.cell[usize::from(two)]) != 0;
        if geometry.fixed_suits {
            let twos = bits(doors).map(row_of).filter(|&two| may_move(two));
            twos.for_each(|two| steps.push(Step { card: two, to: cell_at(two, 0) }));
        } else if !geometry.open_rows {
            for to in bits(doors) {
                let twos = (0..geometry.rows).filter(|&two| may_move(two));
                twos.for_each(|card| steps.push(Step { card, to }));
            }
        } else if doors != 0 {
            let to = doors.trailing_zeros() as u8;
            let outside = (0..geometry.rows).filter(|&two| column_of(self.cell[usize::from(two)]) != 0);
            outside.for_each(|card| steps.push(Step { card, to }));
        }
        for to in bits(self.gaps & !geometry.first_column) {
            let left = self.at[usize::from(to) - 1];
            if left != EMPTY && !geometry.is_top(left) && !self.is_wild(to) && !self.is_wild(to - 1) {
                steps.push(Step { card: left + 4, to });
            }
        }
        if self.wild != [0; LEVELS] {
            self.steps_beside_wild(geometry, &mut steps);
        }
        steps
    }

    /// The steps to a wild gap, or to the right of a wild card.
    fn steps_beside_wild(&self, geometry: &Geometry, steps: &mut Steps) {
        for level in 1..=LEVELS.min(usize::from(geometry.columns) - 2) {
            let column = level as u8;
            let wild = if level < LEVELS { self.wild[level] } else { 0 };
            let gaps = self.gap_rows(level);
            // Rows where a gap can be assumed.
            let gappable = if wild & gaps != 0 { gaps | wild } else { gaps };
            let below = self.wild[level - 1];
            for left in self.wild_cards(level - 1) {
                let card = left + 4;
                let standing = self.cell[usize::from(card)];
                if level <= usize::from(self.free) {
                    // The left neighbour can be brought to any open row: all gaps there are one.
                    let inside = column_of(standing) == column && below >> row_of(standing) & 1 != 0;
                    let targets = gaps & below;
                    if targets != 0 && !inside {
                        steps.push(Step { card, to: cell_at(targets.trailing_zeros() as u8, column) });
                    }
                } else {
                    // A wild card moving inside its wild rows would only commit itself.
                    let barred = if column_of(standing) == column && self.is_wild(standing) { wild } else { 0 };
                    bits((gappable & below & !barred).into())
                        .for_each(|row| steps.push(Step { card, to: cell_at(row, column) }));
                }
            }
            if wild & gaps != 0 {
                for row in bits((wild & !below).into()) {
                    let left = self.content(row, column - 1);
                    if left != EMPTY && !geometry.is_top(left) {
                        let standing = self.cell[usize::from(left) + 4];
                        if column_of(standing) != column || !self.is_wild(standing) {
                            steps.push(Step { card: left + 4, to: cell_at(row, column) });
                        }
                    }
                }
            }
        }
    }

    /// Takes a step that [`steps`](Self::steps) gave.
    #[inline]
    pub fn take(&mut self, geometry: &Geometry, Step { card, to }: Step) {
        let rank = usize::from(card / 4);
        if rank <= LEVELS && self.wild != [0; LEVELS] && usize::from(column_of(to)) == rank {
            self.commit_for(geometry, card, row_of(to));
        }
        let from = self.cell[usize::from(card)];
        if geometry.counted_twos && card < 4 && column_of(from) == 0 {
            self.allow_two_moves(geometry, self.two_moves - 1);
        }
        // A wild card leaves its level without saying from which row; a card that enters a free level becomes wild.
        let (was_wild, is_wild) = (self.is_wild(from), self.is_wild(to));
        self.key ^= geometry.word(card, if was_wild { WILD } else { from.into() });
        self.key ^= geometry.word(card, if is_wild { WILD } else { to.into() });
        self.at[usize::from(from)] = EMPTY;
        self.at[usize::from(to)] = card;
        self.cell[usize::from(card)] = to;
        self.gaps ^= 1 << from | 1 << to;
        if was_wild {
            self.settle(geometry, column_of(from).into());
        }
        if geometry.open_rows {
            if is_wild {
                self.settle(geometry, column_of(to).into());
            }
            self.refresh(geometry);
        }
    }

    /// Commits the rows that the step of a card to its own level depends on: the gap there, and the left neighbour.
    fn commit_for(&mut self, geometry: &Geometry, card: u8, row: u8) {
        let level = usize::from(card / 4);
        let joins = level <= usize::from(self.free);
        if level < LEVELS && self.wild[level] >> row & 1 != 0 && !joins {
            if self.content(row, level as u8) != EMPTY {
                let gap = (self.wild[level] & self.gap_rows(level)).trailing_zeros() as u8;
                self.exchange(level, row, gap);
            }
            self.set_wild(geometry, level, self.wild[level] & !(1 << row));
            self.settle(geometry, level);
        }
        if level >= 1 && level > usize::from(self.free) && self.wild[level - 1] >> row & 1 != 0 {
            let left = self.cell[usize::from(card) - 4];
            self.exchange(level - 1, row, row_of(left));
            self.set_wild(geometry, level - 1, self.wild[level - 1] & !(1 << row));
            self.settle(geometry, level - 1);
        }
    }

    /// Exchanges what the representative has in two rows of a level, both wild.
    fn exchange(&mut self, level: usize, one: u8, other: u8) {
        if one == other {
            return;
        }
        let cells = [cell_at(one, level as u8), cell_at(other, level as u8)];
        self.at.swap(cells[0].into(), cells[1].into());
        for cell in cells {
            self.gaps &= !(1 << cell);
            match self.at[usize::from(cell)] {
                EMPTY => self.gaps |= 1 << cell,
                card => self.cell[usize::from(card)] = cell,
            }
        }
    }

    /// Makes exactly the given rows of a level wild.
    fn set_wild(&mut self, geometry: &Geometry, level: usize, rows: u8) {
        for row in bits((self.wild[level] ^ rows).into()) {
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
        let cards = (self.wild[level] & !self.gap_rows(level)).count_ones();
        if cards == 0 || self.wild[level].count_ones() == 1 {
            self.set_wild(geometry, level, 0);
        }
    }

    /// Makes the free levels wild.
    #[inline]
    fn refresh(&mut self, geometry: &Geometry) {
        self.free = 0;
        if !geometry.open_rows || self.gaps & geometry.first_column == 0 {
            return;
        }
        let (mut below, mut suits) = ((1u8 << geometry.rows) - 1, 0xFu8);
        for level in 0..LEVELS.min(usize::from(geometry.columns) - 1) {
            let gaps = self.gap_rows(level) & below;
            let (mut rows, mut standing) = (gaps, 0);
            for row in bits((below & !gaps).into()) {
                let card = self.content(row, level as u8);
                if usize::from(card / 4) == level && suits >> (card % 4) & 1 != 0 {
                    rows |= 1 << row;
                    standing |= 1 << (card % 4);
                }
            }
            if gaps == 0 || standing == 0 {
                return;
            }
            self.set_wild(geometry, level, rows);
            self.free += 1;
            (below, suits) = (rows, standing);
        }
    }

    /// A pair that grows in lexicographic order with every step, so that the game graph is acyclic (with open rows, or
    /// with fixed suits).
    ///
    /// A suit's cards are *locked* up to the first that is not in the column of its rank. Per suit, read "locked or right
    /// of its predecessor" from the lowest rank to the highest as a binary number. A step of a card that is not locked
    /// raises its own bit and changes only bits of higher ranks after it: the first of the pair grows. A step of a locked
    /// card stays in its column and leaves that number as it is. It either brings the card onto the open rows of a free
    /// level, or, by committing, right of its predecessor for good: the second of the pair has these two numbers.
    pub fn measure(&self, geometry: &Geometry) -> (u32, u32) {
        let open = self.cards_on_open_rows(geometry);
        let (mut first, mut on_open, mut committed) = (0, 0, 0);
        for suit in 0..geometry.rows {
            let mut locked = true;
            for rank in 0..geometry.cards / 4 {
                let card = usize::from(rank * 4 + suit);
                let cell = self.cell[card];
                locked &= column_of(cell) == rank;
                let joined = match rank {
                    0 => geometry.fixed_suits && cell == cell_at(suit, 0),
                    _ => self.cell[card - 4] + 1 == cell && !self.is_wild(cell) && !self.is_wild(cell - 1),
                };
                let bit = 1 << (RANKS as u8 - 1 - rank);
                first += if locked || joined { bit } else { 0 };
                on_open += if open >> card & 1 != 0 { bit } else { 0 };
                committed += if joined { bit } else { 0 };
            }
        }
        (first, on_open << 14 | committed)
    }

    /// With a gap in column 0: the cards of rank k in column k whose row, and suit, are the same way in all columns before.
    fn cards_on_open_rows(&self, geometry: &Geometry) -> u64 {
        let mut cards = 0;
        if geometry.open_rows && self.gaps & geometry.first_column != 0 {
            let (mut rows, mut suits) = ((1u8 << geometry.rows) - 1, 0xFu8);
            for column in 0..geometry.columns - 1 {
                let gaps = rows_of(self.gaps >> column & first_cells(0xF));
                let fits = |card: u8| card != EMPTY && card / 4 == column && suits >> (card % 4) & 1 != 0;
                let standing = bits(rows.into()).filter(|&row| fits(self.content(row, column)));
                let standing = standing.fold(0u8, |standing, row| standing | 1 << row);
                suits = bits(standing.into()).fold(0, |suits, row| suits | 1 << (self.content(row, column) % 4));
                rows &= gaps | standing;
                cards |= u64::from(suits) << (4 * column);
            }
        }
        cards
    }

    /// The exact position in few bytes: the content of every cell, with wild rows in a canonical arrangement, and which
    /// rows are wild.
    pub fn pack(&self, geometry: &Geometry) -> Packed {
        let mut packed = [EMPTY; PACKED];
        for row in 0..geometry.rows {
            for column in 0..geometry.columns {
                packed[usize::from(row * geometry.columns + column)] = self.content(row, column);
            }
        }
        for (level, &rows) in self.wild.iter().enumerate().filter(|&(_, &rows)| rows != 0) {
            let cell = |row: u8| usize::from(row * geometry.columns) + level;
            let mut contents: Vec<u8> = bits(rows.into()).map(|row| packed[cell(row)]).collect();
            contents.sort_unstable();
            bits(rows.into()).zip(contents).for_each(|(row, content)| packed[cell(row)] = content);
            packed[52 + level] = rows;
        }
        packed
    }

    /// The inverse of [`pack`](Self::pack).
    pub fn unpack(geometry: &Geometry, packed: &Packed) -> Self {
        let mut position = Position::empty();
        for row in 0..geometry.rows {
            for column in 0..geometry.columns {
                position.put(geometry, cell_at(row, column), packed[usize::from(row * geometry.columns + column)]);
            }
        }
        for level in 0..LEVELS {
            let rows = packed[52 + level];
            position.set_wild(geometry, level, if rows == EMPTY { 0 } else { rows });
        }
        position.refresh(geometry);
        position
    }

    /// Whether the board is solved under some arrangement of the wild rows.
    pub fn is_goal(&self, geometry: &Geometry) -> bool {
        if self.gaps != geometry.row_ends {
            return false;
        }
        let mut suits = 0u8;
        (0..geometry.rows).all(|row| {
            let mut suit = geometry.fixed_suits.then_some(row);
            let home = (0..geometry.columns - 1).all(|column| {
                let card = self.content(row, column);
                card / 4 == column && (self.is_wild(cell_at(row, column)) || *suit.get_or_insert(card % 4) == card % 4)
            });
            let unique = suit.is_none_or(|suit| suits >> suit & 1 == 0);
            suits |= suit.map_or(0, |suit| 1 << suit);
            home && unique
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    /// All arrangements of a position's wild rows, each as the contents of all cells.
    fn members(position: &Position) -> Vec<[u8; 64]> {
        let mut all = vec![position.at];
        for (level, &rows) in position.wild.iter().enumerate() {
            let cells: Vec<usize> = bits(rows.into()).map(|row| usize::from(cell_at(row, level as u8))).collect();
            for swapped in 0..cells.len() {
                // Every member so far, with each of the remaining contents in this cell.
                let each = |member: &[u8; 64]| {
                    let with = |other: &usize| {
                        let mut member = *member;
                        member.swap(cells[swapped], *other);
                        member
                    };
                    cells[swapped..].iter().map(with).collect::<Vec<_>>()
                };
                all = all.iter().flat_map(each).collect();
            }
        }
        all
    }

    fn explore(geometry: &Geometry, start: Position, most: usize) -> Option<Vec<Position>> {
        let mut known = HashMap::from([(start.key(), 0)]);
        let mut all = vec![start];
        let mut next = 0;
        while next < all.len() {
            for &step in all[next].clone().steps(geometry).iter() {
                let mut after = all[next].clone();
                after.take(geometry, step);
                if geometry.is_acyclic() {
                    let (before, now) = (all[next].measure(geometry), after.measure(geometry));
                    assert!(now > before, "{step:?} does not raise the measure of {:?}", &all[next]);
                }
                let unpacked = Position::unpack(geometry, &after.pack(geometry));
                assert_eq!(unpacked.key(), after.key(), "packing loses something");
                assert_eq!(unpacked.free, after.free);
                match known.get(&after.key()) {
                    Some(&index) => assert_eq!(all[index].pack(geometry), after.pack(geometry), "key without position"),
                    None => {
                        known.insert(after.key(), all.len());
                        all.push(after);
                    }
                }
            }
            next += 1;
            if all.len() > most {
                return None;
            }
        }
        Some(all)
    }

    fn random_board(random: &mut Random, rows: usize, columns: usize, rules: Rules) -> Board {
        let ranks = columns as u8 - 1;
        let cards = (0..rows as u8).flat_map(|suit| (0..ranks).map(move |rank| Some(Card { suit, rank })));
        let mut cells: Vec<_> = cards.chain(std::iter::repeat_n(None, rows)).collect();
        random.shuffle(&mut cells);
        Board::new(rows, columns, rules, cells).expect("all cards once")
    }

    /// With open rows, the positions stand for exactly the boards that can be reached by the rules as they are, steps
    /// raise the measure, and different positions have different keys and packings.
    #[test]
    fn open_rows_stand_for_exactly_the_reachable_boards() {
        let mut random = Random::new(3);
        let mut compared = 0;
        for round in 0..3000 {
            let (rows, columns) = (1 + round % 4, 2 + random.index(5));
            let rules = [Rules::FixedSuits, Rules::FixedTwos, Rules::Standard, Rules::Standard][random.index(4)];
            let board = random_board(&mut random, rows, columns, rules);
            let (plain, open) = (Geometry::new(&board, false, 1), Geometry::new(&board, true, 1));
            let Some(boards) = explore(&plain, Position::new(&plain, &board), 6000) else { continue };
            let boards: HashSet<[u8; 64]> = boards.iter().map(|position| position.at).collect();
            let positions = explore(&open, Position::new(&open, &board), 6000).expect("no more than boards");
            let stood_for: HashSet<[u8; 64]> = positions.iter().flat_map(members).collect();
            assert_eq!(stood_for, boards, "{board:?}");
            compared += 1;
        }
        assert!(compared > 1000, "{compared}");
    }
}
