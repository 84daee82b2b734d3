//! Labelled states for external training, as written by `patience learn data`.

pub(crate) mod drawing;
pub(crate) mod sampling;

use patience_core::{Environment, Limits, OpenError};

pub use sampling::{Proved, Sampling};

/// A labelled state, of [`Examples`].
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The state in the canonical notation.
    pub board: String,
    /// The inputs of the game's learned heuristic, in the order of [`States::features`].
    pub features: Vec<f32>,
    /// The label.
    pub proved: Proved,
}

/// The labelled states of an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Examples {
    /// The starting board of the instance.
    pub start: String,
    /// The states.
    pub examples: Vec<Example>,
    /// Number of drawn states omitted because no search decided them within its limits.
    pub undecided: usize,
}

/// Draws and labels states of a game's instances, for
/// [`Course::states`](crate::games::Course::states).
///
/// ```
/// use patience_core::{Environment, Limits};
/// use patience_learn::games::COURSES;
/// use patience_learn::states::{Proved, Sampling};
///
/// let birds = COURSES.iter().find(|course| course.game() == "birds").expect("it is one");
/// let states = birds.states().expect("they are positions");
/// let sampling = Sampling { positions: 10, states: 1000, expansions: 1000, seed: 1 };
/// let drawn = states.examples("neller/42", &sampling, &Limits::default(), Environment::none())?;
/// assert_eq!(drawn.examples.len(), 10);
/// assert_eq!(drawn.examples[0].features.len(), states.features().len());
/// assert!(drawn.examples.iter().any(|example| example.proved == Proved::Lost));
/// # Ok::<(), patience_core::OpenError>(())
/// ```
pub trait States: Sync {
    /// The default family of instances: a path without the number at its end.
    fn source(&self) -> &'static str;

    /// The names of the features.
    fn features(&self) -> &'static [&'static str];

    /// Draws states of the instance with a path and labels them. Every label is proved. The same
    /// sampling gives the same examples.
    ///
    /// States that the learned heuristic detects as dead ends without its model are omitted, since
    /// the model is never used there.
    ///
    /// # Errors
    /// There is no such instance, or a limit or the cancel flag stopped the work.
    fn examples(
        &self,
        path: &str,
        sampling: &Sampling,
        limits: &Limits,
        environment: Environment<'_>,
    ) -> Result<Examples, OpenError>;
}
