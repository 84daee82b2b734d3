//! The sweep-line method: positions in the order of a measure that grows with every step, compared whole.
//!
//! The first number of [`Position::measure`] puts every position into a layer, and steps lead to the same layer (rarely)
//! or to a later one. So the layers are processed in order, and each is wholly known when its turn comes; what is not in
//! its turn lies in the scratch space. A layer that is larger than the memory is sorted in runs, which are then merged.
//! Positions are compared whole, so the proof rests on no hash; and every layer is verified, by length and
//! checksum, to be what was written.
//! (Christensen, Kristensen, Mailund: A sweep-line method for state space exploration, TACAS 2001.)

mod layer;
mod trace;

use std::collections::BTreeMap;

use patience_core::{Budget, Limits, Stop};

use crate::board::Board;
use crate::checkpoint::{self, Kept, Progress};
use crate::config::{Config, Services, Strategy};
use crate::dead_ends::DeadEnds;
use crate::fault::{Fault, Halt};
use crate::layers::Layers;
use crate::position::{Geometry, PACKED, Packed, Position, Step, bits};
use crate::record::{FIRST_RUN, RECORD, Record, packed, record_of};
use crate::relax::persistent;
use crate::scratch::{MemoryScratch, Scratch};
use crate::solution::{Counters, Solution};
use crate::table::Table;
use crate::verdict::{End, finish, not_begun};
use layer::{BUFFER, IN_TREE, Layer, Run};

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

/// Decides a deal for which there was not enough memory, from where an earlier run was if there was one; `lost` holds
/// positions that are known to be lost.
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
    let free = limits.memory.map(|most| most.saturating_sub(lost.bytes() + SMALL_THINGS));
    let mut in_memory = MemoryScratch::default();
    let (scratch, room, most): (&mut dyn Scratch, _, _) = match services.scratch.take() {
        Some(scratch) => (scratch, free, None),
        None if progress.is_some() => return Err(no_scratch("a checkpoint of a sweep")),
        // The layers take memory as well, the larger part of it.
        None => {
            let free = free.map(|free| free.saturating_sub(LISTS));
            (&mut in_memory, free.map(|free| free / 4), Some(free.map_or(u64::MAX, |free| free / 8 * 5)))
        }
    };
    let mut sweep = Sweep {
        board,
        geometry: &geometry,
        config,
        lost,
        budget: services.budget(limits),
        counters,
        layers: Layers::new(scratch, most),
        progress: Progress::default(),
        pending: BTreeMap::new(),
        pending_bytes: 0,
        dead_ends: DeadEnds::new(&config.reductions),
        room: room.unwrap_or(MOST_MEMORY).min(MOST_MEMORY),
        runs: 0,
    };
    // What the restarts expanded is spent.
    sweep.budget.spend(counters.expanded);
    let end = match sweep.run(&mut services, progress) {
        Ok(end) => end,
        Err(Halt::Stop(stop)) => {
            sweep.stopped(&mut services)?;
            End::Stopped(stop)
        }
        Err(Halt::Fault(fault)) => return Err(fault),
    };
    let counters = sweep.counters;
    Ok(finish(&geometry, board, end, Strategy::Sweep, counters, lost.failure_probability(), None))
}

/// The memory that a sweep uses, in bytes: of more it would have no advantage, with less it would be all files.
const MOST_MEMORY: u64 = 1 << 30;
const LEAST_MEMORY: u64 = 32 << 10;
/// Memory besides: random words of the keys, lists of layers.
const SMALL_THINGS: u64 = 64 << 10;
/// Memory besides where layers are held in memory: the lists of their pieces.
const LISTS: u64 = 256 << 10;

struct Sweep<'a> {
    board: &'a Board,
    geometry: &'a Geometry,
    config: &'a Config,
    lost: &'a Table,
    budget: Budget<'a>,
    counters: Counters,
    layers: Layers<'a>,
    progress: Progress,
    /// What is still to be written, by layer.
    pending: BTreeMap<u32, Vec<u8>>,
    pending_bytes: u64,
    dead_ends: DeadEnds,
    /// Bytes that all this may take: an eighth is for what is pending, in buffers that grow by doubling, a quarter for the
    /// run in memory, an eighth for steps within the layer, and a quarter for the readers of the other runs.
    room: u64,
    /// Runs written.
    runs: u32,
}

