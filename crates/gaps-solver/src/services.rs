//! Host capabilities of the solver.

use patience_core::Environment;
pub use patience_core::{OneThread, Workers};

use crate::counters::Counters;
use crate::disk::Scratch;
use crate::memory::Checkpoint;

/// Services of a [`Solver`](crate::Solver).
///
/// ```
/// use patience_gaps::{Board, Counters, Services, Solver};
///
/// let mut reports = 0;
/// let mut progress = |_: &Counters| reports += 1;
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let services = Services { progress: Some(&mut progress), ..Services::none() };
/// Solver::new(&board).services(services).solve();
/// assert!(reports > 0);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
pub struct Services<'a> {
    /// Clock, memory meter (unused: the solver knows what it allocates) and cancel flag.
    pub environment: Environment<'a>,
    /// The threads that work on a deal.
    pub workers: &'a dyn Workers,
    /// Called every few milliseconds with the counters so far.
    pub progress: Option<&'a mut dyn FnMut(&Counters)>,
    /// Called with the number of decided parts and of all parts, if processes decide a deal
    /// together.
    pub parts: Option<&'a dyn Fn(u32, u32)>,
    /// Called with a problem that does not end the run: a checkpoint that could not be saved.
    pub warn: &'a dyn Fn(&str),
}

impl Default for Services<'_> {
    /// The system's clock, starting now, and one thread; without the feature `std`,
    /// [`none`](Services::none).
    fn default() -> Self {
        #[cfg(feature = "std")]
        return Services::new(Environment::std());
        #[cfg(not(feature = "std"))]
        Services::none()
    }
}

impl<'a> Services<'a> {
    /// No clock and one thread: for tests, and runs limited by expansions.
    pub fn none() -> Self {
        Services::new(Environment::none())
    }

    /// Only a clock and a cancel flag.
    pub fn new(environment: Environment<'a>) -> Self {
        Services { environment, workers: &OneThread, progress: None, parts: None, warn: &|_| {} }
    }

    /// These services, lent for one run.
    pub(crate) fn lend(&mut self) -> Services<'_> {
        Services {
            environment: self.environment,
            workers: self.workers,
            progress: self.progress.as_mut().map(|progress| &mut **progress as _),
            parts: self.parts,
            warn: self.warn,
        }
    }
}

/// Files that a [`Solver`](crate::Solver) may use. `docs/gaps-solver.md` describes what it writes
/// there.
#[derive(Default)]
pub struct Files<'a> {
    /// Space for layers that do not fit into memory.
    pub scratch: Option<&'a mut dyn Scratch>,
    /// Storage for proved facts.
    pub checkpoint: Option<&'a mut dyn Checkpoint>,
}

impl Files<'_> {
    /// These files, lent for one run.
    pub(crate) fn lend(&mut self) -> Files<'_> {
        Files {
            scratch: self.scratch.as_mut().map(|scratch| &mut **scratch as _),
            checkpoint: self.checkpoint.as_mut().map(|checkpoint| &mut **checkpoint as _),
        }
    }
}
