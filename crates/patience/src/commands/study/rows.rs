//! `patience study report`, `export` and `query`: what the rows say.

use std::io::Write;
use std::path::Path;

use anyhow::Result;
use patience_study::export::ExportError;
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
