//! `patience study work`, `merge` and `submit`: studies beyond one machine.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::{Args, ValueEnum};
use patience_study::engine::{self, Engine};
use patience_study::shard::{self, Chunk, Done, Task};
use patience_study::spec::Spec;
use patience_study::store::{Store, StoreError};
use patience_study::study::{Folder, Progress};
use patience_study::units;

use super::asked::{self, Machine, StudyFile, warn};
use crate::exit::{Tally, bad_input};
use crate::style::{self, DIM, NAME};
use crate::{limits, solving};

#[derive(Debug, Args)]
pub(super) struct WorkArgs {
    #[command(flatten)]
    study: StudyFile,
    /// The number of the chunk, from 0.
    #[arg(long, value_name = "K")]
    chunk: u64,
    /// The number of chunks of the study.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    chunks: u64,
    /// Run jobs again if their latest row is a crash or an error.
    #[arg(long)]
    retry: bool,
    /// Immediately retry a job that crashes or ends in an error, up to N times.
    #[arg(long, value_name = "N", default_value_t = 0)]
    retries: u64,
    /// Stop before this time is over, and start no job that may take longer: 50m. The rest runs
    /// when the chunk is started again; the exit code is then 130. The last of several values
    /// counts.
    #[arg(long, value_name = "TIME", overrides_with = "walltime", value_parser = units::duration)]
    walltime: Option<Duration>,
    /// Skip the jobs that this file of `submit` lists as done or queued (default: those in the
    /// store, if there is one that can be read).
    #[arg(long, value_name = "FILE")]
    elsewhere: Option<PathBuf>,
    #[command(flatten)]
    machine: Machine,
}

#[derive(Debug, Args)]
pub(super) struct SubmitArgs {
    #[command(flatten)]
    study: StudyFile,
    /// The engine.
    #[arg(long, value_enum)]
    engine: EngineName,
    /// The number of chunks of the study (default: chunks of 15 minutes, by the times so far or
    /// else the limits).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    chunks: Option<u64>,
    /// Threads of one task.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = limits::threads_option)]
    threads: usize,
    /// Run jobs again if their latest row is a crash or an error.
    #[arg(long)]
    retry: bool,
    /// Immediately retry a job that crashes or ends in an error, up to N times.
    #[arg(long, value_name = "N", default_value_t = 1)]
    retries: u64,
    /// Another argument for the engine's submit command, such as --with=--partition=long; may be
    /// given several times.
    #[arg(long = "with", value_name = "OPTION", allow_hyphen_values = true)]
    with: Vec<String>,
    /// Write the files but do not submit.
    #[arg(long)]
    dry_run: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// Slurm: job arrays.
    Slurm,
    /// HyperQueue: a task array.
    Hyperqueue,
}

pub(super) fn work(arguments: &WorkArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let WorkArgs { study, chunk, chunks, retry, retries, walltime, elsewhere, machine } = arguments;
    let (index, of, retry, retries, walltime) = (*chunk, *chunks, *retry, *retries, *walltime);
    if index >= of {
        return Err(bad_input(format!(
            "there is no chunk {index} of {of}; they are counted from 0"
        )));
    }
    let (spec, chunk) = (study.spec()?, Chunk { index, of });
    let elsewhere = match elsewhere {
        Some(path) => Done::kept(&spec, path).map_err(|error| bad_input(error.to_string()))?,
        None => stored(study, &spec, chunk, retry)?,
    };
    let task = Task { elsewhere, retry, retries, walltime };
    let folder = study.folder()?.shards();
    let worked =
        shard::work(&spec, chunk, &folder, &task, &machine.options(&spec)?, solving::cancel())?;
    worked.damage.iter().for_each(|damage| warn(damage));
    writeln!(
        std::io::stdout(),
        "chunk {index} of {of}: {}",
        style::counted(worked.rows, "new row")
    )?;
    if worked.left > 0 && worked.rows == 0 {
        return Err(anyhow!(
            "no job of chunk {index} of {of} ends within the walltime; give more time, or lower \
             the study's limit"
        ));
    }
    let interrupted = solving::interrupted() || worked.left > 0;
    Ok(Tally { interrupted, ..Tally::default() })
}

