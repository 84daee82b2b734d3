//! The sweep-line method with exact keys: positions in the order of a measure that grows with every step.
//!
//! The first number of [`Position::measure`] puts every position into a layer, and steps lead to the same layer (rarely)
//! or to a later one. So the layers are processed in order, and each is wholly known when its turn comes; what is not in
//! its turn lies in the scratch space. A layer that is larger than the memory is sorted in runs, which are then merged.
//! Positions are compared whole, so the proof rests on no hash.
//! (Christensen, Kristensen, Mailund: A sweep-line method for state space exploration, TACAS 2001.)

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::{self, Read, Write};

use patience_core::{Limits, Stop};

use crate::board::Board;
use crate::config::{Config, Services};
use crate::plan::Path;
use crate::position::{Geometry, PACKED, Packed, Position, Step, bits};
use crate::relax::{is_dead_end, persistent};
use crate::report::{Counters, Report};
use crate::scratch::{MemoryScratch, Scratch};
use crate::search::End;
use crate::solve::{finish, look_around, write_checkpoint};
use crate::table::Table;

/// Decides a deal by this method alone.
pub(crate) fn solve(board: &Board, config: &Config, limits: &Limits, services: Services<'_>) -> Report {
    go_on(board, config, limits, services, &Table::new(0), Counters::default(), None)
}

/// Decides a deal for which there was not enough memory, from `state` on if there is one; `lost` holds positions that
/// are known to be lost.
pub(crate) fn go_on(
    board: &Board,
    config: &Config,
    limits: &Limits,
    mut services: Services<'_>,
    lost: &Table,
    counters: Counters,
    state: Option<State>,
) -> Report {
    let geometry = Geometry::new(board, true, config.seed);
    let mut in_memory = MemoryScratch::default();
    let scratch: &mut dyn Scratch = match services.scratch.take() {
        Some(scratch) => scratch,
        None => &mut in_memory,
    };
    let left = |most: u64| most.saturating_sub(lost.bytes() + SMALL_THINGS);
    let room = limits.memory.map_or(MOST_ROOM, |most| left(most).clamp(LEAST_ROOM, MOST_ROOM));
    let mut sweep = Sweep {
        geometry: &geometry,
        config,
        lost,
        counters,
        scratch,
        state: State::default(),
        pending: HashMap::new(),
        pending_bytes: 0,
        room,
        runs: 0,
    };
    let end = sweep.run(board, limits, &mut services, state);
    if matches!(end, Ok(End::Won(..) | End::Lost)) {
        // The verdict stands, whether or not the space can be freed.
        let _ = sweep.scratch.restore(&BTreeMap::new());
    }
    let counters = sweep.counters;
    // Where the scratch space fails, memory is what is short.
    let end = end.unwrap_or(End::Stopped(Stop::Memory));
    finish(&geometry, board, end, counters, lost.failure_probability(), None)
}

/// The memory that a sweep uses, in bytes: of more it would have no advantage, with less it would be all files.
const MOST_ROOM: u64 = 1 << 30;
const LEAST_ROOM: u64 = 256 << 10;
/// Memory besides: random words of the keys, buffers that are partly filled, lists of layers.
const SMALL_THINGS: u64 = 256 << 10;
/// What the reader of a run keeps in memory.
const BUFFER: u64 = 8 << 10;

/// How far a sweep has come; with the layers in the scratch space it is all that is needed to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The layers that are not processed yet.
    layers: BTreeSet<u32>,
    /// Those that are, in order.
    done: Vec<u32>,
    /// Bytes of each.
    lengths: BTreeMap<u32, u64>,
}

