//! The section of comparisons: configurations in pairs, on the same instances.

use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::paired::{Comparison, Outcome, floor};
use crate::{statistics, units};

/// Maximum number of differences in memory: beyond it, pairs are compared in several passes.
const MAX_HELD: u64 = 20_000_000;

/// A line of the tables: two configurations on a set, or on all sets together.
struct Compared {
    /// The index of the measure.
    measure: usize,
    set: String,
    pair: (usize, usize),
    /// The cells after the names.
    cells: Vec<String>,
    test: statistics::SignedRank,
}

/// Results of all configurations on an instance of a set.
struct OnInstance {
    set: usize,
    outcomes: Vec<(usize, Outcome)>,
}

impl Report<'_> {
    pub(super) fn comparisons(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Pairwise comparison");
        let measures = self.measures();
        let mut all = Vec::new();
        for (index, measure) in measures.iter().enumerate() {
            all.extend(self.compared(index, measure)?);
        }
        let raw: Vec<f64> = all.iter().map(|one| one.test.p).collect();
        let corrected = (!self.spec.report.uncorrected).then(|| statistics::holm(&raw));
        for (index, measure) in measures.iter().enumerate() {
            let lines = all.iter().enumerate().filter(|(_, one)| one.measure == index);
            let row = |(place, one): (usize, &Compared)| {
                self.row(one, corrected.as_ref().map(|corrected| corrected[place]))
            };
            self.table(document, measure, lines.map(row).collect(), all.len());
        }
        Ok(())
    }

    /// Compares every pair on every set that both were run on, and on all sets together.
    fn compared(&self, index: usize, measure: &str) -> Result<Vec<Compared>, ReportError> {
        let at_once = (MAX_HELD / self.spec.instances().max(1)).max(1) as usize;
        let mut compared = Vec::new();
        for pairs in self.pairs().chunks(at_once) {
            self.compare(index, measure, pairs, &mut compared)?;
        }
        Ok(compared)
    }

    /// Compares some pairs in one pass over the rows.
    fn compare(
        &self,
        measure_index: usize,
        measure: &str,
        pairs: &[(usize, usize)],
        compared: &mut Vec<Compared>,
    ) -> Result<(), ReportError> {
        let sets = self.spec.sets.len();
        let mut comparisons = vec![Comparison::default(); pairs.len() * sets];
        self.each_instance(measure, |instance| {
            let find = |wanted: usize| {
                instance.outcomes.iter().find(|(index, _)| *index == wanted).map(|found| found.1)
            };
            for (place, &(a, b)) in pairs.iter().enumerate() {
                if let Some((one, other)) = find(a).zip(find(b)) {
                    comparisons[place * sets + instance.set].add(one, other);
                }
            }
        })?;
        let mut comparisons = comparisons.into_iter();
        for &pair in pairs {
            let by_set: Vec<Comparison> = comparisons.by_ref().take(sets).collect();
            let pooled = (sets > 1).then(|| ("all sets", Comparison::pooled(&by_set)));
            let names = self.spec.sets.iter().map(|set| set.name.as_str());
            for (set, comparison) in names.zip(by_set).chain(pooled) {
                if comparison.differences.is_empty() {
                    continue;
                }
                compared.push(Compared {
                    measure: measure_index,
                    set: set.to_owned(),
                    pair,
                    cells: cells(&comparison),
                    test: statistics::signed_rank(&comparison.differences),
                });
            }
        }
        Ok(())
    }

    fn outcomes_query(measure: &str) -> String {
        let floor = floor(measure);
        format!(
            "SELECT set_position, instance_id, configuration_position, \
             avg(verdict <> 'unknown') AS decided,\n       \
             avg(ln(max({measure}, {floor}))) FILTER (WHERE verdict <> 'unknown') AS \"mean log\"\n\
             FROM results GROUP BY instance_id, configuration_position ORDER BY instance_id"
        )
    }

    /// Passes the results on each instance to `each`, one at a time: there may be millions.
    fn each_instance(
        &self,
        measure: &str,
        mut take: impl FnMut(&OnInstance),
    ) -> Result<(), ReportError> {
        let mut statement = self.store.connection().prepare(&Report::outcomes_query(measure))?;
        let mut rows = statement.query([])?;
        let mut present: Option<(i64, OnInstance)> = None;
        while let Some(row) = rows.next()? {
            let instance: i64 = row.get(1)?;
            if present.as_ref().is_none_or(|(known, _)| *known != instance) {
                let set = row.get::<_, i64>(0)? as usize;
                let next = (instance, OnInstance { set, outcomes: Vec::new() });
                if let Some((_, done)) = present.replace(next) {
                    take(&done);
                }
            }
            let outcome = Outcome { decided: row.get(3)?, mean_log: row.get(4)? };
            if let Some((_, on)) = &mut present {
                on.outcomes.push((row.get::<_, i64>(2)? as usize, outcome));
            }
        }
        if let Some((_, done)) = present {
            take(&done);
        }
        Ok(())
    }

    fn row(&self, one: &Compared, corrected: Option<f64>) -> Vec<String> {
        let name = |index: usize| self.spec.configurations[index].name.clone();
        let mut row = Vec::new();
        if self.spec.sets.len() > 1 {
            row.push(one.set.clone());
        }
        row.extend([name(one.pair.0), name(one.pair.1)]);
        row.extend(one.cells.iter().cloned());
        row.push(format!(
            "{}{}",
            statistics::p_value(one.test.p),
            if one.test.exact { "" } else { " ≈" }
        ));
        row.extend(corrected.map(statistics::p_value));
        row
    }

    fn table(&self, document: &mut Document, measure: &str, rows: Vec<Vec<String>>, tests: usize) {
        let by_set = self.spec.sets.len() > 1;
        let mut header = if by_set { vec!["set".to_owned()] } else { Vec::new() };
        header.extend(strings([
            "A",
            "B",
            "instances",
            "both decided",
            "A more often",
            "B more often",
            &format!("{measure}: A / B (95 %)"),
            "p",
        ]));
        let corrected = !self.spec.report.uncorrected;
        header.extend(corrected.then(|| "p (Holm)".to_owned()));
        document.text(&format!(
            "The test ranks instances by the logarithm of the ratio of {measure} of A and B; an \
             instance that only one of them decides, or one decides more often, ranks after all \
             others, for the one that does. It asks whether such differences favour A and B alike."
        ));
        let correction = match corrected {
            true => format!(
                "`p (Holm)` is corrected by Holm's step-down method for all {tests} tests of this \
                 section."
            ),
            false => {
                format!(
                    "The {tests} tests of this section are not corrected for multiple comparisons."
                )
            }
        };
        let how = format!(
            "Paired by instance; for an instance that was run several times, its mean is used. `A \
             more often`: instances that A decided in more of its repetitions than B. A / B is the \
             geometric mean of the ratio of {measure} where both decided something, with a \
             percentile bootstrap interval (the pinned generator with seed 1; 10,000 resamples, \
             fewer beyond 4,000 instances); p is from Wilcoxon's signed-rank test, two-sided, in \
             which being decided less often ranks after every difference in {measure} (exact up to \
             60 instances that differ, ≈ the normal approximation). {correction}"
        );
        let names = 2 + usize::from(by_set);
        document.table(Table { header, rows, names, sql: Report::outcomes_query(measure), how });
    }

    /// The pairs of configurations, by index: those that the study names, or each with the
    /// baseline, or all.
    pub(super) fn pairs(&self) -> Vec<(usize, usize)> {
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
    vec![
        units::count(differences.len()),
        units::count(both),
        units::count(more_often.0),
        units::count(more_often.1),
        ratio,
    ]
}
