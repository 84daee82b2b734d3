//! Restarts that remember, the proof search: [workers](worker) that share a table, a game of
//! [fixed Twos](fixed_twos) tried beside them, a [log] that is a proof, and the question for the
//! [fewest moves of Twos](few_twos). This room imports `reduce` and `memory`, and knows no other
//! strategy.

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
