//! The classifiers that guide the paper's searches: every kind of its Table 1, each for the numbers
//! of cards that the searches ask for, as a model file and as heuristics.

use std::sync::LazyLock;

use patience_core::{Claims, Estimate, Heuristic, Part, Random, Value};
use patience_games::birds::{BirdsGame, BirdsState};
use serde::{Deserialize, Serialize};

use super::deal::Deal;
use super::features::{COUNT, Counts, NAMES};
use crate::model::{self, FORMAT, ModelError};
use crate::model_file::built_in;
use crate::models::{
    AdaBoost, Adam, Classifier, CubicScore, Examples, Forest, Growth, Loss, NaiveBayes,
    NearestNeighbours, Network, Scaling, Table, Tree,
};
use crate::{LearnedHeuristic, ModelFile};

/// What the model files of these classifiers say that they are for.
pub(crate) const PURPOSE: &str = "birds-report";

/// The cards of the samples that each classifier is trained on: all, then those of the searches
/// that hand over to plain depth-first search.
pub(crate) const RANGES: [(u8, u8); 7] =
    [(0, 16), (8, 16), (16, 16), (15, 16), (13, 14), (11, 12), (9, 10)];

/// A kind of model of the paper's Table 1.
///
/// ```
/// use patience_learn::birds::classifiers::Kind;
///
/// let (name, kind) = Kind::ALL[0];
/// assert_eq!((name, kind), ("logistic-regression", Kind::LogisticRegression));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// Logistic regression on the polynomials of the features: what the paper's searches use.
    LogisticRegression,
    /// Three nearest neighbours.
    NearestNeighbours,
    /// One tree of depth 5.
    DecisionTree,
    /// Ten trees of depth 5.
    RandomForest,
    /// Fifty stumps.
    Adaboost,
    /// Gaussian naive Bayes.
    NaiveBayes,
    /// One hidden layer of 100 units.
    NeuralNetwork,
}

impl Kind {
    /// Every kind with its name, in the order of Table 1.
    pub const ALL: [(&'static str, Kind); 7] = [
        ("logistic-regression", Kind::LogisticRegression),
        ("nearest-neighbours", Kind::NearestNeighbours),
        ("decision-tree", Kind::DecisionTree),
        ("random-forest", Kind::RandomForest),
        ("adaboost", Kind::Adaboost),
        ("naive-bayes", Kind::NaiveBayes),
        ("neural-network", Kind::NeuralNetwork),
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        Kind::ALL.iter().find(|(_, kind)| *kind == self).expect("every kind is listed").0
    }
}

/// A trained classifier of the six features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Fitted {
    LogisticRegression(Box<CubicScore>),
    NearestNeighbours(NearestNeighbours),
    DecisionTree(Tree),
    RandomForest(Forest),
    Adaboost(AdaBoost),
    NaiveBayes(NaiveBayes),
    NeuralNetwork(Network),
}

/// How the trees of Table 1 grow: as in scikit-learn's comparison of classifiers, where the paper
/// names no settings.
fn growth(columns: usize) -> Growth {
    Growth { depth: 5, leaf: 1.0, columns }
}

/// How the networks are trained; `penalty` is one of the paper's.
pub(super) fn adam(penalty: f32) -> Adam {
    Adam { epochs: 10, batch: 64, rate: 0.001, penalty }
}

/// The samples of a table as a network takes them.
pub(super) fn examples(table: &Table) -> Examples {
    let mut examples = Examples { width: table.width(), ..Examples::default() };
    for (row, [no, yes]) in table.iter() {
        examples.rows.extend(row.iter().map(|value| *value as f32));
        examples.targets.push((yes / (no + yes)) as f32);
        examples.weights.push((no + yes) as f32);
    }
    examples
}

impl Fitted {
    /// Trains a kind on six raw features. Logistic regression, which is trained on polynomials, is
    /// not among these.
    pub fn fit(kind: Kind, train: &Table, random: &mut Random) -> Option<Fitted> {
        Some(match kind {
            Kind::LogisticRegression => return None,
            Kind::NearestNeighbours => Fitted::NearestNeighbours(NearestNeighbours::fit(train, 3)),
            Kind::DecisionTree => {
                Fitted::DecisionTree(Tree::fit(train, train.weights(), growth(COUNT), random))
            }
            Kind::RandomForest => Fitted::RandomForest(Forest::fit(train, 10, growth(1), random)),
            Kind::Adaboost => Fitted::Adaboost(AdaBoost::fit(train, 50)),
            Kind::NaiveBayes => Fitted::NaiveBayes(NaiveBayes::fit(train)),
            Kind::NeuralNetwork => {
                let scaling = Scaling::of(&[train]);
                let mut network = Network::new(COUNT, &[100], random);
                network.train(
                    &examples(&scaling.apply(train)),
                    Loss::Logistic,
                    adam(0.0001),
                    random,
                );
                let raw = scaling
                    .low
                    .iter()
                    .zip(&scaling.factor)
                    .map(|(low, factor)| (*low as f32, *factor as f32));
                network.take_raw(&raw.collect::<Vec<_>>());
                Fitted::NeuralNetwork(network)
            }
        })
    }

