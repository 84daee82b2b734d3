//! A slot: the thread that feeds one worker process and reads its rows.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::{Duration, Instant};

use super::cgroup::Group;
use super::cores;
use super::jobs::{Event, Options, Order};
use super::topology::Processor;
use crate::job::{Assignment, Row, WATCHES};
use crate::monitor::Vitals;
use crate::setting::Setting;
use crate::worker::Greeting;
use patience_core::Stop;

/// A worker that has grown beyond this is replaced by a new one.
const GROWN: u64 = 256 << 20;
/// The signal of a process that has used its processor time, `SIGXCPU` of Linux and others.
const BEYOND_CPU_TIME: i32 = 24;
/// How often a job is restarted after its worker was killed from outside.
const BEGINNINGS: u32 = 3;

/// One place for a worker process.
pub(super) struct Slot<'a> {
    pub index: usize,
    pub settings: &'a [Setting],
    pub options: &'a Options,
    pub vitals: Arc<Mutex<Vitals>>,
    /// The control group of its workers, if there is one.
    pub group: Option<Group>,
    pub events: mpsc::Sender<Event>,
    /// Set when the pool ends.
    pub stop: &'a AtomicBool,
    /// Set when the user or the system requests the end.
    pub cancel: &'a AtomicBool,
}

/// The pipes of a running worker.
struct Pipes {
    assignments: std::process::ChildStdin,
    rows: BufReader<std::process::ChildStdout>,
    /// The text on its standard error, once it has ended.
    errors: std::thread::JoinHandle<String>,
    /// The cores that it is pinned to.
    held: Vec<Processor>,
    /// The memory regions that it is bound to.
    regions: Option<String>,
    /// The enforcer of its memory limit, besides the solver.
    watch: Option<&'static str>,
}

/// The end of a worker.
struct End {
    /// The reason why the monitor or the system killed it.
    killed: Option<&'static str>,
    /// The signal that it died of, if any.
    signal: Option<i32>,
    /// A description of its end, with its output.
    words: String,
    /// Processor time of its last job, as far as the monitor saw it.
    cpu_seconds: Option<f64>,
}

impl End {
    /// Time to wait for a sign that everything is ending before the death is attributed to the
    /// job.
    fn hesitation(&self) -> Duration {
        match self.signal {
            _ if self.killed.is_some() => Duration::ZERO,
            // The signal of a shutdown, or of a system out of memory, may reach the worker first.
            Some(9) => Duration::from_millis(500),
            _ if self.is_from_outside() => Duration::from_secs(2),
            _ => Duration::ZERO,
        }
    }

    /// Whether it died of a hangup, an interrupt, a quit or a termination: no job sends itself
    /// these.
    fn is_from_outside(&self) -> bool {
        self.killed.is_none() && matches!(self.signal, Some(1 | 2 | 3 | 15))
    }
}

