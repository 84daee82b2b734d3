//! Masten's first two searches, in layers by the number of moves of Twos.

use patience_core::{Budget, Stop};

use super::{held, reductions};
use crate::board::{Board, Move};
use crate::config::Masten;
use crate::counters::Counters;
use crate::job::Job;
use crate::memory::{Table, Worth};
use crate::position::{Geometry, Position, column_of, real_move};

/// One of the two searches.
pub(super) struct Layered<'a> {
    geometry: Geometry,
    parts: &'a Masten,
    start: Position,
    seen: Table,
    /// How each position was reached, for the plan.
    nodes: Vec<Link>,
    most_layers: u32,
    /// Whether every position was examined, that is, whether no layers remain.
    pub is_exhausted: bool,
    pub counters: Counters,
}

struct Link {
    parent: u32,
    m: Move,
}

impl<'a> Layered<'a> {
    /// A search whose moves the parts chain and reduce, up to `most_layers` layers beyond the
    /// first.
    pub fn new(board: &Board, parts: &'a Masten, seed: u64, memory: u64, most_layers: u32) -> Self {
        let geometry = Geometry::new(board, false, seed);
        Layered {
            start: Position::new(&geometry, board),
            geometry,
            parts,
            seen: Table::new(memory),
            nodes: vec![Link { parent: 0, m: Move { from: 0, to: 0 } }],
            most_layers,
            is_exhausted: false,
            counters: Counters::default(),
        }
    }

    pub fn failure_probability(&self) -> f64 {
        self.seen.failure_probability()
    }

    /// Returns a plan; `None` if no position within the layers is solved.
    pub fn run(
        &mut self,
        budget: &mut Budget<'_>,
        job: &mut Job<'_>,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let mut layer = vec![(0u32, self.start.clone())];
        for _ in 0..=self.most_layers {
            let mut next_layer = Vec::new();
            while let Some((node, position)) = layer.pop() {
                if self.seen.contains(position.key()) {
                    self.counters.duplicates += 1;
                    continue;
                }
                budget.expand()?;
                self.counters.expanded += 1;
                job.notify(&self.counters);
                if self.counters.expanded.is_multiple_of(held::CHECKED_EVERY) {
                    self.check_memory(budget, held::vec(&layer) + held::vec(&next_layer))?;
                }
                self.seen.insert(position.key(), Worth::MOST).map_err(|_| Stop::Memory)?;
                if position.is_goal(&self.geometry) {
                    return Ok(Some(self.plan(node)));
                }
                self.expand(node, &position, &mut layer, &mut next_layer);
            }
            if next_layer.is_empty() {
                self.is_exhausted = !self.parts.chain_moves;
                break;
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
        let geometry = &self.geometry;
        if self.parts.blocking_patterns && reductions::is_blocked(geometry, position) {
            self.counters.dead_ends += 1;
            return;
        }
        let safe =
            self.parts.safe_moves.then(|| reductions::safe_move(geometry, position)).flatten();
        let steps = match safe {
            Some(step) => vec![step],
            None => position.steps(geometry).to_vec(),
        };
        self.counters.generated += steps.len() as u64;
        self.counters.stuck += u64::from(steps.is_empty());
        for step in steps {
            let from = position.cell[usize::from(step.card)];
            let mut after = position.clone();
            after.take(geometry, step);
            let mut moves = vec![real_move(geometry, from, step.to)];
            if self.parts.chain_moves {
                chain(geometry, &mut after, from, &mut moves);
                self.counters.forced += moves.len() as u64 - 1;
            }
            if self.seen.contains(after.key()) {
                self.counters.duplicates += 1;
                continue;
            }
            let mut last = node;
            for m in moves {
                self.nodes.push(Link { parent: last, m });
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
        // Rejected positions are never stored.
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
        Ok(())
    }

    fn plan(&self, mut node: u32) -> Vec<Move> {
        let mut plan = Vec::new();
        while node != 0 {
            let Link { parent, m } = self.nodes[node as usize];
            plan.push(m);
            node = parent;
        }
        plan.reverse();
        plan
    }
}

/// Keeps filling the gap that a move left, as long as exactly one card can and it is not a Two of
/// the first column. The loop ends, since the game has no cycles while those Twos stay.
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