    /// The log-odds that a position with these features can be won, at most a thousand either way.
    #[inline]
    fn log_odds(&self, row: &[f64; COUNT]) -> f64 {
        let odds = match self {
            Fitted::LogisticRegression(score) => score.score(row),
            others => {
                let probability = others.probability(row);
                libm::log(probability / (1.0 - probability))
            }
        };
        odds.clamp(-1000.0, 1000.0)
    }

    fn is_sound(&self) -> bool {
        match self {
            Fitted::LogisticRegression(score) => score.is_sound(),
            Fitted::NearestNeighbours(model) => model.is_sound(COUNT),
            Fitted::DecisionTree(model) => model.is_sound(COUNT),
            Fitted::RandomForest(model) => model.is_sound(COUNT),
            Fitted::Adaboost(model) => model.is_sound(COUNT),
            Fitted::NaiveBayes(model) => model.is_sound(COUNT),
            Fitted::NeuralNetwork(model) => model.is_sound() && model.inputs() == COUNT,
        }
    }
}

impl Classifier for Fitted {
    fn probability(&self, row: &[f64]) -> f64 {
        match self {
            Fitted::LogisticRegression(score) => {
                let row = row.try_into().expect("a row has six features");
                1.0 / (1.0 + libm::exp(-score.score(row)))
            }
            Fitted::NearestNeighbours(model) => model.probability(row),
            Fitted::DecisionTree(model) => model.probability(row),
            Fitted::RandomForest(model) => model.probability(row),
            Fitted::Adaboost(model) => model.probability(row),
            Fitted::NaiveBayes(model) => model.probability(row),
            Fitted::NeuralNetwork(model) => model.probability(row),
        }
    }
}

/// Classifiers of one kind for all ranges of cards of the paper: what a model file of its searches
/// holds.
///
/// ```
/// use patience_learn::birds::classifiers::Classifiers;
///
/// let built_in = Classifiers::built_in().expect("they were trained");
/// assert_eq!(built_in.kind.name(), "logistic-regression");
/// assert!(Classifiers::read("{\"format\": 7}").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Classifiers {
    /// The version of the format.
    format: u32,
    /// [`PURPOSE`].
    game: String,
    /// How they were trained, for people.
    pub recipe: String,
    /// The seed of all that was random in their training.
    pub seed: u64,
    /// Their kind.
    pub kind: Kind,
    /// In the order of [`RANGES`].
    models: Vec<Fitted>,
    /// FNV-1a of everything above, as the JSON of this structure with an empty checksum.
    checksum: String,
}

impl Classifiers {
    /// Classifiers just trained, in the order of [`RANGES`].
    pub(super) fn new(kind: Kind, recipe: String, seed: u64, models: Vec<Fitted>) -> Classifiers {
        let game = PURPOSE.to_owned();
        let mut made = Classifiers {
            format: FORMAT,
            game,
            recipe,
            seed,
            kind,
            models,
            checksum: String::new(),
        };
        made.checksum = model::checksum(&made.write());
        made
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// It is no such file, of another version, damaged, or one of the classifiers is not sound.
    pub fn read(text: &str) -> Result<Classifiers, ModelError> {
        model::check_format(text)?;
        let read: Classifiers = serde_json::from_str(text)?;
        // Of the text: numbers are read to their last place but one, so that they need not be
        // written as they stood.
        let signed = format!("\"checksum\":\"{}\"", read.checksum);
        let found = model::checksum(&text.replacen(&signed, "\"checksum\":\"\"", 1));
        if found != read.checksum {
            return Err(ModelError::Checksum { expected: read.checksum, found });
        }
        if read.game != PURPOSE {
            return Err(ModelError::Game { found: read.game, expected: PURPOSE });
        }
        if read.models.len() != RANGES.len() || !read.models.iter().all(Fitted::is_sound) {
            let ranges = RANGES.map(|(low, high)| format!("{low}–{high}")).join(", ");
            return Err(ModelError::Classifiers(ranges));
        }
        Ok(read)
    }

    /// The file, one line, of classifiers that were trained. Reading may change the last place of a
    /// number, and the checksum is of the text: so what was read is kept as its text.
    pub fn write(&self) -> String {
        serde_json::to_string(self).expect("classifiers are plain data") + "\n"
    }

    /// The checksum, 16 hexadecimal digits.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// Those that are built in: logistic regression on the paper's 2,500 deals. `None` before they
    /// were trained.
    pub fn built_in() -> Option<&'static Classifiers> {
        static BUILT_IN: LazyLock<Option<Classifiers>> = LazyLock::new(|| {
            let read = Classifiers::read(built_in(PURPOSE)?);
            Some(read.unwrap_or_else(|error| panic!("a model that is built in is sound: {error}")))
        });
        BUILT_IN.as_ref()
    }
}

