//! Training and evaluation tasks, with their types erased.

use std::time::Duration;

use patience_core::{Budget, Domain, Environment, Limits, Run, Stop, Verdict};
use patience_search::best_first::{Variant, search};

use super::learner::{Built, Learner, TRAINING_SEEDS, takes};
use super::ranking;
use crate::model::{Model, ModelError};
use crate::states::States;

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
    /// Returns the purpose of the model: a game's name, `gaps-policy` or `gaps-moves`.
    fn game(&self) -> &'static str;

    /// Returns the built-in model; `None` before its first training.
    fn model(&self) -> Option<&'static Model>;

    /// Checks that a model is for this task.
    ///
    /// # Errors
    /// It is for another game, or was trained on other features.
    fn takes(&self, model: &Model) -> Result<(), ModelError>;

    /// Describes the training, in words and numbers; a model file contains this text.
    fn recipe(&self) -> String;

    /// Names the baselines.
    fn hand_made(&self) -> Vec<&'static str>;

    /// Trains the model from self-generated data; `say` receives progress messages. The same seed
    /// gives the same model.
    ///
    /// # Errors
    /// [`Stop::Cancelled`]: the environment's flag was set. No other limit is used.
    fn train(
        &self,
        seed: u64,
        environment: Environment<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Model, Stop>;

    /// Trains the model by ranking: starts with [`train`](Course::train), searches with the model,
    /// and learns from each search which of its open states should have come first. `None` if not
    /// supported.
    ///
    /// # Errors
    /// As [`train`](Course::train).
    fn train_by_ranking(
        &self,
        _seed: u64,
        _environment: Environment<'_>,
        _say: &mut dyn FnMut(&str),
    ) -> Result<Option<Model>, Stop> {
        Ok(None)
    }

    /// The states that it learns from, labelled for external training; `None` if it learns from
    /// other data.
    fn states(&self) -> Option<&dyn States> {
        None
    }

    /// Solves `count` instances of each suite with the model and with the named hand-made
    /// heuristics, or all of them if none is named. `clock` returns the time since any moment.
    fn evaluate(
        &self,
        model: &'static Model,
        count: usize,
        against: &[String],
        clock: &dyn Fn() -> Duration,
        say: &mut dyn FnMut(&str),
    ) -> Vec<Trial>;
}

/// One heuristic on one suite of a [`Course`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Trial {
    /// The suite, with its algorithm.
    pub suite: String,
    /// The heuristic.
    pub heuristic: &'static str,
    /// Whether it is the learned heuristic.
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
    /// Number of moves of the plan; 0 if there is none.
    pub length: usize,
    /// Expansions until the plan, or until the limit.
    pub expanded: u64,
    /// The minimum time of the solves, including building tables.
    pub seconds: f64,
    /// Number of solves: three, or one if it took a long time.
    pub tries: u32,
}

impl Solved {
    /// The result of a single solve.
    pub(super) fn once<M>(verdict: &Verdict<M>, expanded: u64, seconds: f64) -> Self {
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

    fn train(
        &self,
        seed: u64,
        environment: Environment<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Model, Stop> {
        let network = (self.train)(seed, environment, say)?;
        Ok(Model::new(self.game(), self.recipe(), seed, self.features, self.per_move, network))
    }

    fn train_by_ranking(
        &self,
        seed: u64,
        environment: Environment<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Option<Model>, Stop> {
        let train = |hidden| ranking::train(self, hidden, seed, environment, say);
        self.ranking.map(train).transpose()
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
            let games: Vec<D::Game> = (1..TRAINING_SEEDS)
                .filter_map(|seed| (suite.instance)(seed, &mut Budget::unlimited()))
                .take(count)
                .collect();
            let mut trial = |heuristic, learned, build: &dyn Fn(&D::Game) -> Built<D::Game>| {
                say(&format!("{}: {heuristic}", suite.name));
                let attempt = |game: &D::Game| {
                    let mut best: Option<Solved> = None;
                    // A single measurement suffices for long solves.
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

/// The logarithms of the ratios of one heuristic's effort to another's, by instance.
///
/// ```
/// use patience_learn::games::{COURSES, log_ratios};
/// use std::time::Duration;
///
/// let (tiles, none) = (COURSES[3], Vec::new());
/// let trials = tiles.evaluate(
///     tiles.model().expect("it was trained"),
///     2,
///     &none,
///     &|| Duration::ZERO,
///     &mut |_| {},
/// );
/// let same =
///     log_ratios(&trials[0].results, &trials[0].results, |solved| solved.expanded as f64);
/// assert!(same.iter().all(|ratio| *ratio == 0.0));
/// ```
pub fn log_ratios(of: &[Solved], to: &[Solved], measure: impl Fn(&Solved) -> f64) -> Vec<f64> {
    of.iter().zip(to).map(|(a, b)| libm::log(measure(a).max(1e-9) / measure(b).max(1e-9))).collect()
}
