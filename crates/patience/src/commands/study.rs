//! `patience study`: a question as a file, run for as long as it takes, ending in tables and plots.

mod cluster;
mod compare;
mod examples;
mod rows;
mod run;
mod status;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use comfy_table::presets;
use patience_study::pool::{self, Options};
use patience_study::spec::Spec;
use patience_study::store::{Store, StoreError};
use patience_study::study::Folder;
use patience_study::{engine, schema, units, worker};

use crate::commands::bench::{self, BenchArgs};
use crate::commands::generate::{self, GenerateArgs};
use crate::commands::puzzles::{self, PuzzlesArgs};
use crate::exit::{Tally, bad_input};
use crate::style::{self, DIM, HEADING};
use crate::{limits, notes, tables};

/// Studies: a question as a file, run for as long as it takes, ending in tables and plots.
#[derive(Debug, Args)]
#[command(after_help = "\
A study is a TOML file; all its results go to the folder NAME.results next to it.

  patience study new win-rate > gaps.toml   a commented example
  patience study check gaps.toml            a summary before it runs
  patience study run gaps.toml              after Ctrl-C `resume` it
  patience study report gaps.toml           report.md and report.html")]
pub struct StudyArgs {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Debug, Subcommand)]
enum StudyCommand {
    /// Write a commented example of a study.
    New {
        /// The kind (win-rate, comparison, randomised, ablation, scaling or tuning), or the file to
        /// write a study of win rates to.
        #[arg(value_name = "KIND|FILE.toml", value_parser = examples::what, default_value = "win-rate")]
        what: examples::What,
        /// The kind, where FILE.toml is the file to write it to.
        #[arg(long, value_enum, value_name = "KIND")]
        template: Option<examples::Example>,
        /// Write to this file, which must not exist yet, instead of standard output.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Print the JSON Schema of study files, for editors that complete and check TOML.
    Schema,
    /// Validate a study and print its size.
    Check {
        #[command(flatten)]
        study: StudyFile,
    },
    /// Run the remaining jobs of a study; several processes of one machine may run the same study.
    Run(RunArgs),
    /// Resume a study.
    Resume(RunArgs),
    /// Print the progress of a study, with win rates so far.
    Status {
        #[command(flatten)]
        study: StudyFile,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write tables and plots: report.md, one self-contained report.html, and the plots as SVG.
    Report {
        #[command(flatten)]
        study: StudyFile,
        /// Write to this folder (default: that of the results).
        #[arg(short, long, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
    /// Write the result rows for other programs.
    ///
    /// Beside a file of CSV or JSON lines goes FILE.provenance.json: the study, its limits, programs
    /// and machines. Parquet has it in its metadata.
    Export {
        #[command(flatten)]
        study: StudyFile,
        #[command(flatten)]
        output: RowsOutput,
        /// Write every row, even if a rerun superseded it or its job is no longer planned.
        #[arg(long)]
        all: bool,
    },
    /// Query the store in SQL, as the reports do.
    Query {
        #[command(flatten)]
        study: StudyFile,
        /// The query, over the view `results` or any table (`study query STUDY '.schema'` shows
        /// them).
        sql: String,
        /// Your own table to join: comma-separated values with a header.
        #[arg(long = "table", value_name = "NAME=FILE", value_parser = rows::table)]
        tables: Vec<(String, PathBuf)>,
        #[command(flatten)]
        output: RowsOutput,
    },
    /// Compare two sides on the same instances: stores, configurations, or programs of two
    /// revisions.
    ///
    /// Says which instances B decides and A does not, and the reverse, with the ratios of measures
    /// where both decide. Ends with 11 where B is shown to be worse, and with 1 where two verdicts
    /// contradict each other.
    Compare(compare::CompareArgs),
    /// Run one chunk of a study into a shard, on any machine and under any engine, any number of
    /// times.
    Work(cluster::WorkArgs),
    /// Bring finished (and half-finished) shards into the store, each row exactly once.
    Merge {
        #[command(flatten)]
        study: StudyFile,
    },
    /// Submit a study to an engine, with the files that it needs.
    Submit(cluster::SubmitArgs),
    /// Write generated instances, one per line, in the form that `--input` reads.
    Generate(GenerateArgs),
    /// Write puzzles, one JSON object per line: positions at which one move wins and every other one
    /// is proved to lose.
    Puzzles(PuzzlesArgs),
    /// Run the fixed benchmark: expansions per game and algorithm, equal on every machine.
    Bench(BenchArgs),
    /// Carry out assignments from standard input; `run` and `work` start it.
    #[command(hide = true)]
    Worker,
}

#[derive(Debug, Args)]
struct StudyFile {
    /// The study's TOML file.
    #[arg(value_name = "STUDY")]
    file: PathBuf,
    /// The folder of its results (default: NAME.results next to it).
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct Machine {
    /// Number of threads, each with jobs of its own; 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = limits::threads_option)]
    threads: usize,
    /// Memory limit for all jobs together: 8GiB (default: ¾ of free memory on Linux, else 3GiB).
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    memory: Option<u64>,
    /// Let jobs run on any core, as `pin = false` in the study does; otherwise each is held to cores
    /// of its own if no other study has them.
    #[arg(long)]
    no_pin: bool,
}

#[derive(Debug, Args)]
struct RunArgs {
    #[command(flatten)]
    study: StudyFile,
    #[command(flatten)]
    machine: Machine,
    /// Run jobs again whose latest row satisfies this SQL condition, such as "verdict = 'unknown'";
    /// the earlier rows stay, and the new ones are marked as further attempts.
    #[arg(long, value_name = "CONDITION")]
    again: Option<String>,
    /// Run jobs again whose latest row is of a crash or an error.
    #[arg(long, conflicts_with = "again")]
    retry: bool,
    /// Try a job that crashes or ends in an error again at once, up to N times.
    #[arg(long, value_name = "N", default_value_t = 0)]
    retries: u64,
}

/// Where rows go, and in which form.
#[derive(Debug, Args)]
pub struct RowsOutput {
    /// The format.
    #[arg(long, value_enum, default_value_t = RowsFormat::Csv)]
    format: RowsFormat,
    /// Write to this file instead of standard output (Parquet needs one).
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RowsFormat {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object per line.
    Jsonl,
    /// Apache Parquet, into a file.
    Parquet,
}

impl StudyFile {
    fn spec(&self) -> Result<Spec> {
        Spec::open(&self.file).map_err(|error| bad_input(error.to_string()))
    }

    fn folder(&self) -> Folder {
        self.results.clone().map_or_else(|| Folder::beside(&self.file), Folder)
    }

    /// The study and its store for reading. The store must exist; if the study has changed, it is
    /// brought up to date.
    fn opened(&self) -> Result<(Spec, Store)> {
        let (spec, store) = (self.spec()?, self.store()?);
        if store.is_of(&spec)? {
            return Ok((spec, store));
        }
        drop(store);
        let adopted = Store::open(&self.folder().store())
            .and_then(|mut store| store.adopt(&spec).map(|()| store));
        let store = adopted.with_context(|| {
            format!("{} has changed since its rows were made", self.file.display())
        })?;
        Ok((spec, store))
    }

    /// The store for reading, which must exist and be what was written.
    fn store(&self) -> Result<Store> {
        self.verified(|path| Store::read(path, None))
    }

    /// The store, opened in this way, which is what was written.
    fn verified(&self, open: impl FnOnce(&Path) -> Result<Store, StoreError>) -> Result<Store> {
        let verified =
            open(&self.folder().store()).and_then(|store| store.verify().map(|()| store));
        verified.map_err(|error| match error {
            StoreError::Missing(_) => bad_input(error.to_string()),
            error => error.into(),
        })
    }
}

impl Machine {
    /// The options for a study. Warns of jobs that will share cores.
    fn options(&self, spec: &Spec) -> Result<Options> {
        let threads = limits::threads(self.threads);
        let named = spec.configurations.iter().map(|one| (one.name.as_str(), &one.setting));
        let named: Vec<_> = named.collect();
        for message in pool::crowding(&named, threads, limits::threads(0)) {
            warn(&message);
        }
        let program = std::env::current_exe().context("the program does not know its own file")?;
        Ok(Options {
            worker: vec![program.into(), "study".into(), "worker".into()],
            threads,
            memory: self.memory.unwrap_or_else(|| limits::free_memory() / 4 * 3),
            grace: Duration::from_secs(2),
            pin: spec.pin && !self.no_pin,
        })
    }
}

/// Runs a subcommand.
pub fn run(arguments: &StudyArgs) -> Result<Tally> {
    match &arguments.command {
        StudyCommand::New { what, template, output } => {
            examples::new(what, *template, output.as_deref())?
        }
        StudyCommand::Check { study } => check(study)?,
        StudyCommand::Run(arguments) => return run::run(arguments, Store::create),
        StudyCommand::Resume(arguments) => return run::run(arguments, Store::open),
        StudyCommand::Status { study, json } => status::status(study, *json)?,
        StudyCommand::Report { study, output } => rows::report(study, output.as_deref())?,
        StudyCommand::Export { study, output, all } => rows::export(study, output, *all)?,
        StudyCommand::Query { study, sql, tables, output } => {
            rows::query(study, sql, tables, output)?
        }
        StudyCommand::Compare(arguments) => return compare::run(arguments),
        StudyCommand::Work(arguments) => return cluster::work(arguments),
        StudyCommand::Merge { study } => cluster::merge(study)?,
        StudyCommand::Submit(arguments) => cluster::submit(arguments)?,
        StudyCommand::Schema => writeln!(std::io::stdout(), "{}", schema::study())?,
        StudyCommand::Generate(arguments) => return generate::run(arguments),
        StudyCommand::Puzzles(arguments) => return puzzles::run(arguments),
        StudyCommand::Bench(arguments) => return bench::run(arguments),
        StudyCommand::Worker => {
            // Ending a whole group of processes ends the workers through whoever started them,
            // which tells them by the end of their input: a signal of their own would look like a
            // crash of the job.
            let _ = ctrlc::set_handler(|| {});
            worker::run()?;
        }
    }
    Ok(Tally::default())
}

fn check(study: &StudyFile) -> Result<()> {
    let spec = study.spec()?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{HEADING}{}{HEADING:#}", spec.title)?;
    let mut table = tables::table(
        presets::NOTHING,
        &["set", "instances", "configurations", "jobs", "first instance"],
        1..4,
    );
    for (index, set) in spec.sets.iter().enumerate() {
        table.add_row([
            set.name.clone(),
            units::count(set.len()),
            set.configurations.len().to_string(),
            units::count(spec.jobs_of(index)),
            set.instance(0).name,
        ]);
    }
    writeln!(out, "{}", tables::fitted(&table))?;
    writeln!(out, "\n{} in all.", style::counted(spec.jobs(), "job"))?;
    match engine::longest(&spec) {
        Some(seconds) => writeln!(
            out,
            "By their limits they take at most {} of one core.",
            units::time(seconds)
        )?,
        None => {
            writeln!(out, "Not every configuration has a time limit, so it may take any time.")?
        }
    }
    for note in &spec.notes {
        writeln!(out, "{DIM}note: {note}{DIM:#}")?;
    }
    Ok(())
}

/// Tells what is no fault of the program but matters to its user.
fn warn(message: &str) {
    notes::say(format_args!("{DIM}warning: {message}{DIM:#}"));
}
