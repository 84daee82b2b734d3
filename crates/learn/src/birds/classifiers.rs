//! The classifiers that guide the paper's searches: every kind of its Table 1, for the ranges of
//! cards that the searches use, as a model file.

use std::sync::LazyLock;

use patience_core::Random;
use serde::{Deserialize, Serialize};

use super::features::COUNT;
use crate::built_in::built_in;
use crate::model::{self, FORMAT, ModelError};
use crate::models::{
    AdaBoost, Adam, Classifier, CubicScore, Examples, Forest, Growth, Loss, NaiveBayes,
    NearestNeighbours, Network, Scaling, Table, Tree,
};

/// Purpose recorded in the model files of these classifiers.
pub(crate) const PURPOSE: &str = "birds-report";

/// The range of cards of each classifier's training samples: all, then those of the searches that
/// end in plain depth-first search.
pub(crate) const RANGES: [(u8, u8); 7] =
    [(0, 16), (8, 16), (16, 16), (15, 16), (13, 14), (11, 12), (9, 10)];

/// A kind of model of the paper's Table 1, or of its text.
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
    /// Logistic regression on polynomials of the features, as in the paper's searches.
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
    /// Least squares on polynomials of the features: in the paper's text, not in its tables.
    LinearRegression,
}

impl Kind {
    /// Every kind with its name, in the order of Table 1.
    pub const ALL: [(&'static str, Kind); 8] = [
        ("logistic-regression", Kind::LogisticRegression),
        ("nearest-neighbours", Kind::NearestNeighbours),
        ("decision-tree", Kind::DecisionTree),
        ("random-forest", Kind::RandomForest),
        ("adaboost", Kind::Adaboost),
        ("naive-bayes", Kind::NaiveBayes),
        ("neural-network", Kind::NeuralNetwork),
        ("linear-regression", Kind::LinearRegression),
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
    LinearRegression(Box<CubicScore>),
}

/// The growth settings of the trees of Table 1: as in scikit-learn's comparison of classifiers,
/// since the paper names none.
fn growth(columns: usize) -> Growth {
    Growth { depth: 5, leaf: 1.0, columns }
}

/// The training settings of the networks; `penalty` is one of the paper's penalties.
pub(super) fn adam(penalty: f32) -> Adam {
    Adam { epochs: 10, batch: 64, rate: 0.001, penalty }
}

/// The samples of a table as training examples for a network.
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
    /// Trains a kind on the six raw features; not for the regressions, which are trained on
    /// polynomials.
    pub fn fit(kind: Kind, train: &Table, random: &mut Random) -> Option<Fitted> {
        Some(match kind {
            Kind::LogisticRegression | Kind::LinearRegression => return None,
            Kind::NearestNeighbours => Fitted::NearestNeighbours(NearestNeighbours::fit(train, 3)),
            Kind::DecisionTree => {
                Fitted::DecisionTree(Tree::fit(train, train.weights(), growth(COUNT), random))
            }
            Kind::RandomForest => Fitted::RandomForest(Forest::fit(train, 10, growth(1), random)),
            Kind::Adaboost => Fitted::Adaboost(AdaBoost::fit(train, 50)),
            Kind::NaiveBayes => Fitted::NaiveBayes(NaiveBayes::fit(train)),
            Kind::NeuralNetwork => {
                let scaling = Scaling::of(train);
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

    /// The log-odds that a position with these features is winnable, between −1000 and 1000. For
    /// linear regression, whose predictions can lie outside 0 to 1, the log-odds are those of the
    /// tangent at one half, which preserve the order of the predictions.
    #[inline]
    pub(super) fn log_odds(&self, row: &[f64; COUNT]) -> f64 {
        let odds = match self {
            Fitted::LogisticRegression(score) => score.score(row),
            Fitted::LinearRegression(score) => 4.0 * (score.score(row) - 0.5),
            others => {
                let probability = others.probability(row);
                libm::log(probability / (1.0 - probability))
            }
        };
        odds.clamp(-1000.0, 1000.0)
    }

    fn is_sound(&self) -> bool {
        match self {
            Fitted::LogisticRegression(score) | Fitted::LinearRegression(score) => score.is_sound(),
            Fitted::NearestNeighbours(model) => model.is_sound(COUNT),
            Fitted::DecisionTree(model) => model.is_sound(COUNT),
            Fitted::RandomForest(model) => model.is_sound(COUNT),
            Fitted::Adaboost(model) => model.is_sound(COUNT),
            Fitted::NaiveBayes(model) => model.is_sound(COUNT),
            Fitted::NeuralNetwork(model) => model.is_sound(COUNT),
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
            Fitted::LinearRegression(score) => {
                let row = row.try_into().expect("a row has six features");
                score.score(row).clamp(0.0, 1.0)
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

/// Classifiers of one kind for all ranges of cards of the paper: the content of a model file.
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
    /// A description of the training, for people.
    pub recipe: String,
    /// The seed of their training.
    pub seed: u64,
    /// Their kind.
    pub kind: Kind,
    /// In the order of [`RANGES`].
    pub(super) models: Vec<Fitted>,
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
        made.checksum = model::checksum(&made.text());
        made
    }

    /// Reads a model file.
    ///
    /// # Errors
    /// It is not such a file, has another version, is damaged, or has an unsound classifier.
    pub fn read(text: &str) -> Result<Classifiers, ModelError> {
        model::check_format(text)?;
        let read: Classifiers = serde_json::from_str(text)?;
        // The checksum covers the text: reading may change the last digit of a number, so rewriting
        // it may differ.
        let signed = format!("\"checksum\":\"{}\"", read.checksum);
        let found = model::checksum(&text.replacen(&signed, "\"checksum\":\"\"", 1));
        if found != read.checksum {
            return Err(ModelError::Checksum { expected: read.checksum, found });
        }
        if read.game != PURPOSE {
            return Err(ModelError::Game { found: read.game, expected: PURPOSE });
        }
        read.check().map(|()| read)
    }

    /// Checks that each classifier is valid, and that there is one for each range of cards.
    fn check(&self) -> Result<(), ModelError> {
        if self.models.len() != RANGES.len() || !self.models.iter().all(Fitted::is_sound) {
            let ranges = RANGES.map(|(low, high)| format!("{low}–{high}")).join(", ");
            return Err(ModelError::Classifiers(ranges));
        }
        Ok(())
    }

    /// The file, one line, of trained classifiers. Reading may change the last digit of a number,
    /// and the checksum covers the text, so a file that was read is kept as text.
    ///
    /// # Errors
    /// One of the classifiers is not sound: the file could not be read back.
    pub fn write(&self) -> Result<String, ModelError> {
        self.check().map(|()| self.text())
    }

    fn text(&self) -> String {
        serde_json::to_string(self).expect("classifiers are plain data") + "\n"
    }

    /// The checksum, 16 hexadecimal digits.
    pub fn checksum(&self) -> &str {
        &self.checksum
    }

    /// Returns the built-in classifiers: logistic regression on the paper's 2,500 deals. `None`
    /// before they were trained.
    pub fn built_in() -> Option<&'static Classifiers> {
        static BUILT_IN: LazyLock<Option<Classifiers>> = LazyLock::new(|| {
            let read = Classifiers::read(built_in(PURPOSE)?);
            Some(read.unwrap_or_else(|error| panic!("a built-in model is valid: {error}")))
        });
        BUILT_IN.as_ref()
    }
}

#[cfg(test)]
mod tests;
