//! The core types of Patience: one-player games, searches and plan validation.
//!
//! A [`Game`] is one immutable instance: a deal or a level under its rules. A search explores its
//! states with a [`Run`], which holds a [`Budget`] (limits, clock, heap meter, cancel flag),
//! counters and an observer, and returns an [`Outcome`] whose [`Verdict`] never claims more than
//! was proved. Solvers for a specific game, which do not use `Run`, take a `Budget`.
//! [`replay`](replay()) validates every plan. A [`Domain`] names the instances of a game, reads and
//! writes its notations and lists its heuristics.
//!
//! This crate starts no threads and opens no files, and searches read only the clock of their
//! [`Environment`], so that the same code runs in a browser. The feature `std`, on by default, adds
//! the system's clock ([`Environment::std`]), threads ([`Threads`]) and a folder for data that
//! exceeds the memory ([`Folder`]).
//!
//! ```
//! use patience_core::{Game, replay};
//!
//! /// Count down from `0` to zero by ones and twos.
//! struct Countdown(u32);
//!
//! impl Game for Countdown {
//!     type State = u32;
//!     type Move = u32;
//!     type Key = u32;
//!     fn start(&self) -> u32 {
//!         self.0
//!     }
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == 0
//!     }
//!     fn moves(&self, state: &u32, out: &mut Vec<u32>) {
//!         out.extend((1..=2).filter(|step| step <= state));
//!     }
//!     fn apply(&self, state: &u32, step: u32) -> u32 {
//!         state - step
//!     }
//!     fn key(&self, state: &u32) -> u32 {
//!         *state
//!     }
//! }
//!
//! let game = Countdown(3);
//! assert_eq!(replay(&game, &[1, 2]), Ok(2));
//! assert!(replay(&game, &[2, 2]).is_err(), "the second move is illegal");
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

mod budget;
pub mod cards;
mod certificate;
mod deals;
mod domain;
mod environment;
pub mod example;
mod game;
mod hash;
mod heuristic;
pub mod parameter;
mod place;
mod random;
mod replay;
mod reversible;
mod run;
mod scratch;
pub mod sets;
pub mod suggest;
#[cfg(feature = "std")]
mod system;
pub mod units;
pub mod vectors;
mod verdict;
mod view;
mod workers;

pub use budget::{Budget, Limits};
pub use certificate::{Certifiable, certificate};
pub use deals::freecell_deck;
pub use domain::{
    Domain, Format, HeuristicEntry, InputError, OpenError, Position, RuleSet, Source,
};
pub use environment::{Clock, Environment, Meter};
pub use game::{Game, perft, successors};
pub use hash::{HashMap, HashSet, fnv1a};
pub use heuristic::{
    Blind, Claims, Estimate, Evaluation, Heuristic, Part, PartValue, Value, estimates_after,
};
pub use parameter::{Argument, BadValue, Choice, Declaration, Kind, Parameter, Values};
pub use place::{cell_name, column_name, parse_cell, raised_row};
pub use random::{Random, weighted_index};
pub use replay::{PlanFault, ReplayError, replay, replay_keys, replay_path};
pub use reversible::Reversible;
pub use run::{Counters, Event, Observer, Run};
pub use scratch::{MemoryScratch, Scratch};
#[cfg(feature = "std")]
pub use system::{Folder, Threads, WallClock, open_regular};
pub use verdict::{DEFECT, Outcome, Stop, Verdict};
pub use view::{Cell, Control, Face, MoveView, View};
pub use workers::{OneThread, Workers};

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
