//! AdaBoost (Freund and Schapire 1997) on trees of one split.

use patience_core::Random;
use serde::{Deserialize, Serialize};

use super::logistic::sigmoid;
use super::{Classifier, Growth, Table, Tree};

/// A weighted vote of stumps.
///
/// ```
/// use patience_learn::models::{AdaBoost, Classifier, Table};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let table = Table::new(1, samples);
/// assert_eq!(AdaBoost::fit(&table, 5).accuracy(&table), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AdaBoost {
    stumps: Vec<(f64, Tree)>,
}

impl AdaBoost {
    /// Boosts for at most `rounds` rounds, until a stump is no better than guessing or makes no
    /// mistake.
    pub fn fit(table: &Table, rounds: usize) -> AdaBoost {
        let mut weights = table.weights().to_vec();
        let mut stumps = Vec::new();
        let growth = Growth { depth: 1, leaf: 0.0, columns: table.width() };
        for _ in 0..rounds {
            let total: f64 = weights.iter().flatten().sum();
            weights.iter_mut().flatten().for_each(|weight| *weight /= total);
            // All columns are used, so no column is drawn at random.
            let stump = Tree::fit(table, &weights, growth, &mut Random::new(0));
            let says_yes: Vec<bool> =
                table.iter().map(|(row, _)| stump.probability(row) >= 0.5).collect();
            let error: f64 =
                weights.iter().zip(&says_yes).map(|(weight, yes)| weight[usize::from(!yes)]).sum();
            if !(1e-12..0.5).contains(&error) {
                if error < 0.5 {
                    stumps.push((1.0, stump));
                }
                break;
            }
            let alpha = libm::log((1.0 - error) / error);
            for (weight, yes) in weights.iter_mut().zip(&says_yes) {
                weight[usize::from(!yes)] *= libm::exp(alpha);
            }
            stumps.push((alpha, stump));
        }
        AdaBoost { stumps }
    }

    /// Whether all stumps are valid and have finite weights: a check of models read from a file.
    pub fn is_sound(&self, width: usize) -> bool {
        self.stumps.iter().all(|(alpha, stump)| alpha.is_finite() && stump.is_sound(width))
    }
}

impl Classifier for AdaBoost {
    fn probability(&self, row: &[f64]) -> f64 {
        let vote = |(alpha, stump): &(f64, Tree)| {
            if stump.probability(row) >= 0.5 { *alpha } else { -alpha }
        };
        sigmoid(self.stumps.iter().map(vote).sum())
    }
}
