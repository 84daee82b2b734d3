//! Solves many instances in parallel, with results in order, until the user stops it.

use std::io::{IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use patience_catalogue::native::{CpuClock, HeapMeter};
use patience_catalogue::{
    Context, Instance, Reference, Report, Request, RequestError, Resources, Watcher, open_within,
};
use patience_core::{Budget, Environment, Limits, OpenError, WallClock};

use crate::in_order::in_order;
pub use crate::interrupt::{cancel, interrupted, stopped};
use crate::interrupt::{interrupt, listen};
use crate::output;
use crate::progress::Progress;

/// Minimum delay of a second interrupt. GNU `timeout` signals its child and then the child's group,
/// so that one request arrives twice.
const APART: Duration = Duration::from_secs(1);

/// Makes Ctrl-C (and SIGTERM) stop the running solves cleanly; a later second one ends the program
/// at once, without leaving a partly written file.
pub fn stop_on_interrupt() {
    let first = OnceLock::new();
    // If a handler is already set, that handler does the same.
    listen(move || {
        if first.get_or_init(Instant::now).elapsed() > APART {
            let _nothing_more = output::abandon();
            std::process::exit(130);
        }
        interrupt();
    });
}

/// Makes Ctrl-C (and SIGTERM) end the program at once, with exit code 130 and a message, and
/// without leaving a partly written file: for work that cannot be stopped cleanly and stores no
/// results before its end.
pub fn exit_on_interrupt() {
    listen(|| {
        let _nothing_more = output::abandon();
        end();
    });
}

/// Ends the program at the user's request. The lock is held to the end, so that no other thread
/// prints after this line.
fn end() -> ! {
    let mut err = anstream::stderr().lock();
    // There may be a progress line to erase.
    let clear = if std::io::stderr().is_terminal() { "\r\x1b[2K" } else { "" };
    let _ = writeln!(err, "{clear}interrupted before the end");
    std::process::exit(130)
}

/// Opens the instance with this name. If finding it takes a search, as for generated levels, this
/// ends when the time is up or the user interrupts.
///
/// # Errors
/// A part of the name is invalid, or the search was stopped.
pub fn open(name: &str, time: Option<Duration>) -> Result<Box<dyn Instance>, OpenError> {
    within(Limits { time, ..Limits::default() }, |budget| open_within(name, budget))
}

/// Opens the instance of a reference, like [`open`].
///
/// # Errors
/// A part of the name or the board is invalid, or the search was stopped.
pub fn open_reference(
    reference: &Reference,
    time: Option<Duration>,
) -> Result<Box<dyn Instance>, OpenError> {
    within(Limits { time, ..Limits::default() }, |budget| reference.open(budget))
}

/// Runs `work` with a budget under the wall clock and the heap meter of this thread, until the user
/// interrupts.
pub fn within<T>(limits: Limits, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    work(&mut Budget::new(limits, Measures::start(1).environment()))
}

/// Clocks and meter of a piece of work on this thread, from its start.
pub struct Measures {
    clock: WallClock,
    cpu: CpuClock,
    meter: HeapMeter,
}

impl Measures {
    /// Starts measuring work with this many threads.
    pub fn start(threads: usize) -> Measures {
        let (clock, cpu, meter) =
            (WallClock::start(), CpuClock::start(threads), HeapMeter::start());
        Measures { clock, cpu, meter }
    }

    /// The meters of the work, and the flag that an interrupt sets.
    pub fn environment(&self) -> Environment<'_> {
        self.environment_until(cancel())
    }

    fn environment_until<'a>(&'a self, cancel: &'a AtomicBool) -> Environment<'a> {
        let environment = Environment::none().with_clock(&self.clock).with_cpu_clock(&self.cpu);
        environment.with_meter(&self.meter).with_cancel(cancel)
    }
}

/// Solves one instance on this thread under the wall clock and the heap meter, until the user
/// interrupts.
pub fn solve(
    instance: &dyn Instance,
    request: &Request,
    resources: &Resources,
    watcher: Option<&mut dyn Watcher>,
) -> Result<Report, RequestError> {
    solve_until(instance, request, resources, watcher, cancel())
}

/// Like [`solve`], but stops when `cancel` is set.
pub fn solve_until(
    instance: &dyn Instance,
    request: &Request,
    resources: &Resources,
    watcher: Option<&mut dyn Watcher>,
    cancel: &AtomicBool,
) -> Result<Report, RequestError> {
    let measures = Measures::start(resources.threads);
    let environment = measures.environment_until(cancel);
    // Reborrows the watcher, for no longer than the clock lives.
    let watcher = watcher.map(|watcher| watcher as &mut dyn Watcher);
    instance.solve(request, &mut Context { environment, watcher, resources: resources.clone() })
}

/// Solves every instance with every request, `threads` at once, and passes the reports on in order,
/// a group for each instance. Stops at the first error or when the user interrupts.
///
/// # Errors
/// A bad instance, a bad request, or what `done` returned.
pub fn solve_all(
    instances: impl Iterator<Item = Result<Box<dyn Instance>>> + Send,
    requests: &[Request],
    resources: &Resources,
    threads: usize,
    progress: &Progress,
    mut done: impl FnMut(&dyn Instance, Vec<Report>) -> Result<()>,
) -> Result<()> {
    let failed = AtomicBool::new(false);
    let solve_one = |instance: Result<Box<dyn Instance>>| {
        let result = instance.and_then(|instance| {
            let mut reports = Vec::with_capacity(requests.len());
            for request in requests {
                let mut watcher = progress.watcher();
                reports.push(solve(
                    &*instance,
                    request,
                    resources,
                    watcher.as_mut().map(|w| w as _),
                )?);
            }
            Ok((instance, reports))
        });
        failed.fetch_or(result.is_err(), Ordering::SeqCst);
        result
    };
    let mut outcome = Ok(());
    let is_over = || interrupted() || failed.load(Ordering::SeqCst);
    in_order(instances, threads, AHEAD * threads, is_over, solve_one, |result| {
        if outcome.is_err() {
            return;
        }
        match result {
            Ok((instance, reports)) => {
                progress.finished(&reports);
                outcome = progress.suspend(|| done(&*instance, reports));
                if outcome.is_err() {
                    // Output is no longer possible (`| head`, a full disk): running solves are
                    // stopped, though not by the user.
                    cancel().store(true, Ordering::SeqCst);
                }
            }
            Err(error) => outcome = Err(error),
        }
        failed.fetch_or(outcome.is_err(), Ordering::SeqCst);
    });
    progress.clear();
    outcome
}

/// Maximum number of instances per thread started while an earlier one is unfinished: enough to
/// keep the threads busy, with some megabytes of results.
const AHEAD: usize = 1024;

/// Processor time of this thread, which other programs disturb less than wall-clock time.
pub fn processor_time() -> Duration {
    cpu_time::ThreadTime::now().as_duration()
}
