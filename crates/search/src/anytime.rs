//! Anytime weighted A* (Hansen and Zhou 2007): weighted A* that goes on after its first plan.
//!
//! For a plan now and a better one later. Each plan is cheaper than the one before; whatever cannot
//! be cheaper still is cut by g + h (by g alone if the heuristic is not admissible). When nothing
//! is left the last plan is proved optimal, with any heuristic whose dead ends are sound. At a
//! limit the best plan is reported with the limit's name and the lower bound proved by then.
//! Complete.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Heuristic, Outcome, Run};

use crate::Algorithm;
use crate::best_first::{GoalTest, Plans, Variant, Weights, search};
use crate::wastar::WEIGHT;

/// Describes anytime weighted A* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "anytime",
        summary: "anytime weighted A*: ever cheaper plans, until the last is proved optimal (Hansen and Zhou 2007)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC, WEIGHT],
        solve: |game, arguments, run| {
            solve(game, arguments.heuristic, arguments.values.number(&WEIGHT), run)
        },
    }
}

/// Runs anytime weighted A*; the weight is that of [`wastar`](crate::wastar::solve).
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{anytime, example::Doubling};
///
/// let outcome = anytime::solve(&Doubling { goal: 10 }, &Blind, 2.0, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    weight: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let variant = Variant {
        weights: Weights::weighted(weight),
        goal_test: GoalTest::Generation,
        plans: Plans::Improve,
        ..Variant::ASTAR
    };
    search(game, heuristic, &variant, run)
}
