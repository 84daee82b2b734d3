//! The record of a search, which is a proof of loss that others can check, as
//! `docs/certificates.md` defines it.
//!
//! The search generates positions in an order in which each proved loss relies on earlier ones
//! only, so its record is already a proof. It states the result at each position with a choice (a
//! relaxed dead end, a known loss, or the sufficient steps) and the step to take next; the
//! positions themselves follow from the deal. A position is marked to be stored only once a later
//! proof relies on it: most positions are not marked, and take no memory in the checker.

use patience_core::sets::Set32;
use patience_core::{HashMap, Stop};

use crate::position::{Geometry, Position, Step, Steps};

const DEAD_END: u8 = 0;
const LOST_BEFORE: u8 = 1;
const ALL: u8 = 2;
const SOME: u8 = 4;
const REMEMBER: u8 = 1;
const ONLY: u8 = 8;
const RESTART: u8 = 0xFF;

/// An upper bound on the bytes recorded between two choices: at most six per position of a forced
/// sequence.
const STEP: usize = 16 << 10;

/// The record of a search.
pub(crate) struct Log {
    /// Maximum bytes.
    most: u64,
    bytes: Vec<u8>,
    /// For each position on the current path, the place of its hint.
    line: Vec<usize>,
    /// For each position proved lost, the place of its hint.
    lost: HashMap<[u32; 3], u32>,
}

impl Log {
    /// Creates the record of a search with or without sleep sets. It never takes more than the
    /// given number of bytes, not even while it grows.
    pub fn new(sleep: bool, most: u64) -> Self {
        Log { most, bytes: vec![sleep.into()], line: Vec::new(), lost: HashMap::default() }
    }

    /// Makes room for the record up to the next choice or the next position proved lost: both
    /// collections double when full, and meanwhile the old and the new one both exist.
    ///
    /// # Errors
    /// [`Stop::Memory`].
    pub fn make_room(&mut self) -> Result<(), Stop> {
        let capacity = self.bytes.capacity();
        if capacity - self.bytes.len() < STEP {
            let more = (2 * capacity).max(capacity + STEP);
            self.allow(more as u64)?;
            self.bytes.reserve_exact(more - self.bytes.len());
        }
        if self.lost.len() == self.lost.capacity() {
            self.allow(map_bytes(2 * self.lost.len() + 1))?;
            self.lost.reserve(1);
        }
        Ok(())
    }

    fn allow(&self, more: u64) -> Result<(), Stop> {
        if self.size() + more > self.most { Err(Stop::Memory) } else { Ok(()) }
    }

    /// The record.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The bytes in use.
    pub fn size(&self) -> u64 {
        self.bytes.capacity() as u64 + map_bytes(self.lost.capacity())
    }

    /// The position is a relaxed dead end.
    pub fn dead_end(&mut self) {
        self.bytes.push(DEAD_END);
    }

    /// The position was proved lost before.
    pub fn lost_before(&mut self, position: &Position) {
        self.bytes.push(LOST_BEFORE);
        // A false match of the table has no entry here; the checker then rejects the proof.
        if let Some(&place) = self.lost.get(&key(position)) {
            self.bytes[place as usize] |= REMEMBER;
        }
    }

    /// Records that these steps suffice, and that at most one of them is awake, which is taken.
    pub fn suffices(&mut self, steps: &Steps, set: Set32) {
        self.hint(steps, set);
    }

    /// Records a choice: these steps suffice, and the awake ones are examined one after the other.
    pub fn choice(&mut self, steps: &Steps, set: Set32) {
        self.line.push(self.bytes.len());
        self.hint(steps, set);
    }

    fn hint(&mut self, steps: &Steps, set: Set32) {
        let mut numbers = set.iter().map(|index| number(steps, steps[index]));
        if set == steps.all() {
            self.bytes.push(ALL);
        } else if set.is_single() {
            self.bytes.extend(numbers.next().map(|number| ONLY + number));
        } else {
            self.bytes.push(SOME);
            let numbers: Set32 = numbers.map(usize::from).collect();
            self.bytes.extend(numbers.bits().to_le_bytes());
        }
    }

    /// Records that a step of the last choice is examined.
    pub fn step(&mut self, geometry: &Geometry, position: &Position, step: Step) {
        self.bytes.push(number(&position.steps(geometry), step));
    }

    /// Records that the position of the last choice is lost, since all its successors are.
    pub fn lost(&mut self, position: &Position) {
        if let Some(place) = self.line.pop() {
            // Beyond 4 GiB nothing is marked, and earlier losses are not accepted.
            if let Ok(place) = u32::try_from(place) {
                self.lost.insert(key(position), place);
            }
        }
    }

    /// Records that the search returns to the first choice.
    pub fn restart(&mut self) {
        self.bytes.push(RESTART);
        self.line.truncate(1);
    }
}

/// The bytes of a map with room for this many positions. A slot has a key, a value and a control
/// byte, and at most seven of eight slots are used.
fn map_bytes(positions: usize) -> u64 {
    positions as u64 * 8 / 7 * 17
}

/// Returns the stored part of a position's key.
fn key(position: &Position) -> [u32; 3] {
    let key = position.key();
    [0, 32, 64].map(|shift| (key >> shift) as u32)
}

/// The number of a step: steps are ordered by card, and by row if a card has several. (A card that
/// enters a free level has one, regardless of its row in the representative.)
fn number(steps: &Steps, step: Step) -> u8 {
    steps.iter().filter(|other| (other.card, other.to) < (step.card, step.to)).count() as u8
}
