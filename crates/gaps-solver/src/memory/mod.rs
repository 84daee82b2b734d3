//! Storage of the positions proved lost: their keys in a [table], the recent ones in a [cache], and
//! the table between runs in a [checkpoint]. This module imports `disk`, and the data that the keys
//! depend on: the board and the configuration.

mod cache;
mod checkpoint;
mod identity;
mod keeper;
mod prefetch;
mod shard;
mod table;

pub(crate) use cache::Cache;
pub use checkpoint::Checkpoint;
pub use identity::fingerprint;
pub(crate) use identity::identity;
pub use keeper::CHECKPOINT_MAGIC;
pub(crate) use keeper::{Keeper, Kept};
pub(crate) use shard::Worth;
pub(crate) use table::{ENTRY, KeyBytes, Table};
