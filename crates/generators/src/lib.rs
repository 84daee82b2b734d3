//! Boards of Cohesion and levels of Match the Tiles whose shortest solution has as many moves as
//! asked for.
//!
//! Random boards are drawn and searched, so the optimum is proved. They stand above both the games,
//! which know no search, and the searches, which know no game. What a name gives is pinned for
//! ever: it is a function of the name alone, within a budget that can only stop it.
//!
//! ```
//! use patience_core::Budget;
//! use patience_generators::cohesion;
//!
//! let board = cohesion::generated("4x4/3/6-8/1", &mut Budget::unlimited())?;
//! assert_eq!(board.to_string(), ".BBB/.GRB/BR../G.B.");
//! # Ok::<(), patience_core::OpenError>(())
//! ```

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::disallowed_methods, clippy::disallowed_types))]

pub mod cohesion;
pub mod tiles;

use patience_core::suggest::quoted;
use patience_core::{Budget, Game, InputError, Run, Source};
use patience_games::grid::Size;

/// The parts of a name `WxH/COUNT/MOVES/SEED`, with the moves as `moves` reads them.
fn parse<M>(
    name: &str,
    source: &Source,
    moves: fn(&str) -> Option<M>,
) -> Result<(Size, usize, M, u64), InputError> {
    let parts = || {
        let [size, count, wanted, seed] = name.split('/').collect::<Vec<_>>()[..] else {
            return None;
        };
        Some((Size::parse(size)?, count.parse().ok()?, moves(wanted)?, seed.parse().ok()?))
    };
    parts().ok_or_else(|| {
        let Source { name: source, pattern, example, .. } = source;
        let name = quoted(&format!("{source}/{name}"));
        InputError::new(format!(
            "{name} is not a valid name here; expected {pattern}, such as {example}"
        ))
    })
}

/// Runs a search within what is left of a budget, and takes from it what the search used.
fn within<G: Game, T>(budget: &mut Budget<'_>, search: impl FnOnce(&mut Run<'_, G>) -> T) -> T {
    let mut run = Run::new(budget.rest(), budget.environment());
    let found = search(&mut run);
    budget.spend(run.counters().expanded);
    found
}

/// The example of the crate's README, compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
