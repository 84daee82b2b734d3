//! The loop of policy-guided searches: best-first by a cost that depends on the path's probability.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use patience_core::{Budget, Game, Heuristic, Outcome, Run, Stop, replay_keys};

use crate::arena::Arena;
use crate::policy::Policy;
use crate::report;
use crate::slots::Slots;
use crate::table::{Entry, Id, Table};

/// The logarithm of a state's cost, computed from its depth, the logarithm of its path's
/// probability, and an estimate of the remaining moves.
pub(crate) type Cost = fn(depth: u32, log_probability: f64, h: u32) -> f64;

/// Runs the search. A state is expanded again when a likelier path leads to it; a path that is no
/// more likely than an expanded one is cut. For the cost of Levin tree search this keeps the bound
/// (Orseau et al. 2018, theorem 3).
pub(crate) fn search<G: Game>(
    game: &G,
    policy: &dyn Policy<G>,
    heuristic: Option<&dyn Heuristic<G>>,
    cost: Cost,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = PolicySearch {
        game,
        policy,
        heuristic,
        cost,
        known: Table::new(),
        paths: Arena::new(),
        open: Queue::new(),
        pruned: false,
    };
    match search.run(run) {
        Err(stop) => Outcome::unknown(stop),
        Ok(None) => run.exhausted(!search.pruned),
        Ok(Some(goal)) => report(game, replay_keys(game, &search.keys(goal)), 0, None),
    }
}

/// An expanded path: its last state, and its prefix.
struct Path {
    id: Id,
    parent: Option<usize>,
}

/// An open path. A state may have several.
struct OpenNode<S> {
    id: Id,
    parent: Option<usize>,
    depth: u32,
    log_probability: f64,
    state: S,
}

struct PolicySearch<'a, G: Game> {
    game: &'a G,
    policy: &'a dyn Policy<G>,
    heuristic: Option<&'a dyn Heuristic<G>>,
    cost: Cost,
    /// The known states, each with the logarithm of the largest probability at which it was
    /// expanded, and minus infinity before that.
    known: Table<G::Key, f64>,
    paths: Arena<Path>,
    open: Queue<OpenNode<G::State>>,
    /// Whether an unsound dead end was left out.
    pruned: bool,
}

/// Buffers of one expansion.
struct Buffers<G: Game> {
    moves: Vec<G::Move>,
    states: Vec<G::State>,
    logs: Vec<f64>,
}

