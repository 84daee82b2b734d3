//! The exact solver (`conclusive`): its options, their conflicts, and its report.

use std::cell::Cell;
use std::io::Write as _;
use std::time::Duration;

use patience_core::parameter::SEED;
use patience_core::{
    Choice, Counters, Declaration, Event, Outcome, Parameter, Run, Values, Verdict,
};
use patience_games::gaps::{Gaps, Move};
use patience_gaps::{
    Answer, Board, Config, Fault, MAX_ROUNDS, Masten, Policy, Rules, Services, Solver,
    SplitCounters, Strategy,
};
use patience_learn::games::gaps_policy;

use super::files::Files;
use super::mapped::{board, is_behind_aces, plan};
use crate::context::{CHECKPOINT, Resources, SCRATCH, SPLIT, THREADS};
use crate::report::Record;
use crate::request_error::RequestError;
use crate::solver::{Found, Special};

/// A strategy by its name.
#[derive(Clone, Copy)]
struct StrategyChoice(Strategy);

impl Choice for StrategyChoice {
    const WORDS: &[&str] = &["restarts", "sweep", "masten"];
    const ALL: &[StrategyChoice] = &[
        StrategyChoice(Strategy::Restarts),
        StrategyChoice(Strategy::Sweep),
        StrategyChoice(Strategy::Masten),
    ];
}

/// The choice of Masten's searches.
#[derive(Clone, Copy, PartialEq)]
struct Searches {
    first: bool,
    second: bool,
}

impl Choice for Searches {
    const WORDS: &[&str] = &["1-2-3", "1-3", "2-3", "3"];
    const ALL: &[Searches] = &[
        Searches { first: true, second: true },
        Searches { first: true, second: false },
        Searches { first: false, second: true },
        Searches { first: false, second: false },
    ];
}

/// Reads the options of Masten's searches.
fn masten(values: &Values) -> Masten {
    let Searches { first, second } = values.get(&SEARCHES);
    Masten {
        fixed_suits: first,
        two_moves: second.then(|| values.get(&TWO_MOVES) as u32),
        chain_moves: values.get(&CHAIN_MOVES),
        safe_moves: !values.get(&NO_SAFE_MOVES),
        blocking_patterns: !values.get(&NO_BLOCKING_PATTERNS),
        subsorting: !values.get(&NO_SUBSORTING),
        first_column_left_out: !values.get(&KEEP_FIRST_COLUMN),
    }
}

/// The choice of the policy that orders steps.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    HandMade,
    Learned,
}

impl Choice for Order {
    const WORDS: &[&str] = &["hand-made", "learned"];
    const ALL: &[Order] = &[Order::HandMade, Order::Learned];
}

/// The seed of the restarts and of the random words of position keys.
const SEED_OF_WORDS: Parameter<u64> = SEED.with_default(1);
const STRATEGY: Parameter<StrategyChoice> = Parameter::choice(
    "strategy",
    "The search: restarts with a table of hashed keys (failure_probability is a heuristic bound \
     for a false match: the keys come from --seed), a sweep with layers on disk, which compares \
     positions whole and is independent of hashing, or Masten's three searches with his reductions",
);
const POLICY: Parameter<Order> =
    Parameter::choice("policy", "The order in which steps are tried; it changes no verdict");
const SEARCHES: Parameter<Searches> = Parameter::choice(
    "searches",
    "The choice of Masten's searches (--strategy masten): fixed suits, then few moves of leftmost \
     Twos, then all positions in sets",
);
const TWO_MOVES: Parameter<u64> = Parameter::whole(
    "two-moves",
    "moves",
    0..=u32::MAX as u64,
    1,
    "Maximum number of moves of Twos in the first column in Masten's second search (--strategy \
     masten)",
);
const CHAIN_MOVES: Parameter<bool> = Parameter::flag(
    "chain-moves",
    "Masten's move chaining (--strategy masten): after a move in his second search the gap that \
     it left is filled again, as long as one card alone can fill it",
);
const NO_SAFE_MOVES: Parameter<bool> =
    Parameter::flag("no-safe-moves", "Switch off Masten's safe moves (--strategy masten)");
