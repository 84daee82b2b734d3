//! Hands out batches of assignments as threads and memory allow, and receives the rows.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use super::jobs::{Event, JobSource, Options, Order, PoolError};
use super::topology::{self, Processor};
use crate::job::{Assignment, Row};
use crate::setting::Setting;

/// Target time of a batch: long enough that the hand-over costs nothing, short enough to spread the
/// work evenly at the end.
const BATCH: Duration = Duration::from_millis(100);
/// The largest batch.
const LARGEST: usize = 500;

/// Threads and memory, reserved by a batch or free.
#[derive(Clone, Copy, Default)]
struct Room {
    threads: usize,
    memory: u64,
}

/// State of a worker.
#[derive(Clone, Default)]
struct Batch {
    reserved: Room,
    configuration: usize,
    cores: Vec<Processor>,
}

/// Waiting assignments, running batches, and free resources.
pub(super) struct Dispatcher<'a> {
    settings: &'a [Setting],
    slots: &'a [Sender<Order>],
    threads: usize,
    /// All cores, including those of other pools.
    machine: &'a [Processor],
    /// Free cores of the pool; empty if jobs are not pinned.
    cores: Vec<Processor>,
    left: Room,
    queue: VecDeque<Assignment>,
    /// Whether the source has no more assignments.
    exhausted: bool,
    idle: Vec<usize>,
    /// By slot.
    running: Vec<Batch>,
    /// The batch size of each configuration, which grows while batches are quick; `None` before the
    /// first.
    sizes: Vec<Option<usize>>,
}

impl<'a> Dispatcher<'a> {
    /// Creates a dispatcher that has handed out nothing. Each slot takes batches for one worker.
    pub fn new(
        settings: &'a [Setting],
        options: &Options,
        slots: &'a [Sender<Order>],
        cores: &[Processor],
        machine: &'a [Processor],
    ) -> Self {
        let threads = options.threads.max(1);
        Dispatcher {
            settings,
            slots,
            threads,
            machine,
            cores: cores.to_vec(),
            left: Room { threads, memory: options.memory },
            queue: VecDeque::new(),
            exhausted: false,
            idle: (0..slots.len()).collect(),
            running: vec![Batch::default(); slots.len()],
            sizes: vec![None; settings.len()],
        }
    }

    /// Hands out everything until all is done or `cancel` is set.
    pub fn run<X: JobSource>(
        &mut self,
        source: &mut X,
        cancel: &AtomicBool,
        events: &Receiver<Event>,
    ) -> Result<(), PoolError<X::Error>> {
        loop {
            if cancel.load(Ordering::SeqCst) {
                // Rows that are finished are kept.
                let rows = finished(events.try_iter());
                return if rows.is_empty() { Ok(()) } else { Ok(source.rows(rows)?) };
            }
            self.fill(source)?;
            self.start().map_err(PoolError::Worker)?;
            if self.queue.is_empty() && self.exhausted && self.idle.len() == self.slots.len() {
                return Ok(());
            }
            let (rows, failure) = self.receive(events);
            if !rows.is_empty() {
                // Failed jobs may be retried.
                self.exhausted &= !rows.iter().any(Row::has_failed);
                source.rows(rows)?;
            }
            if let Some(message) = failure {
                // A worker that ends at its start because the whole program is ending is not a
                // fault.
                return if cancel.load(Ordering::SeqCst) {
                    Ok(())
                } else {
                    Err(PoolError::Worker(message))
                };
            }
            source.tick()?;
        }
    }

    /// Claims assignments: about a second's worth if jobs are quick; if one takes longer than a
    /// batch should, at most one per idle worker, so that processes on one study also share its
    /// last jobs.
    fn fill<X: JobSource>(&mut self, source: &mut X) -> Result<(), X::Error> {
        let least = self.sizes.iter().copied().flatten().min().unwrap_or(1);
        let (enough, most) = match least {
            1 => (self.idle.len(), self.idle.len()),
            least => (least * self.slots.len(), 4 * least * self.slots.len()),
        };
        if self.queue.len() < enough && !self.exhausted {
            let next = source.assignments(most - self.queue.len().min(most - 1))?;
            self.exhausted = next.is_empty();
            self.queue.extend(next);
        }
        Ok(())
    }

    /// Gives batches to idle workers. The front of the queue waits until there is room for it: no
    /// job overtakes it, so no job starves.
    fn start(&mut self) -> Result<(), String> {
        while let (Some(&slot), Some(front)) = (self.idle.last(), self.queue.front()) {
            let configuration = front.configuration;
            let need = self.need(configuration).ok_or_else(|| {
                format!("an assignment names configuration {configuration}, which does not exist")
            })?;
            if need.threads > self.left.threads || need.memory > self.left.memory {
                break;
            }
            let (assignments, need) = self.batch(configuration, need);
            self.idle.pop();
            self.left.threads -= need.threads;
            self.left.memory -= need.memory;
            let cores = topology::take(&mut self.cores, need.threads);
            let regions = topology::regions(&cores, self.machine);
            self.running[slot] = Batch { reserved: need, configuration, cores: cores.clone() };
            let order = Order { assignments, cores, regions };
            self.slots[slot].send(order).map_err(|_| "its thread has ended".to_owned())?;
        }
        Ok(())
    }

