//! Weighted A* whose weight falls with progress: f = g + (1 + ε·h/h₀)·h, with h₀ the estimate of
//! the start.
//!
//! Far from the goal, where estimates are worst, it is greedy; near it, it is A*. Pohl's dynamic
//! weighting (1973) lets the weight fall with the depth of the state, which needs the length of the
//! plan beforehand; here it falls with the estimate itself. The weight is never above 1 + ε, even
//! if h exceeds h₀, so with an admissible heuristic a plan costs at most 1 + ε times the optimum.
//! Complete. For finding a good plan sooner than A* finds the best.

use patience_core::parameter::HEURISTIC;
use patience_core::{Claims, Estimate, Game, Heuristic, Outcome, Parameter, Run, Value};

use crate::Algorithm;
use crate::best_first::{By, Variant, Weights, search};

/// The excess of the weight over 1 at the start.
pub const EPSILON: Parameter<f64> = Parameter::number(
    "epsilon",
    0.0..=1000.0,
    1.0,
    "Excess of the weight over 1 at the start; it falls to 0",
);

/// Describes weighted A* with a falling weight for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "dwastar",
        summary: "weighted A* whose weight falls from 1 + epsilon to 1 with the estimate (after \
                  Pohl 1973)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, EPSILON.declared],
        solve: |game, arguments, run| {
            solve(game, arguments.heuristic, arguments.values.get(&EPSILON), run)
        },
    }
}

/// Runs it.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{dwastar, example::Doubling};
///
/// let outcome = dwastar::solve(&Doubling { goal: 10 }, &Blind, 1.0, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    epsilon: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let start = heuristic.estimate(game, &game.start()).cost().unwrap_or(0);
    let weighted = Falling { heuristic, epsilon, start: f64::from(start.max(1)) };
    let weights = Weights { g: THOUSAND as u32, h: 1 };
    search(game, &weighted, &Variant { weights, by: By::Ordering, ..Variant::ASTAR }, run)
}

/// f is in thousandths.
const THOUSAND: f64 = 1000.0;

/// A heuristic whose ordering value is its estimate in thousandths under the falling weight. The
/// estimates and their guarantees stay unchanged.
struct Falling<'a, G: Game> {
    heuristic: &'a dyn Heuristic<G>,
    epsilon: f64,
    start: f64,
}

impl<G: Game> Heuristic<G> for Falling<'_, G> {
    fn claims(&self) -> Claims {
        self.heuristic.claims()
    }

    fn estimate(&self, game: &G, state: &G::State) -> Estimate {
        self.heuristic.estimate(game, state)
    }

    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let cost = self.heuristic.estimate(game, state).cost()?;
        let h = f64::from(cost);
        let weight = 1.0 + self.epsilon * (h / self.start).min(1.0);
        // The conversion saturates.
        Some(Value { cost, ordering: (THOUSAND * weight * h).round() as u32 })
    }
}
