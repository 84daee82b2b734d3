//! Breadth-first search (Moore 1959): states in the order of their distance in moves.
//!
//! For finding a shortest plan, or proving that there is none, without a heuristic, if the states
//! fit in memory. Complete. The plan has the fewest moves; it is reported as optimal if no move is
//! cheaper than those of the plan (according to [`Game::least_cost`] and the costs seen). States
//! are tested for the goal when generated, which saves the last layer.
//!
//! Time and memory grow with the number of states up to the depth of the goal; expanded states are
//! stored as keys, open ones as boards.

use patience_core::{Event, Game, Outcome, Run, Stop, Verdict};

use crate::arena::make_room;
use crate::fifo::Fifo;
use crate::table::{Entry, Id, Reached, Table, together};
use crate::{Algorithm, report_path};

/// Describes breadth-first search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "bfs",
        summary: "breadth-first search: a plan with the fewest moves, or a proof that there is \
                  none (Moore 1959)",
        complete: true,
        optimal: true,
        parameters: &[],
        solve: |game, _, run| solve(game, run),
    }
}

/// Runs breadth-first search. In events, g is the number of moves.
///
/// # Examples
/// ```
/// use patience_core::{Run, Verdict};
/// use patience_search::{bfs, example::Doubling};
///
/// let outcome = bfs::solve(&Doubling { goal: 10 }, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(game: &G, run: &mut Run<G>) -> Outcome<G::Move> {
    let mut search = BreadthFirst { closed: Table::new(), depth: 0, least_cost: game.least_cost() };
    let end = search.run(game, run);
    // Every plan has more moves than the depth of the states expanded last.
    let bound = |moves: u32| moves.saturating_mul(search.least_cost);
    match end {
        Ok(Some(goal)) => {
            let path = search.closed.path(goal);
            report_path(game, &path, bound(path.len() as u32 - 1), None)
        }
        Ok(None) => {
            let outcome = run.exhausted(true);
            match outcome.verdict {
                Verdict::Unsolvable => outcome,
                _ => outcome.with_lower_bound(bound(search.depth + 1)),
            }
        }
        Err(stop) => Outcome::unknown(stop).with_lower_bound(bound(search.depth)),
    }
}

/// Returns the states at exactly `depth` moves from the start, in the order of breadth-first
/// search. `None` once more than `most` states are stored, which is checked after each layer.
///
/// # Errors
/// A limit is reached.
///
/// # Examples
/// ```
/// use patience_core::Run;
/// use patience_search::{bfs, example::Doubling};
///
/// assert_eq!(
///     bfs::layer(&Doubling { goal: 10 }, 2, 1_000, &mut Run::unlimited()),
///     Ok(vec![4, 3])
/// );
/// ```
pub fn layer<G: Game>(
    game: &G,
    depth: u32,
    most: usize,
    run: &mut Run<G>,
) -> Result<Vec<G::State>, Stop> {
    let (mut known, mut moves) = (Table::new(), Vec::new());
    let mut layer = vec![game.start()];
    known.insert(game.key(&layer[0]), (), run.budget())?;
    for at in 0..depth {
        let mut next = Vec::new();
        for state in &layer {
            run.expand(game, state, at, None)?;
            moves.clear();
            game.moves(state, &mut moves);
            run.generated(moves.len() as u64);
            for &mv in &moves {
                let after = game.apply(state, mv);
                match known.insert(game.key(&after), (), run.budget())? {
                    Entry::Known(_) => run.duplicate(),
                    Entry::New(_) => {
                        make_room(&mut next, 1, run.budget())?;
                        next.push(after);
                    }
                }
            }
        }
        layer = next;
        if layer.is_empty() || known.len() > most {
            return Ok(Vec::new());
        }
    }
    Ok(layer)
}

struct BreadthFirst<K> {
    closed: Table<K, Reached>,
    /// The depth of the state expanded last.
    depth: u32,
    /// No move costs less.
    least_cost: u32,
}

