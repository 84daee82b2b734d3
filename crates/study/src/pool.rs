//! The pool: worker processes fed in batches under a budget of cores and memory.
//!
//! One thread per worker process writes a batch of assignments and reads the rows. The calling thread hands out batches
//! and passes rows on; it alone touches the store. A monitor kills what exceeds its limits; what dies of its own job
//! becomes a row, and the rest of its batch goes to a fresh worker. Whoever shuts down a machine ends workers, too: what
//! dies of a signal that no job sends itself becomes no row.

mod monitor;
mod slot;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use crate::job::{Assignment, Row};
use crate::setting::Setting;
use monitor::Vitals;
pub use monitor::sees_memory;
use slot::Slot;

/// How jobs are run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The worker's command line.
    pub worker: Vec<OsString>,
    /// Threads in all.
    pub threads: usize,
    /// Bytes in all.
    pub memory: u64,
    /// Beyond its time limit a job has this long, and a quarter of the limit, until it is killed.
    pub grace: Duration,
}

/// What can go wrong with the pool itself; a job that goes wrong is a row.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PoolError<E: std::error::Error + 'static> {
    /// The caller's source of assignments or sink of rows failed.
    #[error(transparent)]
    Caller(#[from] E),
    /// No worker can be started.
    #[error("a worker cannot be started: {0}")]
    Worker(String),
    /// A job needs more than there is.
    #[error(
        "a job needs {need} of memory, more than the budget of {budget}; give more with --memory, or lower the study's limit"
    )]
    Budget {
        /// What it needs.
        need: String,
        /// What there is.
        budget: String,
    },
}

/// Where assignments come from and rows go to.
pub trait Exchange {
    /// What can go wrong.
    type Error: std::error::Error + 'static;

    /// The next assignments, at most so many; none when there are no more.
    ///
    /// # Errors
    /// The exchange's own.
    fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, Self::Error>;

    /// Rows as they come in.
    ///
    /// # Errors
    /// The exchange's own.
    fn rows(&mut self, rows: Vec<Row>) -> Result<(), Self::Error>;

    /// Called several times a second.
    ///
    /// # Errors
    /// The exchange's own.
    fn tick(&mut self) -> Result<(), Self::Error>;
}

/// A worker's time per batch that is aimed at: long enough that handing over costs nothing, short enough that the
/// work is spread evenly at the end.
const BATCH: Duration = Duration::from_millis(100);
/// The largest batch.
const LARGEST: usize = 500;

enum Event {
    Row(Box<Row>),
    Idle(usize, Duration, usize),
    Failed(String),
}

/// Carries out all assignments of an exchange. Returns when there are no more and all rows are in, or soon after `cancel` is set:
/// then the jobs in flight are given up without a row.
///
/// # Errors
/// See [`PoolError`].
pub fn run<X: Exchange>(
    settings: &[Setting],
    exchange: &mut X,
    options: &Options,
    cancel: &AtomicBool,
) -> Result<(), PoolError<X::Error>> {
    for setting in settings {
        if setting.memory > options.memory {
            let size = |bytes: u64| crate::units::size(bytes as f64);
            return Err(PoolError::Budget { need: size(setting.memory), budget: size(options.memory) });
        }
    }
    let stop = AtomicBool::new(false);
    let vitals: Vec<Arc<Mutex<Vitals>>> = (0..options.threads.max(1)).map(|_| Arc::default()).collect();
    let (sender, events) = mpsc::channel();
    std::thread::scope(|scope| {
        let mut slots = Vec::new();
        for (index, vitals) in vitals.iter().enumerate() {
            let (batches, inbox) = mpsc::channel::<Vec<Assignment>>();
            let slot =
                Slot { index, settings, options, vitals: vitals.clone(), events: sender.clone(), stop: &stop, cancel };
            scope.spawn(move || slot.run(&inbox));
            slots.push(batches);
        }
        let monitored = &vitals;
        let ended = &stop;
        scope.spawn(move || monitor::watch(monitored, ended));
        let result = hand_out(settings, exchange, options, cancel, &slots, &events);
        // Workers that are still at it are killed; their threads see the end of the pipe and end.
        stop.store(true, Ordering::SeqCst);
        drop(slots);
        for vitals in &vitals {
            if let Some(child) = &mut vitals.lock().expect("nobody panics while holding it").child {
                let _ = child.kill();
            }
        }
        result
    })
}

