//! Progress on standard error: work done, a bar and the remaining time.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use patience_catalogue::{Notice, Report, Verdict, Watcher};
use patience_core::Counters;

use crate::style;

/// A progress line; nothing if standard error is not a terminal.
pub struct Progress {
    bar: Option<ProgressBar>,
    counts: Mutex<(u64, u64, u64)>,
}

impl Progress {
    /// Creates a line for `total` steps of work; `None` if the total is unknown.
    pub fn new(total: Option<u64>) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| match total {
            // A single step has no remaining time to show.
            Some(total) if total > 1 => {
                let bar = ProgressBar::new(total);
                let width = crossterm::terminal::size().map_or(80, |(columns, _)| columns);
                bar.set_style(style(template(width)));
                bar
            }
            _ => {
                let bar = ProgressBar::new_spinner();
                bar.set_style(style("{spinner} {elapsed} {wide_msg}"));
                bar
            }
        });
        if let Some(bar) = &bar {
            bar.enable_steady_tick(Duration::from_millis(120));
        }
        Progress { bar, counts: Mutex::default() }
    }

    /// Returns a watcher that shows the counters of a running solve.
    pub fn watcher(&self) -> Option<impl Watcher + use<'_>> {
        self.bar.as_ref().map(|bar| BarWatcher { bar, told: Instant::now() })
    }

    /// Records a finished step with its reports.
    pub fn finished(&self, reports: &[Report]) {
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
        bar.inc(1);
    }

    /// Records a finished step.
    pub fn step(&self) {
        self.bar.iter().for_each(|bar| bar.inc(1));
    }

    /// Sets the number of steps done.
    pub fn set(&self, done: u64) {
        self.bar.iter().for_each(|bar| bar.set_position(done));
    }

    /// Prints something without disturbing the line.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the line.
    pub fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The parts that fit in this width: a longer line would be cut within a word.
fn template(width: u16) -> &'static str {
    match width {
        0..33 => "{human_pos}/{human_len}",
        33..40 => "{human_pos}/{human_len}{left}",
        40..60 => "{bar:4.cyan/dim} {human_pos}/{human_len}{left}",
        60.. => "{elapsed} {bar:16.cyan/dim} {human_pos}/{human_len}{left} {wide_msg}",
    }
}

fn style(template: &str) -> ProgressStyle {
    let left = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
        if tells_time_left(state.pos(), state.len(), state.elapsed()) {
            let _ = write!(out, ", {} left", about(state.eta()));
        }
    };
    ProgressStyle::with_template(template).expect("the template is right").with_key("left", left)
}

/// An estimated time, without fractions of a second.
fn about(time: Duration) -> String {
    match time.as_secs_f64().round() {
        seconds if seconds < 100.0 => format!("{seconds} s"),
        seconds => style::seconds(seconds),
    }
}

/// Whether the remaining time can be estimated: it cannot before the first step, and only poorly in
/// the first second.
fn tells_time_left(done: u64, total: Option<u64>, elapsed: Duration) -> bool {
    done > 0 && total.is_some_and(|total| done < total) && elapsed >= Duration::from_secs(1)
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
        let mut message =
            format!("{} {} expanded", self.bar.prefix(), style::count(counters.expanded));
        match notice {
            Notice::Expanded { open, .. } => message += &format!(", {} open", style::count(open)),
            Notice::Iteration { bound } => message += &format!(", bound {bound}"),
            Notice::Part { done, total } => {
                message += &format!(", {done} of {total} parts decided")
            }
            Notice::Incumbent { cost } => message += &format!(", best plan {cost}"),
            _ => {}
        }
        self.bar.set_message(message);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_told_when_it_can_be_known() {
        for (done, total, milliseconds, told) in [
            (1, Some(3_000), 2, false),
            (0, Some(3_000), 5_000, false),
            (1, Some(3_000), 1_000, true),
            (3_000, Some(3_000), 5_000, false),
            (5, None, 5_000, false),
        ] {
            assert_eq!(
                tells_time_left(done, total, Duration::from_millis(milliseconds)),
                told,
                "{done} of {total:?}"
            );
        }
    }

    /// The widest lines: a hundred thousand steps, and almost an hour.
    #[test]
    fn lines_fit_narrow_terminals() {
        let time_left = about(Duration::from_secs(59 * 60 + 59));
        for width in [20, 26, 32, 33, 40, 50, 60, 80] {
            let mut line = template(width).replace(" {wide_msg}", "");
            for (key, text) in [
                ("{elapsed}", "59m"),
                ("{bar:4.cyan/dim}", "____"),
                ("{bar:16.cyan/dim}", "________________"),
                ("{human_pos}", "99,999"),
                ("{human_len}", "100,000"),
                ("{left}", &format!(", {time_left} left")),
            ] {
                line = line.replace(key, text);
            }
            assert!(!line.contains('{') && line.len() <= width.into(), "{width}: {line}");
        }
        assert_eq!(about(Duration::from_millis(14_600)), "15 s");
    }
}
