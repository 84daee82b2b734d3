//! Answers to the page's questions, as plain data.
//!
//! There are two kinds of questions: [`answer`] replies at once by the rules of the games; a
//! [`Job`] searches, reports events, and is bounded by [`Bounds`]. The crate is independent of
//! transport, threads and clocks, so the same code serves a page over HTTP and in a browser's
//! worker.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod analyse;
mod certify;
mod chance;
mod clock;
mod context;
mod deal;
mod error;
mod job;
mod position;
mod question;
mod solve;
mod tree;
mod watch;

pub use certify::check;
pub use clock::Since;
pub use context::{Bounds, Emit, JobContext, Pace};
pub use deal::{LEVELS, daily};
pub use error::ApiError;
pub use job::{Job, run};
pub use patience_catalogue::{Instance, Look, ModelFile};
pub use position::{QUESTIONS, answer, described, is_dear, open};
pub use question::Question;

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
