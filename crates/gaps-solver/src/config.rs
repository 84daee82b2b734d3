//! How a deal is to be decided, and what the solver is given for it.

use patience_core::{Budget, Environment, Limits, NoMeter};

use crate::checkpoint::Checkpoint;
use crate::policy::Policy;
use crate::scratch::Scratch;
use crate::solution::Counters;

/// The search to use.
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, MemoryScratch, Services, Strategy, solve};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// for strategy in Strategy::ALL {
///     let mut scratch = MemoryScratch::default();
///     let sweeps = strategy == Strategy::Sweep;
///     let services = Services { scratch: if sweeps { Some(&mut scratch) } else { None }, ..Services::none() };
///     let config = Config { strategy, ..Config::default() };
///     let solution = solve(&board, &config, &Limits::default(), services)?;
///     assert_eq!(solution.verdict, Verdict::Unsolvable, "{}", strategy.name());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Restarts that remember, with hashed keys; when memory does not suffice and there is scratch
    /// space, goes on as `Sweep`.
    #[default]
    Restarts,
    /// Positions in the order of their measure, compared whole, from layers in the scratch space,
    /// or in memory where there is none.
    Sweep,
    /// Masten's three searches, as the baseline.
    Masten,
    /// Breadth-first search on plain boards, with exact keys and no reduction at all.
    Plain,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 4] =
        [Strategy::Restarts, Strategy::Sweep, Strategy::Masten, Strategy::Plain];

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
///
/// ```
/// use patience_core::{Limits, Verdict};
/// use patience_gaps::{Board, Config, Reductions, Services, solve};
///
/// // They change no verdict, only the work.
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let config = Config { reductions: Reductions::NONE, ..Config::default() };
/// let solution = solve(&board, &config, &Limits::default(), Services::none())?;
/// assert_eq!(solution.verdict, Verdict::Unsolvable);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reductions {
    /// Leave arrangements of locked cards open (contraction of classes, and late commitment).
    pub open_rows: bool,
    /// Cut positions whose delete relaxation is unsolvable.
    pub dead_ends: bool,
    /// Cut positions where some two things that a solved board needs can never be true together, as
    /// a relaxation of pairs tells. A sixth of the expansions and of the memory, for fifteen times
    /// the time; off by default.
    pub pairs: bool,
    /// Try persistent sets of up to this many units; 0 switches them off.
    pub persistent_sets: u32,
    /// Remember only positions with a choice.
    pub chains: bool,
    /// Leave out steps that a lost position tells to lead to lost positions as well (restarts
    /// only).
    pub sleep: bool,
    /// Keep what was proved lost lately in a cache, positions with a single step too, and look
    /// there for what is met, and for what the steps of a choice lead to (restarts only, and not in
    /// what becomes a certificate).
    pub cache: bool,
}

impl Reductions {
    /// No reduction.
    pub const NONE: Self = Reductions {
        open_rows: false,
        dead_ends: false,
        pairs: false,
        persistent_sets: 0,
        chains: false,
        sleep: false,
        cache: false,
    };

    /// The default: all that pay.
    pub const DEFAULT: Self = Reductions {
        open_rows: true,
        dead_ends: true,
        pairs: false,
        persistent_sets: 4,
        chains: true,
        sleep: true,
        cache: true,
    };
}

impl Default for Reductions {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How a deal is to be decided. The default is the best that is known.
///
/// ```
/// use patience_gaps::{Config, Strategy};
///
/// let config = Config { seed: 7, threads: 2, ..Config::default() };
/// assert_eq!(config.strategy, Strategy::Restarts);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The search.
    pub strategy: Strategy,
    /// What shrinks it.
    pub reductions: Reductions,
    /// Probability of starting again from the deal when a position was proved lost. After four
    /// million expansions it falls in inverse proportion to the expansions, but not in what becomes
    /// a certificate.
    pub restart: f64,
    /// Expansions of the first worker of [`Strategy::Restarts`] after which it tries the game with
    /// fixed Twos as well, once in a run and for its wins, with at most four times as many (or
    /// 1,000); `None`: never. Under standard rules with open rows, where there are 8 MiB of memory
    /// or more; not in what becomes a certificate, and not where processes decide a deal together.
    pub fixed_twos_after: Option<u64>,
    /// Which steps are looked at first.
    pub policy: Policy,
    /// Seed of all random choices and of the position keys.
    pub seed: u64,
    /// Masten's move chaining, in the second search of [`Strategy::Masten`] under standard rules:
    /// after a move the gap that it left is filled again, as long as one card alone can fill it. No
    /// verdict depends on it.
    pub chain_moves: bool,
    /// Number of threads that work on the deal. With more than one, counts differ from run to run.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            strategy: Strategy::default(),
            reductions: Reductions::default(),
            restart: 0.003,
            fixed_twos_after: Some(500_000),
            policy: Policy::default(),
            seed: 1,
            chain_moves: false,
            threads: 1,
        }
    }
}

/// Runs helpers beside the calling thread. The library starts no threads of its own.
///
/// ```
/// use patience_gaps::Workers;
///
/// /// Threads of the standard library.
/// struct Threads;
///
/// impl Workers for Threads {
///     fn run<'scope>(&self, helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>, main: Box<dyn FnOnce() + 'scope>) {
///         std::thread::scope(|scope| {
///             for helper in helpers {
///                 scope.spawn(helper);
///             }
///             main();
///         });
///     }
/// }
///
/// let counted = std::sync::atomic::AtomicU32::new(0);
/// let count = || {
///     counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
/// };
/// Threads.run(vec![Box::new(&count), Box::new(&count)], Box::new(&count));
/// assert_eq!(counted.into_inner(), 3);
/// ```
pub trait Workers {
    /// Runs all of `helpers`, at once if it can, and `main` on this thread; returns when all have.
    fn run<'scope>(
        &self,
        helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>,
        main: Box<dyn FnOnce() + 'scope>,
    );
}

/// No threads, as in [`Services::none`]: what `main` does not do, the helpers find done.
pub struct NoWorkers;

impl Workers for NoWorkers {
    fn run<'scope>(
        &self,
        _: Vec<Box<dyn FnOnce() + Send + 'scope>>,
        main: Box<dyn FnOnce() + 'scope>,
    ) {
        main();
    }
}

/// What the solver is given from outside.
///
/// ```
/// use patience_core::Limits;
/// use patience_gaps::{Board, Config, Counters, Services, solve};
///
/// let mut said = 0;
/// let mut progress = |_: &Counters| said += 1;
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let services = Services { progress: Some(&mut progress), ..Services::none() };
/// solve(&board, &Config::default(), &Limits::default(), services)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// Called with how many parts are decided, and of how many, where processes decide a deal
    /// together.
    pub parts: Option<&'a dyn Fn(u32, u32)>,
    /// Called with what went wrong where the run goes on all the same: a checkpoint that could not
    /// be saved.
    pub warn: &'a dyn Fn(&str),
}

impl<'a> Services<'a> {
    /// No clock, one thread, no scratch space, no checkpoint: for tests, and runs limited by
    /// expansions.
    pub fn none() -> Self {
        Services::new(Environment::none())
    }

    /// Only a clock and a cancel flag.
    pub fn new(environment: Environment<'a>) -> Self {
        Services {
            environment,
            workers: &NoWorkers,
            scratch: None,
            checkpoint: None,
            progress: None,
            parts: None,
            warn: &|_| {},
        }
    }

    /// The limits as a search polls them. Memory is what the search says it holds: the meter sees
    /// one thread only.
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
