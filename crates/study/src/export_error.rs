//! Errors of exports, whatever the format.

/// An error of an export, such as [`write`](crate::export::write()).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The query is invalid, or would write.
    #[error("{}", of_query(.0))]
    Query(#[source] rusqlite::Error),
    /// The format has no place for the columns of the query.
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
    match error {
        rusqlite::Error::InvalidQuery => "the query is not one that only reads; expected SELECT",
        rusqlite::Error::MultipleStatement => "there is more than one query; expected one",
        error => return error.to_string(),
    }
    .to_owned()
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
