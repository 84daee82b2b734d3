//! Rank correlations.

use patience_core::Random;

use crate::statistics::{Interval, quantile};

/// Number of resamples of pairs for an interval.
const RESAMPLES: usize = 2000;

/// The ranks of values, from 1; equal values share their mean rank.
///
/// ```
/// use patience_study::rank::ranks;
///
/// assert_eq!(ranks(&[10.0, 30.0, 10.0, 20.0]), [1.5, 4.0, 1.5, 3.0]);
/// ```
pub fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
    let mut ranks = vec![0.0; values.len()];
    let mut before = 0;
    for same in order.chunk_by(|one, other| values[*one] == values[*other]) {
        let mean = before as f64 + (same.len() as f64 + 1.0) / 2.0;
        same.iter().for_each(|index| ranks[*index] = mean);
        before += same.len();
    }
    ranks
}

/// Spearman's rank correlation (1904), ties by mean ranks; `None` if one side is constant.
///
/// ```
/// use patience_study::rank::spearman;
///
/// assert_eq!(spearman(&[(1.0, 10.0), (2.0, 100.0), (3.0, 1000.0)]), Some(1.0));
/// assert_eq!(spearman(&[(1.0, 5.0), (2.0, 5.0)]), None);
/// ```
pub fn spearman(pairs: &[(f64, f64)]) -> Option<f64> {
    let (ones, others): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (ones, others) = (ranks(&ones), ranks(&others));
    let middle = (pairs.len() as f64 + 1.0) / 2.0;
    let sum = |a: &[f64], b: &[f64]| {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum::<f64>()
    };
    let scale = (sum(&ones, &ones) * sum(&others, &others)).sqrt();
    (scale > 0.0).then(|| sum(&ones, &others) / scale)
}

/// Spearman's rank correlation with a percentile bootstrap interval over the pairs, with the pinned
/// generator. A resample in which one side is constant counts as 0: if such resamples were dropped,
/// a correlation that depends on a single pair would look certain.
///
/// ```
/// use patience_study::rank::bootstrap_spearman;
///
/// let pairs: Vec<_> = (0..20).map(|x| (f64::from(x), f64::from(x * x))).collect();
/// assert_eq!(bootstrap_spearman(&pairs, 1).unwrap().low, 1.0);
/// ```
pub fn bootstrap_spearman(pairs: &[(f64, f64)], seed: u64) -> Option<Interval> {
    let estimate = spearman(pairs)?;
    let mut random = Random::new(seed);
    let mut drawn = || -> Vec<(f64, f64)> {
        (0..pairs.len()).map(|_| pairs[random.index(pairs.len())]).collect()
    };
    let mut found: Vec<f64> = (0..RESAMPLES).map(|_| spearman(&drawn()).unwrap_or(0.0)).collect();
    found.sort_unstable_by(f64::total_cmp);
    Some(Interval { estimate, low: quantile(&found, 0.025)?, high: quantile(&found, 0.975)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed independently, from the definition.
    #[test]
    fn correlations_are_those_of_others() {
        let pairs = [(1.0, 3.0), (2.0, 1.0), (2.0, 4.0), (3.0, 4.0), (5.0, 9.0), (8.0, 6.0)];
        assert!(
            (spearman(&pairs).unwrap() - 0.8088235294117647).abs() < 1e-12,
            "{:?}",
            spearman(&pairs)
        );
        assert_eq!(ranks(&[2.0, 1.0, 2.0, 9.0]), [2.5, 1.0, 2.5, 4.0]);
        assert_eq!(spearman(&[(1.0, 2.0), (2.0, 1.0), (3.0, 0.0)]), Some(-1.0));
        assert_eq!(spearman(&[]), None);
    }

    #[test]
    fn what_sets_one_pair_apart_is_not_certain() {
        let pairs: Vec<_> = (0..12).map(|x| (f64::from(x), f64::from(x / 11))).collect();
        let interval = bootstrap_spearman(&pairs, 1).unwrap();
        assert!(
            interval.low == 0.0 && interval.estimate > 0.4 && interval.high < 0.8,
            "{interval:?}"
        );
    }

    #[test]
    fn intervals_hold_the_estimate_and_shrink() {
        let noisy = |count: usize| -> Vec<(f64, f64)> {
            let mut random = Random::new(5);
            (0..count).map(|at| (at as f64, at as f64 + random.unit() * count as f64)).collect()
        };
        let [few, many] = [20, 200].map(|count| bootstrap_spearman(&noisy(count), 1).unwrap());
        for interval in [few, many] {
            assert!(
                interval.low <= interval.estimate && interval.estimate <= interval.high,
                "{interval:?}"
            );
        }
        assert!(many.high - many.low < few.high - few.low);
    }
}
