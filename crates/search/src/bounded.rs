//! The shared loop of focal search and explicit estimation search: bounded-suboptimal best-first
//! search. They differ only in the order of open states (`Open`).
//!
//! The bound. As cheaper paths reopen states, some state on every cheapest plan is open with its
//! true cost g, or was left out (beyond the depth limit, or at a dead end that is not sound). The
//! lowest f = g + h over both, with an admissible h, is therefore a lower bound on the cost of any
//! plan, and so is the largest of these bounds so far. A plan that costs at most `bound` times that
//! bound ends the search. A heuristic that is not admissible counts as 0 in f: the bound still
//! holds, but takes longer to prove.

use patience_core::parameter::HEURISTIC;
use patience_core::{
    Budget, Claims, Declaration, Event, Game, Heuristic, Kind, Outcome, Parameter, Run, Stop,
    Value, Verdict, replay_keys,
};

use crate::incumbent::Incumbent;
use crate::table::{Entry, Id, Table};
use crate::{Algorithm, report};

/// Maximum cost of the plan.
pub const BOUND: Parameter<f64> = Parameter::number(
    "bound",
    1.0..=1e6,
    1.5,
    "The plan costs at most this many times the least cost; rounded to thousandths",
);

/// The heuristic that chooses the next state.
pub const GUIDE: Declaration = Declaration {
    name: "guide",
    kind: Kind::Heuristic,
    unit: "",
    help: "The heuristic that guides the search, without guarantees; default: the heuristic that \
           provides the bound",
};

/// A factor in thousandths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Factor(u64);

impl Factor {
    /// At least 1; 1 if it is not a number.
    pub fn new(bound: f64) -> Self {
        Factor(((bound * 1000.0).round() as u64).max(1000))
    }

    /// The largest cost within the factor of `cost`.
    #[inline]
    pub fn times(self, cost: u32) -> u32 {
        u32::try_from(u64::from(cost).saturating_mul(self.0) / 1000).unwrap_or(u32::MAX)
    }
}

/// A state that waits.
pub(crate) struct OpenNode<S> {
    pub id: Id,
    pub g: u32,
    /// Moves from the start.
    pub depth: u32,
    /// Lower bound on plans through the state.
    pub f: u32,
    /// Estimated cost of the cheapest plan through the state; at least `f`.
    pub believed: u32,
    /// The estimated distance to a goal, in the guide's unit.
    pub remaining: u32,
    pub state: S,
}

/// The open states, in an order defined by the implementation.
pub(crate) trait Open<S> {
    /// Whether estimates are corrected by the errors on the path if there is no guide.
    const CORRECTS: bool;
    /// Creates an empty list, for plans within a factor of the least cost.
    fn new(factor: Factor) -> Self;
    /// Adds a state. The ticket identifies it while it is open.
    fn push(&mut self, waiting: OpenNode<S>, budget: &Budget<'_>) -> Result<u32, Stop>;
    /// Withdraws the state with this ticket and f, because a cheaper path to it was found.
    fn withdraw(&mut self, ticket: u32, f: u32);
    /// Takes the next state for which `is_current` holds; the others were withdrawn.
    fn pop(
        &mut self,
        is_current: impl Fn(Id, u32) -> bool,
        budget: &Budget<'_>,
    ) -> Result<Option<OpenNode<S>>, Stop>;
    /// The least f of all open states.
    fn least(&self) -> Option<u32>;
    /// Number of open states.
    fn len(&self) -> usize;
}

/// The stored data of a state.
struct Note {
    parent: Option<Id>,
    g: u32,
    f: u32,
    /// The ticket, while it is open.
    ticket: Option<u32>,
    expanded: bool,
}

struct Fresh {
    id: Id,
    g: u32,
}

/// Describes a bounded-suboptimal search.
pub(crate) fn algorithm<G: Game, O: Open<G::State>>(
    name: &'static str,
    summary: &'static str,
) -> Algorithm<G> {
    Algorithm {
        name,
        summary,
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, GUIDE, BOUND.declared],
        solve: |game, arguments, run| {
            search::<G, O>(
                game,
                arguments.heuristic,
                arguments.guide,
                arguments.values.get(&BOUND),
                run,
            )
        },
    }
}

/// Runs a bounded-suboptimal search. The bound is rounded to thousandths.
pub(crate) fn search<G: Game, O: Open<G::State>>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    guide: Option<&dyn Heuristic<G>>,
    bound: f64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let factor = Factor::new(bound);
    let mut search = DepthBounded {
        game,
        heuristic,
        guide,
        claims: heuristic.claims(),
        factor,
        known: Table::new(),
        open: O::new(factor),
        left_out: 0,
        proved: 0,
        start_h: 0,
        cut_unsoundly: false,
        incumbent: None,
        moves: Vec::new(),
        fresh: Vec::new(),
        states: Vec::new(),
        values: Vec::new(),
        guesses: Vec::new(),
    };
    let end = search.run(run);
    search.outcome(end, run)
}

