//! Weighted A*: f = g + w·h (Pohl 1970).
//!
//! For a good plan sooner than A* finds the best. With an admissible heuristic and w ≥ 1 the plan
//! costs at most w times the optimum; the lower bound that is reported (the smallest g + h that
//! waits when the plan is found) is usually much better than that, and the plan is reported as
//! optimal where it reaches its cost. Complete. States are opened again, as the bound needs.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Heuristic, Outcome, Parameter, Run};

use crate::Algorithm;
use crate::best_first::{Variant, Weights, search};

/// How much the estimate counts against the cost so far; rounded to thousandths.
pub const WEIGHT: Parameter =
    Parameter::number("weight", 0.0..=1e6, 2.0, "The weight of the heuristic");

/// Describes weighted A* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "wastar",
        summary: "weighted A*: a plan within a factor of the cheapest, with the bound that was proved (Pohl 1970)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, WEIGHT],
        solve: |game, arguments, run| {
            solve(game, arguments.heuristic, arguments.values.number(&WEIGHT), run)
        },
    }
}

/// Runs weighted A*. The weight is rounded to thousandths; it is 0 if it is negative or not a
/// number.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, wastar};
///
/// let outcome = wastar::solve(&Doubling { goal: 10 }, &Blind, 2.0, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    weight: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    search(game, heuristic, &Variant { weights: Weights::weighted(weight), ..Variant::ASTAR }, run)
}
