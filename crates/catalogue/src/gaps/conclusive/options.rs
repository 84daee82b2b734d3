//! The options of the exact solver, and their conflicts.

use std::time::Duration;

use patience_core::parameter::SEED;
use patience_core::{Choice, Declaration, Parameter, Values};
use patience_gaps::{Board, Config, MAX_ROUNDS, Masten, Policy, Rules, Strategy};
use patience_learn::games::gaps_policy;

use crate::context::{CHECKPOINT, Resources, SCRATCH, SPLIT, THREADS};
use crate::request_error::RequestError;

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
/// The flags that only Masten's searches read.
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
/// A question for the exact solver, with its resources.
pub(crate) struct Task<'a> {
    pub(crate) config: Config,
    pub(super) optimal: bool,
    pub(super) explain: bool,
    pub(super) shorten: Option<Duration>,
    pub(super) rounds: u32,
    pub(crate) resources: &'a Resources,
}

impl<'a> Task<'a> {
    pub(crate) fn new(values: &Values, seed: u64, resources: &'a Resources) -> Self {
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
}

/// Rejects options that contradict each other, or that the requested search would ignore.
pub(super) fn refuse(
    values: &Values,
    board: &Board,
    resources: &Resources,
) -> Result<(), RequestError> {
    refuse_unused(values, board)?;
    refuse_unrecorded(values, resources)?;
    refuse_beside_split(resources)?;
    let Resources { scratch, checkpoint, split, .. } = resources;
    if values.get(&OPTIMAL) && (scratch.is_some() || checkpoint.is_some() || split.is_some()) {
        let message = "the search for a shortest plan does not support checkpoints, scratch \
                       folders or splitting";
        return Err(RequestError::BadOption(message.to_owned()));
    }
    Ok(())
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
