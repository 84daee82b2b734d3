//! Features of states, and networks over them as heuristics.

use patience_core::{Claims, Estimate, Game, Heuristic, Part, Value};

use crate::model::{MAX_FEATURES, Model};

/// Inputs of a model for a state: a few numbers per state, which should cost little more than
/// expanding it.
///
/// ```
/// use patience_games::cohesion::read;
/// use patience_core::Game;
/// use patience_learn::features::Features;
/// use patience_learn::games::cohesion::CohesionFeatures;
///
/// let level = read("R.R")?;
/// let names = Features::names(&CohesionFeatures);
/// let mut row = vec![0.0; names.len()];
/// CohesionFeatures.compute(&level, &level.start(), &mut row);
/// assert!(row.iter().any(|feature| *feature != 0.0));
/// # Ok::<(), patience_core::InputError>(())
/// ```
pub trait Features<G: Game> {
    /// The feature names, at most [`MAX_FEATURES`]. A model file lists them, and is rejected if
    /// they differ.
    fn names(&self) -> &'static [&'static str];

    /// Writes the features of a state of `game`, the instance for which `self` was made, in the
    /// order of the names.
    fn compute(&self, game: &G, state: &G::State, out: &mut [f32]);
}

/// Returns inputs and output of a model, for people.
pub(crate) fn parts(names: &'static [&'static str], features: &[f32], output: f32) -> Vec<Part> {
    let features =
        names.iter().zip(features).map(|(name, value)| Part::real(*name, f64::from(*value)));
    features.chain([Part::real("output of the model", f64::from(output))]).collect()
}

/// A model over features as a heuristic. It has no guarantees: it may over- and underestimate, but
/// never reports a dead end, so a proof found with it is still a proof.
///
/// ```
/// use patience_core::{Claims, Game, Heuristic};
/// use patience_games::cohesion::read;
/// use patience_learn::features::Learned;
/// use patience_learn::games::COURSES;
/// use patience_learn::games::cohesion::CohesionFeatures;
///
/// let course = COURSES.iter().find(|course| course.game() == "cohesion").expect("it is one");
/// let learned = Learned::new(CohesionFeatures, course.model().expect("it was trained"));
/// let level = read("R.R")?;
/// assert_eq!(learned.claims(), Claims::SOUND);
/// assert!(learned.value(&level, &level.start()).is_some());
/// # Ok::<(), patience_core::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Learned<'m, F> {
    features: F,
    width: usize,
    model: &'m Model,
}

impl<'m, F> Learned<'m, F> {
    /// A heuristic from features and a model trained on them.
    ///
    /// # Panics
    /// If the model was trained on other features.
    pub fn new<G: Game>(features: F, model: &'m Model) -> Self
    where
        F: Features<G>,
    {
        assert!(
            features.names().iter().eq(&model.features),
            "the model was trained on these features"
        );
        Learned { width: features.names().len(), features, model }
    }
}

impl<G: Game, F: Features<G>> Heuristic<G> for Learned<'_, F> {
    fn claims(&self) -> Claims {
        Claims::SOUND
    }

    fn estimate(&self, game: &G, state: &G::State) -> Estimate {
        self.value(game, state).into()
    }

    #[inline]
    fn value(&self, game: &G, state: &G::State) -> Option<Value> {
        let mut row = [0.0; MAX_FEATURES];
        let row = &mut row[..self.width];
        self.features.compute(game, state, row);
        Some(self.model.value(self.model.network.output(row)))
    }

    fn parts(&self, game: &G, state: &G::State) -> Vec<Part> {
        let mut row = vec![0.0; self.width];
        self.features.compute(game, state, &mut row);
        parts(self.features.names(), &row, self.model.network.output(&row))
    }
}