const NO_BLOCKING_PATTERNS: Parameter<bool> = Parameter::flag(
    "no-blocking-patterns",
    "Switch off Masten's blocking patterns (--strategy masten): 2 4 3 5 of a suit, and exchanged \
     Threes",
);
const NO_SUBSORTING: Parameter<bool> = Parameter::flag(
    "no-subsorting",
    "Visit the positions of each of Masten's sets in any order (--strategy masten), not by cards \
     in sequence",
);
const KEEP_FIRST_COLUMN: Parameter<bool> = Parameter::flag(
    "keep-first-column",
    "Store the first column of all positions of Masten's sets (--strategy masten)",
);
/// The flags read only by Masten's searches.
const OF_MASTEN: [Parameter<bool>; 5] =
    [CHAIN_MOVES, NO_SAFE_MOVES, NO_BLOCKING_PATTERNS, NO_SUBSORTING, KEEP_FIRST_COLUMN];
const OPTIMAL: Parameter<bool> =
    Parameter::flag("optimal", "Prove the shortest plan (small boards)");
const SHORTEN: Parameter<Option<Duration>> =
    Parameter::time("shorten", 10.0, "Shorten the plan for this long [10s if no time is given]");
/// Rounds of shortening a plan, independent of the clock.
pub(crate) const ROUNDS: Parameter<u64> = Parameter::whole(
    "rounds",
    "rounds",
    0..=MAX_ROUNDS as u64,
    0,
    "Shorten the plan in this many rounds, each with twice the search space of the last; the plan \
     is the same on every machine",
);
const EXPLAIN: Parameter<bool> =
    Parameter::flag("explain", "Explain why an unsolvable deal is lost");
/// All parameters of the exact solver.
pub(crate) const PARAMETERS: &[Declaration] = &[
    SEED_OF_WORDS.declared,
    THREADS,
    STRATEGY.declared,
    SEARCHES.declared,
    TWO_MOVES.declared,
    CHAIN_MOVES.declared,
    NO_SAFE_MOVES.declared,
    NO_BLOCKING_PATTERNS.declared,
    NO_SUBSORTING.declared,
    KEEP_FIRST_COLUMN.declared,
    POLICY.declared,
    OPTIMAL.declared,
    SHORTEN.declared,
    ROUNDS.declared,
    EXPLAIN.declared,
    SCRATCH,
    CHECKPOINT,
    SPLIT,
];
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

/// A question for the exact solver, with its resources.
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
        let policy = match values.get(&POLICY) {
            Order::HandMade => Policy::default(),
            Order::Learned => gaps_policy::learned(),
        };
        Task {
            config: Config {
                strategy: values.get(&STRATEGY).0,
                policy,
                seed,
                masten: masten(values),
                ..Config::default()
            },
            optimal: values.get(&OPTIMAL),
            explain: values.get(&EXPLAIN),
            shorten: values.get(&SHORTEN),
            rounds: values.get(&ROUNDS) as u32,
            resources,
        }
    }

    /// Decides a deal, with a record of the search if requested.
    fn decide(&self, solver: Solver<'_>, mut files: Files) -> Result<Answer, Fault> {
        let mut solver = solver.config(self.config.clone());
        if let Some(parts) = &mut files.parts {
            return solver.solve_parts(PARTS, &mut **parts);
        }
        if self.resources.record {
            return Ok(solver.certify());
        }
        solver.with_files(files.lend()).solve()
    }
}

