//! The tables and plots defined by the study.

use std::collections::HashMap;

use rusqlite::types::Value;

use super::answer::{self, Line};
use super::published::Published;
use super::verdicts::{HOW, interval};
use super::{Report, ReportError, percent, strings};
use crate::chart::{Chart, Point};
use crate::document::{Document, Table};
use crate::metric::{self, Metric};
use crate::spec::{Grouping, PlotSpec, ShareSpec, TableSpec};
use crate::{statistics, units};

/// The number of figures in a column that equal the published ones.
#[derive(Clone, Copy, Debug, Default)]
struct Agreement {
    equal: u64,
    of: u64,
}

impl Report<'_> {
    pub(super) fn own_table(
        &self,
        document: &mut Document,
        spec: &TableSpec,
    ) -> Result<(), ReportError> {
        document.heading(2, &spec.title);
        if let Some(sql) = &spec.sql {
            return self.own_answer(document, spec, sql);
        }
        let with_x =
            spec.published.as_ref().is_some_and(|published| published.keys.contains_key("x"));
        let sql = answer::grouped(&spec.by, with_x, &spec.values, spec.condition.as_deref());
        let published = spec
            .published
            .as_ref()
            .map(|published| Published::read(self.spec, published))
            .transpose()?;
        let mut header: Vec<String> =
            spec.by.iter().map(|grouping| grouping.column().to_owned()).collect();
        for metric in &spec.values {
            header.push(metric.to_string());
            header.extend(
                published
                    .as_ref()
                    .filter(|published| published.has(metric))
                    .map(|p| p.label().to_owned()),
            );
        }
        let mut agreements = vec![Agreement::default(); spec.values.len()];
        let mut rows = Vec::new();
        for line in self.query(&sql)? {
            let mut row: Vec<String> =
                spec.by.iter().map(|grouping| line.text(grouping.column())).collect();
            let mut keys: HashMap<&str, String> =
                spec.by.iter().map(|grouping| grouping.column()).zip(row.iter().cloned()).collect();
            if with_x {
                keys.insert("x", line.text("x"));
            }
            for (metric, agreement) in spec.values.iter().zip(&mut agreements) {
                row.extend(cells(spec, metric, &line, published.as_ref(), &keys, agreement));
            }
            rows.push(row);
        }
        document.table(Table { header, rows, names: spec.by.len(), sql, how: String::new() });
        if let Some(published) = &published {
            let counted =
                spec.values.iter().zip(&agreements).filter(|(_, agreement)| agreement.of > 0);
            let words: Vec<String> = counted
                .map(|(metric, Agreement { equal, of })| {
                    format!("{metric}: {equal} of {of} lines equal")
                })
                .collect();
            document.text(&format!(
                "The columns `{}` repeat what was published; `=` marks equal figures. {}.",
                published.label(),
                words.join("; ")
            ));
        }
        document.text(&spec.note);
        Ok(())
    }

    /// The raw result of a query of the study.
    fn own_answer(
        &self,
        document: &mut Document,
        spec: &TableSpec,
        sql: &str,
    ) -> Result<(), ReportError> {
        let header = answer::columns(self.store.connection(), sql)?;
        let lines = self.query(sql)?;
        let is_name = |column: &usize| {
            lines.iter().any(|line| matches!(line.values()[*column], Value::Text(_)))
        };
        let names = (0..header.len()).take_while(is_name).count();
        let cell = |value: &Value| match value {
            Value::Integer(number) => number.to_string(),
            Value::Real(number) => format!("{number:.*}", spec.decimals.unwrap_or(3)),
            Value::Text(text) => text.clone(),
            Value::Null | Value::Blob(_) => String::new(),
        };
        let rows = lines.iter().map(|line| line.values().iter().map(cell).collect()).collect();
        let sql = sql.trim().to_owned();
        document.table(Table { header, rows, names, sql, how: String::new() });
        document.text(&spec.note);
        Ok(())
    }

    pub(super) fn own_plot(
        &self,
        document: &mut Document,
        spec: &PlotSpec,
    ) -> Result<(), ReportError> {
        let metric = &spec.y;
        let by = if spec.overall {
            vec![Grouping::Configuration]
        } else {
            vec![Grouping::Configuration, Grouping::Set]
        };
        let intervals = spec.intervals && metric.to_string() == "share solved";
        let sql = match intervals {
            true => answer::verdicts(&by, spec.condition.as_deref()),
            false => {
                let metrics = std::slice::from_ref(metric);
                answer::grouped(&by, !spec.overall, metrics, spec.condition.as_deref())
            }
        };
        let mut chart = Chart {
            title: spec.title.clone(),
            x_label: spec.x_label.clone(),
            y_label: if spec.y_label.is_empty() {
                metric.to_string()
            } else {
                spec.y_label.clone()
            },
            log_x: spec.log_x,
            log_y: spec.log_y,
            bars: spec.overall,
            ..Chart::default()
        };
        for (index, line) in self.query(&sql)?.iter().enumerate() {
            let x = if spec.overall { Some(index as f64) } else { line.number("x") };
            let (Some(x), Some(y)) = (x, line.number(&metric.to_string())) else { continue };
            let interval = intervals.then(|| interval(line));
            Report::series_of(&mut chart, &line.text("configuration")).points.push(Point {
                x,
                y,
                interval,
            });
        }
        if let Some(published) = &spec.published
            && !chart.bars
        {
            Published::read(self.spec, published)?.add_lines(&mut chart, metric);
        }
        document.plot(chart, &sql, if intervals { HOW } else { "" });
        Ok(())
    }

    pub(super) fn own_shares(
        &self,
        document: &mut Document,
        spec: &ShareSpec,
    ) -> Result<(), ReportError> {
        document.heading(2, &spec.title);
        let sql = shares_query(spec);
        let published = spec
            .published
            .as_ref()
            .map(|published| Published::read(self.spec, published))
            .transpose()?;
        let mut header = strings([
            "x",
            "configuration",
            "of",
            "undecided",
            "solved",
            "undecided",
            "share %",
            "95 % interval",
        ]);
        header[0] = if spec.x_label.is_empty() { header[0].clone() } else { spec.x_label.clone() };
        header[2] = format!("solved by {}", spec.of);
        header.extend(published.as_ref().map(|published| published.label().to_owned()));
        let mut chart = Chart {
            title: spec.title.clone(),
            x_label: spec.x_label.clone(),
            y_label: format!("% of those solved by {}", spec.of),
            ..Chart::default()
        };
        let mut rows = Vec::new();
        for line in self.query(&sql)? {
            let (x, name) = (line.text("x"), line.text("configuration"));
            let counts = ["whole", "whole undecided", "part", "part undecided"]
                .map(|column| line.number(column).unwrap_or(0.0));
            let [whole, whole_undecided, part, undecided] = counts;
            let (low, high) = statistics::wilson_within(part, undecided, whole, whole_undecided);
            let share = if whole > 0.0 { part / whole } else { 0.0 };
            let keys = HashMap::from([("configuration", name.clone()), ("x", x.clone())]);
            let printed = published.as_ref().map(|published| {
                published.figure(&keys, "percent").unwrap_or_else(|| "–".to_owned())
            });
            let ours = [percent(share), format!("{} to {}", percent(low), percent(high))];
            rows.push(
                [x, name.clone()]
                    .into_iter()
                    .chain(counts.map(instances))
                    .chain(ours)
                    .chain(printed)
                    .collect(),
            );
            if let Some(x) = line.number("x") {
                let interval = Some((100.0 * low, 100.0 * high));
                Report::series_of(&mut chart, &name).points.push(Point {
                    x,
                    y: 100.0 * share,
                    interval,
                });
            }
        }
        let how = "Counts are of instances; for an instance that was run several times, its mean \
                   is used. Wilson score intervals at 95 %. For the lower end, undecided instances \
                   count as solved by the whole and not by the part; for the upper end, as solved \
                   by both. Only sets for which both have the same number of rows.";
        document.table(Table { header, rows, names: 2, sql: sql.clone(), how: how.to_owned() });
        document.plot(chart, &sql, how);
        Ok(())
    }
}

