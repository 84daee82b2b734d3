//! Reductions of the search, each with its soundness argument: [dead ends](relaxation) by the
//! delete relaxation and by [pairs] of facts, [persistent sets](persistent), and steps that
//! [sleep]. This module imports only `position`.

mod dead_ends;
mod pairs;
mod persistent;
mod relaxation;
mod sleep;
mod sufficient;
mod switches;
#[cfg(target_arch = "x86_64")]
mod wide;

pub(crate) use dead_ends::DeadEnds;
pub(crate) use persistent::persistent;
pub(crate) use relaxation::{Allowed, EVERYWHERE, Relaxation, is_dead_end};
pub(crate) use sleep::Asleep;
pub(crate) use sufficient::sufficient;
pub use switches::Reductions;
