//! The pool: worker processes fed in batches under a budget of cores and memory.
//!
//! One thread per worker process writes a batch of orders and reads the rows. The calling thread hands out batches and
//! passes rows on; it alone touches the store. A monitor kills what exceeds its limits; what dies in any way becomes a
//! row of its own, and the rest of its batch goes to a fresh worker.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use crate::job::{Order, Row};
use crate::plan::Setting;
use crate::worker::Greeting;

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
pub enum PoolError<E: std::error::Error + 'static> {
    /// The caller's source of orders or sink of rows failed.
    #[error(transparent)]
    Caller(#[from] E),
    /// No worker can be started.
    #[error("a worker cannot be started: {0}")]
    Worker(String),
    /// A job needs more than there is.
    #[error(
        "a job needs {need} of memory, more than the budget of {budget}; give more with --memory, or lower the plan's limit"
    )]
    Budget {
        /// What it needs.
        need: String,
        /// What there is.
        budget: String,
    },
}

/// Where orders come from and rows go to.
pub trait Exchange {
    /// What can go wrong.
    type Error: std::error::Error + 'static;

    /// The next orders, at most so many; none when there are no more.
    ///
    /// # Errors
    /// The exchange's own.
    fn orders(&mut self, most: usize) -> Result<Vec<Order>, Self::Error>;

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
/// A worker that has grown beyond this gives its place to a fresh one.
const GROWN: u64 = 256 << 20;

enum Event {
    Row(Box<Row>),
    Idle(usize, Duration, usize),
    Failed(String),
}

/// A worker process as the monitor sees it.
#[derive(Default)]
struct Vitals {
    child: Option<Child>,
    /// When the current job must be over.
    deadline: Option<Instant>,
    /// How much the process may hold.
    memory: u64,
    /// What it was killed for.
    killed: Option<&'static str>,
    /// How much it held when last looked at.
    resident: u64,
}

/// Runs all orders of an exchange. Returns when there are no more and all rows are in, or soon after `cancel` is set:
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
            let (batches, inbox) = mpsc::channel::<Vec<Order>>();
            let slot = Slot { index, settings, options, vitals: vitals.clone(), events: sender.clone(), stop: &stop };
            scope.spawn(move || slot.run(&inbox));
            slots.push(batches);
        }
        let monitored = &vitals;
        let ended = &stop;
        scope.spawn(move || monitor(monitored, ended));
        let result = hand_out(settings, exchange, options, cancel, &slots, &events);
        // Workers that are still at it are killed; their threads see the end of the pipe and end.
        stop.store(true, Ordering::SeqCst);
        drop(slots);
        for vitals in &vitals {
            if let Some(child) = &mut vitals.lock().expect("nobody panics with it").child {
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
    slots: &[mpsc::Sender<Vec<Order>>],
    events: &mpsc::Receiver<Event>,
) -> Result<(), PoolError<X::Error>> {
    let mut queue: VecDeque<Order> = VecDeque::new();
    let mut exhausted = false;
    let mut idle: Vec<usize> = (0..slots.len()).collect();
    let mut taken: Vec<(usize, u64)> = vec![(0, 0); slots.len()];
    let mut left = Budget { threads: options.threads.max(1), memory: options.memory };
    // Each configuration's batches grow while they are quick.
    let mut batch = vec![1usize; settings.len()];
    let mut running = vec![0usize; slots.len()];
    loop {
        if cancel.load(Ordering::SeqCst) {
            return Ok(());
        }
        let largest = batch.iter().copied().max().unwrap_or(1);
        if queue.len() < largest * slots.len() && !exhausted {
            // Claims are made for about as much as is done within a second.
            let orders = exchange.orders(4 * largest * slots.len())?;
            exhausted = orders.is_empty();
            queue.extend(orders);
        }
        // The front of the queue waits until there is room for it: nothing overtakes it, so nothing starves.
        while let (Some(&slot), Some(front)) = (idle.last(), queue.front()) {
            let configuration = front.configuration;
            let Some(setting) = settings.get(configuration) else {
                return Err(PoolError::Worker(format!(
                    "an order names configuration {configuration}, which there is not"
                )));
            };
            let need = (setting.threads.min(options.threads.max(1)), setting.memory);
            if need.0 > left.threads || need.1 > left.memory {
                break;
            }
            // Orders of one batch may differ in configuration as long as all fit into what the first reserves.
            let mut orders = Vec::new();
            // Towards the end the rest is spread over all workers.
            let most = batch[configuration].min(queue.len().div_ceil(slots.len())).max(1);
            while orders.len() < most
                && let Some(next) = queue.front()
                && let Some(other) = settings.get(next.configuration)
                && other.threads.min(options.threads.max(1)) <= need.0
                && other.memory <= need.1
                && batch[next.configuration] >= most
            {
                orders.extend(queue.pop_front());
            }
            idle.pop();
            left = Budget { threads: left.threads - need.0, memory: left.memory - need.1 };
            taken[slot] = need;
            running[slot] = configuration;
            if slots[slot].send(orders).is_err() {
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
                    return Err(PoolError::Worker(message));
                }
            }
        }
        if !rows.is_empty() {
            exchange.rows(rows)?;
        }
        exchange.tick()?;
    }
}

