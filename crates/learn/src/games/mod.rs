//! Learning tasks of each game: features, recipe, and the instances for evaluation.

pub mod birds;
mod birds_report;
pub mod cohesion;
mod course;
mod examples;
pub mod gaps;
pub mod gaps_moves;
pub mod gaps_policy;
pub(crate) mod learner;
mod ranking;
pub mod tiles;

pub use course::{Course, Solved, Trial, log_ratios};
pub use learner::{Build, Learner, Open, See, Suite, TRAINING_SEEDS, Train};

/// All learning tasks: a heuristic for each game, and for Gaps a policy of moves and one for the
/// exact solver's restarts. [`Course`] has an example.
pub static COURSES: &[&dyn Course] = &[
    &gaps::LEARNER,
    &birds::LEARNER,
    &cohesion::LEARNER,
    &tiles::LEARNER,
    &gaps_policy::RestartPolicy,
    &gaps_moves::MovePolicy,
];
