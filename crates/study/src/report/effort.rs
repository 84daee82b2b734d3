//! The section of effort: lengths, times, expansions and memory.

use super::answer::Line;
use super::{Report, ReportError};
use crate::document::{Document, Table};
use crate::metric::{Condition, Grouped, deviation};
use crate::units;

/// The format of a column's values.
type Show = fn(f64) -> String;

/// The columns of figures: title in the table, name in the query, and format.
const COLUMNS: [(&str, &str, Show); 12] = [
    ("mean length", "mean length", hundredths),
    ("sd length", "sd length", hundredths),
    ("median time", "median seconds", units::time),
    ("p90 time", "p90 seconds", units::time),
    ("mean time", "mean seconds", units::time),
    ("sd time", "sd seconds", units::time),
    ("mean processor time", "mean cpu_seconds", units::time),
    ("median expanded", "median expanded", whole),
    ("p90 expanded", "p90 expanded", whole),
    ("mean expanded", "mean expanded", whole),
    ("sd expanded", "sd expanded", whole),
    ("greatest memory", "greatest memory", units::size),
];

const HOW: &str = "Lengths cover solved jobs only. Medians and 90th percentiles count an undecided \
                   job as needing more than any other (`undecided`: too many are undecided to \
                   determine the value); means and standard deviations (sd, of a sample) are over \
                   all jobs; an undecided job counts with the amount that it used, so they are \
                   lower bounds if any job is undecided.";

fn hundredths(value: f64) -> String {
    format!("{value:.2}")
}

fn whole(value: f64) -> String {
    units::count(value.round() as i64)
}

fn query() -> String {
    const GROUP: &str = "set_position, configuration_position";
    const COLUMNS: [&str; 10] = [
        "\"set\"",
        "set_position",
        "configuration",
        "configuration_position",
        "verdict",
        "length",
        "seconds",
        "cpu_seconds",
        "expanded",
        "peak_bytes",
    ];
    let mut query = Grouped::by(GROUP);
    // 9e999 is SQL's infinity: an undecided job needs more than it was given, by an unknown amount.
    let mut quantile = |field: &str, percent: u8| {
        let value = format!("CASE verdict WHEN 'unknown' THEN 9e999 ELSE {field} END");
        query.quantile(&value, percent, &Condition::All)
    };
    let quantiles = [("seconds", 50), ("seconds", 90), ("expanded", 50), ("expanded", 90)]
        .map(|(field, percent)| quantile(field, percent));
    let [median_seconds, p90_seconds, median_expanded, p90_expanded] = quantiles;
    let [sd_length, sd_seconds, sd_expanded] =
        [("length", " FILTER (WHERE verdict = 'solved')"), ("seconds", ""), ("expanded", "")]
            .map(|(field, filter)| deviation(field, filter));
    format!(
        "SELECT \"set\", configuration, count(*) AS jobs,\n       avg(length) \
         FILTER (WHERE verdict = 'solved') AS \"mean length\",\n       \
         {sd_length} AS \"sd length\",\n       \
         {median_seconds} AS \"median seconds\",\n       {p90_seconds} AS \"p90 seconds\",\n       \
         avg(seconds) AS \"mean seconds\",\n       \
         {sd_seconds} AS \"sd seconds\",\n       avg(cpu_seconds) AS \"mean cpu_seconds\",\n       \
         {median_expanded} AS \"median expanded\",\n       {p90_expanded} AS \"p90 \
         expanded\",\n       avg(expanded) AS \"mean expanded\",\n       \
         {sd_expanded} AS \"sd expanded\",\n       max(peak_bytes) AS \"greatest memory\"\n\
         FROM {}\nGROUP BY {GROUP} ORDER BY {GROUP}",
        query.source(&COLUMNS, "results")
    )
}

impl Report<'_> {
    pub(super) fn effort(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Effort");
        let figure = |line: &Line, column: &str, show: Show| match line.number(column) {
            None => String::new(),
            Some(value) if value.is_infinite() => "undecided".to_owned(),
            Some(value) => show(value),
        };
        let row = |line: Line| {
            let names = ["set", "configuration"].map(|name| line.text(name)).into_iter();
            names.chain(COLUMNS.map(|(_, column, show)| figure(&line, column, show))).collect()
        };
        let sql = query();
        let rows = self.query(&sql)?.into_iter().map(row).collect();
        let header = ["set", "configuration"].into_iter().chain(COLUMNS.map(|(name, ..)| name));
        let header = header.map(str::to_owned).collect();
        document.table(Table { header, rows, names: 2, sql, how: HOW.to_owned() });
        Ok(())
    }
}
