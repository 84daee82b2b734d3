//! The paper's training data, generated again, and the models trained on it.
//!
//! Test samples are never used for choices: columns are scaled by training samples alone, and
//! models are selected on a held-out part of the training samples.

use std::ops::RangeInclusive;

use patience_core::Random;

use super::classifiers::{Classifiers, Fitted, Kind, RANGES, adam, examples};
use super::data::{Sample, samples_by_deal};
use super::features::COUNT;
use super::parallel::in_parallel;
use crate::models::{
    COLUMNS, Classifier, CubicScore, Linear, Logistic, Loss, Network, Scaling, Table, cubic,
};

/// Number of deals of the training data, as in the paper.
pub const DEALS: u32 = 2500;

/// The repetition of the paper: its training data, generated again.
///
/// ```
/// use patience_learn::birds::repetition::Repetition;
///
/// let repetition = Repetition::new(40, 1, 2).by_deal();
/// let split = repetition.split(0..=16);
/// let [train, test] = repetition.logistic(&split, false);
/// assert!(train > 0.5 && test > 0.5 && split.majority < 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Repetition {
    /// By deal.
    samples: Vec<Vec<Sample>>,
    /// Whether whole deals go to training or test; in the paper, single positions do.
    by_deal: bool,
    seed: u64,
    threads: usize,
}

/// Training and test samples of one experiment of a [`Repetition`].
#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    /// Raw features.
    train: Table,
    /// The training samples, divided into those for fitting candidates and those for comparing
    /// them.
    fitting: Table,
    validation: Table,
    test: Table,
    /// The test accuracy of always answering with the majority of the training samples.
    pub majority: f64,
    /// The test accuracy of calling exactly the connected positions solvable.
    pub connected: f64,
    /// The share of solvable samples.
    pub solvable: f64,
    /// All samples.
    pub count: usize,
    /// Number of test samples.
    pub tested: usize,
}

impl Split {
    /// Distinct rows of features among the training samples.
    pub fn distinct(&self) -> usize {
        self.train.len()
    }
}

impl Repetition {
    /// Plays and labels the deals 1 to `deals` ([`DEALS`] for the paper's).
    pub fn new(deals: u32, seed: u64, threads: usize) -> Repetition {
        Repetition::watched(deals, seed, threads, &|| {})
    }

    /// Like [`new`](Repetition::new), and calls `done` after every deal played.
    pub fn watched(deals: u32, seed: u64, threads: usize, done: &(dyn Fn() + Sync)) -> Repetition {
        let samples = samples_by_deal(deals, seed, threads, done)
            .into_iter()
            .map(|(_, samples)| samples)
            .collect();
        Repetition { samples, by_deal: false, seed, threads }
    }

    /// Holds out whole deals for the test.
    pub fn by_deal(self) -> Repetition {
        Repetition { by_deal: true, ..self }
    }

    /// Splits the samples with these numbers of cards by the seed: three quarters for training, of
    /// which one quarter is for validation, and one quarter for the test.
    pub fn split(&self, cards: RangeInclusive<u8>) -> Split {
        let mut random = Random::new(self.seed);
        let mut groups: Vec<Vec<&Sample>> =
            self.samples.iter().map(|samples| samples.iter().collect()).collect();
        for group in &mut groups {
            group.retain(|sample| cards.contains(&sample.counts.cards));
        }
        if !self.by_deal {
            groups = groups.concat().into_iter().map(|sample| vec![sample]).collect();
        }
        random.shuffle(&mut groups);
        let (test, train) = groups.split_at(groups.len() / 4);
        let (validation, fitting) = train.split_at(train.len() / 4);
        let table = |part: &[Vec<&Sample>]| {
            let samples = part.iter().flatten();
            Table::new(COUNT, samples.map(|sample| (sample.counts.features(), sample.solvable)))
        };
        let share = |part: &[Vec<&Sample>], right: &dyn Fn(&Sample) -> bool| {
            let all = part.iter().flatten().count();
            part.iter().flatten().filter(|sample| right(sample)).count() as f64 / all as f64
        };
        let mostly = share(train, &|sample| sample.solvable) >= 0.5;
        Split {
            majority: share(test, &|sample| sample.solvable == mostly),
            connected: share(test, &|sample| sample.solvable == sample.connected),
            solvable: share(&groups, &|sample| sample.solvable),
            train: table(train),
            fitting: table(fitting),
            validation: table(validation),
            test: table(test),
            count: groups.iter().flatten().count(),
            tested: test.iter().flatten().count(),
        }
    }

