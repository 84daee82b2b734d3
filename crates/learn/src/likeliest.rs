//! Policies from choices: maximum-likelihood weights of a softmax.

use patience_core::{Environment, Stop};

/// A choice that was made between several rows of features, for [`likeliest`].
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// Its weight.
    pub weight: f64,
    /// The features of all options.
    pub rows: Vec<Vec<f32>>,
    /// The chosen row.
    pub taken: usize,
}

/// The weights that maximise the likelihood of the choices (a conditional logit, which has one
/// maximum), by gradient ascent with momentum on scaled features, starting from `begin`.
///
/// ```
/// use patience_learn::likeliest::{Chosen, likeliest};
///
/// // Two of three times the larger number was chosen: odds of 2, a weight of ln 2.
/// let choice = |taken| Chosen { weight: 1.0, rows: vec![vec![0.0], vec![1.0]], taken };
/// let weights = likeliest(&[choice(1), choice(1), choice(0)], &[0.0]);
/// assert!((weights[0] - 2f32.ln()).abs() < 0.01);
/// ```
pub fn likeliest(choices: &[Chosen], begin: &[f32]) -> Vec<f32> {
    likeliest_within(choices, begin, Environment::none()).expect("nothing cancels it")
}

/// Like [`likeliest`], until it is cancelled.
///
/// # Errors
/// It was cancelled.
pub(crate) fn likeliest_within(
    choices: &[Chosen],
    begin: &[f32],
    environment: Environment<'_>,
) -> Result<Vec<f32>, Stop> {
    const STEPS: usize = 400;
    let width = begin.len();
    let total: f64 = choices.iter().map(|choice| choice.weight).sum();
    if total == 0.0 {
        return Ok(begin.to_vec());
    }
    // The spread of the features around those of the chosen row.
    let mut spread = vec![0.0f64; width];
    for choice in choices {
        let taken = &choice.rows[choice.taken];
        for row in &choice.rows {
            for (spread, (feature, taken)) in spread.iter_mut().zip(row.iter().zip(taken)) {
                *spread += choice.weight * f64::from(feature - taken) * f64::from(feature - taken);
            }
        }
    }
    let scale: Vec<f64> = spread
        .iter()
        .map(|spread| if *spread > 0.0 { (total / spread).sqrt() } else { 0.0 })
        .collect();
    let scaled = |row: &Vec<f32>| -> Vec<f64> {
        row.iter().zip(&scale).map(|(feature, scale)| f64::from(*feature) * scale).collect()
    };
    let choices: Vec<(f64, Vec<Vec<f64>>, usize)> = choices
        .iter()
        .map(|choice| (choice.weight, choice.rows.iter().map(scaled).collect(), choice.taken))
        .collect();
    let mut weights: Vec<f64> = begin
        .iter()
        .zip(&scale)
        .map(|(weight, scale)| if *scale > 0.0 { f64::from(*weight) / scale } else { 0.0 })
        .collect();
    let mut momentum = vec![0.0; width];
    for _ in 0..STEPS {
        let mut gradient = vec![0.0; width];
        for (weight, rows, taken) in &choices {
            if environment.is_cancelled() {
                return Err(Stop::Cancelled);
            }
            let scores =
                rows.iter().map(|row| row.iter().zip(&weights).map(|(a, b)| a * b).sum::<f64>());
            let scores: Vec<f64> = scores.collect();
            let best = scores.iter().copied().fold(f64::MIN, f64::max);
            let odds: Vec<f64> = scores.iter().map(|score| libm::exp(score - best)).collect();
            let sum: f64 = odds.iter().sum();
            for (index, gradient) in gradient.iter_mut().enumerate() {
                let expected: f64 =
                    rows.iter().zip(&odds).map(|(row, odds)| odds / sum * row[index]).sum();
                *gradient += weight / total * (rows[*taken][index] - expected);
            }
        }
        for ((weight, momentum), gradient) in weights.iter_mut().zip(&mut momentum).zip(gradient) {
            *momentum = 0.9 * *momentum + gradient;
            *weight += 0.1 * *momentum;
        }
    }
    Ok(weights.iter().zip(&scale).map(|(weight, scale)| (weight * scale) as f32).collect())
}

#[cfg(test)]
mod tests {
    use patience_core::Random;

    use super::*;

    /// Choices of rows with more of the first feature and less of the second give weights with
    /// these signs.
    #[test]
    fn the_likeliest_weights_follow_the_choices() {
        let mut random = Random::new(1);
        let truth = [0.8, -0.5, 0.0, 0.0, 0.0, 0.0];
        let choice = |random: &mut Random| {
            let row = |random: &mut Random| -> Vec<f32> {
                (0..6).map(|_| random.index(5) as f32).collect()
            };
            let rows = vec![row(random), row(random), row(random)];
            let odds: Vec<f64> = rows
                .iter()
                .map(|row| row.iter().zip(truth).map(|(a, b)| f64::from(a * b)).sum::<f64>().exp())
                .collect();
            let mut left = random.unit() * odds.iter().sum::<f64>();
            let mut drawn = |odds: &f64| {
                left -= odds;
                left < 0.0
            };
            let taken = odds.iter().position(&mut drawn).unwrap_or(2);
            Chosen { weight: 1.0, rows, taken }
        };
        let choices: Vec<_> = (0..4000).map(|_| choice(&mut random)).collect();
        let found = likeliest(&choices, &[0.0; 6]);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 0.1, "{found} for {truth}");
        }
        assert_eq!(likeliest(&[], &[1.5]), [1.5]);
    }
}
