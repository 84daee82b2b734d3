//! The features of a position, by number.

use super::super::state::RANKS;

/// The tables of features: see [`Links::TABLES`](super::Links::TABLES). Their order is that of the
/// numbers.
pub(super) const TABLES: [(&str, usize, usize); 5] = [
    ("CARD", 12, RANKS),
    ("SHIFT", 1, 25),
    ("MISSING", 18, 24),
    ("BESIDE_GAP", 4, 4),
    ("RUN", 1, 14),
];

/// The number of a table's first feature.
const fn first(table: usize) -> usize {
    let (mut first, mut before) = (0, 0);
    while before < table {
        first += TABLES[before].1 * TABLES[before].2;
        before += 1;
    }
    first
}

// The number of the first feature of each table.
pub(super) const CARD: usize = first(0);
pub(super) const SHIFT: usize = first(1);
pub(super) const MISSING: usize = first(2);
pub(super) const BESIDE_GAP: usize = first(3);
pub(super) const RUN: usize = first(4);
pub(super) const FEATURES: usize = first(TABLES.len());