/// The jobs of a chunk that the store has, if a worker that was started by hand can read it.
fn stored(study: &StudyFile, spec: &Spec, chunk: Chunk, retry: bool) -> Result<Done> {
    let found = match Store::read(&study.folder()?.store(), None) {
        Ok(store) => Done::in_store(spec, chunk.jobs(spec), &store, retry),
        Err(StoreError::Missing(_)) => return Ok(Done::default()),
        Err(error) => Err(error.into()),
    };
    Ok(found.unwrap_or_else(|error| {
        warn(&format!("the store is not read, so its jobs run again: {error}"));
        Done::default()
    }))
}

pub(super) fn merge(study: &StudyFile, from: &[PathBuf]) -> Result<Tally> {
    let spec = study.spec()?;
    // Rows are added to a store only if it is intact.
    let mut store = study.verified(Store::create)?;
    let mut merged = shard::merge(&spec, &mut store, &study.folder()?.shards())?;
    for path in from {
        merged.added += store.fetch(&spec, &asked::store_of(path, "")?)?;
    }
    merged.damage.iter().for_each(|damage| warn(damage));
    let progress = Progress::of(&store, &spec)?;
    writeln!(
        std::io::stdout(),
        "{}; {} of {} have a row",
        style::counted(merged.added, "new row"),
        units::count(progress.done),
        style::counted(progress.total, "job")
    )?;
    if merged.others > 0 {
        warn(&format!(
            "{} of jobs that the study does not have stay in the shards",
            style::counted(merged.others, "row")
        ));
    }
    let failed = asked::warn_of_wrong_verdicts(&store)?;
    if merged.foreign.is_empty() {
        return Ok(Tally { failed, ..Tally::default() });
    }
    Err(anyhow!(
        "{}",
        merged.foreign.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    ))
}

/// Imports the rows of shards into the store, if there are shards and the store is writable, so
/// that the status includes them.
pub(super) fn catch_up(study: &StudyFile) -> Result<()> {
    let folder = study.folder()?;
    let shards = folder.shards();
    if !shards.is_dir() {
        return Ok(());
    }
    let spec = study.spec()?;
    let caught_up =
        Store::create(&folder.store()).map_err(anyhow::Error::from).and_then(|mut store| {
            shard::merge(&spec, &mut store, &shards).map_err(anyhow::Error::from)
        });
    match caught_up {
        Ok(merged) => merged.foreign.iter().for_each(|foreign| warn(&foreign.to_string())),
        // The store has a status even without the shards.
        Err(error) => warn(&format!("the shards are not counted: {error}")),
    }
    Ok(())
}

pub(super) fn submit(arguments: &SubmitArgs) -> Result<()> {
    let SubmitArgs { study, engine, chunks, threads, retry, retries, with, dry_run } = arguments;
    let spec = study.spec()?;
    let engine = match engine {
        EngineName::Slurm => Engine::Slurm,
        EngineName::Hyperqueue => Engine::HyperQueue,
    };
    let absolute =
        |path: &Path| std::path::absolute(path).with_context(|| path.display().to_string());
    let submission = engine::Submission {
        spec: &spec,
        program: std::env::current_exe().context("the program cannot find its own file")?,
        study: absolute(&study.file)?,
        results: Folder(absolute(&study.folder()?.0)?),
        chunks: *chunks,
        threads: *threads,
        retry: *retry,
        retries: *retries,
        with,
    };
    let prepared = engine::prepare(engine, &submission)?;
    let mut out = anstream::stdout().lock();
    if prepared.queued > 0 {
        writeln!(out, "{} queued already", style::counted(prepared.queued, "job"))?;
    }
    if prepared.open == 0 {
        if prepared.queued == 0 {
            writeln!(
                out,
                "every chunk is finished; `patience study merge` imports the rows into the store"
            )?;
        }
        return Ok(());
    }
    for path in &prepared.files {
        writeln!(out, "{NAME}{}{NAME:#}", path.display())?;
    }
    let commands = prepared.batches.iter().map(|batch| &batch.command);
    for command in commands.chain(&prepared.after) {
        writeln!(out, "{DIM}{}{DIM:#}", command.join(" "))?;
    }
    if !dry_run {
        for line in engine::submit(&prepared)? {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}
