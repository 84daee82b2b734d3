//! Linear regression with a quadratic penalty: least squares.

use super::logistic::{solve, system};
use super::{Classifier, Table};

/// A linear model of the answer itself, 1 for yes and 0 for no. Its predictions may lie outside 0
/// to 1.
///
/// ```
/// use patience_learn::models::{Classifier, Linear, Table};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let model = Linear::fit(&Table::new(1, samples), 1e-6);
/// assert!(model.prediction(&[19.0]) > 1.0 && model.probability(&[19.0]) == 1.0);
/// assert!((model.prediction(&[9.5]) - 0.5).abs() < 1e-6);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// The prediction for a row of zeros.
    pub bias: f64,
    /// The weight of each column.
    pub weights: Vec<f64>,
}

impl Linear {
    /// Minimises the squared errors summed over the samples plus `penalty` times the squared
    /// weights without the bias, by the normal equations.
    ///
    /// # Panics
    /// If the penalty is not positive: without it the minimum need not be unique.
    pub fn fit(table: &Table, penalty: f64) -> Linear {
        assert!(penalty > 0.0, "the penalty is positive");
        let (mut products, right) = system(table, penalty, |_, [no, yes]| (yes, no + yes));
        let mut weights = solve(&mut products, right);
        let bias = weights.pop().expect("the bias is last");
        Linear { bias, weights }
    }

    /// The predicted answer.
    pub fn prediction(&self, row: &[f64]) -> f64 {
        self.bias + self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum::<f64>()
    }
}

impl Classifier for Linear {
    /// The prediction, clamped to between 0 and 1.
    fn probability(&self, row: &[f64]) -> f64 {
        self.prediction(row).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// At the minimum the errors are orthogonal to each column, up to the penalty.
    #[test]
    fn errors_are_orthogonal_to_the_columns() {
        let mut state = 1_u32;
        let mut draw = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f64::from(state >> 8) / f64::from(1 << 24)
        };
        let samples: Vec<([f64; 3], bool)> =
            (0..200).map(|_| [draw(), draw(), draw()]).map(|row| (row, row[0] > row[1])).collect();
        let penalty = 0.5;
        let model = Linear::fit(&Table::new(3, samples.iter().copied()), penalty);
        let error = |row: &[f64; 3], yes: bool| model.prediction(row) - f64::from(u8::from(yes));
        let sum: f64 = samples.iter().map(|(row, yes)| error(row, *yes)).sum();
        assert!(sum.abs() < 1e-6, "{sum}");
        for column in 0..3 {
            let dot: f64 = samples.iter().map(|(row, yes)| error(row, *yes) * row[column]).sum();
            let slope = dot + penalty * model.weights[column];
            assert!(slope.abs() < 1e-9, "column {column}: {slope}");
        }
    }
}
