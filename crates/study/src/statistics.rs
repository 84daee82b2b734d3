//! The statistics of the reports: pure functions over numbers.

mod significance;

use patience_core::Random;

pub use significance::{SignedRank, holm, mcnemar, p_value, signed_rank};

/// The normal quantile of two-sided 95 %.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of `part` in `whole` at 95 %, as shares (Wilson 1927). `(0, 1)` if
/// `whole` is 0.
///
/// ```
/// use patience_study::statistics::wilson;
///
/// let (low, high) = wilson(50, 100);
/// assert!((0.40..0.41).contains(&low) && (0.59..0.60).contains(&high));
/// assert_eq!(wilson(0, 0), (0.0, 1.0));
/// ```
pub fn wilson(part: u64, whole: u64) -> (f64, f64) {
    wilson_score(part as f64, whole as f64)
}

/// Computes the interval for a sum of shares, each from 0 to 1, over `whole` instances. For shares
/// of 0 or 1 it is the interval of a proportion; other shares have a smaller variance, so that the
/// interval is conservative.
fn wilson_score(part: f64, whole: f64) -> (f64, f64) {
    if whole <= 0.0 {
        return (0.0, 1.0);
    }
    let (n, z2) = (whole, Z95 * Z95);
    let p = (part / n).clamp(0.0, 1.0);
    let centre = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z95 / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
    // At the ends the formula gives the end itself, up to rounding.
    let low = if p == 0.0 { 0.0 } else { centre - half };
    let high = if p == 1.0 { 1.0 } else { centre + half };
    (low, high)
}

/// The interval of a win rate when some instances are undecided: they count as lost for the lower
/// end and as won for the upper, as in Blake and Gent (2026), section on statistics.
///
/// ```
/// use patience_study::statistics::{wilson, wilson_undecided};
///
/// let (low, high) = wilson_undecided(50, 10, 100);
/// assert_eq!((low, high), (wilson(50, 100).0, wilson(60, 100).1));
/// ```
pub fn wilson_undecided(won: u64, undecided: u64, whole: u64) -> (f64, f64) {
    (wilson(won, whole).0, wilson(won + undecided, whole).1)
}

/// Computes the interval from the mean over this many instances of the share of repetitions won,
/// and of the share undecided: each instance counts once, regardless of its number of runs.
///
/// ```
/// use patience_study::statistics::{wilson_undecided, wilson_undecided_mean};
///
/// assert_eq!(wilson_undecided_mean(0.5, 0.0, 100), wilson_undecided(50, 0, 100));
/// ```
pub fn wilson_undecided_mean(won: f64, undecided: f64, instances: u64) -> (f64, f64) {
    let n = instances as f64;
    (wilson_score(won * n, n).0, wilson_score((won + undecided) * n, n).1)
}

/// The interval of the share of a part in a whole that contains it, when both are known up to
/// undecided instances. For the lower end, undecided instances count in the whole but not in the
/// part; for the upper end, those of the part count in both, and no others in the whole.
pub(crate) fn wilson_within(
    part: f64,
    part_undecided: f64,
    whole: f64,
    whole_undecided: f64,
) -> (f64, f64) {
    let most = (part + part_undecided).min(whole + whole_undecided);
    (wilson_score(part, whole + whole_undecided).0, wilson_score(most, whole.max(most)).1)
}

/// The arithmetic mean.
///
/// ```
/// use patience_study::statistics::mean;
///
/// assert_eq!((mean(&[1.0, 2.0, 6.0]), mean(&[])), (Some(3.0), None));
/// ```
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// The standard deviation of a sample of at least two values.
///
/// ```
/// use patience_study::statistics::standard_deviation;
///
/// assert_eq!(standard_deviation(&[1.0, 3.0, 5.0]), Some(2.0));
/// assert_eq!(standard_deviation(&[1.0]), None);
/// ```
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values).filter(|_| values.len() > 1)?;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((squares / (values.len() - 1) as f64).sqrt())
}

/// The quantile of sorted values, with linear interpolation between neighbours (type 7 of Hyndman
/// and Fan 1996).
///
/// ```
/// use patience_study::statistics::quantile;
///
/// assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.5), Some(2.0));
/// assert_eq!(quantile(&[1.0, 2.0, 4.0], 0.75), Some(3.0));
/// ```
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

/// The empirical distribution of values, as a step function: each known value with the share of all
/// `total` values that are no larger. The values are sorted in place: there may be millions.
///
/// ```
/// use patience_study::statistics::empirical;
///
/// let steps: Vec<(f64, f64)> = empirical(&mut [2.0, 1.0, 2.0], 4).collect();
/// assert_eq!(steps, [(1.0, 0.25), (2.0, 0.75)]);
/// ```
pub fn empirical(known: &mut [f64], total: usize) -> impl Iterator<Item = (f64, f64)> + Clone {
    known.sort_unstable_by(f64::total_cmp);
    let mut below = 0;
    known.chunk_by(|a, b| a == b).map(move |same| {
        below += same.len();
        (same[0], below as f64 / total as f64)
    })
}