impl State {
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let numbers = |out: &mut dyn Write, numbers: &mut dyn ExactSizeIterator<Item = u64>| {
            out.write_all(&(numbers.len() as u64).to_le_bytes())?;
            for number in numbers {
                out.write_all(&number.to_le_bytes())?;
            }
            Ok(())
        };
        numbers(out, &mut self.layers.iter().map(|&layer| layer.into()))?;
        numbers(out, &mut self.done.iter().map(|&layer| layer.into()))?;
        numbers(out, &mut self.lengths.keys().map(|&layer| layer.into()))?;
        numbers(out, &mut self.lengths.values().copied())
    }

    pub fn read(from: &mut dyn Read) -> io::Result<Self> {
        let mut word = || {
            let mut bytes = [0; 8];
            from.read_exact(&mut bytes).map(|()| u64::from_le_bytes(bytes))
        };
        let mut numbers = || (0..word()?).map(|_| word()).collect::<io::Result<Vec<u64>>>();
        let (layers, done, keys, lengths) = (numbers()?, numbers()?, numbers()?, numbers()?);
        let layer = |number: u64| u32::try_from(number).map_err(|_| io::ErrorKind::InvalidData.into());
        Ok(State {
            layers: layers.into_iter().map(layer).collect::<io::Result<_>>()?,
            done: done.into_iter().map(layer).collect::<io::Result<_>>()?,
            lengths: keys
                .into_iter()
                .map(layer)
                .zip(lengths)
                .map(|(key, bytes)| Ok((key?, bytes)))
                .collect::<io::Result<_>>()?,
        })
    }
}

/// A position of a layer: the second number of its measure, first byte first, and its packing. So records in the order of
/// their bytes are in the order of the measure.
const RECORD: usize = 4 + PACKED;
type Record = [u8; RECORD];

fn record_of(second: u32, packed: &Packed) -> Record {
    let mut record = [0; RECORD];
    record[..4].copy_from_slice(&second.to_be_bytes());
    record[4..].copy_from_slice(packed);
    record
}

fn packed(record: &Record) -> Packed {
    std::array::from_fn(|index| record[4 + index])
}

/// Bytes that a record takes in a tree, at most: nodes of eleven are at least half full.
const IN_TREE: u64 = 2 * RECORD as u64 + 16;

/// Numbers of the sequences that hold runs: above those of all layers.
const FIRST_RUN: u32 = 1 << 31;

/// A sorted run in the scratch space.
struct Run {
    from: Box<dyn Read>,
    /// The next record.
    head: Option<Record>,
}

/// A layer in its turn: sorted runs in the scratch space, one run in memory, and the positions that steps within the layer
/// lead to, all to be merged.
struct Layer {
    runs: Vec<Run>,
    /// The last run, backward.
    held: Vec<Record>,
    late: BTreeSet<Record>,
}

impl Layer {
    /// The next record in order, equal ones as one.
    fn pop(&mut self, duplicates: &mut u64) -> io::Result<Option<Record>> {
        let heads = self.runs.iter().filter_map(|run| run.head);
        let Some(least) = heads.chain(self.held.last().copied()).chain(self.late.first().copied()).min() else {
            return Ok(None);
        };
        let mut found = 0;
        for run in &mut self.runs {
            while run.head == Some(least) {
                run.head = read_whole(&mut *run.from)?;
                found += 1;
            }
        }
        while self.held.last() == Some(&least) {
            self.held.pop();
            found += 1;
        }
        found += u64::from(self.late.remove(&least));
        *duplicates += found - 1;
        Ok(Some(least))
    }

    fn bytes(&self) -> u64 {
        let buffers = self.runs.len() as u64 * BUFFER;
        (self.held.capacity() * RECORD) as u64 + self.late.len() as u64 * IN_TREE + buffers
    }
}

struct Sweep<'a> {
    geometry: &'a Geometry,
    config: &'a Config,
    lost: &'a Table,
    counters: Counters,
    scratch: &'a mut dyn Scratch,
    state: State,
    /// What is still to be written, by layer.
    pending: HashMap<u32, Vec<u8>>,
    pending_bytes: u64,
    /// Bytes that all this may take: an eighth is for what is pending, in buffers that grow by doubling, a quarter for the
    /// run in memory, an eighth for steps within the layer, and a quarter for the readers of the other runs.
    room: u64,
    /// Runs written.
    runs: u32,
}

