//! Beam search by progress level.
//!
//! Ordinary beam search ranks states against others at the same depth. If moves can be undone,
//! depth is a poor measure of progress: one state may be closer to the goal while another has moved
//! back and forth. This search therefore groups states by a *progress level* that the caller
//! computes, such as the number of cards already in place. Levels are processed in ascending order.
//! At each level the search expands at most `width` states, best first. A successor at the same or
//! a higher level joins the queue of that level, so a plan may spend many moves on one level.
//! Shoham and Schaeffer's feature space search (2020) also groups Sokoban states by progress
//! features, but it cycles through all groups instead of finishing one before the next.
//!
//! Incomplete: states still open when a level's budget is spent are dropped, and so are states of a
//! lower level than their parent. While nothing is dropped, the search is complete and can prove a
//! loss. Time and memory grow with levels times width times moves.

use std::collections::BTreeMap;

use patience_core::{Event, Game, Heuristic, Outcome, Run, Stop, Value, replay_keys};

use crate::bucket_queue::{BucketQueue, Order};
use crate::report;
use crate::table::{Entry, Id, Reached, Table};

/// Runs a beam search by levels, each with at most `width` expansions (at least 1). `level` is
/// called for every new state.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, levels};
///
/// let digits = |state: &u32| state.to_string().len() as u32;
/// let outcome =
///     levels::solve(&Doubling { goal: 1000 }, &Blind, digits, 1000, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("1000 can be reached") };
/// assert!(plan.len() >= 10);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    level: impl Fn(&G::State) -> u32,
    width: usize,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let width = width.max(1);
    let (closed, waiting) = (Table::new(), BTreeMap::new());
    let mut search = LevelSearch {
        game,
        heuristic,
        level,
        width,
        closed,
        waiting,
        open: 0,
        dropped: false,
        moves: Vec::new(),
    };
    match search.run(run) {
        Ok(Some(goal)) => report(game, replay_keys(game, &search.closed.path(goal)), 0, None),
        Ok(None) => run.exhausted(!search.dropped),
        Err(stop) => Outcome::unknown(stop),
    }
}

/// A state that is not yet expanded.
struct OpenNode<S> {
    id: Id,
    depth: u32,
    state: S,
}

struct LevelSearch<'a, G: Game, L> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    level: L,
    width: usize,
    closed: Table<G::Key, Reached>,
    /// Open states by level; among equal states the newest comes first, which keeps the search in
    /// one region.
    waiting: BTreeMap<u32, BucketQueue<OpenNode<G::State>>>,
    /// Total number of open states in all levels.
    open: usize,
    /// Whether a state was left out without proof that it leads nowhere.
    dropped: bool,
    /// A buffer of one expansion.
    moves: Vec<G::Move>,
}

impl<G: Game, L: Fn(&G::State) -> u32> LevelSearch<'_, G, L> {
    /// Goes from level to level until a goal is generated or no state is open.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Id>, Stop> {
        let start = self.game.start();
        let id = self.closed.begin(self.game, &start, run.budget())?;
        if self.game.is_goal(&start) {
            return Ok(Some(id));
        }
        self.wait((self.level)(&start), OpenNode { id, depth: 0, state: start }, run)?;
        while let Some(level) = self.waiting.keys().next().copied() {
            run.notify(self.game, Event::Iteration { bound: level });
            for _ in 0..self.width {
                let Some(next) = self.waiting.get_mut(&level).and_then(BucketQueue::pop) else {
                    break;
                };
                self.open -= 1;
                if let Some(goal) = self.expand(level, &next, run)? {
                    return Ok(Some(goal));
                }
            }
            let left = self.waiting.remove(&level).map_or(0, |queue| queue.len());
            self.dropped |= left > 0;
            self.open -= left;
        }
        Ok(None)
    }

    /// Opens the successors of a state; returns a goal among them.
    fn expand(
        &mut self,
        level: u32,
        from: &OpenNode<G::State>,
        run: &mut Run<G>,
    ) -> Result<Option<Id>, Stop> {
        if !run.depth_allows(from.depth) {
            return Ok(None);
        }
        let g = self.closed.value(from.id).g;
        run.sizes(self.open as u64, self.closed.len() as u64);
        run.expand(self.game, &from.state, g, None)?;
        self.moves.clear();
        self.game.moves(&from.state, &mut self.moves);
        run.generated(self.moves.len() as u64);
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let state = self.game.apply(&from.state, mv);
            let reached = Reached {
                parent: Some(from.id),
                g: g.saturating_add(self.game.cost(&from.state, mv)),
            };
            match self.closed.insert(self.game.key(&state), reached, run.budget())? {
                Entry::Known(_) => run.duplicate(),
                Entry::New(id) if self.game.is_goal(&state) => return Ok(Some(id)),
                Entry::New(id) => match (self.level)(&state) {
                    lower if lower < level => self.dropped = true,
                    level => {
                        self.wait(level, OpenNode { id, depth: from.depth + 1, state }, run)?
                    }
                },
            }
        }
        Ok(None)
    }

    /// Adds a state to the queue of its level, unless it is a dead end.
    fn wait(
        &mut self,
        level: u32,
        state: OpenNode<G::State>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let Some(Value { ordering, .. }) = self.heuristic.value(self.game, &state.state) else {
            run.dead_end();
            self.dropped |= !self.heuristic.claims().sound_dead_ends;
            return Ok(());
        };
        self.open += 1;
        let queue = self.waiting.entry(level).or_insert_with(|| BucketQueue::new(Order::Lifo));
        queue.push((u64::from(ordering), 0), state, run.budget())
    }
}
