//! Checks SQL from a study's file before it reaches a store: against empty tables, with SQLite's
//! own functions only.

use rusqlite::{Connection, ErrorCode};

use crate::export_error::placed;
use crate::functions;

/// The requirement on a query.
const READS: &str = "expected one query that returns rows and changes nothing, such as SELECT";

/// Checks whether a store accepts a query, whichever program reads it.
pub(crate) fn check_query(sql: &str) -> Result<(), String> {
    check("", sql, "")
}

/// Whether a string can be a condition on the rows of `results`.
pub(crate) fn check_condition(sql: &str) -> Result<(), String> {
    check("SELECT 1 FROM results WHERE (", sql, "\n)")
}

/// Checks a string within a query.
fn check(begin: &str, text: &str, end: &str) -> Result<(), String> {
    let sql = format!("{begin}{text}{end}");
    let prepared = || -> rusqlite::Result<bool> {
        let mut connection = Connection::open_in_memory()?;
        connection.execute_batch(include_str!("schema.sql"))?;
        functions::add_mathematics(&connection)?;
        functions::only_read(&mut connection)?;
        let statement = connection.prepare(&sql)?;
        Ok(statement.readonly() && statement.column_count() > 0)
    };
    match prepared() {
        Ok(true) => Ok(()),
        Ok(false) => Err(READS.to_owned()),
        Err(error)
            if error.sqlite_error_code() == Some(ErrorCode::AuthorizationForStatementDenied) =>
        {
            Err(READS.to_owned())
        }
        Err(rusqlite::Error::SqlInputError { msg, offset, .. }) => {
            Err(placed(&msg, text, offset.saturating_sub(begin.len() as i32)))
        }
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_plain_sqlite_can_answer_is_asked() {
        for sql in [
            "SELECT count(*) FROM results",
            "WITH a AS (SELECT 1) SELECT * FROM a",
            " select ln(seconds) from runs",
        ] {
            assert_eq!(check_query(sql), Ok(()), "{sql}");
        }
        for (sql, why) in [
            ("SELECT median(seconds) FROM results", "no such function: median"),
            ("SELECT beauty FROM results", "no such column: beauty"),
            ("DELETE FROM runs", "changes nothing"),
            ("/* SELECT */ DROP TABLE results", "changes nothing"),
            ("WITH a AS (SELECT 1) DELETE FROM runs", "changes nothing"),
            ("SELECT 1; DROP TABLE runs", "expected one query"),
            ("", "returns rows"),
        ] {
            assert!(
                check_query(sql).is_err_and(|said| said.contains(why)),
                "{sql}: {:?}",
                check_query(sql)
            );
        }
        assert_eq!(check_condition("verdict = 'solved' -- only these"), Ok(()));
        assert!(check_condition("verdict = ").is_err());
    }
}
