//! Plans as people hand them in: moves, or what `patience solve` has printed, for people or as JSON.

use std::path::Path;

use anyhow::Result;
use serde_json::Value;

use crate::arguments::OneInstance;
use crate::exit::bad_input;
use crate::input;

/// The plan for an instance in a file (`-`: standard input).
pub fn read(path: &Path, instance: &OneInstance, id: &str) -> Result<String> {
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    if is_stdin(path) && instance.input.as_deref().is_some_and(is_stdin) {
        return Err(bad_input("standard input cannot be both the board (--input -) and the moves"));
    }
    in_text(&input::text(path)?, id)
}

/// The moves in a text: a bare plan, in which lines that begin with `#` are comments, or JSON records or reports of
/// `patience solve`, of which that on the instance counts if there are several.
fn in_text(text: &str, id: &str) -> Result<String> {
    let text = anstream::adapter::strip_str(text).to_string();
    let text = text.trim_start_matches('\u{feff}').trim_end();
    if text.trim_start().starts_with(['{', '[']) {
        return in_json(text, id);
    }
    match in_reports(text, id)? {
        Some(plan) => Ok(plan),
        None => Ok(text.lines().filter(|line| !line.trim_start().starts_with('#')).collect::<Vec<_>>().join("\n")),
    }
}

fn in_json(text: &str, id: &str) -> Result<String> {
    let records: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(text).into_iter().collect();
    let records = records.map_err(|error| bad_input(format!("the plan is not valid JSON: {error}")))?;
    let record = one_of(&records, id, |record| record["instance"].as_str())?;
    let moves = record.get("plan").unwrap_or(record).as_array();
    let moves = moves.and_then(|moves| moves.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    match moves {
        Some(moves) => Ok(moves.join(" ")),
        None => Err(bad_input(
            "the plan is not valid; expected a JSON array of moves, or an object with such an array as `plan`",
        )),
    }
}

/// The plan of a report for people; `None` if there is no report in the text. A report is a line with the instance and
/// the verdict and the indented lines below it, of which a plan is the last.
fn in_reports(text: &str, id: &str) -> Result<Option<String>> {
    let mut reports: Vec<(&str, bool, &str)> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let verdict = line.split_once("  ").filter(|(id, _)| !id.is_empty() && !id.contains(' '));
        let is = |word: &str| verdict.is_some_and(|(_, verdict)| verdict.starts_with(word));
        if let (Some((id, _)), true) = (verdict, is("solved in ") || is("unsolvable: ") || is("unknown: ")) {
            reports.push((id, is("solved in "), ""));
            inside = true;
        } else if let (true, Some(detail), Some(report)) = (inside, line.strip_prefix("  "), reports.last_mut()) {
            report.2 = detail;
        } else {
            inside = false;
        }
    }
    if reports.is_empty() {
        return Ok(None);
    }
    match one_of(&reports, id, |report| Some(report.0))? {
        (_, true, plan) => Ok(Some((*plan).to_owned())),
        (id, false, _) => Err(bad_input(format!("there is no plan for {id} in the text; expected `solved in …`"))),
    }
}

/// The only one of several, or the one with an id.
fn one_of<'a, T>(all: &'a [T], id: &str, id_of: impl Fn(&T) -> Option<&str>) -> Result<&'a T> {
    match all {
        [only] => Ok(only),
        all => all.iter().find(|one| id_of(one) == Some(id)).ok_or_else(|| {
            bad_input(format!("there are {} results, none of them for {id}; expected one that is", all.len()))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn plans_come_in_several_forms() {
        let plan = |text: &str| in_text(text, "tiles:mine").map_err(|error| error.to_string());
        for text in [
            "# mine\nL R\n",
            r#"["L","R"]"#,
            r#"{"verdict":"solved","plan":["L", "R"]}"#,
            "{\"instance\":\"tiles:other\",\"plan\":[]}\n{\"instance\":\"tiles:mine\",\"plan\":[\"L\",\"R\"]}\n",
            "\x1b[1mtiles:mine\x1b[0m  solved in 2 moves\n  astar: 3 expanded\n  L R\n\nstart\n    a\n 1 │ r │\n",
            "tiles:other  solved in 1 move\n  x: y\n  D\ntiles:mine  solved in 2 moves\n  x: y\n  L R\n",
        ] {
            assert_eq!(plan(text).unwrap().trim(), "L R", "{text:?}");
        }
        for malformed in ["{", "[1]", "{\"plan\": 3}", "{}", "[] []"] {
            assert!(plan(malformed).is_err(), "{malformed:?}");
        }
        let lost = plan("tiles:mine  unsolvable: proved, no plan exists\n  astar: 3 expanded\n");
        assert!(lost.unwrap_err().contains("there is no plan for tiles:mine"));
    }
}
