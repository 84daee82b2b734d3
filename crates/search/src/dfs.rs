//! Depth-first search that stores the visited states.
//!
//! For finding any plan if goals are deep and numerous, or if all paths are about the same length.
//! Complete: no state is expanded twice, or, under a depth limit, only when it is reached again in
//! fewer moves, so that nothing within the limit is missed. Without a limit, plans can be very
//! long.
//!
//! The recursion is a stack of frames; a successor is generated only when its turn comes. Time
//! grows with the number of states, memory with their keys (about 10 bytes more each) and the depth
//! of the stack.

use std::hash::Hash;

use patience_core::{Game, Outcome, Run, Stop};

use crate::arena::{Moves, make_room};
use crate::table::{Entry, Table};
use crate::{Algorithm, report};

/// Describes depth-first search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "dfs",
        summary: "depth-first search that stores visited states: some plan, or a proof that there \
                  is none",
        complete: true,
        optimal: false,
        parameters: &[],
        solve: |game, _, run| solve(game, run),
    }
}

/// Keys that were visited, with the fewest moves in which they were reached.
pub(crate) type Visited<K> = Table<K, u32>;

/// Runs depth-first search, which takes successors in the order of [`Game::moves`].
///
/// # Examples
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_search::{dfs, example::Doubling};
///
/// let outcome = dfs::solve(&Doubling { goal: 10 }, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(game: &G, run: &mut Run<G>) -> Outcome<G::Move> {
    let mut visited = Visited::new();
    let mut search =
        DepthFirst { game, visited: &mut visited, bound: u32::MAX, cut: false, at_bound: 0 };
    match search.run(run) {
        Ok(Some(plan)) => report(game, plan, 0, None),
        Ok(None) => run.exhausted(true),
        Err(stop) => stop.into(),
    }
}

/// A state on the path from the start to the current state.
struct Frame<G: Game> {
    state: G::State,
    /// The move that led to it; `None` for the start.
    arrived_by: Option<G::Move>,
    /// The start of its moves in the shared stack of moves, and the next to try.
    first: usize,
    next: usize,
}

/// One depth-first search down to a bound: `dfs` runs it once, `iddfs` repeatedly.
pub(crate) struct DepthFirst<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) visited: &'a mut Visited<G::Key>,
    /// States this many moves from the start are not expanded.
    pub(crate) bound: u32,
    /// Whether a state was cut off by the bound.
    pub(crate) cut: bool,
    /// Number of states reached only at the bound, which were therefore not expanded.
    pub(crate) at_bound: u64,
}

impl<G: Game> DepthFirst<'_, G>
where
    G::Key: Hash,
{
    /// The first plan, if there is one within the bounds.
    pub(crate) fn run(&mut self, run: &mut Run<G>) -> Result<Option<Vec<G::Move>>, Stop> {
        let mut moves = Moves::default();
        let mut path: Vec<Frame<G>> = Vec::new();
        let mut arriving = Some((None, self.game.start()));
        loop {
            run.tick()?;
            // 1. Arrive at a new state.
            if let Some((arrived_by, state)) = arriving.take()
                && self.enter(&state, path.len() as u32, run)?
            {
                if self.game.is_goal(&state) {
                    let plan = path.iter().filter_map(|frame| frame.arrived_by).chain(arrived_by);
                    return Ok(Some(plan.collect()));
                }
                if self.expands(&state, path.len() as u32, run)? {
                    make_room(&mut path, 1, run.budget())?;
                    let first = moves.append(self.game, &state, run.budget())?;
                    path.push(Frame { state, arrived_by, first, next: first });
                }
            }
            // 2. Take its next successor, or backtrack.
            let Some(frame) = path.last_mut() else { return Ok(None) };
            if let Some(mv) = moves.get(frame.next) {
                frame.next += 1;
                run.generated(1);
                arriving = Some((Some(mv), self.game.apply(&frame.state, mv)));
            } else {
                moves.truncate(frame.first);
                path.pop();
            }
        }
    }

    /// Whether the search enters a state.
    fn enter(&mut self, state: &G::State, depth: u32, run: &mut Run<G>) -> Result<bool, Stop> {
        let id = match self.visited.insert(self.game.key(state), depth, run.budget())? {
            Entry::New(_) => return Ok(true),
            Entry::Known(id) => id,
        };
        let limited = self.bound != u32::MAX || run.limits().depth.is_some();
        let known = self.visited.value_mut(id);
        if limited && depth < *known {
            if *known == self.bound {
                self.at_bound -= 1;
            }
            *known = depth;
            run.reopened();
            return Ok(true);
        }
        run.duplicate();
        Ok(false)
    }

    /// Whether a state lies within the bounds; counts it if it does.
    fn expands(&mut self, state: &G::State, depth: u32, run: &mut Run<G>) -> Result<bool, Stop> {
        if depth >= self.bound {
            self.cut = true;
            self.at_bound += 1;
            return Ok(false);
        }
        if !run.depth_allows(depth) {
            return Ok(false);
        }
        run.sizes(u64::from(depth), self.visited.len() as u64);
        run.expand(self.game, state, depth, None)?;
        Ok(true)
    }
}
