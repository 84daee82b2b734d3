//! Paired results of two configurations on the same instances, and their differences.

use std::cmp::Ordering;

/// Results on an instance, over all repetitions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The share of decided repetitions.
    pub decided: f64,
    /// The mean logarithm of the measure over the decided repetitions, if it has a value.
    pub mean_log: Option<f64>,
}

/// Paired results on the instances that both were run on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Comparison {
    /// Instances on which both decided at least one repetition.
    pub both: u64,
    /// The number of instances that the first decided more often, and that the second did.
    pub more_often: (u64, u64),
    /// Logarithms of the ratio of the measures, where both decided something.
    pub ratios: Vec<f64>,
    /// One difference per instance: infinite if one was decided more often than the other.
    pub differences: Vec<f64>,
}

impl Comparison {
    /// Several comparisons as one.
    pub fn pooled(all: &[Comparison]) -> Comparison {
        let more_often = all.iter().map(|one| one.more_often);
        Comparison {
            both: all.iter().map(|one| one.both).sum(),
            more_often: more_often.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1)),
            ratios: all.iter().flat_map(|one| &one.ratios).copied().collect(),
            differences: all.iter().flat_map(|one| &one.differences).copied().collect(),
        }
    }

    pub fn add(&mut self, one: Outcome, other: Outcome) {
        let ratio = one.mean_log.zip(other.mean_log).map(|(one, other)| one - other);
        // Equal ratios are ties, however their logarithms are rounded.
        let ratio = ratio.map(|ratio| (ratio * 1e12).round() / 1e12);
        self.both += u64::from(one.decided > 0.0 && other.decided > 0.0);
        self.ratios.extend(ratio);
        self.differences.push(match one.decided.total_cmp(&other.decided) {
            Ordering::Greater => {
                self.more_often.0 += 1;
                f64::NEG_INFINITY
            }
            Ordering::Less => {
                self.more_often.1 += 1;
                f64::INFINITY
            }
            Ordering::Equal => ratio.unwrap_or(0.0),
        });
    }
}

/// Measures below this count as equal to it: ratios of tiny values are meaningless.
pub(crate) fn floor(measure: &str) -> f64 {
    if measure.ends_with("seconds") { 1e-6 } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn being_decided_more_often_comes_before_being_quicker() {
        let outcome = |decided, mean_log| Outcome { decided, mean_log };
        let mut comparison = Comparison::default();
        comparison.add(outcome(1.0, Some(2.0)), outcome(1.0, Some(1.5)));
        comparison.add(outcome(0.5, Some(0.0)), outcome(1.0, Some(9.0)));
        comparison.add(outcome(1.0, Some(1.0)), outcome(0.0, None));
        comparison.add(outcome(0.0, None), outcome(0.0, None));
        let differences = vec![0.5, f64::INFINITY, f64::NEG_INFINITY, 0.0];
        assert_eq!(
            comparison,
            Comparison { both: 2, more_often: (1, 1), ratios: vec![0.5, -9.0], differences }
        );
        let pooled = Comparison::pooled(&[comparison.clone(), comparison]);
        assert_eq!((pooled.both, pooled.more_often), (4, (2, 2)));
        assert_eq!((pooled.ratios.len(), pooled.differences.len()), (4, 8));
    }
}
