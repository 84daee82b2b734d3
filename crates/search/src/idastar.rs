//! Iterative deepening A* (Korf 1985) with a transposition table (Reinefeld and Marsland 1994).
//!
//! For cheapest plans where A* does not fit in memory. Each iteration searches depth-first among
//! the states with f = g + h up to a bound; the next bound is the smallest f that was cut off. The
//! table remembers the cost at which an iteration came to a state, and the state is searched again
//! only if it is reached at less; when seven eighths of the allowed memory are used the table takes
//! nothing more, and for states outside it only the path is checked for repetitions. Complete;
//! optimal with an admissible heuristic. An iteration that cuts nothing off proves that there is no
//! plan.
//!
//! Time: as A*, times the iterations, and more where the table is full; many different costs make
//! many iterations. Memory: the path, and the table as far as memory is allowed.

use patience_core::parameter::HEURISTIC;
use patience_core::{Estimate, Event, Game, Heuristic, Outcome, Run, Stop, Verdict};

use crate::arena::{Moves, make_room};
use crate::table::{Entry, Table};
use crate::{Algorithm, report};

/// Describes IDA* for [`algorithms`](crate::algorithms).
pub fn algorithm<G: Game>() -> Algorithm<G> {
    Algorithm {
        name: "idastar",
        summary: "IDA*: a cheapest plan like A* in little memory, or a proof that there is none (Korf 1985)",
        complete: true,
        optimal: true,
        parameters: &[HEURISTIC],
        solve: |game, arguments, run| solve(game, arguments.heuristic, run),
    }
}

/// Runs IDA*.
///
/// # Examples
/// ```
/// use patience_core::{Blind, Run, Verdict};
/// use patience_search::{example::Doubling, idastar};
///
/// let outcome = idastar::solve(&Doubling { goal: 10 }, &Blind, &mut Run::unlimited());
/// let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else { panic!("10 can be reached") };
/// assert_eq!(plan.len(), 4);
/// ```
pub fn solve<G: Game>(
    game: &G,
    heuristic: &dyn Heuristic<G>,
    run: &mut Run<G>,
) -> Outcome<G::Move> {
    let claims = heuristic.claims();
    let start = game.start();
    let mut left_out = LeftOut { cost: u32::MAX, unsoundly: false };
    let mut bound = match heuristic.estimate(game, &start) {
        _ if game.is_goal(&start) => 0,
        Estimate::Cost(h) => h,
        Estimate::DeadEnd => {
            run.dead_end();
            return run.exhausted(claims.sound_dead_ends);
        }
    };
    loop {
        run.notify(game, Event::Iteration { bound });
        let mut iteration = Iteration {
            game,
            heuristic,
            bound,
            next_bound: None,
            table: Table::new(),
            table_is_full: false,
            moves: Moves::default(),
            path: Vec::new(),
            left_out: &mut left_out,
        };
        let end = iteration.run(run);
        let next_bound = iteration.next_bound;
        // All plans cost at least the bound, but for those through what was left out.
        let proved = if claims.admissible { bound.min(left_out.cost) } else { 0 };
        match (end, next_bound) {
            (Ok(Some(plan)), _) => return report(game, plan, proved, None),
            (Err(stop), _) => return Outcome::unknown(stop).with_lower_bound(proved),
            (Ok(None), Some(next)) => bound = next,
            (Ok(None), None) => {
                let outcome = run.exhausted(!left_out.unsoundly);
                return match outcome.verdict {
                    Verdict::Unsolvable => outcome,
                    _ => {
                        outcome.with_lower_bound(if claims.admissible { left_out.cost } else { 0 })
                    }
                };
            }
        }
    }
}

/// What was left out without proof, in any iteration.
struct LeftOut {
    /// No plan through it is cheaper.
    cost: u32,
    /// An unsound dead end is among it.
    unsoundly: bool,
}

/// A state on the path from the start to the current state.
struct Frame<G: Game> {
    state: G::State,
    arrived_by: Option<G::Move>,
    g: u32,
    /// Where its moves begin in the shared stack of moves, and the next to be tried.
    first: usize,
    next: usize,
}

struct Iteration<'a, G: Game> {
    game: &'a G,
    heuristic: &'a dyn Heuristic<G>,
    bound: u32,
    /// The smallest f above the bound.
    next_bound: Option<u32>,
    /// The cost at which each state was reached in this iteration.
    table: Table<G::Key, u32>,
    table_is_full: bool,
    moves: Moves<G::Move>,
    path: Vec<Frame<G>>,
    left_out: &'a mut LeftOut,
}

impl<G: Game> Iteration<'_, G> {
    /// The first plan within the bound, if there is one.
    fn run(&mut self, run: &mut Run<G>) -> Result<Option<Vec<G::Move>>, Stop> {
        if let Some(plan) = self.arrive(None, self.game.start(), 0, run)? {
            return Ok(Some(plan));
        }
        while let Some(frame) = self.path.last_mut() {
            run.tick()?;
            if let Some(mv) = self.moves.get(frame.next) {
                frame.next += 1;
                run.generated(1);
                let g = frame.g.saturating_add(self.game.cost(&frame.state, mv));
                let next = self.game.apply(&frame.state, mv);
                if let Some(plan) = self.arrive(Some(mv), next, g, run)? {
                    return Ok(Some(plan));
                }
            } else {
                self.moves.truncate(frame.first);
                self.path.pop();
            }
        }
        Ok(None)
    }

    /// Looks at a state, and puts it on the path if it is to be searched. A plan, if it is a goal.
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
                self.left_out.cost = self.left_out.cost.min(g);
                self.left_out.unsoundly = true;
            }
            return Ok(None);
        };
        let f = g.saturating_add(h);
        if f > self.bound {
            self.next_bound = Some(self.next_bound.map_or(f, |next| next.min(f)));
            return Ok(None);
        }
        // 2. New, or cheaper than before?
        if !self.is_news(&state, g, run) {
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
            self.left_out.cost = self.left_out.cost.min(f);
            return Ok(None);
        }
        run.sizes(depth as u64, self.table.len() as u64);
        run.expand(self.game, &state, g, Some(h))?;
        make_room(&mut self.path, 1, run)?;
        let first = self.moves.append(self.game, &state, run)?;
        self.path.push(Frame { state, arrived_by, g, first, next: first });
        Ok(None)
    }

    /// Whether the state was not reached at this cost or less in this iteration, as far as is
    /// remembered. At the least it is not on the path, so every iteration ends.
    fn is_news(&mut self, state: &G::State, g: u32, run: &mut Run<G>) -> bool {
        let key = self.game.key(state);
        let reserve = run.limits().memory.map_or(0, |most| most / 8);
        self.table_is_full = self.table_is_full || run.check_memory(reserve).is_err();
        if self.table_is_full {
            let Some(id) = self.table.get(&key) else {
                return self.path.iter().all(|frame| frame.state != *state);
            };
            return self.improve(id, g, run);
        }
        match self.table.insert(key, g, run) {
            Ok(Entry::New(_)) => true,
            Ok(Entry::Known(id)) => self.improve(id, g, run),
            Err(_) => {
                // Also where the run was stopped while the table grew: the next poll says so.
                self.table_is_full = true;
                self.is_news(state, g, run)
            }
        }
    }

    fn improve(&mut self, id: crate::table::Id, g: u32, run: &mut Run<G>) -> bool {
        let known = self.table.value_mut(id);
        let better = g < *known;
        if better {
            *known = g;
            run.reopened();
        }
        better
    }
}
