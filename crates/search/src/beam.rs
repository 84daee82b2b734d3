//! Beam search (Lowerre 1976): breadth-first, but only the `width` best-looking states of each
//! layer are kept.
//!
//! For long plans in little memory, with an informed heuristic. Incomplete: dropped states do not
//! return, since every generated state is stored so that layers do not revisit it. While nothing is
//! dropped, it is breadth-first search with the same proofs. Time and memory grow with depth times
//! width times moves.

use patience_core::parameter::HEURISTIC;
use patience_core::{
    Event, Game, Heuristic, Outcome, Parameter, Run, Stop, Value, Verdict, replay_keys,
};

use crate::arena::make_room;
use crate::table::{Entry, Id, Reached, Table};
use crate::{Algorithm, report};

/// States kept per layer.
pub const WIDTH: Parameter<u64> = Parameter::whole(
    "width",
    "states",
    1..=1_000_000_000,
    1000,
    "States kept per layer of the beam",
);

/// Describes beam search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "beam",
        summary: "beam search: layer by layer, keeping the states that look best (Lowerre 1976)",
        complete: false,
        optimal: false,
        parameters: &[HEURISTIC, WIDTH.declared],
        solve: |game, arguments, run| {
            solve(game, arguments.heuristic, arguments.values.get(&WIDTH) as usize, run)
        },
    }
}

/// Runs beam search with layers of at most `width` states (at least 1).
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{beam, example::Doubling};
///
/// let outcome = beam::solve(&Doubling { goal: 10 }, &Blind, 100, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    width: usize,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = BeamSearch {
        game,
        heuristic,
        width: width.max(1),
        closed: Table::new(),
        depth: 0,
        least_cost: game.least_cost(),
        dropped: false,
    };
    let end = search.run(run);
    // While nothing was dropped, every plan has more moves than the number of expanded layers.
    let bound =
        |moves: u32| if search.dropped { 0 } else { moves.saturating_mul(search.least_cost) };
    match end {
        Ok(Some(goal)) => {
            let plan = replay_keys(game, &search.closed.path(goal));
            let proved = bound(plan.len() as u32);
            report(game, plan, proved, None)
        }
        Ok(None) => {
            let outcome = run.exhausted(!search.dropped);
            match outcome.verdict {
                Verdict::Unsolvable => outcome,
                _ => outcome.with_lower_bound(bound(search.depth + 1)),
            }
        }
        Err(stop) => Outcome::unknown(stop).with_lower_bound(bound(search.depth)),
    }
}

struct BeamSearch<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    width: usize,
    closed: Table<G::Key, Reached>,
    depth: u32,
    least_cost: u32,
    /// Whether a state was left out without proof that it leads nowhere.
    dropped: bool,
}

impl<G: Game> BeamSearch<'_, G> {
    /// Goes from layer to layer until a goal is generated or a layer is empty.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Id>, Stop> {
        let start = self.game.start();
        let id = self.closed.begin(self.game, &start, run.budget())?;
        if self.game.is_goal(&start) {
            return Ok(Some(id));
        }
        let mut layer = vec![OpenNode { ordering: 0, id, state: start }];
        let mut moves = Vec::new();
        while !layer.is_empty() && run.depth_allows(self.depth) {
            run.notify(self.game, Event::Iteration { bound: self.depth });
            let (mut ids, mut states) = (Vec::new(), Vec::new());
            for (position, OpenNode { id, state, .. }) in layer.iter().enumerate() {
                let g = self.closed.value(*id).g;
                run.sizes(
                    (layer.len() - position - 1 + states.len()) as u64,
                    self.closed.len() as u64,
                );
                run.expand(self.game, state, g, None)?;
                moves.clear();
                self.game.moves(state, &mut moves);
                run.generated(moves.len() as u64);
                for &mv in &moves {
                    let cost = self.game.cost(state, mv);
                    self.least_cost = self.least_cost.min(cost);
                    let next = self.game.apply(state, mv);
                    let reached = Reached { parent: Some(*id), g: g.saturating_add(cost) };
                    match self.closed.insert(self.game.key(&next), reached, run.budget())? {
                        Entry::Known(_) => run.duplicate(),
                        Entry::New(id) if self.game.is_goal(&next) => return Ok(Some(id)),
                        Entry::New(id) => {
                            make_room(&mut ids, 1, run.budget())?;
                            make_room(&mut states, 1, run.budget())?;
                            ids.push(id);
                            states.push(next);
                        }
                    }
                }
            }
            layer = self.best(ids, states, run)?;
            self.depth += 1;
        }
        Ok(None)
    }

    /// The kept states of a layer, the best first; ties go to the one generated first.
    fn best(
        &mut self,
        ids: Vec<Id>,
        states: Vec<G::State>,
        run: &mut Run<G>,
    ) -> Result<Vec<OpenNode<G::State>>, Stop> {
        let mut values = Vec::new();
        make_room(&mut values, states.len(), run.budget())?;
        for batch in states.chunks(BATCH) {
            run.poll()?;
            self.heuristic.values(self.game, batch, &mut values);
        }
        let mut best = Vec::new();
        make_room(&mut best, states.len(), run.budget())?;
        for ((value, id), state) in values.into_iter().zip(ids).zip(states) {
            match value {
                Some(Value { ordering, .. }) => best.push(OpenNode { ordering, id, state }),
                None => {
                    run.dead_end();
                    self.dropped |= !self.heuristic.claims().sound_dead_ends;
                }
            }
        }
        if best.len() > self.width {
            self.dropped = true;
            // Numbers follow the order of generation, so this order is total, and an unstable sort
            // suffices.
            let order = |waiting: &OpenNode<G::State>| (waiting.ordering, waiting.id.index());
            best.select_nth_unstable_by_key(self.width, order);
            best.truncate(self.width);
            best.sort_unstable_by_key(order);
        }
        Ok(best)
    }
}

/// States evaluated between two readings of the clock.
const BATCH: usize = 64;

/// A state of a layer.
struct OpenNode<S> {
    ordering: u32,
    id: Id,
    state: S,
}
