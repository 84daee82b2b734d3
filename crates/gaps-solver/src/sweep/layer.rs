//! A layer in its turn: its positions in the order of the measure, whether or not they fit into the memory.

use std::collections::BTreeSet;

use crate::fault::Fault;
use crate::layers::Records;
use crate::record::{RECORD, Record};

/// Bytes that a record takes in a tree, at most: nodes of eleven are at least half full.
pub const IN_TREE: u64 = 2 * RECORD as u64 + 16;
/// Bytes that the reader of a run keeps in memory.
pub const BUFFER: u64 = 8 << 10;

/// A sorted run in the scratch space.
pub struct Run {
    from: Records<RECORD>,
    /// The next record.
    head: Option<Record>,
}

impl Run {
    pub fn new(mut from: Records<RECORD>) -> Result<Self, Fault> {
        let head = from.next()?;
        Ok(Run { from, head })
    }
}

/// Sorted runs in the scratch space, one run in memory, and the positions that steps within the layer lead to, all to be
/// merged.
#[derive(Default)]
pub struct Layer {
    pub runs: Vec<Run>,
    /// The last run, backward.
    pub held: Vec<Record>,
    pub late: BTreeSet<Record>,
}

impl Layer {
    /// The next record in order, equal ones as one.
    pub fn pop(&mut self, duplicates: &mut u64) -> Result<Option<Record>, Fault> {
        let heads = self.runs.iter().filter_map(|run| run.head);
        let Some(least) = heads.chain(self.held.last().copied()).chain(self.late.first().copied()).min() else {
            return Ok(None);
        };
        let mut found = 0;
        for run in &mut self.runs {
            while run.head == Some(least) {
                run.head = run.from.next()?;
                found += 1;
            }
        }
        while self.held.last() == Some(&least) {
            self.held.pop();
            found += 1;
        }
        found += u64::from(self.late.remove(&least));
        *duplicates += found - 1;
        Ok(Some(least))
    }

    /// Bytes in memory.
    pub fn bytes(&self) -> u64 {
        let buffers = self.runs.len() as u64 * BUFFER;
        (self.held.capacity() * RECORD) as u64 + self.late.len() as u64 * IN_TREE + buffers
    }
}
