//! Best-first search: one loop that *is* uniform-cost search, greedy best-first search, A*,
//! weighted A*, their anytime form and those of the papers. Each is a [`Variant`], a value.
//!
//! Open is a queue of buckets ([`BucketQueue`]), closed an exact table of keys ([`Table`]). Only
//! open holds states; closed stores a state's key, its parent and its cost. When a cheaper path to
//! a state is found, the state is pushed again, and the old entry is recognised as stale when it is
//! popped. `bounds` computes the claims of an outcome, `groups` the order of look-ups, and `expand`
//! one expansion.
//!
//! Time and memory grow with the number of generated states; a closed state takes its key, 8 bytes,
//! and 6 to 11 bytes of index, an open state its board and 16 bytes.

mod bounds;
mod expand;
mod groups;
mod listed;
mod variant;

use std::collections::VecDeque;

use patience_core::{Claims, Game, Heuristic, Outcome, Run, Stop, Value, replay_keys};

pub use listed::{WEIGHT, anytime, astar, greedy, ucs, wastar};
pub use variant::{By, Duplicates, GoalTest, Plans, Ties, Variant, Weights};

use crate::bucket_queue::{BucketQueue, Order};
use crate::incumbent::Incumbent;
use crate::table::{Entry, Id, Reached, Table};

/// Runs best-first search.
///
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::best_first::{Ties, Variant, search};
/// use patience_search::example::Doubling;
///
/// let variant = Variant { ties: Ties::Lifo, ..Variant::ASTAR };
/// let outcome = search(&Doubling { goal: 10 }, &Blind, &variant, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
/// ```
pub fn search<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    variant: &Variant,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = Search::new(game, heuristic, variant);
    let end = search.run(run);
    search.outcome(end, run)
}

/// Runs best-first search from the ends of lines instead of the start. The plan begins with one of
/// the lines; failure proves nothing.
pub(crate) fn search_from<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    variant: &Variant,
    lines: &[Vec<G::Move>],
    run: &mut Run<G>,
) -> Result<Option<Vec<G::Move>>, Stop> {
    let mut search = Search::new(game, heuristic, variant);
    for line in lines {
        search.queue_end(line, run)?;
    }
    if search.incumbent.is_none() {
        search.work(run)?;
    }
    Ok(search
        .incumbent
        .map(|incumbent| replay_keys(game, &incumbent.path(|goal| search.closed.path(goal)))))
}

/// Successors of a state for which there is room from the start: most games have no more, and a
/// small search spends its time on growing lists.
const SUCCESSORS: usize = 16;

/// A state in open.
struct OpenNode<S> {
    id: Id,
    g: u32,
    h: u32,
    depth: u32,
    state: S,
}

/// A successor that is new, or reached more cheaply.
struct Fresh {
    id: Id,
    g: u32,
}

/// A state taken from open for expansion.
struct Parent<S> {
    waiting: OpenNode<S>,
    /// The number of its successors among those of its group.
    children: usize,
}

/// A successor not yet looked up.
struct Child<G: Game> {
    hash: u64,
    key: G::Key,
    /// The number of the state, if it was known when the group was formed.
    known: Option<Id>,
    cost: u32,
    mv: G::Move,
    state: G::State,
}

/// The reason why a search ended, other than a limit.
enum End {
    /// The requested plan is found.
    Found,
    /// Open is empty.
    Exhausted,
}

struct Search<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    claims: Claims,
    variant: &'a Variant,
    closed: Table<G::Key, Reached>,
    expanded: BitSet,
    open: BucketQueue<OpenNode<G::State>>,
    /// Number of states ever put into open.
    queued: u64,
    /// The smallest bound of the states left out without proof; 0 until the start is open.
    left_out: u32,
    /// Whether an unsound dead end was pruned.
    cut_unsoundly: bool,
    incumbent: Option<Incumbent<G::Key>>,
    start_h: u32,
    /// The group being expanded, and their successors.
    group: VecDeque<Parent<G::State>>,
    children: Vec<Child<G>>,
    /// Buffers of one expansion.
    buffer: Vec<G::Move>,
    moves: Vec<G::Move>,
    fresh: Vec<Fresh>,
    states: Vec<G::State>,
    values: Vec<Option<Value>>,
}

impl<'a, G: Game> Search<'a, G> {
    fn new(game: &'a G, heuristic: &'a dyn Heuristic<G>, variant: &'a Variant) -> Self {
        let order = match variant.ties {
            Ties::Fifo | Ties::LowHFifo => Order::Fifo,
            Ties::Lifo | Ties::LowH => Order::Lifo,
        };
        Search {
            game,
            heuristic,
            claims: heuristic.claims(),
            variant,
            closed: Table::new(),
            expanded: BitSet::default(),
            open: BucketQueue::new(order),
            queued: 0,
            left_out: 0,
            cut_unsoundly: false,
            incumbent: None,
            start_h: 0,
            group: VecDeque::new(),
            children: Vec::new(),
            buffer: Vec::with_capacity(SUCCESSORS),
            moves: Vec::with_capacity(SUCCESSORS),
            fresh: Vec::with_capacity(SUCCESSORS),
            states: Vec::with_capacity(SUCCESSORS),
            values: Vec::with_capacity(SUCCESSORS),
        }
    }

