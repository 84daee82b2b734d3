//! The sweep-line method: positions in the order of a measure that grows with every step, compared
//! whole.
//!
//! The first number of [`Position::measure`] puts every position into a layer, and steps lead to
//! the same layer (rarely) or to a later one. Layers are therefore processed in order, and each is
//! complete when its turn comes; the scratch space holds the others. A layer that is larger than
//! the memory is sorted in runs, which are then merged. Positions are compared in full, so the
//! proof does not depend on hashing; and every layer is verified by its recorded length and
//! checksum. (Christensen, Kristensen, Mailund: A sweep-line method for state space exploration,
//! TACAS 2001.) Only the entry point imports this module. It imports `reduce`, `memory` and `disk`.

mod trace;

use std::collections::BTreeMap;

use crate::counters::Counters;
use crate::disk::{
    FIRST_RUN, MemoryScratch, Merging, Progress, RECORD, Scratch, Store, packed, record_of,
};
use crate::fault::{Fault, Halt};
use crate::job::{Claim, Ended, Job};
use crate::memory::{Keeper, Table};
use crate::position::{Geometry, Packed, Position, Step, real_moves};
use crate::reduce::{DeadEnds, persistent};

/// The current layer, with the positions that steps within it lead to.
type Layer = Merging<RECORD>;

/// The start of a sweep.
pub(crate) struct Begin<'a> {
    /// Known lost positions.
    pub lost: &'a Table,
    /// Counters of earlier runs, already spent.
    pub counters: Counters,
    /// The progress of an earlier sweep.
    pub progress: Option<Progress>,
}

/// The error for a checkpoint without scratch space.
pub(crate) fn no_folder() -> Fault {
    Fault::refused(
        "the checkpoint is of a sweep, which needs the folder of its layers; expected the options \
         of the run that began it: `--strategy sweep`, its `--scratch`, or both",
    )
}

/// Decides a deal, with layers in the scratch space or, without it, in memory.
pub(crate) fn run(
    job: &mut Job<'_>,
    scratch: Option<&mut dyn Scratch>,
    keeper: &mut Keeper<'_>,
    begin: Begin<'_>,
) -> Result<Ended, Fault> {
    let Begin { lost, counters, progress } = begin;
    if progress.is_some() && scratch.is_none() {
        return Err(no_folder());
    }
    let geometry = Geometry::new(job.board, true, job.config.seed);
    let dead_ends = DeadEnds::new(&job.config.reductions);
    let mut in_memory = MemoryScratch::default();
    let mut store = Store::new(scratch, &mut in_memory, lost.bytes(), job.budget());
    store.counters = counters;
    // Earlier expansions count as spent.
    store.budget.spend(counters.expanded);
    let progress_now = Progress::default();
    let mut sweep =
        Sweep { job, geometry: &geometry, lost, store, keeper, progress: progress_now, dead_ends };
    let claim = match sweep.run(progress) {
        Ok(claim) => claim,
        Err(Halt::Stop(stop)) => {
            sweep.stopped()?;
            Claim::Stopped(stop)
        }
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    let failure_probability = lost.failure_probability();
    Ok(Ended { failure_probability, ..Ended::new(claim, sweep.store.counters) })
}

struct Sweep<'a, 'j, 'k> {
    job: &'a mut Job<'j>,
    geometry: &'a Geometry,
    lost: &'a Table,
    store: Store<'a>,
    keeper: &'a mut Keeper<'k>,
    progress: Progress,
    dead_ends: DeadEnds,
}

