//! IDA* without a table of all states: as in Korf (1985), or with a cache of a fixed size.
//!
//! A state is searched each time a path leads to it. Two kinds of repetitions are skipped: a move
//! back to the state before the last one and, if moves may be free, a move to any state of the
//! path, since otherwise a path could cycle forever at no cost. Both lead to the same state at no
//! smaller cost, so skipping them is safe.
//!
//! The cache stores the cost at which an iteration reached a state, and overwrites the previous
//! entry in its place. If a state is found there at no greater cost, this iteration has already
//! entered it, so all states below it were searched or are on the path.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use patience_core::{Estimate, Game, Heuristic, Outcome, Run, Stop};

use super::deepening::{Bounds, Deepening, End, deepen, lower};
use crate::arena::make_room;

/// Runs IDA*; `bits` is the binary logarithm of the places in the cache, `None` for no cache.
pub(super) fn solve<G: Game, H: Heuristic<G> + ?Sized>(
    game: &G,
    heuristic: &H,
    bits: Option<u32>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    deepen(game, heuristic, run, |bounds, h, run| {
        let cache = bits.map(|bits| Cache::new(bits, run)).transpose()?;
        let may_be_free = game.least_cost() == 0;
        Ok(Tree {
            game,
            heuristic,
            bounds,
            start: game.start(),
            h,
            number: 0,
            cache,
            may_be_free,
            waiting: Vec::new(),
            most: 8,
            path: Vec::new(),
            buffer: Vec::new(),
            deepest: 0,
            leased: 0,
            left: 0,
        })
    })
}

/// A successor within the bound: it waits for its turn, or is on the path.
struct Child<G: Game> {
    state: G::State,
    mv: G::Move,
    g: u32,
    h: u32,
    /// Number of successors up to the last waiting one, including this one.
    generated: u32,
}

/// The successors of a state of the path, as places among those waiting; none for the start,
/// which is not a successor.
#[derive(Clone, Copy, Default)]
struct Siblings {
    /// The next one to search; the one before it is on the path.
    next: usize,
    end: usize,
    /// Number of successors after the last waiting one.
    rest: u32,
}

struct Tree<'a, G: Game, H: ?Sized> {
    game: &'a G,
    heuristic: &'a H,
    bounds: Bounds,
    start: G::State,
    /// The estimate of the start.
    h: u32,
    /// The number of the iteration.
    number: u32,
    cache: Option<Cache<G::Key>>,
    /// Whether a move may be free.
    may_be_free: bool,
    /// Successors of the states of the path, state by state. They stay in place
    /// until the last of them is searched.
    waiting: Vec<Child<G>>,
    /// The largest number of successors of one state so far: room for that many is reserved in
    /// advance.
    most: usize,
    /// The states before the current one, each among its siblings.
    path: Vec<Siblings>,
    /// A buffer of one expansion.
    buffer: Vec<G::Move>,
    /// Expansions granted at once, and how many of them remain.
    leased: u64,
    left: u64,
    /// The states of the longest path, without the last one.
    deepest: usize,
}

impl<G: Game, H: Heuristic<G> + ?Sized> Deepening<G> for Tree<'_, G, H> {
    fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }

    fn iteration(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop> {
        let end = self.search(run);
        self.settle(run);
        end
    }
}

