//! The conclusive solver: what it can be told, what it does not do together, and what it reports.

use std::cell::Cell;
use std::time::Duration;

use patience_core::parameter::SEED;
use patience_core::{Counters, Event, Limits, Outcome, Parameter, Run, Values, Verdict};
use patience_games::gaps::{Gaps, Move};
use patience_gaps::{Board, Config, Fault, MOST_ROUNDS, Policy, Services, Strategy, Together};
use patience_learn::games::gaps_policy;

use super::files::Files;
use super::mapped::{board, is_behind_aces, plan};
use crate::context::{CHECKPOINT, Resources, SCRATCH, SPLIT, THREADS};
use crate::report::Record;
use crate::request::RequestError;
use crate::solver::{Found, Special};

/// The seed of the restarts and of the words of the position keys.
const SEED_OF_WORDS: Parameter = SEED.with_default(1);
const STRATEGY: Parameter = Parameter::choice(
    "strategy",
    &["restarts", "sweep", "masten", "plain"],
    "The search: restarts that remember by hashed keys (failure_probability is a heuristic bound for a false match: the keys \
     come from --seed), a sweep with layers on disk or plain breadth-first search, which compare positions whole and are \
     independent of hashing, or Masten's three searches",
);
const POLICY: Parameter = Parameter::choice(
    "policy",
    &["hand-made", "learned"],
    "What is tried first; it changes no verdict",
);
const CHAIN_MOVES: Parameter = Parameter::flag(
    "chain-moves",
    "Masten's move chaining (--strategy masten): after a move in his second search the gap that it left is filled again, as \
     long as one card alone can fill it; it changes no verdict",
);
const OPTIMAL: Parameter = Parameter::flag("optimal", "Prove the shortest plan (small boards)");
const SHORTEN: Parameter = Parameter::time(
    "shorten",
    10.0,
    "Make the plan shorter for this long [10s if no time is given]",
);
/// How far a plan is made shorter, without regard to the clock.
pub(crate) const ROUNDS: Parameter = Parameter::whole(
    "rounds",
    "rounds",
    0..=MOST_ROUNDS as u64,
    0,
    "Make the plan shorter in so many rounds, each with twice the room of the one before: the same plan on every machine",
);
const EXPLAIN: Parameter = Parameter::flag("explain", "Say why an unsolvable deal is lost");
/// All of the conclusive solver.
pub(crate) const PARAMETERS: &[Parameter] = &[
    SEED_OF_WORDS,
    THREADS,
    STRATEGY,
    CHAIN_MOVES,
    POLICY,
    OPTIMAL,
    SHORTEN,
    ROUNDS,
    EXPLAIN,
    SCRATCH,
    CHECKPOINT,
    SPLIT,
];
/// Parts of a deal that several processes work on: enough for as many processes, and few enough for
/// small files.
const PARTS: usize = 128;

/// The conclusive solver's counters in the catalogue's words.
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

/// What the conclusive solver is asked, and what it may use for it.
pub(super) struct Task<'a> {
    pub(super) config: Config,
    optimal: bool,
    explain: bool,
    shorten: Option<Duration>,
    rounds: u32,
    pub(super) resources: &'a Resources,
}

impl<'a> Task<'a> {
    pub(super) fn new(values: &Values, seed: u64, resources: &'a Resources) -> Self {
        let policy = match values.choice(&POLICY) {
            0 => Policy::default(),
            _ => gaps_policy::learned(),
        };
        Task {
            config: Config {
                strategy: Strategy::ALL[values.choice(&STRATEGY)],
                policy,
                seed,
                chain_moves: values.flag(&CHAIN_MOVES),
                threads: resources.threads.max(1),
                ..Config::default()
            },
            optimal: values.flag(&OPTIMAL),
            explain: values.flag(&EXPLAIN),
            shorten: values.time(&SHORTEN),
            rounds: values.whole(&ROUNDS) as u32,
            resources,
        }
    }

    /// Decides a deal; of a lost one the record of the search, if one is wanted and this search can
    /// keep one.
    fn decide(
        &self,
        board: &Board,
        limits: &Limits,
        services: Services<'_>,
    ) -> Result<(patience_gaps::Solution, Option<Vec<u8>>), Fault> {
        if self.resources.record {
            let certified = patience_gaps::certify(board, &self.config, limits, services);
            return Ok((certified.solution, certified.proof));
        }
        patience_gaps::solve(board, &self.config, limits, services).map(|solution| (solution, None))
    }

