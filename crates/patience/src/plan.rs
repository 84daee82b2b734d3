//! Reads plans given by users: moves, a report of `patience solve` or `gaps redeal`, or JSON.

use std::path::Path;

use anyhow::Result;
use patience_catalogue::gaps::Redeal;
use patience_catalogue::{Instance, MoveInfo};
use serde_json::Value;

use crate::arguments::OneInstance;
use crate::exit::bad_input;
use crate::input;
use crate::tables::SEPARATOR;

/// Maximum number of redeals: more than any program has.
pub const MAX_REDEALS: u32 = 100;

/// A plan as read from the input.
#[derive(Debug)]
pub struct Plan {
    pub moves: String,
    /// Number of redeals of the game, if the input states it: `patience gaps redeal` may allow a
    /// number other than the rule's.
    pub redeals: Option<u32>,
}

impl Plan {
    /// Whether there are redeals among the moves, valid or not.
    pub fn has_redeals(&self) -> bool {
        Redeal::is_among(&self.moves)
    }
}

/// The plan for an instance in a file (`-`: standard input).
pub fn read(path: &Path, arguments: &OneInstance, instance: &dyn Instance) -> Result<Plan> {
    let is_stdin = |path: &Path| path.as_os_str() == "-";
    if is_stdin(path) && arguments.input.as_deref().is_some_and(is_stdin) {
        return Err(bad_input("standard input cannot be both the board (--input -) and the moves"));
    }
    in_text(&input::text(path)?, instance)
        .map_err(|error| bad_input(format!("{}: {error}", path.display())))
}

/// The moves in a string: a bare plan, in which lines that begin with `#` are comments, or results
/// as JSON, of `patience solve` or of `gaps redeal`; the first plan for the instance counts.
fn in_text(text: &str, instance: &dyn Instance) -> Result<Plan> {
    let text = anstream::adapter::strip_str(text).to_string();
    let text = text.trim_start_matches('\u{feff}').trim_end();
    if text.trim_start().starts_with(['{', '[']) {
        return in_json(text, instance.id());
    }
    if let Some(plan) = in_reports(text, instance.id())? {
        return Ok(plan);
    }
    if let Some(moves) = in_film(text) {
        return Ok(Plan { moves, redeals: None });
    }
    if text.trim_start().starts_with("lost: ") {
        return Err(bad_input("there is no plan in the text: the position is lost"));
    }
    let is_move = |line: &&str| !line.trim_start().starts_with('#');
    // The end of a hint, which may take several lines.
    let is_told = |line: &&str| !line.starts_with("wins in ");
    // The moves of a report, copied without its first line.
    let bare = |line| str::trim_start(line).strip_prefix("play: ").unwrap_or(line);
    let lines = text.lines().take_while(is_told).filter(is_move).map(bare);
    Ok(Plan { moves: without_words(lines, instance), redeals: None })
}

/// A plan for an instance in a string; `None` if the text says that there is none.
struct Told {
    instance: Option<String>,
    plan: Option<Plan>,
}

fn in_json(text: &str, id: &str) -> Result<Plan> {
    let records: Result<Vec<Value>, _> =
        serde_json::Deserializer::from_str(text).into_iter().collect();
    let records = records.map_err(|error| {
        let (line, column) = (error.line(), error.column());
        bad_input(format!("line {line}, column {column}: the plan is not valid JSON"))
    })?;
    let told = records.iter().map(|record| {
        let moves = record.get("plan").unwrap_or(record).as_array();
        let moves =
            moves.and_then(|moves| moves.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
        let moves = moves.ok_or_else(|| {
            bad_input(
                "the plan is not valid; expected a JSON array of moves, or an object with such an \
                 array as `plan`",
            )
        })?;
        // There are no moves without a solution, or if the board is already won.
        let is_plan = !moves.is_empty()
            || record["verdict"].as_str().is_none_or(|verdict| verdict == "solved");
        let instance = record["instance"].as_str().map(str::to_owned);
        let redeals =
            record.get("redeals").map(|count| told_redeals(&count.to_string())).transpose()?;
        Ok(Told { instance, plan: is_plan.then(|| Plan { moves: moves.join(" "), redeals }) })
    });
    first_plan(told.collect::<Result<_>>()?, id)
}

/// The number of redeals in a row.
fn told_redeals(count: &str) -> Result<u32> {
    count.parse().ok().filter(|count| *count <= MAX_REDEALS).ok_or_else(|| {
        bad_input(format!(
            "`{}` is not a valid number of redeals; expected at most {MAX_REDEALS}",
            count.chars().take(20).collect::<String>().escape_debug()
        ))
    })
}

/// Returns the plan of reports in text form; `None` if the text contains no report. A report is a
/// line with the instance and the result, and the indented lines below it.
fn in_reports(text: &str, id: &str) -> Result<Option<Plan>> {
    let mut reports: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        // On narrow terminals the result is on the next line.
        let next = lines.peek().and_then(|next| next.strip_prefix("  "));
        let found = line
            .split_once("  ")
            .or(next.map(|next| (line, next)))
            .filter(|(id, found)| !id.is_empty() && !id.starts_with(' ') && begins_report(found));
        if let Some((id, found)) = found {
            reports.push((id, vec![found]));
            inside = true;
        } else if let (true, Some(detail), Some((_, lines))) =
            (inside, line.strip_prefix("  "), reports.last_mut())
        {
            lines.push(detail);
        } else {
            inside = false;
        }
    }
    if reports.is_empty() {
        return Ok(None);
    }
    let told = |(id, lines): (&str, Vec<&str>)| Told {
        instance: Some(id.to_owned()),
        plan: of_report(&lines).map(|moves| Plan { moves, redeals: redeals_of(lines[0]) }),
    };
    first_plan(reports.into_iter().map(told).collect(), id).map(Some)
}

