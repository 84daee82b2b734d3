//! What is learned of each game: features, recipe, and the instances on which it must pay.

use std::time::Duration;

use patience_core::{
    Budget, Domain, Environment, Game, Heuristic, Limits, OpenError, Random, Run, Stop, Verdict,
};
use patience_search::best_first::{Variant, search};

use crate::birds::classifiers::PURPOSE;
use crate::features::Features;
use crate::model::{Model, ModelError};
use crate::models::Network;
use crate::states::{Drawing, Drawn, States};
use crate::{LearnedHeuristic, ModelFile};

pub mod birds;
pub mod cohesion;
pub mod gaps;
pub mod gaps_moves;
pub mod gaps_policy;
mod ranking;
pub mod tiles;

/// Instances with seeds from here on are for training, those below for evaluation.
pub const TRAINING_SEEDS: u64 = 1_000_000;

/// All that is learned: a heuristic for each game, and for Gaps a policy of moves, and one of the
/// conclusive solver's restarts. [`Course`] has an example.
pub static COURSES: &[&dyn Course] = &[
    &gaps::LEARNER,
    &birds::LEARNER,
    &cohesion::LEARNER,
    &tiles::LEARNER,
    &gaps_policy::RestartPolicy,
    &gaps_moves::MovePolicy,
];

/// Training and evaluation of one model, its types erased.
///
/// ```
/// use patience_learn::games::COURSES;
///
/// let names: Vec<&str> = COURSES.iter().map(|course| course.game()).collect();
/// assert_eq!(names, ["gaps", "birds", "cohesion", "tiles", "gaps-policy", "gaps-moves"]);
/// for course in COURSES {
///     let model = course.model().expect("it was trained");
///     assert!(course.takes(model).is_ok());
/// }
/// ```
pub trait Course: Sync {
    /// What the model is for: a game's name, `gaps-policy` or `gaps-moves`.
    fn game(&self) -> &'static str;

    /// The model that is built in; `None` before it was trained for the first time.
    fn model(&self) -> Option<&'static Model>;

    /// Whether a model is for this.
    ///
    /// # Errors
    /// It is for another game, or was trained on other features.
    fn takes(&self, model: &Model) -> Result<(), ModelError>;

    /// How the model is trained, in words and numbers: what a model file says, too.
    fn recipe(&self) -> String;

    /// What it is compared with.
    fn hand_made(&self) -> Vec<&'static str>;

    /// Trains the model from self-generated data; `say` is told how it goes. The same seed gives
    /// the same model.
    fn train(&self, seed: u64, say: &mut dyn FnMut(&str)) -> Model;

    /// Trains the model by ranking: begins with [`train`](Course::train), searches with the model,
    /// and learns from each search which of its open states should have come first. `None` where
    /// that is not offered.
    fn train_by_ranking(&self, _seed: u64, _say: &mut dyn FnMut(&str)) -> Option<Model> {
        None
    }

    /// The states that it learns from, labelled for learning elsewhere; `None` if it learns from
    /// something else.
    fn states(&self) -> Option<&dyn States> {
        None
    }

    /// Solves `count` instances of each suite with the model and with the hand-made heuristics
    /// named, or with all of them if none is. `clock` tells the time since any moment.
    fn evaluate(
        &self,
        model: &'static Model,
        count: usize,
        against: &[String],
        clock: &dyn Fn() -> Duration,
        say: &mut dyn FnMut(&str),
    ) -> Vec<Trial>;
}

/// Instances on which heuristics are compared, by greedy best-first search, of a [`Course`].
pub struct Suite<G> {
    /// What they are.
    pub name: &'static str,
    /// Expansions allowed to each.
    pub expansions: u64,
    /// The instance with a seed, if there is one.
    pub instance: fn(u64) -> Option<G>,
}

/// A heuristic built for an instance.
type Built<G> = Box<dyn Heuristic<G> + Send + Sync>;

/// Trains a network from a seed, telling how it goes, for a [`Course`].
pub type Train = fn(u64, &mut dyn FnMut(&str)) -> Network;