/// One place for a worker process.
struct Slot<'a> {
    index: usize,
    settings: &'a [Setting],
    options: &'a Options,
    vitals: Arc<Mutex<Vitals>>,
    events: mpsc::Sender<Event>,
    stop: &'a AtomicBool,
}

/// The pipes of a running worker.
struct Pipes {
    orders: std::process::ChildStdin,
    rows: BufReader<std::process::ChildStdout>,
    complaints: std::thread::JoinHandle<String>,
}

impl Slot<'_> {
    fn run(&self, inbox: &mpsc::Receiver<Vec<Order>>) {
        let mut pipes = None;
        for batch in inbox {
            let started = Instant::now();
            let jobs = batch.len();
            match self.work(batch, &mut pipes) {
                Ok(()) if self.stop.load(Ordering::SeqCst) => break,
                Ok(()) => {}
                Err(message) => {
                    let _ = self.events.send(Event::Failed(message));
                    break;
                }
            }
            if self.vitals.lock().expect("nobody panics with it").resident > GROWN {
                self.bury(&mut pipes);
            }
            let _ = self.events.send(Event::Idle(self.index, started.elapsed(), jobs));
        }
        self.bury(&mut pipes);
    }

    /// Has a batch worked off, by as many workers as it takes.
    fn work(&self, batch: Vec<Order>, pipes: &mut Option<Pipes>) -> Result<(), String> {
        let mut rest = VecDeque::from(batch);
        while !rest.is_empty() && !self.stop.load(Ordering::SeqCst) {
            let mut running = match pipes.take() {
                Some(pipes) => pipes,
                None => self.start()?,
            };
            let mut text = Vec::new();
            for order in &rest {
                serde_json::to_writer(&mut text, order).map_err(|error| error.to_string())?;
                text.push(b'\n');
            }
            self.watch(rest.front());
            let mut started = Instant::now();
            // If it cannot be written, reading tells why.
            let _ = running.orders.write_all(&text).and_then(|()| running.orders.flush());
            let mut line = Vec::new();
            while let Some(order) = rest.front() {
                line.clear();
                let read = running.rows.read_until(b'\n', &mut line);
                let row = match read {
                    Ok(1..) if line.ends_with(b"\n") => serde_json::from_slice::<Row>(&line).ok(),
                    _ => None,
                };
                match row {
                    Some(row) if row.job == order.job => {
                        rest.pop_front();
                        self.watch(rest.front());
                        started = Instant::now();
                        let _ = self.events.send(Event::Row(Box::new(row)));
                    }
                    _ => {
                        let seconds = started.elapsed().as_secs_f64();
                        let (killed, words) = self.autopsy(running);
                        if self.stop.load(Ordering::SeqCst) {
                            return Ok(());
                        }
                        // A failed allocation ends the process with a message of the allocator's.
                        let memory = killed.is_none() && words.contains("memory allocation of");
                        let stop = killed.unwrap_or(if memory { "memory" } else { "crashed" });
                        let row = Row::without_report(order, stop, seconds, words);
                        let _ = self.events.send(Event::Row(Box::new(row)));
                        rest.pop_front();
                        break;
                    }
                }
                if rest.is_empty() {
                    *pipes = Some(running);
                    break;
                }
            }
        }
        Ok(())
    }

    /// Sets the limits of the job that is now at the worker.
    fn watch(&self, order: Option<&Order>) {
        let setting = order.and_then(|order| self.settings.get(order.configuration));
        let mut vitals = self.vitals.lock().expect("nobody panics with it");
        vitals.deadline = setting.and_then(|setting| {
            let limit = Duration::from_secs_f64(setting.time?);
            Instant::now().checked_add(limit + limit / 4 + self.options.grace)
        });
        vitals.memory = setting
            .map_or(u64::MAX, |setting| setting.memory.saturating_add(setting.memory / 4).saturating_add(128 << 20));
    }

    fn start(&self) -> Result<Pipes, String> {
        let [program, arguments @ ..] = &self.options.worker[..] else { return Err("no command".to_owned()) };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for whoever started the study, not for the workers: they are told by their input's end.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("{}: {error}", program.to_string_lossy()))?;
        let (Some(orders), Some(rows), Some(errors)) = (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its pipes are missing".to_owned());
        };
        {
            let mut vitals = self.vitals.lock().expect("nobody panics with it");
            *vitals = Vitals { child: Some(child), memory: u64::MAX, ..Vitals::default() };
        }
        let complaints = std::thread::spawn(move || tail(errors));
        let mut pipes = Pipes { orders, rows: BufReader::new(rows), complaints };
        let mut greeting = String::new();
        let read = pipes.rows.read_line(&mut greeting);
        match read.map_err(|error| error.to_string()).and_then(|_| {
            serde_json::from_str::<Greeting>(&greeting).map_err(|_| "it does not answer as a worker".to_owned())
        }) {
            Ok(theirs) if theirs == Greeting::ours() => {}
            Ok(theirs) => {
                self.autopsy(pipes);
                return Err(format!("it is of version {}, not {}", theirs.program, env!("CARGO_PKG_VERSION")));
            }
            Err(error) => {
                let (_, words) = self.autopsy(pipes);
                return match self.stop.load(Ordering::SeqCst) {
                    true => Err("stopped".to_owned()),
                    false => Err(format!("{error} ({words})")),
                };
            }
        }
        let mut settings = serde_json::to_vec(self.settings).map_err(|error| error.to_string())?;
        settings.push(b'\n');
        let _ = pipes.orders.write_all(&settings);
        Ok(pipes)
    }

    /// Ends a worker and says what became of it: what the monitor killed it for, and its end in words.
    fn autopsy(&self, pipes: Pipes) -> (Option<&'static str>, String) {
        drop(pipes.orders);
        drop(pipes.rows);
        let (child, killed, limit) = {
            let mut vitals = self.vitals.lock().expect("nobody panics with it");
            (vitals.child.take(), vitals.killed.take(), vitals.memory)
        };
        let status = child.and_then(|mut child| {
            // It is dead, or not talking sense.
            std::thread::sleep(Duration::from_millis(1));
            if let Ok(Some(status)) = child.try_wait() {
                return Some(status);
            }
            let patience = Instant::now() + Duration::from_millis(500);
            while Instant::now() < patience {
                if let Ok(Some(status)) = child.try_wait() {
                    return Some(status);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let _ = child.kill();
            child.wait().ok()
        });
        let said = pipes.complaints.join().unwrap_or_default();
        let how = match killed {
            Some("time") => "killed: it did not end at its time limit".to_owned(),
            Some(_) => format!("killed: it held more than {} of memory", crate::units::size(limit as f64)),
            None => status.map_or("it vanished".to_owned(), ending),
        };
        (killed, if said.is_empty() { how } else { format!("{how}: {said}") })
    }

    /// Ends a worker that is idle.
    fn bury(&self, pipes: &mut Option<Pipes>) {
        if let Some(Pipes { orders, rows, complaints }) = pipes.take() {
            drop((orders, rows));
            let child = self.vitals.lock().expect("nobody panics with it").child.take();
            if let Some(mut child) = child {
                let _ = child.wait();
            }
            let _ = complaints.join();
        }
    }
}

fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort)",
            7 => " (bus error)",
            8 => " (arithmetic)",
            9 => " (kill, perhaps the system was out of memory)",
            11 => " (segmentation fault)",
            _ => "",
        };
        return format!("it died of signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("it ended with code {code}"),
        None => "it ended".to_owned(),
    }
}

