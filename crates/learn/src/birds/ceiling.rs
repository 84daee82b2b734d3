//! The best possible accuracy of models over the paper's six features, and the accuracy over more
//! features or the board itself, with held-out test deals.

use patience_core::Random;
use patience_games::birds::{BirdsGame, CELLS, neller};

use super::classifiers::{Fitted, Kind};
use super::data::{Sample, samples_by_deal};
use super::features::COUNT;
use super::graphs::BirdsFeatures;
use crate::features::Features;
use crate::models::{
    Adam, COLUMNS, Classifier, Examples, Logistic, Loss, Network, Scaling, Table, cubic,
};

/// A sample as rows of numbers.
struct Row {
    solvable: bool,
    connected: bool,
    /// The paper's six features.
    paper: [f64; COUNT],
    /// The six features, five more counts of both graphs, and whether each graph is connected.
    more: Vec<f32>,
    /// For each cell, the rank and the suit of its top card, both one-hot encoded.
    board: Vec<f32>,
}

/// Inputs per cell: ranks and suits.
const INPUTS: usize = 13 + 4;

impl Row {
    fn new(game: &BirdsGame, sample: &Sample) -> Row {
        let paper = sample.counts.features();
        let mut graphs = vec![0.0; Features::<BirdsGame>::names(&BirdsFeatures).len()];
        BirdsFeatures.compute(game, &sample.state, &mut graphs);
        let flag = |yes: bool| f32::from(u8::from(yes));
        let joined = [flag(game.grid_is_connected(&sample.state)), flag(sample.connected)];
        let mut board = vec![0.0; CELLS * INPUTS];
        for (inputs, card) in board.chunks_exact_mut(INPUTS).zip(game.grid(&sample.state)) {
            if let Some(card) = card {
                inputs[usize::from(card.rank()) - 1] = 1.0;
                inputs[13 + card.suit() as usize] = 1.0;
            }
        }
        let more = paper.iter().map(|value| *value as f32).chain(graphs).chain(joined).collect();
        Row { solvable: sample.solvable, connected: sample.connected, paper, more, board }
    }
}

