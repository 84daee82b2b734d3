//! Masten's three searches, as the baseline (R. Masten, 2024).
//!
//! 1. Under fixed suits, for a quick win.
//! 2. Without moves of Twos that are in the first column.
//! 3. All positions, in sets through which play can only move forward: by the Twos in the first column, and when they
//!    are all there, by their order. Inside a set, positions with few cards in sequence come first; what was visited is
//!    forgotten after each set. (He divides the sets with three Twos and a gap further, leaves column 0 out of their
//!    positions, and keeps sets that are not needed yet on disk.)
//!
//! He uses neither dead ends by relaxation nor persistent sets, so none are used here.

use std::collections::{BTreeMap, BTreeSet};

use patience_core::{Budget, HashSet, Limits, Stop, Verdict};

use crate::board::{Board, Move, Rules};
use crate::config::{Config, Reductions, Services, Strategy};
use crate::held;
use crate::plan::real_move;
use crate::position::{Geometry, Packed, Position, column_of};
use crate::solution::{Counters, Solution};
use crate::twos::Layered;
use crate::verdict::validated;

/// Decides a deal.
pub(crate) fn solve(board: &Board, config: &Config, limits: &Limits, mut services: Services<'_>) -> Solution {
    let config = Config { reductions: Reductions::NONE, ..config.clone() };
    let mut counters = Counters::default();
    let mut failure_probability = 0.0;
    let solution = |verdict, counters, probability| Solution::new(verdict, Strategy::Masten, counters, probability);
    let mut budget = services.budget(limits);
    let fixed = board.with_rules(Rules::FixedSuits);
    let standard = board.rules() == Rules::Standard;
    let searches = if standard { &[(&fixed, u32::MAX), (board, 0)][..] } else { &[(board, u32::MAX)] };
    for &(board, most_layers) in searches {
        let mut search = Layered::new(board, &config, limits, most_layers);
        let result = search.run(&mut budget, &mut services);
        counters.add(&search.counters);
        failure_probability += search.failure_probability();
        match result {
            Ok(Some((_, plan))) => return solution(validated(board, Some(plan)), counters, failure_probability),
            Ok(None) if !standard => return solution(Verdict::Unsolvable, counters, failure_probability),
            Ok(None) => {}
            Err(stop) => return solution(Verdict::Unknown(stop), counters, failure_probability),
        }
    }
    // The first two searches only look for wins: a false match of hashes in them does not matter.
    failure_probability = 0.0;
    let geometry = Geometry::new(board, false, config.seed);
    let mut sets = Sets { geometry, counters, waiting: BTreeMap::new(), nodes: Vec::new() };
    let verdict = match sets.run(board, &mut budget, &mut services) {
        Ok(Some(plan)) => validated(board, Some(plan)),
        Ok(None) => Verdict::Unsolvable,
        Err(stop) => Verdict::Unknown(stop),
    };
    solution(verdict, sets.counters, failure_probability)
}

/// A set: the number of Twos in column 0 (with all but one there, first without and then with a gap beside them), which
/// they are, and in which rows if all are there.
type SetId = (u8, u8, u32);

/// Cards in sequence, the position, and its node.
type Waiting = (u32, Packed, u32);

struct Sets {
    geometry: Geometry,
    counters: Counters,
    /// What is to be visited, by set.
    waiting: BTreeMap<SetId, BTreeSet<Waiting>>,
    /// The position before, and the move from it, for the plan.
    nodes: Vec<(u32, Move)>,
}

