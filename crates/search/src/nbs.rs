//! NBS, near-optimal bidirectional search (Chen, Holte, Zilles and Sturtevant 2017).
//!
//! For cheapest plans of games that can be played backwards, if A* expands many states far from the
//! goal: two searches, one from each end, need half the depth each. For any order of expansions, a
//! plan is proved optimal only once one state of every pair (u, v) is expanded, u reached from the
//! start and v from a goal, whose bound is below the cost of the plan. The bound of a pair is the
//! largest of f(u), f(v) and g(u) + g(v) + the least cost of a move. So the search takes a pair of
//! the smallest bound and expands both: at most twice as many states as any search that proves it
//! with the same consistent estimates.
//!
//! The smallest bound of all pairs is a lower bound on the cost of every plan. The search ends when
//! this bound reaches the cost of the best plan, or when one end has no open states, which proves a
//! loss if no plan is known. States are reopened when a cheaper path is found, so estimates need
//! not be consistent. Time and memory grow with the states expanded.

use std::hash::Hash;

use patience_core::{Budget, Heuristic, Outcome, Reversible, Run, Stop, replay_keys};

use crate::bucket_queue::{BucketQueue, Order};
use crate::report;
use crate::table::{Entry, Id, Table};

/// Runs NBS. `forward` estimates the cost from a state to a goal, `backward` that from the start to
/// a state. An estimate that is not admissible counts as 0, and an unsound dead end does not
/// count.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, nbs};
///
/// let outcome = nbs::solve(&Doubling { goal: 10 }, &Blind, &Blind, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Reversible>(
    game: &G,
    forward: &dyn Heuristic<G>,
    backward: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let ends = [End::new(forward), End::new(backward)];
    let mut search = Search { game, ends, bound: 0, best: None, successors: Vec::new() };
    let end = search.run(run);
    let Search { ends, bound, best, .. } = search;
    let Some(Meeting { cost, at }) = best else {
        return match end {
            Ok(()) => run.exhausted(true),
            Err(stop) => Outcome::unknown(stop).with_lower_bound(bound),
        };
    };
    // All pairs of smaller bounds were expanded, or one end has no open states.
    let proved = if end.is_ok() { cost } else { bound };
    let [mut path, rest] = [0, 1].map(|end| ends[end].path(at[end]));
    path.extend(rest.into_iter().rev().skip(1));
    let plan = replay_keys(game, &path);
    // The search ignores the depth limit, because the two parts of a plan share it.
    let is_too_long = run.limits().depth.is_some_and(|most| plan.len() > most as usize);
    if is_too_long {
        return Outcome::unknown(end.err().unwrap_or(Stop::Depth)).with_lower_bound(proved);
    }
    report(game, plan, proved, end.err())
}

/// The data of a state reached from one end.
struct Note<S> {
    state: S,
    parent: Option<Id>,
    g: u32,
    h: u32,
    is_open: bool,
}

/// An open state, with the cost at which it was reached.
type OpenNode = (Id, u32);

/// The search from one end.
struct End<'a, G: Reversible> {
    heuristic: &'a dyn Heuristic<G>,
    closed: Table<G::Key, Note<G::State>>,
    /// Open states, by f, whose f has not been reached yet.
    waiting: BucketQueue<OpenNode>,
    /// By g.
    ready: BucketQueue<OpenNode>,
}

/// The cheapest known path.
struct Meeting {
    cost: u32,
    /// The numbers, in the two tables, of the state in which the searches meet.
    at: [Id; 2],
}

struct Search<'a, G: Reversible> {
    game: &'a G,
    /// From the start, and from the goals.
    ends: [End<'a, G>; 2],
    /// The smallest bound of all pairs.
    bound: u32,
    best: Option<Meeting>,
    /// A buffer of one expansion.
    successors: Vec<(G::State, u32)>,
}

