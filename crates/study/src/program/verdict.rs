//! The verdict of a program that has ended.

use regex_lite::{Regex, RegexBuilder};

use super::input::Input;
use crate::external::{Program, Sign};
use crate::job::{Assignment, Row};

/// The end of a program.
#[derive(Debug, Default)]
pub(super) struct Ended {
    /// The exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// The signal that ended it.
    pub signal: Option<i32>,
    /// The limit for which it was killed, as named in rows, and an explanation.
    pub killed: Option<(&'static str, String)>,
    /// The standard output of the program.
    pub output: String,
    /// The end of its standard error, on one line.
    pub errors: String,
    /// Wall-clock time.
    pub seconds: f64,
    /// Processor time of the program and its descendants.
    pub cpu_seconds: Option<f64>,
    /// Their observed peak memory, all together.
    pub peak_bytes: u64,
}

/// A regular expression whose `^` and `$` match at lines.
pub(crate) fn pattern(text: &str) -> Result<Regex, String> {
    let built = RegexBuilder::new(text).multi_line(true).build();
    // The error shows the place on several lines; the last one explains it.
    built.map_err(|error| {
        let words = error.to_string();
        words.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned()
    })
}

/// The first group of every match, or the match itself if the pattern has no group.
fn matches(text: &str, output: &str) -> Vec<String> {
    let Ok(pattern) = pattern(text) else { return Vec::new() };
    let found = pattern.captures_iter(output);
    let found = found.filter_map(|groups| groups.get(1).or_else(|| groups.get(0)));
    found.map(|group| group.as_str().trim().to_owned()).collect()
}

impl Sign {
    fn is_in(&self, ended: &Ended) -> bool {
        match self {
            Sign::Codes(codes) => ended.code.is_some_and(|code| codes.contains(&code)),
            Sign::Pattern(text) => {
                pattern(text).is_ok_and(|pattern| pattern.is_match(&ended.output))
            }
        }
    }
}

/// The row of a program that has ended.
pub(super) fn row(assignment: &Assignment, program: &Program, input: &Input, ended: &Ended) -> Row {
    let row = judged(assignment, program, input, ended);
    let details = match program.keep {
        0 => row.details,
        most => Some(with_output(row.details, ended, most)),
    };
    Row { length: row.length.filter(|_| row.verdict == "solved"), details, ..row }
}

/// The details of a row with the end of the output, and of standard error.
fn with_output(details: Option<String>, ended: &Ended, most: u64) -> String {
    let mut details = parsed(details);
    let length = ended.output.len();
    let from = length.saturating_sub(usize::try_from(most).unwrap_or(length));
    let from = (from..length).find(|at| ended.output.is_char_boundary(*at)).unwrap_or(length);
    for (name, text) in [("output", &ended.output[from..]), ("errors", &ended.errors)] {
        if !text.is_empty() {
            details.entry(name).or_insert_with(|| text.into());
        }
    }
    serde_json::Value::Object(details).to_string()
}

/// The details of a row as an object; empty if there are none.
fn parsed(details: Option<String>) -> serde_json::Map<String, serde_json::Value> {
    details.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// The row of a solution after the study's own command has checked it: an unconfirmed solution does
/// not count.
pub(super) fn validated(row: Row, checked: Result<Ended, String>) -> Row {
    let words = match checked {
        Ok(Ended { code: Some(0), killed: None, .. }) => {
            let mut details = parsed(row.details);
            details.insert("validated".to_owned(), true.into());
            return Row { details: Some(serde_json::Value::Object(details).to_string()), ..row };
        }
        Ok(Ended { killed: Some((_, words)), .. }) => words,
        Ok(ended) => {
            let shown = [ended.output.as_str(), &ended.errors].join(" ");
            let shown: Vec<&str> = shown.split_whitespace().collect();
            let shown: String = shown.join(" ").chars().take(200).collect();
            format!("`validate` rejects its solution: {shown}")
        }
        Err(words) => format!("`validate`: {words}"),
    };
    Row {
        verdict: "unknown".to_owned(),
        stop: Some("error".to_owned()),
        length: None,
        plan: None,
        error: Some(words),
        ..row
    }
}

fn judged(assignment: &Assignment, program: &Program, input: &Input, ended: &Ended) -> Row {
    let without = |stop: &str, words: String| {
        let row = Row::without_report(assignment, stop, ended.seconds, words);
        read(program, &ended.output, row)
    };
    if let Some((stop, words)) = &ended.killed {
        return without(stop, words.clone());
    }
    let shows = |sign: &Option<Sign>| sign.as_ref().is_some_and(|sign| sign.is_in(ended));
    let said = Row { error: None, ..without("", String::new()) };
    if shows(&program.unknown) {
        return Row { stop: Some("incomplete".to_owned()), ..said };
    }
    let decided = |verdict: &str| Row { verdict: verdict.to_owned(), stop: None, ..said.clone() };
    if shows(&program.unsolvable) {
        return decided("unsolvable");
    }
    if !program.solved.is_in(ended) {
        return match (ended.code, ended.signal) {
            (Some(0), _) => Row { stop: Some("incomplete".to_owned()), ..said },
            (code, signal) => {
                let how = match (code, signal) {
                    // In the form used by shells and bubblewrap.
                    (Some(code @ 129..), _) => format!("it died of signal {}", code - 128),
                    (Some(code), _) => format!("it ended with code {code}"),
                    (None, Some(signal)) => format!("it died of signal {signal}"),
                    (None, None) => "it vanished".to_owned(),
                };
                without(
                    "crashed",
                    format!("{how}: {}", ended.errors).trim_end_matches(": ").to_owned(),
                )
            }
        };
    }
    let Some(pattern) = &program.plan else { return decided("solved") };
    let moves = matches(pattern, &ended.output);
    let instance = match input {
        Input::Board(instance) => instance,
        // The rules are unknown, so the plan is kept unchecked.
        Input::File(_) if moves.is_empty() => return decided("solved"),
        Input::File(_) => {
            let length = said.length.or(Some(moves.len() as u64));
            return Row { length, plan: Some(moves.join("; ")), ..decided("solved") };
        }
    };
    if moves.is_empty() && !instance.is_won() {
        return without("error", "it printed no plan".to_owned());
    }
    // A planner prints the actions of the PDDL domain.
    let in_notation = |text: &String| {
        let words: Vec<&str> = text.trim_matches(['(', ')']).split_whitespace().collect();
        let action = instance.pddl_move(&words).filter(|_| program.uses("problem"));
        action.unwrap_or_else(|| text.clone())
    };
    let plan = moves.iter().map(in_notation).collect::<Vec<_>>().join(" ");
    match instance.after(&plan) {
        Ok(end) if end.is_won() => {
            let length = Some(instance.count_moves(&plan) as u64);
            Row { length, plan: Some(plan), ..decided("solved") }
        }
        Ok(_) => without("error", "its plan does not end in a solved board".to_owned()),
        Err(error) => without("error", format!("its plan fails the replay: {error}")),
    }
}

/// Parses the additional values of a row again, from its stored output. Returns `None` if the
/// output was cut, because the missing part may have contained a match.
pub(crate) fn parsed_again(program: &Program, row: Row) -> Option<Row> {
    let mut kept = parsed(row.details.clone());
    let output = kept.get("output").and_then(|output| output.as_str()).unwrap_or_default();
    // A cut output begins at a character boundary, and a character takes at most four bytes.
    if output.len() as u64 + 4 > program.keep {
        return None;
    }
    let plain =
        Row { job: row.job, attempt: row.attempt, verdict: row.verdict.clone(), ..Row::default() };
    let mut again = read(program, output, plain);
    let mut details = parsed(again.details);
    for name in KEPT {
        if let Some(value) = kept.remove(name) {
            details.insert(name.to_owned(), value);
        }
    }
    again.details = (!details.is_empty()).then(|| serde_json::Value::Object(details).to_string());
    // On a board, the rules have counted the moves of the plan.
    let moves = row.plan.map(|plan| plan.split("; ").count() as u64);
    again.length = match (row.verdict.as_str(), row.game.as_str()) {
        ("solved", "file") => again.length.or(moves),
        _ => row.length,
    };
    Some(again)
}

/// The details that are not values of `read`.
pub(crate) const KEPT: [&str; 3] = ["output", "errors", "validated"];

/// Fills in the other values that the study reads from the output: the last match of each pattern.
/// Counts have columns; other values become details.
fn read(program: &Program, output: &str, mut row: Row) -> Row {
    const MAX_TEXT: usize = 200;
    let mut details = serde_json::Map::new();
    for (name, text) in &program.read {
        let Some(value) = matches(text, output).pop() else { continue };
        let count = match name.as_str() {
            "expanded" => &mut row.expanded,
            "generated" => &mut row.generated,
            "duplicates" => &mut row.duplicates,
            "reopened" => &mut row.reopened,
            "dead_ends" => &mut row.dead_ends,
            "peak_open" => &mut row.peak_open,
            "peak_closed" => &mut row.peak_closed,
            "length" => {
                row.length = value.parse().ok();
                continue;
            }
            _ => {
                let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
                let text = || value.chars().take(MAX_TEXT).collect::<String>().into();
                let value = value.parse::<u64>().map(Into::into).ok();
                let value = value.or(number.map(Into::into)).unwrap_or_else(text);
                details.insert(name.clone(), value);
                continue;
            }
        };
        *count = value.parse().unwrap_or(0);
    }
    row.details = (!details.is_empty()).then(|| serde_json::Value::Object(details).to_string());
    row
}
