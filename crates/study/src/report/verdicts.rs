//! The section of verdicts: counts, win rates and their intervals, and the reasons of undecided
//! jobs.

use super::answer::{self, Line};
use super::{Report, ReportError, percent, strings};
use crate::chart::{Chart, Point};
use crate::document::{Document, Table};
use crate::spec::Grouping;
use crate::{statistics, units};

/// The interval of the win rate in a line of [`answer::verdicts`].
pub(super) fn interval(line: &Line) -> (f64, f64) {
    let share = |column| line.number(column).unwrap_or(0.0);
    statistics::wilson_undecided_mean(
        share("share solved"),
        share("share unknown"),
        line.whole("instances"),
    )
}

pub(super) const HOW: &str = "Wilson score intervals at 95 % over the instances; for an instance \
                              that was run several times, its mean is used. Undecided jobs count \
                              as lost for the lower end and as won for the upper end.";

impl Report<'_> {
    pub(super) fn verdicts(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Verdicts");
        let sql = answer::verdicts(&[Grouping::Set, Grouping::Configuration], None);
        let lines = self.query(&sql)?;
        document.table(self.verdict_table(&lines, &sql));
        let drawn = self
            .spec
            .report
            .plots
            .iter()
            .any(|plot| plot.y.to_string() == "share solved" && !plot.overall);
        // Two points make no curve.
        if !drawn && self.spec.sets.iter().filter(|set| set.x.is_some()).count() > 2 {
            let mut chart = Chart {
                title: "Solved, with 95 % intervals".to_owned(),
                x_label: "set".to_owned(),
                y_label: "solved %".to_owned(),
                ..Chart::default()
            };
            for line in &lines {
                let (Some(x), Some(share)) = (line.number("x"), line.number("share solved")) else {
                    continue;
                };
                let (low, high) = interval(line);
                let interval = Some((100.0 * low, 100.0 * high));
                let series = Report::series_of(&mut chart, &line.text("configuration"));
                series.points.push(Point { x, y: 100.0 * share, interval });
            }
            document.plot(chart, &sql, HOW);
        }
        self.answers(document)?;
        self.undecided(document)
    }

    /// Verdicts compared with the expected ones, if the study has some.
    fn answers(&self, document: &mut Document) -> Result<(), ReportError> {
        let sql = "SELECT \"set\", configuration, count(*) AS expected, \
                   sum(answer IS 'right') AS right, sum(answer IS 'wrong') AS wrong, \
                   sum(answer IS 'unexpected') AS unexpected, sum(answer IS NULL) AS undecided \
                   FROM results WHERE expected IS NOT NULL \
                   GROUP BY set_position, configuration_position \
                   ORDER BY set_position, configuration_position";
        let lines = self.query(sql)?;
        if lines.is_empty() {
            return Ok(());
        }
        document.heading(3, "Expected verdicts");
        let numbers = ["expected", "right", "wrong", "unexpected", "undecided"];
        let row = |line: &Line| {
            let names = ["set", "configuration"].map(|column| line.text(column));
            let numbers = numbers.map(|column| units::count(line.whole(column)));
            [&names[..], &numbers].concat()
        };
        let how = "Jobs on instances with an expected verdict. A wrong answer counts as undecided \
                   everywhere else. `unexpected`: the rules replayed the plan, so the \
                   expectation is wrong.";
        let header = [&strings(["set", "configuration"])[..], &strings(numbers)].concat();
        let rows = lines.iter().map(row).collect();
        let (sql, how) = (sql.to_owned(), how.to_owned());
        document.table(Table { header, rows, names: 2, sql, how });
        Ok(())
    }

    fn verdict_table(&self, lines: &[Line], sql: &str) -> Table {
        // If every instance is run once, jobs and instances are the same.
        let repeated =
            self.spec.configurations.iter().any(|configuration| configuration.repetitions > 1);
        let mut header = strings(["set", "configuration"]);
        header.extend(repeated.then(|| "instances".to_owned()));
        header.extend(strings([
            "jobs",
            "solved",
            "unsolvable",
            "unknown",
            "solved %",
            "95 % interval",
        ]));
        let row = |line: &Line| {
            let (low, high) = interval(line);
            let mut row = vec![line.text("set"), line.text("configuration")];
            row.extend(repeated.then(|| units::count(line.whole("instances"))));
            row.extend(
                ["jobs", "solved", "unsolvable", "unknown"]
                    .map(|column| units::count(line.whole(column))),
            );
            row.extend([
                percent(line.number("share solved").unwrap_or(0.0)),
                format!("{} to {}", percent(low), percent(high)),
            ]);
            row
        };
        Table {
            header,
            rows: lines.iter().map(row).collect(),
            names: 2,
            sql: sql.to_owned(),
            how: HOW.to_owned(),
        }
    }

    fn undecided(&self, document: &mut Document) -> Result<(), ReportError> {
        let sql = "SELECT \"set\", configuration, stop, count(*) AS jobs, \
                   min(error) AS \"for instance\" FROM results \
                   WHERE verdict = 'unknown' GROUP BY set_position, configuration_position, stop \
                   ORDER BY set_position, configuration_position, jobs DESC";
        let lines = self.query(sql)?;
        if lines.is_empty() {
            return Ok(());
        }
        document.heading(3, "Why jobs stayed undecided");
        let row = |line: &Line| {
            let example: String = line.text("for instance").chars().take(90).collect();
            let jobs = units::count(line.whole("jobs"));
            vec![line.text("set"), line.text("configuration"), line.text("stop"), example, jobs]
        };
        let header = strings(["set", "configuration", "stopped by", "message of one", "jobs"]);
        let rows = lines.iter().map(row).collect();
        document.table(Table { header, rows, names: 4, sql: sql.to_owned(), how: String::new() });
        Ok(())
    }
}