impl<G: Game, H: Heuristic<G> + ?Sized> Tree<'_, G, H> {
    /// Searches everything within the bound.
    fn search(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop> {
        (self.number, self.bounds.next) = (self.number + 1, None);
        let mut state = self.start.clone();
        if self.game.is_goal(&state) {
            return Ok(End::Plan(Vec::new()));
        }
        if self.h > self.bounds.bound {
            return Ok(End::CutOff(self.h));
        }
        let (mut parent, mut costs) = (None, (0, self.h));
        let mut now = Siblings::default();
        'expanding: loop {
            let below = match self.is_due(&state, costs, run)? {
                true => self.expand(&state, parent.as_ref(), costs, run)?,
                false => Siblings::default(),
            };
            if below.next == below.end {
                run.generated(below.rest.into());
            } else {
                make_room(&mut self.path, 1, run.budget())?;
                self.path.push(now);
                self.deepest = self.deepest.max(self.path.len());
                (now, parent) = (below, Some(state));
            }
            if now.next == now.end {
                while now.next == now.end {
                    run.generated(now.rest.into());
                    let Some(before) = self.path.pop() else { break 'expanding };
                    now = before;
                }
                self.waiting.truncate(now.end);
                parent = self.path.last().map(|at| self.on_path(at).clone());
            }
            let child = &self.waiting[now.next];
            (state, costs) = (child.state.clone(), (child.g, child.h));
            run.generated(child.generated.into());
            now.next += 1;
            if self.game.is_goal(&state) {
                let path = self.path.iter().skip(1).chain([&now]);
                return Ok(End::Plan(path.map(|at| self.waiting[at.next - 1].mv).collect()));
            }
        }
        Ok(self.bounds.next.map_or(End::NothingLeft, End::CutOff))
    }

    /// Counts the expansions of the lease.
    fn settle(&mut self, run: &mut Run<G>) {
        run.spend(self.leased - self.left);
        run.sizes(self.deepest as u64, 0);
        (self.leased, self.left) = (0, 0);
    }

    /// Counts an expansion that the lease does not cover, and takes the next lease.
    #[cold]
    fn renew(
        &mut self,
        state: &G::State,
        (g, h): (u32, u32),
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        self.settle(run);
        run.sizes(self.path.len() as u64, 0);
        run.expand(self.game, state, g, Some(h))?;
        self.leased = run.lease();
        self.left = self.leased;
        Ok(())
    }

    /// A state of the path.
    fn on_path(&self, siblings: &Siblings) -> &G::State {
        match siblings.next {
            0 => &self.start,
            next => &self.waiting[next - 1].state,
        }
    }

    /// Whether a state must be expanded.
    #[inline]
    fn is_due(
        &mut self,
        state: &G::State,
        (g, h): (u32, u32),
        run: &mut Run<G>,
    ) -> Result<bool, Stop> {
        if let Some(cache) = &mut self.cache
            && !cache.is_news(self.game.key(state), self.number, g)
        {
            run.duplicate();
            run.tick()?;
            return Ok(false);
        }
        if !run.depth_allows(self.path.len() as u32) {
            self.bounds.leave_out(g.saturating_add(h), false);
            run.tick()?;
            return Ok(false);
        }
        Ok(true)
    }

    /// Queues the successors of a state that are within the bound; `parent` is the state before it.
    /// The other successors count as generated when their turn comes, as if they were generated one
    /// by one.
    #[inline]
    fn expand(
        &mut self,
        state: &G::State,
        parent: Option<&G::State>,
        (g, h): (u32, u32),
        run: &mut Run<G>,
    ) -> Result<Siblings, Stop> {
        if self.left > 0 && !run.is_cancelled() {
            self.left -= 1;
        } else {
            self.renew(state, (g, h), run)?;
        }
        make_room(&mut self.waiting, self.most, run.budget())?;
        let Tree { game, heuristic, bounds, start, may_be_free, waiting, path, .. } = self;
        let (next, mut rest) = (waiting.len(), 0);
        game.each_successor(state, &mut self.buffer, |mv, cost, child| {
            let is_repeated = parent == Some(&child)
                || *may_be_free
                    && (child == *state
                        || child == *start
                        || path.iter().skip(1).any(|at| waiting[at.next - 1].state == child));
            if is_repeated {
                return;
            }
            rest += 1;
            let g = g.saturating_add(cost);
            let estimate = heuristic.estimate_after(game, state, h, mv, &child);
            let Estimate::Cost(h) = estimate else {
                run.dead_end();
                if !heuristic.claims().sound_dead_ends {
                    bounds.leave_out(g, true);
                }
                return;
            };
            let f = g.saturating_add(h);
            if f > bounds.bound {
                lower(&mut bounds.next, f);
            } else {
                let generated = std::mem::take(&mut rest);
                waiting.push(Child { state: child, mv, g, h, generated });
            }
        });
        let end = waiting.len();
        self.most = self.most.max(end - next);
        Ok(Siblings { next, end, rest })
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