/// A number with its 95 % interval, such as [`bootstrap_mean`] returns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate.
    pub estimate: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns the number of resamples of `count` values: 10,000, or fewer if that would take minutes.
///
/// ```
/// use patience_study::statistics::resamples;
///
/// assert_eq!([100, 1_000_000].map(resamples), [10_000, 200]);
/// ```
pub fn resamples(count: usize) -> usize {
    (40_000_000 / count.max(1)).clamp(200, 10_000)
}

/// The percentile bootstrap (Efron 1979) of the mean of `values`, with the pinned generator.
///
/// ```
/// use patience_study::statistics::bootstrap_mean;
///
/// let interval = bootstrap_mean(&[1.0, 2.0, 3.0], 1).unwrap();
/// assert_eq!(interval.estimate, 2.0);
/// assert!(1.0 <= interval.low && interval.high <= 3.0);
/// ```
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn wilson_gives_the_published_intervals() {
        // Masten 2024: 1,801 of 2,100 deals, printed as 85.697 % ± 1.495: centre and half-width of
        // Wilson's interval.
        let (low, high) = wilson(1801, 2100);
        close((low + high) / 2.0, 0.85697, 5e-6);
        close((high - low) / 2.0, 0.01495, 5e-6);
        // Blake and Gent 2026: 8,285 won, 1,107 lost and 608 undecided, printed as 85.815 % ± 3.717
        // (the last digit is theirs: the ends of our interval are 0.0013 % away).
        let (low, high) = wilson_undecided(8285, 608, 10_000);
        close((low + high) / 2.0, 0.85815, 1e-5);
        close((high - low) / 2.0, 0.03717, 1.5e-5);
        // Fixed suits, Blake and Gent: 2,490,171 of 10,000,000: 24.902 % ± 0.028 (again 0.001 %
        // wider than ours).
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
    fn what_is_undecided_never_counts() {
        // Five of six jobs were decided, the last of them after the sixth was stopped: the curve
        // ends at 5 of 6.
        let mut efforts = [10.0, 20.0, 500.0, 20.0, 30.0];
        assert_eq!(
            empirical(&mut efforts, 6).collect::<Vec<_>>(),
            [(10.0, 1.0 / 6.0), (20.0, 3.0 / 6.0), (30.0, 4.0 / 6.0), (500.0, 5.0 / 6.0)]
        );
        assert_eq!(empirical(&mut [], 2).count(), 0);
    }

    #[test]
    fn repetitions_of_an_instance_count_once() {
        // Four boards with 30 equal repetitions each carry the information of four jobs, not of
        // 120.
        assert_eq!(wilson_undecided_mean(0.75, 0.0, 4), wilson(3, 4));
        assert_eq!(wilson_undecided_mean(0.5, 0.25, 4), wilson_undecided(2, 1, 4));
        let (low, high) = wilson_undecided_mean(0.4, 0.0, 4);
        assert!(low < wilson(48, 120).0 && wilson(48, 120).1 < high);
    }

    #[test]
    fn the_standard_deviation_is_that_of_a_sample() {
        let known = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0];
        assert!((standard_deviation(&known).unwrap() - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert_eq!((standard_deviation(&[3.0]), standard_deviation(&[])), (None, None));
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
        fn the_empirical_distribution_counts(
            values in prop::collection::vec(prop::option::of(0u8..20), 1..40),
        ) {
            let values: Vec<_> = values.into_iter().map(|value| value.map(f64::from)).collect();
            let mut known: Vec<f64> = values.iter().copied().flatten().collect();
            let steps: Vec<(f64, f64)> = empirical(&mut known, values.len()).collect();
            prop_assert!(steps.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1));
            for (value, share) in steps {
                let below = values.iter().flatten().filter(|other| **other <= value).count();
                prop_assert_eq!(share, below as f64 / values.len() as f64);
            }
        }

        #[test]
        fn what_is_undecided_widens_the_interval_within(
            whole in 1u64..500,
            part in 0u64..500,
            more in 0u64..50,
            open in 0u64..50,
        ) {
            let part = part.min(whole);
            let within = |part: u64, more: u64, whole: u64, open: u64| {
                wilson_within(part as f64, more as f64, whole as f64, open as f64)
            };
            let known = within(part, 0, whole, 0);
            prop_assert_eq!(known, wilson(part, whole));
            let (low, high) = within(part, more, whole, open);
            prop_assert!(0.0 <= low && low <= known.0 && known.1 <= high + 1e-12 && high <= 1.0);
            // This is true whatever the verdicts of the undecided instances.
            let (some, others) = (more.min(open), more.min(whole - part));
            for (also_part, also_whole) in [(0, 0), (0, open), (some, open), (others, 0)] {
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