/// A number of instances, which repetitions can make a fraction.
fn instances(count: f64) -> String {
    match count.fract() == 0.0 {
        true => units::count(count as u64),
        false => format!("{count:.2}"),
    }
}

/// The query for the shares of what a configuration solves, counted in instances.
fn shares_query(spec: &ShareSpec) -> String {
    let of = metric::quoted(&spec.of);
    let parts: Vec<String> = spec.parts.iter().map(|part| metric::quoted(part)).collect();
    format!(
        "WITH instances AS (\n    \
         SELECT x, configuration, configuration_position, avg(verdict = 'solved') AS solved, \
         avg(verdict = 'unknown') AS unknown\n    \
         FROM results GROUP BY x, configuration_position, instance_id),\n\
         counts AS (\n    \
         SELECT x, configuration, configuration_position, count(*) AS instances, \
         sum(solved) AS solved, sum(unknown) AS unknown\n    \
         FROM instances GROUP BY x, configuration_position)\n\
         SELECT x, part.configuration, whole.solved AS whole, \
         whole.unknown AS \"whole undecided\",\n       \
         part.solved AS part, part.unknown AS \"part undecided\"\n\
         FROM counts AS whole JOIN counts AS part USING (x)\n\
         WHERE whole.configuration = {of} AND part.configuration IN ({}) \
         AND part.instances = whole.instances\n\
         ORDER BY x, part.configuration_position",
        parts.join(", ")
    )
}