    /// The number of jobs in a batch of a configuration.
    fn size(&self, configuration: usize) -> usize {
        self.sizes[configuration].unwrap_or(1)
    }

    /// Resources for a job of a configuration, if there is such a configuration.
    fn need(&self, configuration: usize) -> Option<Room> {
        let setting = self.settings.get(configuration)?;
        Some(Room { threads: setting.threads.min(self.threads), memory: setting.memory })
    }

    /// Takes a batch off the queue, with its maximum needs. Its assignments may differ in
    /// configuration: if a batch ended at each job that needs more than the batch's first, the
    /// configuration that needs most would always come first in a batch, and be slower as a result.
    fn batch(&mut self, configuration: usize, mut need: Room) -> (Vec<Assignment>, Room) {
        // Towards the end the rest is spread over all workers.
        let most = self.size(configuration).min(self.queue.len().div_ceil(self.slots.len())).max(1);
        let mut assignments = Vec::new();
        while assignments.len() < most
            && let Some(next) = self.queue.front()
            && let Some(other) = self.need(next.configuration)
            && other.threads <= self.left.threads
            && other.memory <= self.left.memory
            && self.size(next.configuration) >= most
        {
            need.threads = need.threads.max(other.threads);
            need.memory = need.memory.max(other.memory);
            assignments.extend(self.queue.pop_front());
        }
        (assignments, need)
    }

    /// Waits for an event and returns the rows received; a failed worker ends the run with its
    /// reason.
    fn receive(&mut self, events: &Receiver<Event>) -> (Vec<Row>, Option<String>) {
        let mut rows = Vec::new();
        let first = events.recv_timeout(Duration::from_millis(100)).ok();
        for event in
            first.into_iter().chain(std::iter::from_fn(|| events.try_recv().ok()).take(5000))
        {
            match event {
                Event::Row(row) => rows.push(*row),
                Event::Idle(slot, took, jobs) => self.settle(slot, took, jobs),
                Event::Failed(message) => return (rows, Some(message)),
            }
        }
        (rows, None)
    }

    /// Records that a worker has finished its batch.
    fn settle(&mut self, slot: usize, took: Duration, jobs: usize) {
        let Batch { reserved, configuration, cores } = std::mem::take(&mut self.running[slot]);
        self.cores.extend(cores);
        self.idle.push(slot);
        self.left.threads += reserved.threads;
        self.left.memory += reserved.memory;
        let size = self.sizes[configuration].get_or_insert(1);
        if took < BATCH / 2 && jobs >= *size {
            *size = (*size * 2).min(LARGEST);
        } else if took > BATCH * 2 {
            *size = (*size / 2).max(1);
        }
    }
}

/// The rows among events.
fn finished(events: impl Iterator<Item = Event>) -> Vec<Row> {
    let row = |event| match event {
        Event::Row(row) => Some(*row),
        _ => None,
    };
    events.filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience_catalogue::Reference;

    /// The length of a batch does not depend on the memory of a configuration, so no configuration
    /// is first in a batch, which wakes its worker, more often than another.
    #[test]
    fn a_batch_takes_whatever_comes_next() {
        const MIB: u64 = 1 << 20;
        let settings: Vec<Setting> = (512..516)
            .map(|mib| Setting { threads: 1, memory: mib * MIB, ..Setting::default() })
            .collect();
        let assignment = |configuration| Assignment {
            job: 1,
            attempt: 1,
            instance: Reference::named("gaps:random/4x4/1"),
            configuration,
            seed: None,
        };
        let cases = [([0, 1, 2, 3], 600, 4), ([3, 2, 1, 0], 600, 4), ([0, 1, 3, 2], 514, 2)];
        for (queue, budget, length) in cases {
            let options = Options {
                worker: Vec::new(),
                threads: 1,
                memory: budget * MIB,
                grace: Duration::ZERO,
                pin: false,
                folder: ".".into(),
            };
            let (slot, batches) = std::sync::mpsc::channel();
            let slots = [slot];
            let core = [Processor { number: 3, thread: 0, cache: 0, node: 0 }];
            let mut dispatcher = Dispatcher::new(&settings, &options, &slots, &core, &core);
            dispatcher.sizes = vec![Some(8); 4];
            dispatcher.queue.extend(queue.map(assignment));
            dispatcher.start().unwrap();
            let order = batches.try_recv().unwrap();
            assert_eq!(
                (order.assignments.len(), &order.cores[..]),
                (length, &core[..]),
                "{queue:?}"
            );
            let most = queue[..length].iter().map(|index| 512 + *index as u64).max().unwrap();
            assert_eq!(dispatcher.left.memory, (budget - most) * MIB, "{queue:?}");
            assert!(dispatcher.cores.is_empty());
            dispatcher.settle(0, BATCH, length);
            assert_eq!((dispatcher.left.memory, &dispatcher.cores[..]), (budget * MIB, &core[..]));
        }
    }
}
