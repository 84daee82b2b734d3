//! Studies: specification → jobs → rows → statistics → tables and plots.
//!
//! A [`spec`] is read from a TOML file; its [`job`]s are run by a [`pool`] of [`worker`] processes,
//! and each becomes a row in the [`store`] (or, on another machine, in a [`shard`] that is merged
//! later). [`report`] turns rows into tables and plots with the [`statistics`] of the field, and
//! shows the query behind every number. [`engine`] passes the chunks of a study to Slurm or
//! HyperQueue.

#![forbid(unsafe_code)]

mod asked;
pub mod browse;
mod canonical;
pub mod chart;
pub mod compare;
mod document;
mod energy;
pub mod engine;
pub mod example;
mod expected;
pub mod export;
mod export_error;
mod external;
mod file;
mod functions;
mod instance;
pub mod job;
mod metric;
mod monitor;
mod paired;
pub mod parquet;
pub mod pool;
pub mod program;
pub mod provenance;
pub mod rank;
pub mod rating;
pub mod report;
pub mod schema;
mod seed;
pub mod setting;
pub mod shard;
pub mod solving;
pub mod spec;
pub mod statistics;
pub mod status;
pub mod store;
pub mod study;
mod tex;
mod text;
mod unique;
mod whole;
pub mod worker;

pub use patience_core::units;

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
