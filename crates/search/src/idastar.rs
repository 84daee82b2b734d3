//! Iterative deepening A* (Korf 1985), with or without a transposition table (Reinefeld and
//! Marsland 1994).
//!
//! For cheapest plans if A* does not fit in memory. Each iteration searches depth-first among the
//! states with f = g + h up to a bound; the next bound is the smallest f that was cut off. The
//! table stores the cost at which an iteration reached a state, and the state is searched again
//! only if it is reached more cheaply. When seven eighths of the allowed memory are used, the table
//! accepts no more entries, and for other states only the path is checked for repetitions.
//! Complete; optimal with an admissible heuristic.
//!
//! A state that is cut off does not count towards the next bound if the iteration also searches it
//! at no greater cost: everything below it is then searched as well. Without this rule a path
//! around a cycle would be cut off at every bound, and the search of a space with cycles and no
//! goal would end only once the bound exceeds its longest path. With it, an iteration with no other
//! cut has searched every successor of every state it reached, which proves that there is no plan.
//!
//! Without a table ([`Remembers::Nothing`]) each path is searched again, several times as fast, but
//! the search of a space with cycles and no plan does not end; with a cache of a fixed size it ends
//! if the cache holds the cycles. See `tree`.
//!
//! Time: as A*, times the number of iterations, and more if the table is full; many different costs
//! make many iterations. Memory: the path, and the table within the memory limit.

mod tree;

use patience_core::parameter::HEURISTIC;
use patience_core::{
    Choice, Estimate, Event, Game, Heuristic, Outcome, Parameter, Run, Stop, Verdict,
};

use crate::arena::make_room;
use crate::table::{Entry, Id, Table};
use crate::{Algorithm, report};

/// The states that IDA* stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remembers {
    /// All states searched, within the memory limit.
    All,
    /// The states searched most recently, in a cache of [`CACHE`] places.
    Lately,
    /// The path alone.
    Nothing,
}

impl Choice for Remembers {
    const WORDS: &[&str] = &["full", "cache", "none"];
    const ALL: &[Remembers] = &[Remembers::All, Remembers::Lately, Remembers::Nothing];
}

/// The stored states.
pub const TABLE: Parameter<Remembers> = Parameter::choice(
    "table",
    "What IDA* remembers: every state that it searched, a cache of --cache places, or none. The \
     last two are faster where few paths lead to a state; where moves go in circles, a loss is \
     proved only if it remembers them",
);

/// The binary logarithm of the places in the cache.
pub const CACHE: Parameter<u64> =
    Parameter::whole("cache", "bits", 1..=30, 16, "The cache of IDA* has 2^BITS places");

/// Describes IDA* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "idastar",
        summary: "IDA*: a cheapest plan like A* in little memory, or a proof that there is none \
                  (Korf 1985)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC, TABLE.declared, CACHE.declared],
        solve: |game, arguments, run| match arguments.values.get(&TABLE) {
            Remembers::All => solve(game, arguments.heuristic, run),
            Remembers::Lately => {
                let bits = arguments.values.get(&CACHE) as u32;
                tree::solve(game, arguments.heuristic, Some(bits), run)
            }
            Remembers::Nothing => tree::solve(game, arguments.heuristic, None, run),
        },
    }
}

/// Runs IDA* with a table of all states.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, idastar};
///
/// let outcome = idastar::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
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
    deepen(game, heuristic, run, |bounds, _, _| {
        Ok(IterativeDeepening {
            game,
            heuristic,
            bounds,
            number: 0,
            table: Table::new(),
            table_is_full: false,
            undecided: 0,
            waiting: Vec::new(),
            most: 8,
            path: Vec::new(),
            buffer: Vec::new(),
        })
    })
}

/// Runs IDA* without a table: it stores only the path.
///
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, idastar};
///
/// let outcome = idastar::solve_plainly(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// assert!(matches!(outcome.verdict, Verdict::Solved { optimal: true, .. }));
/// ```
pub fn solve_plainly<G: Game, H: Heuristic<G> + ?Sized>(
    game: &G,
    heuristic: &H,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    tree::solve(game, heuristic, None, run)
}

/// The cut-off and left-out states of an iterative-deepening search.
pub(crate) struct Bounds {
    pub(crate) bound: u32,
    /// The smallest f above the bound among states that certainly were not searched.
    pub(crate) next: Option<u32>,
    /// Lower bound on plans through the states left out without proof, in any iteration.
    left_out: u32,
    /// Whether an unsound dead end was left out.
    left_out_unsoundly: bool,
}

impl Bounds {
    pub(crate) fn leave_out(&mut self, f: u32, unsoundly: bool) {
        self.left_out = self.left_out.min(f);
        self.left_out_unsoundly |= unsoundly;
    }
}

