//! Uniform-cost search: states in the order of their cost from the start (Dijkstra 1959, without
//! the graph in memory).
//!
//! For cheapest plans where moves differ in cost and no heuristic is at hand; with equal costs it
//! does what `bfs` does, a little slower, as it tests a state for the goal only when no cheaper one
//! is left. Complete and optimal, for all costs from 0. Time and memory grow with the number of
//! states that are no more expensive than the goal.

use patience_core::{Blind, Game, Outcome, Run};

use crate::Algorithm;
use crate::best_first::{Variant, search};

/// Describes uniform-cost search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "ucs",
        summary: "uniform-cost search: a cheapest plan, or a proof that there is none (Dijkstra 1959)",
        complete: true,
        optimal: true,
        parameters: &[],
        solve: |game, _, run| solve(game, run),
    }
}

/// Runs uniform-cost search.
///
/// # Examples
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_search::{example::Doubling, ucs};
///
/// let outcome = ucs::solve(&Doubling { goal: 10 }, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(game: &G, run: &mut Run<G>) -> Outcome<G::Move> {
    search(game, &Blind, &Variant::UNIFORM_COST, run)
}
