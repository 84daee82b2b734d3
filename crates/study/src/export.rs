//! The rows for other programs: CSV, JSON lines, and answers to queries.

use std::io::Write;

use rusqlite::types::ValueRef;

use crate::store::Store;

/// What can go wrong with an export, such as [`csv`](csv()).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// A query that is not understood, or would write.
    #[error(transparent)]
    Query(rusqlite::Error),
    /// The database.
    #[error(transparent)]
    Database(#[from] rusqlite::Error),
    /// The file.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// The CSV writer.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The JSON writer.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

/// The query behind an export: the latest attempt at every job of the present study, or every row, also those of jobs that are no longer planned.
pub(crate) fn rows_query(all: bool) -> &'static str {
    match all {
        false => "SELECT * FROM results ORDER BY job",
        true => {
            "SELECT r.id, r.job, r.attempt, r.origin, r.finished, r.verdict, r.stop, r.length, r.optimal, r.seconds, r.expanded, \
             r.generated, r.duplicates, r.reopened, r.dead_ends, r.peak_open, r.peak_closed, r.peak_bytes, r.lower_bound, \
             r.seed, r.algorithm, r.heuristic, r.error, r.details, r.plan, s.name AS \"set\", i.name AS instance, c.name AS configuration, c.setting, j.repetition, j.planned \
             FROM runs r JOIN jobs j ON j.id = r.job JOIN configurations c ON c.id = j.configuration \
             JOIN sets s ON s.id = j.set_id JOIN instances i ON i.id = j.instance ORDER BY r.job, r.attempt"
        }
    }
}

/// Comma-separated values with a header.
///
/// ```
/// use patience_study::{example, export::csv, store::Store};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let mut out = Vec::new();
/// csv(&store, false, &mut out)?;
/// assert!(out.starts_with(b"run,job,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The database's or the writer's.
pub fn csv(store: &Store, all: bool, out: &mut impl Write) -> Result<(), ExportError> {
    query(store, rows_query(all), out)
}

/// The answer to a query as comma-separated values with a header. A query only reads.
///
/// ```
/// use patience_study::{example, export::query, store::Store};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let mut out = Vec::new();
/// query(&store, "SELECT count(*) AS rows FROM results", &mut out)?;
/// assert!(out == b"rows\n0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The query is not understood or would write.
pub fn query(store: &Store, sql: &str, out: &mut impl Write) -> Result<(), ExportError> {
    let mut statement = store.connection().prepare(sql).map_err(ExportError::Query)?;
    if !statement.readonly() {
        return Err(ExportError::Query(rusqlite::Error::InvalidQuery));
    }
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

/// One JSON object a line.
///
/// ```
/// use patience_study::{example, export::json_lines, store::Store};
///
/// let spec = example::small();
/// # let folder = tempfile::tempdir()?;
/// # let mut store = Store::create(&folder.path().join("store.sqlite"))?;
/// # store.adopt(&spec)?;
/// let mut out = Vec::new();
/// json_lines(&store, false, &mut out)?;
/// assert!(out.is_empty(), "no row yet");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The database's or the writer's.
pub fn json_lines(store: &Store, all: bool, out: &mut impl Write) -> Result<(), ExportError> {
    let mut statement = store.connection().prepare(rows_query(all))?;
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
                        "details" | "setting" => serde_json::from_str(&text).unwrap_or(serde_json::Value::Null),
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
