//! A portfolio (Huberman, Lukose and Hogg 1997): several searches take turns on one thread.
//!
//! For instances whose best algorithm is unknown: the answer costs at most a small multiple of the
//! best member's cost. The members are greedy best-first search, random restarts, weighted A* and
//! A*. In each round every member restarts with a slice of expansions, twice as large as in the
//! previous round. With doubling slices, all earlier rounds together cost no more than the last,
//! and only one member is in memory at a time. The first verdict counts; a member that runs out of
//! memory is dropped. All members are complete, so the portfolio is.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Game, Heuristic, Outcome, Run, Stop, Verdict};

use crate::best_first::{Variant, WEIGHT, search};
use crate::{Algorithm, report, restarts};

/// Describes the portfolio for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "portfolio",
        summary: "a portfolio of greedy, restarts, wastar and astar in growing slices; the first \
                  verdict counts",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, WEIGHT.declared, SEED.declared],
        solve: |game, arguments, run| {
            solve(game, arguments.heuristic, arguments.values.get(&WEIGHT), run)
        },
    }
}

/// Expansions of a slice in the first round.
const SLICE: u64 = 2000;

/// A search of the portfolio, which may use the weight.
type Member<G> = fn(&G, &dyn Heuristic<G>, f64, &mut Run<G>) -> Outcome<<G as Game>::Move>;

/// Expansions of the shortest probe of the restarts.
const UNIT: u64 = 256;

/// Runs the portfolio; `weight` is the weight of weighted A*.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, portfolio};
///
/// let outcome = portfolio::solve(&Doubling { goal: 10 }, &Blind, 2.0, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    weight: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut members: Vec<Member<G>> = vec![
        |game, heuristic, _, run| search(game, heuristic, &Variant::GREEDY, run),
        |game, heuristic, _, run| restarts::solve(game, heuristic, UNIT, run),
        |game, heuristic, weight, run| search(game, heuristic, &Variant::weighted(weight), run),
        |game, heuristic, _, run| search(game, heuristic, &Variant::ASTAR, run),
    ];
    let mut slice = SLICE;
    let mut lower_bound = 0;
    let mut last_stop = Stop::Incomplete;
    while !members.is_empty() {
        let mut position = 0;
        while position < members.len() {
            run.slice(Some(slice));
            let outcome = members[position](game, heuristic, weight, run);
            run.slice(None);
            match outcome.verdict {
                Verdict::Unknown(stop) => {
                    lower_bound = lower_bound.max(outcome.lower_bound);
                    match stop {
                        Stop::Expansions if !run.is_used_up() => position += 1,
                        Stop::Memory | Stop::Depth | Stop::Incomplete => {
                            // A second run would end in the same way.
                            last_stop = stop;
                            members.remove(position);
                        }
                        Stop::Expansions
                        | Stop::Time
                        | Stop::CpuTime
                        | Stop::Cancelled
                        | Stop::Defect
                        | Stop::NoClock
                        | Stop::NoMeter => {
                            return Outcome::unknown(stop).with_lower_bound(lower_bound);
                        }
                    }
                }
                // Another member's proof may show that the plan is optimal.
                Verdict::Solved { plan, stop, .. } => {
                    return report(game, plan, lower_bound.max(outcome.lower_bound), stop);
                }
                Verdict::Unsolvable => return outcome,
            }
        }
        slice = slice.saturating_mul(2);
    }
    Outcome::unknown(last_stop).with_lower_bound(lower_bound)
}
