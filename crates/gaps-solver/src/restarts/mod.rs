//! Restarts with a lost-position table, the proof search: [workers](worker) that share a table, an
//! attempt with [fixed Twos](fixed_twos) during the search, a [log] that is a proof, and the
//! question of the [fewest moves of Twos](few_twos). This module imports `reduce` and `memory`, and
//! no other strategy.

mod end;
mod few_twos;
mod fixed_twos;
mod frame;
mod log;
mod recorded;
mod shared;
mod team;
mod worker;

pub(crate) use end::End;
pub(crate) use few_twos::fewest_two_moves;
pub(crate) use recorded::recorded;
pub(crate) use shared::Shared;
pub(crate) use team::{Shares, run};
pub(crate) use worker::Worker;
