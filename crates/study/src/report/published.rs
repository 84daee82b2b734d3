//! Published figures next to ours.

use std::collections::HashMap;

use super::ReportError;
use crate::chart::{Chart, Point, Series};
use crate::metric::Metric;
use crate::spec::{PublishedSpec, Spec};
use crate::text;

/// A published table.
pub(super) struct Published<'s> {
    spec: &'s PublishedSpec,
    header: Vec<String>,
    lines: Vec<csv::StringRecord>,
}

/// Splits `time_ms / 1000` into a column and the divisor of its numbers.
fn scaled(column: &str) -> (&str, f64) {
    match column.split_once(" / ").map(|(column, divisor)| (column, divisor.parse())) {
        Some((column, Ok(divisor))) => (column, divisor),
        _ => (column, 1.0),
    }
}

impl<'s> Published<'s> {
    /// Reads the file that a study names.
    pub fn read(study: &Spec, spec: &'s PublishedSpec) -> Result<Published<'s>, ReportError> {
        let path = study.folder.join(&spec.file);
        let fault =
            |message: String| ReportError::Published { path: path.display().to_string(), message };
        let content = text::read(&path).map_err(fault)?;
        let mut reader = csv::Reader::from_reader(content.as_bytes());
        let csv_fault = |error: csv::Error| fault(error.to_string());
        let header: Vec<String> =
            reader.headers().map_err(csv_fault)?.iter().map(str::to_owned).collect();
        let lines = reader.records().collect::<Result<Vec<_>, _>>().map_err(csv_fault)?;
        let used = spec
            .keys
            .values()
            .map(String::as_str)
            .chain(spec.values.values().map(|value| scaled(value).0));
        for column in used {
            if !header.iter().any(|known| known == column) {
                return Err(fault(format!(
                    "unknown column `{column}`; there are {}",
                    header.join(", ")
                )));
            }
        }
        Ok(Published { spec, header, lines })
    }

    /// Returns the name of the source.
    pub fn label(&self) -> &str {
        &self.spec.label
    }

    /// Whether it has a column for one of our values.
    pub fn has(&self, metric: &Metric) -> bool {
        self.spec.values.contains_key(&metric.to_string())
    }

    /// The published figure, as printed, for one of our values in the line that matches all keys.
    pub fn figure(&self, keys: &HashMap<&str, String>, metric: &str) -> Option<String> {
        let (column, divisor) = scaled(self.spec.values.get(metric)?);
        let printed = self.cell(self.find(keys)?, column).filter(|printed| !printed.is_empty())?;
        match divisor == 1.0 {
            true => Some(printed.to_owned()),
            false => printed.parse::<f64>().ok().map(|number| (number / divisor).to_string()),
        }
    }

    fn cell<'l>(&self, line: &'l csv::StringRecord, column: &str) -> Option<&'l str> {
        line.get(self.header.iter().position(|known| known == column)?)
    }

    fn find(&self, ours: &HashMap<&str, String>) -> Option<&csv::StringRecord> {
        self.lines.iter().find(|line| {
            self.spec.keys.iter().all(|(key, column)| {
                let Some(ours) = ours.get(key.as_str()) else { return false };
                let ours = self.spec.rename.get(ours).unwrap_or(ours);
                let theirs = self.cell(line, column).unwrap_or("");
                let numbers = (ours.parse::<f64>(), theirs.parse::<f64>());
                ours == theirs || matches!(numbers, (Ok(ours), Ok(theirs)) if ours == theirs)
            })
        })
    }

    /// Adds the published points as dashed lines in the colours of ours.
    pub fn add_lines(&self, chart: &mut Chart, metric: &Metric) {
        let line = |ours: &Series| {
            let point = |ours_at: &Point| {
                let keys = HashMap::from([
                    ("configuration", ours.name.clone()),
                    ("x", ours_at.x.to_string()),
                ]);
                let y = self.figure(&keys, &metric.to_string())?.parse().ok()?;
                Some(Point { x: ours_at.x, y, interval: None })
            };
            Series {
                name: format!("{}, {}", ours.name, self.spec.label),
                points: ours.points.iter().filter_map(point).collect(),
                step: false,
                dashed: true,
                colour: ours.colour,
            }
        };
        let lines: Vec<Series> = chart.series.iter().map(line).collect();
        chart.series.extend(lines);
    }
}
