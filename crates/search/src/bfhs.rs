//! Breadth-first heuristic search (Zhou and Hansen 2006), with the bound raised as in IDA*.
//!
//! For cheapest plans if A* does not fit in memory and IDA* revisits too many states. Each
//! iteration is a breadth-first search among the states with f = g + h up to a bound, where g
//! counts every move as the cheapest; the next bound is the smallest f that was cut off. If moves
//! can be undone ([`Game::is_undirected`]), a successor lies in the layer before its parent's, in
//! the same layer or in the next one, so the search stores only three layers; in other games it
//! stores the keys of every layer.
//!
//! The states do not record how they were reached. Those beyond three quarters of the depth
//! record the state of that layer on their path, the *relay*; the paths to it and from it are found
//! in the same way, among the states of the same bound.
//!
//! Complete. The plan has the fewest moves among those within the bound; it is optimal with an
//! admissible heuristic if all moves cost the same. Time: as breadth-first search among these
//! states, times the iterations, and up to twice more for the plan. Memory: the widest three
//! layers.

use std::collections::VecDeque;
use std::hash::Hash;

use patience_core::parameter::HEURISTIC;
use patience_core::{Budget, Estimate, Game, Heuristic, Outcome, Run, Stop};

use crate::Algorithm;
use crate::arena::make_room;
use crate::idastar::{Bounds, Deepening, End, deepen, lower};
use crate::table::Table;

/// Describes breadth-first heuristic search for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "bfhs",
        summary: "breadth-first heuristic search: a plan with the fewest moves, remembering three \
                  layers (Zhou and Hansen 2006)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| solve(game, arguments.heuristic, run),
    }
}

/// Runs breadth-first heuristic search. In events, g counts every move as the cheapest.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{bfhs, example::Doubling};
///
/// let outcome = bfhs::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
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
        Ok(Search { game, heuristic, bounds, moves: Vec::new() })
    })
}

/// The end of a breadth-first search.
enum Target<K> {
    /// In any goal.
    Goal,
    /// In the state with this key.
    Key(K),
}

/// A part of a plan still to be found.
struct Stretch<G: Game> {
    from: G::State,
    /// The depth of `from`.
    begin: u32,
    target: Target<G::Key>,
    /// The states at this depth are relays.
    relay: u32,
}

/// The result of a breadth-first search.
struct Reached<S> {
    depth: u32,
    /// The relay on the path, if there is one.
    relay: Option<S>,
}

/// A state of a layer.
struct Node<S> {
    state: S,
    h: u32,
    /// Its relay.
    relay: u32,
}

struct Search<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    bounds: Bounds,
    moves: Vec<G::Move>,
}

impl<G: Game> Deepening<G> for Search<'_, G> {
    fn bounds(&mut self) -> &mut Bounds {
        &mut self.bounds
    }

    fn iteration(&mut self, run: &mut Run<G>) -> Result<End<G::Move>, Stop> {
        self.bounds.next = None;
        let start = self.game.start();
        if self.game.is_goal(&start) {
            return Ok(End::Plan(Vec::new()));
        }
        // The number of moves if all cost the same.
        let moves = self.bounds.bound.checked_div(self.game.least_cost()).unwrap_or(0);
        let relay = relay_between(0, moves);
        let whole = Stretch { from: start.clone(), begin: 0, target: Target::Goal, relay };
        let Some(Reached { depth, relay: state }) = self.sweep(&whole, run)? else {
            return Ok(self.bounds.next.map_or(End::NothingLeft, End::CutOff));
        };
        let mut plan = Vec::new();
        match state {
            Some(state) => {
                let target = Target::Key(self.game.key(&state));
                self.connect(start, 0, target, relay, &mut plan, run)?;
                self.connect(state, relay, Target::Goal, depth, &mut plan, run)?;
            }
            None => self.connect(start, 0, Target::Goal, depth, &mut plan, run)?,
        }
        Ok(End::Plan(plan))
    }
}

/// The depth of the relays of a path, which is beyond its widest layers.
fn relay_between(begin: u32, end: u32) -> u32 {
    begin + (u64::from(end - begin) * 3).div_ceil(4) as u32
}

