//! The worker: a separate process that solves assignments, so that a crash affects only that
//! process.
//!
//! It reads one JSON object per line: first the settings, then assignments; and writes a greeting,
//! then one row for each assignment, in their order. When its input ends, its parent has exited,
//! and the worker ends at once, even during a solve: it never outlives its parent, even a killed
//! one.

use std::collections::HashSet;
use std::io::{self, BufRead, Write};
use std::sync::mpsc;

use patience_catalogue::native::CpuClock;
use serde::{Deserialize, Serialize};

use crate::job::{Assignment, Row};
use crate::program;
use crate::setting::Setting;
use crate::solving;

/// The first line that a worker writes.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Greeting {
    /// The version of the line protocol.
    pub protocol: u32,
    /// The program's version.
    pub program: String,
}

impl Greeting {
    /// Returns the greeting of this program.
    pub fn ours() -> Greeting {
        Greeting { protocol: 1, program: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// Carries out assignments from standard input with the solvers of the catalogue until the input
/// ends. Before the first assignment of each configuration it warms up: it runs that job for a
/// moment and discards the result. [`study::run`](crate::study::run) has an example.
///
/// # Errors
/// The input cannot be understood, or the output cannot be written.
pub fn run() -> io::Result<()> {
    let mut warm = HashSet::new();
    program::adopt();
    serve(|assignment, settings| {
        // Otherwise the first job of a process would pay for loading code, growing the heap and
        // filling tables.
        if warm.insert(assignment.configuration) {
            solving::warm_up(assignment, settings);
        }
        solving::solve(assignment, settings)
    })
}

/// Carries out assignments with the given solver.
///
/// ```no_run
/// use patience_study::{job::Row, worker};
///
/// // Every instance is won without a move.
/// worker::serve(|assignment, _| Row {
///     job: assignment.job,
///     attempt: assignment.attempt,
///     verdict: "solved".to_owned(),
///     length: Some(0),
///     plan: Some(String::new()),
///     seed: assignment.seed,
///     ..Row::default()
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// The input cannot be understood, or the output cannot be written.
pub fn serve(mut solve: impl FnMut(&Assignment, &[Setting]) -> Row) -> io::Result<()> {
    // Measures the whole process.
    let cpu = CpuClock::start(usize::MAX);
    let (sender, lines) = mpsc::channel::<String>();
    let mut out = io::BufWriter::new(io::stdout());
    write_line(&mut out, &Greeting::ours())?;
    // A separate reading thread detects the end of the input during a solve.
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            if line.is_err() || line.is_ok_and(|line| sender.send(line).is_err()) {
                break;
            }
        }
        program::abandon();
        std::process::exit(0);
    });
    let settings: Vec<Setting> = match lines.recv() {
        Ok(line) => serde_json::from_str(&line)?,
        Err(_) => return Ok(()),
    };
    for line in lines {
        let assignment: Assignment = serde_json::from_str(&line)?;
        let setting = settings.get(assignment.configuration);
        // Address space is a poor measure for a program: some reserve far more than they use.
        let solver = setting.filter(|setting| setting.program.is_none());
        limit_memory(solver.map_or(u64::MAX, |setting| setting.memory));
        limit_cpu_time(&cpu, setting.and_then(|setting| setting.cpu_time));
        write_line(&mut out, &solve(&assignment, &settings))?;
    }
    Ok(())
}

fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    // Each row is written at once: a worker that dies loses at most one job.
    out.flush()
}

/// A backstop for the solver's own limit: an allocation far beyond it fails. It counts address
/// space, of which threads and the allocator reserve more than they use.
#[cfg(target_os = "linux")]
fn limit_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let current = getrlimit(Resource::As);
    let wanted = bytes.saturating_add(bytes / 2).saturating_add(2 << 30);
    let limit = current.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    // If it cannot be set, the solver's own limit and the monitor of the parent remain.
    let _ = setrlimit(Resource::As, Rlimit { current: Some(limit), maximum: current.maximum });
}

/// A backstop for the solver's own limit: the system ends a process that runs far beyond it.
#[cfg(unix)]
fn limit_cpu_time(cpu: &CpuClock, seconds: Option<f64>) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let maximum = getrlimit(Resource::Cpu).maximum;
    let wanted = seconds.zip(cpu.used()).map(|(seconds, used)| {
        // The process used little time before the clock started; the system counts whole seconds.
        let wanted = (used.as_secs_f64() + 1.25 * seconds).ceil() as u64 + 2;
        maximum.map_or(wanted, |maximum| maximum.min(wanted))
    });
    let _ = setrlimit(Resource::Cpu, Rlimit { current: wanted.or(maximum), maximum });
}

#[cfg(not(unix))]
fn limit_cpu_time(_: &CpuClock, _: Option<f64>) {}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_bytes: u64) {}