impl<K: Eq + std::hash::Hash + Clone> BreadthFirst<K> {
    /// Searches until a goal is generated or no state is left.
    fn run<G: Game<Key = K>>(&mut self, game: &G, run: &mut Run<G>) -> Result<Option<Id>, Stop> {
        let start = game.start();
        let id = self.closed.begin(game, &start, run.budget())?;
        if game.is_goal(&start) {
            return Ok(Some(id));
        }
        let mut frontier = Fifo::new();
        let mut group = Group { parents: Vec::new(), children: Vec::new(), moves: Vec::new() };
        let mut fresh = Fresh { moves: Vec::new(), states: Vec::new() };
        frontier.push((id, start), run.budget())?;
        run.notify(game, Event::Iteration { bound: 0 });
        loop {
            if together(self.closed.len()) == 1 {
                let Some((id, state)) = frontier.pop() else { return Ok(None) };
                if !self.enter(game, id, &state, frontier.len(), run)? {
                    return Ok(None);
                }
                let goal = self.expand(game, id, &state, &mut frontier, &mut fresh, run)?;
                if goal.is_some() {
                    return Ok(goal);
                }
                continue;
            }
            self.generate(game, &mut frontier, &mut group, run);
            if group.parents.is_empty() {
                return Ok(None);
            }
            let mut children = group.children.drain(..);
            let mut waiting = frontier.len() + group.parents.len();
            for Parent { id, state, children: count } in group.parents.drain(..) {
                waiting -= 1;
                if !self.enter(game, id, &state, waiting, run)? {
                    return Ok(None);
                }
                run.generated(count as u64);
                for Child { hash, key, known, cost, state } in children.by_ref().take(count) {
                    self.least_cost = self.least_cost.min(cost);
                    if known {
                        run.duplicate();
                        continue;
                    }
                    let reached = Reached { parent: Some(id), g: self.depth + 1 };
                    match self.closed.insert_hashed(hash, key, reached, run.budget())? {
                        Entry::Known(_) => run.duplicate(),
                        Entry::New(id) if game.is_goal(&state) => return Ok(Some(id)),
                        Entry::New(id) => {
                            frontier.push((id, state), run.budget())?;
                            waiting += 1;
                        }
                    }
                }
            }
        }
    }

    /// Counts the expansion of a state. Returns `false` if it is at the depth limit: all other open
    /// states are as deep.
    #[inline]
    fn enter<G: Game<Key = K>>(
        &mut self,
        game: &G,
        id: Id,
        state: &G::State,
        waiting: usize,
        run: &mut Run<G>,
    ) -> Result<bool, Stop> {
        let depth = self.closed.value(id).g;
        if depth > self.depth {
            self.depth = depth;
            run.notify(game, Event::Iteration { bound: depth });
        }
        if !run.depth_allows(depth) {
            return Ok(false);
        }
        run.sizes(waiting as u64, self.closed.len() as u64);
        run.expand(game, state, depth, None)?;
        Ok(true)
    }

    /// Expands a state of a small search: its successors are looked up one by one. Returns a goal
    /// among them.
    #[inline(never)]
    fn expand<G: Game<Key = K>>(
        &mut self,
        game: &G,
        parent: Id,
        state: &G::State,
        frontier: &mut Fifo<(Id, G::State)>,
        fresh: &mut Fresh<G>,
        run: &mut Run<G>,
    ) -> Result<Option<Id>, Stop> {
        // A state is read some time after it is written, which is faster.
        let Fresh { moves, states } = fresh;
        game.each_successor(state, moves, |_, cost, state| states.push((cost, state)));
        run.generated(states.len() as u64);
        for (cost, state) in states.drain(..) {
            self.least_cost = self.least_cost.min(cost);
            let reached = Reached { parent: Some(parent), g: self.depth + 1 };
            match self.closed.insert(game.key(&state), reached, run.budget())? {
                Entry::Known(_) => run.duplicate(),
                Entry::New(id) if game.is_goal(&state) => return Ok(Some(id)),
                Entry::New(id) => frontier.push((id, state), run.budget())?,
            }
        }
        Ok(None)
    }

    /// Takes states from the frontier and generates their successors, which are looked up together.
    fn generate<G: Game<Key = K>>(
        &self,
        game: &G,
        frontier: &mut Fifo<(Id, G::State)>,
        group: &mut Group<G>,
        run: &Run<G>,
    ) {
        let Group { parents, children, moves } = group;
        let most = together(self.closed.len());
        while parents.len() < most
            && let Some((id, state)) = frontier.pop()
        {
            let before = children.len();
            if run.limits().depth.is_none_or(|most| self.closed.value(id).g < most) {
                game.each_successor(&state, moves, |_, cost, state| {
                    let key = game.key(&state);
                    let hash = self.closed.hash(&key);
                    children.push(Child { hash, key, known: false, cost, state });
                });
            }
            parents.push(Parent { id, state, children: children.len() - before });
        }
        self.closed.fetch(children.iter().map(|child| child.hash));
        for child in children {
            child.known = self.closed.get_hashed(child.hash, &child.key).is_some();
        }
    }
}

/// Buffers of one expansion.
struct Fresh<G: Game> {
    moves: Vec<G::Move>,
    states: Vec<(u32, G::State)>,
}

/// States that are expanded together, and all their successors.
struct Group<G: Game> {
    parents: Vec<Parent<G::State>>,
    children: Vec<Child<G>>,
    moves: Vec<G::Move>,
}

struct Parent<S> {
    id: Id,
    state: S,
    /// Number of its successors in the group.
    children: usize,
}

struct Child<G: Game> {
    hash: u64,
    key: G::Key,
    /// Whether it was known when the group was made.
    known: bool,
    cost: u32,
    state: G::State,
}
