//! `patience study`: a question as a file, answered by tables and plots.

mod asked;
mod cluster;
mod compare;
mod examples;
mod rows;
mod run;
mod status;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use comfy_table::presets;
use patience_study::store::Store;
use patience_study::{engine, schema, units, worker};

use self::asked::{RowsOutput, RunArgs, StudyFile};
use crate::commands::bench::{self, BenchArgs};
use crate::commands::generate::{self, GenerateArgs};
use crate::commands::puzzles::{self, PuzzlesArgs};
use crate::exit::Tally;
use crate::style::{self, DIM, HEADING};
use crate::{interrupt, tables, usage};

/// Studies: a question as a file, answered by tables and plots.
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
        /// The kind (win-rate, comparison, randomised, ablation, scaling, tuning or program), or
        /// the file to write a study of win rates to.
        #[arg(
            value_name = "KIND|FILE.toml", value_parser = examples::what,
            default_value = "win-rate",
        )]
        what: examples::What,
        /// The kind, if FILE.toml is the file to write.
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
    /// Run the remaining jobs of a study; several processes on one machine may run the same study.
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
    /// Write report.md, a self-contained report.html, and the plots as SVG, PDF, PNG and PGF.
    Report {
        #[command(flatten)]
        study: StudyFile,
        /// Write to this folder (default: that of the results).
        #[arg(short, long, value_name = "FOLDER", value_parser = usage::folder)]
        output: Option<PathBuf>,
    },
    /// Write the result rows for other programs.
    ///
    /// FILE.provenance.json, next to a file of CSV or JSON lines, has the study, its limits,
    /// programs and machines; Parquet has them in its metadata.
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
    /// Lists the instances that only B or only A decides, and the ratios of measures on those that
    /// both decide. The exit code is 11 if B is shown to be worse, and 1 if two verdicts contradict
    /// each other.
    Compare(compare::CompareArgs),
    /// Run one chunk of a study into a shard, on any machine, any number of times.
    Work(cluster::WorkArgs),
    /// Import finished and unfinished shards into the store, each row exactly once.
    Merge {
        #[command(flatten)]
        study: StudyFile,
        /// Also copy rows of equal jobs from another study's results: STUDY.toml, a folder or a
        /// store. Jobs are equal if instance, algorithm, parameters, limits, seed and version of
        /// the solvers are. May be given several times.
        #[arg(long, value_name = "RESULTS")]
        from: Vec<PathBuf>,
    },
    /// Read further values from the output that rows keep, without running any program.
    ///
    /// Jobs of a configuration whose `read` has changed, and nothing else, get rows from the output
    /// of the earlier ones. `run` runs the others.
    Parse {
        #[command(flatten)]
        study: StudyFile,
    },
    /// Submit a study to an engine, with the files that it needs.
    Submit(cluster::SubmitArgs),
    /// Write generated instances, one per line, in the form that `--input` reads.
    Generate(GenerateArgs),
    /// Write puzzles, one JSON object per line: positions at which one move wins and every other
    /// one is proved to lose.
    Puzzles(PuzzlesArgs),
    /// Run the fixed benchmark: expansions per game and algorithm, equal on every machine.
    Bench(BenchArgs),
    /// Carry out assignments from standard input; started by `run` and `work`.
    #[command(hide = true)]
    Worker,
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
        StudyCommand::Report { study, output } => return rows::report(study, output.as_deref()),
        StudyCommand::Export { study, output, all } => rows::export(study, output, *all)?,
        StudyCommand::Query { study, sql, tables, output } => {
            rows::query(study, sql, tables, output)?
        }
        StudyCommand::Compare(arguments) => return compare::run(arguments),
        StudyCommand::Work(arguments) => return cluster::work(arguments),
        StudyCommand::Merge { study, from } => return cluster::merge(study, from),
        StudyCommand::Parse { study } => rows::parse(study)?,
        StudyCommand::Submit(arguments) => cluster::submit(arguments)?,
        StudyCommand::Schema => writeln!(std::io::stdout(), "{}", schema::study())?,
        StudyCommand::Generate(arguments) => return generate::run(arguments),
        StudyCommand::Puzzles(arguments) => return puzzles::run(arguments),
        StudyCommand::Bench(arguments) => return bench::run(arguments),
        StudyCommand::Worker => {
            // On a signal to the whole process group, the parent ends the workers by closing their
            // input: a direct signal would look like a crash of the job.
            interrupt::listen(|| {});
            worker::run()?;
        }
    }
    Ok(Tally::default())
}

fn check(study: &StudyFile) -> Result<()> {
    let spec = study.spec()?;
    let mut out = anstream::stdout().lock();
    tables::write_line(&mut out, "", &format!("{HEADING}{}{HEADING:#}", spec.title))?;
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
    let longest = engine::longest(&spec).map_or(
        "Not every configuration has a time limit, so there is no upper bound on the time.".into(),
        |seconds| format!("Their limits allow at most {} of one core.", units::time(seconds)),
    );
    tables::write_line(&mut out, "", &longest)?;
    for note in &spec.notes {
        tables::write_line(&mut out, "", &format!("{DIM}note: {note}{DIM:#}"))?;
    }
    Ok(())
}