/// A search within a bound, run repeatedly.
pub(crate) trait Deepening<G: Game> {
    fn bounds(&mut self) -> &mut Bounds;

    /// Searches everything within the bound.
    fn iteration(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop>;
}

/// Raises the bound from the start's estimate until an iteration ends the search. `begin` creates
/// the search from its bounds and the estimate.
pub(crate) fn deepen<G: Game, H: Heuristic<G> + ?Sized, S: Deepening<G>>(
    game: &G,
    heuristic: &H,
    run: &mut Run<G>,
    begin: impl FnOnce(Bounds, u32, &mut Run<G>) -> Result<S, Stop>,
) -> Outcome<G::Move> {
    let claims = heuristic.claims();
    let start = game.start();
    let bound = match heuristic.estimate(game, &start) {
        _ if game.is_goal(&start) => 0,
        Estimate::Cost(h) => h,
        Estimate::DeadEnd => {
            run.dead_end();
            return run.exhausted(claims.sound_dead_ends);
        }
    };
    let bounds = Bounds { bound, next: None, left_out: u32::MAX, left_out_unsoundly: false };
    let mut search = match begin(bounds, bound, run) {
        Ok(search) => search,
        Err(stop) => return Outcome::unknown(stop),
    };
    loop {
        run.notify(game, Event::Iteration { bound: search.bounds().bound });
        let end = search.iteration(run);
        let bounds = search.bounds();
        // All plans cost at least the bound, except those through states left out.
        let proved = if claims.admissible { bounds.bound.min(bounds.left_out) } else { 0 };
        match end {
            Ok(End::Plan(plan)) => return report(game, plan, proved, None),
            Err(stop) => return Outcome::unknown(stop).with_lower_bound(proved),
            Ok(End::CutOff(next)) => bounds.bound = next,
            Ok(End::NothingLeft) => {
                let outcome = run.exhausted(!bounds.left_out_unsoundly);
                return match outcome.verdict {
                    Verdict::Unsolvable => outcome,
                    _ if claims.admissible => outcome.with_lower_bound(bounds.left_out),
                    _ => outcome.with_lower_bound(0),
                };
            }
        }
    }
}

/// The end of an iteration.
pub(crate) enum End<M> {
    Plan(Vec<M>),
    /// The smallest f above the bound.
    CutOff(u32),
    /// Every successor of every searched state was searched as well.
    NothingLeft,
}

/// A state on the path from the start to the current state.
struct Frame<G: Game> {
    state: G::State,
    arrived_by: Option<G::Move>,
    g: u32,
    /// The start of its successors among those waiting.
    first: usize,
}

/// A successor waiting for its turn.
struct Successor<G: Game> {
    mv: G::Move,
    cost: u32,
    state: G::State,
}

/// The last iteration that reached a state: it searched the state if f is within the bound, and cut
/// it off otherwise.
#[derive(Clone, Copy)]
struct Seen {
    iteration: u32,
    g: u32,
    f: u32,
}

struct IterativeDeepening<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    bounds: Bounds,
    /// The number of the iteration.
    number: u32,
    /// Every state that was searched in some iteration.
    table: Table<G::Key, Seen>,
    table_is_full: bool,
    /// Number of states in the table that this iteration has cut off and not yet searched.
    undecided: u64,
    /// Successors of the states of the path, one state's after the other's, backwards.
    waiting: Vec<Successor<G>>,
    /// The largest number of successors of one state so far: room for as many is made in
    /// advance.
    most: usize,
    path: Vec<Frame<G>>,
    /// A buffer of one expansion.
    buffer: Vec<G::Move>,
}

impl<G: Game> Deepening<G> for IterativeDeepening<'_, G> {
    fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }

    fn iteration(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop> {
        (self.number, self.undecided, self.bounds.next) = (self.number + 1, 0, None);
        if let Some(plan) = self.arrive(None, self.game.start(), 0, run)? {
            return Ok(End::Plan(plan));
        }
        while let Some(frame) = self.path.last() {
            run.tick()?;
            if self.waiting.len() == frame.first {
                self.path.pop();
                continue;
            }
            let Some(Successor { mv, cost, state }) = self.waiting.pop() else { break };
            run.generated(1);
            let g = frame.g.saturating_add(cost);
            if let Some(plan) = self.arrive(Some(mv), state, g, run)? {
                return Ok(End::Plan(plan));
            }
        }
        if self.undecided > 0 {
            for seen in self.table.values() {
                run.tick()?;
                if seen.iteration == self.number && seen.f > self.bounds.bound {
                    lower(&mut self.bounds.next, seen.f);
                }
            }
        }
        Ok(self.bounds.next.map_or(End::NothingLeft, End::CutOff))
    }
}

