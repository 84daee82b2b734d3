//! Files that are verified before they are believed: [checksums](sealed), the [scratch
//! space](scratch) with its [layers] of records, and their [sorting]. This room imports positions,
//! which the records are.

mod layers;
mod progress;
mod record;
mod scratch;
mod sealed;
mod sorting;

pub(crate) use progress::Progress;
pub(crate) use record::{FIRST_RUN, RECORD, packed, record_of};
pub use scratch::{MemoryScratch, Scratch};
pub(crate) use sealed::{Checksum, Sealed, Sealing};
pub(crate) use sorting::{Merging, SortedRun, Store};
