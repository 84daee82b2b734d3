//! Every kind of model learns what it can, and gives the same result twice.

use patience_core::Random;
use patience_learn::models::{
    AdaBoost, Adam, Classifier, Examples, Forest, Growth, Logistic, Loss, NaiveBayes,
    NearestNeighbours, Network, Scaling, Table, Tree,
};

/// Yes inside a ring: no straight line separates the answers.
fn ring(seed: u64, count: usize) -> Table {
    let mut random = Random::new(seed);
    let samples = (0..count).map(|_| {
        let row = [f64::from(random.below(41)) - 20.0, f64::from(random.below(41)) - 20.0];
        (row, row[0] * row[0] + row[1] * row[1] < 200.0)
    });
    Table::new(2, samples.collect::<Vec<_>>())
}

#[test]
fn all_but_the_linear_model_learn_a_ring() {
    let (train, test) = (ring(1, 4000), ring(2, 2000));
    let majority = test.share().max(1.0 - test.share());
    let growth = Growth { depth: 8, leaf: 1.0, columns: 2 };
    let tree = || Tree::fit(&train, train.weights(), growth, &mut Random::new(1));
    let forest = || Forest::fit(&train, 10, growth, &mut Random::new(1));
    assert_eq!(tree().accuracy(&test), tree().accuracy(&test));
    assert_eq!(forest().accuracy(&test), forest().accuracy(&test));
    assert!(tree().accuracy(&test) > 0.97);
    assert!(forest().accuracy(&test) > 0.97);
    assert!(NearestNeighbours::fit(&train, 3).accuracy(&test) > 0.95);
    assert!(AdaBoost::fit(&train, 100).accuracy(&test) > 0.9);
    assert!(NaiveBayes::fit(&train).accuracy(&test) > majority + 0.15);
    let linear = Logistic::fit(&train, 1.0).accuracy(&test);
    assert!((linear - majority).abs() < 0.05, "a line does no better than the majority: {linear}");

    let scaling = Scaling::of(&train);
    let (train, test) = (scaling.apply(&train), scaling.apply(&test));
    let mut examples = Examples { width: 2, ..Examples::default() };
    for (row, [no, yes]) in train.iter() {
        examples.rows.extend(row.iter().map(|value| *value as f32));
        examples.targets.push((yes / (no + yes)) as f32);
        examples.weights.push((no + yes) as f32);
    }
    let network = || {
        let mut random = Random::new(1);
        let mut network = Network::new(2, &[16, 16], &mut random);
        let adam = Adam { epochs: 100, batch: 32, rate: 0.01, penalty: 0.0 };
        network.train(&examples, Loss::Logistic, adam, &mut random);
        network
    };
    assert_eq!(network(), network());
    assert!(network().accuracy(&test) > 0.97);
}

/// At the minimum of a convex function its gradient is zero.
#[test]
fn logistic_regression_finds_the_minimum() {
    let mut random = Random::new(3);
    let samples: Vec<([f64; 3], bool)> = (0..500)
        .map(|_| {
            let row = [random.unit(), random.unit(), random.unit()];
            (row, row[0] + 0.5 * row[1] - row[2] + random.unit() > 0.7)
        })
        .collect();
    let penalty = 1.0;
    let model = Logistic::fit(&Table::new(3, samples.clone()), penalty);
    let mut gradient = [0.0; 4];
    for (row, answer) in &samples {
        let residual = model.probability(row) - f64::from(u8::from(*answer));
        for (slope, value) in gradient.iter_mut().zip(row.iter().chain(&[1.0])) {
            *slope += residual * value;
        }
    }
    for (slope, weight) in gradient.iter_mut().zip(&model.weights) {
        *slope += penalty * weight;
    }
    assert!(gradient.iter().all(|slope| slope.abs() < 1e-4), "{gradient:?}");
}

#[test]
fn a_tree_splits_where_the_answers_change() {
    let table = Table::new(1, (0..10).map(|value| ([f64::from(value)], value > 6)));
    let growth = Growth { depth: 1, leaf: 1.0, columns: 1 };
    let stump = Tree::fit(&table, table.weights(), growth, &mut Random::new(0));
    assert_eq!([6.4, 6.6].map(|value| stump.probability(&[value])), [0.0, 1.0]);
}
