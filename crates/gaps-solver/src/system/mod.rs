//! Threads and files of the system, for scratch space, checkpoints and parts. Behind the feature
//! `std`, which WebAssembly builds omit.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "for users of the library; the solver itself receives these as services"
)]

mod checkpoint;
mod directory;
mod files;
mod parts;

use crate::services::Workers;

pub use checkpoint::FileCheckpoint;
pub use directory::Directory;
pub use parts::PartsFolder;

/// A fixed number of threads.
///
/// ```
/// use patience_core::Verdict;
/// use patience_gaps::{Board, Services, Solver, Threads};
///
/// let board: Board = "3C -- 2C 4C".parse()?;
/// let services = Services { workers: &Threads(2), ..Services::none() };
/// assert_eq!(Solver::new(&board).services(services).solve().verdict, Verdict::Unsolvable);
/// # Ok::<(), patience_gaps::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Threads(pub usize);

impl Workers for Threads {
    fn threads(&self) -> usize {
        self.0
    }

    fn run<'scope>(
        &self,
        helpers: Vec<Box<dyn FnOnce() + Send + 'scope>>,
        main: Box<dyn FnOnce() + 'scope>,
    ) {
        std::thread::scope(|scope| {
            for helper in helpers {
                scope.spawn(helper);
            }
            main();
        });
    }
}