/// The moves of a game drawn step by step, each with its number:
/// `1. R  tilt right`; `None` if the text does not begin as one.
fn in_film(text: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim_end).skip_while(|line| line.is_empty());
    lines.next().filter(|line| *line == "start")?;
    let mut moves: Vec<&str> = Vec::new();
    for line in lines {
        let numbered = line.strip_prefix(&format!("{}. ", moves.len() + 1));
        // Its words follow the move.
        moves.extend(numbered.map(|told| told.split_once("  ").map_or(told, |(mv, _)| mv)));
    }
    Some(moves.join("\n"))
}

/// Whether the text after the instance begins a report of `patience solve` or `gaps redeal`.
fn begins_report(found: &str) -> bool {
    ["solved in ", "unsolvable: ", "unknown: "].iter().any(|verdict| found.starts_with(verdict))
        || redeals_of(found).is_some()
}

/// The number of redeals at the head of a report of `gaps redeal`, `2 redeals, rule pysol`.
fn redeals_of(found: &str) -> Option<u32> {
    let (count, what) = found.split_once(' ')?;
    let is_head = ["redeal, rule ", "redeals, rule "].iter().any(|head| what.starts_with(head));
    count.parse().ok().filter(|count| is_head && *count <= MAX_REDEALS)
}

/// Returns the plan of a report: the text after `play:`, which may span several lines, or the last
/// line if it is solved.
fn of_report(lines: &[&str]) -> Option<String> {
    let Some(at) = lines.iter().position(|line| line.starts_with("play: ")) else {
        let last = lines.last().filter(|_| lines[0].starts_with("solved in "));
        return last.map(|line| (*line).to_owned());
    };
    let words: Vec<&str> = lines[at..].iter().map(|line| line.trim()).collect();
    Some(words.join(" ").trim_start_matches("play: ").replace(SEPARATOR, " "))
}

/// A bare plan, without the words after a move in a hint, `3,2>1,2  5♥ c2`, and without `play:`
/// before it.
fn without_words<'a>(lines: impl Iterator<Item = &'a str>, instance: &dyn Instance) -> String {
    let mut position = instance.after("").ok();
    let mut plan = Vec::new();
    for line in lines {
        let line = line.trim();
        let line = line.strip_prefix("play: ").unwrap_or(line);
        let told =
            line.split_once("  ").zip(position.as_deref()).and_then(|((mv, words), position)| {
                let is_told =
                    |known: &MoveInfo| known.text == mv && known.words == words.trim_start();
                Some((mv, position.successor(position.moves().iter().position(is_told)?)))
            });
        plan.push(told.as_ref().map_or(line, |(mv, _)| mv));
        position = told.and_then(|(_, next)| next);
    }
    // At the end of a line, nothing follows the separator.
    plan.join("\n").replace(SEPARATOR.trim_end(), "")
}

/// The plan of the only result, or the first plan of those with an id.
fn first_plan(told: Vec<Told>, id: &str) -> Result<Plan> {
    let count = told.len();
    let mut own: Vec<Told> = match count {
        1 => told,
        _ => told.into_iter().filter(|told| told.instance.as_deref() == Some(id)).collect(),
    };
    if own.is_empty() {
        return Err(bad_input(format!(
            "there are {count} results, none of them for {id}; expected one for it"
        )));
    }
    let id = own[0].instance.take().unwrap_or_else(|| id.to_owned());
    own.into_iter().find_map(|told| told.plan).ok_or_else(|| {
        bad_input(format!("there is no plan for {id} in the text; expected a result with a plan"))
    })
}

