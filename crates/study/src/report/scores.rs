//! The section of scores: coverage, penalised averages, and the virtual best solver.

use super::{Report, ReportError, strings};
use crate::document::{Document, Table};
use crate::units;

const HOW: &str = "PAR2 and PAR10 are means over the instances, with an undecided job counted as \
                   two or ten times its limit (penalised average); an instance that was run \
                   several times contributes its mean. `alone`: instances that only this \
                   configuration decided. The virtual best solver takes, on each instance, the \
                   configuration of this study that needed least, as a perfect choice among them \
                   would.";

/// The name of the line of the virtual best solver.
const BEST: &str = "*virtual best*";

impl Report<'_> {
    pub(super) fn scores(&self, document: &mut Document) -> Result<(), ReportError> {
        document.heading(2, "Scores");
        for measure in self.measures() {
            let limit = self.limit(measure);
            if limit.is_none() {
                document.text(&format!(
                    "Not every configuration has a limit on {measure}, so there are no penalised \
                     averages of it."
                ));
            }
            self.scores_by(document, measure, limit.as_deref())?;
        }
        Ok(())
    }

    fn scores_by(
        &self,
        document: &mut Document,
        measure: &str,
        limit: Option<&str>,
    ) -> Result<(), ReportError> {
        let sql = query(measure, limit, self.spec.sets.len() > 1);
        let mut header =
            strings(["set", "configuration", "instances", "decided", "decided %", "alone"]);
        if limit.is_some() {
            header.extend([format!("PAR2 {measure}"), format!("PAR10 {measure}")]);
        }
        let show = |value: f64| match measure {
            "seconds" | "cpu_seconds" => units::time(value),
            "peak_bytes" => units::size(value),
            _ => units::count(value.round() as u64),
        };
        let mut rows = Vec::new();
        for line in self.query(&sql)? {
            let (instances, decided) =
                (line.whole("instances"), line.number("decided").unwrap_or(0.0));
            let count = |value: f64| match value.fract() == 0.0 {
                true => units::count(value as u64),
                false => format!("{value:.2}"),
            };
            let share = super::percent(decided / instances.max(1) as f64);
            let mut row =
                vec![line.text("set"), line.text("configuration"), units::count(instances)];
            let alone =
                line.number("alone").map_or(String::new(), |alone| units::count(alone as u64));
            row.extend([count(decided), share, alone]);
            if limit.is_some() {
                row.extend(
                    ["par2", "par10"].map(|column| line.number(column).map_or(String::new(), show)),
                );
            }
            rows.push(row);
        }
        let how = HOW.to_owned();
        document.table(Table { header, rows, names: 2, sql, how });
        Ok(())
    }
}

/// The query; with `pooled`, lines for all sets together follow.
fn query(measure: &str, limit: Option<&str>, pooled: bool) -> String {
    let penalised = |times: u32| match limit {
        Some(limit) => {
            format!("avg(CASE verdict WHEN 'unknown' THEN {times} * {limit} ELSE {measure} END)")
        }
        None => "NULL".to_owned(),
    };
    let mut lines = Vec::new();
    let places: &[(&str, &str)] = &[("set_position", "\"set\""), ("1000000", "'all sets'")];
    for (position, name) in &places[..1 + usize::from(pooled)] {
        lines.push(format!(
            "SELECT {position} AS set_position, {name} AS \"set\", par.configuration_position, \
             configuration, count(*) AS instances,\n       \
             sum(par.decided) AS decided, sum(par.decided > 0 AND deciders = 1) AS alone, \
             avg(par.par2) AS par2, avg(par.par10) AS par10\n\
             FROM par JOIN best USING (instance_id) GROUP BY 1, 3"
        ));
        lines.push(format!(
            "SELECT {position}, {name}, 1000000, '{BEST}', count(*), sum(decided), NULL, \
             avg(par2), avg(par10)\n\
             FROM best JOIN sets_of USING (instance_id) GROUP BY 1"
        ));
    }
    format!(
        "WITH par AS (\n    SELECT set_position, \"set\", configuration_position, configuration, \
         instance_id,\n           \
         avg(verdict <> 'unknown') AS decided,\n           {} AS par2,\n           {} AS \
         par10\n    \
         FROM results GROUP BY instance_id, configuration_position),\n\
         sets_of AS (SELECT DISTINCT instance_id, set_position, \"set\" FROM par),\n\
         best AS (\n    SELECT instance_id, max(decided) AS decided, sum(decided > 0) AS deciders, \
         min(par2) AS par2, min(par10) AS par10\n    \
         FROM par GROUP BY instance_id)\n{}\nORDER BY 1, 3",
        penalised(2),
        penalised(10),
        lines.join("\nUNION ALL\n")
    )
}
