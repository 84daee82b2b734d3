//! Iterative deepening A* (Korf 1985), with or without a transposition table (Reinefeld and
//! Marsland 1994).
//!
//! For cheapest plans if A* does not fit in memory. Each iteration searches depth-first among the
//! states with f = g + h up to a bound; the next bound is the smallest f that was cut off. The
//! table stores the cost at which an iteration reached a state, and the state is searched again
//! only if it is reached more cheaply. When seven eighths of the allowed memory are used, the table
//! accepts no more entries, and for other states only the path is checked for repetitions.
//! Complete; optimal with an admissible heuristic.
//!
//! Without a table ([`Remembers::Nothing`]) each path is searched again, several times as fast, but
//! the search of a space with cycles and no plan does not end; with a cache of a fixed size it ends
//! if the cache holds the cycles. `full` and `tree` have the two searches.
//!
//! Time: as A*, times the number of iterations, and more if the table is full; many different costs
//! make many iterations. Memory: the path, and the table within the memory limit.

mod deepening;
mod full;
mod tree;

use patience_core::parameter::HEURISTIC;
use patience_core::{Choice, Game, Heuristic, Outcome, Parameter, Run};

use crate::Algorithm;

pub(crate) use deepening::{Bounds, Deepening, End, deepen, lower};

/// The states that IDA* stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembers {
    /// All states searched, within the memory limit.
    All,
    /// The states searched most recently, in a cache of [`CACHE`] places.
    Lately,
    /// Only the path.
    Nothing,
}

impl Choice for Remembers {
    const WORDS: &[&str] = &["full", "cache", "none"];
    const ALL: &[Remembers] = &[Remembers::All, Remembers::Lately, Remembers::Nothing];
}

/// The stored states.
pub const TABLE: Parameter<Remembers> = Parameter::choice(
    "table",
    "States that IDA* stores: all that it searched, a cache of --cache places, or none. The last \
     two are faster if few paths lead to a state; if moves can go in circles, a loss is proved \
     only if the stored states include the circles",
);

/// The binary logarithm of the places in the cache.
pub const CACHE: Parameter<u64> =
    Parameter::whole("cache", "bits", 1..=30, 16, "The cache of IDA* has 2^BITS places");

/// Describes IDA* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "idastar",
        summary: "IDA*: a cheapest plan like A*, by depth-first searches with rising bounds, or a \
                  proof that there is none (Korf 1985)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC, TABLE.declared, CACHE.declared],
        solve: |game, arguments, run| match arguments.values.get(&TABLE) {
            Remembers::All => solve(game, arguments.heuristic, run),
            Remembers::Lately => {
                let bits = arguments.values.get(&CACHE) as u32;
                tree::solve(game, arguments.heuristic, Some(bits), run)
            }
            Remembers::Nothing => tree::solve(game, arguments.heuristic, None, run),
        },
    }
}

/// Runs IDA* with a table of all states.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, idastar};
///
/// let outcome = idastar::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    full::solve(game, heuristic, run)
}

/// Runs IDA* without a table: it stores only the path.
///
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, idastar};
///
/// let outcome = idastar::solve_plainly(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
/// ```
pub fn solve_plainly<G: Game, H: Heuristic<G> + ?Sized>(
    game: &G,
    heuristic: &H,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    tree::solve(game, heuristic, None, run)
}
