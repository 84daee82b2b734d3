//! Query results by row, with columns by name.

use std::rc::Rc;

use rusqlite::Connection;
use rusqlite::types::Value;

use super::ReportError;
use crate::metric::{Grouped, Metric};
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

    /// Returns a number; `None` if the column is null.
    pub fn number(&self, column: &str) -> Option<f64> {
        match self.get(column) {
            Value::Integer(number) => Some(*number as f64),
            Value::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns a whole number; 0 if the column is null.
    pub fn whole(&self, column: &str) -> u64 {
        self.number(column).unwrap_or(0.0) as u64
    }

    /// Returns the value as text; empty if the column is null.
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

impl Line {
    /// The raw values, in the order of the columns.
    pub fn values(&self) -> &[Value] {
        &self.values
    }
}

/// The names of a query's columns.
pub(super) fn columns(connection: &Connection, sql: &str) -> Result<Vec<String>, ReportError> {
    let statement = connection.prepare(sql)?;
    Ok(statement.column_names().map(str::to_owned).collect())
}

/// The result of a query.
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

/// The view, and a condition on its rows.
fn from(condition: Option<&str>) -> String {
    match condition {
        None => "results".to_owned(),
        Some(condition) => format!("results WHERE ({condition})"),
    }
}

/// The query for some values by some groupings, over the rows that satisfy a condition, in the
/// order of the study; with `with_x` also the sets' places, as `x`.
pub(super) fn grouped(
    by: &[Grouping],
    with_x: bool,
    metrics: &[Metric],
    condition: Option<&str>,
) -> String {
    let (mut select, mut order) = (Vec::new(), Vec::new());
    for grouping in by {
        select.push(format!("\"{}\"", grouping.column()));
        order.push(grouping.order());
    }
    if with_x {
        select.push("x".to_owned());
        if !by.contains(&Grouping::Set) {
            order.push("set_position");
        }
    }
    let mut columns: Vec<&str> = select.iter().map(String::as_str).collect();
    columns.extend(&order);
    columns.extend(metrics.iter().flat_map(Metric::columns));
    let mut known = std::collections::BTreeSet::new();
    columns.retain(|column| known.insert(column.trim_matches('"')));
    let (names, order) = (select.join(", "), order.join(", "));
    let mut query = Grouped::by(&order);
    let values =
        metrics.iter().map(|metric| format!("       {} AS \"{metric}\"", metric.sql(&mut query)));
    let values = values.collect::<Vec<_>>().join(",\n");
    let source = query.source(&columns, &from(condition));
    match order.is_empty() {
        true => format!("SELECT\n{values}\nFROM {source}"),
        false => {
            format!("SELECT {names},\n{values}\nFROM {source}\nGROUP BY {order} ORDER BY {order}")
        }
    }
}

/// The query for verdicts by some groupings, in which repetitions of an instance are averaged
/// first: `instances`, the counts `jobs`, `solved`, `unsolvable` and `unknown`, and the means over
/// instances `share solved` and `share unknown`.
pub(super) fn verdicts(by: &[Grouping], condition: Option<&str>) -> String {
    let from = from(condition);
    let names = by
        .iter()
        .map(|grouping| format!("\"{}\"", grouping.column()))
        .collect::<Vec<_>>()
        .join(", ");
    let positions: Vec<&str> = by.iter().map(|grouping| grouping.order()).collect();
    let positions = positions.join(", ");
    format!(
        "SELECT {names}, x, count(*) AS instances, sum(jobs) AS jobs,\n       \
         sum(solved) AS solved, sum(unsolvable) AS unsolvable, sum(unknown) AS unknown,\n       \
         avg(1.0 * solved / jobs) AS \"share solved\", \
         avg(1.0 * unknown / jobs) AS \"share unknown\"\n\
         FROM (SELECT {names}, x, {positions}, count(*) AS jobs,\n             \
         count(*) FILTER (WHERE verdict = 'solved') AS solved,\n             \
         count(*) FILTER (WHERE verdict = 'unsolvable') AS unsolvable,\n             \
         count(*) FILTER (WHERE verdict = 'unknown') AS unknown\n      \
         FROM {from} GROUP BY {positions}, instance_id)\n\
         GROUP BY {positions} ORDER BY {positions}"
    )
}