impl<G: Game> Search<'_, G> {
    /// Appends the moves from a state at one depth to a target at another depth.
    fn connect(
        &mut self,
        from: G::State,
        begin: u32,
        target: Target<G::Key>,
        end: u32,
        plan: &mut Vec<G::Move>,
        run: &mut Run<G>,
    ) -> Result<(), Stop> {
        match end - begin {
            0 => return Ok(()),
            1 => {
                self.game.moves(&from, &mut self.moves);
                let leads = |mv: &G::Move| {
                    let state = self.game.apply(&from, *mv);
                    self.is_target(&target, &state, &self.game.key(&state))
                };
                plan.extend(self.moves.iter().copied().find(leads));
                self.moves.clear();
                return Ok(());
            }
            _ => {}
        }
        let relay = relay_between(begin, end).min(end - 1);
        let stretch = Stretch { from, begin, target, relay };
        let state = self.sweep(&stretch, run)?.and_then(|reached| reached.relay);
        // There is such a state, since the whole search passed here. Otherwise the replay detects
        // the fault.
        let Some(state) = state else { return Ok(()) };
        let target = Target::Key(self.game.key(&state));
        self.connect(stretch.from, begin, target, relay, plan, run)?;
        self.connect(state, relay, stretch.target, end, plan, run)
    }

    fn is_target(&self, target: &Target<G::Key>, state: &G::State, key: &G::Key) -> bool {
        match target {
            Target::Goal => self.game.is_goal(state),
            Target::Key(wanted) => wanted == key,
        }
    }

    /// Searches breadth-first within the bound.
    fn sweep(
        &mut self,
        stretch: &Stretch<G>,
        run: &mut Run<G>,
    ) -> Result<Option<Reached<G::State>>, Stop> {
        let (game, least_cost) = (self.game, self.game.least_cost());
        let Estimate::Cost(h) = self.heuristic.estimate(game, &stretch.from) else {
            return Ok(None);
        };
        let mut known = Layers::new(game.is_undirected());
        known.insert(game.key(&stretch.from), run.budget())?;
        let mut layer = vec![Node { state: stretch.from.clone(), h, relay: 0 }];
        let (mut relays, mut moves) = (Vec::new(), std::mem::take(&mut self.moves));
        let mut depth = stretch.begin;
        while !layer.is_empty() {
            if depth == stretch.relay {
                for (node, number) in layer.iter_mut().zip(0..) {
                    make_room(&mut relays, 1, run.budget())?;
                    relays.push(node.state.clone());
                    node.relay = number;
                }
            }
            let g = depth.saturating_mul(least_cost);
            if !run.depth_allows(depth) {
                let least = layer.iter().map(|node| node.h).min().unwrap_or(0);
                self.bounds.leave_out(g.saturating_add(least), false);
                return Ok(None);
            }
            known.begin_layer();
            let (mut waiting, mut next) = (layer.len(), Vec::new());
            for node in layer {
                waiting -= 1;
                run.sizes((waiting + next.len()) as u64, known.len() as u64);
                run.expand(game, &node.state, g, Some(node.h))?;
                moves.clear();
                game.moves(&node.state, &mut moves);
                run.generated(moves.len() as u64);
                for &mv in &moves {
                    let state = game.apply(&node.state, mv);
                    let key = game.key(&state);
                    if known.contains(&key) {
                        run.duplicate();
                        continue;
                    }
                    let Some(h) = self.within(depth + 1, &node, mv, &state, run) else { continue };
                    if self.is_target(&stretch.target, &state, &key) {
                        let relay = relays.get(node.relay as usize).cloned();
                        return Ok(Some(Reached { depth: depth + 1, relay }));
                    }
                    known.insert(key, run.budget())?;
                    make_room(&mut next, 1, run.budget())?;
                    next.push(Node { state, h, relay: node.relay });
                }
            }
            layer = next;
            depth += 1;
        }
        self.moves = moves;
        self.moves.clear();
        Ok(None)
    }

    /// The estimate of a successor, if it is within the bound.
    fn within(
        &mut self,
        depth: u32,
        parent: &Node<G::State>,
        mv: G::Move,
        state: &G::State,
        run: &mut Run<G>,
    ) -> Option<u32> {
        let g = depth.saturating_mul(self.game.least_cost());
        let estimate = self.heuristic.estimate_after(self.game, &parent.state, parent.h, mv, state);
        let Estimate::Cost(h) = estimate else {
            run.dead_end();
            if !self.heuristic.claims().sound_dead_ends {
                self.bounds.leave_out(g, true);
            }
            return None;
        };
        let f = g.saturating_add(h);
        if f > self.bounds.bound {
            lower(&mut self.bounds.next, f);
            return None;
        }
        Some(h)
    }
}

/// The keys of the layers that may contain a successor.
struct Layers<K> {
    tables: VecDeque<Table<K, ()>>,
    is_undirected: bool,
}

impl<K: Eq + Hash> Layers<K> {
    fn new(is_undirected: bool) -> Self {
        Layers { tables: VecDeque::from([Table::new()]), is_undirected }
    }

    /// Starts the next layer: keys inserted from now on belong to it.
    fn begin_layer(&mut self) {
        if self.is_undirected {
            self.tables.truncate(2);
            self.tables.push_front(Table::new());
        }
    }

    fn contains(&self, key: &K) -> bool {
        self.tables.iter().any(|table| table.get(key).is_some())
    }

    fn insert(&mut self, key: K, budget: &Budget<'_>) -> Result<(), Stop> {
        self.tables[0].insert(key, (), budget).map(|_| ())
    }

    fn len(&self) -> usize {
        self.tables.iter().map(Table::len).sum()
    }
}
