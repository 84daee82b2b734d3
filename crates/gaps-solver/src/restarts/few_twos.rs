//! How few moves of Twos that are in the first column already does a deal need?
//!
//! The game in which there are at most n such moves is acyclic even without open rows: Twos in
//! column 0 can move back and forth only n times, and nothing else can be undone. So restarts that
//! remember decide it, for n = 0, 1, and so on. A position says how many of the moves are left, so
//! what was proved for one n also serves for the next. Persistent sets keep, of every play, one
//! with the same moves in another order, and their sets have no Twos of column 0.

use patience_core::{Budget, Limits, Stop, Verdict};

use crate::board::{Board, Move};
use crate::cache::Cache;
use crate::config::{Config, Services, Strategy};
use crate::held;
use crate::plan::{real_move, real_moves};
use crate::position::{Geometry, Position, bits, column_of};
use crate::relax::sufficient;
use crate::restarts;
use crate::search::Worker;
use crate::shared::Shared;
use crate::solution::Counters;
use crate::table::{Table, Worth};
use crate::verdict::{End, validated};

/// The answer of [`fewest_two_moves`] for a deal that can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FewTwoMoves {
    /// The least number of moves of Twos that stand in the first column.
    pub moves_of_twos: u32,
    /// A plan with that number.
    pub plan: Vec<Move>,
}

/// The least number of moves of Twos that stand in the first column already, over all plans for the
/// deal, and a plan with that number; `None` if the deal cannot be won.
///
/// # Errors
/// The limit that was met; the limits are for all searches together.
///
/// ```
/// use patience_core::Limits;
/// use patience_gaps::{Board, Config, Services, fewest_two_moves};
///
/// let board: Board = "2C -- 3C / 3H 2H --".parse()?;
/// let (few, _) = fewest_two_moves(&board, &Config::default(), &Limits::default(), Services::none());
/// assert_eq!(few.unwrap().unwrap().moves_of_twos, 0);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub fn fewest_two_moves(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
) -> (Result<Option<FewTwoMoves>, Stop>, Counters) {
    let config = Config { strategy: Strategy::Restarts, threads: 1, ..config.clone() };
    let environment = services.environment;
    let Ok(solution) = restarts::solve(board, &config, limits, Services::new(environment)) else {
        unreachable!("without files nothing can be wrong with them");
    };
    let mut counters = solution.counters;
    let known = match solution.verdict {
        Verdict::Solved { plan, .. } => plan,
        Verdict::Unsolvable => return (Ok(None), counters),
        Verdict::Unknown(stop) => return (Err(stop), counters),
    };
    let geometry = Geometry::counting_twos(board, config.seed);
    let memory = limits.memory.unwrap_or(u64::MAX);
    let table = Table::new(memory - memory / 4).forgetting(true);
    let budget = services.budget(limits);
    // The known plan needs this many, so fewer are tried.
    let most = count_two_moves(board, &known).min(MOST_COUNTED);
    for moves_of_twos in 0..most {
        let mut start = Position::new(&geometry, board);
        start.allow_two_moves(&geometry, moves_of_twos as u8);
        let left = limits.after(counters.expanded).expansions;
        let shared =
            Shared::new(&geometry, &config, &table, left).with_caches(Cache::share_of(memory, 1));
        let mut worker = Worker::new(&shared, config.seed);
        worker.run(&start, &mut |counters| {
            budget.poll()?;
            if let Some(progress) = &mut services.progress {
                progress(counters);
            }
            Ok(())
        });
        counters.add(&worker.counters);
        match shared.into_end() {
            End::Won(path, _) => {
                return match validated(board, real_moves(&geometry, board, &path)) {
                    Verdict::Solved { plan, .. } => {
                        (Ok(Some(FewTwoMoves { moves_of_twos, plan })), counters)
                    }
                    _ => (Err(Stop::Incomplete), counters),
                };
            }
            End::Lost => {}
            End::Stopped(stop) => return (Err(stop), counters),
        }
    }
    let needed = count_two_moves(board, &known);
    let answer =
        (needed == most).then_some(Some(FewTwoMoves { moves_of_twos: needed, plan: known }));
    (answer.ok_or(Stop::Incomplete), counters)
}

/// More moves than a position can count are not looked for.
const MOST_COUNTED: u32 = 191;

/// Moves in a plan of lowest cards from the first column.
fn count_two_moves(board: &Board, plan: &[Move]) -> u32 {
    let mut at = board.clone();
    let mut count = 0;
    for &m in plan {
        let from = usize::from(m.from);
        let two = at.cells()[from].is_some_and(|card| card.rank == 0);
        count += u32::from(two && from.is_multiple_of(board.columns()));
        match at.after(m) {
            Some(next) => at = next,
            None => break,
        }
    }
    count
}

/// A search by layers of equally many moves of Twos, for Masten's first two searches.
pub(crate) struct Layered<'a> {
    geometry: Geometry,
    config: &'a Config,
    start: Position,
    seen: Table,
    /// How each position was reached, for the plan.
    nodes: Vec<Node>,
    most_layers: u32,
    pub counters: Counters,
    /// Whether positions were left because of `most_layers`.
    pub cut: bool,
}

