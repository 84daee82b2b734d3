//! Labelled states for external training, as written by `patience learn data`.

pub(crate) mod drawing;
pub(crate) mod sampling;

use patience_core::{Domain, Environment, Game, Limits, OpenError, Random, fnv1a};

use drawing::{Drawing, Drawn};
pub use sampling::{Proved, Sampling};

use crate::games::learner::Learner;
use crate::model::Model;
use crate::models::Network;

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

impl<D: Domain> States for Learner<D> {
    fn source(&self) -> &'static str {
        self.source
    }

    fn features(&self) -> &'static [&'static str] {
        self.features
    }

    fn examples(
        &self,
        path: &str,
        sampling: &Sampling,
        limits: &Limits,
        environment: Environment<'_>,
    ) -> Result<Examples, OpenError> {
        let drawing = Drawing { sampling, limits, environment };
        let game = (self.open)(path, &mut drawing.opening())?;
        let features = (self.see)(&game);
        let width = self.features.len();
        let network = Network::of_weights(&vec![0.0; width]);
        let blank = Model::new(self.domain.name(), String::new(), 0, self.features, 1.0, network);
        let heuristic = (self.build)(&game, &blank);
        let is_seen = |state: &<D::Game as Game>::State| heuristic.value(&game, state).is_some();
        let mut random = Random::new(fnv1a(format!("{} {path}", sampling.seed).as_bytes()));
        let Drawn { states, undecided } = (self.draw)(&game, &drawing, &is_seen, &mut random)?;
        let example = |(state, proved): (<D::Game as Game>::State, Proved)| {
            let mut row = vec![0.0; width];
            features.compute(&game, &state, &mut row);
            Example { board: self.domain.notation(&game, &state), features: row, proved }
        };
        Ok(Examples {
            start: self.domain.notation(&game, &game.start()),
            examples: states.into_iter().map(example).collect(),
            undecided,
        })
    }
}
