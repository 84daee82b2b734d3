//! Greedy best-first search: the state that looks nearest to a goal first, whatever it cost (Doran
//! and Michie 1966).
//!
//! For any plan, soon. Complete, as every state that was generated is expanded at some time; a plan
//! may be far from the cheapest. A state keeps its first path. Time and memory grow with the states
//! generated; with a good heuristic these are few.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Heuristic, Outcome, Run};

use crate::Algorithm;
use crate::best_first::{Variant, search};

/// Describes greedy best-first search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "greedy",
        summary: "greedy best-first search: some plan, soon, by the heuristic alone (Doran and Michie 1966)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| solve(game, arguments.heuristic, run),
    }
}

/// Runs greedy best-first search.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, greedy};
///
/// let outcome = greedy::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    search(game, heuristic, &Variant::GREEDY, run)
}
