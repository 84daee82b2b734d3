//! Random restarts (Gomes, Selman and Kautz 1998) of a depth-first search that stores what it has
//! proved.
//!
//! For games in which a depth-first search either finds a plan soon or runs for very long: run
//! lengths have a heavy tail, which giving up in time and trying another order cuts off. A probe
//! orders the moves of each state by a draw with probability proportional to exp(−h), without
//! replacement (the Gumbel trick), where h is the heuristic's ordering value; it gives up after a
//! number of expansions that follows Luby, Sinclair and Zuckerman (1993): 1, 1, 2, 1, 1, 2, 4, …
//! times a unit of 256.
//!
//! A state is marked as dead once everything reachable from it was searched: in a graph with
//! cycles, when its strongly connected component is complete (Tarjan 1972). The search is therefore
//! complete: dead states accumulate, probes grow, and a dead start is a proof. Plans are not short.
//! Memory grows with the generated states.

use patience_core::parameter::{HEURISTIC, SEED};
use patience_core::{Game, Heuristic, Outcome, Parameter, Random, Run, Stop, Value};

use crate::arena::make_room;
use crate::table::{Entry, Id, Table};
use crate::{Algorithm, report};

/// Expansions of the shortest probe; the others are multiples.
pub const UNIT: Parameter<u64> =
    Parameter::whole("unit", "expansions", 1..=u64::MAX, 256, "Expansions of the shortest probe");

/// Describes random restarts for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "restarts",
        summary: "random restarts of depth-first search with a table of dead states (Gomes et al. \
                  1998, Luby et al. 1993)",
        complete: true,
        optimal: false,
        parameters: &[HEURISTIC, UNIT.declared, SEED.declared],
        solve: |game, arguments, run| {
            solve(game, arguments.heuristic, arguments.values.get(&UNIT), run)
        },
    }
}

/// Runs random restarts; the shortest probe has `unit` expansions.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, restarts};
///
/// let outcome = restarts::solve(&Doubling { goal: 10 }, &Blind, 256, &mut Run::unlimited());
/// let Verdict::Solved { plan, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert!(plan.len() >= 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    unit: u64,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let mut search = RestartSearch {
        game,
        heuristic,
        random: Random::new(run.seed()),
        known: Table::new(),
        cut_unsoundly: false,
        probe: 0,
        trail: Vec::new(),
        path: Vec::new(),
        children: Vec::new(),
    };
    for number in 1.. {
        match search.probe(luby(number).saturating_mul(unit), run) {
            Ok(End::Plan(plan)) => return report(game, plan, 0, None),
            Ok(End::NothingLeft) => return run.exhausted(!search.cut_unsoundly),
            Ok(End::GivenUp) => {}
            Err(stop) => return stop.into(),
        }
    }
    unreachable!("some probe is long enough")
}

/// The `i`th term, from 1, of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …
///
/// ```
/// assert_eq!([1, 2, 3, 7].map(patience_search::restarts::luby), [1, 1, 2, 4]);
/// ```
pub fn luby(i: u64) -> u64 {
    let block = (i + 1).next_power_of_two();
    if block == i + 1 { block / 2 } else { luby(i + 1 - block / 2) }
}

enum End<M> {
    Plan(Vec<M>),
    NothingLeft,
    GivenUp,
}

/// The stored data of a state.
#[derive(Clone, Copy)]
struct Mark {
    /// The last probe that visited the state; `DEAD` if no plan leads through it.
    probe: u32,
    /// Its number in the order of that probe.
    order: u32,
}

const DEAD: u32 = 0;

struct Frame<G: Game> {
    arrived_by: Option<G::Move>,
    order: u32,
    /// The oldest state of this probe reachable from here and not known to be dead (Tarjan's
    /// lowlink).
    low: u32,
    /// Start of its remaining children in their shared stack.
    first: usize,
}

struct RestartSearch<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    random: Random,
    known: Table<G::Key, Mark>,
    cut_unsoundly: bool,
    probe: u32,
    /// The states of this probe not known to be dead, in order (Tarjan's stack).
    trail: Vec<Id>,
    path: Vec<Frame<G>>,
    children: Vec<(G::Move, G::State)>,
}

