//! The sweep-line method: positions in the order of a measure that grows with every step, compared
//! whole.
//!
//! The first number of [`Position::measure`] puts every position into a layer, and steps lead to
//! the same layer (rarely) or to a later one. So the layers are processed in order, and each is
//! wholly known when its turn comes; what is not in its turn lies in the scratch space. A layer
//! that is larger than the memory is sorted in runs, which are then merged. Positions are compared
//! whole, so the proof rests on no hash; and every layer is verified, by length and checksum, to be
//! what was written. (Christensen, Kristensen, Mailund: A sweep-line method for state space
//! exploration, TACAS 2001.)

mod trace;

use std::collections::BTreeMap;

use patience_core::Limits;

use crate::board::Board;
use crate::checkpoint::{self, Kept, Progress};
use crate::config::{Config, Services, Strategy};
use crate::dead_ends::DeadEnds;
use crate::fault::{Fault, Halt};
use crate::position::{Geometry, Packed, Position, Step, bits};
use crate::record::{FIRST_RUN, RECORD, packed, record_of};
use crate::relax::persistent;
use crate::scratch::MemoryScratch;
use crate::solution::{Counters, Solution};
use crate::sorting::{Merging, Store};
use crate::table::Table;
use crate::verdict::{End, finish, not_begun};

/// A layer in its turn, with the positions that steps within it lead to.
type Layer = Merging<RECORD>;

/// Decides a deal by this method alone, but for what a checkpoint holds.
pub(crate) fn solve(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
) -> Result<Solution, Fault> {
    if services.checkpoint.is_some() && services.scratch.is_none() {
        return Err(no_scratch("a checkpoint of a sweep"));
    }
    let mut table = Table::new(limits.memory.map_or(u64::MAX, |most| most / 2));
    let budget = services.budget(limits);
    let progress = match checkpoint::begin(&mut services, board, config, &mut table, &budget) {
        Ok(Kept::Sweep(progress)) => Some(progress),
        Ok(Kept::Nothing | Kept::Restarts) => None,
        Err(halt) => return not_begun(halt, Strategy::Sweep),
    };
    go_on(board, config, limits, services, &table, Counters::default(), progress)
}

fn no_scratch(what: &str) -> Fault {
    Fault::Refused(format!("{what} needs the scratch folder that its layers are kept in"))
}

/// Decides a deal for which there was not enough memory, from where an earlier run was if there was
/// one; `lost` holds positions that are known to be lost.
pub(crate) fn go_on(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
    lost: &Table,
    counters: Counters,
    progress: Option<Progress>,
) -> Result<Solution, Fault> {
    let geometry = Geometry::new(board, true, config.seed);
    if progress.is_some() && services.scratch.is_none() {
        return Err(no_scratch("a checkpoint of a sweep"));
    }
    let mut in_memory = MemoryScratch::default();
    let mut store =
        Store::new(services.scratch.take(), &mut in_memory, lost.bytes(), services.budget(limits));
    store.counters = counters;
    let mut sweep = Sweep {
        board,
        geometry: &geometry,
        config,
        lost,
        store,
        progress: Progress::default(),
        dead_ends: DeadEnds::new(&config.reductions),
    };
    // What the restarts expanded is spent.
    sweep.store.budget.spend(counters.expanded);
    let end = match sweep.run(&mut services, progress) {
        Ok(end) => end,
        Err(Halt::Stop(stop)) => {
            sweep.stopped(&mut services)?;
            End::Stopped(stop)
        }
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    let counters = sweep.store.counters;
    Ok(finish(&geometry, board, end, Strategy::Sweep, counters, lost.failure_probability(), None))
}

struct Sweep<'a> {
    board: &'a Board,
    geometry: &'a Geometry,
    config: &'a Config,
    lost: &'a Table,
    store: Store<'a>,
    progress: Progress,
    dead_ends: DeadEnds,
}

