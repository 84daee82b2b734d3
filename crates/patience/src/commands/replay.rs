//! `patience replay`: plan validation.

use crate::arguments::OneInstance;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use patience_catalogue::PlanError;

use crate::commands::solve::print_steps;
use crate::exit::{Tally, bad_input};
use crate::style::{self, coloured_stdout};
use crate::{input, plan};

#[derive(Debug, Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// The plan (`-`: standard input): moves, or what `patience solve` or another command printed, with or without --json.
    #[arg(long, value_name = "FILE")]
    pub plan: PathBuf,
    /// Draw every step.
    #[arg(long)]
    pub show: bool,
    /// The result as JSON.
    #[arg(long, conflicts_with = "show")]
    pub json: bool,
}

/// Validates one plan.
pub fn run(arguments: &ReplayArgs) -> Result<Tally> {
    let instance = input::single(&arguments.instance, None)?;
    let plan = plan::read(&arguments.plan, &arguments.instance, &*instance)?;
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
