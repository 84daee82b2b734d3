//! Levin tree search (Orseau, Lelis, Lattimore and Weber 2018): best-first by d / π.
//!
//! d is the number of states on the path and π the product of the probabilities that a policy gives
//! to its moves. Before a goal with d and π is found, at most d / π states are expanded, whatever
//! the policy: the better it predicts the moves of some plan, the fewer states are expanded. The
//! policy is a softmax over the heuristic's ordering values. Complete, with any heuristic, as every
//! move keeps a small share of the probability. For learned policies that need a guarantee.

use patience_core::parameter::HEURISTIC;
use patience_core::{Game, Outcome, Run};

use crate::policy::{Policy, Softmax, TEMPERATURE};
use crate::{Algorithm, policy_first};

/// Describes Levin tree search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "lts",
        summary: "Levin tree search: by the number of moves over the path's probability under a \
                  policy (Orseau et al. 2018)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, TEMPERATURE.declared],
        solve: |game, arguments, run| {
            let temperature = arguments.values.get(&TEMPERATURE);
            solve(game, &Softmax { heuristic: arguments.heuristic, temperature }, run)
        },
    }
}

/// Runs Levin tree search.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, lts, policy::Softmax};
///
/// // Two moves that are equally likely, four times: at most 5 · 2⁴ expansions.
/// let even = Softmax { heuristic: &Blind, temperature: 1.0 };
/// let mut run = Run::unlimited();
/// let outcome = lts::solve(&Doubling { goal: 10 }, &even, &mut run);
/// assert!(matches!(outcome.verdict, Verdict::Solved { .. }) && run.counters().expanded <= 80);
/// ```
pub fn solve<G: Game>(game: &G, policy: &dyn Policy<G>, run: &mut Run<G>) -> Outcome<G::Move> {
    policy_first::search(
        game,
        policy,
        None,
        |depth, log, _| libm::log(f64::from(depth) + 1.0) - log,
        run,
    )
}
