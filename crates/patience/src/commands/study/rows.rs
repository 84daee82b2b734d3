//! `patience study report`, `export`, `query` and `parse`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use patience_study::export::{self, ExportError, Format};
use patience_study::store::Store;

use super::asked::{self, RowsFormat, RowsOutput, StudyFile};
use crate::exit::{BadInput, Tally, bad_input};
use crate::style::{self, NAME};
use crate::{output, solving};

pub(super) fn report(study: &StudyFile, output: Option<&Path>) -> Result<Tally> {
    let (spec, store) = study.opened()?;
    let written =
        patience_study::report::write(&spec, &store, output.unwrap_or(&study.folder()?.0))?;
    let mut out = anstream::stdout().lock();
    for path in written {
        writeln!(out, "{NAME}{}{NAME:#}", path.display())?;
    }
    Ok(Tally { failed: asked::warn_of_wrong_verdicts(&store)?, ..Tally::default() })
}

pub(super) fn export(study: &StudyFile, output: &RowsOutput, all: bool) -> Result<()> {
    let (_, store) = study.opened()?;
    write_rows(&store, if all { export::ALL_ROWS } else { export::ROWS }, output)?;
    let Some(path) = output.output.as_ref().filter(|path| {
        // For a pipe there is no folder for the second file.
        output.format() != RowsFormat::Parquet && path.is_file()
    }) else {
        return Ok(());
    };
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".provenance.json");
    let beside = path.with_file_name(name);
    let provenance = serde_json::to_string_pretty(&export::provenance(&store)?)?;
    output::store_by(&beside, |file| writeln!(file, "{provenance}"))
        .with_context(|| format!("cannot write {}", beside.display()))
}

pub(super) fn query(
    study: &StudyFile,
    sql: &str,
    tables: &[(String, PathBuf)],
    output: &RowsOutput,
) -> Result<()> {
    let store = study.store()?;
    for (name, path) in tables {
        let told =
            |error: String| bad_input(format!("--table {name}: {}: {error}", path.display()));
        let file = File::open(path).map_err(|error| told(error.to_string()))?;
        export::lend(&store, name, file).map_err(|error| told(error.to_string()))?;
    }
    let sql =
        if sql == ".schema" { "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL" } else { sql };
    write_rows(&store, sql, output)
}

pub(super) fn parse(study: &StudyFile) -> Result<()> {
    let (spec, mut store) = (study.spec()?, study.verified(Store::open)?);
    let parsed = store.parse(&spec)?;
    let mut out = anstream::stdout().lock();
    let rows = style::counted(parsed.rows, "row");
    writeln!(out, "{rows} read from the output of earlier rows.")?;
    if parsed.cut > 0 {
        let jobs = style::counted(parsed.cut, "job");
        writeln!(
            out,
            "{jobs} must run again: their rows hold too little of the output (see `keep`)."
        )?;
    }
    Ok(())
}

fn write_rows(store: &Store, sql: &str, output: &RowsOutput) -> Result<()> {
    solving::exit_on_interrupt();
    let format = match output.format() {
        RowsFormat::Csv => Format::Csv,
        RowsFormat::Jsonl => Format::JsonLines,
        RowsFormat::Parquet => Format::Parquet,
    };
    let write = |out: &mut (dyn Write + Send)| -> Result<()> {
        let mut out = BufWriter::new(out);
        export::write(store, sql, format, &mut out).map_err(|error| match error {
            ExportError::Query(_) | ExportError::Columns(_) | ExportError::WithoutParquet => {
                bad_input(error.to_string())
            }
            ExportError::File(error) => error.into(),
            ExportError::Csv(error) => error.into(),
            error => error.into(),
        })?;
        Ok(out.flush()?)
    };
    let Some(path) = output::file_named(output.output.as_deref())? else {
        if format == Format::Parquet {
            return Err(bad_input("Parquet needs a file: --output FILE"));
        }
        return write(&mut std::io::stdout());
    };
    output::store_by(path, |file| write(file)).map_err(|error| match error.is::<BadInput>() {
        true => error,
        false => error.context(format!("cannot write {}", path.display())),
    })
}

/// Parses a temporary table for a query, `NAME=FILE`.
pub(super) fn table(text: &str) -> Result<(String, PathBuf), String> {
    let (name, file) = text.split_once('=').ok_or("expected NAME=FILE")?;
    Ok((name.to_owned(), file.into()))
}
