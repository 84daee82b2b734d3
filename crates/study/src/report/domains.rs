//! The section of domains: coverage and scores by game and rule set, as in planning competitions.

use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::units;

const HOW: &str = "Coverage is the number of instances that are decided. A configuration's \
                   solution score on an instance is the length of the shortest solution that any \
                   configuration of this study found, divided by the length of its own (0 if it \
                   found none), as in satisficing planning. Its time score is 1 up to a second, \
                   1 − ln(seconds) / ln(limit) beyond it, and 0 without a decision, as in agile \
                   planning. If an instance was run several times, its means are used.";

const HOW_LOGARITHMIC: &str = "Other measures that are compared have the scores of Lab: 1 up to \
                               100 expansions or 2 MB, then falling with the logarithm to 0 at a \
                               million expansions or the memory limit, and 0 without a decision.";

const HOW_POINTS: &str = "Points follow the competition on software verification: 1 for a right \
                          solution, 2 for a right proof that there is none, −16 for a wrong \
                          solution and −32 for a wrong proof; only instances with an expected \
                          verdict count.";

/// The scores of other measures: the measure, its name, the value with full score and the value
/// with zero score.
const LOGARITHMIC: [(&str, &str, &str, &str); 2] = [
    ("expanded", "expanded", "100.0", "1e6"),
    ("peak_bytes", "memory", "2048000.0", "max(2048001, setting ->> '$.memory')"),
];

impl Report<'_> {
    pub(super) fn domains(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Coverage and score by domain");
        let limits = self.spec.configurations.iter().map(|one| one.setting.time);
        let timed = limits.clone().all(|time| time.is_some_and(|time| time > 1.0));
        let measures = self.measures();
        let more: Vec<_> =
            LOGARITHMIC.into_iter().filter(|(measure, ..)| measures.contains(measure)).collect();
        let with_points = !self.spec.expectations().is_empty();
        let sql = query(timed, &more, with_points);
        let mut header = strings([
            "domain",
            "configuration",
            "instances",
            "coverage",
            "coverage %",
            "solutions",
        ]);
        header.extend(timed.then(|| "time".to_owned()));
        header.extend(more.iter().map(|(_, name, ..)| (*name).to_owned()));
        header.extend(with_points.then(|| "points".to_owned()));
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
            row.extend(more.iter().map(|(_, name, ..)| score(name)));
            row.extend(with_points.then(|| line.text("points")));
            rows.push(row);
        }
        let mut how = vec![HOW];
        how.extend((!more.is_empty()).then_some(HOW_LOGARITHMIC));
        how.extend(with_points.then_some(HOW_POINTS));
        document.table(Table { header, rows, names: 2, sql, how: how.join(" ") });
        Ok(())
    }
}

/// The query; the lines of all domains together come last.
fn query(timed: bool, more: &[(&str, &str, &str, &str)], with_points: bool) -> String {
    let time = match timed {
        true => {
            "avg(CASE WHEN verdict = 'unknown' THEN 0.0 WHEN seconds <= 1 THEN \
             1.0\n                    \
             ELSE max(0.0, 1 - ln(seconds) / ln(setting ->> '$.time')) END)"
        }
        false => "NULL",
    };
    let mut columns: Vec<(String, &str)> = Vec::new();
    for (measure, name, least, most) in more {
        // Programs whose output has no such count leave it at zero.
        columns.push((
            format!(
                "avg(CASE WHEN verdict = 'unknown' OR {measure} = 0 AND tool IS NOT NULL THEN \
                 0.0\n                    \
                 ELSE 1 - ln(min(max({measure}, {least}), {most}) / {least}) \
                 / ln({most} / {least}) END)"
            ),
            name,
        ));
    }
    if with_points {
        columns.push((
            "avg(CASE WHEN answer IN ('right', 'unexpected') THEN iif(verdict = 'solved', 1, 2)\n\
                                \
             WHEN answer = 'wrong' THEN iif(expected = 'solved', -32, -16) ELSE 0 END)"
                .to_owned(),
            "points",
        ));
    }
    let inner: String =
        columns.iter().map(|(sql, name)| format!(",\n           {sql} AS {name}")).collect();
    let outer: String =
        columns.iter().map(|(_, name)| format!(", sum({name}) AS {name}")).collect();
    let lines = ["domain", "'all domains'"].map(|name| {
        format!(
            "SELECT {name} = 'all domains' AS last, {name} AS domain, configuration_position, \
             configuration, count(*) AS instances,\n       \
             sum(covered) AS coverage, sum(solutions) AS solutions, sum(time) AS time{outer}\n\
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
         {time} AS time{inner}\n    \
         FROM results JOIN shortest USING (instance_id) GROUP BY instance_id, \
         configuration_position)\n{}\nORDER BY 1, 2, 3",
        lines.join("\nUNION ALL\n")
    )
}
