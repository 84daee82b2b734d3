//! The section of scatter plots: two configurations by instance, with the limits as borders.

use super::{Report, ReportError};
use crate::chart::{Chart, Point, Scatter, Series};
use crate::document::Document;
use crate::paired::floor;
use crate::units;

/// Maximum number of plotted pairs if the study names neither pairs nor a baseline.
const UNASKED: usize = 6;
/// Maximum number of sets with distinct marks.
const TOLD_APART: usize = 8;
/// Maximum number of points per plot: more would merge.
const MAX_POINTS: usize = 5_000;

const HOW: &str = "A point for each instance; for one that was run several times the geometric \
                   mean is taken. Below the diagonal the configuration on the y axis needs less. \
                   Dashed: the limits; instances that were not decided in every repetition lie on \
                   them; without a limit, the line is at twice the greatest value.";

/// A measure of two configurations on an instance of a set; `None` if undecided.
#[derive(Clone, Copy)]
struct Pair {
    set: usize,
    values: [Option<f64>; 2],
}

/// Pairs that arrive one by one, perhaps millions, thinned to [`MAX_POINTS`].
struct Thinned {
    kept: Vec<Pair>,
    /// The total number of pairs.
    all: usize,
    /// A pair is kept if its number is a multiple of this.
    every: usize,
    /// The greatest value of any pair.
    greatest: f64,
}

impl Default for Thinned {
    fn default() -> Thinned {
        Thinned { kept: Vec::new(), all: 0, every: 1, greatest: 0.0 }
    }
}

impl Thinned {
    fn add(&mut self, pair: Pair) {
        if self.all.is_multiple_of(self.every) {
            self.kept.push(pair);
        }
        self.all += 1;
        self.greatest = pair.values.into_iter().flatten().fold(self.greatest, f64::max);
        if self.kept.len() > MAX_POINTS {
            let mut place = 0;
            self.kept.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.every *= 2;
        }
    }
}

impl Report<'_> {
    pub(super) fn scatter(&self, document: &mut Document) -> Result<(), ReportError> {
        let pairs = self.pairs();
        let is_asked = self.spec.report.baseline.is_some() || !self.spec.report.pairs.is_empty();
        document.heading(2, "Instance by instance");
        if pairs.len() > UNASKED && !is_asked {
            document.text(&format!(
                "There are {} pairs, too many to draw each; name a `baseline` in `[report]`, or \
                 `[[report.pairs]]`.",
                pairs.len()
            ));
            return Ok(());
        }
        for measure in self.measures() {
            for &pair in &pairs {
                self.scatter_of(document, measure, pair)?;
            }
        }
        Ok(())
    }

    fn scatter_of(
        &self,
        document: &mut Document,
        measure: &str,
        pair: (usize, usize),
    ) -> Result<(), ReportError> {
        let sql = format!(
            "SELECT instance_id, set_position, configuration_position, \
             avg(verdict <> 'unknown') AS decided,\n       \
             exp(avg(ln(max({measure}, {})))) AS value\n\
             FROM results WHERE configuration_position IN ({}, {})\n\
             GROUP BY instance_id, configuration_position ORDER BY instance_id",
            floor(measure),
            pair.0,
            pair.1
        );
        let found = self.found(&sql, pair)?;
        let names = [pair.0, pair.1].map(|index| self.spec.configurations[index].name.clone());
        let title = format!("{} against {}: {measure}", names[1], names[0]);
        let borders = self.borders(measure, pair, found.greatest);
        let chart = Chart {
            title,
            x_label: names[0].clone(),
            y_label: names[1].clone(),
            log_x: true,
            log_y: true,
            scatter: Some(borders),
            series: self.points(&found.kept, borders, floor(measure)),
            ..Chart::default()
        };
        if found.every > 1 {
            document.text(&format!(
                "One in {} of the {} instances is drawn.",
                found.every,
                units::count(found.all as u64)
            ));
        }
        document.plot(chart, &sql, HOW);
        Ok(())
    }

    /// The instances that both were run on, one at a time: there may be millions.
    fn found(&self, sql: &str, pair: (usize, usize)) -> Result<Thinned, ReportError> {
        let mut statement = self.store.connection().prepare(sql)?;
        let mut rows = statement.query([])?;
        let mut found = Thinned::default();
        let mut earlier: Option<(i64, usize, Option<f64>)> = None;
        while let Some(row) = rows.next()? {
            let (instance, configuration) = (row.get::<_, i64>(0)?, row.get::<_, i64>(2)? as usize);
            let decided = row.get::<_, f64>(3)? == 1.0;
            let value = row.get::<_, Option<f64>>(4)?.filter(|_| decided);
            match earlier.take().filter(|(other, ..)| *other == instance) {
                Some((_, other, first)) => {
                    let values = if other == pair.0 { [first, value] } else { [value, first] };
                    found.add(Pair { set: row.get::<_, i64>(1)? as usize, values });
                }
                None => earlier = Some((instance, configuration, value)),
            }
        }
        Ok(found)
    }

    /// Returns the positions of undecided instances: at the limits, or beyond all values.
    fn borders(&self, measure: &str, pair: (usize, usize), met: f64) -> Scatter {
        let limit = |index: usize| {
            let setting = &self.spec.configurations[index].setting;
            let limit = match measure {
                "seconds" => setting.time,
                "cpu_seconds" => setting.cpu_time,
                "expanded" => setting.expansions.map(|limit| limit as f64),
                "peak_bytes" => Some(setting.memory as f64),
                _ => None,
            };
            // The last expansions of several threads may exceed the limit.
            limit.unwrap_or(2.0 * met).max(met).max(2.0 * floor(measure))
        };
        Scatter { x: limit(pair.0), y: limit(pair.1) }
    }

    /// Returns the points as a series per set, or as one for all if there are too many sets.
    fn points(&self, pairs: &[Pair], borders: Scatter, floor: f64) -> Vec<Series> {
        let apart = self.spec.sets.len() <= TOLD_APART;
        let mut series: Vec<Series> = Vec::new();
        for pair in pairs {
            let name = match apart {
                true => &self.spec.sets[pair.set].name,
                false => "all sets",
            };
            let x = pair.values[0].unwrap_or(borders.x).max(floor);
            let y = pair.values[1].unwrap_or(borders.y).max(floor);
            let place = series.iter().position(|series| series.name == name);
            let place = place.unwrap_or_else(|| {
                let colour = series.len();
                series.push(Series { name: name.to_owned(), colour, ..Series::default() });
                series.len() - 1
            });
            series[place].points.push(Point { x, y, interval: None });
        }
        series
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn millions_of_pairs_are_thinned_as_they_arrive() {
        for (count, kept, every) in
            [(0, 0, 1), (5_000, 5_000, 1), (5_001, 2_501, 2), (1_000_000, 3_907, 256)]
        {
            let mut thinned = Thinned::default();
            for number in 0..count {
                let value = Some(f64::from(number));
                thinned.add(Pair { set: number as usize, values: [value, None] });
                assert!(thinned.kept.len() <= MAX_POINTS);
            }
            assert_eq!((thinned.kept.len(), thinned.every), (kept, every));
            assert_eq!(thinned.greatest, f64::from((count - 1).max(0)));
            assert!(thinned.kept.iter().enumerate().all(|(place, pair)| pair.set == place * every));
        }
    }
}