impl Sweep<'_> {
    fn run(&mut self, services: &mut Services<'_>, progress: Option<Progress>) -> Result<End, Halt> {
        if self.room < LEAST_MEMORY {
            return Err(Stop::Memory.into());
        }
        match progress {
            Some(progress) if !progress.layers.is_empty() => {
                self.layers.restore(progress.written.clone())?;
                self.progress = progress;
            }
            _ => {
                self.layers.restore(BTreeMap::new())?;
                let deal = Position::new(self.geometry, self.board);
                self.put(deal.measure(self.geometry).0, &deal)?;
                self.save(services)?;
            }
        }
        let end = self.process_all(services)?;
        // No checkpoint may name layers that are gone.
        self.progress = Progress::default();
        if self.keep(services, false) {
            self.layers.restore(BTreeMap::new())?;
        }
        Ok(end)
    }

    fn process_all(&mut self, services: &mut Services<'_>) -> Result<End, Halt> {
        while let Some(&number) = self.progress.layers.first() {
            self.write_pending()?;
            let mut layer = self.load(number)?;
            let won = self.process(number, &mut layer, services)?;
            drop(layer);
            self.remove_runs()?;
            if let Some(goal) = won {
                self.write_pending()?;
                return self.trace_back(number, &goal).map(|path| End::Won(path, Vec::new()));
            }
            self.progress.layers.remove(&number);
            self.progress.done.push(number);
            self.progress.upto = None;
        }
        Ok(End::Lost)
    }

    /// Keeps what is needed to go on from here. A layer in its turn need not be at its end: what is processed of it is
    /// below `upto`, and all that it led to is written.
    fn save(&mut self, services: &mut Services<'_>) -> Result<(), Halt> {
        if services.checkpoint.is_some() {
            self.write_pending()?;
            // The layers are safe before the checkpoint says that they are.
            self.layers.sync()?;
            self.progress.written = self.layers.written(FIRST_RUN);
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
    fn process(&mut self, number: u32, layer: &mut Layer, services: &mut Services<'_>) -> Result<Option<Packed>, Halt> {
        let mut stored = 0;
        // Steps within the layer raise the second number of the measure, so that this meets everything in order.
        while let Some(record) = layer.pop(&mut self.counters.duplicates)? {
            if self.progress.upto.is_some_and(|upto| record <= upto) {
                self.budget.tick()?;
                continue;
            }
            self.budget.expand()?;
            let position = self.unpack(number, &packed(&record))?;
            self.counters.expanded += 1;
            stored += 1;
            services.tell(&self.counters);
            if self.counters.expanded.is_multiple_of(256) {
                self.note_bytes(layer);
                if services.checkpoint.as_deref_mut().is_some_and(|checkpoint| checkpoint.is_due()) {
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
                self.append(number, &packed)?;
                if layer.late.len() as u64 * IN_TREE > self.room / 8 {
                    let mut late = std::mem::take(&mut layer.late).into_iter();
                    self.add_run(layer, &mut |_| Ok(late.next()))?;
                }
            }
            self.progress.upto = Some(record);
        }
        self.counters.stored = self.counters.stored.max(stored);
        Ok(None)
    }

    fn note_bytes(&mut self, layer: &Layer) {
        let used = layer.bytes() + self.pending_bytes + self.lost.bytes() + self.layers.bytes_in_memory();
        self.counters.peak_bytes = self.counters.peak_bytes.max(used);
    }

    /// A position of a layer, which is one only if it is a position of this deal, and of this layer.
    fn unpack(&self, number: u32, packed: &Packed) -> Result<Position, Fault> {
        Position::unpack_checked(self.geometry, packed)
            .filter(|position| position.measure(self.geometry).0 == number)
            .ok_or_else(|| self.layers.damaged(number, "it holds a position that is none of this layer"))
    }

    /// The steps that matter; none if the position is known or seen to be lost.
    fn steps(&mut self, position: &Position) -> Vec<Step> {
        let reductions = self.config.reductions;
        let steps = position.steps(self.geometry);
        self.counters.generated += steps.len() as u64;
        if steps.is_empty() {
            self.counters.stuck += 1;
            return Vec::new();
        }
        if steps.len() > 1 {
            if self.lost.len() > 0 && self.lost.contains(position.key()) {
                self.counters.duplicates += 1;
                return Vec::new();
            }
            if self.dead_ends.contains(self.geometry, position) {
                self.counters.dead_ends += 1;
                return Vec::new();
            }
        }
        let set = persistent(self.geometry, position, &steps, reductions.persistent_sets);
        bits(set.into()).map(|index| steps[usize::from(index)]).collect()
    }

    /// Puts a position into its layer, the first number of its measure.
    fn put(&mut self, layer: u32, position: &Position) -> Result<(), Halt> {
        self.progress.layers.insert(layer);
        self.append(layer, &position.pack(self.geometry))
    }

    fn append(&mut self, number: u32, packed: &Packed) -> Result<(), Halt> {
        self.pending.entry(number).or_default().extend_from_slice(packed);
        self.pending_bytes += PACKED as u64;
        if self.pending_bytes > self.room / 8 { self.write_pending() } else { Ok(()) }
    }

    fn write_pending(&mut self) -> Result<(), Halt> {
        self.pending_bytes = 0;
        for (number, bytes) in std::mem::take(&mut self.pending) {
            self.counters.spilled_bytes += bytes.len() as u64;
            self.layers.append(number, &bytes)?;
        }
        Ok(())
    }

    /// Sorts a layer, in as many runs as the memory makes necessary.
    fn load(&mut self, number: u32) -> Result<Layer, Halt> {
        let most = (self.room / 4 / RECORD as u64) as usize;
        let mut layer = Layer::default();
        let mut from = self.layers.read::<PACKED>(number)?;
        while let Some(packed) = from.next()? {
            self.budget.tick()?;
            if layer.held.len() == most {
                layer.held.sort_unstable();
                let mut held = std::mem::take(&mut layer.held).into_iter();
                self.add_run(&mut layer, &mut |_| Ok(held.next()))?;
            }
            if layer.held.len() == layer.held.capacity() {
                layer.held.reserve_exact((layer.held.len() / 2 + 64).min(most - layer.held.len()));
            }
            let (_, second) = self.unpack(number, &packed)?.measure(self.geometry);
            layer.held.push(record_of(second, &packed));
        }
        layer.held.sort_unstable_by(|a, b| b.cmp(a));
        self.note_bytes(&layer);
        Ok(layer)
    }

    /// Adds a sorted run to a layer, by way of the scratch space. Runs that have become too many are merged first.
    fn add_run(
        &mut self,
        layer: &mut Layer,
        next: &mut dyn FnMut(&mut u64) -> Result<Option<Record>, Fault>,
    ) -> Result<(), Halt> {
        if layer.runs.len() as u64 >= (self.room / 4 / BUFFER).max(2) {
            let mut all = Layer { runs: std::mem::take(&mut layer.runs), ..Layer::default() };
            let merged = self.write_run(&mut |duplicates| all.pop(duplicates))?;
            layer.runs.push(merged);
        }
        let run = self.write_run(next)?;
        layer.runs.push(run);
        self.note_bytes(layer);
        Ok(())
    }

    /// Writes records, which come in order, to the scratch space.
    fn write_run(&mut self, next: &mut dyn FnMut(&mut u64) -> Result<Option<Record>, Fault>) -> Result<Run, Halt> {
        let number = FIRST_RUN + self.runs;
        self.runs += 1;
        let mut buffer = Vec::with_capacity(BUFFER as usize);
        while let Some(record) = next(&mut self.counters.duplicates)? {
            if buffer.len() + RECORD > buffer.capacity() {
                self.budget.poll()?;
                self.layers.append(number, &buffer)?;
                buffer.clear();
            }
            buffer.extend_from_slice(&record);
            self.counters.spilled_bytes += RECORD as u64;
        }
        self.layers.append(number, &buffer)?;
        Ok(Run::new(self.layers.read(number)?)?)
    }

    fn remove_runs(&mut self) -> Result<(), Fault> {
        (0..std::mem::take(&mut self.runs)).try_for_each(|run| self.layers.remove(FIRST_RUN + run))
    }
}
