//! Repeats the learning of the paper of Kucharski, Deihim and Ergezer (2019) on Birds of a Feather:
//! its training data, its models, and their results in its searches. The searches themselves are
//! in `patience-papers`; `patience learn birds-report` prints the paper's tables, with its
//! figures next to ours.

pub mod ceiling;
pub mod classifiers;
pub mod data;
pub mod evolving;
pub mod features;
pub mod graphs;
pub mod guided;
mod parallel;
pub mod published;
pub mod repetition;
pub mod searches;
