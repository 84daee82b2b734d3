//! Iterative deepening depth-first search (Slate and Atkin 1977; Korf 1985): depth-first to 0, 1,
//! 2, … moves.
//!
//! For a plan with the fewest moves. Each iteration stores the visited states with the fewest moves
//! in which it reached them, so it visits a state again only if it arrives sooner. That makes it
//! practical on graphs with many paths to the same state, but loses the memory savings of the
//! method without a table. Complete; optimal like `bfs`.
//!
//! There is no plan if every state that an iteration reached was expanded: no state is at the
//! bound, or each state at the bound was also reached in fewer moves. Without cycles the first case
//! soon occurs. With cycles, moves lead beyond any bound up to the longest path without repetition,
//! so the second case ends the search. It is tested once the bound is twice that of the last
//! iteration that reached a new state, so that searches without cycles are unaffected.

use patience_core::{Event, Game, Outcome, Run, Stop, Verdict};

use crate::dfs::{DepthFirst, Visited};
use crate::{Algorithm, report};

/// Describes iterative deepening for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "iddfs",
        summary: "iterative deepening depth-first search: a plan with the fewest moves, or a \
                  proof of none (Korf 1985)",
        complete: true,
        optimal: true,
        parameters: &[],
        solve: |game, _, run| solve(game, run),
    }
}

/// Runs iterative deepening.
///
/// # Examples
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_search::{example::Doubling, iddfs};
///
/// let outcome = iddfs::solve(&Doubling { goal: 10 }, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(game: &G, run: &mut Run<G>) -> Outcome<G::Move> {
    let least_cost = game.least_cost();
    // The states of the last iteration, and the last bound that added to them.
    let (mut known, mut newest) = (0, 0);
    for bound in 0.. {
        run.notify(game, Event::Iteration { bound });
        let mut visited = Visited::new();
        let mut search = DepthFirst { game, visited: &mut visited, bound, cut: false, at_bound: 0 };
        let end = search.run(run);
        let DepthFirst { cut, at_bound, .. } = search;
        if visited.len() > known {
            (known, newest) = (visited.len(), bound);
        }
        let is_open = cut && (at_bound > 0 || bound / 2 < newest);
        let is_last = run.limits().depth == Some(bound);
        // No plan has fewer moves than the bound: earlier iterations would have found it.
        let proved = bound.saturating_mul(least_cost);
        match end {
            Ok(Some(plan)) => return report(game, plan, proved, None),
            Err(stop) => return Outcome::unknown(stop).with_lower_bound(proved),
            Ok(None) if is_last && at_bound > 0 => {
                return Outcome::unknown(run.cut())
                    .with_lower_bound(proved.saturating_add(least_cost));
            }
            Ok(None) if is_open && !is_last => {}
            Ok(None) => {
                let outcome = run.exhausted(true);
                debug_assert!(!matches!(outcome.verdict, Verdict::Unknown(Stop::Incomplete)));
                return outcome;
            }
        }
    }
    unreachable!("a state 2³² moves from the start does not fit in memory")
}
