//! Options shared by several commands on studies.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use patience_study::pool::{self, Options};
use patience_study::spec::Spec;
use patience_study::store::{Store, StoreError};
use patience_study::study::Folder;
use patience_study::units;

use crate::exit::{self, bad_input};
use crate::style::{self, DIM};
use crate::{limits, notes, usage};

#[derive(Debug, Args)]
pub struct StudyFile {
    /// The study's TOML file.
    #[arg(value_name = "STUDY")]
    pub file: PathBuf,
    /// The folder of its results (default: NAME.results next to it).
    #[arg(long, value_name = "FOLDER", value_parser = usage::folder)]
    pub results: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Machine {
    /// Number of threads, each with its own jobs; 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = limits::threads_option)]
    pub threads: usize,
    /// Memory limit for all jobs together: 8GiB (default: ¾ of free memory on Linux, else 3GiB).
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub memory: Option<u64>,
    /// Let jobs run on any core, like `pin = false` in the study; otherwise each job is pinned to
    /// its own cores if no other study uses them.
    #[arg(long)]
    pub no_pin: bool,
}

#[derive(Debug, Args)]
#[command(args = usage::misnamed(["output", "out"], "--results"))]
pub struct RunArgs {
    #[command(flatten)]
    pub study: StudyFile,
    #[command(flatten)]
    pub machine: Machine,
    /// Run jobs again if their latest row satisfies this SQL condition, such as "verdict =
    /// 'unknown'"; earlier rows stay, and new ones are marked as further attempts.
    #[arg(long, value_name = "CONDITION")]
    pub again: Option<String>,
    /// Run jobs again if their latest row is a crash or an error.
    #[arg(long, conflicts_with = "again")]
    pub retry: bool,
    /// Immediately retry a job that crashes or ends in an error, up to N times.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub retries: u64,
}

/// The destination and format of rows.
#[derive(Debug, Args)]
pub struct RowsOutput {
    /// The format (default: Parquet if the file ends with .parquet, JSON Lines if with .jsonl, else
    /// CSV).
    #[arg(long, value_enum)]
    pub format: Option<RowsFormat>,
    /// Write to this file instead of standard output (Parquet needs one).
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RowsFormat {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object per line.
    Jsonl,
    /// Apache Parquet, into a file.
    Parquet,
}

impl RowsOutput {
    /// The requested format, or else the one that the file name implies.
    pub fn format(&self) -> RowsFormat {
        let ending = self.output.as_deref().and_then(Path::extension).unwrap_or_default();
        self.format.unwrap_or(match ending.to_ascii_lowercase().to_str() {
            Some("parquet") => RowsFormat::Parquet,
            Some("jsonl") => RowsFormat::Jsonl,
            _ => RowsFormat::Csv,
        })
    }
}

impl StudyFile {
    pub fn spec(&self) -> Result<Spec> {
        Spec::open(&self.file).map_err(|error| bad_input(error.to_string()))
    }

    /// The folder of the results, which need not exist yet.
    pub fn folder(&self) -> Result<Folder> {
        self.results.clone().map_or_else(|| beside(&self.file), |results| Ok(Folder(results)))
    }

    /// The study and its store for reading. The store must exist; if the study has changed, it is
    /// brought up to date.
    pub fn opened(&self) -> Result<(Spec, Store)> {
        let (spec, store) = (self.spec()?, self.store()?);
        if store.is_of(&spec)? {
            return Ok((spec, store));
        }
        drop(store);
        let adopted = Store::open(&self.folder()?.store())
            .and_then(|mut store| store.adopt(&spec).map(|()| store));
        let store = adopted.with_context(|| {
            format!("{} has changed since its rows were made", self.file.display())
        })?;
        Ok((spec, store))
    }

    /// Opens the store for reading; it must exist and be intact.
    pub fn store(&self) -> Result<Store> {
        self.verified(|path| Store::read(path, None))
    }

    /// Opens the store with `open` and verifies it.
    pub fn verified(&self, open: impl FnOnce(&Path) -> Result<Store, StoreError>) -> Result<Store> {
        verified(&self.folder()?.store(), open)
    }
}

/// The folder for results next to a study.
pub fn beside(study: &Path) -> Result<Folder> {
    usage::a_folder(Folder::beside(study).0).map(Folder).map_err(bad_input)
}

/// The store that a study, a folder of results or the store itself names; `others` are the further
/// files that the caller reads.
pub fn store_of(path: &Path, others: &str) -> Result<PathBuf> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("toml") => Ok(beside(path)?.store()),
        Some("sqlite") => Ok(path.to_owned()),
        _ if path.is_dir() => Ok(Folder(path.to_owned()).store()),
        _ => Err(bad_input(format!(
            "{} has no results; expected STUDY.toml, a folder of results, a store \
             (.sqlite){others}",
            path.display()
        ))),
    }
}

/// Opens a store with `open` and verifies it. A missing store, or another kind of file in its
/// place, is an input error.
pub fn verified(
    store: &Path,
    open: impl FnOnce(&Path) -> Result<Store, StoreError>,
) -> Result<Store> {
    let verified = open(store).and_then(|store| store.verify().map(|()| store));
    verified.map_err(|error| match error {
        StoreError::Missing(_) | StoreError::Schema { .. } | StoreError::Irregular(_) => {
            bad_input(error.to_string())
        }
        error => error.into(),
    })
}

/// Prints the contradictions of a study, and verdicts that are not the expected ones, as errors.
/// Returns whether there are any: the exit code is then 1.
pub fn warn_of_wrong_verdicts(store: &Store) -> Result<bool> {
    const MAX_NAMED: usize = 10;
    let (named, surprises) = store.surprises(MAX_NAMED)?;
    named.iter().for_each(|one| exit::say(&one.to_string()));
    let more = surprises - named.len() as u64;
    if more > 0 {
        let rows = style::counted(more, "further row");
        exit::say(&format!("{rows} without the expected verdict"));
    }
    let (named, contradictions) = store.contradictions(MAX_NAMED)?;
    for one in &named {
        exit::say(&format!("contradiction on {one}; one of them is wrong"));
    }
    let more = contradictions - named.len() as u64;
    if more > 0 {
        exit::say(&format!("contradictions on {}", style::counted(more, "further board")));
    }
    Ok(surprises + contradictions > 0)
}

impl Machine {
    /// The options for a study. Warns of jobs that will share cores.
    pub fn options(&self, spec: &Spec) -> Result<Options> {
        let threads = limits::threads(self.threads);
        let named = spec.configurations.iter().map(|one| (one.name.as_str(), &one.setting));
        let named: Vec<_> = named.collect();
        for message in pool::crowding(&named, threads, limits::threads(0)) {
            warn(&message);
        }
        let pin = spec.pin && !self.no_pin;
        if pin && threads <= limits::threads(0) && !pool::cores_are_free(threads) {
            warn(
                "jobs are not pinned to cores, because another run holds them: compare processor \
                 times and counts, not wall times (--no-pin: without this warning)",
            );
        }
        let program = std::env::current_exe().context("the program cannot find its own file")?;
        Ok(Options {
            worker: vec![program.into(), "study".into(), "worker".into()],
            threads,
            memory: self.memory.unwrap_or_else(|| limits::free_memory() / 4 * 3),
            grace: Duration::from_secs(2),
            pin,
            folder: spec.folder.clone(),
        })
    }
}

/// Prints a warning.
pub fn warn(message: &str) {
    notes::say(format_args!("{DIM}warning: {message}{DIM:#}"));
}
