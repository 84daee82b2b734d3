//! `patience serve`: the page, in a browser on this machine.

use clap::Args;
use patience_core::units::{MAX_THREADS, bytes, duration};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};
use patience_catalogue::{MODEL, ModelFile};
use patience_server::Settings;

use crate::arguments::model;
use crate::exit::{Tally, bad_input};
use crate::interrupt;
use crate::limits::threads_option;
use crate::usage;

#[derive(Debug, Args)]
#[command(after_help = "\
scripts/export-site.sh DIR in the source tree writes the page as a static site, whose solvers run \
                        in the browser. Only this server shows studies.")]
pub struct ServeArgs {
    /// The port on 127.0.0.1; 0 for any free one.
    #[arg(long, value_name = "N", default_value_t = 4455)]
    pub port: u16,
    /// Number of searches at once (default: one per core, at least 2).
    #[arg(long, value_name = "N", value_parser = solvers_option)]
    pub solvers: Option<usize>,
    /// Time limit for one solve [default: 60s].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Memory limit for one solve [default: 512MiB].
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory: Option<u64>,
    /// The folder of studies to show, each a file NAME.toml with its NAME.results; read only
    /// (default: `studies`, if it exists).
    #[arg(long, value_name = "FOLDER", value_parser = usage::folder)]
    pub studies: Option<PathBuf>,
    #[arg(long, value_name = "FILE", help = MODEL.help, value_parser = model)]
    pub model: Option<&'static ModelFile>,
}

/// Parses a number of searches at once.
fn solvers_option(text: &str) -> Result<usize, String> {
    threads_option(text)
        .ok()
        .filter(|solvers| *solvers > 0)
        .ok_or_else(|| format!("expected a number of searches from 1 to {MAX_THREADS}"))
}

/// Serves the page until the program is stopped.
pub fn run(arguments: &ServeArgs) -> Result<Tally> {
    // No work is lost, so no message is needed.
    interrupt::listen(|| std::process::exit(130));
    let default = Settings::default();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let studies = match &arguments.studies {
        Some(folder) if !folder.is_dir() => {
            return Err(bad_input(format!(
                "--studies {}: there is no such folder",
                folder.display()
            )));
        }
        Some(folder) => Some(folder.clone()),
        None => Some(PathBuf::from("studies")).filter(|folder| folder.is_dir()),
    };
    let settings = Settings {
        address,
        solvers: arguments.solvers.unwrap_or(default.solvers),
        time: arguments.time.unwrap_or(default.time),
        memory: arguments.memory.unwrap_or(default.memory),
        studies,
        model: arguments.model,
        ..default
    };
    let ready = |address: SocketAddr| {
        // If the output is closed, the page still works.
        _ = writeln!(anstream::stdout(), "Patience is at http://{address}/ (Ctrl-C ends it)");
    };
    patience_server::run(settings, ready).with_context(|| format!("cannot serve on {address}"))?;
    Ok(Tally::default())
}
