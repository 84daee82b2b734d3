//! `patience` alone: the first steps.

use std::io::Write;

use anyhow::Result;

use crate::exit::Tally;
use crate::style::{self, DIM, HEADING, NAME};
use crate::tables;

/// The first commands, each with its purpose.
const FIRST: [(&str, &str); 5] = [
    ("patience play", "choose a game, or a daily deal"),
    ("patience serve", "play and analyse in your browser"),
    ("patience hint birds:neller/42", "a move that keeps the game winnable"),
    ("patience solve gaps:solvitaire/4x13/8", "a solution, or a proof that there is none"),
    ("patience list", "all games, algorithms and heuristics"),
];

/// Prints the first steps.
pub fn run() -> Result<Tally> {
    let mut out = anstream::stdout().lock();
    tables::write_text(
        &mut out,
        "Patience plays and solves five solitaire puzzles: Gaps (Montana), Birds of a Feather, \
         Cohesion, Match the Tiles and Sliding Tiles.",
    )?;
    writeln!(out, "\n{HEADING}Try first:{HEADING:#}")?;
    let width = FIRST.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let line = FIRST.iter().map(|(_, what)| 2 + width + 2 + what.len()).max().unwrap_or(0);
    let fits = style::width().is_none_or(|columns| line <= columns);
    for (command, what) in FIRST {
        match fits {
            true => writeln!(out, "  {NAME}{command:width$}{NAME:#}  {what}")?,
            false => writeln!(out, "  {NAME}{command}{NAME:#}\n    {what}")?,
        }
    }
    writeln!(out, "\n{DIM}`patience -h` lists all commands.{DIM:#}")?;
    Ok(Tally::default())
}
