//! Boards of Cohesion and levels of Match the Tiles whose shortest solution has a requested number
//! of moves.
//!
//! Random boards are drawn and searched, so the optimum is proved. This crate is above both the
//! games, which contain no search, and the searches, which are independent of games. The result of
//! a name is pinned forever: it depends only on the name, within a budget that can only stop the
//! generator.
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

use std::str::FromStr;

use patience_core::suggest::quoted;
use patience_core::{Budget, Game, InputError, Run, Source};
use patience_games::grid::{MAX_CELLS, MAX_SIDE, Size};

/// A part of a name: its label and its expected form.
type Part = (&'static str, &'static str);

/// Parses a name `WxH/COUNT/MOVES/SEED`; `count` and `range` describe two parts for messages, and
/// `moves` reads the moves.
fn parse<M>(
    name: &str,
    source: &Source,
    [of_count, of_moves]: [Part; 2],
    moves: fn(&str) -> Option<M>,
) -> Result<(Size, usize, M, u64), InputError> {
    let Source { name: source, pattern, example, .. } = source;
    let [size, count, wanted, seed] = name.split('/').collect::<Vec<_>>()[..] else {
        return Err(InputError::new(format!(
            "`{source}/{}` is not a valid name here; expected {pattern}, such as {example}",
            name.chars().take(80).flat_map(char::escape_debug).collect::<String>()
        )));
    };
    let wrong = |text: &str, (what, expected): Part| {
        InputError::new(format!("{} is not a valid {what}; expected {expected}", quoted(text)))
    };
    Ok((
        Size::parse(size).ok_or_else(|| {
            InputError::new(format!(
                "{} is not a valid size; expected columns and rows, 1 to {MAX_SIDE} each and \
                 {MAX_CELLS} cells at most, such as 6x6",
                quoted(size)
            ))
        })?,
        digits(count).ok_or_else(|| wrong(count, of_count))?,
        moves(wanted).ok_or_else(|| wrong(wanted, of_moves))?,
        digits(seed).ok_or_else(|| wrong(seed, SEED))?,
    ))
}

/// A number with digits only, because with signs one board would have two names.
fn digits<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

/// The last part of every name.
const SEED: Part = ("seed", "a whole number from 0 to 18446744073709551615");

/// Runs a search within the rest of a budget, and subtracts its use.
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