impl Slot<'_> {
    pub fn run(&self, inbox: &mpsc::Receiver<Order>) {
        let mut pipes = None;
        for order in inbox {
            let started = Instant::now();
            let jobs = order.assignments.len();
            match self.carry_out(order, &mut pipes) {
                Ok(()) if self.is_over() => break,
                Ok(()) => {}
                Err(message) => {
                    let _ = self.events.send(Event::Failed(message));
                    break;
                }
            }
            if self.vitals().resident > GROWN {
                self.dismiss(&mut pipes);
            }
            let _ = self.events.send(Event::Idle(self.index, started.elapsed(), jobs));
        }
        self.dismiss(&mut pipes);
    }

    fn vitals(&self) -> MutexGuard<'_, Vitals> {
        self.vitals.lock().expect("no panic while it is held")
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::SeqCst) || self.cancel.load(Ordering::SeqCst)
    }

    /// Runs a batch, with as many workers as it takes.
    fn carry_out(&self, order: Order, pipes: &mut Option<Pipes>) -> Result<(), String> {
        let mut rest = VecDeque::from(order.assignments);
        let mut beginnings = 1;
        while !rest.is_empty() && !self.is_over() {
            let mut running = match pipes.take() {
                Some(pipes) => pipes,
                None => self.start()?,
            };
            self.hold(&mut running, &order.cores, order.regions.as_deref());
            let mut text = Vec::new();
            for assignment in &rest {
                serde_json::to_writer(&mut text, assignment).map_err(|error| error.to_string())?;
                text.push(b'\n');
            }
            self.set_limits(rest.front());
            let mut started = Instant::now();
            // If writing fails, reading reports the cause.
            let _ = running.assignments.write_all(&text).and_then(|()| running.assignments.flush());
            while let Some(assignment) = rest.front() {
                let Some(row) = next_row(&mut running, assignment) else { break };
                rest.pop_front();
                beginnings = 1;
                self.set_limits(rest.front());
                started = Instant::now();
                let _ = self.events.send(Event::Row(Box::new(running.sign(row))));
            }
            let Some(assignment) = rest.front() else {
                *pipes = Some(running);
                break;
            };
            let sign = running.signature();
            let end = self.end(running);
            if self.is_over_within(end.hesitation()) {
                return Ok(());
            }
            if end.is_from_outside() && beginnings < BEGINNINGS {
                beginnings += 1;
                continue;
            }
            beginnings = 1;
            let seconds = started.elapsed().as_secs_f64();
            let row = Row::without_report(assignment, end.stop(), seconds, end.words);
            let row = Row { cpu_seconds: end.cpu_seconds, ..sign(row) };
            let _ = self.events.send(Event::Row(Box::new(row)));
            rest.pop_front();
        }
        Ok(())
    }

    /// Whether the whole program is ending, or ends within a time.
    fn is_over_within(&self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while !self.is_over() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.is_over()
    }

    /// Sets the limits of the worker's current job.
    fn set_limits(&self, assignment: Option<&Assignment>) {
        let setting = assignment.and_then(|assignment| self.settings.get(assignment.configuration));
        let mut vitals = self.vitals();
        vitals.cpu = None;
        vitals.deadline = setting.and_then(|setting| {
            let limit = Duration::from_secs_f64(setting.time?);
            Instant::now().checked_add(limit + limit / 4 + self.options.grace)
        });
        vitals.memory = setting.map_or(u64::MAX, |setting| {
            // A solver enforces its own limit; for a program, only its worker does.
            let room = if setting.program.is_some() { 0 } else { setting.memory / 4 + (96 << 20) };
            setting.memory.saturating_add(room).saturating_add(32 << 20)
        });
        if let Some(group) = &self.group {
            group.limit(vitals.memory);
        }
    }

    fn start(&self) -> Result<Pipes, String> {
        let [program, arguments @ ..] = &self.options.worker[..] else {
            return Err("no command".to_owned());
        };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if !self.options.folder.as_os_str().is_empty() {
            command.current_dir(&self.options.folder);
        }
        // Ctrl-C is for the parent, not the workers: the workers end when their input ends.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            command.spawn().map_err(|error| format!("{}: {error}", program.to_string_lossy()))?;
        let (Some(assignments), Some(rows), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("its pipes are missing".to_owned());
        };
        let is_grouped = self.group.as_ref().is_some_and(|group| group.add(child.id()));
        let seen = super::sees_memory().then_some(WATCHES[1]);
        let watch = if is_grouped { Some(WATCHES[0]) } else { seen };
        let kills = self.kills();
        *self.vitals() =
            Vitals { child: Some(child), memory: u64::MAX, kills, ..Vitals::default() };
        let errors = std::thread::spawn(move || tail(errors));
        let mut pipes = Pipes {
            assignments,
            rows: BufReader::new(rows),
            errors,
            held: Vec::new(),
            regions: None,
            watch,
        };
        let mut greeting = String::new();
        let read = pipes.rows.read_line(&mut greeting);
        match read.map_err(|error| error.to_string()).and_then(|_| {
            serde_json::from_str::<Greeting>(&greeting)
                .map_err(|_| "it does not answer like a worker".to_owned())
        }) {
            Ok(theirs) if theirs == Greeting::ours() => {}
            Ok(theirs) => {
                self.end(pipes);
                return Err(format!(
                    "it has version {}; expected {}",
                    theirs.program,
                    env!("CARGO_PKG_VERSION")
                ));
            }
            Err(error) => return Err(format!("{error} ({})", self.end(pipes).words)),
        }
        let mut settings = serde_json::to_vec(self.settings).map_err(|error| error.to_string())?;
        settings.push(b'\n');
        let _ = pipes.assignments.write_all(&settings);
        Ok(pipes)
    }

    /// Ends a worker that is dead or gives invalid answers.
    fn end(&self, pipes: Pipes) -> End {
        drop(pipes.assignments);
        drop(pipes.rows);
        let (child, killed, limit, cpu_seconds, kills) = {
            let mut vitals = self.vitals();
            let cpu = vitals.cpu.map(|(before, now)| now - before);
            (vitals.child.take(), vitals.killed.take(), vitals.memory, cpu, vitals.kills)
        };
        let status = child.and_then(|mut child| {
            let end = Instant::now() + Duration::from_millis(500);
            while Instant::now() < end {
                if let Ok(Some(status)) = child.try_wait() {
                    return Some(status);
                }
                std::thread::sleep(Duration::from_millis(2));
            }
            let _ = child.kill();
            child.wait().ok()
        });
        // The kernel kills whole groups; the count shows that it was for their memory.
        let killed = killed.or((self.kills() > kills).then_some("memory"));
        let written = pipes.errors.join().unwrap_or_default();
        let how = match killed {
            Some("time") => "killed: it exceeded its time limit".to_owned(),
            Some(_) => {
                format!("killed: it used more than {} of memory", crate::units::size(limit as f64))
            }
            None => status.map_or("it vanished".to_owned(), ending),
        };
        let words = if written.is_empty() { how } else { format!("{how}: {written}") };
        End { killed, signal: status.and_then(signal), words, cpu_seconds }
    }

    /// How often the system has killed workers of this slot for their memory.
    fn kills(&self) -> u64 {
        self.group.as_ref().map_or(0, Group::kills)
    }

    /// Pins a worker to the cores of its batch.
    fn hold(&self, running: &mut Pipes, cores: &[Processor], regions: Option<&str>) {
        if running.held == cores {
            return;
        }
        let process = self.vitals().child.as_ref().map(std::process::Child::id);
        let is_held = process.is_some_and(|process| cores::hold(process, cores));
        running.held = if is_held { cores.to_vec() } else { Vec::new() };
        let bind = |group: &Group| group.bind(regions);
        let is_bound = running.watch == Some(WATCHES[0]) && self.group.as_ref().is_some_and(bind);
        running.regions = regions.filter(|_| is_bound).map(str::to_owned);
    }

    /// Ends a worker that is idle.
    fn dismiss(&self, pipes: &mut Option<Pipes>) {
        if let Some(Pipes { assignments, rows, errors, .. }) = pipes.take() {
            drop((assignments, rows));
            let child = self.vitals().child.take();
            if let Some(mut child) = child {
                let _ = child.wait();
            }
            let _ = errors.join();
        }
    }
}

