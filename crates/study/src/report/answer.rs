//! Answers to queries, line by line, with columns by name.

use std::rc::Rc;

use rusqlite::Connection;
use rusqlite::types::Value;

use super::ReportError;
use crate::metric::Metric;
use crate::spec::Grouping;

/// A line of an answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    columns: Rc<Vec<String>>,
    values: Vec<Value>,
}

impl Line {
    /// A value.
    ///
    /// # Panics
    /// If the query has no such column: that is a mistake in this program.
    fn get(&self, column: &str) -> &Value {
        let index = self.columns.iter().position(|known| known == column);
        &self.values[index.unwrap_or_else(|| panic!("the query has no column {column}"))]
    }

    /// A number; `None` where there is none.
    pub fn number(&self, column: &str) -> Option<f64> {
        match self.get(column) {
            Value::Integer(number) => Some(*number as f64),
            Value::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// A whole number; 0 where there is none.
    pub fn whole(&self, column: &str) -> u64 {
        self.number(column).unwrap_or(0.0) as u64
    }

    /// The value as text; empty where there is none.
    pub fn text(&self, column: &str) -> String {
        match self.get(column) {
            Value::Null => String::new(),
            Value::Integer(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Text(text) => text.clone(),
            Value::Blob(_) => "…".to_owned(),
        }
    }
}

/// The answer to a query.
pub(super) fn query(connection: &Connection, sql: &str) -> Result<Vec<Line>, ReportError> {
    let mut statement = connection.prepare(sql)?;
    let columns = Rc::new(statement.column_names().map(str::to_owned).collect::<Vec<_>>());
    let mut rows = statement.query([])?;
    let mut lines = Vec::new();
    while let Some(row) = rows.next()? {
        let values = (0..columns.len()).map(|column| row.get(column)).collect::<Result<_, _>>()?;
        lines.push(Line { columns: Rc::clone(&columns), values });
    }
    Ok(lines)
}

/// The query for some values by some groupings, in the order of the study; with `with_x` also the
/// sets' places, as `x`.
pub(super) fn grouped(by: &[Grouping], with_x: bool, metrics: &[Metric]) -> String {
    let (mut select, mut order) = (Vec::new(), Vec::new());
    for grouping in by {
        select.push(format!("\"{}\"", grouping.column()));
        order.push(match grouping {
            Grouping::Set => "set_position",
            Grouping::Configuration => "configuration_position",
            Grouping::Instance => "instance_id",
            Grouping::Repetition => "repetition",
        });
    }
    if with_x {
        select.push("x".to_owned());
        if !by.contains(&Grouping::Set) {
            order.push("set_position");
        }
    }
    let (select, order) = (select.join(", "), order.join(", "));
    let values = metrics.iter().map(|metric| format!("       {} AS \"{metric}\"", metric.sql()));
    let values = values.collect::<Vec<_>>().join(",\n");
    match order.is_empty() {
        true => format!("SELECT\n{values}\nFROM results"),
        false => {
            format!("SELECT {select},\n{values}\nFROM results GROUP BY {order} ORDER BY {order}")
        }
    }
}

/// The query for verdicts by some groupings, in which repetitions of an instance are averaged
/// first: `instances`, the counts `jobs`, `solved`, `unsolvable` and `unknown`, and the means over
/// instances `share solved` and `share unknown`.
pub(super) fn verdicts(by: &[Grouping]) -> String {
    let names = by
        .iter()
        .map(|grouping| format!("\"{}\"", grouping.column()))
        .collect::<Vec<_>>()
        .join(", ");
    let positions: Vec<&str> = by
        .iter()
        .map(
            |grouping| {
                if *grouping == Grouping::Set { "set_position" } else { "configuration_position" }
            },
        )
        .collect();
    let positions = positions.join(", ");
    format!(
        "SELECT {names}, x, count(*) AS instances, sum(jobs) AS jobs,\n       \
         sum(solved) AS solved, sum(unsolvable) AS unsolvable, sum(unknown) AS unknown,\n       \
         avg(1.0 * solved / jobs) AS \"share solved\", avg(1.0 * unknown / jobs) AS \"share unknown\"\n\
         FROM (SELECT {names}, x, {positions}, count(*) AS jobs,\n             \
         count(*) FILTER (WHERE verdict = 'solved') AS solved,\n             \
         count(*) FILTER (WHERE verdict = 'unsolvable') AS unsolvable,\n             \
         count(*) FILTER (WHERE verdict = 'unknown') AS unknown\n      \
         FROM results GROUP BY {positions}, instance_id)\n\
         GROUP BY {positions} ORDER BY {positions}"
    )
}
