//! One job: the assignment of a worker, the solve, and the resulting row.

use patience_catalogue::{Reference, Report};
use patience_core::Stop;
use serde::{Deserialize, Serialize};

/// The task of a worker; [`solve`](crate::solving::solve) runs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assignment {
    /// The job's number; the answer carries it.
    pub job: u64,
    /// The attempt, from 1.
    pub attempt: u64,
    /// The instance.
    #[serde(flatten)]
    pub instance: Reference,
    /// The index of the configuration.
    pub configuration: usize,
    /// The seed of random choices; `None` uses the solver's default.
    #[serde(with = "crate::seed")]
    pub seed: Option<u64>,
}

/// Reasons why a row has no report: the worker died, or the solver refused.
pub const FAILED: [&str; 3] = ["crashed", "error", DEFECTIVE];

/// The stop reason of a job whose solver has a defect: its plan fails the replay.
pub const DEFECTIVE: &str = "defect";

/// A row of the study: the result of one attempt at one job, as [`solve`](crate::solving::solve)
/// returns it. The names of the fields never change; new ones are added at the end, with a default.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The job's number in the store or the study.
    pub job: u64,
    /// The attempt, from 1.
    pub attempt: u64,
    /// The game.
    pub game: String,
    /// The rule set.
    pub rules: String,
    /// The board in the canonical notation.
    pub board: String,
    /// The algorithm that ran.
    pub algorithm: String,
    /// The heuristic that ran.
    pub heuristic: Option<String>,
    /// `solved`, `unsolvable` or `unknown`.
    pub verdict: String,
    /// The reason why it ended early: one of the core's names, `crashed` or `error`.
    pub stop: Option<String>,
    /// The number of moves of the solution.
    pub length: Option<u64>,
    /// Whether it is proved that no solution is shorter.
    pub optimal: bool,
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// Generated states that were already stored.
    pub duplicates: u64,
    /// Closed states reopened.
    pub reopened: u64,
    /// States cut as dead ends.
    pub dead_ends: u64,
    /// Peak number of open states.
    pub peak_open: u64,
    /// Peak number of stored states.
    pub peak_closed: u64,
    /// Peak heap in bytes, as measured.
    pub peak_bytes: u64,
    /// Wall-clock time of the solve.
    pub seconds: f64,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// The seed of random choices; `None` if the solver used its default.
    #[serde(with = "crate::seed")]
    pub seed: Option<u64>,
    /// When it ended, in milliseconds since 1970.
    pub finished: u64,
    /// The error, if one occurred.
    pub error: Option<String>,
    /// Other results of the solver, as a JSON object.
    pub details: Option<String>,
    /// The solution, its moves separated by spaces.
    pub plan: Option<String>,
    /// When it began, in milliseconds since 1970.
    #[serde(default)]
    pub started: u64,
    /// Processor time of the solve over all its threads; `None` if the system does not report it.
    #[serde(default)]
    pub cpu_seconds: Option<f64>,
    /// The cores that the job was pinned to, such as `0,1`; `None` if it was not pinned.
    #[serde(default)]
    pub cores: Option<String>,
    /// The enforcer of the memory limit besides the solver: one of [`WATCHES`], or empty.
    #[serde(default)]
    pub watch: Option<String>,
    /// Energy that the processor used during the job, in joules; `None` if the system does not
    /// report it.
    #[serde(default)]
    pub energy: Option<f64>,
    /// How a program was isolated, such as `folder,network`; `None` for solvers.
    #[serde(default)]
    pub isolation: Option<String>,
    /// The checksum and the version of the program that ran; `None` for solvers.
    #[serde(default)]
    pub tool: Option<String>,
    /// The memory regions that the job was bound to, such as `0`; `None` if it was not bound.
    #[serde(default)]
    pub nodes: Option<String>,
}

/// The enforcer of a memory limit: a control group of the system, or the pool, which polls the
/// process many times a second.
pub const WATCHES: [&str; 2] = ["cgroup", "process"];

impl Row {
    /// The row of a job that ended without a report.
    pub(crate) fn without_report(
        assignment: &Assignment,
        stop: &str,
        seconds: f64,
        error: String,
    ) -> Row {
        Row {
            job: assignment.job,
            attempt: assignment.attempt,
            verdict: "unknown".to_owned(),
            stop: Some(stop.to_owned()),
            seconds,
            seed: assignment.seed,
            started: started(seconds),
            finished: now(),
            error: Some(error),
            ..Row::default()
        }
    }

