//! Solves a job: by a solver of Patience, or by another program.

use patience_catalogue::native::{CpuClock, HeapMeter};
use patience_catalogue::{Context, ModelFile, RequestError, Resources};
use patience_core::{Budget, Environment, Limits, OpenError, WallClock};

use crate::energy::Meter;
use crate::job::{Assignment, DEFECTIVE, Row};
use crate::program;
use crate::setting::Setting;

/// Carries out one assignment on this thread under the wall clock and the heap meter. Every failure
/// becomes a row; an answer after the time limit is undecided.
///
/// ```
/// use patience_catalogue::Reference;
/// use patience_study::job::Assignment;
/// use patience_study::setting::{DEFAULT_MEMORY, Setting};
/// use patience_study::solving::solve;
///
/// let setting = Setting { threads: 1, memory: DEFAULT_MEMORY, ..Setting::default() };
/// let instance = Reference::named("birds:neller/42");
/// let row = solve(
///     &Assignment { job: 1, attempt: 1, instance, configuration: 0, seed: None },
///     &[setting],
/// );
/// assert_eq!((row.verdict.as_str(), row.length), ("solved", Some(15)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(assignment: &Assignment, settings: &[Setting]) -> Row {
    let Some(setting) = settings.get(assignment.configuration) else {
        return Row::without_report(
            assignment,
            "error",
            0.0,
            format!("there is no configuration {}", assignment.configuration),
        );
    };
    let energy = Meter::start();
    if let Some(program) = &setting.program {
        let row = program::solve(assignment, setting, program);
        return Row { energy: energy.joules(), ..row }.within(setting.time, setting.cpu_time);
    }
    if let Some(Err(error)) = setting.model.as_deref().map(ModelFile::keep) {
        return Row::without_report(assignment, "error", 0.0, format!("model: {error}"));
    }
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    let cpu = CpuClock::start(setting.threads);
    let environment = Environment::none().with_clock(&clock).with_cpu_clock(&cpu);
    let row = solve_within(assignment, setting, environment.with_meter(&meter));
    let cpu_seconds = cpu.used().map(|used| used.as_secs_f64());
    Row { cpu_seconds, energy: energy.joules(), ..row }.within(setting.time, setting.cpu_time)
}

fn solve_within(assignment: &Assignment, setting: &Setting, environment: Environment<'_>) -> Row {
    let request = setting.request(assignment.seed);
    // Finding an instance by a search counts towards the time and memory of the job.
    let limits = Limits { expansions: None, depth: None, ..request.limits.clone() };
    let seconds = || environment.elapsed().as_secs_f64();
    let instance = match assignment.instance.open(&mut Budget::new(limits, environment)) {
        Ok(instance) => instance,
        Err(error) => {
            let stop = match error {
                OpenError::Stopped(stop) => stop.name(),
                OpenError::Defect => DEFECTIVE,
                _ => "error",
            };
            return Row::without_report(assignment, stop, seconds(), error.to_string());
        }
    };
    let resources = Resources { threads: setting.threads, ..Resources::default() };
    match instance.solve(&request, &mut Context { resources, ..Context::new(environment) }) {
        Ok(report) => Row::of_report(assignment, report),
        Err(error) => {
            let stop = match error {
                RequestError::Defect { .. } => DEFECTIVE,
                _ => "error",
            };
            Row::without_report(assignment, stop, seconds(), error.to_string())
        }
    }
}

/// Maximum duration of a warm-up, in seconds.
const WARM_UP: f64 = 0.05;

/// Runs an assignment for a moment and discards the result.
pub(crate) fn warm_up(assignment: &Assignment, settings: &[Setting]) {
    if let Some(setting) = settings.get(assignment.configuration) {
        let first = Assignment { configuration: 0, ..assignment.clone() };
        let _ = solve(&first, &[for_a_moment(setting)]);
    }
}

/// A setting under the time limit of a warm-up and its own limits.
fn for_a_moment(setting: &Setting) -> Setting {
    let time = Some(setting.time.map_or(WARM_UP, |limit| limit.min(WARM_UP)));
    Setting { time, ..setting.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warm_up_ends_soon_whatever_the_job_may_take() {
        let limited =
            |time| Setting { threads: 2, expansions: Some(7), time, ..Setting::default() };
        for (own, wanted) in [(None, WARM_UP), (Some(60.0), WARM_UP), (Some(0.001), 0.001)] {
            assert_eq!(for_a_moment(&limited(own)), limited(Some(wanted)));
        }
    }
}
