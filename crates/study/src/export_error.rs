//! Errors of exports, whatever the format.

use rusqlite::ErrorCode;

/// An error of an export, such as [`write`](crate::export::write()).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The query is invalid, or would write.
    #[error("{}", of_query(.0))]
    Query(#[source] rusqlite::Error),
    /// The format cannot represent the columns of the query.
    #[error("{0}")]
    Columns(String),
    /// [`lend`](crate::export::lend) rejected a table.
    #[error("{0}")]
    Table(String),
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
    Json(serde_json::Error),
    /// The Parquet writer.
    #[error(transparent)]
    Parquet(Box<dyn std::error::Error + Send + Sync>),
    /// Parquet in a build without its feature.
    #[error("this build cannot write Parquet; expected one with the feature `parquet`")]
    WithoutParquet,
}

impl From<serde_json::Error> for ExportError {
    fn from(error: serde_json::Error) -> Self {
        match error.is_io() {
            true => ExportError::File(error.into()),
            false => ExportError::Json(error),
        }
    }
}

fn of_query(error: &rusqlite::Error) -> String {
    if error.sqlite_error_code() == Some(ErrorCode::AuthorizationForStatementDenied) {
        return of_query(&rusqlite::Error::InvalidQuery);
    }
    match error {
        rusqlite::Error::InvalidQuery => "the query is not read-only; expected SELECT",
        rusqlite::Error::MultipleStatement => "there is more than one query; expected one",
        rusqlite::Error::SqlInputError { msg, sql, offset, .. } => {
            return placed(msg, sql, *offset);
        }
        rusqlite::Error::SqliteFailure(_, Some(why)) if why == "incomplete input" => {
            "the query ends too early"
        }
        rusqlite::Error::SqliteFailure(_, Some(why)) => {
            return format!("the query cannot be answered: {why}");
        }
        error => return error.to_string(),
    }
    .to_owned()
}

/// The fault that SQLite finds in a query, with its place.
pub(crate) fn placed(fault: &str, sql: &str, offset: i32) -> String {
    let before = usize::try_from(offset).ok().and_then(|end| sql.get(..end)).unwrap_or(sql);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    let near = fault.strip_prefix("near \"").and_then(|it| it.strip_suffix("\": syntax error"));
    let why = near.map(|near| format!("`{near}` is not expected here"));
    let why = why.as_deref().unwrap_or(fault);
    format!("line {line}, column {column} of the query: {why}")
}

/// The error of a table in CSV, with the line at fault.
pub(crate) fn of_table(error: csv::Error) -> ExportError {
    let words = match error.kind() {
        csv::ErrorKind::UnequalLengths { pos: Some(at), expected_len, len } => {
            let fields = patience_core::units::counted(*len, "field");
            format!("line {} has {fields}; expected {expected_len}", at.line())
        }
        csv::ErrorKind::Utf8 { pos, .. } => {
            format!("line {} is not UTF-8 text", pos.as_ref().map_or(1, csv::Position::line))
        }
        _ => return ExportError::Csv(error),
    };
    ExportError::Table(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_of_queries_are_named_with_their_place() {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        for (sql, expected) in [
            ("SELEC 1", "line 1, column 1 of the query: `SELEC` is not expected here"),
            ("SELECT 1,\n 'é', nothere", "line 2, column 7 of the query: no such column: nothere"),
            (
                "SELECT 1 \"b\" \"c\"",
                "line 1, column 14 of the query: `\"c\"` is not expected here",
            ),
            ("SELECT 1 +", "the query ends too early"),
            ("SELECT 1 FROM absent", "the query cannot be answered: no such table: absent"),
        ] {
            let error = connection.prepare(sql).err().map(ExportError::Query);
            assert_eq!(error.unwrap().to_string(), expected, "{sql}");
        }
        let failed = connection.query_row("SELECT abs(-9223372036854775808)", [], |_| Ok(()));
        let error = ExportError::Query(failed.unwrap_err()).to_string();
        assert_eq!(error, "the query cannot be answered: integer overflow");
    }
}
