//! The table of all results, which `report.html` filters and sorts: a line for each instance, with
//! the measures of every configuration.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answer::Line;
use super::{Report, ReportError};
use crate::document::Document;
use crate::metric::{FIELDS, quoted};
use crate::units;

/// Maximum number of jobs whose results are part of the page: larger files open slowly.
const MAX_JOBS: u64 = 50_000;

/// Maximum number of characters of an error or of a program's output.
const MAX_NOTE: usize = 2_000;

/// Maximum number of characters of all these texts together.
const MAX_NOTES: usize = 4_000_000;

/// The measures: the title of the column and its value in SQL.
const MEASURES: [(&str, &str); 6] = [
    ("time (s)", "seconds"),
    ("CPU time (s)", "cpu_seconds"),
    ("memory (MiB)", "round(peak_bytes / 1048576.0, 2)"),
    ("expanded", "expanded"),
    ("generated", "generated"),
    ("length", "length"),
];

impl Report<'_> {
    pub(super) fn rows(&self, document: &mut Document) -> Result<(), ReportError> {
        let jobs = self.query("SELECT count(*) AS jobs FROM results")?;
        let jobs = jobs.first().map_or(0, |line| line.whole("jobs"));
        if jobs == 0 {
            return Ok(());
        }
        if jobs > MAX_JOBS {
            document.only_page(
                "All results",
                &format!(
                    "The table of all results is left out, because the page would be too large: \
                     {} jobs instead of at most {}. `patience serve` filters and sorts them.",
                    units::count(jobs),
                    units::count(MAX_JOBS)
                ),
                None,
            );
            return Ok(());
        }
        let measures = self.all_measures();
        let sql = query(&measures);
        let table = self.table_of(&measures, self.query(&sql)?);
        document.only_page("All results", "", Some((table, sql)));
        Ok(())
    }

    /// The measures, and the values that programs' outputs give to `details`.
    fn all_measures(&self) -> Vec<(String, String)> {
        let mut measures: Vec<(String, String)> =
            MEASURES.iter().map(|(title, sql)| ((*title).to_owned(), (*sql).to_owned())).collect();
        for configuration in &self.spec.configurations {
            let read = configuration.setting.program.iter().flat_map(|program| program.read.keys());
            for name in read.filter(|name| !FIELDS.contains(&name.as_str())) {
                if measures.iter().all(|(title, _)| title != name) {
                    let sql = format!("details ->> {}", quoted(&format!("$.\"{name}\"")));
                    measures.push((name.clone(), sql));
                }
            }
        }
        measures
    }

    fn table_of(&self, measures: &[(String, String)], lines: Vec<Line>) -> Value {
        let mut rows: Vec<(i64, Value, Map<String, Value>)> = Vec::new();
        let mut places = BTreeMap::new();
        let mut notes = 0;
        for line in lines {
            let key = (line.whole("instance_id"), line.whole("repetition"));
            let place = *places.entry(key).or_insert_with(|| {
                let name = json!([
                    line.text("set"),
                    line.text("domain"),
                    line.text("instance"),
                    line.whole("repetition") + 1,
                ]);
                rows.push((key.0 as i64, name, Map::new()));
                rows.len() - 1
            });
            let value = |index: usize| match line.number(&format!("m{index}")) {
                Some(number) => json!(number),
                // Values that programs print are text.
                None => {
                    line.text(&format!("m{index}")).parse().map_or(Value::Null, |it: f64| json!(it))
                }
            };
            let mut cell = vec![json!(line.text("status"))];
            cell.extend((0..measures.len()).map(value));
            let note = last(&line.text("note"));
            if !note.is_empty() && notes + note.len() <= MAX_NOTES {
                notes += note.len();
                cell.push(json!(note));
            }
            rows[place].2.insert(line.text("configuration"), json!(cell));
        }
        let names: Vec<&str> =
            self.spec.configurations.iter().map(|one| one.name.as_str()).collect();
        let cells = |cells: Map<String, Value>| {
            let of = |name: &&str| cells.get(*name).cloned().unwrap_or(Value::Null);
            names.iter().map(of).collect::<Vec<_>>()
        };
        let rows = rows.into_iter().map(|(_, name, all)| json!([name, cells(all)]));
        json!({
            "configurations": names,
            "measures": measures.iter().map(|(title, _)| title).collect::<Vec<_>>(),
            "rows": rows.collect::<Vec<_>>(),
        })
    }
}

/// The end of a long text.
fn last(text: &str) -> String {
    let start = text.char_indices().rev().nth(MAX_NOTE - 1).map_or(0, |(at, _)| at);
    text[start..].to_owned()
}

fn query(measures: &[(String, String)]) -> String {
    let values =
        (0..).zip(measures).map(|(index, (_, sql))| format!(",\n       {sql} AS m{index}"));
    format!(
        "SELECT \"set\", coalesce(game || ' ' || rules, '') AS domain, instance, instance_id, \
         repetition, configuration,\n       \
         iif(stop IS NULL, verdict, 'unknown (' || stop || ')') AS status,\n       \
         trim(coalesce(error, '') || char(10) || coalesce(details ->> '$.output', ''), char(10)) \
         AS note{}\n\
         FROM results ORDER BY set_position, instance_id, repetition, configuration_position",
        values.collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        assert_eq!(last("ä"), "ä");
        assert_eq!(last(&"ä".repeat(MAX_NOTE + 1)), "ä".repeat(MAX_NOTE));
    }
}
