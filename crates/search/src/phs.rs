//! Policy-guided heuristic search, PHS* (Orseau and Lelis 2021): best-first by (g + h) / π^(1 +
//! h/g).
//!
//! Levin tree search with an estimate h of the remaining moves: the path is assumed to continue
//! with the same probability per move. With g the number of states on the path and costs that never
//! fall along a path, the number of expansions is at most the largest cost on the path to any goal,
//! if no state is reached twice. The policy is a softmax over the ordering values of the guide, or
//! of the heuristic. Complete with sound dead ends. Suited to a learned policy together with a good
//! heuristic.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Heuristic, Outcome, Run};

use crate::bounded::GUIDE;
use crate::policy::{Policy, Softmax, TEMPERATURE};
use crate::{Algorithm, policy_first};

/// Describes policy-guided heuristic search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "phs",
        summary: "policy-guided heuristic search, PHS*: by a policy and an estimate (Orseau and \
                  Lelis 2021)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, GUIDE, TEMPERATURE.declared],
        solve: |game, arguments, run| {
            let temperature = arguments.values.get(&TEMPERATURE);
            let heuristic = arguments.guide.unwrap_or(arguments.heuristic);
            solve(game, &Softmax { heuristic, temperature }, arguments.heuristic, run)
        },
    }
}

/// Runs policy-guided heuristic search.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, phs, policy::Softmax};
///
/// let even = Softmax { heuristic: &Blind, temperature: 1.0 };
/// let outcome = phs::solve(&Doubling { goal: 10 }, &even, &Blind, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }));
/// ```
pub fn solve<G: Game>(
    game: &G,
    policy: &dyn Policy<G>,
    heuristic: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    policy_first::search(game, policy, Some(heuristic), log_cost, run)
}

/// The logarithm of (g + h) / π^(1 + h/g).
fn log_cost(depth: u32, log_probability: f64, h: u32) -> f64 {
    let (g, h) = (f64::from(depth) + 1.0, f64::from(h));
    libm::log(g + h) - (1.0 + h / g) * log_probability
}