/// Four, or enough for two significant digits of a smaller time.
fn decimals_of_seconds(seconds: f64) -> usize {
    let leading = seconds.abs().log10().floor();
    if leading.is_finite() { (1.0 - leading).clamp(4.0, 9.0) as usize } else { 4 }
}

/// Returns our figure, followed by the published one if the column has one.
fn cells(
    spec: &TableSpec,
    metric: &Metric,
    line: &Line,
    published: Option<&Published<'_>>,
    keys: &HashMap<&str, String>,
    agreement: &mut Agreement,
) -> Vec<String> {
    let name = metric.to_string();
    let value = line.number(&name);
    let theirs = published.and_then(|published| published.figure(keys, &name));
    let printed = theirs
        .as_ref()
        .map(|theirs| theirs.split_once('.').map_or(0, |(_, decimals)| decimals.len()));
    let decimals = match (spec.decimals, printed) {
        (Some(decimals), _) => decimals,
        // Times are never equal; rounded like those of slower programs they would all be zero.
        _ if name.contains("seconds") => decimals_of_seconds(value.unwrap_or(0.0)),
        (None, Some(printed)) => printed,
        (None, None) if metric.is_whole() => 0,
        (None, None) => match value.unwrap_or(0.0).abs() {
            100.0.. => 0,
            10.0.. => 1,
            _ => 3,
        },
    };
    let ours = match value {
        Some(value) if metric.is_whole() && decimals == 0 => units::count(value as i64),
        Some(value) => format!("{value:.decimals$}"),
        None => String::new(),
    };
    if !published.is_some_and(|published| published.has(metric)) {
        return vec![ours];
    }
    let Some(theirs) = theirs else { return vec![ours, "–".to_owned()] };
    let same = ours.replace(',', "").parse::<f64>().ok() == theirs.parse::<f64>().ok();
    agreement.of += 1;
    agreement.equal += u64::from(same);
    vec![ours, if same { format!("= {theirs}") } else { theirs }]
}