/// The resources that are left.
struct Budget {
    threads: usize,
    memory: u64,
}

fn hand_out<X: Exchange>(
    settings: &[Setting],
    exchange: &mut X,
    options: &Options,
    cancel: &AtomicBool,
    slots: &[mpsc::Sender<Vec<Assignment>>],
    events: &mpsc::Receiver<Event>,
) -> Result<(), PoolError<X::Error>> {
    let mut queue: VecDeque<Assignment> = VecDeque::new();
    let mut exhausted = false;
    let mut idle: Vec<usize> = (0..slots.len()).collect();
    let mut taken: Vec<(usize, u64)> = vec![(0, 0); slots.len()];
    let mut left = Budget { threads: options.threads.max(1), memory: options.memory };
    // Each configuration's batches grow while they are quick.
    let mut batch = vec![1usize; settings.len()];
    let mut running = vec![0usize; slots.len()];
    loop {
        if cancel.load(Ordering::SeqCst) {
            // Rows that are finished are kept.
            let rows = finished(events.try_iter());
            return if rows.is_empty() { Ok(()) } else { Ok(exchange.rows(rows)?) };
        }
        let largest = batch.iter().copied().max().unwrap_or(1);
        if queue.len() < largest * slots.len() && !exhausted {
            // Claims are made for about as much as is done within a second.
            let next = exchange.assignments(4 * largest * slots.len())?;
            exhausted = next.is_empty();
            queue.extend(next);
        }
        // The front of the queue waits until there is room for it: nothing overtakes it, so nothing starves.
        while let (Some(&slot), Some(front)) = (idle.last(), queue.front()) {
            let configuration = front.configuration;
            let Some(setting) = settings.get(configuration) else {
                return Err(PoolError::Worker(format!(
                    "an assignment names configuration {configuration}, which there is not"
                )));
            };
            let need = (setting.threads.min(options.threads.max(1)), setting.memory);
            if need.0 > left.threads || need.1 > left.memory {
                break;
            }
            // Assignments of one batch may differ in configuration as long as all fit into what the first reserves.
            let mut assignments = Vec::new();
            // Towards the end the rest is spread over all workers.
            let most = batch[configuration].min(queue.len().div_ceil(slots.len())).max(1);
            while assignments.len() < most
                && let Some(next) = queue.front()
                && let Some(other) = settings.get(next.configuration)
                && other.threads.min(options.threads.max(1)) <= need.0
                && other.memory <= need.1
                && batch[next.configuration] >= most
            {
                assignments.extend(queue.pop_front());
            }
            idle.pop();
            left = Budget { threads: left.threads - need.0, memory: left.memory - need.1 };
            taken[slot] = need;
            running[slot] = configuration;
            if slots[slot].send(assignments).is_err() {
                return Err(PoolError::Worker("its thread has ended".to_owned()));
            }
        }
        if queue.is_empty() && exhausted && idle.len() == slots.len() {
            return Ok(());
        }
        let mut rows = Vec::new();
        let first = events.recv_timeout(Duration::from_millis(100)).ok();
        for event in first.into_iter().chain(std::iter::from_fn(|| events.try_recv().ok()).take(5000)) {
            match event {
                Event::Row(row) => rows.push(*row),
                Event::Idle(slot, took, jobs) => {
                    idle.push(slot);
                    left = Budget { threads: left.threads + taken[slot].0, memory: left.memory + taken[slot].1 };
                    let size = &mut batch[running[slot]];
                    if took < BATCH / 2 && jobs >= *size {
                        *size = (*size * 2).min(LARGEST);
                    } else if took > BATCH * 2 {
                        *size = (*size / 2).max(1);
                    }
                }
                Event::Failed(message) => {
                    if !rows.is_empty() {
                        exchange.rows(rows)?;
                    }
                    // A worker that is ended at its beginning, because all of us are, is no fault.
                    return if cancel.load(Ordering::SeqCst) { Ok(()) } else { Err(PoolError::Worker(message)) };
                }
            }
        }
        if !rows.is_empty() {
            exchange.rows(rows)?;
        }
        exchange.tick()?;
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