impl Sweep<'_> {
    fn run(
        &mut self,
        services: &mut Services<'_>,
        progress: Option<Progress>,
    ) -> Result<End, Halt> {
        self.store.check_room()?;
        match progress {
            Some(progress) if !progress.layers.is_empty() => {
                self.store.layers.restore(progress.written.clone())?;
                self.progress = progress;
            }
            _ => {
                self.store.layers.restore(BTreeMap::new())?;
                let deal = Position::new(self.geometry, self.board);
                self.put(deal.measure(self.geometry).0, &deal)?;
                self.save(services)?;
            }
        }
        let end = self.process_all(services)?;
        // No checkpoint may name layers that are gone.
        self.progress = Progress::default();
        if self.keep(services, false) {
            self.store.layers.restore(BTreeMap::new())?;
        }
        Ok(end)
    }

    fn process_all(&mut self, services: &mut Services<'_>) -> Result<End, Halt> {
        while let Some(&number) = self.progress.layers.first() {
            self.store.write_pending()?;
            let record = |packed: &Packed| {
                let (_, second) = unpack(self.geometry, number, packed)?.measure(self.geometry);
                Some(record_of(second, packed))
            };
            let mut layer = self.store.sorted(number, record)?;
            let won = self.process(number, &mut layer, services)?;
            drop(layer);
            self.store.remove_runs()?;
            if let Some(goal) = won {
                self.store.write_pending()?;
                return self.trace_back(number, &goal).map(|path| End::Won(path, Vec::new()));
            }
            self.progress.layers.remove(&number);
            self.progress.done.push(number);
            self.progress.upto = None;
        }
        Ok(End::Lost)
    }

    /// Keeps what is needed to go on from here. A layer in its turn need not be at its end: what is
    /// processed of it is below `upto`, and all that it led to is written.
    fn save(&mut self, services: &mut Services<'_>) -> Result<(), Halt> {
        if services.checkpoint.is_some() {
            self.store.write_pending()?;
            // The layers are safe before the checkpoint says that they are.
            self.store.layers.sync()?;
            self.progress.written = self.store.layers.written(FIRST_RUN);
            self.keep(services, true);
        }
        Ok(())
    }

    /// Writes the checkpoint; whether what it held before is no longer needed.
    fn keep(&self, services: &mut Services<'_>, sweeping: bool) -> bool {
        let progress = sweeping.then_some(&self.progress);
        checkpoint::keep(services, self.board, self.config, self.lost, progress)
    }

    /// Ends at a limit: what is known is kept.
    fn stopped(&mut self, services: &mut Services<'_>) -> Result<(), Fault> {
        if self.progress.layers.is_empty() {
            return Ok(());
        }
        match self.save(services) {
            Err(Halt::Fault(fault)) => Err(fault),
            _ => Ok(()),
        }
    }

    /// Takes all steps from a layer; returns a solved position if there is one.
    fn process(
        &mut self,
        number: u32,
        layer: &mut Layer,
        services: &mut Services<'_>,
    ) -> Result<Option<Packed>, Halt> {
        let mut stored = 0;
        // Steps within the layer raise the second number of the measure, so that this meets
        // everything in order.
        while let Some(record) = layer.pop(&mut self.store.counters.duplicates)? {
            if self.progress.upto.is_some_and(|upto| record <= upto) {
                self.store.budget.tick()?;
                continue;
            }
            self.store.budget.expand()?;
            let position = self.unpack(number, &packed(&record))?;
            self.store.counters.expanded += 1;
            stored += 1;
            services.tell(&self.store.counters);
            if self.store.counters.expanded.is_multiple_of(256) {
                self.store.note_bytes(layer);
                if services.checkpoint.as_deref_mut().is_some_and(|checkpoint| checkpoint.is_due())
                {
                    self.save(services)?;
                }
            }
            if position.is_goal(self.geometry) {
                return Ok(Some(packed(&record)));
            }
            for step in self.steps(&position) {
                let mut next = position.clone();
                next.take(self.geometry, step);
                let (first, second) = next.measure(self.geometry);
                if first != number {
                    self.put(first, &next)?;
                    continue;
                }
                let packed = next.pack(self.geometry);
                layer.late.insert(record_of(second, &packed));
                // For tracing a plan back.
                self.store.append(number, &packed)?;
                if layer.late.len() as u64 * Layer::IN_TREE > self.store.room / 8 {
                    let mut late = std::mem::take(&mut layer.late).into_iter();
                    self.store.add_run(layer, &mut |_| Ok(late.next()))?;
                }
            }
            self.progress.upto = Some(record);
        }
        self.store.counters.stored = self.store.counters.stored.max(stored);
        Ok(None)
    }

    fn unpack(&self, number: u32, packed: &Packed) -> Result<Position, Fault> {
        unpack(self.geometry, number, packed).ok_or_else(|| self.store.misplaced(number))
    }

    /// The steps that matter; none if the position is known or seen to be lost.
    fn steps(&mut self, position: &Position) -> Vec<Step> {
        let reductions = self.config.reductions;
        let steps = position.steps(self.geometry);
        self.store.counters.generated += steps.len() as u64;
        if steps.is_empty() {
            self.store.counters.stuck += 1;
            return Vec::new();
        }
        if steps.len() > 1 {
            if self.lost.peak() > 0 && self.lost.contains(position.key()) {
                self.store.counters.duplicates += 1;
                return Vec::new();
            }
            if self.dead_ends.contains(self.geometry, position) {
                self.store.counters.dead_ends += 1;
                return Vec::new();
            }
        }
        let set = persistent(self.geometry, position, &steps, reductions.persistent_sets);
        bits(set.into()).map(|index| steps[usize::from(index)]).collect()
    }

    /// Puts a position into its layer, the first number of its measure.
    fn put(&mut self, layer: u32, position: &Position) -> Result<(), Halt> {
        self.progress.layers.insert(layer);
        self.store.append(layer, &position.pack(self.geometry))
    }
}

/// A position of a layer, which is one only if it is a position of this deal, and of this layer.
fn unpack(geometry: &Geometry, number: u32, packed: &Packed) -> Option<Position> {
    Position::unpack_checked(geometry, packed)
        .filter(|position| position.measure(geometry).0 == number)
}