impl Pipes {
    /// Adds to the row how the pool ran its job.
    fn sign(&self, row: Row) -> Row {
        self.signature()(row)
    }

    fn signature(&self) -> impl Fn(Row) -> Row + use<> {
        let cores: Vec<String> = self.held.iter().map(|core| core.number.to_string()).collect();
        let (cores, watch) = (cores.join(","), self.watch.map(str::to_owned));
        let cores = (!cores.is_empty()).then_some(cores);
        let nodes = self.regions.clone();
        move |row| Row { cores: cores.clone(), watch: watch.clone(), nodes: nodes.clone(), ..row }
    }
}

impl End {
    /// Returns the row's reason for a missing report.
    fn stop(&self) -> &'static str {
        // A failed allocation ends the process with a message of the allocator's.
        let memory = self.words.contains("memory allocation of");
        self.killed.unwrap_or(match self.signal {
            Some(BEYOND_CPU_TIME) => Stop::CpuTime.name(),
            _ if memory => Stop::Memory.name(),
            _ => "crashed",
        })
    }
}

/// The row of an assignment; `None` if the worker is dead or gives an invalid answer.
fn next_row(running: &mut Pipes, assignment: &Assignment) -> Option<Row> {
    let mut line = Vec::new();
    let read = running.rows.read_until(b'\n', &mut line);
    let row = match read {
        Ok(1..) if line.ends_with(b"\n") => serde_json::from_slice::<Row>(&line).ok(),
        _ => None,
    };
    row.filter(|row| {
        (row.job, row.attempt, row.seed) == (assignment.job, assignment.attempt, assignment.seed)
    })
}

fn signal(status: ExitStatus) -> Option<i32> {
    #[cfg(unix)]
    return std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    {
        let _ = status;
        None
    }
}

fn ending(status: ExitStatus) -> String {
    if let Some(signal) = signal(status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort)",
            7 => " (bus error)",
            8 => " (arithmetic)",
            9 => " (kill, perhaps the system was out of memory)",
            11 => " (segmentation fault)",
            15 => " (termination)",
            BEYOND_CPU_TIME => " (it exceeded its processor time limit)",
            _ => "",
        };
        return format!("it died of signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("it ended with code {code}"),
        None => "it ended".to_owned(),
    }
}

/// The end of a stream, on one line.
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
