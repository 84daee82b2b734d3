//! Our classifiers compared with those of scikit-learn, an independent implementation:
//! `scripts/scikit-learn-reference.py` recorded the results of scikit-learn itself.

use patience_core::Random;
use patience_learn::models::{
    AdaBoost, Classifier, Growth, Linear, Logistic, NaiveBayes, NearestNeighbours, Table, Tree,
};
use serde::Deserialize;

#[derive(Deserialize)]
struct Reference {
    rows: Vec<[f64; 3]>,
    answers: Vec<u8>,
    /// Rows of which no two have the same distance to a query.
    apart: Vec<[f64; 3]>,
    apart_answers: Vec<u8>,
    queries: Vec<[f64; 3]>,
    /// Predictions, which may lie outside 0 to 1.
    linear: Vec<f64>,
    logistic: Vec<f64>,
    bayes: Vec<f64>,
    tree: Vec<f64>,
    knn: Vec<f64>,
    /// Log-odds.
    adaboost: Vec<f64>,
}

fn table(rows: &[[f64; 3]], answers: &[u8]) -> Table {
    Table::new(3, rows.iter().zip(answers).map(|(row, answer)| (row, *answer == 1)))
}

#[test]
fn probabilities_are_those_of_scikit_learn() {
    let reference: Reference =
        serde_json::from_str(include_str!("data/scikit-learn.json")).expect("it is what we wrote");
    let rows = table(&reference.rows, &reference.answers);
    assert!(rows.len() < reference.rows.len(), "rows recur");
    let growth = Growth { depth: 3, leaf: 1.0, columns: 3 };
    let tree = Tree::fit(&rows, rows.weights(), growth, &mut Random::new(1));
    let knn = NearestNeighbours::fit(&table(&reference.apart, &reference.apart_answers), 3);
    let odds = |odds: &f64| 1.0 / (1.0 + (-odds).exp());
    let boosted: Vec<f64> = reference.adaboost.iter().map(odds).collect();
    let (logistic, bayes, adaboost) =
        (Logistic::fit(&rows, 1.0), NaiveBayes::fit(&rows), AdaBoost::fit(&rows, 10));
    let models: [(&str, &dyn Classifier, &[f64], f64); 5] = [
        ("logistic regression", &logistic, &reference.logistic, 1e-6),
        ("naive Bayes", &bayes, &reference.bayes, 1e-9),
        ("decision tree", &tree, &reference.tree, 1e-12),
        ("nearest neighbours", &knn, &reference.knn, 1e-12),
        ("AdaBoost", &adaboost, &boosted, 1e-9),
    ];
    for (name, model, expected, tolerance) in models {
        for (query, expected) in reference.queries.iter().zip(expected) {
            let found = model.probability(query);
            assert!((found - expected).abs() < tolerance, "{name}: {found} for {expected}");
        }
    }
    let linear = Linear::fit(&rows, 0.5);
    assert!(reference.linear.iter().any(|prediction| !(0.0..=1.0).contains(prediction)));
    for (query, expected) in reference.queries.iter().zip(&reference.linear) {
        let found = linear.prediction(query);
        assert!((found - expected).abs() < 1e-9, "linear regression: {found} for {expected}");
    }
}