    /// The limits of a solve, of which the time for making the plan shorter begins now.
    fn shortening(&self, limits: &Limits, services: &Services<'_>) -> Limits {
        let until = self.shorten.map(|budget| services.environment.clock.elapsed() + budget);
        Limits { time: limits.time.into_iter().chain(until).min(), ..limits.clone() }
    }
}

/// Runs the conclusive solver on a deal.
pub(super) const CONCLUSIVE: Special<Gaps> = |game, values, resources, run| {
    let task = Task::new(values, run.seed(), resources);
    refuse_unused(values)?;
    refuse_unrecorded(values, resources)?;
    refuse_beside_split(resources)?;
    let board = board(game);
    let limits = run.limits().clone();

    if task.optimal {
        if resources.scratch.is_some()
            || resources.checkpoint.is_some()
            || resources.split.is_some()
        {
            let message = "the search for a shortest plan keeps no checkpoint, uses no scratch folder and is not split";
            return Err(RequestError::BadOption(message.to_owned()));
        }
        let proof = with_services(game, Files::default(), run, |services| {
            let proof = patience_gaps::shortest(&board, None, &limits, services);
            let done = proof.solution.counters;
            (proof, done)
        });
        let lower_bound = proof.lower_bound;
        return Ok(outcome(game, proof.solution.verdict, lower_bound).into());
    }

    let mut files = Files::open(game, &board, &task)?;
    let mut parts = files.parts.take();
    let mut together = None;
    let (solution, record) = with_services(game, files, run, |services| {
        let decided = match &mut parts {
            None => task.decide(&board, &limits, services),
            Some(parts) => patience_gaps::solve_parts(
                &board,
                &task.config,
                &limits,
                services,
                PARTS,
                &mut **parts,
            )
            .map(|(solution, by_all)| {
                together = Some(by_all);
                (solution, None)
            }),
        };
        let done = decided
            .as_ref()
            .map_or_else(|_| patience_gaps::Counters::default(), |(it, _)| it.counters);
        (decided, done)
    })
    .map_err(|fault| match fault {
        Fault::Refused(why) => RequestError::BadOption(why),
        Fault::Broken(why) => RequestError::Files(why),
    })?;
    let mut details = vec![
        ("strategy", solution.strategy.name().to_owned()),
        ("failure_probability", format!("{:e}", solution.failure_probability)),
    ];
    // Without a folder sequences are kept in memory.
    if solution.counters.spilled_bytes > 0 && resources.scratch.is_some() {
        details.push(("spilled_bytes", solution.counters.spilled_bytes.to_string()));
    }
    if let Some(Together { parts, decided, expanded, .. }) = together {
        details.push(("parts", parts.to_string()));
        details.push(("parts_decided", decided.to_string()));
        details.push(("expanded_together", expanded.to_string()));
    }
    if task.explain && solution.verdict == Verdict::Unsolvable {
        let mut explanation = patience_gaps::explain(&board, &solution);
        if is_behind_aces(game) {
            explanation.push_str(
                "\nColumns are counted from the one behind the aces, which stay where they are.",
            );
        }
        details.push(("explanation", explanation));
    }
    let mut verdict = solution.verdict;
    let mut lower_bound = 0;
    if let Verdict::Solved { plan, optimal, .. } = &mut verdict
        && (task.shorten.is_some() || task.rounds > 0)
    {
        let shortened = with_services(game, Files::default(), run, |services| {
            let limits = task.shortening(&limits, &services);
            let rounds = if task.rounds > 0 { task.rounds } else { MOST_ROUNDS };
            let shortened = patience_gaps::shorten(&board, plan, rounds, &limits, services);
            let done = shortened.counters;
            (shortened, done)
        });
        details.push(("shortened_from", plan.len().to_string()));
        lower_bound = shortened.lower_bound;
        *optimal = shortened.plan.len() == lower_bound as usize;
        *plan = shortened.plan;
    }
    let record =
        record.map(|body| Ok(Record { kind: b'T', body, expanded: solution.counters.expanded }));
    Ok(Found { outcome: outcome(game, verdict, lower_bound), details, record })
};