impl<G: Reversible> Search<'_, G> {
    fn run(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        self.reach(0, None, self.game.start(), 0, run)?;
        for goal in self.game.goals() {
            self.reach(1, None, goal, 0, run)?;
        }
        while let Some(pair) = self.next_pair(run)? {
            for (end, id) in pair.into_iter().enumerate() {
                self.expand(end, id, run)?;
            }
        }
        Ok(())
    }

    /// Takes a pair of the smallest bound; `None` if the bound proves the best plan, or an end has
    /// no open states.
    fn next_pair(&mut self, run: &Run<G>) -> Result<Option<[Id; 2]>, Stop> {
        let epsilon = self.game.least_cost();
        loop {
            run.tick()?;
            for end in &mut self.ends {
                end.prepare(self.bound, run.budget())?;
            }
            if self.best.as_ref().is_some_and(|best| self.bound >= best.cost) {
                return Ok(None);
            }
            let least =
                |queue: &BucketQueue<OpenNode>| queue.least().map(|(first, _)| first as u32);
            let [one, other] = &self.ends;
            let sum = match (least(&one.ready), least(&other.ready)) {
                (Some(one), Some(other)) => Some(one.saturating_add(other).saturating_add(epsilon)),
                _ => None,
            };
            if sum.is_some_and(|sum| sum <= self.bound) {
                let pair = [0, 1].map(|end| self.ends[end].ready.pop());
                let [Some((one, _)), Some((other, _))] = pair else { return Ok(None) };
                return Ok(Some([one, other]));
            }
            if self.ends.iter().any(|end| end.ready.is_empty() && end.waiting.is_empty()) {
                return Ok(None);
            }
            // No pair has this bound: either the sum of each pair is larger, or an f of its states.
            let waiting = self.ends.iter().filter_map(|end| least(&end.waiting));
            let Some(bound) = waiting.chain(sum).min() else { return Ok(None) };
            self.bound = bound;
        }
    }

    fn expand(&mut self, end: usize, id: Id, run: &mut Run<G>) -> Result<(), Stop> {
        let known = self.ends.each_ref().map(|end| end.closed.len());
        let open = self.ends.iter().map(|end| end.waiting.len() + end.ready.len());
        run.sizes(open.sum::<usize>() as u64, (known[0] + known[1]) as u64);
        let note = self.ends[end].closed.value_mut(id);
        note.is_open = false;
        let g = note.g;
        run.expand(self.game, &note.state, g, Some(note.h))?;
        let mut successors = std::mem::take(&mut self.successors);
        match end {
            0 => self.game.each_successor(&note.state, &mut Vec::new(), |_, cost, state| {
                successors.push((state, cost));
            }),
            _ => self.game.predecessors(&note.state, &mut successors),
        }
        run.generated(successors.len() as u64);
        for (state, cost) in successors.drain(..) {
            self.reach(end, Some(id), state, g.saturating_add(cost), run)?;
        }
        self.successors = successors;
        Ok(())
    }

    /// Records a path from an end to a state, and whether the other search has reached it.
    fn reach(
        &mut self,
        end: usize,
        parent: Option<Id>,
        state: G::State,
        g: u32,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let key = self.game.key(&state);
        let other = self.ends[1 - end].closed.get(&key);
        let Some(id) = self.ends[end].reach(self.game, key, parent, state, g, run)? else {
            return Ok(());
        };
        if let Some(other) = other {
            let cost = g.saturating_add(self.ends[1 - end].closed.value(other).g);
            if self.best.as_ref().is_none_or(|best| cost < best.cost) {
                let at = if end == 0 { [id, other] } else { [other, id] };
                self.best = Some(Meeting { cost, at });
            }
        }
        Ok(())
    }
}

impl<'a, G: Reversible<Key: Eq + Hash>> End<'a, G> {
    fn new(heuristic: &'a dyn Heuristic<G>) -> Self {
        let (waiting, ready) = (BucketQueue::new(Order::Lifo), BucketQueue::new(Order::Lifo));
        End { heuristic, closed: Table::new(), waiting, ready }
    }

    /// Records a path to a state, and opens the state. `None` if the path or the state is useless.
    fn reach(
        &mut self,
        game: &G,
        key: G::Key,
        parent: Option<Id>,
        state: G::State,
        g: u32,
        run: &mut Run<G>,
    ) -> Result<Option<Id>, Stop> {
        let (id, h) = match self.closed.get(&key) {
            Some(id) => {
                let note = self.closed.value_mut(id);
                if g >= note.g {
                    run.duplicate();
                    return Ok(None);
                }
                if !note.is_open {
                    run.reopened();
                }
                (note.g, note.parent, note.is_open) = (g, parent, true);
                (id, note.h)
            }
            None => {
                let claims = self.heuristic.claims();
                let estimate = self.heuristic.estimate(game, &state).cost();
                let h = match estimate {
                    None if claims.sound_dead_ends => {
                        run.dead_end();
                        return Ok(None);
                    }
                    Some(h) if claims.admissible => h,
                    _ => 0,
                };
                let note = Note { state, parent, g, h, is_open: true };
                let (Entry::New(id) | Entry::Known(id)) =
                    self.closed.insert(key, note, run.budget())?;
                (id, h)
            }
        };
        self.waiting.push((g.saturating_add(h).into(), g), (id, g), run.budget())?;
        Ok(Some(id))
    }

    /// Makes states with f up to the bound available, and drops those reached more cheaply since.
    fn prepare(&mut self, bound: u32, budget: &Budget<'_>) -> Result<(), Stop> {
        while let Some((f, g)) = self.waiting.least()
            && f <= bound.into()
        {
            let Some((id, _)) = self.waiting.pop() else { break };
            if self.closed.value(id).g == g {
                self.ready.push((g.into(), 0), (id, g), budget)?;
            }
        }
        while let Some((id, g)) = self.ready.peek()
            && self.closed.value(*id).g < *g
        {
            self.ready.pop();
        }
        Ok(())
    }

    /// The keys from the end to a state.
    fn path(&self, to: Id) -> Vec<G::Key> {
        self.closed.path_along(to, |note| note.parent)
    }
}