    /// Accuracies of logistic regression in training and test, on the six features or on their 83
    /// monomials.
    pub fn logistic(&self, split: &Split, polynomials: bool) -> [f64; 2] {
        let (model, scaling) = logistic(&split.train, polynomials);
        [&split.train, &split.test]
            .map(|table| model.accuracy(&scaling.apply(&columns(table, polynomials))))
    }

    /// Training and test accuracy of a kind of model on the six features. For networks, the best of
    /// the paper's 16 on the validation samples is retrained on all training samples.
    pub fn accuracies(&self, kind: Kind, split: &Split) -> [f64; 2] {
        match kind {
            Kind::LogisticRegression => self.logistic(split, false),
            Kind::LinearRegression => linear_accuracies(split, false),
            Kind::NeuralNetwork => self.best_network(split, &NETWORKS),
            others => {
                let model = Fitted::fit(others, &split.train, &mut Random::new(self.seed))
                    .expect("it takes raw features");
                [&split.train, &split.test].map(|table| model.accuracy(table))
            }
        }
    }

    /// Classifiers of a kind for the searches, for `--model`. `deals` is the number of deals
    /// played.
    pub fn classifiers(&self, kind: Kind, deals: u32) -> Classifiers {
        let fitted = |(low, high): (u8, u8)| {
            let train = self.split(low..=high).train;
            Fitted::fit(kind, &train, &mut Random::new(self.seed)).unwrap_or_else(|| {
                if kind == Kind::LinearRegression {
                    let (Linear { bias, weights }, scaling) = linear(&train, true);
                    let score = CubicScore::new(bias, &weights, &scaling);
                    return Fitted::LinearRegression(Box::new(score));
                }
                let (Logistic { bias, weights }, scaling) = logistic(&train, true);
                Fitted::LogisticRegression(Box::new(CubicScore::new(bias, &weights, &scaling)))
            })
        };
        let recipe = format!(
            "{} on three quarters of the Birds paper's samples of deals neller/1 to {deals}; a \
             model each for {RANGES:?} cards",
            kind.name()
        );
        Classifiers::new(kind, recipe, self.seed, RANGES.map(fitted).into())
    }

    /// Accuracies in training and test of the best of some networks.
    fn best_network(&self, split: &Split, candidates: &[Setting]) -> [f64; 2] {
        let accuracy = |setting: &Setting| {
            let (network, scaling) = self.network(&split.fitting, *setting);
            network.accuracy(&scaling.apply(&split.validation))
        };
        let accuracies =
            in_parallel(candidates.len(), self.threads, || (), |(), at| accuracy(&candidates[at]));
        let (best, _) = accuracies
            .into_iter()
            .enumerate()
            .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
            .expect("there are candidates");
        let (network, scaling) = self.network(&split.train, candidates[best]);
        [&split.train, &split.test].map(|table| network.accuracy(&scaling.apply(table)))
    }

    /// A network trained on the distinct rows of a table under min-max scaling.
    fn network(&self, table: &Table, setting: Setting) -> (Network, Scaling) {
        let scaling = Scaling::of(table);
        let mut random = Random::new(self.seed);
        let mut network = Network::new(COUNT, &vec![100; setting.layers], &mut random);
        let examples = examples(&scaling.apply(table));
        network.train(&examples, Loss::Logistic, adam(setting.penalty), &mut random);
        (network, scaling)
    }
}

/// A network of the paper's Table 1, with hidden layers of 100 units.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    penalty: f32,
    layers: usize,
}

/// The paper's 16 networks: four penalties and four depths.
const NETWORKS: [Setting; 16] = {
    let (penalties, depths) = ([0.0001, 0.01, 1.0, 3.0], [1, 3, 6, 12]);
    let mut networks = [Setting { penalty: 0.0, layers: 0 }; 16];
    let mut index = 0;
    while index < 16 {
        networks[index] = Setting { penalty: penalties[index / 4], layers: depths[index % 4] };
        index += 1;
    }
    networks
};

