//! `patience man`: the manual as pages for `man`, generated from the help.

use std::io::{self, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Command};

use crate::exit::{Tally, bad_input};
use crate::{output, reference, solving, usage};

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
        Some(folder) => {
            solving::exit_on_interrupt();
            let written = match arguments.markdown {
                true => reference::write(command, folder),
                false => write_pages(command, folder),
            };
            written.map_err(|error| bad_input(format!("{}: {error}", folder.display())))?;
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            stdout().write_all(&page)?;
        }
    }
    Ok(Tally::default())
}

/// Writes a page for each command; each file that exists is complete.
fn write_pages(command: Command, folder: &Path) -> io::Result<()> {
    let made = tempfile::tempdir()?;
    clap_mangen::generate_to(command, made.path())?;
    std::fs::create_dir_all(folder)?;
    for page in std::fs::read_dir(made.path())? {
        let page = page?;
        output::store(&folder.join(page.file_name()), &std::fs::read(page.path())?)?;
    }
    Ok(())
}
