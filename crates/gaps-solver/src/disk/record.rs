//! Records of a sweep: positions with the second number of their measure.

use crate::position::{PACKED, Packed};

/// A position of a layer: the second number of its measure, most significant byte first, and its
/// packing. Sorted as bytes, records are therefore in the order of the measure.
pub(crate) const RECORD: usize = 4 + PACKED;
pub(crate) type Record = [u8; RECORD];

/// Numbers of the sequences that hold runs: above those of all layers.
pub(crate) const FIRST_RUN: u32 = 1 << 31;

pub(crate) fn record_of(second: u32, packed: &Packed) -> Record {
    let mut record = [0; RECORD];
    record[..4].copy_from_slice(&second.to_be_bytes());
    record[4..].copy_from_slice(packed);
    record
}

pub(crate) fn packed(record: &Record) -> Packed {
    std::array::from_fn(|index| record[4 + index])
}
