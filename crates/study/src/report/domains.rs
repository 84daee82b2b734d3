//! The section of domains: coverage and scores by game and rule set, as in planning competitions.

use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::units;

const HOW: &str = "Coverage is the number of instances that are decided. On each instance the \
                   score of solutions is the length of the shortest solution that any \
                   configuration of this study found, divided by this one's (0 without one): the \
                   score of satisficing planning. The score of time is 1 up to a second, 1 − \
                   ln(seconds) / ln(limit) beyond it, and 0 without a decision: that of agile \
                   planning. If an instance was run several times, its means are used.";

impl Report<'_> {
    pub(super) fn domains(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Coverage and score by domain");
        let limits = self.spec.configurations.iter().map(|one| one.setting.time);
        let timed = limits.clone().all(|time| time.is_some_and(|time| time > 1.0));
        let sql = query(timed);
        let mut header = strings([
            "domain",
            "configuration",
            "instances",
            "coverage",
            "coverage %",
            "solutions",
        ]);
        header.extend(timed.then(|| "time".to_owned()));
        let mut rows = Vec::new();
        for line in self.query(&sql)? {
            let (instances, covered) =
                (line.whole("instances"), line.number("coverage").unwrap_or(0.0));
            let score =
                |column| line.number(column).map_or(String::new(), |score| format!("{score:.2}"));
            let covered_text = match covered.fract() == 0.0 {
                true => units::count(covered as u64),
                false => format!("{covered:.2}"),
            };
            let mut row =
                vec![line.text("domain"), line.text("configuration"), units::count(instances)];
            let share = super::percent(covered / instances.max(1) as f64);
            row.extend([covered_text, share, score("solutions")]);
            row.extend(timed.then(|| score("time")));
            rows.push(row);
        }
        document.table(Table { header, rows, names: 2, sql, how: HOW.to_owned() });
        Ok(())
    }
}

/// The query; the lines of all domains together come last.
fn query(timed: bool) -> String {
    let time = match timed {
        true => {
            "avg(CASE WHEN verdict = 'unknown' THEN 0.0 WHEN seconds <= 1 THEN \
             1.0\n                    \
             ELSE max(0.0, 1 - ln(seconds) / ln(setting ->> '$.time')) END)"
        }
        false => "NULL",
    };
    let lines = ["domain", "'all domains'"].map(|name| {
        format!(
            "SELECT {name} = 'all domains' AS last, {name} AS domain, configuration_position, \
             configuration, count(*) AS instances,\n       \
             sum(covered) AS coverage, sum(solutions) AS solutions, sum(time) AS time\n\
             FROM scored GROUP BY 2, 3"
        )
    });
    format!(
        "WITH shortest AS (\n    SELECT instance_id, min(length) AS least, \
         coalesce(min(game || ' ' || rules), 'never opened') AS domain\n    \
         FROM results GROUP BY instance_id),\n\
         scored AS (\n    SELECT domain, configuration_position, configuration, instance_id, \
         avg(verdict <> 'unknown') AS covered,\n           \
         avg(CASE WHEN verdict <> 'solved' THEN 0.0 \
         WHEN length = 0 THEN 1.0 ELSE 1.0 * least / length END) AS solutions,\n           \
         {time} AS time\n    \
         FROM results JOIN shortest USING (instance_id) GROUP BY instance_id, \
         configuration_position)\n{}\nORDER BY 1, 2, 3",
        lines.join("\nUNION ALL\n")
    )
}