impl<G: Game> RestartSearch<'_, G> {
    /// Runs one probe of at most this many expansions.
    fn probe(&mut self, expansions: u64, run: &mut Run<G>) -> Result<End<G::Move>, Stop> {
        self.probe += 1;
        self.trail.clear();
        self.path.clear();
        self.children.clear();
        let last = run.counters().expanded.saturating_add(expansions);
        let mut arriving = Some((None, self.game.start()));
        loop {
            run.tick()?;
            // 1. Arrive.
            if let Some((arrived_by, state)) = arriving.take()
                && self.enter(&state, run)?
            {
                if self.game.is_goal(&state) {
                    let moves =
                        self.path.iter().filter_map(|frame| frame.arrived_by).chain(arrived_by);
                    return Ok(End::Plan(moves.collect()));
                }
                if run.counters().expanded >= last {
                    return Ok(End::GivenUp);
                }
                self.expand(arrived_by, &state, run)?;
            }
            // 2. Take the next child, or backtrack.
            let Some(frame) = self.path.last() else { return Ok(End::NothingLeft) };
            if self.children.len() > frame.first {
                arriving = self.children.pop().map(|(mv, state)| (Some(mv), state));
            } else {
                self.leave();
            }
        }
    }

    /// Whether the probe enters a state; numbers it if so.
    fn enter(&mut self, state: &G::State, run: &mut Run<G>) -> Result<bool, Stop> {
        let mark = Mark { probe: self.probe, order: self.trail.len() as u32 };
        let id = match self.known.insert(self.game.key(state), mark, run.budget())? {
            Entry::New(id) => id,
            Entry::Known(id) => {
                let known = self.known.value_mut(id);
                if known.probe == DEAD || known.probe == self.probe {
                    run.duplicate();
                    if known.probe == self.probe {
                        let order = known.order;
                        self.lower(order);
                    }
                    return Ok(false);
                }
                run.reopened();
                *known = mark;
                id
            }
        };
        make_room(&mut self.trail, 1, run.budget())?;
        self.trail.push(id);
        Ok(true)
    }

    /// Records that the last visited state reaches a state with the given order.
    fn lower(&mut self, order: u32) {
        if let Some(frame) = self.path.last_mut() {
            frame.low = frame.low.min(order);
        }
    }

    fn expand(
        &mut self,
        arrived_by: Option<G::Move>,
        state: &G::State,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        let order = self.trail.len() as u32 - 1;
        let depth = self.path.len() as u32;
        let first = self.children.len();
        make_room(&mut self.path, 1, run.budget())?;
        if !run.depth_allows(depth) {
            // States beyond are not searched, so no state on the path here can be called dead in
            // this probe.
            self.path.push(Frame { arrived_by, order, low: 0, first });
            return Ok(());
        }
        run.sizes(self.children.len() as u64, self.known.len() as u64);
        run.expand(self.game, state, depth, None)?;
        self.path.push(Frame { arrived_by, order, low: order, first });

        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        run.generated(moves.len() as u64);
        let states: Vec<G::State> = moves.iter().map(|&mv| self.game.apply(state, mv)).collect();
        let mut values = Vec::with_capacity(states.len());
        self.heuristic.values(self.game, &states, &mut values);
        let mut drawn = Vec::with_capacity(states.len());
        for (child, value) in moves.into_iter().zip(states).zip(values) {
            match value {
                Some(Value { ordering, .. }) => {
                    // The largest of Gumbel variables shifted by −h is a draw proportional to
                    // exp(−h). From the crate `libm`, so that every machine draws the same.
                    let gumbel = -libm::log(-libm::log(self.random.unit().max(f64::MIN_POSITIVE)));
                    drawn.push((gumbel - f64::from(ordering), child));
                }
                None => {
                    run.dead_end();
                    self.cut_unsoundly |= !self.heuristic.claims().sound_dead_ends;
                }
            }
        }
        make_room(&mut self.children, drawn.len(), run.budget())?;
        // The stack pops the last element first.
        drawn.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        self.children.extend(drawn.into_iter().map(|(_, child)| child));
        Ok(())
    }

    /// Backtracks from the last visited state. If it is the root of its component, the component is
    /// complete, and all of it is dead.
    fn leave(&mut self) {
        let frame = self.path.pop().expect("there is a state to leave");
        if frame.low == frame.order {
            for id in self.trail.drain(frame.order as usize..) {
                self.known.value_mut(id).probe = DEAD;
            }
        } else {
            self.lower(frame.low);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn the_sequence_is_lubys() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
