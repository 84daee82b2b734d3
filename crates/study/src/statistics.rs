//! The statistics of the reports: pure functions over numbers.

use patience_core::Random;

/// The normal quantile of two-sided 95 %.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of `part` in `whole` at 95 %, as shares (Wilson 1927). `(0, 1)` of nothing.
pub fn wilson(part: u64, whole: u64) -> (f64, f64) {
    if whole == 0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (whole as f64, Z95 * Z95);
    let p = part as f64 / n;
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula gives the end itself, up to rounding.
    let low = if part == 0 { 0.0 } else { centre - half };
    let high = if part == whole { 1.0 } else { centre + half };
    (low, high)
}

/// The interval of a win rate when some instances are undecided: they count as lost for the lower end and as won for
/// the upper, as in Blake and Gent (2026), section on statistics.
pub fn wilson_undecided(won: u64, undecided: u64, whole: u64) -> (f64, f64) {
    (wilson(won, whole).0, wilson(won + undecided, whole).1)
}

/// The interval of the share of a part in a whole when both are known up to undecided instances, and what is in the part
/// is in the whole. For the lower end undecided instances are in the whole and not in the part; for the upper end
/// those of the part are in both, and no others in the whole.
pub fn wilson_within(part: u64, part_undecided: u64, whole: u64, whole_undecided: u64) -> (f64, f64) {
    let most = (part + part_undecided).min(whole + whole_undecided);
    (wilson(part, whole + whole_undecided).0, wilson(most, whole.max(most)).1)
}

/// The arithmetic mean.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The quantile of sorted values, with linear interpolation between neighbours (type 7 of Hyndman and Fan 1996).
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let place = share.clamp(0.0, 1.0) * last as f64;
    let below = place.floor() as usize;
    let above = (below + 1).min(last);
    let rest = place - below as f64;
    // Equal neighbours (both may be infinite) need no interpolation.
    Some(if rest == 0.0 || sorted[below] == sorted[above] {
        sorted[below]
    } else {
        sorted[below] + rest * (sorted[above] - sorted[below])
    })
}

/// A value that is known, or known only to be larger: a timeout is a censored time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Censored {
    /// The value.
    pub value: f64,
    /// Whether the event happened at it; `false` if watching ended there.
    pub happened: bool,
}

/// The Kaplan–Meier estimate (1958) of the share for which the event has happened by each time, as a step function:
/// the times at which it rises, and the share from there on. At equal times events come before ends of watching.
pub fn kaplan_meier(values: &[Censored]) -> Vec<(f64, f64)> {
    let mut values: Vec<Censored> = values.to_vec();
    values.sort_unstable_by(|a, b| a.value.total_cmp(&b.value).then(b.happened.cmp(&a.happened)));
    let mut survival = 1.0;
    let mut steps = Vec::new();
    let mut at_risk = values.len();
    let mut index = 0;
    while index < values.len() {
        let time = values[index].value;
        let same = values[index..].iter().take_while(|other| other.value == time).count();
        let events = values[index..index + same].iter().filter(|value| value.happened).count();
        if events > 0 {
            survival *= 1.0 - events as f64 / at_risk as f64;
            steps.push((time, 1.0 - survival));
        }
        at_risk -= same;
        index += same;
    }
    steps
}

/// The quantile of censored values by Kaplan–Meier: the first value by which the share has happened, or `None` where
/// watching ended before.
pub fn censored_quantile(values: &[Censored], share: f64) -> Option<f64> {
    let steps = kaplan_meier(values);
    steps.iter().find(|(_, happened)| *happened >= share - 1e-12).map(|(time, _)| *time)
}

/// A number with its interval at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// How often `count` values are drawn anew: 10,000 times, less for so many values that it would take minutes.
pub fn resamples(count: usize) -> usize {
    (40_000_000 / count.max(1)).clamp(200, 10_000)
}