impl Sets {
    fn run(
        &mut self,
        board: &Board,
        budget: &mut Budget<'_>,
        services: &mut Services<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let start = Position::new(&self.geometry, board);
        self.nodes.push((0, Move { from: 0, to: 0 }));
        self.wait(&start, 0);
        while let Some((id, mut set)) = self.waiting.pop_first() {
            let mut visited: HashSet<Packed> = set.iter().map(|waiting| waiting.1).collect();
            while let Some((_, packed, node)) = set.pop_first() {
                let position = Position::unpack(&self.geometry, &packed);
                budget.expand()?;
                self.counters.expanded += 1;
                services.tell(&self.counters);
                if self.counters.expanded.is_multiple_of(held::CHECKED_EVERY) {
                    self.check_memory(budget, visited.len(), set.len())?;
                }
                if position.is_goal(&self.geometry) {
                    return Ok(Some(self.plan(node)));
                }
                for &step in position.steps(&self.geometry).iter() {
                    self.counters.generated += 1;
                    let mut after = position.clone();
                    after.take(&self.geometry, step);
                    let packed = after.pack(&self.geometry);
                    let here = self.set_of(&after) == id;
                    if here && !visited.insert(packed) {
                        self.counters.duplicates += 1;
                        continue;
                    }
                    let m = real_move(&self.geometry, position.cell[usize::from(step.card)], step.to);
                    self.nodes.push((node, m));
                    let node = self.nodes.len() as u32 - 1;
                    if here {
                        set.insert((in_sequence(&self.geometry, &after), packed, node));
                    } else {
                        self.wait(&after, node);
                    }
                }
            }
        }
        Ok(None)
    }

    fn wait(&mut self, position: &Position, node: u32) {
        let waiting = (in_sequence(&self.geometry, position), position.pack(&self.geometry), node);
        let set = self.waiting.entry(self.set_of(position)).or_default();
        // The same position may have been reached before, by another node: the earlier one sorts first and is enough.
        if set.range((waiting.0, waiting.1, 0)..=(waiting.0, waiting.1, u32::MAX)).next().is_none() {
            set.insert(waiting);
        }
    }

    fn set_of(&self, position: &Position) -> SetId {
        let rows = self.geometry.rows;
        let there: Vec<u8> = (0..rows).filter(|&two| column_of(position.cell[usize::from(two)]) == 0).collect();
        let gap = position.gaps & self.geometry.first_column != 0;
        let count = there.len() as u8;
        let suits = there.iter().fold(0, |suits, two| suits | 1 << two);
        let cells = (0..4).map(|two| u32::from(position.cell[two]));
        let order = if count == rows { cells.fold(0, |order, cell| order << 8 | cell) } else { 0 };
        (2 * count + u8::from(count + 1 == rows && gap), suits, order)
    }

    fn check_memory(&mut self, budget: &Budget<'_>, visited: usize, set: usize) -> Result<(), Stop> {
        let waiting: usize = self.waiting.values().map(BTreeSet::len).sum::<usize>() + set;
        let bytes = held::hash_set::<Packed>(visited) + waiting * IN_TREE + held::vec(&self.nodes);
        self.counters.stored = self.counters.stored.max(visited as u64);
        if self.nodes.len() > u32::MAX as usize / 2 {
            return Err(Stop::Memory);
        }
        budget.check_held(bytes as u64)?;
        // What is refused is never held.
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes as u64);
        Ok(())
    }

    fn plan(&self, mut node: u32) -> Vec<Move> {
        let mut plan = Vec::new();
        while node != 0 {
            let (before, m) = self.nodes[node as usize];
            plan.push(m);
            node = before;
        }
        plan.reverse();
        plan
    }
}

/// Bytes of an item in a tree whose nodes are half full.
const IN_TREE: usize = 2 * size_of::<Waiting>() + 8;

/// Cards right of their predecessor, and Twos in column 0.
fn in_sequence(geometry: &Geometry, position: &Position) -> u32 {
    let in_play = (0..geometry.cards).filter(|&card| position.cell[usize::from(card)] != 0xFF);
    let joined = |&card: &u8| {
        let cell = position.cell[usize::from(card)];
        if card < 4 { column_of(cell) == 0 } else { position.cell[usize::from(card) - 4] + 1 == cell }
    };
    in_play.filter(joined).count() as u32
}
