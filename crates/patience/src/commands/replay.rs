//! `patience replay`: plan validation.

use crate::arguments::OneInstance;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use patience_catalogue::PlanError;
use serde_json::Value;

use crate::commands::solve::print_steps;
use crate::exit::{Tally, bad_input};
use crate::input;
use crate::style::{self, coloured_stdout};

#[derive(Debug, Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// The plan: moves, or a JSON record of `patience solve --json` (`-`: standard input).
    #[arg(long, value_name = "FILE")]
    pub plan: PathBuf,
    /// Draw every step.
    #[arg(long)]
    pub show: bool,
    /// The validated as JSON.
    #[arg(long, conflicts_with = "show")]
    pub json: bool,
}

/// Validates one plan.
pub fn run(arguments: &ReplayArgs) -> Result<Tally> {
    let from_stdin = |path: &std::path::Path| path.as_os_str() == "-";
    if from_stdin(&arguments.plan) && arguments.instance.input.as_deref().is_some_and(from_stdin) {
        return Err(bad_input("standard input cannot be both the board (--input -) and the plan (--plan -)"));
    }
    let instance = input::single(&arguments.instance)?;
    let plan = plan_text(&input::text(&arguments.plan)?)?;
    let validated = instance.validate(&plan);
    if let Err(error @ PlanError::Unreadable { .. }) = &validated {
        return Err(bad_input(format!("{}: {error}", arguments.plan.display())));
    }
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let record = match &validated {
            Ok(length) => serde_json::json!({ "instance": instance.id(), "valid": true, "length": length }),
            Err(error) => serde_json::json!({
                "instance": instance.id(),
                "valid": false,
                "move": match error {
                    PlanError::Unreadable { index, .. } | PlanError::Illegal { index, .. } => Some(index + 1),
                    _ => None,
                },
                "error": error.to_string(),
            }),
        };
        writeln!(out, "{record}")?;
    } else {
        if arguments.show && validated.is_ok() {
            print_steps(&mut out, &instance.film(&plan, coloured_stdout())?)?;
            writeln!(out)?;
        }
        match &validated {
            Ok(length) => {
                let green = style::verdict(patience_catalogue::Verdict::Solved);
                writeln!(out, "{green}valid{green:#}: {} win the game", style::counted(*length as u64, "move"))?;
            }
            Err(error) => {
                let red = style::verdict(patience_catalogue::Verdict::Unsolvable);
                writeln!(out, "{red}fails{red:#}: {error}")?;
            }
        }
    }
    Ok(Tally { failed: validated.is_err(), ..Tally::default() })
}

/// The moves in a text: a bare plan, a JSON array of moves, or a JSON object with a `plan`. Lines that begin with `#`
/// are comments.
fn plan_text(text: &str) -> Result<String> {
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    if !trimmed.starts_with(['{', '[']) {
        let lines: Vec<&str> = trimmed.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
        return Ok(lines.join("\n"));
    }
    let value: Value =
        serde_json::from_str(trimmed).map_err(|error| bad_input(format!("the plan is not valid JSON: {error}")))?;
    let moves = value.get("plan").unwrap_or(&value).as_array();
    let moves = moves.and_then(|moves| moves.iter().map(Value::as_str).collect::<Option<Vec<_>>>());
    match moves {
        Some(moves) => Ok(moves.join(" ")),
        None => Err(bad_input(
            "the plan is not valid; expected a JSON array of moves, or an object with such an array as `plan`",
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::plan_text;

    #[test]
    fn plans_come_in_several_clothes() {
        assert_eq!(plan_text("# mine\nL R\n").unwrap(), "L R");
        assert_eq!(plan_text(r#"["L","R"]"#).unwrap(), "L R");
        assert_eq!(plan_text(r#"{"verdict":"solved","plan":["L"]}"#).unwrap(), "L");
        for rubbish in ["{", "[1]", "{\"plan\": 3}", "{}"] {
            assert!(plan_text(rubbish).is_err(), "{rubbish:?}");
        }
    }
}
