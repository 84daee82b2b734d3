//! `patience learn values`: every heuristic's value of a position, and the parts of that value.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use patience_catalogue::{Evaluated, MODEL, ModelFile};
use patience_core::Limits;

use crate::arguments::{OneInstance, model};
use crate::exit::Tally;
use crate::style::{self, DIM, HEADING, NAME};
use crate::usage::misnamed;
use crate::{input, solving, tables};

#[derive(Debug, Args)]
#[command(args = misnamed(["moves", "plan"], "--after"))]
pub struct ValuesArgs {
    #[command(flatten)]
    pub instance: OneInstance,
    /// Moves to make first.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub after: String,
    #[arg(long, value_name = "FILE", help = MODEL.help, value_parser = model)]
    pub model: Option<&'static ModelFile>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Evaluates one position.
pub fn run(arguments: &ValuesArgs) -> Result<Tally> {
    let instance = input::single(&arguments.instance, None)?;
    let instance = input::after(instance, &arguments.after)?;
    let evaluated =
        solving::within(Limits::default(), |budget| instance.evaluate(arguments.model, budget))?;
    let mut out = anstream::stdout().lock();
    if arguments.json {
        let record = serde_json::json!({
            "instance": instance.id(), "game": instance.game(), "rules": instance.rules(),
            "board": instance.board(),
            "won": instance.is_won(), "heuristics": evaluated,
        });
        writeln!(out, "{record}")?;
        return Ok(Tally::default());
    }
    writeln!(out, "{HEADING}{}{HEADING:#}", instance.id())?;
    writeln!(out, "{}", instance.draw(style::look()).trim_end_matches('\n'))?;
    for heuristic in &evaluated {
        print(&mut out, heuristic)?;
    }
    Ok(Tally::default())
}

fn print(out: &mut impl Write, evaluated: &Evaluated) -> Result<()> {
    let red = style::verdict(patience_catalogue::Verdict::Unsolvable);
    let value = match evaluated.value {
        Some(value) => format!("{HEADING}{value}{HEADING:#}"),
        None if evaluated.dead_end => format!("{red}dead end{red:#}"),
        None => "unknown".to_owned(),
    };
    let ordering = evaluated.ordering;
    let ordering =
        ordering.map_or(String::new(), |value| format!("{DIM}, ordered by {value}{DIM:#}"));
    writeln!(out)?;
    tables::write_line(
        out,
        "",
        &format!("{NAME}{}{NAME:#}  {value}{ordering}", evaluated.heuristic),
    )?;
    let width = style::width().unwrap_or(96).min(96);
    for part in &evaluated.parts {
        for line in tables::wrapped("    ", &format!("{}: {}", part.name, part.value), width) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