#[cfg(test)]
mod tests {
    use super::in_text;

    #[test]
    fn plans_come_in_several_forms() {
        let (tiles, _) = patience_catalogue::find("tiles").unwrap();
        let level = tiles.read(None, "r.R", "tiles:mine").unwrap();
        let plan = |text: &str| {
            in_text(text, &*level).map(|plan| plan.moves).map_err(|error| error.to_string())
        };
        for text in [
            "# mine\nL R\n",
            "  play: L ·\n    R\n",
            r#"["L","R"]"#,
            r#"{"verdict":"solved","plan":["L", "R"]}"#,
            "{\"instance\":\"tiles:other\",\"plan\":[]}\n\
             {\"instance\":\"tiles:mine\",\"plan\":[\"L\",\"R\"]}\n",
            "\x1b[1mtiles:mine\x1b[0m  solved in 2 moves\n  astar: 3 expanded\n  L R\n\n\
             start\n    a\n 1 │ r │\n",
            "tiles:other  solved in 1 move\n  x: y\n  D\n\
             tiles:mine  solved in 2 moves\n  x: y\n  L R\n",
            "tiles:mine  unknown: time\n  x: y\ntiles:mine  solved in 2 moves\n  x: y\n  L R\n",
            "  play: L · R\n",
            "\nstart\n    a\n 1 │ r │\n\n1. L  tilt left\n 1 │ r │\n\n2. R\n 1 │ r │\n\n\
             valid: 2 moves\n",
            "{\"instance\":\"tiles:mine\",\"verdict\":\"unknown\",\"plan\":[]}\n\
             {\"instance\":\"tiles:mine\",\"plan\":[\"L\",\"R\"]}",
        ] {
            let moves = plan(text).unwrap();
            assert!(moves.split_whitespace().eq(["L", "R"]), "{text:?}: {moves:?}");
        }
        for malformed in ["{", "[1]", "{\"plan\": 3}", "{}", "[] []"] {
            assert!(plan(malformed).is_err(), "{malformed:?}");
        }
        // A move followed by its description counts as one move; any other text is left unchanged.
        assert_eq!(plan("R  tilt right\nwins in 1 move\n(found)\n").unwrap(), "R");
        assert_eq!(plan("R  tilt left").unwrap(), "R  tilt left");
        let open = plan(r#"{"instance":"tiles:mine","verdict":"unknown","plan":[]}"#).unwrap_err();
        assert!(open.contains("there is no plan for tiles:mine"), "{open}");
        let lost = plan("tiles:mine  unsolvable: proved, no plan exists\n  astar: 3 expanded\n");
        assert!(lost.unwrap_err().contains("there is no plan for tiles:mine"));
    }

    #[test]
    fn the_redeals_of_a_game_are_told_beside_its_moves() {
        let deal = patience_catalogue::open("gaps:random/2x4/1").unwrap();
        let redeals = |text: &str| {
            in_text(text, &*deal).map(|plan| plan.redeals).map_err(|error| error.to_string())
        };
        assert_eq!(redeals(r#"{"redeals":3,"plan":["redeal/pysol/1"]}"#), Ok(Some(3)));
        let report = "gaps:random/2x4/1  2 redeals, rule pysol\n  cannot be won without a redeal: \
                      proved\n  play: redeal (pysol, seed 1) ·\n    2♠ a1\n";
        assert_eq!(redeals(report), Ok(Some(2)));
        assert_eq!(redeals(&report.replace("2 redeals", "1 redeal")), Ok(Some(1)));
        let no_plan = redeals(report.split("  play").next().unwrap()).unwrap_err();
        assert!(no_plan.contains("there is no plan for gaps:random/2x4/1"), "{no_plan}");
        for text in [
            "redeal/pysol/1",
            "play: redeal/pysol/1",
            r#"["redeal/pysol/1"]"#,
            r#"{"plan":["redeal/pysol/1"]}"#,
        ] {
            assert_eq!(redeals(text), Ok(None), "{text}");
        }
        for count in ["101", "-1", "1.5", "null", "\"2\"", "[]", "18446744073709551616"] {
            let said = redeals(&format!(r#"{{"redeals":{count},"plan":["redeal/pysol/1"]}}"#))
                .unwrap_err();
            assert!(
                said.contains("is not a valid number of redeals; expected at most 100"),
                "{said}"
            );
        }
    }
}
