//! `patience completions`, and answers to the shell.

use std::io::{Write, stdout};

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_complete::env::{CompleteEnv, Shells};

use crate::exit::Tally;

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// The environment variable with which a shell asks for completions.
const ASKED: &str = "PATIENCE_COMPLETE";

/// Answers and ends the program if a shell asks for completions.
pub fn answer(command: fn() -> Command) {
    CompleteEnv::with_factory(command).var(ASKED).complete();
}

/// Writes the script with which a shell asks this program for completions.
pub fn run(arguments: &CompletionsArgs) -> Result<Tally> {
    let shell = arguments.shell.to_string();
    let shells = Shells::builtins();
    let completer =
        shells.completer(&shell).with_context(|| format!("no completions for {shell}"))?;
    let mut script = Vec::new();
    completer.write_registration(ASKED, "patience", "patience", "patience", &mut script)?;
    if arguments.shell == clap_complete::Shell::Bash {
        // Names of instances contain colons, at which Bash would split them.
        writeln!(script, "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:/}}")?;
    }
    stdout().write_all(&script)?;
    Ok(Tally::default())
}
