//! Polynomials of degree 3 in the six features of Birds.

use serde::{Deserialize, Serialize};

use super::Scaling;

const FEATURES: usize = 6;

/// The monomials of degree 1 to 3 in six variables.
pub const COLUMNS: usize = 83;

/// Appends the 83 monomials of degree 1 to 3 of six features: each feature followed by its products
/// with itself and later ones, each product of two followed by its products with the second and
/// later ones.
///
/// ```
/// use patience_learn::models::{COLUMNS, cubic};
///
/// let mut columns = Vec::new();
/// cubic(&[2.0, 3.0, 0.0, 0.0, 0.0, 0.0], &mut columns);
/// assert_eq!(columns.len(), COLUMNS);
/// assert_eq!(columns[..4], [2.0, 4.0, 8.0, 12.0], "x, x², x³, x²y");
/// ```
pub fn cubic(row: &[f64], out: &mut Vec<f64>) {
    for i in 0..FEATURES {
        out.push(row[i]);
        for j in i..FEATURES {
            out.push(row[i] * row[j]);
            out.extend((j..FEATURES).map(|k| row[i] * row[j] * row[k]));
        }
    }
}

/// The log-odds of a logistic model on scaled monomials, or the prediction of a linear one, as one
/// polynomial in the raw features: 84 multiplications and no exponential. It orders positions in
/// the same way as the probabilities.
///
/// ```
/// use patience_learn::models::{COLUMNS, CubicScore};
///
/// let constant: CubicScore =
///     [1.5].into_iter().chain([0.0; COLUMNS]).collect::<Vec<_>>().try_into()?;
/// assert_eq!(constant.score(&[1.0; 6]), 1.5);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "Vec<f64>", try_from = "Vec<f64>")]
pub struct CubicScore {
    constant: f64,
    coefficients: [f64; COLUMNS],
}

impl From<CubicScore> for Vec<f64> {
    /// The constant, followed by the coefficients.
    fn from(score: CubicScore) -> Vec<f64> {
        [score.constant].into_iter().chain(score.coefficients).collect()
    }
}

impl TryFrom<Vec<f64>> for CubicScore {
    type Error = String;

    fn try_from(numbers: Vec<f64>) -> Result<CubicScore, String> {
        let expected = format!("expected a constant and {COLUMNS} coefficients");
        let (constant, coefficients) = numbers.split_first().ok_or(&expected)?;
        Ok(CubicScore {
            constant: *constant,
            coefficients: coefficients.try_into().map_err(|_| expected)?,
        })
    }
}

impl CubicScore {
    /// The score of a model trained on monomials under a scaling.
    ///
    /// # Panics
    /// If the model does not have 83 weights.
    pub fn new(bias: f64, weights: &[f64], scaling: &Scaling) -> CubicScore {
        let scaled: Vec<f64> =
            weights.iter().zip(&scaling.factor).map(|(weight, factor)| weight * factor).collect();
        let offset: f64 = scaled.iter().zip(&scaling.low).map(|(weight, low)| weight * low).sum();
        let coefficients = scaled.try_into().expect("the model is one of cubic monomials");
        CubicScore { constant: bias - offset, coefficients }
    }

    /// Whether every coefficient is finite: a check of models read from a file.
    pub fn is_sound(&self) -> bool {
        self.constant.is_finite() && self.coefficients.iter().all(|value| value.is_finite())
    }

    /// The score of six features.
    #[inline]
    pub fn score(&self, row: &[f64; FEATURES]) -> f64 {
        let mut at = 0;
        let mut total = self.constant;
        for i in 0..FEATURES {
            let mut linear = self.coefficients[at];
            at += 1;
            for j in i..FEATURES {
                let mut quadratic = self.coefficients[at];
                at += 1;
                for value in &row[j..] {
                    quadratic += self.coefficients[at] * value;
                    at += 1;
                }
                linear += quadratic * row[j];
            }
            total += linear * row[i];
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::{Classifier, Logistic, Table};
    use patience_core::Random;

    #[test]
    fn there_are_83_monomials_and_the_score_is_the_models() {
        let mut random = Random::new(5);
        let mut rows: Vec<[f64; 6]> = Vec::new();
        for _ in 0..400 {
            rows.push(std::array::from_fn(|_| f64::from(random.below(20))));
        }
        let raw = Table::new(6, rows.iter().map(|row| (row, row[0] + row[3] > 20.0 + row[5])));
        let table = raw.map(COLUMNS, cubic);
        let scaling = Scaling::of(&table);
        let scaled = scaling.apply(&table);
        let model = Logistic::fit(&scaled, 1.0);
        assert!(model.accuracy(&scaled) > 0.95);
        let score = CubicScore::new(model.bias, &model.weights, &scaling);
        for (row, (columns, _)) in rows.iter().zip(scaled.iter()) {
            let odds = score.score(row);
            let probability = 1.0 / (1.0 + libm::exp(-odds));
            assert!((probability - model.probability(columns)).abs() < 1e-9);
        }
    }
}