/// Refuses what leaves no record, where one is asked for.
fn refuse_unrecorded(values: &Values, resources: &Resources) -> Result<(), RequestError> {
    let Resources { threads, scratch, checkpoint, split, record } = resources;
    if !record {
        return Ok(());
    }
    let strategy = Strategy::ALL[values.choice(&STRATEGY)];
    let (given, instead) = if values.flag(&OPTIMAL) {
        (
            "the search for a shortest plan",
            "leave out `optimal`, or let `patience certify --plain rows` prove the shortest plan",
        )
    } else if strategy != Strategy::Restarts {
        ("this strategy", "leave out `strategy`")
    } else if *threads > 1 {
        ("a search on several threads", "leave out `threads`")
    } else if scratch.is_some() || checkpoint.is_some() {
        ("a search that is kept on disk", "leave out `scratch` and `checkpoint`")
    } else if split.is_some() {
        ("a search of several processes", "leave out `split`")
    } else {
        return Ok(());
    };
    Err(RequestError::BadOption(format!(
        "{given} leaves no record for a certificate, which only restarts on one thread do (docs/certificates.md has the reason): \
         {instead}"
    )))
}

/// Refuses what the search that is asked for would pass over. The policy by hand is nobody's order:
/// it is the default.
fn refuse_unused(values: &Values) -> Result<(), RequestError> {
    let strategy = values.choice(&STRATEGY);
    let learned = values.choice(&POLICY) != 0;
    let refused = |what: String| Err(RequestError::BadOption(what));
    if values.flag(&OPTIMAL) {
        let given = [
            ("strategy", strategy != 0),
            ("policy", learned),
            ("chain-moves", values.flag(&CHAIN_MOVES)),
            ("shorten", values.time(&SHORTEN).is_some()),
            ("rounds", values.whole(&ROUNDS) > 0),
            ("explain", values.flag(&EXPLAIN)),
        ];
        if let Some((name, _)) = given.iter().find(|(_, given)| *given) {
            return refused(format!(
                "the search for a shortest plan does not use `{name}`: leave out that or `optimal`"
            ));
        }
    } else if values.flag(&CHAIN_MOVES) && Strategy::ALL[strategy] != Strategy::Masten {
        let name = Strategy::ALL[strategy].name();
        return refused(format!(
            "the strategy `{name}` does not use `chain-moves`: only `masten` chains moves"
        ));
    } else if strategy != 0 && learned {
        let name = Strategy::ALL[strategy].name();
        return refused(format!(
            "the strategy `{name}` does not use `policy`: only `restarts` chooses what to try first"
        ));
    }
    Ok(())
}

/// What several processes work on is kept in their folder alone, and each of them has one thread.
fn refuse_beside_split(resources: &Resources) -> Result<(), RequestError> {
    let given = [
        ("checkpoint", resources.checkpoint.is_some()),
        ("scratch", resources.scratch.is_some()),
        ("threads", resources.threads > 1),
    ];
    match given.iter().find(|(_, given)| resources.split.is_some() && *given) {
        Some((name, _)) => Err(RequestError::BadOption(format!(
            "`split` does not go with `{name}`: leave out one of them"
        ))),
        None => Ok(()),
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

/// Hands the solver what it needs from outside and takes its counters into the run, also while it
/// works.
fn with_services<T>(
    game: &Gaps,
    mut files: Files,
    run: &mut Run<'_, Gaps>,
    work: impl FnOnce(Services<'_>) -> (T, patience_gaps::Counters),
) -> T {
    let environment = run.environment();
    let mut told = Counters::default();
    let parts = Cell::new(None);
    let mut progress = |now: &patience_gaps::Counters| {
        let now = counters(now);
        run.absorb(&since(&told, &now));
        told = now;
        let event = |(done, total)| Event::Part { done, total };
        run.notify(game, parts.get().map_or(Event::Working, event));
    };
    let (result, done) = work(Services {
        environment,
        workers: WORKERS,
        scratch: files.scratch.as_deref_mut().map(|scratch| scratch as _),
        checkpoint: files.checkpoint.as_deref_mut().map(|checkpoint| checkpoint as _),
        progress: Some(&mut progress),
        parts: Some(&|done, total| parts.set(Some((done, total)))),
        warn: &|message| eprintln!("warning: {message}"),
    });
    run.absorb(&since(&told, &counters(&done)));
    result
}

/// What was counted after `before`; peaks stay as they are now.
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
#[cfg(not(target_family = "wasm"))]
const WORKERS: &dyn patience_gaps::Workers = &crate::native::Threads;
#[cfg(target_family = "wasm")]
const WORKERS: &dyn patience_gaps::Workers = &patience_gaps::NoWorkers;
