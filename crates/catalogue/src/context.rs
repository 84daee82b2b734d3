//! Host capabilities for a solve, provided by the calling program: clock, meter, threads, files,
//! and a watcher.

use std::path::PathBuf;

use patience_core::{Counters, Declaration, Environment, Kind};

/// An event that a running solve reports to a [`Watcher`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Notice {
    /// A state is being expanded.
    Expanded {
        /// Its cost from the start.
        g: u32,
        /// The heuristic's estimate, if computed.
        h: Option<u32>,
        /// Open states.
        open: u64,
        /// Stored states.
        closed: u64,
    },
    /// An iteration with a new bound started.
    Iteration {
        /// The bound.
        bound: u32,
    },
    /// The search is running; the counters show its progress.
    Working,
    /// A part of a divided work is done.
    Part {
        /// Number of parts done.
        done: u32,
        /// Total number of parts.
        total: u32,
    },
    /// A better plan was found.
    Incumbent {
        /// Its cost.
        cost: u32,
    },
    /// A simulation of a Monte Carlo tree search has ended.
    Simulated {
        /// Number of moves already fixed before it.
        settled: usize,
        /// Number of its own moves that lead to a node of the tree.
        in_tree: usize,
        /// Whether it won.
        won: bool,
    },
}

/// Watches a solve from outside. It runs on the searching thread and must return at once.
///
/// ```
/// use patience_catalogue::{Context, Notice, Request, Watcher, open};
/// use patience_core::Counters;
///
/// /// Counts the expansions that are reported.
/// struct Count(u32);
///
/// impl Watcher for Count {
///     fn notice(&mut self, notice: Notice, _: &Counters, _: &dyn Fn() -> Option<String>) {
///         self.0 += u32::from(matches!(notice, Notice::Expanded { .. }));
///     }
///     fn every(&self) -> u64 {
///         1
///     }
/// }
///
/// let mut count = Count(0);
/// let mut context = Context { watcher: Some(&mut count), ..Context::unwatched() };
/// let report = open("tiles:level/iartistas-04")?.solve(&Request::new("bfs"), &mut context)?;
/// assert_eq!(u64::from(count.0), report.expanded);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Watcher: Send {
    /// Receives one notice out of [`every`](Watcher::every). `text`, if called, returns the board
    /// of the expanded state, or all moves of a simulation from the start.
    fn notice(&mut self, notice: Notice, counters: &Counters, text: &dyn Fn() -> Option<String>);

    /// Number of expansions per notice. Other notices are always sent.
    fn every(&self) -> u64 {
        1024
    }
}

/// The threads and files that a solve may use. Only the program that runs the solve grants them: a
/// [`Request`](crate::Request), which may come from a page or a file, cannot contain them.
///
/// ```
/// use patience_catalogue::{Context, Request, Resources, Verdict, open};
///
/// let resources = Resources { threads: 2, ..Resources::default() };
/// let mut context = Context { resources, ..Context::unwatched() };
/// let report = open("gaps:random/3x4/1")?.solve(&Request::default(), &mut context)?;
/// assert_ne!(report.verdict, Verdict::Unknown);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Threads, 1 or more.
    pub threads: usize,
    /// A folder for positions that do not fit into memory.
    pub scratch: Option<PathBuf>,
    /// The file that stores the state of the search, so that an interrupted solve can be resumed.
    pub checkpoint: Option<PathBuf>,
    /// A folder through which several processes decide one instance together.
    pub split: Option<PathBuf>,
    /// Whether an unsolvable instance should leave a record, from which
    /// [`Instance::certificate_of`](crate::Instance::certificate_of) makes a certificate. Generic
    /// searches list the states that they expand, and then those that they skipped. The restarts of
    /// the exact Gaps solver write a tree, on one thread and without files: other options are
    /// rejected. The exact solver of Birds of a Feather lists its closed set once it has found the
    /// deal lost.
    pub record: bool,
}

/// The threads that a solve may use.
pub const THREADS: Declaration = Declaration {
    name: "threads",
    kind: Kind::Threads,
    unit: "threads",
    help: "Threads that one solve may use",
};
/// See [`Resources::scratch`].
pub const SCRATCH: Declaration = Declaration {
    name: "scratch",
    kind: Kind::Path,
    unit: "",
    help: "Folder for positions that do not fit into --memory; by default the search stops there",
};
/// See [`Resources::checkpoint`].
pub const CHECKPOINT: Declaration = Declaration {
    name: "checkpoint",
    kind: Kind::Path,
    unit: "",
    help: "File that saves the progress on a single deal; rerun with the same file to resume",
};
/// See [`Resources::split`].
pub const SPLIT: Declaration = Declaration {
    name: "split",
    kind: Kind::Path,
    unit: "",
    help: "A folder through which several processes decide one deal together: run the same \
           command in \
           each, and again after an interruption",
};

/// The model of a heuristic, as a file: see [`Request::model`](crate::Request::model).
pub const MODEL: Declaration = Declaration {
    name: "model",
    kind: Kind::Path,
    unit: "",
    help: "Model file for the learned heuristics, as written by `patience learn train` (default: \
           built-in)",
};

impl Default for Resources {
    /// One thread and no file.
    fn default() -> Self {
        Resources { threads: 1, scratch: None, checkpoint: None, split: None, record: false }
    }
}

/// Capabilities that the calling program gives to a solve.
///
/// ```
/// use patience_catalogue::{Context, Request, Resources, open};
///
/// let deal = open("birds:neller/42")?;
/// let mut context = Context {
///     resources: Resources { threads: 2, ..Resources::default() },
///     ..Context::unwatched()
/// };
/// assert_eq!(deal.solve(&Request::default(), &mut context)?.length, Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Context<'a> {
    /// Clock, meter and cancel flag.
    pub environment: Environment<'a>,
    /// Who watches.
    pub watcher: Option<&'a mut dyn Watcher>,
    /// Threads and files.
    pub resources: Resources,
}

impl<'a> Context<'a> {
    /// A context with one thread, no files and no watcher.
    pub fn new(environment: Environment<'a>) -> Self {
        Context { environment, watcher: None, resources: Resources::default() }
    }
}

impl Context<'static> {
    /// No clock, no meter, no watcher: limits on time and memory are rejected.
    pub fn unwatched() -> Self {
        Context::new(Environment::none())
    }
}
