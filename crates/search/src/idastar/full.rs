//! IDA* with a table of all states.
//!
//! A state that is cut off does not count towards the next bound if the iteration also searches it
//! at no greater cost: all states below it are then searched as well. Without this rule a path
//! around a cycle would be cut off at every bound, and the search of a space with cycles and no
//! goal would end only once the bound exceeds its longest path. With it, an iteration with no other
//! cut has searched every successor of every state it reached, which proves that there is no plan.

use patience_core::{Estimate, Game, Heuristic, Outcome, Run, Stop};

use super::deepening::{Bounds, Deepening, End, deepen, lower};
use crate::arena::make_room;
use crate::table::{Entry, Id, Table};

/// Runs IDA*.
pub(super) fn solve<G: Game>(
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

/// A state on the path from the start to the current state.
struct Frame<G: Game> {
    state: G::State,
    arrived_by: Option<G::Move>,
    g: u32,
    /// The index in the queue of its first successor.
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
    /// The largest number of successors of one state so far: room for that many is reserved
    /// in advance.
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
        // 1. Is the state within the bound?
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
        // 2. Is it new, or cheaper than before?
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
    /// searched by this one; that is decided at the end. Any other state counts at once.
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
                // This includes a run that was stopped while the table grew; the next poll reports
                // the stop.
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
