//! Errors of exports, whatever the format.

/// An error of an export, such as [`write`](crate::export::write()).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The query is invalid, or would write.
    #[error(transparent)]
    Query(rusqlite::Error),
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