impl<G: Game> IterativeDeepening<'_, G> {
    /// Visits a state, and pushes it onto the path if it should be searched. Returns a plan if it
    /// is a goal.
    fn arrive(
        &mut self,
        arrived_by: Option<G::Move>,
        state: G::State,
        g: u32,
        run: &mut Run<G>,
    ) -> Result<Option<Vec<G::Move>>, Stop> {
        // 1. Within the bound?
        let Estimate::Cost(h) = self.heuristic.estimate(self.game, &state) else {
            run.dead_end();
            if !self.heuristic.claims().sound_dead_ends {
                self.bounds.leave_out(g, true);
            }
            return Ok(None);
        };
        let f = g.saturating_add(h);
        if f > self.bounds.bound {
            self.cut_off(&state, g, f);
            return Ok(None);
        }
        // 2. New, or cheaper than before?
        if !self.is_news(&state, g, f, run) {
            run.duplicate();
            return Ok(None);
        }
        // 3. Goal?
        if self.game.is_goal(&state) {
            return Ok(Some(
                self.path.iter().filter_map(|frame| frame.arrived_by).chain(arrived_by).collect(),
            ));
        }
        // 4. Expand.
        let depth = self.path.len();
        if !run.depth_allows(depth as u32) {
            self.bounds.leave_out(f, false);
            return Ok(None);
        }
        run.sizes(depth as u64, self.table.len() as u64);
        run.expand(self.game, &state, g, Some(h))?;
        make_room(&mut self.path, 1, run.budget())?;
        make_room(&mut self.waiting, self.most, run.budget())?;
        let (first, waiting) = (self.waiting.len(), &mut self.waiting);
        self.game.each_successor(&state, &mut self.buffer, |mv, cost, state| {
            waiting.push(Successor { mv, cost, state });
        });
        waiting[first..].reverse();
        self.most = self.most.max(waiting.len() - first);
        self.path.push(Frame { state, arrived_by, g, first });
        Ok(None)
    }

    /// Records a state beyond the bound. Only a state searched by an earlier iteration can still be
    /// searched by this one; that is decided at the end. Any other counts at once.
    fn cut_off(&mut self, state: &G::State, g: u32, f: u32) {
        if self.bounds.next.is_some_and(|next| next <= f) {
            return;
        }
        let Some(id) = self.table.get(&self.game.key(state)) else {
            self.bounds.next = Some(f);
            return;
        };
        let seen = self.table.value_mut(id);
        if seen.iteration != self.number {
            *seen = Seen { iteration: self.number, g, f };
            self.undecided += 1;
        } else if seen.f > self.bounds.bound {
            // Estimates may differ between symmetric states, so neither minimum implies the other.
            (seen.g, seen.f) = (seen.g.min(g), seen.f.min(f));
        } else if g < seen.g {
            self.bounds.next = Some(f);
        }
    }

    /// Whether the state is new at this cost in this iteration, as far as it is stored. In any case
    /// it is not on the path, so every iteration ends.
    fn is_news(&mut self, state: &G::State, g: u32, f: u32, run: &mut Run<G>) -> bool {
        let key = self.game.key(state);
        let reserve = run.limits().memory.map_or(0, |most| most / 8);
        self.table_is_full = self.table_is_full || run.check_memory(reserve).is_err();
        let news = Seen { iteration: self.number, g, f };
        if self.table_is_full {
            let Some(id) = self.table.get(&key) else {
                return self.path.iter().all(|frame| frame.state != *state);
            };
            return self.improve(id, news, run);
        }
        match self.table.insert(key, news, run.budget()) {
            Ok(Entry::New(_)) => true,
            Ok(Entry::Known(id)) => self.improve(id, news, run),
            Err(_) => {
                // The same holds if the run was stopped while the table grew; the next poll reports
                // it.
                self.table_is_full = true;
                self.is_news(state, g, f, run)
            }
        }
    }

    fn improve(&mut self, id: Id, news: Seen, run: &mut Run<G>) -> bool {
        let seen = self.table.value_mut(id);
        let before = *seen;
        let is_searched = before.iteration == self.number && before.f <= self.bounds.bound;
        if is_searched && before.g <= news.g {
            return false;
        }
        *seen = news;
        if is_searched {
            run.reopened();
        } else if before.iteration == self.number {
            self.undecided -= 1;
            if before.g < news.g {
                lower(&mut self.bounds.next, before.f);
            }
        }
        true
    }
}

#[inline]
pub(crate) fn lower(bound: &mut Option<u32>, f: u32) {
    *bound = Some(bound.map_or(f, |bound| bound.min(f)));
}
