//! Threads that the caller provides.

/// The threads of a run. Searches do not start threads themselves. The feature `std` provides those
/// of the system (`Threads`).
pub trait Workers {
    /// The number of threads that work together, including the calling one. With more than one
    /// thread, the counters of the solver for Gaps differ from run to run.
    fn threads(&self) -> usize;

    /// Runs `main` on this thread and all `helpers`, concurrently if possible; returns when all
    /// have ended.
    fn run<'scope>(
        &self,
        helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>,
        main: Box<dyn FnOnce() + 'scope>,
    );
}

/// Only the calling thread.
///
/// ```
/// use patience_core::{OneThread, Workers};
///
/// let mut done = false;
/// OneThread.run(Vec::new(), Box::new(|| done = true));
/// assert!(done && OneThread.threads() == 1);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OneThread;

impl Workers for OneThread {
    fn threads(&self) -> usize {
        1
    }

    fn run<'scope>(
        &self,
        helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>,
        main: Box<dyn FnOnce() + 'scope>,
    ) {
        main();
        helpers.into_iter().for_each(|helper| helper());
    }
}