struct Node {
    before: u32,
    m: Move,
}

impl<'a> Layered<'a> {
    pub fn new(board: &Board, config: &'a Config, limits: &Limits, most_layers: u32) -> Self {
        let geometry = Geometry::new(board, false, config.seed);
        Layered {
            start: Position::new(&geometry, board),
            geometry,
            config,
            seen: Table::new(limits.memory.map_or(u64::MAX, |most| most / 2)),
            nodes: vec![Node { before: 0, m: Move { from: 0, to: 0 } }],
            most_layers,
            counters: Counters::default(),
            cut: false,
        }
    }

    pub fn failure_probability(&self) -> f64 {
        self.seen.failure_probability()
    }

    /// The number of the layer where the deal is won, and the plan.
    pub fn run(
        &mut self,
        budget: &mut Budget<'_>,
        services: &mut Services<'_>,
    ) -> Result<Option<(u32, Vec<Move>)>, Stop> {
        let mut layer = vec![(0u32, self.start.clone())];
        for number in 0.. {
            let mut next_layer = Vec::new();
            while let Some((node, position)) = layer.pop() {
                if self.seen.contains(position.key()) {
                    self.counters.duplicates += 1;
                    continue;
                }
                budget.expand()?;
                self.counters.expanded += 1;
                services.tell(&self.counters);
                if self.counters.expanded.is_multiple_of(held::CHECKED_EVERY) {
                    self.check_memory(budget, held::vec(&layer) + held::vec(&next_layer))?;
                }
                self.seen.insert(position.key(), Worth::MOST).map_err(|_| Stop::Memory)?;
                if position.is_goal(&self.geometry) {
                    return Ok(Some((number, self.plan(node))));
                }
                self.expand(node, &position, &mut layer, &mut next_layer);
            }
            if number >= self.most_layers {
                self.cut = !next_layer.is_empty();
                return Ok(None);
            }
            if next_layer.is_empty() {
                return Ok(None);
            }
            layer = next_layer;
        }
        Ok(None)
    }

    fn expand(
        &mut self,
        node: u32,
        position: &Position,
        layer: &mut Vec<(u32, Position)>,
        next_layer: &mut Vec<(u32, Position)>,
    ) {
        let (geometry, reductions) = (&self.geometry, self.config.reductions);
        let steps = position.steps(geometry);
        self.counters.generated += steps.len() as u64;
        if steps.is_empty() {
            self.counters.stuck += 1;
            return;
        }
        let set = sufficient(
            geometry,
            position,
            &steps,
            reductions.dead_ends,
            reductions.persistent_sets,
        );
        let Some(set) = set else {
            self.counters.dead_ends += 1;
            return;
        };
        for step in bits(set.into()).map(|index| steps[usize::from(index)]) {
            let from = position.cell[usize::from(step.card)];
            let mut after = position.clone();
            after.take(geometry, step);
            let mut moves = vec![real_move(geometry, from, step.to)];
            if self.config.chain_moves {
                chain(geometry, &mut after, from, &mut moves);
                self.counters.forced += moves.len() as u64 - 1;
            }
            if self.seen.contains(after.key()) {
                self.counters.duplicates += 1;
                continue;
            }
            let mut last = node;
            for m in moves {
                self.nodes.push(Node { before: last, m });
                last = self.nodes.len() as u32 - 1;
            }
            let moves_two = step.card < 4 && column_of(from) == 0;
            let target = if moves_two { &mut *next_layer } else { &mut *layer };
            target.push((last, after));
        }
    }

    fn check_memory(&mut self, budget: &Budget<'_>, waiting: usize) -> Result<(), Stop> {
        let bytes = self.seen.bytes() + (held::vec(&self.nodes) + waiting) as u64 + held::BESIDES;
        self.counters.stored = self.seen.peak();
        if self.nodes.len() > u32::MAX as usize / 2 {
            return Err(Stop::Memory);
        }
        budget.check_held(bytes)?;
        // What is refused is never held.
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
        Ok(())
    }

    fn plan(&self, mut node: u32) -> Vec<Move> {
        let mut plan = Vec::new();
        while node != 0 {
            let Node { before, m } = self.nodes[node as usize];
            plan.push(m);
            node = before;
        }
        plan.reverse();
        plan
    }
}

/// Goes on filling the gap that a move left, as long as just one card can, and it is no Two of the
/// first column. This ends: where those stay, the game has no cycles.
fn chain(geometry: &Geometry, position: &mut Position, mut gap: u8, moves: &mut Vec<Move>) {
    loop {
        let steps = position.steps(geometry);
        let mut filling = steps.iter().filter(|step| step.to == gap);
        let (Some(&step), None) = (filling.next(), filling.next()) else { return };
        let from = position.cell[usize::from(step.card)];
        if step.card < 4 && column_of(from) == 0 {
            return;
        }
        moves.push(real_move(geometry, from, gap));
        position.take(geometry, step);
        gap = from;
    }
}
