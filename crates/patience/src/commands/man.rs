//! `patience man`: the manual as pages for `man`, generated from the help.

use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Command};

use crate::exit::{Tally, bad_input};
use crate::{reference, usage};

#[derive(Debug, Args)]
pub struct ManArgs {
    /// Write a page for each command into this folder (default: the first page, to standard
    /// output).
    #[arg(value_name = "FOLDER", value_parser = usage::folder)]
    pub folder: Option<PathBuf>,
    /// Write the reference of the book as Markdown instead: commands, algorithms, heuristics and
    /// the keys of studies.
    #[arg(long, requires = "folder")]
    pub markdown: bool,
}

/// Writes the page on `patience`, or pages for it and each command into a folder.
pub fn run(arguments: &ManArgs, command: Command) -> Result<Tally> {
    match &arguments.folder {
        Some(folder) if arguments.markdown => reference::write(command, folder)
            .map_err(|error| bad_input(format!("{}: {error}", folder.display())))?,
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
