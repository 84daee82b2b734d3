//! Exports rows and query results as CSV, JSON lines and Parquet.

use std::collections::HashSet;
use std::io::{Read, Write};

use rusqlite::types::ValueRef;
use rusqlite::{ErrorCode, Statement, params_from_iter};

pub use crate::export_error::ExportError;
use crate::export_error::of_table;
use crate::parquet;
use crate::setting::{COUNTS, SOLVERS};
use crate::store::Store;

/// Format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values with a header.
    Csv,
    /// One JSON object per line.
    JsonLines,
    /// Apache Parquet: optional columns of integers, real numbers and text. Needs the feature
    /// `parquet`.
    Parquet,
}

/// The query for the latest attempt at every job of the current study.
pub const ROWS: &str = "SELECT * FROM results ORDER BY job";

/// The query for every row, including those superseded by a rerun and those of jobs no longer
/// planned.
pub const ALL_ROWS: &str = "SELECT r.id, r.job, r.attempt, r.origin, r.finished, r.verdict, \
     r.stop, r.length, r.optimal, r.seconds, r.expanded, r.generated, r.duplicates, r.reopened, \
     r.dead_ends, r.peak_open, r.peak_closed, r.peak_bytes, r.lower_bound, r.seed, r.algorithm, \
     r.heuristic, r.error, r.details, r.plan, r.started, r.cpu_seconds, r.cores, r.watch, \
     r.energy, r.isolation, r.tool, r.nodes, s.name AS \"set\", i.name AS instance, \
     c.name AS configuration, c.setting, r.repetition, r.planned, r.solvers, o.program, \
     o.revision, o.dirty, o.build, o.machine, r.expected, r.answer \
     FROM judged r JOIN configurations c ON c.id = r.configuration_id \
     JOIN sets s ON s.id = r.set_id JOIN instances i ON i.id = r.instance_id JOIN origins o \
     ON o.id = r.origin ORDER BY r.job, r.attempt";

/// Writes the result of a read-only query.
///
/// ```
/// use patience_study::export::{Format, ROWS, write};
/// use patience_study::{example, store::Store};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let mut out = Vec::new();
/// write(&store, "SELECT count(*) AS rows FROM results", Format::JsonLines, &mut out)?;
/// assert!(out == b"{\"rows\":0}\n");
/// out.clear();
/// write(&store, ROWS, Format::Csv, &mut out)?;
/// assert!(out.starts_with(b"run,job,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The query is invalid or would write; the database or the writer fails.
pub fn write(
    store: &Store,
    sql: &str,
    format: Format,
    out: &mut (impl Write + Send),
) -> Result<(), ExportError> {
    let mut statement = store.connection().prepare(sql).map_err(ExportError::Query)?;
    // A store that is open for reading refuses other statements when they are prepared.
    if !statement.readonly() {
        return Err(ExportError::Query(rusqlite::Error::InvalidQuery));
    }
    let names: Vec<&str> = statement.column_names().collect();
    if names.is_empty() {
        return Err(ExportError::Columns(
            "the query has no columns; expected one that returns rows, such as SELECT".to_owned(),
        ));
    }
    let twice = (1..).zip(&names).find(|(next, name)| names[*next..].contains(*name));
    if let (Format::JsonLines | Format::Parquet, Some((_, name))) = (format, twice) {
        return Err(ExportError::Columns(format!(
            "the query has two columns named `{name}`; expected distinct names, given by AS"
        )));
    }
    let written = match format {
        Format::Csv => csv(&mut statement, out),
        Format::JsonLines => json_lines(&mut statement, out),
        Format::Parquet => parquet::write(&mut statement, &provenance(store)?.to_string(), out),
    };
    written.map_err(of_the_query)
}

/// Separates faults of a query that appear only while its rows are computed from faults of the
/// database.
fn of_the_query(error: ExportError) -> ExportError {
    match error {
        ExportError::Database(error)
            if matches!(
                error.sqlite_error_code(),
                Some(ErrorCode::Unknown | ErrorCode::TooBig | ErrorCode::TypeMismatch)
            ) =>
        {
            ExportError::Query(error)
        }
        error => error,
    }
}

/// The provenance of a store's rows: the study, its configurations with their limits and
/// parameters, the solvers' version, and every program and machine with the time of its first and
/// last row. In Parquet it is the metadata `patience.provenance`.
///
/// ```
/// use patience_study::{example, export, store::Store};
///
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&example::small())?;
/// let provenance = export::provenance(&store)?;
/// assert_eq!(provenance["configurations"][0]["setting"]["algorithm"], "bfs");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The database fails.
pub fn provenance(store: &Store) -> Result<serde_json::Value, ExportError> {
    let list = |sql: &str| -> Result<Vec<serde_json::Value>, ExportError> {
        let mut lines = Vec::new();
        json_lines(&mut store.connection().prepare(sql)?, &mut lines)?;
        let lines = lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
        lines.map(|line| Ok(serde_json::from_slice(line)?)).collect()
    };
    let study = "SELECT fingerprint, toml, program, added FROM specs ORDER BY id DESC LIMIT 1";
    let configurations =
        "SELECT name, setting FROM configurations WHERE position < 1000000 ORDER BY position";
    let origins = "SELECT o.*, count(*) AS rows, min(r.started) AS first_started, \
                   max(r.finished) AS last_finished \
                   FROM origins o JOIN runs r ON r.origin = o.id GROUP BY o.id \
                   ORDER BY first_started, o.id";
    Ok(serde_json::json!({
        "study": list(study)?.pop(),
        "solvers": SOLVERS,
        "solver_counts": format!("{COUNTS:016x}"),
        "configurations": list(configurations)?,
        "origins": list(origins)?,
    }))
}