/// The last words of a stream, on one line.
fn tail(mut stream: impl Read) -> String {
    const LAST: usize = 2000;
    let mut kept = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..read]);
        kept.drain(..kept.len().saturating_sub(LAST));
    }
    String::from_utf8_lossy(&kept).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Looks at every worker many times a second and kills those beyond their limits.
fn monitor(all: &[Arc<Mutex<Vitals>>], stop: &AtomicBool) {
    while !stop.load(Ordering::SeqCst) {
        for vitals in all {
            let mut vitals = vitals.lock().expect("nobody panics with it");
            let Vitals { child: Some(child), deadline, memory, killed, resident } = &mut *vitals else { continue };
            *resident = resident_bytes(child.id());
            let late = deadline.is_some_and(|deadline| Instant::now() > deadline);
            let large = *resident > *memory;
            if killed.is_none() && (late || large) {
                *killed = Some(if late { "time" } else { "memory" });
                let _ = child.kill();
            }
        }
        std::thread::sleep(Duration::from_millis(25));
    }
}

/// What a process holds in memory; 0 where the system does not tell.
fn resident_bytes(process: u32) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    #[cfg(unix)]
    let page = rustix::param::page_size() as u64;
    #[cfg(not(unix))]
    let page = 4096;
    pages.map_or(0, |pages| pages * page)
}
