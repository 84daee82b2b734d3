//! Logistic regression with a quadratic penalty, by Newton's method.

use super::{Classifier, Table};

/// A linear model of the log-odds.
///
/// ```
/// use patience_learn::models::{Classifier, Logistic, Table};
///
/// let samples = (0..20).map(|x| ([f64::from(x)], x >= 10));
/// let table = Table::new(1, samples);
/// let model = Logistic::fit(&table, 0.1);
/// assert!(model.log_odds(&[19.0]) > 0.0 && model.probability(&[0.0]) < 0.5);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Logistic {
    /// The log-odds of a row of zeros.
    pub bias: f64,
    /// The weight of each column.
    pub weights: Vec<f64>,
}

impl Logistic {
    /// Minimises the log-loss summed over the samples plus `penalty`/2 times the squared weights
    /// without the bias: with a penalty of 1, the objective of scikit-learn's default. It is
    /// convex, and Newton's method with step halving finds its minimum up to rounding.
    ///
    /// # Panics
    /// If the penalty is not positive: without it the minimum need not exist.
    pub fn fit(table: &Table, penalty: f64) -> Logistic {
        assert!(penalty > 0.0, "the penalty is positive");
        let width = table.width();
        let mut theta = vec![0.0; width + 1];
        let mut loss = objective(table, &theta, penalty);
        for _ in 0..100 {
            let mut step = newton_step(table, &theta, penalty);
            let mut moved = false;
            for _ in 0..40 {
                let next: Vec<f64> = theta.iter().zip(&step).map(|(a, b)| a - b).collect();
                let next_loss = objective(table, &next, penalty);
                if next_loss < loss {
                    moved = (loss - next_loss) > 1e-12 * loss;
                    (theta, loss) = (next, next_loss);
                    break;
                }
                step.iter_mut().for_each(|value| *value *= 0.5);
            }
            if !moved {
                break;
            }
        }
        let bias = theta.pop().expect("the bias is last");
        Logistic { bias, weights: theta }
    }

    /// The log-odds of yes.
    pub fn log_odds(&self, row: &[f64]) -> f64 {
        self.bias + self.weights.iter().zip(row).map(|(weight, value)| weight * value).sum::<f64>()
    }
}

impl Classifier for Logistic {
    fn probability(&self, row: &[f64]) -> f64 {
        sigmoid(self.log_odds(row))
    }
}

pub(super) fn sigmoid(log_odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-log_odds))
}

fn log_odds(row: &[f64], theta: &[f64]) -> f64 {
    theta[row.len()] + row.iter().zip(theta).map(|(a, b)| a * b).sum::<f64>()
}

fn objective(table: &Table, theta: &[f64], penalty: f64) -> f64 {
    let squares: f64 = theta[..table.width()].iter().map(|weight| weight * weight).sum();
    let losses = table.iter().map(|(row, [no, yes])| {
        let odds = log_odds(row, theta);
        // ln(1 + e^-|odds|) never overflows.
        let rest = libm::log1p(libm::exp(-odds.abs()));
        yes * (rest + (-odds).max(0.0)) + no * (rest + odds.max(0.0))
    });
    losses.sum::<f64>() + penalty / 2.0 * squares
}

/// Solves H·step = gradient.
fn newton_step(table: &Table, theta: &[f64], penalty: f64) -> Vec<f64> {
    let (mut hessian, mut gradient) = system(table, penalty, |row, [no, yes]| {
        let probability = sigmoid(log_odds(row, theta));
        let residual = (no + yes) * probability - yes;
        (residual, (no + yes) * probability * (1.0 - probability))
    });
    for i in 0..table.width() {
        gradient[i] += penalty * theta[i];
    }
    solve(&mut hessian, gradient)
}

/// The equations of weighted least squares with a penalty, the bias last: the lower triangle of the
/// matrix and the right side. `weigh` gives the weights of a row on the right side and in the
/// matrix.
pub(super) fn system(
    table: &Table,
    penalty: f64,
    weigh: impl Fn(&[f64], [f64; 2]) -> (f64, f64),
) -> (Vec<f64>, Vec<f64>) {
    let width = table.width();
    let size = width + 1;
    let mut matrix = vec![0.0; size * size];
    let mut right = vec![0.0; size];
    let mut extended = vec![1.0; size];
    for (row, counts) in table.iter() {
        extended[..width].copy_from_slice(row);
        let (side, weight) = weigh(row, counts);
        for i in 0..size {
            right[i] += side * extended[i];
            let factor = weight * extended[i];
            for (entry, value) in matrix[i * size..=i * size + i].iter_mut().zip(&extended) {
                *entry += factor * value;
            }
        }
    }
    for i in 0..width {
        matrix[i * size + i] += penalty;
    }
    // The bias has no penalty; a tiny one keeps the matrix positive definite if the data are
    // separable, or if there are none.
    matrix[size * size - 1] += 1e-9;
    (matrix, right)
}

/// Solves a positive definite system whose lower triangle is given, by Cholesky decomposition in
/// place.
pub(super) fn solve(matrix: &mut [f64], mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let dot: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - dot;
            matrix[i * size + j] = if i == j {
                rest.max(f64::MIN_POSITIVE).sqrt()
            } else {
                rest / matrix[j * size + j]
            };
        }
    }
    for i in 0..size {
        let dot: f64 = (0..i).map(|k| matrix[i * size + k] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * size + i];
    }
    for i in (0..size).rev() {
        let dot: f64 = (i + 1..size).map(|k| matrix[k * size + i] * right[k]).sum();
        right[i] = (right[i] - dot) / matrix[i * size + i];
    }
    right
}
