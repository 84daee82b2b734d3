//! Gaussian naive Bayes.

use serde::{Deserialize, Serialize};

use super::logistic::sigmoid;
use super::{Classifier, Table};

/// The log-odds of an answer if the other answer does not occur, which outweigh any row that fits
/// both equally well.
const CERTAIN: f64 = 1000.0;

/// Independent normal distributions of the columns for each answer.
///
/// ```
/// use patience_learn::models::{Classifier, NaiveBayes, Table};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let table = Table::new(1, samples);
/// assert!(NaiveBayes::fit(&table).probability(&[19.0]) > 0.5);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NaiveBayes {
    /// The prior log-odds of yes, between −[`CERTAIN`] and [`CERTAIN`].
    prior: f64,
    /// By answer and column: mean and variance.
    columns: [Vec<(f64, f64)>; 2],
}

impl NaiveBayes {
    /// Means and variances of the samples; as in scikit-learn, 10⁻⁹ of the largest variance is
    /// added to each, or 10⁻⁹ if no column varies. An answer that does not occur gets the moments
    /// of the other answer, so that only the prior distinguishes the two.
    pub fn fit(table: &Table) -> NaiveBayes {
        let totals = table.totals();
        let moments = |weight: &dyn Fn([f64; 2]) -> f64, column: usize| {
            let total = table.iter().map(|(_, w)| weight(w)).sum::<f64>().max(1.0);
            let mean = table.iter().map(|(row, w)| weight(w) * row[column]).sum::<f64>() / total;
            let spread = |value: f64| (value - mean) * (value - mean);
            let squares = table.iter().map(|(row, w)| weight(w) * spread(row[column]));
            (mean, squares.sum::<f64>() / total)
        };
        let widest = (0..table.width())
            .map(|column| moments(&|w| w[0] + w[1], column).1)
            .fold(0.0, f64::max);
        let least = 1e-9 * if widest > 0.0 { widest } else { 1.0 };
        let columns = [0, 1].map(|answer| {
            let known = if totals[answer] > 0.0 { answer } else { 1 - answer };
            (0..table.width())
                .map(|column| moments(&|w| w[known], column))
                .map(|(mean, variance)| (mean, variance + least))
                .collect()
        });
        let prior = match totals {
            [0.0, 0.0] => 0.0,
            [no, yes] => libm::log(yes / no).clamp(-CERTAIN, CERTAIN),
        };
        NaiveBayes { prior, columns }
    }

    /// Whether it has finite moments of `width` columns, all of a variance above 0: a check of
    /// models read from a file.
    pub fn is_sound(&self, width: usize) -> bool {
        let sound = |(mean, variance): &(f64, f64)| {
            mean.is_finite() && variance.is_finite() && *variance > 0.0
        };
        self.prior.is_finite()
            && self.columns.iter().all(|answer| answer.len() == width && answer.iter().all(sound))
    }
}

impl Classifier for NaiveBayes {
    fn probability(&self, row: &[f64]) -> f64 {
        let likelihood = |answer: usize| -> f64 {
            row.iter()
                .zip(&self.columns[answer])
                .map(|(value, (mean, variance))| {
                    -0.5 * (libm::log(*variance) + (value - mean) * (value - mean) / variance)
                })
                .sum()
        };
        sigmoid(self.prior + likelihood(1) - likelihood(0))
    }
}
