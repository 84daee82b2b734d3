//! Rows copied from the stores of other studies.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::Store;
use super::columns::COLUMNS;
use super::error::StoreError;
use crate::spec::Spec;

/// The rows of another store whose jobs are jobs of the present study without a row: equal in
/// instance, setting, seed and version of the solvers. An instance with the same name but another
/// board is a different instance.
const FOUND: &str = "FROM other.runs r JOIN other.jobs o ON o.id = r.job
    JOIN other.instances oi ON oi.id = o.instance
    JOIN other.configurations oc ON oc.id = o.configuration
    JOIN main.instances i ON i.key = oi.key
    JOIN main.configurations c ON c.setting = oc.setting
    JOIN main.jobs n ON n.instance = i.id AND n.configuration = c.id AND n.seed = o.seed
         AND n.solvers = o.solvers AND n.planned
    LEFT JOIN other.boards ob ON ob.instance = oi.id
    LEFT JOIN main.boards b ON b.instance = i.id
    WHERE NOT EXISTS (SELECT 1 FROM main.runs WHERE job = n.id)
      AND i.board IS oi.board
      AND (b.board IS NULL OR ob.board IS NULL
           OR (b.game, b.rules, b.board) = (ob.game, ob.rules, ob.board))";

impl Store {
    /// Copies rows from the store of another study to the jobs that have none. Returns the number
    /// of jobs.
    ///
    /// # Errors
    /// A store cannot be read, or the database fails.
    pub fn fetch(&mut self, spec: &Spec, other: &Path) -> Result<u64, StoreError> {
        Store::read(other, None)?.verify()?;
        self.adopt(spec)?;
        let path = other.display().to_string();
        let fetched = self.connection.execute("ATTACH ?1 AS other", [&path]).and_then(|_| {
            let copied = copy(&mut self.connection);
            self.connection.execute("DETACH other", [])?;
            copied
        });
        fetched.map_err(self.fault())
    }
}

fn copy(connection: &mut Connection) -> rusqlite::Result<u64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    transaction.execute(
        &format!("CREATE TEMP TABLE fetched AS SELECT n.id AS job, r.id AS run, r.attempt {FOUND}"),
        [],
    )?;
    // The id of an origin is its checksum.
    transaction.execute(
        "INSERT OR IGNORE INTO main.origins SELECT * FROM other.origins WHERE id IN \
         (SELECT origin FROM other.runs WHERE id IN (SELECT run FROM fetched))",
        [],
    )?;
    transaction.execute(
        "INSERT OR IGNORE INTO main.boards (instance, game, rules, board, checksum)
         SELECT DISTINCT n.instance, ob.game, ob.rules, ob.board,
                checksum(n.instance, ob.game, ob.rules, ob.board)
         FROM fetched f JOIN main.jobs n ON n.id = f.job JOIN other.runs r ON r.id = f.run
         JOIN other.jobs o ON o.id = r.job JOIN other.boards ob ON ob.instance = o.instance",
        [],
    )?;
    transaction.execute(
        "UPDATE main.jobs SET attempts = (SELECT max(attempt) FROM fetched WHERE job = jobs.id) \
         WHERE id IN (SELECT job FROM fetched WHERE attempt > 1)",
        [],
    )?;
    let value = |column: &str| match column {
        "job" => "f.job".to_owned(),
        column => format!("r.{column}"),
    };
    let values: Vec<String> = COLUMNS.split(',').map(|column| value(column.trim())).collect();
    let values = values.join(", ");
    // Earlier attempts come first, so that the last one is counted.
    transaction.execute(
        &format!(
            "INSERT INTO main.runs ({COLUMNS}, checksum) SELECT {values}, checksum({values}) \
             FROM fetched f JOIN other.runs r ON r.id = f.run ORDER BY f.job, r.attempt"
        ),
        [],
    )?;
    let jobs: i64 =
        transaction.query_row("SELECT count(DISTINCT job) FROM fetched", [], |row| row.get(0))?;
    transaction.execute("DROP TABLE fetched", [])?;
    transaction.commit()?;
    Ok(jobs as u64)
}
