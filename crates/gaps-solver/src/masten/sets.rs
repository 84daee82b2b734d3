//! Masten's third search: all positions, in sets through which play can only move forward.
//!
//! A *set* is defined by the number of Twos in the first column (with all but one there, first
//! without and then with a neighbouring gap), by the suits of these Twos, by their order if all are
//! there, and by the number of cards locked after them. None of this is ever undone. Its positions
//! are divided into *buckets* by the number of cards in sequence, fewest first. Each bucket has two
//! sequences in the scratch space: the open positions, in any order and possibly repeated, and the
//! visited positions, sorted. A visit sorts the first, leaves out the members of the second, and
//! merges both into a new second: the visited positions need not fit into memory.
//!
//! With all but one of the Twos and a gap in the first column, any arrangement of them can be
//! turned into any other. Such positions are therefore stored without the first column: with the
//! Twos in order and the gap last.

use patience_core::sets::permutations;

use std::collections::{BTreeMap, BTreeSet};

use super::records::{FROM, Recorder, TO, WAITS};
use super::reductions;
use crate::board::{Board, Move};
use crate::config::Masten;
use crate::counters::Counters;
use crate::disk::{SortedRun, Store};
use crate::fault::Halt;
use crate::job::Job;
use crate::position::{
    EMPTY, Geometry, PACKED, Packed, Position, Step, cell_at, column_of, real_move, rows_of,
};

pub(super) struct Sets<'a> {
    board: &'a Board,
    parts: &'a Masten,
    recorder: Recorder<'a>,
    store: Store<'a>,
    /// Buckets with open positions.
    waiting: BTreeSet<u32>,
    /// The sequence of visited positions of each bucket.
    visited: BTreeMap<u32, u32>,
}

impl<'a> Sets<'a> {
    pub fn new(
        board: &'a Board,
        parts: &'a Masten,
        geometry: &'a Geometry,
        store: Store<'a>,
    ) -> Self {
        let recorder = Recorder::new(geometry, board.rules(), parts);
        Sets { board, parts, recorder, store, waiting: BTreeSet::new(), visited: BTreeMap::new() }
    }

    pub fn counters(&self) -> Counters {
        self.store.counters
    }

    pub fn run(&mut self, job: &mut Job<'_>) -> Result<Option<Vec<Move>>, Halt> {
        self.store.check_room()?;
        self.store.layers.restore(BTreeMap::new())?;
        let deal = Position::new(self.recorder.geometry, self.board).pack(self.recorder.geometry);
        self.put(deal, Move { from: 0, to: 0 })?;
        while let Some(bucket) = self.waiting.pop_first() {
            self.store.write_pending()?;
            if let Some(solved) = self.visit(bucket, job)? {
                let plan = self.plan(solved)?;
                return Ok(Some(plan));
            }
        }
        Ok(None)
    }

    /// Adds a position that a move reached to the open positions of its bucket.
    fn put(&mut self, mut packed: Packed, by: Move) -> Result<(), Halt> {
        let front = self.recorder.leave_out(&mut packed);
        packed[WAITS..].copy_from_slice(&[1, by.from, by.to, front]);
        let bucket = self.recorder.bucket_of(&self.recorder.position(&packed));
        self.waiting.insert(bucket);
        self.store.append(4 * bucket, &packed)
    }

    /// Visits the open positions of a bucket; returns a solved one if there is one.
    fn visit(&mut self, bucket: u32, job: &mut Job<'_>) -> Result<Option<Packed>, Halt> {
        let (waiting, before) = (4 * bucket, self.visited.get(&bucket).copied());
        let after = if before == Some(waiting + 1) { waiting + 2 } else { waiting + 1 };
        let mut all = self
            .store
            .sorted(waiting, |packed| self.recorder.checked(bucket, packed).map(|_| *packed))?;
        let old = before.map(|number| self.store.layers.read::<PACKED>(number)).transpose()?;
        all.runs.extend(old.map(SortedRun::new).transpose()?);
        self.store.layers.remove(waiting)?;
        let (mut solved, mut last, mut held) = (None, None::<Packed>, 0);
        // Among equal positions the visited one comes first, then the one stored first, in the
        // order of moves.
        while let Some(record) = all.pop(&mut self.store.counters.duplicates)? {
            if last.is_some_and(|last| last[..WAITS] == record[..WAITS]) {
                self.store.counters.duplicates += 1;
                continue;
            }
            last = Some(record);
            held += 1;
            let mut kept = record;
            kept[WAITS] = 0;
            self.store.append(after, &kept)?;
            if record[WAITS] == 0 || solved.is_some() {
                self.store.budget.tick()?;
                continue;
            }
            self.store.budget.expand()?;
            self.store.counters.expanded += 1;
            job.notify(&self.store.counters);
            if self.store.counters.expanded.is_multiple_of(256) {
                self.store.note_bytes(&all);
            }
            let position = self.recorder.position(&record);
            if position.is_goal(self.recorder.geometry) {
                solved = Some(record);
            } else {
                self.expand(&record, &position)?;
            }
        }
        drop(all);
        self.store.counters.stored = self.store.counters.stored.max(held);
        self.store.write_pending()?;
        self.store.remove_runs()?;
        before.map_or(Ok(()), |number| self.store.layers.remove(number))?;
        self.visited.insert(bucket, after);
        Ok(solved)
    }

