//! Birds of a Feather as the paper of Kucharski, Deihim and Ergezer (2019) learns it: its training
//! data, its models, and what they and its searches come to. The searches themselves are those of
//! `patience-papers`; `patience learn birds-report` prints the paper's tables, its figures beside
//! ours.

pub mod ceiling;
pub mod classifiers;
pub mod data;
pub mod features;
pub mod guided;
pub mod published;
pub mod repetition;
pub mod searches;