impl Sweep<'_, '_, '_> {
    fn run(&mut self, progress: Option<Progress>) -> Result<Claim, Halt> {
        self.store.check_room()?;
        match progress {
            Some(progress) if !progress.layers.is_empty() => {
                self.store.layers.restore(progress.written.clone())?;
                self.progress = progress;
            }
            _ => {
                self.store.layers.restore(BTreeMap::new())?;
                let deal = Position::new(self.geometry, self.job.board);
                self.put(deal.measure(self.geometry).0, &deal)?;
                self.save()?;
            }
        }
        let claim = self.process_all()?;
        // No checkpoint may name removed layers.
        self.progress = Progress::default();
        if self.keep(false) {
            self.store.layers.restore(BTreeMap::new())?;
        }
        Ok(claim)
    }

    fn process_all(&mut self) -> Result<Claim, Halt> {
        while let Some(&number) = self.progress.layers.first() {
            self.store.write_pending()?;
            let record = |packed: &Packed| {
                let (_, second) = unpack(self.geometry, number, packed)?.measure(self.geometry);
                Some(record_of(second, packed))
            };
            let mut layer = self.store.sorted(number, record)?;
            let won = self.process(number, &mut layer)?;
            drop(layer);
            self.store.remove_runs()?;
            if let Some(goal) = won {
                self.store.write_pending()?;
                let path = self.trace_back(number, &goal)?;
                return Ok(Claim::Won(real_moves(self.geometry, self.job.board, &path)));
            }
            self.progress.layers.remove(&number);
            self.progress.done.push(number);
            self.progress.upto = None;
        }
        Ok(Claim::Lost)
    }

    /// Saves the state needed to resume. The current layer need not be finished: its processed part
    /// is below `upto`, and all successors of that part are written.
    fn save(&mut self) -> Result<(), Halt> {
        if self.keeper.keeps() {
            self.store.write_pending()?;
            // The layers must be safe before the checkpoint refers to them.
            self.store.layers.sync()?;
            self.progress.written = self.store.layers.written(FIRST_RUN);
            self.keep(true);
        }
        Ok(())
    }

    /// Writes the checkpoint; returns whether its old content is no longer needed.
    fn keep(&mut self, sweeping: bool) -> bool {
        self.keeper.keep(self.lost, sweeping.then_some(&self.progress))
    }

    /// Ends at a limit and saves the state.
    fn stopped(&mut self) -> Result<(), Fault> {
        if self.progress.layers.is_empty() {
            return Ok(());
        }
        match self.save() {
            Err(Halt::Fault(fault)) => Err(fault),
            _ => Ok(()),
        }
    }

    /// Takes all steps from a layer; returns a solved position if there is one.
    fn process(&mut self, number: u32, layer: &mut Layer) -> Result<Option<Packed>, Halt> {
        let mut stored = 0;
        // Steps within the layer raise the second number of the measure, so that positions are
        // visited in order.
        while let Some(record) = layer.pop(&mut self.store.counters.duplicates)? {
            if self.progress.upto.is_some_and(|upto| record <= upto) {
                self.store.budget.tick()?;
                continue;
            }
            self.store.budget.expand()?;
            let position = self.unpack(number, &packed(&record))?;
            self.store.counters.expanded += 1;
            stored += 1;
            self.job.notify(&self.store.counters);
            if self.store.counters.expanded.is_multiple_of(256) {
                self.store.note_bytes(layer);
                if self.keeper.is_due() {
                    self.save()?;
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

    /// The steps to take; none if the position is known to be lost or detected as lost.
    fn steps(&mut self, position: &Position) -> Vec<Step> {
        let reductions = self.job.config.reductions;
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
        set.iter().map(|index| steps[index]).collect()
    }

    /// Puts a position into its layer, the first number of its measure.
    fn put(&mut self, layer: u32, position: &Position) -> Result<(), Halt> {
        self.progress.layers.insert(layer);
        self.store.append(layer, &position.pack(self.geometry))
    }
}

/// Unpacks a position; rejects it unless it belongs to this deal and this layer.
fn unpack(geometry: &Geometry, number: u32, packed: &Packed) -> Option<Position> {
    Position::unpack_checked(geometry, packed)
        .filter(|position| position.measure(geometry).0 == number)
}
