//! `patience study report`, `export` and `query`: what the rows say.

use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, Result};
use patience_study::export::ExportError;
use patience_study::store::Store;
use patience_study::{export, parquet};

use super::{ExportFormat, StudyFile};
use crate::exit::bad_input;
use crate::style::NAME;

pub(super) fn report(study: &StudyFile, output: Option<&Path>) -> Result<()> {
    let (spec, store) = study.opened()?;
    let written = patience_study::report::write(&spec, &store, output.unwrap_or(&study.folder().0))?;
    let mut out = anstream::stdout().lock();
    for path in written {
        writeln!(out, "{NAME}{}{NAME:#}", path.display())?;
    }
    Ok(())
}

pub(super) fn export(study: &StudyFile, format: ExportFormat, output: Option<&Path>, all: bool) -> Result<()> {
    let (_, store) = study.opened()?;
    let Some(path) = output else {
        if format == ExportFormat::Parquet {
            return Err(bad_input("Parquet needs a file: --output FILE"));
        }
        return write_rows(&store, format, all, std::io::stdout().lock());
    };
    let file = std::fs::File::create(path).map_err(|error| bad_input(format!("{}: {error}", path.display())))?;
    write_rows(&store, format, all, file).with_context(|| format!("cannot write {}", path.display()))
}

fn write_rows(store: &Store, format: ExportFormat, all: bool, out: impl Write) -> Result<()> {
    let mut out = std::io::BufWriter::new(out);
    match format {
        ExportFormat::Csv => export::csv(store, all, &mut out)?,
        ExportFormat::Parquet => parquet::write(store, all, &mut out)?,
        ExportFormat::Jsonl => export::json_lines(store, all, &mut out)?,
    }
    Ok(out.flush()?)
}

pub(super) fn query(study: &StudyFile, sql: &str) -> Result<()> {
    let store = study.store()?;
    let sql = if sql == ".schema" { "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL" } else { sql };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    export::query(&store, sql, &mut out).map_err(|error| match error {
        ExportError::Query(_) => bad_input(error.to_string()),
        error => error.into(),
    })?;
    out.flush()?;
    Ok(())
}
