//! Solving many instances side by side, in order, until the user stops it.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use patience_catalogue::native::{HeapMeter, WallClock};
use patience_catalogue::{Context, Instance, Notice, Report, Request, RequestError, Resources, Verdict, Watcher};
use patience_core::{Counters, Environment};

use crate::in_order::in_order;
use crate::style;

/// Set when the user asks to stop.
static CANCEL: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C (and SIGTERM) stop the running solves cleanly; a second one ends the program at once.
pub fn stop_on_interrupt() {
    // It fails only if a handler is set already, and then that one does the same.
    let _ = ctrlc::set_handler(|| {
        if CANCEL.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// The flag that is set when the user asks to stop.
pub fn cancel() -> &'static AtomicBool {
    &CANCEL
}

/// Whether the user asked to stop.
pub fn interrupted() -> bool {
    CANCEL.load(Ordering::SeqCst)
}

/// Solves one instance on this thread under the wall clock and the heap meter, until the user interrupts.
pub fn solve(
    instance: &dyn Instance,
    request: &Request,
    resources: &Resources,
    watcher: Option<&mut dyn Watcher>,
) -> Result<Report, RequestError> {
    solve_until(instance, request, resources, watcher, &CANCEL)
}

/// The same, until `cancel` is set.
pub fn solve_until(
    instance: &dyn Instance,
    request: &Request,
    resources: &Resources,
    watcher: Option<&mut dyn Watcher>,
    cancel: &AtomicBool,
) -> Result<Report, RequestError> {
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    let environment = Environment { clock: &clock, meter: &meter, cancel };
    // The watcher is borrowed anew, for no longer than the clock lives.
    let watcher = watcher.map(|watcher| watcher as &mut dyn Watcher);
    instance.solve(request, &mut Context { environment, watcher, resources: resources.clone() })
}

/// Solves every instance with every request, `threads` at once, and hands the reports over in order, a group of
/// reports for each instance. Stops at the first error or when the user interrupts.
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
                reports.push(solve(&*instance, request, resources, watcher.as_mut().map(|w| w as _))?);
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
                    // Nothing more can be told (`| head`): what still runs is stopped.
                    CANCEL.store(true, Ordering::SeqCst);
                }
            }
            Err(error) => outcome = Err(error),
        }
        failed.fetch_or(outcome.is_err(), Ordering::SeqCst);
    });
    progress.clear();
    outcome
}

/// Instances, for each thread, that may be begun while the results of others wait behind one that takes long: enough to
/// keep the threads busy for long, and some megabytes of results.
const AHEAD: usize = 1024;

/// What people see on standard error while they wait; nothing where that is no terminal.
pub struct Progress {
    bar: Option<ProgressBar>,
    counts: Mutex<(u64, u64, u64)>,
}

impl Progress {
    /// A progress line, shown if standard error is a terminal.
    pub fn new() -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new_spinner();
            bar.set_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("the template is right"));
            bar.enable_steady_tick(Duration::from_millis(120));
            bar
        });
        Progress { bar, counts: Mutex::default() }
    }

    fn watcher(&self) -> Option<BarWatcher<'_>> {
        self.bar.as_ref().map(|bar| BarWatcher { bar, told: Instant::now() })
    }

    fn finished(&self, reports: &[Report]) {
        let Some(bar) = &self.bar else { return };
        let mut counts = self.counts.lock().expect("counting does not panic");
        for report in reports {
            match report.verdict {
                Verdict::Solved => counts.0 += 1,
                Verdict::Unsolvable => counts.1 += 1,
                Verdict::Unknown => counts.2 += 1,
            }
        }
        let (solved, unsolvable, unknown) = *counts;
        bar.set_prefix(format!("{solved} solved, {unsolvable} unsolvable, {unknown} unknown"));
        bar.set_message(bar.prefix());
    }

    fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Shows the counters of a running solve.
struct BarWatcher<'a> {
    bar: &'a ProgressBar,
    told: Instant,
}

impl Watcher for BarWatcher<'_> {
    fn notice(&mut self, notice: Notice, counters: &Counters, _board: &dyn Fn() -> Option<String>) {
        if self.told.elapsed() < Duration::from_millis(100) {
            return;
        }
        self.told = Instant::now();
        let mut message = format!("{} {} expanded", self.bar.prefix(), style::count(counters.expanded));
        match notice {
            Notice::Expanded { open, .. } => message += &format!(", {} open", style::count(open)),
            Notice::Iteration { bound } => message += &format!(", bound {bound}"),
            Notice::Incumbent { cost } => message += &format!(", best plan {cost}"),
            _ => {}
        }
        self.bar.set_message(message);
    }
}
