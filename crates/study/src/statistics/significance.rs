//! Tests of significance.

/// The outcome of Wilcoxon's signed-rank test, [`signed_rank`].
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct SignedRank {
    /// Pairs that differ.
    pub pairs: usize,
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The two-sided p-value.
    pub p: f64,
    /// Whether the p-value is exact.
    pub exact: bool,
}

/// A p-value as reports print it.
///
/// ```
/// use patience_study::statistics::p_value;
///
/// assert_eq!([p_value(0.04321), p_value(1e-5)], ["0.0432", "< 0.0001"]);
/// ```
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "< 0.0001".to_owned() } else { format!("{p:.4}") }
}

/// Wilcoxon's signed-rank test (1945) of differences; zeros are left out, equal sizes share their
/// mean rank, and an infinite difference has the largest rank. Exact for up to 60 pairs, by the
/// permutation distribution of these ranks; otherwise by the normal approximation with corrections
/// for ties and continuity.
///
/// ```
/// use patience_study::statistics::signed_rank;
///
/// let test = signed_rank(&[1.0, 2.0, 3.0, 4.0, 5.0, 0.0]);
/// assert_eq!((test.pairs, test.positive, test.exact), (5, 15.0, true));
/// assert_eq!(test.p, 2.0 / 32.0);
/// ```
pub fn signed_rank(differences: &[f64]) -> SignedRank {
    let mut differences: Vec<f64> =
        differences.iter().copied().filter(|d| *d != 0.0 && !d.is_nan()).collect();
    differences.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = differences.len();
    // Twice the ranks, so that mean ranks stay whole.
    let mut doubled = vec![0u64; n];
    let mut ties = 0.0;
    let mut index = 0;
    while index < n {
        let same =
            differences[index..].iter().take_while(|d| d.abs() == differences[index].abs()).count();
        doubled[index..index + same].fill((2 * index + same + 1) as u64);
        ties += (same as f64).powi(3) - same as f64;
        index += same;
    }
    let positive: u64 =
        doubled.iter().zip(&differences).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
    let total: u64 = doubled.iter().sum();
    let exact = n <= 60;
    let p = if n == 0 {
        1.0
    } else if exact {
        let smaller = positive.min(total - positive) as usize;
        // ways[s]: the share of all sign patterns whose positive ranks sum to s.
        let mut ways = vec![0.0f64; total as usize + 1];
        ways[0] = 1.0;
        for rank in doubled {
            for sum in (0..=total as usize).rev() {
                let with = if sum >= rank as usize { ways[sum - rank as usize] } else { 0.0 };
                ways[sum] = (ways[sum] + with) / 2.0;
            }
        }
        (2.0 * ways[..=smaller].iter().sum::<f64>()).min(1.0)
    } else {
        let count = n as f64;
        let expected = count * (count + 1.0) / 4.0;
        let variance = count * (count + 1.0) * (2.0 * count + 1.0) / 24.0 - ties / 48.0;
        let distance = ((positive as f64 / 2.0 - expected).abs() - 0.5).max(0.0);
        libm::erfc(distance / variance.sqrt() / std::f64::consts::SQRT_2)
    };
    SignedRank { pairs: n, positive: positive as f64 / 2.0, p, exact }
}

/// The p-values of several tests, corrected for multiple tests by Holm's step-down method (1979):
/// the probability that any rejection at a level is wrong is at most that level, whatever the
/// dependence between the tests.
///
/// ```
/// use patience_study::statistics::holm;
///
/// assert_eq!(holm(&[0.01, 0.5, 0.02]), [0.03, 0.5, 0.04]);
/// assert_eq!(holm(&[0.6, 0.6]), [1.0, 1.0]);
/// ```
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut corrected = vec![0.0; values.len()];
    let mut largest = 0.0f64;
    for (index, at) in order.into_iter().enumerate() {
        largest = largest.max((values.len() - index) as f64 * values[at]).min(1.0);
        corrected[at] = largest;
    }
    corrected
}

/// McNemar's exact test (1947) of paired binary outcomes: the two-sided p-value from the numbers of
/// pairs in which only one, and only the other, succeeds.
///
/// ```
/// use patience_study::statistics::mcnemar;
///
/// assert_eq!(mcnemar(0, 0), 1.0);
/// assert_eq!(mcnemar(3, 3), 1.0);
/// assert!((mcnemar(0, 5) - 2.0 / 32.0).abs() < 1e-12);
/// ```
pub fn mcnemar(one: u64, other: u64) -> f64 {
    let (pairs, fewer) = ((one + other) as f64, one.min(other));
    // The probability that at most `fewer` of `pairs` fair coins show heads. Logarithms, because
    // 2^-pairs may underflow.
    let log_choose =
        |k: f64| libm::lgamma(pairs + 1.0) - libm::lgamma(k + 1.0) - libm::lgamma(pairs - k + 1.0);
    let term = |k: u64| libm::exp(log_choose(k as f64) - pairs * std::f64::consts::LN_2);
    let tail: f64 = (0..=fewer).map(term).sum();
    if one == other { 1.0 } else { (2.0 * tail).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    #[allow(clippy::approx_constant)]
    fn signed_rank_of_a_textbook() {
        // Wilcoxon 1945's example in R: x = depression scale before, y = after; V = 40, p = 0.03906
        // (two-sided, exact).
        let x = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let differences: Vec<f64> = x.iter().zip(y).map(|(x, y)| x - y).collect();
        let test = signed_rank(&differences);
        assert_eq!((test.pairs, test.positive, test.exact), (9, 40.0, true));
        close(test.p, 0.0390625, 1e-12);
        assert_eq!(signed_rank(&[0.0, 0.0]).p, 1.0);
        assert_eq!(signed_rank(&[f64::INFINITY, f64::INFINITY, 1.0]).positive, 6.0);
    }

    #[test]
    fn exact_and_approximate_p_agree_where_they_meet() {
        let differences: Vec<f64> =
            (1..=60).map(|i| if i % 3 == 0 { -f64::from(i) } else { f64::from(i) }).collect();
        let exact = signed_rank(&differences);
        let more: Vec<f64> = differences.iter().copied().chain([0.001]).collect();
        let approximate = signed_rank(&more);
        assert!(exact.exact && !approximate.exact);
        close(exact.p, approximate.p, 0.005);
    }

    #[test]
    fn mcnemar_is_that_of_others() {
        // R: binom.test(5, 20)$p.value and binom.test(10, 31)$p.value.
        close(mcnemar(5, 15), 0.041_389_465_332_031_25, 1e-10);
        close(mcnemar(21, 10), 0.070_755_545_981_228_35, 1e-10);
        assert_eq!(mcnemar(5, 15), mcnemar(15, 5));
        assert!(mcnemar(0, 5000) < 1e-300);
    }

    proptest! {
        #[test]
        fn signed_rank_is_symmetric(differences in prop::collection::vec(-9i32..9, 0..30)) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            let opposite: Vec<f64> = differences.iter().map(|d| -d).collect();
            let (one, other) = (signed_rank(&differences), signed_rank(&opposite));
            prop_assert!((one.p - other.p).abs() < 1e-12 && one.pairs == other.pairs);
            prop_assert!(one.p > 0.0 && one.p <= 1.0);
        }
    }
}
