//! `patience study`: a question as a file, run for as long as it takes, ending in tables and plots.

mod examples;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use patience_study::engine::{self, Engine};
use patience_study::plan::Plan;
use patience_study::pool::{Options, PoolError};
use patience_study::shard::{self, Chunk};
use patience_study::store::{Store, StoreError};
use patience_study::study::{self, Folder, Progress};
use patience_study::{export, parquet, report, units, worker};

use crate::exit::{Tally, bad_input};
use crate::limits;
use crate::style::{self, DIM, HEADING, NAME};

/// Studies: a question as a file, run for as long as it takes, ending in tables and plots.
#[derive(Debug, Args)]
#[command(after_help = "\
A study is a TOML file; everything that comes of it lies in the folder NAME.results beside it.

  patience study new win-rate > gaps.toml     a commented example to start from
  patience study check gaps.toml              is it what I mean?
  patience study run gaps.toml                run it; stop with Ctrl-C, go on with `resume`
  patience study report gaps.toml             tables and plots as report.md and report.html")]
pub struct StudyArgs {
    #[command(subcommand)]
    command: StudyCommand,
}

#[derive(Debug, Subcommand)]
enum StudyCommand {
    /// Write a commented example of a study.
    New {
        /// What kind.
        #[arg(value_enum, default_value_t = examples::Example::WinRate)]
        example: examples::Example,
        /// Write to this file, which must not exist yet, instead of standard output.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Validate a study and say what it amounts to.
    Check {
        #[command(flatten)]
        study: StudyFile,
    },
    /// Run a study, or what is left of it. Several processes of one machine may run the same study.
    Run(RunArgs),
    /// Go on with a study that was begun.
    Resume(RunArgs),
    /// Say how far a study is, with win rates so far.
    Status {
        #[command(flatten)]
        study: StudyFile,
        /// As one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Write tables and plots: report.md, one self-contained report.html, and the plots as SVG.
    Report {
        #[command(flatten)]
        study: StudyFile,
    },
    /// Write the rows for other programs.
    Export {
        #[command(flatten)]
        study: StudyFile,
        /// The format.
        #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
        format: ExportFormat,
        /// Write to this file instead of standard output (Parquet needs one).
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Every row, also those that a rerun has superseded.
        #[arg(long)]
        all: bool,
    },
    /// Ask the store a question in SQL, such as those that a report shows; the answer is CSV.
    Query {
        #[command(flatten)]
        study: StudyFile,
        /// The query, over the view `results` or any table (`study query STUDY '.schema'` shows them).
        sql: String,
    },
    /// Work off one chunk of a study into a shard, on any machine and under any engine. May be run any number of times.
    Work {
        #[command(flatten)]
        study: StudyFile,
        /// Which chunk, from 0.
        #[arg(long, value_name = "K")]
        chunk: u64,
        /// Into how many chunks the study is cut.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        chunks: u64,
        #[command(flatten)]
        machine: Machine,
    },
    /// Bring finished (and half-finished) shards into the store, each row exactly once.
    Merge {
        #[command(flatten)]
        study: StudyFile,
    },
    /// Hand a study to an engine: writes what it needs, and submits it.
    Submit {
        #[command(flatten)]
        study: StudyFile,
        /// Which engine.
        #[arg(long, value_enum)]
        engine: EngineName,
        /// Into how many chunks the study is cut; by default so that a chunk takes a quarter of an hour at most.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
        chunks: Option<u64>,
        /// Threads of one task.
        #[arg(long, value_name = "N", default_value_t = 1)]
        threads: usize,
        /// More words for the engine's submit command, such as a partition: --with=--partition=long
        #[arg(long = "with", value_name = "OPTION", allow_hyphen_values = true)]
        with: Vec<String>,
        /// Write the files but do not submit.
        #[arg(long)]
        dry_run: bool,
    },
    /// Serve orders on standard input: what `run` and `work` start. Not for people.
    #[command(hide = true)]
    Worker,
}

#[derive(Debug, Args)]
struct StudyFile {
    /// The study's TOML file.
    #[arg(value_name = "STUDY")]
    file: PathBuf,
    /// Where its results lie, instead of NAME.results beside it.
    #[arg(long, value_name = "FOLDER")]
    results: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct Machine {
    /// Jobs run side by side on this many threads; 0 for one per core.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Memory for all jobs together: 8GiB; without it three quarters of what is free.
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    memory: Option<u64>,
}

#[derive(Debug, Args)]
struct RunArgs {
    #[command(flatten)]
    study: StudyFile,
    #[command(flatten)]
    machine: Machine,
    /// Run jobs again whose latest row satisfies this SQL condition, such as "verdict = 'unknown'"; the earlier rows
    /// stay, and the new ones are marked as further attempts.
    #[arg(long, value_name = "CONDITION")]
    again: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object a line.
    Jsonl,
    /// Apache Parquet, into a file.
    Parquet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// Slurm: a job array.
    Slurm,
    /// HyperQueue: a task array.
    Hyperqueue,
}

/// Set when the user asks to stop.
static CANCEL: AtomicBool = AtomicBool::new(false);

impl StudyFile {
    fn plan(&self) -> Result<Plan> {
        Plan::open(&self.file).map_err(|error| bad_input(error.to_string()))
    }

    fn folder(&self) -> Folder {
        self.results.clone().map_or_else(|| Folder::beside(&self.file), Folder)
    }

    /// The plan and its store, which must exist and is brought up to date with the plan.
    fn opened(&self) -> Result<(Plan, Store)> {
        let plan = self.plan()?;
        let mut store = self.store()?;
        store.adopt(&plan)?;
        Ok((plan, store))
    }

    fn store(&self) -> Result<Store> {
        Store::open(&self.folder().store()).map_err(|error| match error {
            StoreError::Missing(_) => bad_input(error.to_string()),
            error => error.into(),
        })
    }
}

impl Machine {
    fn options(&self) -> Result<Options> {
        let program = std::env::current_exe().context("the program does not know its own file")?;
        Ok(Options {
            worker: vec![program.into(), "study".into(), "worker".into()],
            threads: limits::threads(self.threads),
            memory: self.memory.unwrap_or_else(|| limits::free_memory() / 4 * 3),
            grace: Duration::from_secs(2),
        })
    }
}

/// Runs a subcommand.
pub fn run(arguments: &StudyArgs) -> Result<Tally> {
    match &arguments.command {
        StudyCommand::New { example, output } => new(*example, output.as_deref())?,
        StudyCommand::Check { study } => check(study)?,
        StudyCommand::Run(arguments) => return start(arguments),
        StudyCommand::Resume(arguments) => {
            arguments.study.store()?;
            return start(arguments);
        }
        StudyCommand::Status { study, json } => status(study, *json)?,
        StudyCommand::Report { study } => write_report(study)?,
        StudyCommand::Export { study, format, output, all } => write_rows(study, *format, output.as_deref(), *all)?,
        StudyCommand::Query { study, sql } => query(study, sql)?,
        StudyCommand::Work { study, chunk, chunks, machine } => {
            return work(study, Chunk { index: *chunk, of: *chunks }, machine);
        }
        StudyCommand::Merge { study } => merge(study)?,
        StudyCommand::Submit { study, engine, chunks, threads, with, dry_run } => {
            submit(study, *engine, *chunks, *threads, with, *dry_run)?;
        }
        StudyCommand::Worker => worker::run()?,
    }
    Ok(Tally::default())
}

fn new(example: examples::Example, output: Option<&Path>) -> Result<()> {
    match output {
        None => write!(std::io::stdout().lock(), "{}", example.text())?,
        Some(path) => {
            let mut file =
                std::fs::File::create_new(path).map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
            file.write_all(example.text().as_bytes())?;
        }
    }
    Ok(())
}

fn check(study: &StudyFile) -> Result<()> {
    let plan = study.plan()?;
    let mut out = anstream::stdout().lock();
    writeln!(out, "{HEADING}{}{HEADING:#}", plan.title)?;
    let mut table = table(&["set", "instances", "configurations", "jobs", "first instance"], 1..4);
    for (index, set) in plan.sets.iter().enumerate() {
        table.add_row([
            set.name.clone(),
            units::count(set.len()),
            set.configurations.len().to_string(),
            units::count(plan.jobs_of(index)),
            set.instance(0).name,
        ]);
    }
    writeln!(out, "{}", table.trim_fmt())?;
    writeln!(out, "\n{} in all.", style::counted(plan.jobs(), "job"))?;
    match engine::longest(&plan) {
        Some(seconds) => writeln!(out, "By their limits they take at most {} of one core.", units::time(seconds))?,
        None => writeln!(out, "Not every configuration has a time limit, so it may take any time.")?,
    }
    for note in &plan.notes {
        writeln!(out, "{DIM}note: {note}{DIM:#}")?;
    }
    Ok(())
}

fn start(arguments: &RunArgs) -> Result<Tally> {
    // If a handler is set already, that one stops the program as well.
    let _ = ctrlc::set_handler(|| {
        if CANCEL.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
    let plan = arguments.study.plan()?;
    for note in &plan.notes {
        anstream::eprintln!("{DIM}note: {note}{DIM:#}");
    }
    let options = arguments.machine.options()?;
    let mut store = Store::create(&arguments.study.folder().store())?;
    if let Some(condition) = &arguments.again {
        store.adopt(&plan)?;
        let jobs = store.rerun(condition).map_err(|error| bad_input(format!("--again: {error}")))?;
        anstream::eprintln!("{} will run again", style::counted(jobs, "job"));
    }
    let mut line = ProgressLine::new(&plan);
    let ended = study::run(&plan, &mut store, &options, &CANCEL, &mut |progress| line.show(progress));
    line.clear();
    let ended = ended.map_err(|error| match error {
        PoolError::Budget { .. } => bad_input(error.to_string()),
        error => error.into(),
    })?;
    let Progress { total, done, solved, unsolvable, unknown, .. } = ended.progress;
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "{} of {} have a row: {solved} solved, {unsolvable} unsolvable, {unknown} unknown.",
        units::count(done),
        style::counted(total, "job")
    )?;
    let interrupted = CANCEL.load(Ordering::SeqCst);
    let file = arguments.study.file.display();
    if interrupted {
        writeln!(out, "Stopped; `patience study resume {file}` goes on.")?;
    } else if ended.elsewhere > 0 {
        writeln!(out, "The rest is with other processes.")?;
    } else {
        writeln!(out, "`patience study report {file}` writes tables and plots.")?;
    }
    Ok(Tally { interrupted, ..Tally::default() })
}

/// What people see while they wait: a line that changes on a terminal, else a line a minute.
struct ProgressLine {
    bar: Option<ProgressBar>,
    told: Option<Instant>,
}

impl ProgressLine {
    fn new(plan: &Plan) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(plan.jobs());
            let template = "{elapsed} {wide_bar:.cyan/dim} {msg}";
            bar.set_style(ProgressStyle::with_template(template).expect("the template is right"));
            bar
        });
        ProgressLine { bar, told: None }
    }

    fn show(&mut self, progress: &Progress) {
        let words = words(progress);
        if let Some(bar) = &self.bar {
            bar.set_position(progress.done);
            bar.set_message(words);
            return;
        }
        let now = Instant::now();
        let told = *self.told.get_or_insert(now);
        if now.duration_since(told) >= Duration::from_secs(60) {
            self.told = Some(now);
            anstream::eprintln!("{words}");
        }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// `1,234/10,000 · solved 85.7 % (84.2 to 87.1) · 12 unknown · 35.2/s · 4 min 9 s left`
fn words(progress: &Progress) -> String {
    let Progress { total, done, solved, unknown, .. } = *progress;
    let mut words = format!("{}/{}", units::count(done), units::count(total));
    if done > 0 {
        let (low, high) = patience_study::statistics::wilson_undecided(solved, unknown, done);
        let share = 100.0 * solved as f64 / done as f64;
        words += &format!(" · solved {share:.1} % ({:.1} to {:.1})", 100.0 * low, 100.0 * high);
    }
    if unknown > 0 {
        words += &format!(" · {} unknown", units::count(unknown));
    }
    if progress.added > 0 {
        words += &format!(" · {:.1}/s", progress.rate());
    }
    if let Some(left) = progress.left().filter(|_| done < total) {
        words += &format!(" · {} left", units::time(left));
    }
    words
}

fn status(study: &StudyFile, json: bool) -> Result<()> {
    let (plan, store) = study.opened()?;
    let progress = Progress::of(&store, &plan)?;
    let tallies = store.tallies()?;
    let mut out = anstream::stdout().lock();
    if json {
        let rows: Vec<serde_json::Value> = tallies
            .iter()
            .map(|tally| {
                serde_json::json!({
                    "set": tally.set, "configuration": tally.configuration, "verdict": tally.verdict,
                    "stop": Some(&tally.stop).filter(|stop| !stop.is_empty()), "jobs": tally.jobs, "seconds": tally.seconds,
                })
            })
            .collect();
        let Progress { total, done, solved, unsolvable, unknown, .. } = progress;
        let status = serde_json::json!({
            "title": plan.title, "jobs": total, "done": done, "solved": solved, "unsolvable": unsolvable,
            "unknown": unknown, "running": store.claimed_elsewhere()?, "tallies": rows,
        });
        writeln!(out, "{status}")?;
        return Ok(());
    }
    writeln!(out, "{HEADING}{}{HEADING:#}", plan.title)?;
    writeln!(out, "{}", words(&progress))?;
    let mut table = table(
        &["set", "configuration", "done", "of", "solved", "unsolvable", "unknown", "solved %", "95 % interval", "time"],
        2..10,
    );
    for (index, set) in plan.sets.iter().enumerate() {
        for configuration in set.configurations.iter().map(|&index| &plan.configurations[index]) {
            let of = set.len() * configuration.repetitions;
            let mine = tallies.iter().filter(|t| t.set == set.name && t.configuration == configuration.name);
            let (mut done, mut solved, mut unsolvable, mut seconds) = (0, 0, 0, 0.0);
            for tally in mine {
                done += tally.jobs;
                seconds += tally.seconds;
                solved += if tally.verdict == "solved" { tally.jobs } else { 0 };
                unsolvable += if tally.verdict == "unsolvable" { tally.jobs } else { 0 };
            }
            let unknown = done - solved - unsolvable;
            let (low, high) = patience_study::statistics::wilson_undecided(solved, unknown, done);
            let percent = |share: f64| format!("{:.2}", 100.0 * share);
            table.add_row([
                set.name.clone(),
                configuration.name.clone(),
                units::count(done),
                units::count(of),
                units::count(solved),
                units::count(unsolvable),
                units::count(unknown),
                if done > 0 { percent(solved as f64 / done as f64) } else { String::new() },
                if done > 0 { format!("{} to {}", percent(low), percent(high)) } else { String::new() },
                units::time(seconds),
            ]);
        }
        if index == 199 && plan.sets.len() > 200 {
            writeln!(out, "{DIM}the first 200 of {} sets{DIM:#}", plan.sets.len())?;
            break;
        }
    }
    writeln!(out, "{}", table.trim_fmt())?;
    Ok(())
}

fn write_report(study: &StudyFile) -> Result<()> {
    let (plan, store) = study.opened()?;
    let written = report::write(&plan, &store, &study.folder().0)?;
    let mut out = anstream::stdout().lock();
    for path in written {
        writeln!(out, "{NAME}{}{NAME:#}", path.display())?;
    }
    Ok(())
}

fn write_rows(study: &StudyFile, format: ExportFormat, output: Option<&Path>, all: bool) -> Result<()> {
    let (_, store) = study.opened()?;
    let create =
        |path: &Path| std::fs::File::create(path).map_err(|error| bad_input(format!("{}: {error}", path.display())));
    if format == ExportFormat::Parquet {
        let path = output.ok_or_else(|| bad_input("Parquet needs a file: --output FILE"))?;
        return Ok(parquet::write(&store, all, std::io::BufWriter::new(create(path)?))?);
    }
    let mut out: Box<dyn Write> = match output {
        None => Box::new(std::io::BufWriter::new(std::io::stdout().lock())),
        Some(path) => Box::new(std::io::BufWriter::new(create(path)?)),
    };
    match format {
        ExportFormat::Csv => export::csv(&store, all, &mut out)?,
        _ => export::json_lines(&store, all, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

fn query(study: &StudyFile, sql: &str) -> Result<()> {
    let store = study.store()?;
    let sql = if sql == ".schema" { "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL" } else { sql };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    export::query(&store, sql, &mut out).map_err(|error| bad_input(error.to_string()))?;
    out.flush()?;
    Ok(())
}

fn work(study: &StudyFile, chunk: Chunk, machine: &Machine) -> Result<Tally> {
    let _ = ctrlc::set_handler(|| {
        if CANCEL.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
    if chunk.index >= chunk.of {
        return Err(bad_input(format!("there is no chunk {} of {}; they are counted from 0", chunk.index, chunk.of)));
    }
    let plan = study.plan()?;
    let done = shard::work(&plan, chunk, &study.folder().shards(), &machine.options()?, &CANCEL)?;
    writeln!(std::io::stdout(), "chunk {} of {}: {}", chunk.index, chunk.of, style::counted(done, "new row"))?;
    Ok(Tally { interrupted: CANCEL.load(Ordering::SeqCst), ..Tally::default() })
}

fn merge(study: &StudyFile) -> Result<()> {
    let plan = study.plan()?;
    let mut store = Store::create(&study.folder().store())?;
    let added = shard::merge(&plan, &mut store, &study.folder().shards())?;
    let progress = Progress::of(&store, &plan)?;
    writeln!(
        std::io::stdout(),
        "{}; {} of {} have a row",
        style::counted(added, "new row"),
        units::count(progress.done),
        style::counted(progress.total, "job")
    )?;
    Ok(())
}

fn submit(
    study: &StudyFile,
    engine: EngineName,
    chunks: Option<u64>,
    threads: usize,
    with: &[String],
    dry_run: bool,
) -> Result<()> {
    let plan = study.plan()?;
    let engine = match engine {
        EngineName::Slurm => Engine::Slurm,
        EngineName::Hyperqueue => Engine::HyperQueue,
    };
    let absolute = |path: &Path| std::path::absolute(path).with_context(|| path.display().to_string());
    let submission = engine::Submission {
        plan: &plan,
        program: std::env::current_exe().context("the program does not know its own file")?,
        study: absolute(&study.file)?,
        results: Folder(absolute(&study.folder().0)?),
        chunks: chunks.unwrap_or_else(|| engine::chunks(&plan, threads)),
        threads,
        with,
    };
    let prepared = engine::prepare(engine, &submission)?;
    let mut out = anstream::stdout().lock();
    for path in &prepared.files {
        writeln!(out, "{NAME}{}{NAME:#}", path.display())?;
    }
    if prepared.open == 0 {
        writeln!(out, "every chunk is finished; `patience study merge` brings the rows home")?;
        return Ok(());
    }
    for command in &prepared.commands {
        writeln!(out, "{DIM}{}{DIM:#}", command.join(" "))?;
    }
    if !dry_run {
        for line in engine::submit(&prepared)? {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

/// An empty table whose columns in the range are aligned to the right.
fn table(header: &[&str], numbers: std::ops::Range<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    for column in table.column_iter_mut().skip(numbers.start).take(numbers.len()) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