/// What is learned of a game: a [`Course`].
pub struct Learner<D: Domain> {
    /// The game.
    pub domain: &'static D,
    /// The model that is built in.
    pub model: fn() -> Option<&'static Model>,
    /// The names of the network's inputs.
    pub features: &'static [&'static str],
    /// What the network's output is multiplied by to become an ordering value.
    pub per_move: f32,
    /// How it is trained, in words and numbers.
    pub recipe: fn() -> String,
    /// Trains from a seed, telling how it goes.
    pub train: Train,
    /// Units of the hidden layer where it is trained by ranking, 0 for a weighted sum; `None` if it
    /// is not.
    pub ranking: Option<usize>,
    /// The features for an instance.
    pub see: See<D::Game>,
    /// Where labelled states are drawn from by default: a path without its last part, the number.
    pub source: &'static str,
    /// The instance with a path, under the rules that are learned.
    pub open: Open<D::Game>,
    /// Draws and labels states of an instance.
    pub(crate) draw: Draw<D::Game>,
    /// The heuristic of a model for an instance.
    pub build: Build<D::Game>,
    /// Where it is evaluated.
    pub suites: &'static [Suite<D::Game>],
}

/// Makes the heuristic of a model for an instance, for a [`Course`].
pub type Build<G> = for<'m> fn(&G, &'m Model) -> Box<dyn Heuristic<G> + Send + Sync + 'm>;

/// Makes the features for an instance, for a [`Course`].
pub type See<G> = fn(&G) -> Box<dyn Features<G>>;

/// Opens the instance with a path, for a [`Course`].
pub type Open<G> = fn(&str, &mut Budget<'_>) -> Result<G, OpenError>;

/// Draws and labels states of an instance, for a [`Course`]. The third argument says whether the
/// learned heuristic asks its model about a state.
pub(crate) type Draw<G> = fn(
    &G,
    &Drawing<'_>,
    &dyn Fn(&<G as Game>::State) -> bool,
    &mut Random,
) -> Result<Drawn<<G as Game>::State>, Stop>;

/// One heuristic on one suite of a [`Course`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trial {
    /// The suite, with its algorithm.
    pub suite: String,
    /// The heuristic.
    pub heuristic: &'static str,
    /// Whether it is the learned one.
    pub learned: bool,
    /// By instance.
    pub results: Vec<Solved>,
}

/// One solve of one instance of a [`Course`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solved {
    /// Whether a plan was found.
    pub solved: bool,
    /// Moves of the plan; 0 without one.
    pub length: usize,
    /// Expansions until then, or until the limit.
    pub expanded: u64,
    /// The least time of the solves, the making of tables included.
    pub seconds: f64,
    /// How often it was solved: three times, or once if that took long.
    pub tries: u32,
}

impl Solved {
    /// A solve that was made once.
    fn once<M>(verdict: &Verdict<M>, expanded: u64, seconds: f64) -> Self {
        let plan = verdict.plan();
        Solved {
            solved: plan.is_some(),
            length: plan.map_or(0, <[M]>::len),
            expanded,
            seconds,
            tries: 1,
        }
    }
}

impl<D: Domain> Course for Learner<D> {
    fn game(&self) -> &'static str {
        self.domain.name()
    }

    fn model(&self) -> Option<&'static Model> {
        (self.model)()
    }

    fn takes(&self, model: &Model) -> Result<(), ModelError> {
        takes(self.game(), self.features, model)
    }

    fn recipe(&self) -> String {
        (self.recipe)()
    }

    fn hand_made(&self) -> Vec<&'static str> {
        self.domain.heuristics().iter().map(|entry| entry.name).collect()
    }

    fn train(&self, seed: u64, say: &mut dyn FnMut(&str)) -> Model {
        Model::new(
            self.game(),
            self.recipe(),
            seed,
            self.features,
            self.per_move,
            (self.train)(seed, say),
        )
    }

    fn train_by_ranking(&self, seed: u64, say: &mut dyn FnMut(&str)) -> Option<Model> {
        self.ranking.map(|hidden| ranking::train(self, hidden, seed, say))
    }

    fn states(&self) -> Option<&dyn States> {
        Some(self)
    }

    fn evaluate(
        &self,
        model: &'static Model,
        count: usize,
        against: &[String],
        clock: &dyn Fn() -> Duration,
        say: &mut dyn FnMut(&str),
    ) -> Vec<Trial> {
        let mut trials = Vec::new();
        for suite in self.suites {
            let games: Vec<D::Game> =
                (1..TRAINING_SEEDS).filter_map(suite.instance).take(count).collect();
            let mut trial = |heuristic, learned, build: &dyn Fn(&D::Game) -> Built<D::Game>| {
                say(&format!("{}: {heuristic}", suite.name));
                let attempt = |game: &D::Game| {
                    let mut best: Option<Solved> = None;
                    // Long solves are measured well enough by one.
                    while best.is_none_or(|best| best.seconds < 0.01 && best.tries < 3) {
                        let before = clock();
                        let built = build(game);
                        let limits =
                            Limits { expansions: Some(suite.expansions), ..Limits::default() };
                        let mut run = Run::new(limits, Environment::none());
                        let outcome = search(game, &*built, &Variant::GREEDY, &mut run);
                        let seconds = (clock() - before).as_secs_f64();
                        let solved =
                            Solved::once(&outcome.verdict, run.counters().expanded, seconds);
                        best = Some(best.map_or(solved, |best| Solved {
                            seconds: best.seconds.min(seconds),
                            tries: best.tries + 1,
                            ..solved
                        }));
                    }
                    best.expect("it was solved once at least")
                };
                let results = games.iter().map(attempt).collect();
                trials.push(Trial {
                    suite: format!("{} with greedy", suite.name),
                    heuristic,
                    learned,
                    results,
                });
            };
            let wanted = |name: &str| against.is_empty() || against.iter().any(|it| it == name);
            for entry in self.domain.heuristics().into_iter().filter(|entry| wanted(entry.name)) {
                trial(entry.name, false, &|game| entry.build_default(game));
            }
            trial("learned", true, &|game| (self.build)(game, model));
        }
        trials
    }
}

