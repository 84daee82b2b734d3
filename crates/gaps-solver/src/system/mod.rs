//! Files of the system, for scratch space, checkpoints and parts. Behind the feature `std`, which
//! WebAssembly builds omit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "for users of the library; the solver itself receives these as services"
)]

mod checkpoint;
mod directory;
mod files;
mod parts;

pub use checkpoint::FileCheckpoint;
pub use directory::Directory;
pub use parts::PartsFolder;
pub use patience_core::Threads;
