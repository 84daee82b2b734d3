//! The native part of the Python package `patience_games`: everything that must be fast or needs
//! proofs. The convenient interface is written in Python, in `python/patience_games/`; plain data
//! crosses as JSON.
//!
//! Searches run on their own threads without the interpreter's lock (`worker`), except those
//! that call Python at every state, which hold it (`callable`, `puzzle`).

#![forbid(unsafe_code)]

mod callable;
mod cells;
mod closure;
mod erased;
mod errors;
mod instance;
mod learn;
mod many;
mod puzzle;
mod questions;
mod request;
mod rules;
mod search;
mod state;
mod worker;

use patience_catalogue::native::CountingAllocator;
use pyo3::prelude::*;

/// Counts the memory of each thread, for memory limits. The interpreter has its own
/// allocator.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Searches, proofs and rules; the package around it is what to import.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::instance::{Instance, games, names, open, read};
    #[pymodule_export]
    use super::learn::train;
    #[pymodule_export]
    use super::many::SolveMany;
    #[pymodule_export]
    use super::puzzle::solve_puzzle;
    #[pymodule_export]
    use super::questions::{analyse, certify, check, redeal_chance, redeal_rules, redealt, review};
    #[pymodule_export]
    use super::state::{Heuristic, Move, State};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