/// Accuracy of models, for Table 7 of [`ceiling`].
#[derive(Clone, Debug, PartialEq)]
pub struct Ceiling {
    /// The number of samples of all deals.
    pub samples: usize,
    /// Distinct vectors of the six features.
    pub distinct: usize,
    /// The upper bound on the accuracy of any model over the six features: it answers each vector
    /// with the majority of its samples.
    pub bound: f64,
    /// The models, with their accuracies in training and test.
    pub models: Vec<(&'static str, [f64; 2])>,
}

/// Trains and tests the models on `deals` deals, using three quarters of them for training. Calls
/// `done` after every deal played.
///
/// ```
/// let found = patience_learn::birds::ceiling::ceiling(40, 1, 2, &|| {});
/// assert!(found.distinct < found.samples && found.bound < 1.0);
/// ```
pub fn ceiling(deals: u32, seed: u64, threads: usize, done: &(dyn Fn() + Sync)) -> Ceiling {
    let mut by_deal: Vec<Vec<Row>> = samples_by_deal(deals, seed, threads, done)
        .into_iter()
        .map(|(number, samples)| {
            let game = neller(number.into());
            samples.iter().map(|sample| Row::new(&game, sample)).collect()
        })
        .collect();
    Random::new(seed).shuffle(&mut by_deal);
    let (test, train) = by_deal.split_at(by_deal.len() / 4);
    let (test, train): (Vec<&Row>, Vec<&Row>) =
        (test.iter().flatten().collect(), train.iter().flatten().collect());
    let all: Vec<&Row> = train.iter().chain(&test).copied().collect();
    let (bound, distinct) = bound(&all);
    let mut models = paper_models(&train, &test, seed);
    models.push((
        "13 features, network of 64 units",
        network(&train, &test, &[64], seed, |row| &row.more),
    ));
    models.push((
        "the board, network of 128 and 64 units",
        network(&train, &test, &[128, 64], seed, |row| &row.board),
    ));
    let connected = [&train, &test].map(|rows| right(rows, |row| row.connected == row.solvable));
    models.push(("solvable iff connected", connected));
    Ceiling { samples: all.len(), distinct, bound, models }
}

/// The share of rows for which a condition holds.
fn right(rows: &[&Row], holds: impl Fn(&Row) -> bool) -> f64 {
    rows.iter().filter(|row| holds(row)).count() as f64 / rows.len() as f64
}

fn paper_table(rows: &[&Row]) -> Table {
    Table::new(COUNT, rows.iter().map(|row| (row.paper, row.solvable)))
}

/// The accuracy of the best function of the six features, and the number of distinct vectors.
fn bound(rows: &[&Row]) -> (f64, usize) {
    let table = paper_table(rows);
    let best: f64 = table.weights().iter().map(|[no, yes]| no.max(*yes)).sum();
    (best / rows.len() as f64, table.len())
}

/// The paper's kinds of models over its features.
fn paper_models(train: &[&Row], test: &[&Row], seed: u64) -> Vec<(&'static str, [f64; 2])> {
    let (train, test) = (paper_table(train), paper_table(test));
    let logistic = |width: usize, expand: &dyn Fn(&[f64], &mut Vec<f64>)| {
        let columns = |table: &Table| table.map(width, expand);
        let (train, test) = (columns(&train), columns(&test));
        let scaling = Scaling::of(&train);
        let (train, test) = (scaling.apply(&train), scaling.apply(&test));
        let model = Logistic::fit(&train, 1.0);
        [model.accuracy(&train), model.accuracy(&test)]
    };
    let mut models = vec![
        ("six features, logistic regression", logistic(COUNT, &|row, out| out.extend(row))),
        ("six features, their polynomials, logistic regression", logistic(COLUMNS, &cubic)),
    ];
    let kinds = [
        ("six features, nearest neighbours", Kind::NearestNeighbours),
        ("six features, decision tree", Kind::DecisionTree),
        ("six features, network of 100 units", Kind::NeuralNetwork),
    ];
    for (name, kind) in kinds {
        let model =
            Fitted::fit(kind, &train, &mut Random::new(seed)).expect("it takes raw features");
        models.push((name, [model.accuracy(&train), model.accuracy(&test)]));
    }
    models
}

/// The accuracies of a network over rows of numbers; columns are scaled by their standard
/// deviations in training.
fn network(
    train: &[&Row],
    test: &[&Row],
    hidden: &[usize],
    seed: u64,
    columns: impl Fn(&Row) -> &Vec<f32>,
) -> [f64; 2] {
    let width = columns(train[0]).len();
    let scale: Vec<f32> = (0..width)
        .map(|column| {
            let values = || train.iter().map(|row| f64::from(columns(row)[column]));
            let mean = values().sum::<f64>() / train.len() as f64;
            let variance = values().map(|value| (value - mean) * (value - mean)).sum::<f64>()
                / train.len() as f64;
            if variance > 1e-12 { (1.0 / variance.sqrt()) as f32 } else { 0.0 }
        })
        .collect();
    let scaled = |row: &Row| {
        columns(row).iter().zip(&scale).map(|(value, scale)| value * scale).collect::<Vec<f32>>()
    };
    let mut examples = Examples { width, ..Examples::default() };
    for row in train {
        examples.rows.extend(scaled(row));
        examples.targets.push(f32::from(u8::from(row.solvable)));
        examples.weights.push(1.0);
    }
    let mut random = Random::new(seed);
    let mut network = Network::new(width, hidden, &mut random);
    network.train(
        &examples,
        Loss::Logistic,
        Adam { epochs: 6, batch: 64, rate: 0.001, penalty: 0.0001 },
        &mut random,
    );
    [train, test]
        .map(|rows| right(rows, |row| (network.output(&scaled(row)) >= 0.0) == row.solvable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_model_over_the_six_features_beats_the_bound() {
        let found = ceiling(40, 1, 1, &|| {});
        // Both parts together contain all samples: weighted by their sizes, no model's accuracy
        // exceeds the bound.
        let of_six = found.models.iter().filter(|(name, _)| name.starts_with("six features,"));
        for (name, [train, test]) in of_six {
            assert!(
                0.6 * train + 0.4 * test <= found.bound + 0.06 && *train > 0.5,
                "{name}: {train}, {test} against {}",
                found.bound
            );
        }
        assert_eq!(found.models.len(), 8);
    }
}
