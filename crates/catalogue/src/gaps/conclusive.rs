//! The exact solver (`conclusive`): its run and its report.

mod options;

use std::cell::Cell;
use std::io::Write as _;

use patience_core::{Counters, Event, Limits, Outcome, Run, Verdict};
use patience_games::gaps::{Gaps, Move};
use patience_gaps::{Answer, Board, Fault, MAX_ROUNDS, Services, Solver, SplitCounters};

use super::files::Files;
use super::mapped::{board, is_behind_aces, plan};
use crate::context::Resources;
use crate::report::Record;
use crate::request_error::RequestError;
use crate::solver::{Found, Special};

pub(crate) use options::ROUNDS;
use options::refuse;
pub(super) use options::{PARAMETERS, Task};

/// The number of parts of a deal shared by several processes: enough for as many processes, and few
/// enough for small files.
const PARTS: usize = 128;

/// The exact solver's counters in the catalogue's terms.
fn counters(theirs: &patience_gaps::Counters) -> Counters {
    Counters {
        expanded: theirs.expanded,
        generated: theirs.generated,
        duplicates: theirs.duplicates,
        dead_ends: theirs.dead_ends,
        peak_closed: theirs.stored,
        peak_bytes: theirs.peak_bytes,
        ..Counters::default()
    }
}

/// Decides a deal, with a record of the search if requested.
fn decide(task: &Task<'_>, solver: Solver<'_>, mut files: Files) -> Result<Answer, Fault> {
    let mut solver = solver.config(task.config.clone());
    if let Some(parts) = &mut files.parts {
        return solver.solve_parts(PARTS, &mut **parts);
    }
    if task.resources.record {
        return Ok(solver.certify());
    }
    solver.with_files(files.lend()).solve()
}

/// Runs the exact solver on a deal.
pub(super) const CONCLUSIVE: Special<Gaps> = |game, values, resources, run| {
    let task = Task::new(values, run.seed(), resources);
    let board = board(game);
    refuse(values, &board, resources)?;

    if task.optimal {
        let answer = ask(game, &board, resources, run, |mut solver| Ok(solver.shortest(None)))?;
        return Ok(outcome(game, answer.verdict, answer.lower_bound).into());
    }

    let files = Files::open(game, &board, &task.config, task.resources)?;
    let answer = ask(game, &board, resources, run, |solver| decide(&task, solver, files))?;
    let mut details = vec![];
    if let Some(strategy) = answer.strategy {
        details.push(("strategy", strategy.name().to_owned()));
    }
    details.push(("failure_probability", format!("{:e}", answer.failure_probability)));
    // Without a folder, layers are kept in memory.
    if answer.counters.spilled_bytes > 0 && resources.scratch.is_some() {
        details.push(("spilled_bytes", answer.counters.spilled_bytes.to_string()));
    }
    if let Some(SplitCounters { parts, decided, expanded, .. }) = answer.together {
        details.push(("parts", parts.to_string()));
        details.push(("parts_decided", decided.to_string()));
        details.push(("expanded_together", expanded.to_string()));
    }
    if task.explain && answer.verdict == Verdict::Unsolvable {
        let mut explanation = answer.explain(&board);
        if is_behind_aces(game) {
            explanation.push_str(
                "\nColumns are counted from the one to the right of the aces, which never move.",
            );
        }
        details.push(("explanation", explanation));
    }
    let expanded = answer.counters.expanded;
    let record = answer.proof.map(|body| Ok(Record { kind: b'T', body, expanded }));
    let (mut verdict, mut lower_bound) = (answer.verdict, answer.lower_bound);
    if let Verdict::Solved { plan, .. } = &verdict
        && (task.shorten.is_some() || task.rounds > 0)
    {
        let rounds = if task.rounds > 0 { task.rounds } else { MAX_ROUNDS };
        // The time for shortening the plan starts now.
        let mut limits = Limits { depth: None, ..run.limits().clone() };
        let until = task.shorten.map(|budget| run.environment().elapsed() + budget);
        limits.time = limits.time.into_iter().chain(until).min();
        let shorter = ask(game, &board, resources, run, |solver| {
            Ok(solver.limits(limits).shorten(plan, rounds))
        })?;
        details.push(("shortened_from", plan.len().to_string()));
        (verdict, lower_bound) = (shorter.verdict, shorter.lower_bound);
    }
    Ok(Found { outcome: outcome(game, verdict, lower_bound), details, record })
};

/// Converts a fault to an error of the request or of its files.
fn request_error(fault: Fault) -> RequestError {
    match fault {
        Fault::Refused { .. } => RequestError::Refused(fault),
        Fault::Broken { .. } => RequestError::Files(fault),
    }
}

fn outcome(game: &Gaps, verdict: Verdict<patience_gaps::Move>, lower_bound: u32) -> Outcome<Move> {
    let verdict = match verdict {
        Verdict::Solved { plan: moves, optimal, stop } => {
            Verdict::Solved { plan: plan(game, &moves), optimal, stop }
        }
        Verdict::Unsolvable => Verdict::Unsolvable,
        Verdict::Unknown(stop) => Verdict::Unknown(stop),
    };
    Outcome { verdict, lower_bound }
}

/// Runs a solver with its services, and adds its counters to the run, even while it works.
fn ask(
    game: &Gaps,
    board: &Board,
    resources: &Resources,
    run: &mut Run<'_, Gaps>,
    question: impl FnOnce(Solver<'_>) -> Result<Answer, Fault>,
) -> Result<Answer, RequestError> {
    // The report applies the depth limit, because a plan may be shortened first.
    let (environment, limits) = (run.environment(), Limits { depth: None, ..run.limits().clone() });
    let mut told = Counters::default();
    let parts = Cell::new(None);
    let mut progress = |now: &patience_gaps::Counters| {
        let now = counters(now);
        run.absorb(&since(&told, &now));
        told = now;
        let event = |(done, total)| Event::Part { done, total };
        run.notify(game, parts.get().map_or(Event::Working, event));
    };
    let services = Services {
        environment,
        workers: &workers(resources),
        progress: Some(&mut progress),
        parts: Some(&|done, total| parts.set(Some((done, total)))),
        // If standard error is closed, the warning is lost.
        warn: &|message| drop(writeln!(std::io::stderr(), "warning: {message}")),
    };
    let answer = question(Solver::new(board).limits(limits).services(services));
    let answer = answer.map_err(request_error)?;
    run.absorb(&since(&told, &counters(&answer.counters)));
    Ok(answer)
}

/// Returns the counts since `before`; peaks keep their present values.
pub(super) fn since(before: &Counters, now: &Counters) -> Counters {
    Counters {
        expanded: now.expanded.saturating_sub(before.expanded),
        generated: now.generated.saturating_sub(before.generated),
        duplicates: now.duplicates.saturating_sub(before.duplicates),
        reopened: now.reopened.saturating_sub(before.reopened),
        dead_ends: now.dead_ends.saturating_sub(before.dead_ends),
        ..*now
    }
}

/// Threads of a native program; a browser's solver works alone.
#[cfg(feature = "std")]
fn workers(resources: &Resources) -> impl patience_gaps::Workers {
    patience_gaps::Threads(resources.threads.max(1))
}
#[cfg(not(feature = "std"))]
fn workers(_: &Resources) -> impl patience_gaps::Workers {
    patience_gaps::OneThread
}
