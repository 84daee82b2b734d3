//! A game's learner: its features, its training, and its evaluation.

use patience_core::{
    Budget, Domain, Environment, Game, Heuristic, Limits, OpenError, Random, Stop,
};

use crate::birds::classifiers::PURPOSE;
use crate::features::Features;
use crate::model::{Model, ModelError};
use crate::models::Network;
use crate::states::drawing::{Drawing, Drawn};
use crate::{LearnedHeuristic, ModelFile};

/// Instances with seeds from here onward are for training, those below for evaluation.
pub const TRAINING_SEEDS: u64 = 1_000_000;

/// Instances on which heuristics are compared, by greedy best-first search, of a
/// [`Course`](super::Course).
pub struct Suite<G> {
    /// Name of the instances.
    pub name: &'static str,
    /// Maximum expansions per instance.
    pub expansions: u64,
    /// The instance with a seed, if there is one within the budget.
    pub instance: fn(u64, &mut Budget<'_>) -> Option<G>,
}

/// The instances with seeds from `first` onward that `make` has; a last error if the work is
/// cancelled.
pub(super) fn instances<'a, T: 'a>(
    first: u64,
    environment: Environment<'a>,
    make: impl Fn(u64, &mut Budget<'_>) -> Option<T> + 'a,
) -> impl Iterator<Item = Result<T, Stop>> + 'a {
    (first..).filter_map(move |seed| {
        let mut budget = Budget::new(Limits::default(), environment);
        let made = make(seed, &mut budget);
        // If it is cancelled in the meantime, the search is incomplete.
        budget.poll().map_or_else(|stop| Some(Err(stop)), |()| made.map(Ok))
    })
}

/// A heuristic built for an instance.
pub(super) type Built<G> = Box<dyn Heuristic<G> + Send + Sync>;

/// Trains a network from a seed, with progress messages, until it is cancelled, for a
/// [`Course`](super::Course).
pub type Train = fn(u64, Environment<'_>, &mut dyn FnMut(&str)) -> Result<Network, Stop>;

/// The learning task of a game: a [`Course`](super::Course).
pub struct Learner<D: Domain> {
    /// The game.
    pub domain: &'static D,
    /// The built-in model.
    pub model: fn() -> Option<&'static Model>,
    /// The names of the network's inputs.
    pub features: &'static [&'static str],
    /// Factor that converts the network's output into an ordering value.
    pub per_move: f32,
    /// A description of the training.
    pub recipe: fn() -> String,
    /// Trains from a seed, with progress messages.
    pub train: Train,
    /// Number of hidden units if it is trained by ranking, 0 for a weighted sum; otherwise `None`.
    pub ranking: Option<usize>,
    /// The features for an instance.
    pub see: See<D::Game>,
    /// Default source of labelled states: a path without the number at its end.
    pub source: &'static str,
    /// Opens the instance with a path, under the learned rules.
    pub open: Open<D::Game>,
    /// Draws and labels states of an instance.
    pub(crate) draw: Draw<D::Game>,
    /// The heuristic of a model for an instance.
    pub build: Build<D::Game>,
    /// Instances for evaluation.
    pub suites: &'static [Suite<D::Game>],
}

/// Builds the heuristic of a model for an instance, for a [`Course`](super::Course).
pub type Build<G> = for<'m> fn(&G, &'m Model) -> Box<dyn Heuristic<G> + Send + Sync + 'm>;

/// Builds the features for an instance, for a [`Course`](super::Course).
pub type See<G> = fn(&G) -> Box<dyn Features<G>>;

/// Opens the instance with a path, for a [`Course`](super::Course).
pub type Open<G> = fn(&str, &mut Budget<'_>) -> Result<G, OpenError>;

/// Draws and labels states of an instance, for a [`Course`](super::Course). The third argument
/// returns whether the learned heuristic uses its model on a state.
pub(crate) type Draw<G> = fn(
    &G,
    &Drawing<'_>,
    &dyn Fn(&<G as Game>::State) -> bool,
    &mut Random,
) -> Result<Drawn<<G as Game>::State>, Stop>;

/// Checks that a model has a purpose and its features.
pub(super) fn takes(
    purpose: &'static str,
    features: &[&str],
    model: &Model,
) -> Result<(), ModelError> {
    if model.game != purpose {
        return Err(ModelError::Game { found: model.game.clone(), expected: purpose });
    }
    if model.features != features {
        return Err(ModelError::Features(features.join(", ")));
    }
    Ok(())
}

/// The weights of a model that may have no hidden layer.
pub(super) fn linear(model: &Model) -> Result<&[f32], ModelError> {
    let fault =
        || ModelError::Network("expected one layer, since a policy is a weighted sum".to_owned());
    model.network.linear().ok_or_else(fault)
}

/// The heuristic `learned` of a game; empty before a model is trained.
pub(super) fn learned<D: Domain>(
    learner: &Learner<D>,
    summary: &'static str,
    takes: fn(&ModelFile) -> Result<(), ModelError>,
    build: fn(&D::Game, Option<&'static ModelFile>) -> Built<D::Game>,
) -> Vec<LearnedHeuristic<D::Game>> {
    let entry = || LearnedHeuristic { name: "learned", summary, takes, build };
    (learner.model)().map(|_| entry()).into_iter().collect()
}

impl<D: Domain> Learner<D> {
    /// Checks that a model file is for this task.
    pub(super) fn takes_file(&self, file: &ModelFile) -> Result<(), ModelError> {
        match file {
            ModelFile::Network(model) => takes(self.domain.name(), self.features, model),
            ModelFile::Classifiers(_) => {
                Err(ModelError::Game { found: PURPOSE.to_owned(), expected: self.domain.name() })
            }
        }
    }

    /// Builds the heuristic of a file's model, or of the built-in one.
    pub(super) fn build_file(
        &self,
        game: &D::Game,
        file: Option<&'static ModelFile>,
    ) -> Built<D::Game> {
        let model = match file {
            Some(ModelFile::Network(model)) => model,
            _ => (self.model)().expect("a heuristic is listed once it has a model"),
        };
        (self.build)(game, model)
    }
}

/// Returns the built-in model with this name, `None` before its first training. A test loads each.
pub(super) fn built_in(name: &str) -> Option<Model> {
    Some(
        Model::read(crate::built_in::built_in(name)?)
            .unwrap_or_else(|error| panic!("a built-in model is sound: {error}")),
    )
}
