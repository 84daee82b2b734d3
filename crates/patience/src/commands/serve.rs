//! `patience serve`: the page, in a browser on this machine.

use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use anyhow::{Context, Result};
use patience_server::Settings;

use crate::cli::ServeArgs;
use crate::exit::{Tally, bad_input};

/// Serves the page until the program is stopped.
pub fn run(arguments: &ServeArgs) -> Result<Tally> {
    let default = Settings::default();
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let studies = match &arguments.studies {
        Some(folder) if !folder.is_dir() => {
            return Err(bad_input(format!("--studies {}: there is no such folder", folder.display())));
        }
        Some(folder) => Some(folder.clone()),
        None => Some(PathBuf::from("studies")).filter(|folder| folder.is_dir()),
    };
    let settings = Settings {
        address,
        solvers: arguments.solvers.unwrap_or(default.solvers).max(1),
        time: arguments.time.unwrap_or(default.time),
        memory: arguments.memory.unwrap_or(default.memory),
        studies,
        ..default
    };
    let ready = |address: SocketAddr| {
        // Who does not read the line, because the output is closed, finds the page nevertheless.
        _ = writeln!(anstream::stdout(), "Patience is at http://{address}/ (Ctrl-C ends it)");
    };
    patience_server::run(settings, ready).with_context(|| format!("cannot serve on {address}"))?;
    Ok(Tally::default())
}