    fn expand(&mut self, record: &Packed, position: &Position) -> Result<(), Halt> {
        let geometry = self.recorder.geometry;
        if self.parts.blocking_patterns && reductions::is_blocked(geometry, position) {
            self.store.counters.dead_ends += 1;
            return Ok(());
        }
        if self.parts.safe_moves
            && let Some(step) = reductions::safe_move(geometry, position)
        {
            let from = position.cell[usize::from(step.card)];
            return self.step(position, step, real_move(geometry, from, step.to));
        }
        let is_left_out = self.recorder.is_left_out(record);
        for &step in position.steps(self.recorder.geometry).iter() {
            let from = position.cell[usize::from(step.card)];
            let m = real_move(self.recorder.geometry, from, step.to);
            match column_of(step.to) {
                // The last Two enters: before that, any arrangement is possible.
                0 if is_left_out && column_of(from) > 0 => self.enter(record, m)?,
                // Inside the position, but outside a first column that was dropped.
                0 | 1 if is_left_out => {}
                _ => self.step(position, step, m)?,
            }
        }
        if is_left_out && self.recorder.geometry.columns > 2 {
            // Any Two can be brought to any row, so a Three next to one can go to any gap of its
            // column.
            let twos = (0..self.recorder.geometry.rows)
                .filter(|&two| column_of(position.cell[usize::from(two)]) == 0);
            for three in twos.map(|two| two + 4) {
                for row in rows_of(position.gaps, 1) {
                    let (from, to) = (position.cell[usize::from(three)], cell_at(row, 1));
                    self.step(
                        position,
                        Step { card: three, to },
                        real_move(self.recorder.geometry, from, to),
                    )?;
                }
            }
        }
        Ok(())
    }

    fn step(&mut self, position: &Position, step: Step, m: Move) -> Result<(), Halt> {
        let mut after = position.clone();
        after.take(self.recorder.geometry, step);
        self.store.counters.generated += 1;
        self.put(after.pack(self.recorder.geometry), m)
    }

    /// Lets the last Two enter the first column, which the positions leave out.
    fn enter(&mut self, record: &Packed, m: Move) -> Result<(), Halt> {
        let last = record[usize::from(m.from)];
        for order in permutations(self.recorder.geometry.rows) {
            let mut after = *record;
            after[usize::from(m.from)] = EMPTY;
            self.recorder.first_column().zip(&order).for_each(|(cell, &two)| after[cell] = two);
            let to =
                self.recorder.first_column().find(|&cell| after[cell] == last).unwrap_or_default();
            self.store.counters.generated += 1;
            self.put(after, Move { from: m.from, to: to as u8 })?;
        }
        Ok(())
    }

    /// The plan that led to a position: backward from record to record, then forward by real moves.
    fn plan(&mut self, solved: Packed) -> Result<Vec<Move>, Halt> {
        let mut records = vec![solved];
        loop {
            let record = records[records.len() - 1];
            if record[FROM] == record[TO] {
                break;
            }
            let before = self.recorder.before(&record);
            records.push(self.find(&before)?);
        }
        records.reverse();
        let mut board =
            Position::new(self.recorder.geometry, self.board).pack(self.recorder.geometry);
        let mut plan = Vec::new();
        for step in records.windows(2) {
            let m = Move { from: step[1][FROM], to: step[1][TO] };
            if self.recorder.is_left_out(&step[0]) {
                self.recorder.arrange(&mut board, m, &step[1], &mut plan);
            }
            board.swap(m.from.into(), m.to.into());
            plan.push(m);
        }
        Ok(plan)
    }

    /// The record of a visited position. Its sequence is read to the end to verify that it is
    /// complete.
    fn find(&mut self, packed: &Packed) -> Result<Packed, Halt> {
        let bucket = self.recorder.bucket_of(&self.recorder.position(packed));
        let number = self.visited.get(&bucket).copied().unwrap_or(4 * bucket);
        let mut records = self.store.layers.read::<PACKED>(number)?;
        let mut found = None;
        while let Some(record) = records.next()? {
            self.store.budget.tick()?;
            found = found.or((record[..WAITS] == packed[..WAITS]).then_some(record));
        }
        let found = found.filter(|record| self.recorder.checked(bucket, record).is_some());
        found.ok_or_else(|| self.store.layers.damaged(number, "a position is missing in it").into())
    }
}
