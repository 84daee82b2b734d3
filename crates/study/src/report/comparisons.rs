//! The section of comparisons: configurations in pairs, on the same instances.

use super::answer::Line;
use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::paired::{Comparison, Outcome, floor};
use crate::{statistics, units};

/// Pairs of configurations that are compared unless the study names a baseline.
const MOST_PAIRS: usize = 15;

impl Report<'_> {
    pub(super) fn comparisons(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Pairwise comparison");
        let compared = &self.spec.report.compared;
        if compared.is_empty() {
            return self.comparison(self.measure(), document);
        }
        compared.iter().try_for_each(|measure| self.comparison(measure, document))
    }

    fn comparison(&self, measure: &str, document: &mut Document) -> Result<(), ReportError> {
        let floor = floor(measure);
        let sql = format!(
            "SELECT instance_id, configuration_position, avg(verdict <> 'unknown') AS decided,\n       \
             avg(ln(max({measure}, {floor}))) FILTER (WHERE verdict <> 'unknown') AS \"mean log\"\n\
             FROM results GROUP BY instance_id, configuration_position ORDER BY instance_id"
        );
        let outcome = |line: &Line| {
            let outcome = Outcome {
                decided: line.number("decided").unwrap_or(0.0),
                mean_log: line.number("mean log"),
            };
            (line.whole("instance_id"), line.whole("configuration_position") as usize, outcome)
        };
        let outcomes: Vec<(u64, usize, Outcome)> = self.query(&sql)?.iter().map(outcome).collect();
        let name = |index: usize| self.spec.configurations[index].name.clone();
        let pairs = self.pairs();
        if pairs.len() > MOST_PAIRS {
            document.text(&format!(
                "The first {MOST_PAIRS} of {} pairs; name a `baseline` in `[report]` to compare all with one, or \
                 `[[report.pairs]]`.",
                pairs.len()
            ));
        }
        let mut rows = Vec::new();
        for (a, b) in pairs.into_iter().take(MOST_PAIRS) {
            let mut comparison = Comparison::default();
            for same in outcomes.chunk_by(|one, other| one.0 == other.0) {
                let find = |wanted: usize| {
                    same.iter().find(|(_, index, _)| *index == wanted).map(|found| found.2)
                };
                if let Some((one, other)) = find(a).zip(find(b)) {
                    comparison.add(one, other);
                }
            }
            if !comparison.differences.is_empty() {
                rows.push([vec![name(a), name(b)], cells(&comparison)].concat());
            }
        }
        let header = strings([
            "A",
            "B",
            "instances",
            "both decided",
            "A more often",
            "B more often",
            &format!("{measure}: A / B (95 %)"),
            "p",
        ]);
        let how = format!(
            "Paired by instance; of an instance that was run several times the mean is taken first. `A more often`: instances \
             that A decided in more of its repetitions than B. A / B is the geometric mean of the ratio of {measure} where both \
             decided something, with a percentile bootstrap interval (the pinned generator with seed 1; 10,000 resamples, \
             fewer beyond 4,000 instances); p is of Wilcoxon's signed-rank test, two-sided, in which being decided less often \
             ranks behind every difference in {measure} (exact up to 60 instances that differ, ≈ the normal approximation). \
             The tests are not corrected for their number."
        );
        document.table(Table { header, rows, names: 2, sql, how });
        Ok(())
    }

    /// The pairs of configurations, by index: those that the study names, or each with the
    /// baseline, or all.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let all = &self.spec.configurations;
        let position = |name: &str| all.iter().position(|known| known.name == name);
        let named = self
            .spec
            .report
            .pairs
            .iter()
            .flat_map(|pairs| pairs.of.iter().map(|of| (of, &pairs.with)));
        let named: Vec<_> =
            named.filter_map(|(of, with)| position(of).zip(position(with))).collect();
        if !named.is_empty() {
            return named;
        }
        match self.spec.report.baseline.as_deref().and_then(position) {
            Some(base) => {
                (0..all.len()).filter(|other| *other != base).map(|other| (other, base)).collect()
            }
            None => (0..all.len()).flat_map(|a| (a + 1..all.len()).map(move |b| (a, b))).collect(),
        }
    }
}

/// The cells of a comparison after the names.
fn cells(comparison: &Comparison) -> Vec<String> {
    let Comparison { both, more_often, ratios, differences } = comparison;
    let ratio = match statistics::bootstrap_mean(ratios, 1) {
        Some(ratio) => format!(
            "{:.3} ({:.3} to {:.3})",
            ratio.estimate.exp(),
            ratio.low.exp(),
            ratio.high.exp()
        ),
        None => String::new(),
    };
    let test = statistics::signed_rank(differences);
    let p = if test.p < 0.0001 { "< 0.0001".to_owned() } else { format!("{:.4}", test.p) };
    vec![
        units::count(differences.len()),
        units::count(both),
        units::count(more_often.0),
        units::count(more_often.1),
        ratio,
        format!("{p}{}", if test.exact { "" } else { " ≈" }),
    ]
}
