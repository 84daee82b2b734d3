//! The section of curves, which show the number of jobs decided within an effort.

use std::collections::BTreeMap;

use super::{Report, ReportError};
use crate::chart::{Chart, Point, Series, thinned};
use crate::document::Document;
use crate::statistics;

/// Maximum number of points per curve: more would be indistinguishable.
const CURVE_POINTS: usize = 400;
/// Maximum number of sets with separate plots.
const OWN_PLOTS: usize = 4;

const HOW: &str = "The share of all jobs that were decided with at most the effort on the x axis \
                   (the empirical distribution). Stopped jobs count towards the total but never as \
                   decided.";

/// The efforts of the jobs of one curve.
#[derive(Default)]
struct Efforts {
    /// The efforts of decided jobs.
    decided: Vec<f64>,
    /// The number of all jobs.
    jobs: usize,
    /// The greatest effort, including undecided jobs.
    end: f64,
}

impl Efforts {
    fn points(mut self) -> Vec<Point> {
        let point = |x: f64, share: f64| Point { x: x.max(1e-6), y: 100.0 * share, interval: None };
        // The curve stays level up to the greatest effort.
        let last = self.decided.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let share = self.decided.len() as f64 / self.jobs as f64;
        let level =
            (f64::NEG_INFINITY < last && last.max(1e-6) < self.end).then(|| point(self.end, share));
        let steps = statistics::empirical(&mut self.decided, self.jobs);
        thinned(steps.map(|(x, share)| point(x, share)).chain(level), CURVE_POINTS)
    }
}

impl Report<'_> {
    pub(super) fn curves(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Decided over effort");
        self.measures().into_iter().try_for_each(|measure| self.curves_over(measure, document))
    }

    fn curves_over(&self, measure: &str, document: &mut Document) -> Result<(), ReportError> {
        let sql = format!(
            "SELECT set_position, configuration_position, {measure}, \
             verdict <> 'unknown' AS decided FROM results"
        );
        let own = self.spec.sets.len() <= OWN_PLOTS;
        let mut groups = self.efforts(&sql, own)?;
        let sets: Vec<&str> = match own {
            true => self.spec.sets.iter().map(|set| set.name.as_str()).collect(),
            false => vec!["all sets"],
        };
        for (set, name) in sets.iter().enumerate() {
            let title = match sets.len() > 1 || !own {
                true => format!("Decided over {measure}: {name}"),
                false => format!("Decided over {measure}"),
            };
            let (x_label, y_label) = (measure.to_owned(), "decided %".to_owned());
            let mut chart = Chart { title, x_label, y_label, log_x: true, ..Chart::default() };
            for (index, configuration) in self.spec.configurations.iter().enumerate() {
                let Some(efforts) = groups.remove(&(set, index)) else { continue };
                let (name, points) = (configuration.name.clone(), efforts.points());
                let colour = chart.series.len();
                chart.series.push(Series { name, points, step: true, dashed: false, colour });
            }
            document.plot(chart, &sql, HOW);
        }
        Ok(())
    }

    /// The efforts by set (the first stands for all unless each has a plot of its `own`) and
    /// configuration.
    fn efforts(
        &self,
        sql: &str,
        own: bool,
    ) -> Result<BTreeMap<(usize, usize), Efforts>, ReportError> {
        let mut groups: BTreeMap<(usize, usize), Efforts> = BTreeMap::new();
        // Streamed: there may be millions.
        let mut statement = self.store.connection().prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let set = if own { row.get::<_, i64>(0)? as usize } else { 0 };
            let effort = row.get::<_, Option<f64>>(2)?.unwrap_or(0.0);
            let efforts = groups.entry((set, row.get::<_, i64>(1)? as usize)).or_default();
            efforts.decided.extend(row.get::<_, bool>(3)?.then_some(effort));
            efforts.jobs += 1;
            efforts.end = efforts.end.max(effort);
        }
        Ok(groups)
    }
}