/// Whether a model is for a purpose, and over its features.
fn takes(purpose: &'static str, features: &[&str], model: &Model) -> Result<(), ModelError> {
    if model.game != purpose {
        return Err(ModelError::Game { found: model.game.clone(), expected: purpose });
    }
    if model.features != features {
        return Err(ModelError::Features(features.join(", ")));
    }
    Ok(())
}

/// The weights of a model that may have no hidden layer.
fn linear(model: &Model) -> Result<&[f32], ModelError> {
    let fault = || ModelError::Network("expected one layer, for a policy is a sum".to_owned());
    model.network.linear().ok_or_else(fault)
}

/// The heuristic `learned` of a game: empty before a model was trained.
fn learned<D: Domain>(
    learner: &Learner<D>,
    summary: &'static str,
    takes: fn(&ModelFile) -> Result<(), ModelError>,
    build: fn(&D::Game, Option<&'static ModelFile>) -> Built<D::Game>,
) -> Vec<LearnedHeuristic<D::Game>> {
    let entry = || LearnedHeuristic { name: "learned", summary, takes, build };
    (learner.model)().map(|_| entry()).into_iter().collect()
}

impl<D: Domain> Learner<D> {
    /// Whether a model file is for this.
    fn takes_file(&self, file: &ModelFile) -> Result<(), ModelError> {
        match file {
            ModelFile::Network(model) => self.takes(model),
            ModelFile::Classifiers(_) => {
                Err(ModelError::Game { found: PURPOSE.to_owned(), expected: self.domain.name() })
            }
        }
    }

    /// The heuristic of a file's model, or of the one that is built in.
    fn build_file(&self, game: &D::Game, file: Option<&'static ModelFile>) -> Built<D::Game> {
        let model = match file {
            Some(ModelFile::Network(model)) => model,
            _ => (self.model)().expect("a heuristic is listed once it has a model"),
        };
        (self.build)(game, model)
    }
}

/// The model that is built in under a name, `None` before it was trained for the first time. A test
/// loads each.
fn built_in(name: &str) -> Option<Model> {
    Some(
        Model::read(crate::model_file::built_in(name)?)
            .unwrap_or_else(|error| panic!("a model that is built in is sound: {error}")),
    )
}

/// How much less one heuristic needs than another, instance by instance: the logarithms of the
/// ratios.
///
/// ```
/// use patience_learn::games::{COURSES, log_ratios};
/// use std::time::Duration;
///
/// let (tiles, none) = (COURSES[3], Vec::new());
/// let trials = tiles.evaluate(tiles.model().expect("it was trained"), 2, &none, &|| Duration::ZERO, &mut |_| {});
/// let same = log_ratios(&trials[0].results, &trials[0].results, |solved| solved.expanded as f64);
/// assert!(same.iter().all(|ratio| *ratio == 0.0));
/// ```
pub fn log_ratios(of: &[Solved], to: &[Solved], measure: impl Fn(&Solved) -> f64) -> Vec<f64> {
    of.iter().zip(to).map(|(a, b)| libm::log(measure(a).max(1e-9) / measure(b).max(1e-9))).collect()
}