/// The six features or their monomials.
fn columns(table: &Table, polynomials: bool) -> Table {
    if polynomials { table.map(COLUMNS, cubic) } else { table.clone() }
}

/// The penalty of linear regression: practically zero, but needed because some monomials are nearly
/// sums of others.
const PENALTY: f64 = 1e-3;

/// Linear regression on scaled columns.
fn linear(train: &Table, polynomials: bool) -> (Linear, Scaling) {
    let columns = columns(train, polynomials);
    let scaling = Scaling::of(&columns);
    (Linear::fit(&scaling.apply(&columns), PENALTY), scaling)
}

/// Accuracies of linear regression in training and test.
fn linear_accuracies(split: &Split, polynomials: bool) -> [f64; 2] {
    let (model, scaling) = linear(&split.train, polynomials);
    [&split.train, &split.test]
        .map(|table| model.accuracy(&scaling.apply(&columns(table, polynomials))))
}

/// Logistic regression on scaled columns.
fn logistic(train: &Table, polynomials: bool) -> (Logistic, Scaling) {
    let columns = columns(train, polynomials);
    let scaling = Scaling::of(&columns);
    (Logistic::fit(&scaling.apply(&columns), 1.0), scaling)
}

#[cfg(test)]
mod tests {
    use patience_testing::size;

    use super::*;

    /// A split with altered test samples: scaled features and opposite answers.
    fn opposite(split: &Split, factor: f64) -> Split {
        let samples = split.test.iter().flat_map(|(row, [no, yes])| {
            let row: Vec<f64> = row.iter().map(|value| factor * value).collect();
            let answers = [(true, no), (false, yes)];
            answers
                .into_iter()
                .flat_map(move |(answer, times)| vec![(row.clone(), answer); times as usize])
        });
        Split { test: Table::new(COUNT, samples), ..split.clone() }
    }

    /// Extreme features would change a scaling that used test samples, and thereby the model.
    #[test]
    fn test_samples_scale_nothing() {
        let repetition = Repetition::new(size(20, 60), 1, 2);
        let split = repetition.split(0..=16);
        let network = [Setting { penalty: 0.0001, layers: 1 }];
        let trained = |split: &Split| {
            [
                repetition.logistic(split, false),
                repetition.logistic(split, true),
                repetition.best_network(split, &network),
            ]
        };
        let others = trained(&opposite(&split, 50.0));
        for ([train, test], [same, other]) in trained(&split).into_iter().zip(others) {
            assert_eq!(train, same, "trained on the same");
            assert_ne!(test, other, "tested on others");
        }
    }

    /// The best network on the validation samples is chosen, even if another is best in the test.
    #[test]
    fn test_samples_choose_nothing() {
        let repetition = Repetition::new(size(20, 60), 1, 2);
        let split = opposite(&repetition.split(0..=16), 1.0);
        let networks = [3.0, 0.0001].map(|penalty| Setting { penalty, layers: 1 });
        let [worse, better] = networks.map(|network| repetition.best_network(&split, &[network]));
        assert!(worse[1] > better[1], "the test would choose the other: {worse:?}, {better:?}");
        assert_eq!(repetition.best_network(&split, &networks), better);
    }

    /// The parts match their descriptions, and no training sample is also a test sample.
    #[test]
    fn the_parts_are_kept_apart() {
        let repetition = Repetition::new(size(20, 60), 1, 2);
        for (split, what) in
            [(repetition.split(0..=16), "samples"), (repetition.by_deal().split(0..=16), "deals")]
        {
            let count = |table: &Table| table.totals().iter().sum::<f64>() as usize;
            let Split { train, fitting, validation, test, .. } = &split;
            assert_eq!(count(train) + count(test), split.count, "{what}");
            assert_eq!(count(test), split.tested, "{what}");
            assert_eq!(count(fitting) + count(validation), count(train), "{what}");
            let share = count(test) as f64 / split.count as f64;
            assert!((0.1..0.4).contains(&share), "{what}: {share}");
            let share = count(validation) as f64 / count(train) as f64;
            assert!((0.1..0.4).contains(&share), "{what}: {share}");
        }
    }
}
