//! Anytime weighted A* (Hansen and Zhou 2007): weighted A* that goes on after its first plan.
//!
//! For a plan now and a better one later. Each plan is cheaper than the one before; whatever cannot be cheaper still is
//! cut by g + h (by g alone if the heuristic is not admissible). When nothing is left the last plan is proved optimal,
//! with any heuristic whose dead ends are sound. At a limit the best plan is reported with the limit's name and the
//! lower bound proved by then. Complete.

use patience_core::Game;
use patience_core::parameter::HEURISTIC;

use crate::Algorithm;
use crate::best_first::{GoalTest, Plans, Policy, Weights, search};
use crate::wastar::WEIGHT;

/// Describes anytime weighted A*.
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "anytime",
        summary: "anytime weighted A*: ever cheaper plans, until the last is proved optimal (Hansen and Zhou 2007)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC, WEIGHT],
        solve: |game, arguments, run| {
            let policy = Policy {
                weights: Weights::weighted(arguments.values.number(&WEIGHT)),
                goal_test: GoalTest::Generation,
                plans: Plans::Improve,
                ..Policy::ASTAR
            };
            search(game, arguments.heuristic, &policy, run)
        },
    }
}
