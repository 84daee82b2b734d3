//! `patience study run` and `resume`.

use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use patience_study::pool::{self, PoolError};
use patience_study::spec::Spec;
use patience_study::store::{Store, StoreError};
use patience_study::study::{self, Ended, Progress};
use patience_study::{job, report, statistics, units};

use super::asked::{self, RunArgs};
use crate::exit::{self, Tally, bad_input};
use crate::style::{self, DIM};
use crate::{notes, solving, tables};

/// Runs the remaining jobs and stores their rows in the store that `open` creates or opens.
pub(super) fn run(
    arguments: &RunArgs,
    open: fn(&Path) -> Result<Store, StoreError>,
) -> Result<Tally> {
    solving::stop_on_interrupt();
    let spec = arguments.study.spec()?;
    for note in &spec.notes {
        notes::say(format_args!("{DIM}note: {note}{DIM:#}"));
    }
    if !pool::sees_memory() {
        let what = "this system does not report the memory of processes: only the solvers enforce \
                    memory limits";
        notes::say(format_args!("{DIM}note: {what}{DIM:#}"));
    }
    let options = arguments.machine.options(&spec)?;
    // Rows are only ever added to an intact store.
    let mut store = arguments.study.verified(open)?;
    run_again(arguments, &spec, &mut store)?;
    let mut line = ProgressLine::new(&spec);
    let retries = arguments.retries;
    let ended =
        study::run(&spec, &mut store, retries, &options, solving::cancel(), &mut |progress| {
            line.show(progress)
        });
    line.clear();
    let ended = ended.map_err(|error| match error {
        PoolError::Budget { .. } => bad_input(error.to_string()),
        error => error.into(),
    })?;
    summary(arguments, &ended, &store)?;
    if !solving::interrupted() && ended.elsewhere == 0 {
        super::status::headline(&mut anstream::stdout().lock(), &spec, &store)?;
    }
    let defects = store.defects()?;
    for defect in &defects {
        exit::say(defect);
    }
    let wrong = asked::warn_of_wrong_verdicts(&store)?;
    Ok(Tally {
        interrupted: solving::interrupted(),
        failed: wrong || !defects.is_empty(),
        ..Tally::default()
    })
}

/// Requests one more attempt at the jobs to run again.
fn run_again(arguments: &RunArgs, spec: &Spec, store: &mut Store) -> Result<()> {
    let failed = || format!("stop IN ({})", job::FAILED.map(|stop| format!("'{stop}'")).join(", "));
    let Some(condition) = arguments.again.clone().or_else(|| arguments.retry.then(failed)) else {
        return Ok(());
    };
    store.adopt(spec)?;
    let jobs = store.rerun(&condition).map_err(|error| bad_input(format!("--again: {error}")))?;
    notes::say(format_args!("{} will run again", style::counted(jobs, "job")));
    Ok(())
}

fn summary(arguments: &RunArgs, ended: &Ended, store: &Store) -> Result<()> {
    let Progress { total, done, solved, unsolvable, unknown, .. } = ended.progress;
    let mut out = anstream::stdout().lock();
    let mut say = |line: &str| tables::write_line(&mut out, "", line);
    let wrong = match store.wrong()? {
        0 => String::new(),
        wrong => format!(", {} of them wrong", units::count(wrong)),
    };
    say(&format!(
        "{} of {} have a row: {solved} solved, {unsolvable} unsolvable, {unknown} unknown{wrong}.",
        units::count(done),
        style::counted(total, "job")
    ))?;
    let unplanned = store.unplanned()?;
    if unplanned > 0 {
        say(&format!("{}.", report::unplanned(unplanned)))?;
    }
    let file = arguments.study.file.display();
    if solving::interrupted() {
        say(&format!("Stopped; `patience study resume {file}` continues."))?;
    } else if ended.elsewhere > 0 {
        say("Other processes are working on the rest.")?;
    } else {
        say(&format!("`patience study report {file}` writes tables and plots."))?;
    }
    Ok(())
}

/// The progress display: a line that changes on a terminal, otherwise one line per minute.
struct ProgressLine {
    bar: Option<ProgressBar>,
    told: Option<Instant>,
    is_one_rate: bool,
}

impl ProgressLine {
    fn new(spec: &Spec) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(spec.jobs());
            let template = "{elapsed} {bar:16.cyan/dim} {wide_msg}";
            bar.set_style(ProgressStyle::with_template(template).expect("the template is valid"));
            bar
        });
        ProgressLine { bar, told: None, is_one_rate: is_one_rate(spec) }
    }

    fn show(&mut self, progress: &Progress) {
        let words = words(progress, self.is_one_rate);
        if let Some(bar) = &self.bar {
            bar.set_position(progress.done);
            bar.set_message(words);
            return;
        }
        let now = Instant::now();
        let told = *self.told.get_or_insert(now);
        if now.duration_since(told) >= Duration::from_secs(60) {
            self.told = Some(now);
            notes::say(format_args!("{words}"));
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Whether the jobs yield one success rate: a single configuration, run once on each instance of
/// a single set.
pub(super) fn is_one_rate(spec: &Spec) -> bool {
    spec.sets.len() == 1 && matches!(&spec.configurations[..], [only] if only.repetitions == 1)
}

/// `1,234/10,000 · solved 85.7 % (84.2 to 87.1) · 12 unknown · 35.2/s · 4 min 9 s left`
pub(super) fn words(progress: &Progress, is_one_rate: bool) -> String {
    let Progress { total, done, solved, unknown, .. } = *progress;
    let mut words = format!("{}/{}", units::count(done), units::count(total));
    if done > 0 && is_one_rate {
        let (low, high) = statistics::wilson_undecided(solved, unknown, done);
        let share = 100.0 * solved as f64 / done as f64;
        words += &format!(" · solved {share:.1} % ({:.1} to {:.1})", 100.0 * low, 100.0 * high);
    }
    if unknown > 0 {
        words += &format!(" · {} unknown", units::count(unknown));
    }
    if progress.added > 0 {
        words += &format!(" · {:.1}/s", progress.rate());
    }
    if let Some(left) = progress.left().filter(|_| done < total) {
        words += &format!(" · {} left", units::time(left));
    }
    words
}