    /// Whether the values are plausible for a row, since a file may contain arbitrary values.
    pub(crate) fn is_plausible(&self) -> bool {
        matches!(self.verdict.as_str(), "solved" | "unsolvable" | "unknown")
            && self.attempt >= 1
            && self.seconds.is_finite()
            && self.seconds >= 0.0
            && self.cpu_seconds.is_none_or(|seconds| seconds.is_finite() && seconds >= 0.0)
            && self.watch.as_deref().is_none_or(|watch| WATCHES.contains(&watch))
            && self.energy.is_none_or(|joules| joules.is_finite() && joules >= 0.0)
            && [self.plan.is_some(), self.length.is_some()].into_iter().all(|is_there| {
                // A program need not print its plan.
                is_there == (self.verdict == "solved") || (!is_there && self.tool.is_some())
            })
    }

    /// Whether the job ended without a report for a reason other than a decision of the solver.
    pub(crate) fn has_failed(&self) -> bool {
        self.stop.as_deref().is_some_and(|stop| FAILED.contains(&stop))
    }

    /// Applies limits of seconds to the row: a later answer does not count. A solver reads its
    /// clock only occasionally, and answers found in between would favour the solver that reads it
    /// least.
    pub(crate) fn within(self, time: Option<f64>, cpu_time: Option<f64>) -> Row {
        let is_late = time.is_some_and(|limit| self.seconds > limit);
        let is_dear = self.cpu_seconds.zip(cpu_time).is_some_and(|(used, limit)| used > limit);
        let stop = match (is_late, is_dear) {
            (true, _) => Stop::Time,
            (false, true) => Stop::CpuTime,
            (false, false) => return self,
        };
        if self.verdict == "unknown" {
            return self;
        }
        Row {
            verdict: "unknown".to_owned(),
            stop: Some(stop.name().to_owned()),
            length: None,
            optimal: false,
            plan: None,
            ..self
        }
    }

    pub(crate) fn of_report(assignment: &Assignment, report: Report) -> Row {
        Row {
            job: assignment.job,
            attempt: assignment.attempt,
            game: report.game.to_owned(),
            rules: report.rules.to_owned(),
            board: report.board,
            algorithm: report.algorithm.to_owned(),
            heuristic: report.heuristic.map(str::to_owned),
            verdict: report.verdict.name().to_owned(),
            stop: report.stop.map(|stop| stop.name().to_owned()),
            length: report.length.map(|length| length as u64),
            optimal: report.optimal,
            expanded: report.expanded,
            generated: report.generated,
            duplicates: report.duplicates,
            reopened: report.reopened,
            dead_ends: report.dead_ends,
            peak_open: report.peak_open,
            peak_closed: report.peak_closed,
            peak_bytes: report.peak_bytes,
            seconds: report.seconds,
            lower_bound: report.lower_bound,
            seed: assignment.seed,
            started: started(report.seconds),
            finished: now(),
            error: None,
            details: (!report.details.is_empty()).then(|| {
                let object = report
                    .details
                    .iter()
                    .map(|(name, value)| ((*name).to_owned(), value.clone().into()));
                serde_json::Value::Object(object.collect()).to_string()
            }),
            plan: (report.length.is_some()).then(|| report.plan.join(" ")),
            ..Row::default()
        }
    }
}

fn now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

/// The start time of a job that took this many seconds and ends now.
fn started(seconds: f64) -> u64 {
    now().saturating_sub((seconds * 1000.0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_after_the_limit_is_undecided() {
        let solved = Row {
            attempt: 1,
            verdict: "solved".to_owned(),
            length: Some(3),
            optimal: true,
            expanded: 7,
            lower_bound: 3,
            seconds: 2.04,
            cpu_seconds: Some(3.04),
            plan: Some("a b c".to_owned()),
            ..Row::default()
        };
        let lost =
            Row { verdict: "unsolvable".to_owned(), length: None, plan: None, ..solved.clone() };
        let full = Row {
            verdict: "unknown".to_owned(),
            stop: Some("memory".to_owned()),
            seconds: 2.04,
            ..Row::default()
        };
        for limit in [None, Some(2.04), Some(4.0)] {
            for row in [&solved, &lost, &full] {
                assert_eq!(row.clone().within(limit, limit.map(|limit| limit + 1.0)), *row);
            }
        }
        for row in [&solved, &lost] {
            let limits = [
                (Some(2.0), None, "time"),
                (None, Some(3.0), "cpu-time"),
                (Some(2.0), Some(3.0), "time"),
            ];
            for (time, cpu_time, stop) in limits {
                let late = row.clone().within(time, cpu_time);
                assert_eq!((late.verdict.as_str(), late.stop.as_deref()), ("unknown", Some(stop)));
                assert!(late.is_plausible() && !late.optimal, "{late:?}");
                let kept = (late.seconds, late.expanded, late.lower_bound);
                assert_eq!(kept, (row.seconds, row.expanded, row.lower_bound));
            }
        }
        let stopped = full.clone().within(Some(2.0), None);
        assert_eq!(stopped, full, "the first limit reached is reported");
    }
}
