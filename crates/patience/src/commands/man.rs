//! `patience man`: the manual as pages for `man`, made from the command line's own help.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};

use crate::exit::{Tally, bad_input};

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for each command into this folder; without it the first page goes to standard
    /// output.
    #[arg(value_name = "FOLDER")]
    pub folder: Option<PathBuf>,
}

/// Writes the page on `patience`, or into a folder a page for it and for each command.
pub fn run(arguments: &ManArgs, command: Command) -> Result<Tally> {
    match &arguments.folder {
        Some(folder) => std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .map_err(|error| bad_input(format!("{}: {error}", folder.display())))?,
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            stdout().write_all(&page)?;
        }
    }
    Ok(Tally::default())
}
