//! Birds of a Feather as the paper of Kucharski, Deihim and Ergezer (2019) learns it: its training
//! data, its models, its searches and its figures.
//!
//! The board here is made for speed and knows nothing but what the paper needs; the rules as
//! everybody else uses them are in `patience-games`, and tests hold the two together.

pub mod ceiling;
mod chart;
pub mod classifiers;
pub mod data;
pub mod deal;
pub mod features;
pub mod mcts;
pub mod report;
pub mod search;
pub mod sheet;