impl Sweep<'_> {
    fn run(
        &mut self,
        board: &Board,
        limits: &Limits,
        services: &mut Services<'_>,
        state: Option<State>,
    ) -> io::Result<End> {
        let restored = match state {
            Some(state) if self.scratch.restore(&state.lengths)? => {
                self.state = state;
                true
            }
            _ => false,
        };
        if !restored {
            self.scratch.restore(&BTreeMap::new())?;
            let deal = Position::new(self.geometry, board);
            self.put(deal.measure(self.geometry).0, &deal)?;
        }
        while let Some(&number) = self.state.layers.first() {
            self.write_pending()?;
            self.save(board, services);
            let mut layer = self.load(number)?;
            let won = match self.process(number, &mut layer, limits, services)? {
                Ok(won) => won,
                Err(stop) => return Ok(End::Stopped(stop)),
            };
            drop(layer);
            for run in 0..std::mem::take(&mut self.runs) {
                self.scratch.remove(FIRST_RUN + run)?;
            }
            self.state.layers.remove(&number);
            self.state.done.push(number);
            if let Some(goal) = won {
                self.write_pending()?;
                return self.trace_back(&goal).map(|path| End::Won(path, Vec::new()));
            }
        }
        Ok(End::Lost)
    }

    /// Keeps what is needed to go on from here, if it is time to. To be called between layers, with nothing pending.
    fn save(&self, board: &Board, services: &mut Services<'_>) {
        if let Some(checkpoint) = &mut services.checkpoint
            && checkpoint.is_due()
        {
            write_checkpoint(&mut **checkpoint, board, self.config, self.lost, Some(&self.state));
        }
    }

    /// Takes all steps from a layer; returns a solved position if there is one.
    fn process(
        &mut self,
        number: u32,
        layer: &mut Layer,
        limits: &Limits,
        services: &mut Services<'_>,
    ) -> io::Result<Result<Option<Packed>, Stop>> {
        let mut stored = 0;
        // Steps within the layer raise the second number of the measure, so that this meets everything in order.
        while let Some(record) = layer.pop(&mut self.counters.duplicates)? {
            let position = Position::unpack(self.geometry, &packed(&record));
            self.counters.expanded += 1;
            stored += 1;
            if self.counters.expanded.is_multiple_of(256) {
                if let Err(stop) = look_around(limits, services, &self.counters) {
                    return Ok(Err(stop));
                }
                self.note_bytes(layer);
            }
            if limits.expansions.is_some_and(|most| self.counters.expanded > most) {
                return Ok(Err(Stop::Expansions));
            }
            if position.is_goal(self.geometry) {
                return Ok(Ok(Some(packed(&record))));
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
        }
        self.counters.stored = self.counters.stored.max(stored);
        Ok(Ok(None))
    }

    fn note_bytes(&mut self, layer: &Layer) {
        let used = layer.bytes() + self.pending_bytes + self.lost.bytes();
        self.counters.peak_bytes = self.counters.peak_bytes.max(used);
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
            if reductions.dead_ends && is_dead_end(self.geometry, position) {
                self.counters.dead_ends += 1;
                return Vec::new();
            }
        }
        let set = persistent(self.geometry, position, &steps, reductions.persistent_sets);
        bits(set.into()).map(|index| steps[usize::from(index)]).collect()
    }

    /// Puts a position into its layer, the first number of its measure.
    fn put(&mut self, layer: u32, position: &Position) -> io::Result<()> {
        self.state.layers.insert(layer);
        self.append(layer, &position.pack(self.geometry))
    }

    fn append(&mut self, number: u32, packed: &Packed) -> io::Result<()> {
        self.pending.entry(number).or_default().extend_from_slice(packed);
        self.pending_bytes += PACKED as u64;
        if self.pending_bytes > self.room / 8 { self.write_pending() } else { Ok(()) }
    }

    fn write_pending(&mut self) -> io::Result<()> {
        let mut pending: Vec<_> = self.pending.drain().collect();
        pending.sort_unstable();
        for (number, bytes) in pending {
            self.counters.spilled_bytes += bytes.len() as u64;
            self.scratch.append(number, &bytes)?;
            *self.state.lengths.entry(number).or_default() += bytes.len() as u64;
        }
        self.pending_bytes = 0;
        Ok(())
    }

    /// Sorts a layer, in as many runs as the memory makes necessary.
    fn load(&mut self, number: u32) -> io::Result<Layer> {
        let most = (self.room / 4 / RECORD as u64) as usize;
        let mut layer = Layer { runs: Vec::new(), held: Vec::new(), late: BTreeSet::new() };
        let mut from = self.scratch.read(number)?;
        while let Some(packed) = read_whole::<PACKED>(&mut *from)? {
            if layer.held.len() == most {
                layer.held.sort_unstable();
                let mut held = std::mem::take(&mut layer.held).into_iter();
                self.add_run(&mut layer, &mut |_| Ok(held.next()))?;
            }
            if layer.held.len() == layer.held.capacity() {
                layer.held.reserve_exact((layer.held.len() / 2 + 64).min(most - layer.held.len()));
            }
            let (_, second) = Position::unpack(self.geometry, &packed).measure(self.geometry);
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
        next: &mut dyn FnMut(&mut u64) -> io::Result<Option<Record>>,
    ) -> io::Result<()> {
        if layer.runs.len() as u64 >= self.room / 4 / BUFFER {
            let runs = std::mem::take(&mut layer.runs);
            let mut all = Layer { runs, held: Vec::new(), late: BTreeSet::new() };
            let merged = self.write_run(&mut |duplicates| all.pop(duplicates))?;
            layer.runs.push(merged);
        }
        let run = self.write_run(next)?;
        layer.runs.push(run);
        self.note_bytes(layer);
        Ok(())
    }

    /// Writes records, which come in order, to the scratch space.
    fn write_run(&mut self, next: &mut dyn FnMut(&mut u64) -> io::Result<Option<Record>>) -> io::Result<Run> {
        let number = FIRST_RUN + self.runs;
        self.runs += 1;
        let mut buffer = Vec::with_capacity(BUFFER as usize);
        while let Some(record) = next(&mut self.counters.duplicates)? {
            if buffer.len() + RECORD > buffer.capacity() {
                self.scratch.append(number, &buffer)?;
                buffer.clear();
            }
            buffer.extend_from_slice(&record);
            self.counters.spilled_bytes += RECORD as u64;
        }
        self.scratch.append(number, &buffer)?;
        let mut from = self.scratch.read(number)?;
        let head = read_whole(&mut *from)?;
        Ok(Run { from, head })
    }

    /// The path from the deal to a position: backward through the layers, always to one that leads to the last.
    fn trace_back(&mut self, goal: &Packed) -> io::Result<Path> {
        let mut path = Vec::new();
        let mut target = *goal;
        for &number in self.state.done.clone().iter().rev() {
            // A layer may have several positions of the path.
            while let Some((step, before)) = self.leading_to(number, &target)? {
                path.push(step);
                target = before;
            }
        }
        path.reverse();
        Ok(path)
    }

    /// A position of a layer from which a step leads to `target`, with that step.
    fn leading_to(&mut self, number: u32, target: &Packed) -> io::Result<Option<((u8, Position), Packed)>> {
        let mut layer = self.scratch.read(number)?;
        while let Some(packed) = read_whole::<PACKED>(&mut *layer)? {
            let position = Position::unpack(self.geometry, &packed);
            for step in self.steps(&position) {
                let mut next = position.clone();
                next.take(self.geometry, step);
                if next.pack(self.geometry) == *target {
                    return Ok(Some(((step.card, next), packed)));
                }
            }
        }
        Ok(None)
    }
}

/// Reads as many bytes, or says that nothing is left.
fn read_whole<const BYTES: usize>(from: &mut dyn Read) -> io::Result<Option<[u8; BYTES]>> {
    let mut bytes = [0; BYTES];
    match from.read(&mut bytes[..1])? {
        0 => Ok(None),
        _ => from.read_exact(&mut bytes[1..]).map(|()| Some(bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_survives_being_written() {
        let state = State {
            layers: BTreeSet::from([3, 70_000]),
            done: vec![1, 2],
            lengths: BTreeMap::from([(1, 60), (2, 1 << 40), (3, 0)]),
        };
        let mut bytes = Vec::new();
        state.write(&mut bytes).unwrap();
        assert_eq!(State::read(&mut &bytes[..]).unwrap(), state);
        assert!(State::read(&mut &bytes[..bytes.len() - 1]).is_err());
    }
}
