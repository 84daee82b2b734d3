//! Weighted A*: f = g + w·h (Pohl 1970).
//!
//! For a good plan sooner than A* finds the best. With an admissible heuristic and w ≥ 1 the plan costs at most w times
//! the optimum; the lower bound that is reported (the smallest g + h that waits when the plan is found) is usually much
//! better than that, and the plan is reported as optimal where it reaches its cost. Complete. States are opened again,
//! as the bound needs.

use patience_core::Game;

use crate::best_first::{Policy, Weights, search};
use crate::{Algorithm, Uses};

/// Describes weighted A*.
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "wastar",
        summary: "weighted A*: a plan within a factor of the cheapest, with the bound that was proved (Pohl 1970)",
        complete: true,
        optimal: false,
        uses: Uses { weight: true, ..Uses::HEURISTIC },
        solve: |game, parameters, run| {
            let policy = Policy { weights: Weights::weighted(parameters.weight), ..Policy::ASTAR };
            search(game, parameters.heuristic, &policy, run)
        },
    }
}
