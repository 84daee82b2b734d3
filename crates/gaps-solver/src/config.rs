//! How a deal is to be decided, and what the solver is given for it.

use patience_core::{Budget, Environment, Limits, NoMeter};

use crate::checkpoint::Checkpoint;
use crate::policy::Policy;
use crate::scratch::Scratch;
use crate::solution::Counters;

/// The search to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Restarts that remember, with hashed keys; when memory does not suffice and there is scratch space, goes on as
    /// `Sweep`.
    #[default]
    Restarts,
    /// Positions in the order of their measure, compared whole, from layers in the scratch space, or in memory where there
    /// is none.
    Sweep,
    /// Masten's three searches, as the baseline.
    Masten,
    /// Breadth-first search on plain boards, with exact keys and no reduction at all.
    Plain,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 4] = [Strategy::Restarts, Strategy::Sweep, Strategy::Masten, Strategy::Plain];

    /// The name used in commands and files; it never changes.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Restarts => "restarts",
            Strategy::Sweep => "sweep",
            Strategy::Masten => "masten",
            Strategy::Plain => "plain",
        }
    }
}

/// The reductions, each with its own switch. None changes a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reductions {
    /// Leave arrangements of locked cards open (contraction of classes, and late commitment).
    pub open_rows: bool,
    /// Cut positions whose delete relaxation is unsolvable.
    pub dead_ends: bool,
    /// Try persistent sets of up to this many units; 0 switches them off.
    pub persistent_sets: u32,
    /// Remember only positions with a choice.
    pub chains: bool,
}

impl Reductions {
    /// No reduction.
    pub const NONE: Self = Reductions { open_rows: false, dead_ends: false, persistent_sets: 0, chains: false };
}

impl Default for Reductions {
    fn default() -> Self {
        Reductions { open_rows: true, dead_ends: true, persistent_sets: 4, chains: true }
    }
}

/// How a deal is to be decided. The default is the best that is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The search.
    pub strategy: Strategy,
    /// What shrinks it.
    pub reductions: Reductions,
    /// Probability of starting again from the deal when a position was proved lost.
    pub restart: f64,
    /// Which steps are looked at first.
    pub policy: Policy,
    /// Seed of all random choices and of the position keys.
    pub seed: u64,
    /// Number of threads that work on the deal. With more than one, counts differ from run to run.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            strategy: Strategy::default(),
            reductions: Reductions::default(),
            restart: 0.003,
            policy: Policy::default(),
            seed: 1,
            threads: 1,
        }
    }
}

/// Runs helpers beside the calling thread. The library starts no threads of its own.
pub trait Workers {
    /// Runs all of `helpers`, at once if it can, and `main` on this thread; returns when all have.
    fn run<'scope>(&self, helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>, main: Box<dyn FnOnce() + 'scope>);
}

/// No threads: what `main` does not do, the helpers find done.
pub struct NoWorkers;

impl Workers for NoWorkers {
    fn run<'scope>(&self, _: Vec<Box<dyn FnOnce() + Send + 'scope>>, main: Box<dyn FnOnce() + 'scope>) {
        main();
    }
}

/// What the solver is given from outside.
pub struct Services<'a> {
    /// Clock, memory meter (unused: the solver knows what it allocates) and cancel flag.
    pub environment: Environment<'a>,
    /// Runs further threads.
    pub workers: &'a dyn Workers,
    /// Space for layers that do not fit into memory.
    pub scratch: Option<&'a mut dyn Scratch>,
    /// Where to keep what is known.
    pub checkpoint: Option<&'a mut dyn Checkpoint>,
    /// Called every few milliseconds with what was done so far.
    pub progress: Option<&'a mut dyn FnMut(&Counters)>,
    /// Called with what went wrong where the run goes on all the same: a checkpoint that could not be saved.
    pub warn: &'a dyn Fn(&str),
}

impl<'a> Services<'a> {
    /// No clock, one thread, no scratch space, no checkpoint: for tests, and runs limited by expansions.
    pub fn none() -> Self {
        Services::new(Environment::none())
    }

    /// Only a clock and a cancel flag.
    pub fn new(environment: Environment<'a>) -> Self {
        Services { environment, workers: &NoWorkers, scratch: None, checkpoint: None, progress: None, warn: &|_| {} }
    }

    /// The limits as a search polls them. Memory is what the search says it holds: the meter sees one thread only.
    pub(crate) fn budget(&self, limits: &Limits) -> Budget<'a> {
        Budget::new(limits.clone(), Environment { meter: &NoMeter, ..self.environment })
    }

    /// Tells the watcher what was done so far, every so many expansions.
    #[inline]
    pub(crate) fn tell(&mut self, counters: &Counters) {
        if counters.expanded.is_multiple_of(256)
            && let Some(progress) = &mut self.progress
        {
            progress(counters);
        }
    }
}