/// Maximum number of columns of a table, which is SQLite's.
const MAX_COLUMNS: usize = 2_000;

/// Gives queries a temporary table of text, from comma-separated values with a header. It
/// disappears when the store is closed.
///
/// ```
/// use patience_study::export::{Format, lend, write};
/// use patience_study::{example, store::Store};
///
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&example::small())?;
/// lend(&store, "sums", "instance,sum\ngaps:random/4x4/1,7f\n".as_bytes())?;
/// let mut out = Vec::new();
/// write(
///     &store,
///     "SELECT sum FROM sums LEFT JOIN results USING (instance)",
///     Format::Csv,
///     &mut out,
/// )?;
/// assert!(out == b"sum\n7f\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The name is not a word or is taken, there is no header, two columns share a name, or a line has
/// a different number of fields from the first.
pub fn lend(store: &Store, name: &str, rows: impl Read) -> Result<(), ExportError> {
    let is_word = |text: &str| {
        text.starts_with(|letter: char| letter.is_ascii_alphabetic())
            && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    let mut reader = csv::Reader::from_reader(rows);
    let columns = reader.headers().map_err(of_table)?.clone();
    if columns.is_empty() || columns.len() > MAX_COLUMNS {
        return Err(ExportError::Table(format!(
            "its first line names {} columns; expected 1 to {MAX_COLUMNS} names, separated by \
             commas",
            columns.len()
        )));
    }
    if let Some(word) = std::iter::once(name).chain(&columns).find(|word| !is_word(word)) {
        let words = format!(
            "`{word}` names no table or column; expected a word of letters, digits and `_`"
        );
        return Err(ExportError::Table(words));
    }
    let mut known = HashSet::new();
    // SQLite ignores the case of names.
    if let Some(column) = columns.iter().find(|column| !known.insert(column.to_lowercase())) {
        return Err(ExportError::Table(format!(
            "two columns are named `{column}`; expected different names"
        )));
    }
    if name.to_lowercase().starts_with("sqlite_") {
        return Err(ExportError::Table(format!("`{name}` is reserved; expected another name")));
    }
    let taken = "SELECT count(*) FROM (SELECT name FROM sqlite_schema UNION SELECT name \
                 FROM sqlite_temp_schema) WHERE name = ?1 COLLATE NOCASE";
    if store.connection().query_row(taken, [name], |row| row.get::<_, i64>(0))? > 0 {
        return Err(ExportError::Table(format!(
            "there is a table `{name}` already; expected another name"
        )));
    }
    let columns: Vec<String> = columns.iter().map(|column| format!("\"{column}\" TEXT")).collect();
    let places = vec!["?"; columns.len()].join(", ");
    let transaction = store.connection().unchecked_transaction()?;
    transaction.execute_batch(&format!("CREATE TEMP TABLE \"{name}\" ({})", columns.join(", ")))?;
    let mut insert =
        transaction.prepare(&format!("INSERT INTO temp.\"{name}\" VALUES ({places})"))?;
    for row in reader.records() {
        insert.execute(params_from_iter(row.map_err(of_table)?.iter()))?;
    }
    drop(insert);
    Ok(transaction.commit()?)
}

fn csv(statement: &mut Statement<'_>, out: &mut impl Write) -> Result<(), ExportError> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(statement.column_names())?;
    let columns = statement.column_count();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        for column in 0..columns {
            match row.get_ref(column)? {
                ValueRef::Null => writer.write_field("")?,
                ValueRef::Integer(number) => writer.write_field(number.to_string())?,
                ValueRef::Real(number) => writer.write_field(number.to_string())?,
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => writer.write_field(bytes)?,
            }
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(writer.flush()?)
}

fn json_lines(statement: &mut Statement<'_>, out: &mut impl Write) -> Result<(), ExportError> {
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let mut object = serde_json::Map::new();
        for (column, name) in names.iter().enumerate() {
            let value = match row.get_ref(column)? {
                ValueRef::Null => serde_json::Value::Null,
                ValueRef::Integer(number) if name == "optimal" => (number != 0).into(),
                ValueRef::Integer(number) => number.into(),
                ValueRef::Real(number) => number.into(),
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                    let text = String::from_utf8_lossy(bytes);
                    match name.as_str() {
                        "details" | "setting" => {
                            serde_json::from_str(&text).unwrap_or(serde_json::Value::Null)
                        }
                        _ => text.into(),
                    }
                }
            };
            object.insert(name.clone(), value);
        }
        serde_json::to_writer(&mut *out, &object)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(all(test, not(feature = "parquet")))]
mod tests {
    use super::*;

    #[test]
    fn a_build_without_parquet_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
        store.adopt(&crate::example::small()).unwrap();
        let written = write(&store, ROWS, Format::Parquet, &mut Vec::new());
        assert!(matches!(written, Err(ExportError::WithoutParquet)), "{written:?}");
    }
}
