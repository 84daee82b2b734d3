//! Checksums that verify a store: one for each row, and one for each table that changes only with
//! the study.

use rusqlite::{Connection, OptionalExtension, params};

use super::columns::{COLUMNS, ORIGIN, TALLIED};

/// The tables with one checksum, and the columns that it covers.
const SEALED: [(&str, &str); 6] = [
    ("specs", "id, fingerprint, toml, program, expected, added"),
    ("sets", "id, name, x, position"),
    ("configurations", "id, setting, name, position"),
    ("instances", "id, set_id, key, name, game, board"),
    ("expectations", "id, verdict"),
    ("jobs", "id, configuration, instance, set_id, repetition, seed, solvers, planned, turn"),
];

/// Records the checksums of the tables; call this in the transaction that changes them.
pub(super) fn seal(connection: &Connection) -> rusqlite::Result<()> {
    for (part, columns) in SEALED {
        let sum = sum(connection, part, columns)?;
        connection.execute("INSERT OR REPLACE INTO seals VALUES (?1, ?2)", params![part, sum])?;
    }
    Ok(())
}

/// Describes the first damaged row or table.
pub(super) fn first_wrong(connection: &Connection) -> rusqlite::Result<Option<String>> {
    type Found = rusqlite::Result<Option<String>>;
    let wrong = |table: &str, id: &str, sum: &str, columns: &str| -> Found {
        let sql = format!("SELECT {id} FROM {table} WHERE {sum} <> checksum({columns}) LIMIT 1");
        let id: Option<i64> = connection.query_row(&sql, [], |row| row.get(0)).optional()?;
        Ok(id.map(|id| format!("row {id} of `{table}` is damaged")))
    };
    let tallies = || -> rusqlite::Result<Option<String>> {
        let is_right = are_tallies_right(connection)?;
        Ok((!is_right).then(|| "the table `tallies` does not match the rows".to_owned()))
    };
    for (table, id, sum, columns) in [
        ("runs", "id", "checksum", COLUMNS),
        ("boards", "instance", "checksum", "instance, game, rules, board"),
        ("origins", "id", "id", ORIGIN),
    ] {
        if let Some(found) = wrong(table, id, sum, columns)? {
            return Ok(Some(found));
        }
    }
    for (part, columns) in SEALED {
        let sealed: Option<i64> = connection
            .query_row("SELECT checksum FROM seals WHERE part = ?1", [part], |row| row.get(0))
            .optional()?;
        // A store without a study has no seals.
        let is_right = match sealed {
            Some(sealed) => sealed == sum(connection, part, columns)?,
            None => connection.query_row(
                &format!("SELECT NOT EXISTS (SELECT 1 FROM {part})"),
                [],
                |row| row.get(0),
            )?,
        };
        if !is_right {
            return Ok(Some(format!("the table `{part}` is damaged")));
        }
    }
    tallies()
}

/// Whether the incremental counts of verdicts match the rows; sums of seconds may differ by
/// rounding.
fn are_tallies_right(connection: &Connection) -> rusqlite::Result<bool> {
    let sql = format!(
        "WITH counted (c, t, v, p, n, s) AS ({})
         SELECT (SELECT count(*) FROM counted) = (SELECT count(*) FROM tallies WHERE jobs <> 0)
            AND NOT EXISTS (
                SELECT 1 FROM counted LEFT JOIN tallies ON configuration = c AND set_id = t \
                AND verdict = v AND stop = p
                WHERE jobs IS NOT n OR NOT abs(seconds - s) <= 1e-6 * (1 + s))",
        TALLIED
    );
    connection.query_row(&sql, [], |row| row.get(0))
}

/// The checksum of a table, over its rows' checksums in order.
fn sum(connection: &Connection, table: &str, columns: &str) -> rusqlite::Result<i64> {
    let mut rows =
        connection.prepare(&format!("SELECT checksum({columns}) FROM {table} ORDER BY id"))?;
    let mut sum = 0i64;
    for row in rows.query_map([], |row| row.get::<_, i64>(0))? {
        let both = [sum.to_le_bytes(), row?.to_le_bytes()].concat();
        sum = patience_core::fnv1a(&both) as i64;
    }
    Ok(sum)
}
