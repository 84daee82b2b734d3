//! The commands, one file each.

pub mod analyse;
pub mod bench;
pub mod birds;
pub mod birds_report;
pub mod certify;
pub mod compare;
pub mod completions;
pub mod difficulty;
pub mod gaps;
pub mod gaps_report;
pub mod generate;
pub mod learn;
pub mod learn_data;
pub mod list;
pub mod man;
pub mod play;
pub mod puzzles;
pub mod redeal;
pub mod replay;
pub mod review;
pub mod serve;
pub mod show;
pub mod solve;
pub mod study;
pub mod tune;
pub mod values;
