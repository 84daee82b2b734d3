//! Partial expansion A* (Yoshizumi, Miura and Ishida 2000): A* that stores no state before its
//! turn.
//!
//! For cheapest plans if states have many successors, most of which A* would store and never
//! expand. An expanded state stores only the successors whose f = g + h is no larger than its
//! own value in open; then it returns to open with the smallest f of the others, if there are
//! any. So open and closed hold no state whose f is above the cost of the plan.
//! Complete; optimal with an admissible heuristic, and states are reopened if it is not
//! consistent.
//!
//! Memory: the states that A* expands, instead of those that it generates. Time: as A*, times the
//! different values of f among the successors of a state, each of which generates them all again.

use patience_core::parameter::HEURISTIC;
use patience_core::{Claims, Game, Heuristic, Outcome, Run, Stop, Value, Verdict, replay_keys};

use crate::bucket_queue::{BucketQueue, Order};
use crate::incumbent::Incumbent;
use crate::table::{Entry, Id, Reached, Table};
use crate::{Algorithm, report};

/// Describes partial expansion A* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "peastar",
        summary: "partial expansion A*: a cheapest plan like A*, but states are not stored before \
                  their turn (Yoshizumi et al. 2000)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| solve(game, arguments.heuristic, run),
    }
}

/// Runs partial expansion A*.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, peastar};
///
/// let outcome = peastar::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
///     panic!("10 can be reached")
/// };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = Search {
        game,
        heuristic,
        claims: heuristic.claims(),
        closed: Table::new(),
        open: BucketQueue::new(Order::Lifo),
        now: None,
        left_out: 0,
        left_out_unsoundly: false,
    };
    match search.run(run) {
        Ok(Some(goal)) => {
            let path = goal.path(|goal| search.closed.path(goal));
            report(game, replay_keys(game, &path), search.lower_bound(), None)
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

/// A state that waits.
struct OpenNode<S> {
    id: Id,
    g: u32,
    h: u32,
    depth: u32,
    /// Its value in open: successors that are not stored yet have at least this f.
    f: u32,
    /// Its successors are stored up to this f.
    stored: Option<u32>,
    state: S,
}

struct Search<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    claims: Claims,
    closed: Table<G::Key, Reached>,
    /// By f, then by h.
    open: BucketQueue<OpenNode<G::State>>,
    /// The bound of the state last taken from open.
    now: Option<u32>,
    /// The smallest bound of the states left out without proof; 0 until the start is open.
    left_out: u32,
    /// Whether an unsound dead end is among them.
    left_out_unsoundly: bool,
}

impl<G: Game> Search<'_, G> {
    /// Searches until a goal is taken from open, or open is empty.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Incumbent<G::Key>>, Stop> {
        let state = self.game.start();
        let id = self.closed.begin(self.game, &state, run.budget())?;
        match self.heuristic.estimate(self.game, &state).cost() {
            Some(h) => {
                let node = OpenNode { id, g: 0, h, depth: 0, f: h, stored: None, state };
                self.open.push((h.into(), h), node, run.budget())?;
                self.left_out = u32::MAX;
            }
            None if self.game.is_goal(&state) => {
                return Ok(Incumbent::new(id, 0, |goal| self.closed.path(goal), run));
            }
            None => {
                run.dead_end();
                self.left_out_unsoundly = !self.claims.sound_dead_ends;
            }
        }
        let (mut moves, mut after) = (Vec::new(), After::default());
        while let Some(node) = self.open.pop() {
            run.tick()?;
            if node.g > self.closed.value(node.id).g {
                continue;
            }
            self.now = Some(self.bound(node.g, node.f));
            if self.game.is_goal(&node.state) {
                let path = |goal| self.closed.path(goal);
                match Incumbent::new(node.id, node.g, path, run) {
                    Some(goal) => return Ok(Some(goal)),
                    None => self.leave_out(node.g, node.f),
                }
            } else if !run.depth_allows(node.depth) {
                self.leave_out(node.g, node.f);
            } else {
                self.expand(node, &mut moves, &mut after, run)?;
            }
            self.now = None;
        }
        Ok(None)
    }

    /// Stores the successors of a state up to its f. It is reopened if others remain.
    fn expand(
        &mut self,
        node: OpenNode<G::State>,
        buffer: &mut Vec<G::Move>,
        after: &mut After<G>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        run.sizes(self.open.len() as u64, self.closed.len() as u64);
        run.expand(self.game, &node.state, node.g, Some(node.h))?;
        after.clear();
        self.game.each_successor(&node.state, buffer, |mv, cost, state| {
            after.moves.push(mv);
            after.costs.push(cost);
            after.states.push(state);
        });
        run.generated(after.states.len() as u64);
        let (moves, states) = (&after.moves, &after.states);
        self.heuristic.values_after(
            self.game,
            &node.state,
            node.h,
            moves,
            states,
            &mut after.values,
        );
        let mut rest: Option<u32> = None;
        for ((state, cost), value) in after.states.drain(..).zip(&after.costs).zip(&after.values) {
            let g = node.g.saturating_add(*cost);
            let Some(Value { cost: h, .. }) = *value else {
                if node.stored.is_none() {
                    run.dead_end();
                    if !self.claims.sound_dead_ends {
                        self.left_out_unsoundly = true;
                        self.left_out = self.left_out.min(g);
                    }
                }
                continue;
            };
            let f = g.saturating_add(h);
            if f > node.f {
                rest = Some(rest.map_or(f, |rest| rest.min(f)));
            } else if node.stored.is_none_or(|stored| f > stored) {
                self.store(&node, g, h, state, run)?;
            }
        }
        if let Some(f) = rest {
            let node = OpenNode { stored: Some(node.f), f, ..node };
            self.open.push((f.into(), node.h), node, run.budget())?;
        }
        Ok(())
    }

    /// Stores and opens a successor, unless an equally cheap path is known.
    fn store(
        &mut self,
        parent: &OpenNode<G::State>,
        g: u32,
        h: u32,
        state: G::State,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let reached = Reached { parent: Some(parent.id), g };
        let id = match self.closed.insert(self.game.key(&state), reached, run.budget())? {
            Entry::New(id) => id,
            Entry::Known(id) if g < self.closed.value(id).g => {
                *self.closed.value_mut(id) = reached;
                id
            }
            Entry::Known(_) => {
                run.duplicate();
                return Ok(());
            }
        };
        let (f, depth) = (g.saturating_add(h), parent.depth + 1);
        let node = OpenNode { id, g, h, depth, f, stored: None, state };
        self.open.push((f.into(), h), node, run.budget())
    }

    /// Lower bound on the cost of plans through the successors of a state that are not stored yet.
    fn bound(&self, g: u32, f: u32) -> u32 {
        if self.claims.admissible { f } else { g }
    }

    fn leave_out(&mut self, g: u32, f: u32) {
        self.left_out = self.left_out.min(self.bound(g, f));
    }

    /// A lower bound on the cost of every plan; `u32::MAX` if nothing is left.
    fn lower_bound(&self) -> u32 {
        let open = self.open.iter().filter(|node| node.g == self.closed.value(node.id).g);
        let open = open.map(|node| self.bound(node.g, node.f));
        open.chain(self.now).min().unwrap_or(u32::MAX).min(self.left_out)
    }
}

/// The successors of one state.
struct After<G: Game> {
    moves: Vec<G::Move>,
    costs: Vec<u32>,
    states: Vec<G::State>,
    values: Vec<Option<Value>>,
}

impl<G: Game> After<G> {
    fn clear(&mut self) {
        self.moves.clear();
        self.costs.clear();
        self.states.clear();
        self.values.clear();
    }
}

impl<G: Game> Default for After<G> {
    fn default() -> Self {
        let (moves, costs, states, values) = Default::default();
        After { moves, costs, states, values }
    }
}
