//! The guides of `docs/`, compiled and run as tests. Not published: a published crate holds all
//! files that it reads.

#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
mod adding_a_game {}
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-an-algorithm.md")]
mod adding_an_algorithm {}
#[cfg(doctest)]
#[doc = include_str!("../../../docs/learning.md")]
mod learning {}
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-heuristic.md")]
mod adding_a_heuristic {}
#[cfg(doctest)]
#[doc = include_str!("../../../docs/learning/own-game.md")]
mod learning_for_a_game_of_your_own {}
