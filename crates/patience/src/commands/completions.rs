//! `patience completions`.

use anyhow::Result;
use clap::Args;
use clap::Command;

use crate::exit::Tally;

#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

/// Writes the script for the shell.
pub fn run(arguments: &CompletionsArgs, command: &mut Command) -> Result<Tally> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, command, "patience", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Tally::default())
}
