//! Files that are verified before use: [checksums](sealed), the [scratch space](Scratch) with its
//! [layers] of records, and their [sorting]. This module imports positions, which the records
//! contain.

mod layers;
mod progress;
mod record;
mod sealed;
mod sorting;

pub use patience_core::{MemoryScratch, Scratch};
pub(crate) use progress::Progress;
pub(crate) use record::{FIRST_RUN, RECORD, packed, record_of};
pub(crate) use sealed::{Checksum, Sealed, Sealing};
pub(crate) use sorting::{Merging, SortedRun, Store};