    /// Searches from the start.
    fn run(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        let state = self.game.start();
        let id = self.closed.begin(self.game, &state, run.budget())?;
        if self.game.is_goal(&state) {
            self.found(id, 0, run);
            return Ok(());
        }
        self.fresh.push(Fresh { id, g: 0 });
        self.states.push(state);
        self.queue(0, None, run)?;
        if !self.cut_unsoundly {
            self.left_out = u32::MAX;
        }
        self.work(run)
    }

    /// Stores the states along a line, and opens the last one.
    fn queue_end(&mut self, line: &[G::Move], run: &mut Run<G>) -> Result<(), Stop> {
        let mut state = self.game.start();
        let start = Reached { parent: None, g: 0 };
        let (Entry::New(mut id) | Entry::Known(mut id)) =
            self.closed.insert(self.game.key(&state), start, run.budget())?;
        for &mv in line {
            let g = self.closed.value(id).g.saturating_add(self.game.cost(&state, mv));
            state = self.game.apply(&state, mv);
            // A stored state keeps its path, which also leads here, unless this one is cheaper.
            let way = Reached { parent: Some(id), g };
            id = match self.closed.insert(self.game.key(&state), way, run.budget())? {
                Entry::New(id) => id,
                Entry::Known(id) => {
                    let known = self.closed.value_mut(id);
                    if way.g < known.g {
                        *known = way;
                    }
                    id
                }
            };
        }
        let g = self.closed.value(id).g;
        if self.game.is_goal(&state) {
            if !self.is_too_expensive(g, 0) {
                self.found(id, g, run);
            }
            return Ok(());
        }
        self.fresh.push(Fresh { id, g });
        self.states.push(state);
        self.queue(line.len() as u32, None, run)
    }

    /// Expands open states until a plan is found (the first, or the cheapest) or open is empty.
    fn work(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        let end = self.expand_all(run);
        // A state taken but not expanded stands for everything reachable from it.
        for parent in std::mem::take(&mut self.group) {
            self.leave_out(parent.waiting.g, parent.waiting.h);
        }
        self.children.clear();
        end.map(|_| ())
    }

    fn check_nodes(&self) -> Result<(), Stop> {
        match self.variant.node_limit {
            Some(most) if self.queued >= most => Err(Stop::Incomplete),
            _ => Ok(()),
        }
    }

    /// Whether the first plan was requested and found.
    fn is_done(&self) -> bool {
        self.variant.plans == Plans::First && self.incumbent.is_some()
    }

    /// Whether expanding the state is pointless.
    #[inline]
    fn is_superfluous(&self, waiting: &OpenNode<G::State>) -> bool {
        let stale = self.variant.duplicates == Duplicates::Reopen
            && waiting.g > self.closed.value(waiting.id).g;
        stale || self.is_too_expensive(waiting.g, waiting.h)
    }

    /// Whether no plan through a state can be cheaper than the incumbent.
    #[inline]
    fn is_too_expensive(&self, g: u32, h: u32) -> bool {
        self.incumbent.as_ref().is_some_and(|incumbent| self.bound(g, h) >= incumbent.cost)
    }

    /// Pushes the fresh states with their estimates: successors of `parent`, at a depth above 0.
    fn queue(
        &mut self,
        depth: u32,
        parent: Option<&OpenNode<G::State>>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        if self.fresh.is_empty() {
            return Ok(());
        }
        let Weights { g: weight_g, h: weight_h } = self.variant.weights;
        self.values.clear();
        match parent {
            Some(parent) => self.heuristic.values_after(
                self.game,
                &parent.state,
                parent.h,
                &self.moves,
                &self.states,
                &mut self.values,
            ),
            None => self.heuristic.values(self.game, &self.states, &mut self.values),
        }
        debug_assert_eq!(
            self.values.len(),
            self.states.len(),
            "a batch has a value for every state"
        );
        for ((Fresh { id, g }, state), value) in
            self.fresh.drain(..).zip(self.states.drain(..)).zip(&self.values)
        {
            let Some(Value { cost: h, ordering }) = *value else {
                run.dead_end();
                if !self.claims.sound_dead_ends {
                    self.cut_unsoundly = true;
                    self.left_out = self.left_out.min(g);
                }
                continue;
            };
            if depth == 0 {
                self.start_h = h;
            }
            let bound = if self.claims.admissible { g.saturating_add(h) } else { g };
            if self.incumbent.as_ref().is_some_and(|incumbent| bound >= incumbent.cost) {
                continue;
            }
            let ordered_by = if self.variant.by == By::Ordering { ordering } else { h };
            let f =
                u64::from(weight_g) * u64::from(g) + u64::from(weight_h) * u64::from(ordered_by);
            let tie =
                if matches!(self.variant.ties, Ties::LowH | Ties::LowHFifo) { ordering } else { 0 };
            self.queued += 1;
            self.open.push((f, tie), OpenNode { id, g, h, depth, state }, run.budget())?;
        }
        Ok(())
    }
}

/// One bit for each node of closed.
#[derive(Default)]
struct BitSet(Vec<u64>);

impl BitSet {
    #[inline]
    fn insert(&mut self, index: usize) {
        let word = index / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (index % 64);
    }

    #[inline]
    fn contains(&self, index: usize) -> bool {
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }
}
