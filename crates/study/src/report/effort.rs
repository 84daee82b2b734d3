//! The section of effort: lengths, times, expansions and memory.

use super::answer::Line;
use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::metric::deviation;
use crate::units;

impl Report<'_> {
    pub(super) fn effort(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Effort");
        let decided = |field: &str, call: &str| {
            // 9e999 is SQL's infinity: an undecided job needs more than it got, nobody knows how much.
            call.replace("VALUE", &format!("CASE verdict WHEN 'unknown' THEN 9e999 ELSE {field} END"))
        };
        let sql = format!(
            "SELECT \"set\", configuration, count(*) AS jobs,\n       avg(length) FILTER (WHERE verdict = 'solved') AS \"mean length\",\n       \
             {} AS \"sd length\",\n       \
             {} AS \"median seconds\",\n       {} AS \"p90 seconds\",\n       avg(seconds) AS \"mean seconds\",\n       \
             {} AS \"sd seconds\",\n       \
             {} AS \"median expanded\",\n       {} AS \"p90 expanded\",\n       avg(expanded) AS \"mean expanded\",\n       {} AS \"sd expanded\",\n       \
             max(peak_bytes) AS \"greatest memory\"\n\
             FROM results GROUP BY set_position, configuration_position ORDER BY set_position, configuration_position",
            deviation("length", " FILTER (WHERE verdict = 'solved')"),
            decided("seconds", "median(VALUE)"),
            decided("seconds", "percentile(VALUE, 90)"),
            deviation("seconds", ""),
            decided("expanded", "median(VALUE)"),
            decided("expanded", "percentile(VALUE, 90)"),
            deviation("expanded", ""),
        );
        let shown = |value: Option<f64>, show: &dyn Fn(f64) -> String| match value {
            None => String::new(),
            Some(value) if value.is_infinite() => "undecided".to_owned(),
            Some(value) => show(value),
        };
        let whole = |value: f64| units::count(value.round() as i64);
        let row = |line: Line| {
            vec![
                line.text("set"),
                line.text("configuration"),
                shown(line.number("mean length"), &|length| format!("{length:.2}")),
                shown(line.number("sd length"), &|deviation| format!("{deviation:.2}")),
                shown(line.number("median seconds"), &units::time),
                shown(line.number("p90 seconds"), &units::time),
                shown(line.number("mean seconds"), &units::time),
                shown(line.number("sd seconds"), &units::time),
                shown(line.number("median expanded"), &whole),
                shown(line.number("p90 expanded"), &whole),
                shown(line.number("mean expanded"), &whole),
                shown(line.number("sd expanded"), &whole),
                shown(line.number("greatest memory"), &units::size),
            ]
        };
        let rows = self.query(&sql)?.into_iter().map(row).collect();
        let header = strings([
            "set",
            "configuration",
            "mean length",
            "sd length",
            "median time",
            "p90 time",
            "mean time",
            "sd time",
            "median expanded",
            "p90 expanded",
            "mean expanded",
            "sd expanded",
            "greatest memory",
        ]);
        let how = "Lengths are of solved jobs. Medians and 90th percentiles count an undecided job as needing more than any \
                   other (`undecided`: so many are undecided that the value is not known); means and standard deviations \
                   (sd, of a sample) are over all jobs, undecided ones with what they used, and so are lower bounds where there are any.";
        document.table(Table { header, rows, names: 2, sql, how: how.to_owned() });
        Ok(())
    }
}