/// Runs the exact solver on a deal.
pub(super) const CONCLUSIVE: Special<Gaps> = |game, values, resources, run| {
    let task = Task::new(values, run.seed(), resources);
    let board = board(game);
    refuse_unused(values, &board)?;
    refuse_unrecorded(values, resources)?;
    refuse_beside_split(resources)?;

    if task.optimal {
        if resources.scratch.is_some()
            || resources.checkpoint.is_some()
            || resources.split.is_some()
        {
            let message = "the search for a shortest plan does not support checkpoints, scratch \
                           folders or splitting";
            return Err(RequestError::BadOption(message.to_owned()));
        }
        let answer = ask(game, &board, resources, run, |mut solver| Ok(solver.shortest(None)))?;
        return Ok(outcome(game, answer.verdict, answer.lower_bound).into());
    }

    let files = Files::open(game, &board, &task.config, task.resources)?;
    let answer = ask(game, &board, resources, run, |solver| task.decide(solver, files))?;
    let mut details = vec![];
    if let Some(strategy) = answer.strategy {
        details.push(("strategy", strategy.name().to_owned()));
    }
    details.push(("failure_probability", format!("{:e}", answer.failure_probability)));
    // Without a folder sequences are kept in memory.
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
        let mut limits = run.limits().clone();
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

/// A fault as an error of the request or of its files.
fn request_error(fault: Fault) -> RequestError {
    match fault {
        Fault::Refused { .. } => RequestError::Refused(fault),
        Fault::Broken { .. } => RequestError::Files(fault),
    }
}

/// Rejects options that leave no record, if a record is requested.
fn refuse_unrecorded(values: &Values, resources: &Resources) -> Result<(), RequestError> {
    let Resources { threads, scratch, checkpoint, split, record } = resources;
    if !record {
        return Ok(());
    }
    let StrategyChoice(strategy) = values.get(&STRATEGY);
    let (given, instead) = if values.get(&OPTIMAL) {
        (
            "the search for a shortest plan",
            "leave out `optimal`, or let `patience certify --plain rows` prove the shortest plan",
        )
    } else if strategy != Strategy::Restarts {
        ("this strategy", "leave out `strategy`")
    } else if *threads > 1 {
        ("a search on several threads", "leave out `threads`")
    } else if scratch.is_some() || checkpoint.is_some() {
        ("a search stored on disk", "leave out `scratch` and `checkpoint`")
    } else if split.is_some() {
        ("a search of several processes", "leave out `split`")
    } else {
        return Ok(());
    };
    Err(RequestError::BadOption(format!(
        "{given} leaves no record for a certificate, which only restarts on one thread do \
         (docs/certificates/costs.md has the reason): {instead}"
    )))
}

/// The first given parameter that only Masten's searches read.
fn given_to_masten(values: &Values) -> Option<&'static str> {
    let flag = OF_MASTEN.iter().find(|flag| values.get(flag)).map(Parameter::name);
    flag.or((values.get(&SEARCHES) != SEARCHES.default).then_some(SEARCHES.name()))
        .or((values.get(&TWO_MOVES) != TWO_MOVES.default).then_some(TWO_MOVES.name()))
}

/// Rejects options that the requested search would ignore. The policy `hand` is accepted, since it
/// is the default.
fn refuse_unused(values: &Values, board: &Board) -> Result<(), RequestError> {
    let StrategyChoice(strategy) = values.get(&STRATEGY);
    let is_default = strategy == Strategy::default();
    let learned = values.get(&POLICY) == Order::Learned;
    let refused = |what: String| Err(RequestError::BadOption(what));
    if values.get(&OPTIMAL) {
        let given = [
            ("strategy", !is_default),
            ("policy", learned),
            ("shorten", values.get(&SHORTEN).is_some()),
            ("rounds", values.get(&ROUNDS) > 0),
            ("explain", values.get(&EXPLAIN)),
        ];
        let given = given.iter().find(|(_, given)| *given).map(|(name, _)| *name);
        if let Some(name) = given.or(given_to_masten(values)) {
            return refused(format!(
                "the search for a shortest plan does not use `{name}`: leave out either it or \
                 `optimal`"
            ));
        }
    } else if let (Some(flag), true) = (given_to_masten(values), strategy != Strategy::Masten) {
        let name = strategy.name();
        return refused(format!("the strategy `{name}` does not use `{flag}`: only `masten` does"));
    } else if values.get(&CHAIN_MOVES) && board.rules() != Rules::Standard {
        let what = "Masten's second search, which chains moves, needs standard rules";
        return refused(what.to_owned());
    } else if !is_default && learned {
        let name = strategy.name();
        return refused(format!(
            "the strategy `{name}` does not use `policy`: only `restarts` does"
        ));
    }
    Ok(())
}

/// Processes that share a deal communicate only through their folder; each has one thread.
fn refuse_beside_split(resources: &Resources) -> Result<(), RequestError> {
    let given = [
        ("checkpoint", resources.checkpoint.is_some()),
        ("scratch", resources.scratch.is_some()),
        ("threads", resources.threads > 1),
    ];
    match given.iter().find(|(_, given)| resources.split.is_some() && *given) {
        Some((name, _)) => {
            Err(RequestError::BadOption(format!("`split` cannot be combined with `{name}`")))
        }
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

/// Runs a solver with its services, and adds its counters to the run, even while it works.
fn ask(
    game: &Gaps,
    board: &Board,
    resources: &Resources,
    run: &mut Run<'_, Gaps>,
    question: impl FnOnce(Solver<'_>) -> Result<Answer, Fault>,
) -> Result<Answer, RequestError> {
    let (environment, limits) = (run.environment(), run.limits().clone());
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

/// Returns the counts since `before`; peaks stay as they are now.
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