struct DepthBounded<'a, G: Game, O> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    guide: Option<&'a dyn Heuristic<G>>,
    claims: Claims,
    factor: Factor,
    known: Table<G::Key, Note>,
    open: O,
    /// The least f of the states left out without proof; 0 until the start is open.
    left_out: u32,
    /// The largest lower bound met so far, of all plans that were not left out.
    proved: u32,
    start_h: u32,
    /// Whether an unsound dead end was pruned.
    cut_unsoundly: bool,
    incumbent: Option<Incumbent<G::Key>>,
    /// Buffers of one expansion.
    moves: Vec<G::Move>,
    fresh: Vec<Fresh>,
    states: Vec<G::State>,
    values: Vec<Option<Value>>,
    guesses: Vec<Option<Value>>,
}

impl<G: Game, O: Open<G::State>> DepthBounded<'_, G, O> {
    fn run(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        let state = self.game.start();
        let note = Note { parent: None, g: 0, f: 0, ticket: None, expanded: false };
        let (Entry::New(id) | Entry::Known(id)) =
            self.known.insert(self.game.key(&state), note, run.budget())?;
        if self.game.is_goal(&state) {
            self.found(id, 0, run);
            return Ok(());
        }
        self.fresh.push(Fresh { id, g: 0 });
        self.states.push(state);
        self.queue(0, run)?;
        if !self.cut_unsoundly {
            self.left_out = u32::MAX;
        }
        self.work(run)
    }

    fn work(&mut self, run: &mut Run<G>) -> Result<(), Stop> {
        loop {
            self.proved = self.proved.max(self.open.least().unwrap_or(u32::MAX));
            if self
                .incumbent
                .as_ref()
                .is_some_and(|incumbent| incumbent.cost <= self.factor.times(self.proved))
            {
                return Ok(());
            }
            let known = &self.known;
            let is_current = |id: Id, g: u32| {
                let note = known.value(id);
                note.ticket.is_some() && note.g == g
            };
            let Some(waiting) = self.open.pop(is_current, run.budget())? else { return Ok(()) };
            self.known.value_mut(waiting.id).ticket = None;
            if self.is_too_expensive(waiting.f) {
                run.tick()?;
                continue;
            }
            if !run.depth_allows(waiting.depth) {
                self.left_out = self.left_out.min(waiting.f);
                run.tick()?;
                continue;
            }
            if let Err(stop) = self.expand(&waiting, run) {
                // At a limit, the state stands for everything reachable from it.
                self.left_out = self.left_out.min(waiting.f);
                return Err(stop);
            }
        }
    }

    fn expand(&mut self, waiting: &OpenNode<G::State>, run: &mut Run<G>) -> Result<(), Stop> {
        // 1. Count it.
        run.sizes(self.open.len() as u64, self.known.len() as u64);
        run.expand(self.game, &waiting.state, waiting.g, Some(waiting.f - waiting.g))?;
        self.known.value_mut(waiting.id).expanded = true;

        // 2. Generate.
        self.moves.clear();
        self.game.moves(&waiting.state, &mut self.moves);
        run.generated(self.moves.len() as u64);
        self.fresh.clear();
        self.states.clear();
        for index in 0..self.moves.len() {
            let mv = self.moves[index];
            let g = waiting.g.saturating_add(self.game.cost(&waiting.state, mv));
            let next = self.game.apply(&waiting.state, mv);
            // 3. Known?
            let Some(id) = self.reach(self.game.key(&next), waiting.id, g, run)? else {
                run.duplicate();
                continue;
            };
            // 4. Goal?
            if self.game.is_goal(&next) {
                if !self.is_too_expensive(g) {
                    self.found(id, g, run);
                }
                continue;
            }
            self.fresh.push(Fresh { id, g });
            self.states.push(next);
        }

        // 5. Estimate and push.
        self.queue(waiting.depth + 1, run)
    }

    /// Whether a plan of cost `f` is no cheaper than the incumbent.
    #[inline]
    fn is_too_expensive(&self, f: u32) -> bool {
        self.incumbent.as_ref().is_some_and(|incumbent| f >= incumbent.cost)
    }

    /// Takes a plan as the incumbent, or discards it if it is longer than the limits allow.
    fn found(&mut self, id: Id, cost: u32, run: &mut Run<G>) {
        let path = |goal| self.known.path_along(goal, |note| note.parent);
        match Incumbent::new(id, cost, path, run) {
            Some(incumbent) => {
                self.incumbent = Some(incumbent);
                run.notify(self.game, Event::Incumbent { cost });
            }
            None => self.left_out = self.left_out.min(cost),
        }
    }

    /// Records a path to a state; `None` if it is useless.
    #[inline]
    fn reach(
        &mut self,
        key: G::Key,
        parent: Id,
        g: u32,
        run: &mut Run<G>,
    ) -> Result<Option<Id>, Stop> {
        let note = Note { parent: Some(parent), g, f: 0, ticket: None, expanded: false };
        let id = match self.known.insert(key, note, run.budget())? {
            Entry::New(id) => return Ok(Some(id)),
            Entry::Known(id) => id,
        };
        let known = self.known.value_mut(id);
        if g >= known.g {
            return Ok(None);
        }
        match known.ticket.take() {
            Some(ticket) => self.open.withdraw(ticket, known.f),
            None if known.expanded => run.reopened(),
            None => {}
        }
        (known.parent, known.g) = (Some(parent), g);
        Ok(Some(id))
    }

    /// Pushes the fresh successors with their estimates.
    fn queue(&mut self, depth: u32, run: &mut Run<G>) -> Result<(), Stop> {
        self.values.clear();
        self.heuristic.values(self.game, &self.states, &mut self.values);
        self.guesses.clear();
        if let Some(guide) = self.guide {
            guide.values(self.game, &self.states, &mut self.guesses);
        }
        for (index, (Fresh { id, g }, state)) in
            self.fresh.drain(..).zip(self.states.drain(..)).enumerate()
        {
            // Another move of the same expansion led there more cheaply.
            if g > self.known.value(id).g {
                continue;
            }
            let Some(value) = self.values[index] else {
                run.dead_end();
                if !self.claims.sound_dead_ends {
                    self.cut_unsoundly = true;
                    self.left_out = self.left_out.min(g);
                }
                continue;
            };
            if depth == 0 {
                self.start_h = value.cost;
            }
            let h = if self.claims.admissible { value.cost } else { 0 };
            let f = g.saturating_add(h);
            if self.incumbent.as_ref().is_some_and(|incumbent| f >= incumbent.cost) {
                continue;
            }
            let guess = match (self.guide, self.guesses.get(index)) {
                (Some(_), Some(Some(guess))) => *guess,
                // States that the guide calls dead ends come last, since the guide gives no
                // guarantee.
                (Some(_), _) => Value { cost: u32::MAX, ordering: u32::MAX },
                (None, _) if O::CORRECTS => corrected(value, g, depth, self.start_h),
                (None, _) => value,
            };
            let believed = g.saturating_add(guess.cost).max(f);
            let waiting = OpenNode { id, g, depth, f, believed, remaining: guess.ordering, state };
            let ticket = self.open.push(waiting, run.budget())?;
            let note = self.known.value_mut(id);
            (note.f, note.ticket) = (f, Some(ticket));
        }
        Ok(())
    }

    fn outcome(self, end: Result<(), Stop>, run: &Run<G>) -> Outcome<G::Move> {
        let proved = self.left_out.min(self.proved.max(self.open.least().unwrap_or(u32::MAX)));
        match (self.incumbent, end) {
            (Some(incumbent), end) => {
                let path = |goal| self.known.path_along(goal, |note| note.parent);
                let plan = replay_keys(self.game, &incumbent.path(path));
                report(self.game, plan, proved, end.err())
            }
            (None, Err(stop)) => Outcome::unknown(stop).with_lower_bound(proved),
            (None, Ok(())) => {
                let outcome = run.exhausted(!self.cut_unsoundly);
                match outcome.verdict {
                    Verdict::Unsolvable => outcome,
                    _ => outcome.with_lower_bound(proved),
                }
            }
        }
    }
}

/// Returns the estimate, corrected by its error on the path so far (Thayer, Dionne and Ruml 2011,
/// the path-based model): with ε the growth of f per move, h / (1 − ε) remains. The share is
/// limited to nine tenths, because a path leading away from every goal says nothing about its
/// length. With equal costs, the remaining moves are proportional to the remaining costs.
fn corrected(value: Value, g: u32, depth: u32, start_h: u32) -> Value {
    let growth = f64::from(g.saturating_add(value.cost).saturating_sub(start_h));
    let share = (growth / f64::from(g.max(depth).max(1))).min(0.9);
    let left = f64::from(value.cost) / (1.0 - share);
    // Both conversions saturate; eighths distinguish values that rounding would make equal.
    Value { cost: left.round() as u32, ordering: (8.0 * left).round() as u32 }
}
