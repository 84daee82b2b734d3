//! A* on several threads: states are distributed by the hash of their keys, as in hash-distributed
//! A* (Kishimoto, Fukunaga and Botea 2009), but in rounds, so that counts and plans are the same on
//! any number of threads.
//!
//! Each of [`SHARDS`] shards has the closed table and the open list of the states whose hash
//! belongs to it. In a round every shard expands all states of the smallest f of all shards and
//! writes the successors into letters to the shards where they belong; then every shard reads its
//! letters, in the order of the senders. Threads take shards; the work of a shard depends only on
//! its letters. For cheapest plans that A* would take a long time to find. It stores the same
//! states as A* and expands the same states, except that in the round of the last f it expands all
//! known ones. There is a round for each value of f and, within it, for each number of moves: a
//! search with few states per round is no faster than A*. Complete; optimal with an admissible
//! heuristic.
//!
//! The states of a round are counted, and limits checked, by the calling thread before the round.
//! The memory limit is compared with the memory of the shards and the possible additions by
//! letters.

mod shard;

use std::sync::{Mutex, MutexGuard};

use patience_core::{Game, Heuristic, Outcome, Run, Stop, Verdict, Workers, replay_keys};

use crate::report;
use shard::{Counts, Letter, OpenNode, Place, Shard, Task, shard_of};

pub use shard::SHARDS;

/// In a round with fewer states, waking threads does not pay off.
const FEW: usize = 512;

/// Runs A* on the threads of `workers`.
///
/// # Examples
/// ```
/// use patience_core::{Blind, OneThread, Run, Verdict};
/// use patience_search::{example::Doubling, parallel};
///
/// let outcome =
///     parallel::astar(&Doubling { goal: 10 }, &Blind, &OneThread, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn astar<G>(
    game: &G,
    heuristic: &(dyn Heuristic<G> + Sync),
    workers: &dyn Workers,
    run: &mut Run<G>,
) -> Outcome<G::Move>
where
    G: Game<State: Send, Move: Send, Key: Send> + Sync,
{
    let task = Task { game, heuristic, claims: heuristic.claims() };
    let shards = (0..SHARDS).map(|_| Mutex::new(Shard::new())).collect();
    let mut search = Search { task, workers, shards, left_out: 0, left_out_unsoundly: false };
    match search.run(run) {
        Ok(Some((goal, _))) => {
            let plan = replay_keys(game, &search.path(goal));
            if run.limits().depth.is_some_and(|most| plan.len() > most as usize) {
                return Outcome::unknown(Stop::Depth).with_lower_bound(search.lower_bound());
            }
            report(game, plan, search.lower_bound(), None)
        }
        Ok(None) => {
            let outcome = run.exhausted(!search.left_out_unsoundly);
            match outcome.verdict {
                Verdict::Unsolvable => outcome,
                _ => outcome.with_lower_bound(search.lower_bound()),
            }
        }
        Err(stop) => Outcome::unknown(stop).with_lower_bound(search.lower_bound()),
    }
}

/// A goal and its cost.
type Goal = (Place, u32);

struct Search<'a, G: Game> {
    task: Task<'a, G>,
    workers: &'a dyn Workers,
    shards: Vec<Mutex<Shard<G>>>,
    /// The smallest bound of the states left out without proof; 0 until the start is open.
    left_out: u32,
    left_out_unsoundly: bool,
}

