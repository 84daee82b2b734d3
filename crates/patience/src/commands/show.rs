//! `patience show`.

use crate::arguments::InstanceArgs;
use clap::{Args, ValueEnum};
use std::io::Write;

use anyhow::Result;
use patience_catalogue::Instance;

use crate::exit::{Tally, bad_input};
use crate::style::{DIM, look};
use crate::{input, solving, tables};

#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    /// The format.
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    pub format: ShowFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ShowFormat {
    /// A drawing for people.
    Text,
    /// The canonical notation, one line.
    Notation,
    /// One JSON object per line, with the legal moves.
    Json,
    /// Solvitaire's JSON (Gaps).
    Solvitaire,
    /// SuperPuzz's text form (Gaps).
    Superpuzz,
    /// A PDDL domain and problem for planners (small instances).
    Pddl,
}

/// Shows every given instance.
pub fn run(arguments: &ShowArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut out = anstream::stdout().lock();
    for (index, instance) in input::instances(&arguments.instances, None)?.enumerate() {
        if solving::interrupted() {
            return Ok(Tally { interrupted: true, ..Tally::default() });
        }
        let instance = instance?;
        if index > 0 && matches!(arguments.format, ShowFormat::Text | ShowFormat::Superpuzz) {
            writeln!(out)?;
        }
        writeln!(out, "{}", shown(&*instance, arguments.format)?.trim_end_matches('\n'))?;
    }
    Ok(Tally::default())
}

fn shown(instance: &dyn Instance, format: ShowFormat) -> Result<String> {
    let other = |name: &str| {
        instance.write(name).ok_or_else(|| {
            bad_input(format!(
                "{} cannot be written in the format `{name}`; `patience list {}` shows the formats",
                instance.id(),
                instance.game()
            ))
        })
    };
    match format {
        ShowFormat::Text => {
            let mut shown = Vec::new();
            let rules = format!("{DIM}{} rules{DIM:#}", instance.rules());
            tables::write_head(&mut shown, instance.id(), &rules)?;
            Ok(String::from_utf8(shown)? + &instance.draw(look()))
        }
        ShowFormat::Notation => Ok(instance.board()),
        ShowFormat::Json => Ok(serde_json::json!({
            "instance": instance.id(),
            "game": instance.game(),
            "rules": instance.rules(),
            "board": instance.board(),
            "won": instance.is_won(),
            "moves": instance.moves(),
        })
        .to_string()),
        ShowFormat::Solvitaire => other("solvitaire"),
        ShowFormat::Superpuzz => other("superpuzz"),
        ShowFormat::Pddl => {
            let (domain, problem) = instance.pddl().ok_or_else(|| {
                bad_input(format!(
                    "{} has no PDDL export: it is too large, or its game or rule set has none",
                    instance.id()
                ))
            })?;
            Ok(format!("{domain}\n{problem}"))
        }
    }
}
