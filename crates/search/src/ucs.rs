//! Uniform-cost search: states in the order of their cost from the start (Dijkstra 1959, without the graph in memory).
//!
//! For cheapest plans where moves differ in cost and no heuristic is at hand; with equal costs it does what `bfs` does,
//! a little slower, as it tests a state for the goal only when no cheaper one is left. Complete and optimal, for all
//! costs from 0. Time and memory grow with the number of states that are no dearer than the goal.

use patience_core::{Blind, Game};

use crate::Algorithm;
use crate::best_first::{Policy, search};

/// Describes uniform-cost search.
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "ucs",
        summary: "uniform-cost search: a cheapest plan, or a proof that there is none (Dijkstra 1959)",
        complete: true,
        optimal: true,
        parameters: &[],
        solve: |game, _, run| search(game, &Blind, &Policy::UNIFORM_COST, run),
    }
}
