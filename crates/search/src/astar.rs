//! A*: the state with the smallest f = g + h first (Hart, Nilsson and Raphael 1968).
//!
//! For a cheapest plan with an admissible heuristic: no algorithm with the same knowledge expands
//! fewer states, up to ties, if the heuristic is consistent. If it is only admissible, states are
//! opened again when a cheaper path to them turns up, which keeps the plan optimal. Among equal f
//! the smallest h goes first, then the newest. With a heuristic that is not admissible it is a good
//! search without a promise. Complete.
//!
//! Time and memory grow with the states whose f is below the cost of the plan.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Heuristic, Outcome, Run};

use crate::Algorithm;
use crate::best_first::{Variant, search};

/// Describes A* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "astar",
        summary: "A*: a cheapest plan with an admissible heuristic, or a proof that there is none (Hart et al. 1968)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| solve(game, arguments.heuristic, run),
    }
}

/// Runs A*.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{astar, example::Doubling};
///
/// let outcome = astar::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    search(game, heuristic, &Variant::ASTAR, run)
}