impl<G: Game<State: Send, Move: Send, Key: Send> + Sync> Search<'_, G> {
    /// Searches round by round until a goal has the smallest f, or no state is open.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Goal>, Stop> {
        let game = self.task.game;
        let state = game.start();
        let key = game.key(&state);
        let hash = shard_mut(&mut self.shards[0]).closed.hash(&key);
        let home = shard_of(hash);
        let is_goal = game.is_goal(&state);
        let first = shard_mut(&mut self.shards[home]);
        first.received[0].push(Letter { hash, key, parent: None, g: 0, depth: 0, state });
        first.read_letters(&self.task);
        if is_goal {
            let id = first.closed.first_node().expect("the start is known");
            return Ok(Some((Place { shard: home as u32, id }, 0)));
        }
        self.left_out = u32::MAX;
        self.count(run);
        loop {
            run.tick()?;
            if let Some(goal) = self.take_batches(run) {
                return Ok(Some(goal));
            }
            let expanded = self.count_batches(run)?;
            if expanded == 0 && self.shards.iter_mut().all(|shard| shard_mut(shard).open.is_empty())
            {
                return Ok(None);
            }
            self.check_memory(expanded, run)?;
            self.each_shard(expanded, |index, shard, task| shard.expand(index, task));
            self.deliver();
            self.each_shard(expanded, |_, shard, task| shard.read_letters(task));
            self.count(run);
        }
    }

    /// Takes the states with the smallest f from every open list. Returns the cheapest goal among
    /// them.
    fn take_batches(&mut self, run: &mut Run<G>) -> Option<Goal> {
        let (mut known, mut open, mut least) = (0, 0, None);
        for shard in self.shards.iter_mut().map(shard_mut) {
            (known, open) = (known + shard.closed.len(), open + shard.open.len());
            let f = shard.open.least().map(|(f, _)| f);
            least = [least, f].into_iter().flatten().min();
        }
        run.sizes(open as u64, known as u64);
        let mut found: Option<Goal> = None;
        for (index, shard) in (0..).zip(self.shards.iter_mut().map(shard_mut)) {
            while let Some((f, _)) = shard.open.least()
                && least == Some(f)
            {
                let Some(node) = shard.open.pop() else { break };
                if node.g > shard.closed.value(node.id).g {
                    continue;
                }
                if self.task.game.is_goal(&node.state) {
                    if found.is_none_or(|(_, cost)| node.g < cost) {
                        found = Some((Place { shard: index, id: node.id }, node.g));
                    }
                } else if run.depth_allows(node.depth) {
                    shard.batch.push(node);
                } else {
                    self.left_out = self.left_out.min(self.task.bound(node.g, node.h));
                }
            }
        }
        found
    }

    /// Counts the states of a round as expanded, if the limits allow it.
    fn count_batches(&mut self, run: &mut Run<G>) -> Result<usize, Stop> {
        let mut count = 0;
        for shard in self.shards.iter_mut().map(shard_mut) {
            for node in &shard.batch {
                run.expand(self.task.game, &node.state, node.g, Some(node.h))?;
                count += 1;
            }
        }
        Ok(count)
    }

    /// Whether the successors of this many states can be stored, if there are as many per state as
    /// before.
    fn check_memory(&mut self, expanded: usize, run: &Run<G>) -> Result<(), Stop> {
        let Some(most) = run.limits().memory else { return Ok(()) };
        let held: usize = self.shards.iter_mut().map(|shard| shard_mut(shard).bytes()).sum();
        let counters = run.counters();
        let before = counters.expanded.saturating_sub(expanded as u64).max(1);
        let successors = (counters.generated.div_ceil(before) + 1) * expanded as u64;
        // A state is first in a letter, then known and open.
        let each = 2 * (size_of::<Letter<G>>() + size_of::<OpenNode<G::State>>()) as u64;
        let bytes = (held as u64).saturating_add(successors.saturating_mul(each));
        if bytes > most { Err(Stop::Memory) } else { Ok(()) }
    }

    /// Runs `work` on every shard, on all threads if there are many states.
    fn each_shard(&self, states: usize, work: impl Fn(u32, &mut Shard<G>, &Task<G>) + Sync) {
        let threads = if states < FEW { 1 } else { self.workers.threads().clamp(1, SHARDS) };
        let (shards, task) = (&self.shards, &self.task);
        let take_from = &|first: usize| {
            for index in (first..SHARDS).step_by(threads) {
                work(index as u32, &mut locked(&shards[index]), task);
            }
        };
        let helper = |first| Box::new(move || take_from(first)) as Box<dyn FnOnce() + Send + '_>;
        self.workers.run((1..threads).map(helper).collect(), Box::new(|| take_from(0)));
    }

    /// Hands the letters over. Emptied lists go back, to be filled again.
    fn deliver(&mut self) {
        for from in 0..SHARDS {
            for to in 0..SHARDS {
                let mut letters = std::mem::take(&mut shard_mut(&mut self.shards[from]).sent[to]);
                std::mem::swap(&mut letters, &mut shard_mut(&mut self.shards[to]).received[from]);
                shard_mut(&mut self.shards[from]).sent[to] = letters;
            }
        }
    }

    /// Adds up the shards' counters.
    fn count(&mut self, run: &mut Run<G>) {
        for shard in self.shards.iter_mut().map(shard_mut) {
            let Counts { generated, duplicates, dead_ends } = std::mem::take(&mut shard.counts);
            run.generated(generated);
            (0..duplicates).for_each(|_| run.duplicate());
            (0..dead_ends).for_each(|_| run.dead_end());
            if let Some(g) = shard.left_out {
                self.left_out = self.left_out.min(g);
                self.left_out_unsoundly = true;
            }
        }
    }

    /// The keys from the start to a state.
    fn path(&mut self, end: Place) -> Vec<G::Key> {
        let (mut path, mut next) = (Vec::new(), Some(end));
        while let Some(Place { shard, id }) = next {
            let shard = shard_mut(&mut self.shards[shard as usize]);
            path.push(shard.closed.key(id).clone());
            next = shard.closed.value(id).parent;
        }
        path.reverse();
        path
    }

    /// A lower bound on the cost of every plan; `u32::MAX` if nothing is left.
    fn lower_bound(&mut self) -> u32 {
        let mut least = self.left_out;
        for shard in self.shards.iter_mut().map(shard_mut) {
            let waiting = shard.open.iter().chain(&shard.batch);
            let current = waiting.filter(|node| node.g == shard.closed.value(node.id).g);
            let bounds = current.map(|node| self.task.bound(node.g, node.h));
            least = bounds.chain([least]).min().unwrap_or(least);
        }
        least
    }
}

/// A shard not held by another thread.
fn shard_mut<G: Game>(shard: &mut Mutex<Shard<G>>) -> &mut Shard<G> {
    shard.get_mut().unwrap_or_else(|error| error.into_inner())
}

/// Gives this thread exclusive access to a shard while it works on it.
fn locked<G: Game>(shard: &Mutex<Shard<G>>) -> MutexGuard<'_, Shard<G>> {
    shard.lock().unwrap_or_else(|error| error.into_inner())
}
