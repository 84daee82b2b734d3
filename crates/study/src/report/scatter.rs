//! The section of scatter plots: two configurations by instance, with the limits as borders.

use std::collections::HashMap;

use super::{Report, ReportError};
use crate::chart::{Chart, Point, Scatter, Series};
use crate::document::Document;
use crate::paired::floor;

/// Maximum number of plotted pairs if the study names neither pairs nor a baseline.
const UNASKED: usize = 6;
/// Maximum number of sets with distinct marks.
const TOLD_APART: usize = 8;
/// Maximum number of points per plot: more would merge.
const MAX_POINTS: usize = 5_000;

const HOW: &str = "A point for each instance; of one that was run several times the geometric mean is taken. Below the diagonal the \
                   configuration on the y axis needs less. Dashed: the limits; on them stand the instances that were not \
                   decided in every repetition; without a limit, the line is at twice the greatest value.";

/// A measure of two configurations on an instance of a set; `None` if undecided.
struct Pair {
    set: usize,
    values: [Option<f64>; 2],
}

impl Report<'_> {
    pub(super) fn scatter(&self, document: &mut Document) -> Result<(), ReportError> {
        let pairs = self.pairs();
        let is_asked = self.spec.report.baseline.is_some() || !self.spec.report.pairs.is_empty();
        document.heading(2, "Instance by instance");
        if pairs.len() > UNASKED && !is_asked {
            document.text(&format!(
                "There are {} pairs, too many to draw each; name a `baseline` in `[report]`, or `[[report.pairs]]`.",
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
            "SELECT instance_id, set_position, configuration_position, avg(verdict <> 'unknown') AS decided,\n       \
             exp(avg(ln(max({measure}, {})))) AS value\n\
             FROM results WHERE configuration_position IN ({}, {})\n\
             GROUP BY instance_id, configuration_position ORDER BY instance_id",
            floor(measure),
            pair.0,
            pair.1
        );
        let mut found: HashMap<u64, Pair> = HashMap::new();
        for line in self.query(&sql)? {
            let place = usize::from(line.whole("configuration_position") as usize == pair.1);
            let set = line.whole("set_position") as usize;
            let decided = line.number("decided") == Some(1.0);
            let value = line.number("value").filter(|_| decided);
            let both = found.entry(line.whole("instance_id"));
            let both = both.or_insert(Pair { set, values: [Some(-1.0); 2] });
            both.values[place] = value;
        }
        // An instance that only one was run on has no point.
        found.retain(|_, pair| !pair.values.contains(&Some(-1.0)));
        let names = [pair.0, pair.1].map(|index| self.spec.configurations[index].name.clone());
        let title = format!("{} against {}: {measure}", names[1], names[0]);
        let borders = self.borders(measure, pair, &found);
        let mut chart = Chart {
            title,
            x_label: names[0].clone(),
            y_label: names[1].clone(),
            log_x: true,
            log_y: true,
            scatter: Some(borders),
            series: self.points(&found, borders, floor(measure)),
            ..Chart::default()
        };
        let drawn: usize = chart.series.iter().map(|series| series.points.len()).sum();
        if drawn > MAX_POINTS {
            let every = drawn.div_ceil(MAX_POINTS);
            for series in &mut chart.series {
                series.points = series.points.iter().copied().step_by(every).collect();
            }
            document.text(&format!("Each {every}th of {drawn} instances is drawn."));
        }
        document.plot(chart, &sql, HOW);
        Ok(())
    }

    /// Returns the positions of undecided instances: at the limits, or beyond all values.
    fn borders(&self, measure: &str, pair: (usize, usize), found: &HashMap<u64, Pair>) -> Scatter {
        let met = found.values().flat_map(|pair| pair.values).flatten().fold(0.0, f64::max);
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
    fn points(&self, found: &HashMap<u64, Pair>, borders: Scatter, floor: f64) -> Vec<Series> {
        let apart = self.spec.sets.len() <= TOLD_APART;
        let mut instances: Vec<&u64> = found.keys().collect();
        instances.sort_unstable();
        let mut series: Vec<Series> = Vec::new();
        for pair in instances.into_iter().map(|instance| &found[instance]) {
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
