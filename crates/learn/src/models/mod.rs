//! The kinds of models: seven classifiers of the Birds paper, one file each, and the polynomial
//! that makes one of them fast.
//!
//! All are trained on a [`Table`] of *distinct* rows with weights. Hand-made features take few
//! values, so a quarter of a million samples are a few thousand rows: training minimises the same
//! objective, many times faster.

mod adaboost;
mod bayes;
mod forest;
mod knn;
mod logistic;
mod network;
mod pairs;
mod polynomial;
mod table;
mod tree;

pub use adaboost::AdaBoost;
pub use bayes::NaiveBayes;
pub use forest::Forest;
pub use knn::NearestNeighbours;
pub use logistic::Logistic;
pub use network::{Adam, Examples, Loss, Network};
pub(crate) use pairs::Pairs;
pub use polynomial::{COLUMNS, CubicScore, cubic};
pub use table::{Scaling, Table};
pub use tree::{Growth, Tree};

/// A trained classifier of rows into no and yes.
///
/// ```
/// use patience_learn::models::Classifier;
///
/// /// Yes where the first number is above ½.
/// struct First;
///
/// impl Classifier for First {
///     fn probability(&self, row: &[f64]) -> f64 {
///         row[0]
///     }
/// }
///
/// assert!(First.probability(&[0.75]) > 0.5);
/// ```
pub trait Classifier {
    /// The probability of yes, as the model has it; only its side of ½ need be meaningful.
    fn probability(&self, row: &[f64]) -> f64;

    /// The share of the samples of a table, by weight, that fall on the right side of ½. Exactly ½
    /// counts as yes.
    fn accuracy(&self, table: &Table) -> f64 {
        let (mut right, mut all) = (0.0, 0.0);
        for (row, [no, yes]) in table.iter() {
            right += if self.probability(row) >= 0.5 { yes } else { no };
            all += no + yes;
        }
        right / all
    }
}