/// Orders positions by the probability that they can be won, as the paper's searches do: what they
/// call LR. The classifier is chosen by the cards of the position *before* the move, as in the
/// paper's program. It calls nothing a dead end.
struct ByProbability {
    deal: Deal,
    classifiers: &'static Classifiers,
    /// Indices of the classifiers that this search has, those of more cards first.
    used: &'static [usize],
}

impl ByProbability {
    /// The classifier for the children of positions of so many cards: the one whose cards are
    /// nearest.
    #[inline]
    fn classifier(&self, cards: u32) -> usize {
        let distance = |index: &&usize| {
            let (low, high) = RANGES[**index];
            u32::from(low).saturating_sub(cards) + cards.saturating_sub(high.into())
        };
        *self.used.iter().min_by_key(distance).expect("a search has a classifier")
    }
}

/// Log-odds of ±1,000 in millionths of what 31 bits hold.
const FINENESS: f64 = 1_000_000.0;

impl Heuristic<BirdsGame> for ByProbability {
    fn claims(&self) -> Claims {
        Claims::NONE
    }

    fn estimate(&self, game: &BirdsGame, state: &BirdsState) -> Estimate {
        self.value(game, state).into()
    }

    fn value(&self, _: &BirdsGame, state: &BirdsState) -> Option<Value> {
        let cost = state.stacks() - 1;
        if cost == 0 {
            return Some(Value { cost, ordering: 0 });
        }
        let row = Counts::of(&self.deal, state).features();
        let odds = self.classifiers.models[self.classifier(state.stacks() + 1)].log_odds(&row);
        Some(Value { cost, ordering: 1 + ((1000.0 - odds) * FINENESS) as u32 })
    }

    fn parts(&self, _: &BirdsGame, state: &BirdsState) -> Vec<Part> {
        let row = Counts::of(&self.deal, state).features();
        let index = self.classifier(state.stacks() + 1);
        let (low, high) = RANGES[index];
        let mut parts: Vec<Part> =
            NAMES.iter().zip(row).map(|(name, value)| Part::real(*name, value)).collect();
        parts.push(Part::words(
            "model",
            format!("{}, {low} to {high} cards", self.classifiers.kind.name()),
        ));
        let probability = self.classifiers.models[index].probability(&row);
        parts.push(Part::real("probability that it can be won", probability));
        parts
    }
}

/// The heuristic of a search that has these classifiers.
fn build(
    game: &BirdsGame,
    file: Option<&'static ModelFile>,
    used: &'static [usize],
) -> Box<dyn Heuristic<BirdsGame> + Send + Sync> {
    let classifiers = match file {
        Some(ModelFile::Classifiers(classifiers)) => classifiers,
        _ => Classifiers::built_in().expect("a heuristic is listed once it has a model"),
    };
    Box::new(ByProbability { deal: Deal::of(game), classifiers, used })
}

fn takes(file: &ModelFile) -> Result<(), ModelError> {
    match file {
        ModelFile::Classifiers(_) => Ok(()),
        ModelFile::Network(model) => {
            Err(ModelError::Game { found: model.game.clone(), expected: PURPOSE })
        }
    }
}

/// The heuristics of the paper's four guided searches.
///
/// ```
/// for heuristic in patience_learn::birds::classifiers::heuristics() {
///     println!("{}: {}", heuristic.name, heuristic.summary);
/// }
/// ```
pub fn heuristics() -> Vec<LearnedHeuristic<BirdsGame>> {
    if Classifiers::built_in().is_none() {
        return Vec::new();
    }
    vec![
        LearnedHeuristic {
            name: "report-lr",
            summary: "the probability that a position can be won by the six features of Kucharski, Deihim and Ergezer 2019: \
                      one model for all numbers of cards",
            takes,
            build: |game, file| build(game, file, &[0]),
        },
        LearnedHeuristic {
            name: "report-lr-dfs",
            summary: "the same, with four models, for positions of 16 and 15, 14 and 13, 12 and 11, 10 and 9 cards",
            takes,
            build: |game, file| build(game, file, &[3, 4, 5, 6]),
        },
        LearnedHeuristic {
            name: "report-lr8",
            summary: "the same, with one model of 8 to 16 cards",
            takes,
            build: |game, file| build(game, file, &[1]),
        },
        LearnedHeuristic {
            name: "report-lr16",
            summary: "the same, with one model of 16 cards",
            takes,
            build: |game, file| build(game, file, &[2]),
        },
    ]
}

#[cfg(test)]
mod tests;
