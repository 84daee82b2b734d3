//! A portfolio (Huberman, Lukose and Hogg 1997): several searches take turns on one thread.
//!
//! For instances of which one does not know what suits them: the answer costs at most a small
//! multiple of what the best member needs. The members are greedy best-first search, random
//! restarts, weighted A* and A*. In each round each gets a slice of expansions, twice as large as
//! in the round before, and begins anew: with doubling slices all earlier rounds together cost no
//! more than the last, and only one member is in memory at a time. The first verdict counts; a
//! member that runs out of memory is dropped. All members are complete, so the portfolio is.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Game, Outcome, Run, Stop, Verdict};

use crate::wastar::WEIGHT;
use crate::{Algorithm, Arguments, astar, greedy, report, restarts, wastar};

/// Describes the portfolio for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "portfolio",
        summary: "a portfolio of greedy, restarts, wastar and astar in growing slices; the first verdict counts",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, WEIGHT, SEED],
        solve,
    }
}

/// Expansions of a slice of the first round.
const SLICE: u64 = 2000;

/// Runs the portfolio.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{Arguments, example::Doubling, portfolio};
///
/// let outcome = portfolio::solve(&Doubling { goal: 10 }, &Arguments::new(&Blind), &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(game: &G, arguments: &Arguments<G>, run: &mut Run<G>) -> Outcome<G::Move> {
    let mut members =
        vec![greedy::algorithm(), restarts::algorithm(), wastar::algorithm(), astar::algorithm()];
    let mut slice = SLICE;
    let mut lower_bound = 0;
    let mut last_stop = Stop::Incomplete;
    while !members.is_empty() {
        let mut position = 0;
        while position < members.len() {
            run.slice(Some(slice));
            let outcome = (members[position].solve)(game, arguments, run);
            run.slice(None);
            match outcome.verdict {
                Verdict::Unknown(stop) => {
                    lower_bound = lower_bound.max(outcome.lower_bound);
                    match stop {
                        Stop::Expansions if !run.is_used_up() => position += 1,
                        Stop::Memory | Stop::Depth | Stop::Incomplete => {
                            // It would end the same way again.
                            last_stop = stop;
                            members.remove(position);
                        }
                        Stop::Expansions
                        | Stop::Time
                        | Stop::Cancelled
                        | Stop::Defect
                        | Stop::NoClock
                        | Stop::NoMeter => {
                            return Outcome::unknown(stop).with_lower_bound(lower_bound);
                        }
                    }
                }
                // What another member proved may show that the plan is optimal.
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
