//! `patience completions`, and the shell's questions.

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

/// Answers and ends the program if it is a shell that asks.
pub fn answer(command: fn() -> Command) {
    CompleteEnv::with_factory(command).var(ASKED).complete();
}

/// Writes the script that makes a shell ask this program.
pub fn run(arguments: &CompletionsArgs) -> Result<Tally> {
    let shell = arguments.shell.to_string();
    let shells = Shells::builtins();
    let completer =
        shells.completer(&shell).with_context(|| format!("no completions for {shell}"))?;
    let mut script = Vec::new();
    completer.write_registration(ASKED, "patience", "patience", "patience", &mut script)?;
    if arguments.shell == clap_complete::Shell::Bash {
        // Names of instances have colons in them, at which Bash would take them apart.
        writeln!(script, "COMP_WORDBREAKS=${{COMP_WORDBREAKS//:/}}")?;
    }
    stdout().write_all(&script)?;
    Ok(Tally::default())
}
