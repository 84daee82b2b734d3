//! `patience study work`, `merge` and `submit`: studies beyond one machine.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use patience_study::engine::{self, Engine};
use patience_study::shard::{self, Chunk};
use patience_study::store::Store;
use patience_study::study::{Folder, Progress};
use patience_study::units;

use super::{EngineName, Machine, StudyFile, warn};
use crate::exit::{Tally, bad_input};
use crate::solving;
use crate::style::{self, DIM, NAME};

pub(super) fn work(
    study: &StudyFile,
    index: u64,
    of: u64,
    retry: bool,
    machine: &Machine,
) -> Result<Tally> {
    solving::stop_on_interrupt();
    if index >= of {
        return Err(bad_input(format!(
            "there is no chunk {index} of {of}; they are counted from 0"
        )));
    }
    let (spec, chunk) = (study.spec()?, Chunk { index, of });
    let worked = shard::work(
        &spec,
        chunk,
        &study.folder().shards(),
        retry,
        &machine.options(&spec)?,
        solving::cancel(),
    )?;
    worked.damage.iter().for_each(|damage| warn(damage));
    writeln!(
        std::io::stdout(),
        "chunk {index} of {of}: {}",
        style::counted(worked.rows, "new row")
    )?;
    Ok(Tally { interrupted: solving::interrupted(), ..Tally::default() })
}

pub(super) fn merge(study: &StudyFile) -> Result<()> {
    let spec = study.spec()?;
    let mut store = study.verified(Store::create)?;
    let merged = shard::merge(&spec, &mut store, &study.folder().shards())?;
    merged.damage.iter().for_each(|damage| warn(damage));
    let progress = Progress::of(&store, &spec)?;
    writeln!(
        std::io::stdout(),
        "{}; {} of {} have a row",
        style::counted(merged.added, "new row"),
        units::count(progress.done),
        style::counted(progress.total, "job")
    )?;
    if merged.foreign.is_empty() {
        return Ok(());
    }
    Err(anyhow!(
        "{}",
        merged.foreign.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    ))
}

/// What is to be submitted, and how.
pub(super) struct Wanted<'a> {
    pub engine: EngineName,
    pub chunks: Option<u64>,
    pub threads: usize,
    pub retry: bool,
    pub with: &'a [String],
}

pub(super) fn submit(study: &StudyFile, wanted: &Wanted<'_>, dry_run: bool) -> Result<()> {
    let spec = study.spec()?;
    let engine = match wanted.engine {
        EngineName::Slurm => Engine::Slurm,
        EngineName::Hyperqueue => Engine::HyperQueue,
    };
    let absolute =
        |path: &Path| std::path::absolute(path).with_context(|| path.display().to_string());
    let submission = engine::Submission {
        spec: &spec,
        program: std::env::current_exe().context("the program does not know its own file")?,
        study: absolute(&study.file)?,
        results: Folder(absolute(&study.folder().0)?),
        chunks: wanted.chunks.unwrap_or_else(|| engine::chunks(&spec, wanted.threads)),
        threads: wanted.threads,
        retry: wanted.retry,
        with: wanted.with,
    };
    let prepared = engine::prepare(engine, &submission)?;
    let mut out = anstream::stdout().lock();
    for path in &prepared.files {
        writeln!(out, "{NAME}{}{NAME:#}", path.display())?;
    }
    if prepared.open == 0 {
        writeln!(
            out,
            "every chunk is finished; `patience study merge` brings the rows into the store"
        )?;
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
