//! Positions of Masten's third search as records: their bucket, the move that reached them, and
//! without the first column if possible.

use crate::board::{Move, Rules};
use crate::config::Masten;
use crate::position::{EMPTY, Geometry, Packed, Position, Suits, column_of, row_of};

/// Place in a record, after the cells, of a byte that shows whether the position was visited
/// before (0) or is open (1). After it comes the move that first reached the position: the cell
/// that a card left and the one it filled, and for each row, in two bits, its entry of the recorded
/// first column at that time. (Without open rows, a packed position has nothing there.) The deal
/// counts as reached by a move from a cell to itself.
pub(super) const WAITS: usize = 52;
pub(super) const FROM: usize = 53;
pub(super) const TO: usize = 54;
const FRONT: usize = 55;

/// The first column as recorded.
const AS_IT_IS: u8 = 0b11_10_01_00;

pub(super) struct Recorder<'a> {
    pub geometry: &'a Geometry,
    /// Whether to leave out the first column if possible: its Twos move freely only under standard
    /// rules.
    leaves_out: bool,
    /// Whether positions of a set are divided by their cards in sequence.
    subsorts: bool,
}

impl<'a> Recorder<'a> {
    pub fn new(geometry: &'a Geometry, rules: Rules, parts: &Masten) -> Self {
        let leaves_out = rules == Rules::Standard && parts.first_column_left_out;
        Recorder { geometry, leaves_out, subsorts: parts.subsorting }
    }

    pub fn first_column(&self) -> impl Iterator<Item = usize> + use<> {
        (0..usize::from(self.geometry.rows)).map({
            let columns = usize::from(self.geometry.columns);
            move |row| row * columns
        })
    }

    /// Whether the first column is left out of a position: it holds all Twos but one, and a gap.
    pub fn is_left_out(&self, packed: &Packed) -> bool {
        let mut gaps = 0;
        let alike = self.first_column().all(|cell| {
            gaps += u32::from(packed[cell] == EMPTY);
            packed[cell] == EMPTY || packed[cell] < 4
        });
        self.leaves_out && alike && gaps == 1
    }

    /// Leaves the first column out if possible; returns which of its entries each row had.
    pub fn leave_out(&self, packed: &mut Packed) -> u8 {
        if !self.is_left_out(packed) {
            return AS_IT_IS;
        }
        let before: Vec<u8> = self.first_column().map(|cell| packed[cell]).collect();
        let mut sorted = before.clone();
        sorted.sort_unstable();
        self.first_column().zip(&sorted).for_each(|(cell, &content)| packed[cell] = content);
        let entry =
            |content| sorted.iter().position(|other| *other == content).unwrap_or_default() as u8;
        before
            .iter()
            .enumerate()
            .fold(0, |front, (row, &content)| front | entry(content) << (2 * row))
    }

    pub fn position(&self, record: &Packed) -> Position {
        Position::unpack(self.geometry, &bare(record))
    }

    /// The position of a record from a file; rejected unless it is a position of this deal and
    /// bucket.
    pub fn checked(&self, bucket: u32, record: &Packed) -> Option<Position> {
        let cells = self.geometry.rows * self.geometry.columns;
        let position = Position::unpack_checked(self.geometry, &bare(record))?;
        let fits =
            record[FROM] < cells && record[TO] < cells && self.bucket_of(&position) == bucket;
        fits.then_some(position)
    }

    /// The number of a position's bucket: its set, in visiting order, and its cards in sequence.
    pub fn bucket_of(&self, position: &Position) -> u32 {
        let Geometry { rows, cards, .. } = *self.geometry;
        let two_at_home = |two: &u8| column_of(position.cell[usize::from(*two)]) == 0;
        let there: Vec<u8> = (0..rows).filter(two_at_home).collect();
        let has_gap = !position.gaps.is_disjoint(self.geometry.first_column);
        let count = there.len() as u32;
        let stage = 2 * count + u32::from(there.len() + 1 == usize::from(rows) && has_gap);
        let suits: Suits = there.iter().copied().collect();
        let row_of_two = |two: &u8| u32::from(row_of(position.cell[usize::from(*two)]));
        let is_full = there.len() == usize::from(rows);
        // The row of the last Two follows from the others.
        let order = if is_full {
            there.iter().take(3).fold(0, |order, two| order << 2 | row_of_two(two))
        } else {
            0
        };
        let is_locked = |card: &u8| column_of(position.cell[usize::from(*card)]) == card / 4;
        let locked = |&two: &u8| (two..cards).step_by(4).take_while(is_locked).count() as u32;
        let in_play = (0..cards).filter(|card| card % 4 < rows);
        let in_sequence = in_play.filter(|&card| {
            let cell = position.cell[usize::from(card)];
            if card < 4 {
                column_of(cell) == 0
            } else {
                position.cell[usize::from(card) - 4] + 1 == cell
            }
        });
        let numbers = [
            (suits.bits().into(), 4),
            (order, 6),
            (there.iter().map(locked).sum(), 6),
            (if self.subsorts { in_sequence.count() as u32 } else { 0 }, 6),
        ];
        numbers.iter().fold(stage, |bucket, &(number, width)| bucket << width | number)
    }

    /// Moves Twos within the first column until a move is possible that leads to the position of a
    /// record.
    pub fn arrange(&self, board: &mut Packed, m: Move, after: &Packed, plan: &mut Vec<Move>) {
        let columns = usize::from(self.geometry.columns);
        let mut wanted = *board;
        let to = usize::from(m.to);
        if to.is_multiple_of(columns) {
            self.first_column().for_each(|cell| wanted[cell] = after[cell]);
            wanted[to] = EMPTY;
        } else if to % columns == 1 {
            let two = board[usize::from(m.from)] % 4;
            let at = self.first_column().find(|&cell| board[cell] == two);
            wanted.swap(at.unwrap_or(to - 1), to - 1);
        }
        // A gap that should hold a Two takes it; a gap in its final place takes any Two that is not
        // in its final place.
        while let Some(wrong) =
            self.first_column().find(|&cell| board[cell] != wanted[cell] && board[cell] != EMPTY)
        {
            let Some(gap) = self.first_column().find(|&cell| board[cell] == EMPTY) else { return };
            let from = self
                .first_column()
                .find(|&cell| board[cell] == wanted[gap] && cell != gap)
                .unwrap_or(wrong);
            board.swap(from, gap);
            plan.push(Move { from: from as u8, to: gap as u8 });
        }
    }

    /// The preceding record, as the move to this one left it.
    pub fn before(&self, record: &Packed) -> Packed {
        let mut before = bare(record);
        let front: Vec<u8> = self.first_column().map(|cell| record[cell]).collect();
        for (row, cell) in self.first_column().enumerate() {
            before[cell] = front[usize::from(record[FRONT] >> (2 * row) & 3).min(front.len() - 1)];
        }
        before.swap(record[FROM].into(), record[TO].into());
        self.leave_out(&mut before);
        before
    }
}

/// The cells of a record.
fn bare(record: &Packed) -> Packed {
    let mut packed = *record;
    packed[WAITS..].fill(EMPTY);
    packed
}
