//! Records after each layer how far a search on disk has come, so that a killed search can be
//! resumed.
//!
//! Two sequences hold records in turn, each with a checksum. A record is written when the layers
//! that it names are safe on the disk, and replaces the last but one. So one of the two is always
//! whole, unless the search was killed while it wrote the first.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};

use patience_core::{Certifiable, Counters, Game, fnv1a};

use super::error::DiskError;
use super::sequence::{Disk, Sequence};

/// The two sequences, far above those of layers.
const SLOTS: [u32; 2] = [u32::MAX - 1, u32::MAX];

/// The first bytes of a record; the last of them is the version.
const MAGIC: &[u8; 8] = b"patddd\0\x01";

/// The position of a search.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Checkpoint {
    /// The fingerprint of the game and its start.
    pub fingerprint: u64,
    /// The number of the next sequence.
    pub next: u32,
    pub least_cost: u32,
    pub counters: Counters,
    pub layers: Vec<(u32, u64, u64)>,
}

/// Distinguishes searches: one that resumes must have the same game, rules and start.
pub(super) fn fingerprint<D: Certifiable>(domain: &D, game: &D::Game) -> u64 {
    let board = domain.notation(game, &game.start());
    fnv1a(format!("{}\n{}\n{board}", domain.name(), domain.rules(game)).as_bytes())
}

impl Checkpoint {
    fn to_bytes(&self) -> Vec<u8> {
        let counters = &self.counters;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.fingerprint.to_le_bytes());
        bytes.extend(self.next.to_le_bytes());
        bytes.extend(self.least_cost.to_le_bytes());
        for count in [
            counters.expanded,
            counters.generated,
            counters.duplicates,
            counters.peak_open,
            counters.peak_closed,
        ] {
            bytes.extend(count.to_le_bytes());
        }
        for (number, records, sum) in &self.layers {
            bytes.extend(number.to_le_bytes());
            bytes.extend(records.to_le_bytes());
            bytes.extend(sum.to_le_bytes());
        }
        let sum = fnv1a(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk::<8>()?;
        let mut rest = content.strip_prefix(MAGIC)?;
        if fnv1a(content) != u64::from_le_bytes(*sum) {
            return None;
        }
        let fingerprint = word(&mut rest)?;
        let (next, least_cost) = (half(&mut rest)?, half(&mut rest)?);
        let counters = Counters {
            expanded: word(&mut rest)?,
            generated: word(&mut rest)?,
            duplicates: word(&mut rest)?,
            peak_open: word(&mut rest)?,
            peak_closed: word(&mut rest)?,
            ..Counters::default()
        };
        let mut layers = Vec::new();
        while !rest.is_empty() {
            layers.push((half(&mut rest)?, word(&mut rest)?, word(&mut rest)?));
        }
        Some(Checkpoint { fingerprint, next, least_cost, counters, layers })
    }

    /// Writes the record, when everything that it names is safe.
    pub fn write(&self, disk: &mut Disk<'_>) -> Result<(), DiskError> {
        let slot = SLOTS[self.layers.len() % 2];
        let unusable = disk.unusable(slot);
        let scratch = disk.scratch();
        let mut write = || {
            scratch.sync()?;
            scratch.remove(slot)?;
            scratch.append(slot, 0, &self.to_bytes())?;
            scratch.sync()
        };
        write().map_err(unusable)
    }

    /// Reads the last whole record, and brings the scratch space back to it. `None` if there is
    /// none yet; then the space is emptied.
    pub fn read(fingerprint: u64, disk: &mut Disk<'_>) -> Result<Option<Self>, DiskError> {
        let mut found = Vec::new();
        for slot in SLOTS {
            let mut bytes = Vec::new();
            let unusable = disk.unusable(slot);
            match disk.scratch().read(slot) {
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(unusable(error)),
                Ok(mut from) => from.read_to_end(&mut bytes).map_err(unusable)?,
            };
            found.push((slot, bytes.len() as u64, Checkpoint::from_bytes(&bytes)));
        }
        let whole = found.iter().filter_map(|(slot, length, record)| {
            record.as_ref().map(|record| (*slot, *length, record))
        });
        let Some((slot, length, last)) = whole.max_by_key(|(.., record)| record.layers.len())
        else {
            return match found.as_slice() {
                // Killed before or while the first record was written.
                [] => Self::restore(&BTreeMap::new(), disk).map(|()| None),
                [(slot, ..)] if *slot == SLOTS[1] => {
                    Self::restore(&BTreeMap::new(), disk).map(|()| None)
                }
                [(slot, ..), ..] => Err(DiskError::Damaged { name: disk.scratch().name(*slot) }),
            };
        };
        if last.fingerprint != fingerprint {
            return Err(DiskError::Foreign { name: disk.scratch().name(slot) });
        }
        let width = disk.width() as u64;
        let layers = last.layers.iter().map(|(number, records, _)| (*number, records * width));
        Self::restore(&layers.chain([(slot, length)]).collect(), disk)?;
        Ok(Some(last.clone()))
    }

    fn restore(lengths: &BTreeMap<u32, u64>, disk: &mut Disk<'_>) -> Result<(), DiskError> {
        let unusable = disk.unusable(SLOTS[0]);
        disk.scratch().restore(lengths).map_err(unusable)
    }

    /// The layers as sequences.
    pub fn sequences(&self) -> Vec<Sequence> {
        let layers = self.layers.iter();
        layers.map(|(number, records, sum)| Sequence::of(*number, *records, *sum)).collect()
    }
}

fn word(rest: &mut &[u8]) -> Option<u64> {
    let (word, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u64::from_le_bytes(*word))
}

fn half(rest: &mut &[u8]) -> Option<u32> {
    let (half, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(u32::from_le_bytes(*half))
}