impl<G: Game> PolicySearch<'_, G> {
    /// Returns the path to the first generated goal.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Path>, Stop> {
        let state = self.game.start();
        let (Entry::New(id) | Entry::Known(id)) =
            self.known.insert(self.game.key(&state), f64::NEG_INFINITY, run.budget())?;
        if self.game.is_goal(&state) {
            return Ok(Some(Path { id, parent: None }));
        }
        self.wait(
            OpenNode { id, parent: None, depth: 0, log_probability: 0.0, state },
            f64::NEG_INFINITY,
            run,
        )?;
        let mut buffers = Buffers { moves: Vec::new(), states: Vec::new(), logs: Vec::new() };
        while let Some((least, waiting)) = self.open.pop() {
            if *self.known.value(waiting.id) >= waiting.log_probability
                || !run.depth_allows(waiting.depth)
            {
                run.tick()?;
                continue;
            }
            let goal = self.expand(waiting, least, &mut buffers, run)?;
            if goal.is_some() {
                return Ok(goal);
            }
        }
        Ok(None)
    }

    /// Expands the last state of a path with cost `least`; returns the path to a goal, if a move
    /// leads there.
    fn expand(
        &mut self,
        waiting: OpenNode<G::State>,
        least: f64,
        buffers: &mut Buffers<G>,
        run: &mut Run<G>,
    ) -> Result<Option<Path>, Stop> {
        let OpenNode { id, parent, depth, log_probability, state } = waiting;
        let Buffers { moves, states, logs } = buffers;
        if *self.known.value(id) > f64::NEG_INFINITY {
            run.reopened();
        }
        // 1. Count it.
        run.sizes(self.open.len() as u64, self.known.len() as u64);
        run.expand(self.game, &state, depth, None)?;
        *self.known.value_mut(id) = log_probability;
        let parent = Some(self.paths.push(Path { id, parent }, run.budget())?);

        // 2. Generate, with probabilities.
        moves.clear();
        states.clear();
        logs.clear();
        self.game.moves(&state, moves);
        run.generated(moves.len() as u64);
        states.extend(moves.iter().map(|mv| self.game.apply(&state, *mv)));
        self.policy.log_probabilities(self.game, &state, states, logs);
        debug_assert_eq!(logs.len(), states.len(), "every move has a probability");
        for (next, log) in states.drain(..).zip(logs) {
            // 3. Known?
            let log_probability = log_probability + *log;
            let id =
                match self.known.insert(self.game.key(&next), f64::NEG_INFINITY, run.budget())? {
                    Entry::New(id) => id,
                    Entry::Known(id) if *self.known.value(id) >= log_probability => {
                        run.duplicate();
                        continue;
                    }
                    Entry::Known(id) => id,
                };
            // 4. Goal?
            if self.game.is_goal(&next) {
                return Ok(Some(Path { id, parent }));
            }
            self.wait(
                OpenNode { id, parent, depth: depth + 1, log_probability, state: next },
                least,
                run,
            )?;
        }
        Ok(None)
    }

    /// The keys along a path from the start.
    fn keys(&self, path: Path) -> Vec<G::Key> {
        let key = |id| self.known.key(id).clone();
        let earlier = std::iter::successors(path.parent, |&path| self.paths[path].parent);
        let mut keys: Vec<G::Key> = earlier.map(|path| key(self.paths[path].id)).collect();
        keys.reverse();
        keys.push(key(path.id));
        keys
    }

    /// Opens a path by its cost, or that of its prefix if larger: costs never fall along a path.
    fn wait(
        &mut self,
        waiting: OpenNode<G::State>,
        least: f64,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let h = match self.heuristic {
            None => 0,
            Some(heuristic) => match heuristic.estimate(self.game, &waiting.state).cost() {
                Some(h) => h,
                None => {
                    run.dead_end();
                    self.pruned |= !heuristic.claims().sound_dead_ends;
                    return Ok(());
                }
            },
        };
        let cost = (self.cost)(waiting.depth, waiting.log_probability, h).max(least);
        self.open.push(cost, waiting, run.budget())
    }
}

/// A queue ordered by a number, the smallest first; among equals the oldest comes first.
struct Queue<T> {
    heap: BinaryHeap<Ranked>,
    slots: Slots<T>,
    pushed: u64,
}

struct Ranked {
    cost: f64,
    number: u64,
    slot: u32,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> Ordering {
        // The heap pops the largest first.
        other.cost.total_cmp(&self.cost).then(other.number.cmp(&self.number))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ranked {}

impl<T> Queue<T> {
    fn new() -> Self {
        Queue { heap: BinaryHeap::new(), slots: Slots::new(), pushed: 0 }
    }

    fn len(&self) -> usize {
        self.slots.len()
    }

    fn push(&mut self, cost: f64, item: T, budget: &Budget<'_>) -> Result<(), Stop> {
        if self.heap.len() == self.heap.capacity() {
            let more = self.heap.len() / 2 + 16;
            budget.check_memory(((self.heap.len() + more) * size_of::<Ranked>()) as u64)?;
            self.heap.reserve_exact(more);
        }
        let slot = self.slots.insert(item, budget)?;
        self.heap.push(Ranked { cost, number: self.pushed, slot });
        self.pushed += 1;
        Ok(())
    }

    fn pop(&mut self) -> Option<(f64, T)> {
        let Ranked { cost, slot, .. } = self.heap.pop()?;
        Some((cost, self.slots.take(slot)))
    }
}
