//! `patience completions`.

use anyhow::Result;
use clap::CommandFactory;

use crate::cli::{Cli, CompletionsArgs};
use crate::exit::Tally;

/// Writes the script for the shell.
pub fn run(arguments: &CompletionsArgs) -> Result<Tally> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "patience", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Tally::default())
}