/// The percentile bootstrap (Efron 1979) of the mean of `values`, with the pinned generator.
pub fn bootstrap_mean(values: &[f64], seed: u64) -> Option<Interval> {
    let estimate = mean(values)?;
    let mut random = Random::new(seed);
    let mut means: Vec<f64> = (0..resamples(values.len()))
        .map(|_| {
            let sum: f64 = (0..values.len()).map(|_| values[random.index(values.len())]).sum();
            sum / values.len() as f64
        })
        .collect();
    means.sort_unstable_by(f64::total_cmp);
    Some(Interval { estimate, low: quantile(&means, 0.025)?, high: quantile(&means, 0.975)? })
}

/// The outcome of Wilcoxon's signed-rank test.
#[derive(Clone, Copy, Debug, PartialEq)]
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

/// Wilcoxon's signed-rank test (1945) of differences; zeros are left out, equal sizes share their mean rank, and an
/// infinite difference has the largest rank. Exact by the permutation distribution of these very ranks for up to 60
/// pairs, beyond that by the normal approximation with the correction for ties and for continuity.
pub fn signed_rank(differences: &[f64]) -> SignedRank {
    let mut differences: Vec<f64> = differences.iter().copied().filter(|d| *d != 0.0 && !d.is_nan()).collect();
    differences.sort_unstable_by(|a, b| a.abs().total_cmp(&b.abs()));
    let n = differences.len();
    // Twice the ranks, so that mean ranks stay whole.
    let mut doubled = vec![0u64; n];
    let mut ties = 0.0;
    let mut index = 0;
    while index < n {
        let same = differences[index..].iter().take_while(|d| d.abs() == differences[index].abs()).count();
        doubled[index..index + same].fill((2 * index + same + 1) as u64);
        ties += (same as f64).powi(3) - same as f64;
        index += same;
    }
    let positive: u64 = doubled.iter().zip(&differences).filter(|(_, d)| **d > 0.0).map(|(rank, _)| rank).sum();
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn wilson_gives_the_published_intervals() {
        // Masten 2024: 1,801 of 2,100 deals, printed as 85.697 % ± 1.495: centre and half-width of Wilson's interval.
        let (low, high) = wilson(1801, 2100);
        close((low + high) / 2.0, 0.85697, 5e-6);
        close((high - low) / 2.0, 0.01495, 5e-6);
        // Blake and Gent 2026: 8,285 won, 1,107 lost and 608 undecided, printed as 85.815 % ± 3.717
        // (the last digit is theirs: the ends of our interval are 0.0013 % away).
        let (low, high) = wilson_undecided(8285, 608, 10_000);
        close((low + high) / 2.0, 0.85815, 1e-5);
        close((high - low) / 2.0, 0.03717, 1.5e-5);
        // Fixed suits, Blake and Gent: 2,490,171 of 10,000,000: 24.902 % ± 0.028 (again 0.001 % wider than ours).
        let (low, high) = wilson(2_490_171, 10_000_000);
        close((low + high) / 2.0, 0.24902, 5e-6);
        close((high - low) / 2.0, 0.00028, 1.5e-5);
        assert_eq!(wilson(0, 10).0, 0.0);
        assert_eq!(wilson(10, 10).1, 1.0);
        assert_eq!(wilson(0, 0), (0.0, 1.0));
    }

    #[test]
    fn quantiles_interpolate() {
        let values = [1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&values, 0.5), Some(2.5));
        assert_eq!(quantile(&values, 0.25), Some(1.75));
        assert_eq!(quantile(&values, 1.0), Some(4.0));
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[1.0, f64::INFINITY, f64::INFINITY], 0.75), Some(f64::INFINITY));
    }

    #[test]
    fn kaplan_meier_of_a_textbook() {
        // Freireich et al. 1963, the 6-MP group: remission weeks, + censored.
        let happened = [6, 6, 6, 7, 10, 13, 16, 22, 23];
        let censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
        let value = |happened| move |value: &i32| Censored { value: f64::from(*value), happened };
        let values: Vec<Censored> = happened.iter().map(value(true)).chain(censored.iter().map(value(false))).collect();
        let survival: Vec<(f64, f64)> = kaplan_meier(&values).into_iter().map(|(t, share)| (t, 1.0 - share)).collect();
        let expected =
            [(6.0, 0.857), (7.0, 0.807), (10.0, 0.753), (13.0, 0.690), (16.0, 0.627), (22.0, 0.538), (23.0, 0.448)];
        assert_eq!(survival.len(), expected.len());
        for ((time, share), (at, printed)) in survival.into_iter().zip(expected) {
            assert_eq!(time, at);
            close(share, printed, 6e-4);
        }
        assert_eq!(censored_quantile(&values, 0.5), Some(23.0));
        assert_eq!(censored_quantile(&values, 0.9), None);
    }

    #[test]
    #[allow(clippy::approx_constant)]
    fn signed_rank_of_a_textbook() {
        // Wilcoxon 1945's example in R: x = depression scale before, y = after; V = 40, p = 0.03906 (two-sided, exact).
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
        let differences: Vec<f64> = (1..=60).map(|i| if i % 3 == 0 { -f64::from(i) } else { f64::from(i) }).collect();
        let exact = signed_rank(&differences);
        let more: Vec<f64> = differences.iter().copied().chain([0.001]).collect();
        let approximate = signed_rank(&more);
        assert!(exact.exact && !approximate.exact);
        close(exact.p, approximate.p, 0.005);
    }

    #[test]
    fn the_bootstrap_finds_the_interval_of_a_mean() {
        let values: Vec<f64> = (0..400).map(|i| f64::from(i % 20)).collect();
        let interval = bootstrap_mean(&values, 1).unwrap();
        assert_eq!(interval.estimate, 9.5);
        // The standard error is 5.77 / 20.
        close(interval.low, 9.5 - 1.96 * 0.2883, 0.03);
        close(interval.high, 9.5 + 1.96 * 0.2883, 0.03);
        assert_eq!(bootstrap_mean(&values, 1), Some(interval));
        assert_eq!(bootstrap_mean(&[], 1), None);
    }

    proptest! {
        #[test]
        fn kaplan_meier_without_censoring_is_the_empirical_distribution(mut values in prop::collection::vec(0u8..20, 1..40)) {
            let all: Vec<Censored> = values.iter().map(|v| Censored { value: f64::from(*v), happened: true }).collect();
            values.sort_unstable();
            for (time, share) in kaplan_meier(&all) {
                let below = values.iter().filter(|v| f64::from(**v) <= time).count();
                prop_assert!((share - below as f64 / values.len() as f64).abs() < 1e-9);
            }
        }

        #[test]
        fn signed_rank_is_symmetric(differences in prop::collection::vec(-9i32..9, 0..30)) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            let opposite: Vec<f64> = differences.iter().map(|d| -d).collect();
            let (one, other) = (signed_rank(&differences), signed_rank(&opposite));
            prop_assert!((one.p - other.p).abs() < 1e-12 && one.pairs == other.pairs);
            prop_assert!(one.p > 0.0 && one.p <= 1.0);
        }

        #[test]
        fn what_is_undecided_widens_the_interval_within(whole in 1u64..500, part in 0u64..500, more in 0u64..50, open in 0u64..50) {
            let part = part.min(whole);
            let known = wilson_within(part, 0, whole, 0);
            prop_assert_eq!(known, wilson(part, whole));
            let (low, high) = wilson_within(part, more, whole, open);
            prop_assert!(0.0 <= low && low <= known.0 && known.1 <= high + 1e-12 && high <= 1.0);
            // Whatever the undecided turn out to be.
            for (also_part, also_whole) in [(0, 0), (0, open), (more.min(open), open), (more.min(whole - part), 0)] {
                let (part, whole) = (part + also_part, whole + also_whole);
                let truth = wilson(part, whole);
                prop_assert!(low <= truth.0 + 1e-12 && truth.1 <= high + 1e-12);
            }
        }

        #[test]
        fn wilson_holds_the_share(whole in 1u64..1000, part in 0u64..1000) {
            let part = part.min(whole);
            let (low, high) = wilson(part, whole);
            let share = part as f64 / whole as f64;
            prop_assert!(0.0 <= low && low <= share && share <= high && high <= 1.0);
        }
    }
}
