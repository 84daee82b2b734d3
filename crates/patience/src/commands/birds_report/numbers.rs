//! The number formats of the tables.

use crate::style;

/// A share in per cent.
pub(super) fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}

/// Accuracies in training and test.
pub(super) fn percents([train, test]: [f64; 2]) -> String {
    format!("{} / {}", percent(train), percent(test))
}

/// Accuracies in training and test; the test accuracy, on `samples` samples, has its interval.
pub(super) fn tested([train, test]: [f64; 2], samples: usize) -> String {
    let right = (test * samples as f64).round() as u64;
    let (_, low, high) = style::wilson(right, samples as u64);
    format!("{} ({low:.2}–{high:.2})", percents([train, test]))
}

#[cfg(test)]
mod tests {
    use super::tested;

    #[test]
    fn the_interval_is_that_of_the_test_samples() {
        assert_eq!(tested([1.0, 0.5], 100), "100.00 / 50.00 (40.38–59.62)");
        assert_eq!(tested([0.75, 0.76], 76_419), "75.00 / 76.00 (75.70–76.30)");
    }
}
