//! IDA* without a table of all states: as in Korf (1985), or with a cache of a fixed size.
//!
//! A state is searched each time a path leads to it. Two kinds of repetitions are skipped: a move
//! back to the state before the last one and, if moves may be free, a move to any state of the
//! path, since otherwise a path could cycle forever at no cost. Both lead to the same state at no
//! smaller cost, so nothing is lost.
//!
//! The cache stores the cost at which an iteration reached a state, and overwrites the previous
//! entry in its place. If a state is found there at no greater cost, this iteration has already
//! entered it, so everything below it was searched or is on the path.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use patience_core::{Estimate, Game, Heuristic, Outcome, Run, Stop};

use super::{Bounds, Deepening, End, deepen, lower};
use crate::arena::{Moves, make_room};

/// Runs IDA*; `bits` is the binary logarithm of the places in the cache, `None` for no cache.
pub(super) fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    bits: Option<u32>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    deepen(game, heuristic, run, |bounds, h, run| {
        let cache = bits.map(|bits| Cache::new(bits, run)).transpose()?;
        let (moves, path, number) = (Moves::default(), Vec::new(), 0);
        let may_be_free = game.least_cost() == 0;
        Ok(Tree { game, heuristic, bounds, h, number, cache, may_be_free, moves, path })
    })
}

/// A state on the path from the start to the current state.
struct Frame<G: Game> {
    state: G::State,
    arrived_by: Option<G::Move>,
    g: u32,
    h: u32,
    /// Where its moves begin in the shared stack of moves, and the next to be tried.
    first: usize,
    next: usize,
}

struct Tree<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    bounds: Bounds,
    /// The estimate of the start.
    h: u32,
    /// The number of the iteration.
    number: u32,
    cache: Option<Cache<G::Key>>,
    /// Whether a move may be free.
    may_be_free: bool,
    moves: Moves<G::Move>,
    path: Vec<Frame<G>>,
}

impl<G: Game> Deepening<G> for Tree<'_, G> {
    fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }

    fn iteration(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop> {
        (self.number, self.bounds.next) = (self.number + 1, None);
        let start = self.game.start();
        if self.game.is_goal(&start) {
            return Ok(End::Plan(Vec::new()));
        }
        if self.h > self.bounds.bound {
            return Ok(End::CutOff(self.h));
        }
        self.search(None, start, 0, self.h, run)?;
        while let Some(frame) = self.path.last_mut() {
            let Some(mv) = self.moves.get(frame.next) else {
                self.moves.truncate(frame.first);
                self.path.pop();
                continue;
            };
            frame.next += 1;
            if let Some(plan) = self.follow(mv, run)? {
                return Ok(End::Plan(plan));
            }
        }
        Ok(self.bounds.next.map_or(End::NothingLeft, End::CutOff))
    }
}

impl<G: Game> Tree<'_, G> {
    /// Visits the state after a move from the end of the path. Returns a plan if it is a goal.
    #[inline]
    fn follow(&mut self, mv: G::Move, run: &mut Run<G>) -> Result<Option<Vec<G::Move>>, Stop> {
        let depth = self.path.len();
        let parent = &self.path[depth - 1];
        let state = self.game.apply(&parent.state, mv);
        if self.is_repeated(&state) {
            return Ok(None);
        }
        run.generated(1);
        let g = parent.g.saturating_add(self.game.cost(&parent.state, mv));
        let h = match self.heuristic.estimate_after(self.game, &parent.state, parent.h, mv, &state)
        {
            Estimate::Cost(h) => h,
            Estimate::DeadEnd => {
                run.dead_end();
                run.tick()?;
                if !self.heuristic.claims().sound_dead_ends {
                    self.bounds.leave_out(g, true);
                }
                return Ok(None);
            }
        };
        let f = g.saturating_add(h);
        if f > self.bounds.bound {
            lower(&mut self.bounds.next, f);
            run.tick()?;
            return Ok(None);
        }
        if self.game.is_goal(&state) {
            let before = self.path.iter().filter_map(|frame| frame.arrived_by);
            return Ok(Some(before.chain([mv]).collect()));
        }
        self.search(Some(mv), state, g, h, run)?;
        Ok(None)
    }

    /// Pushes a state onto the path, unless the cache shows that this iteration has searched it.
    #[inline]
    fn search(
        &mut self,
        arrived_by: Option<G::Move>,
        state: G::State,
        g: u32,
        h: u32,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        if let Some(cache) = &mut self.cache
            && !cache.is_news(self.game.key(&state), self.number, g)
        {
            run.duplicate();
            return run.tick();
        }
        let depth = self.path.len();
        if !run.depth_allows(depth as u32) {
            self.bounds.leave_out(g.saturating_add(h), false);
            return run.tick();
        }
        run.sizes(depth as u64, 0);
        run.expand(self.game, &state, g, Some(h))?;
        make_room(&mut self.path, 1, run.budget())?;
        let first = self.moves.append(self.game, &state, run.budget())?;
        self.path.push(Frame { state, arrived_by, g, h, first, next: first });
        Ok(())
    }

    /// Whether a successor of the last state is on the path, within the states checked.
    #[inline]
    fn is_repeated(&self, state: &G::State) -> bool {
        let depth = self.path.len();
        if self.may_be_free {
            return self.path.iter().any(|frame| frame.state == *state);
        }
        depth >= 2 && self.path[depth - 2].state == *state
    }
}

/// The states that an iteration reached most recently.
struct Cache<K> {
    places: Vec<Option<Seen<K>>>,
    /// 64 minus the binary logarithm of the number of places.
    shift: u32,
    hasher: FixedState,
}

struct Seen<K> {
    key: K,
    iteration: u32,
    g: u32,
}

impl<K: Eq + std::hash::Hash> Cache<K> {
    fn new<G: Game<Key = K>>(bits: u32, run: &Run<G>) -> Result<Self, Stop> {
        let places = 1usize << bits;
        run.check_memory((places * size_of::<Option<Seen<K>>>()) as u64)?;
        let places = std::iter::repeat_with(|| None).take(places).collect();
        Ok(Cache { places, shift: 64 - bits, hasher: FixedState::with_seed(0) })
    }

    /// Whether the state is not yet recorded for the iteration at this cost or less; records it.
    #[inline]
    fn is_news(&mut self, key: K, iteration: u32, g: u32) -> bool {
        let place = &mut self.places[(self.hasher.hash_one(&key) >> self.shift) as usize];
        if let Some(seen) = place
            && (seen.iteration, seen.g <= g) == (iteration, true)
            && seen.key == key
        {
            return false;
        }
        *place = Some(Seen { key, iteration, g });
        true
    }
}
