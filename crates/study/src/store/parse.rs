//! Rows whose values are read from the stored output of earlier rows, without running the program
//! again.

use rusqlite::{Connection, TransactionBehavior, params};

use super::columns::COLUMNS;
use super::error::StoreError;
use super::{Parsed, Store};
use crate::job::Row;
use crate::program::{KEPT, Program, parsed_again};
use crate::setting::Setting;
use crate::spec::Spec;

/// The columns that a program's output gives, by their place in the statement.
const READ: [&str; 10] = [
    "job",
    "length",
    "expanded",
    "generated",
    "duplicates",
    "reopened",
    "dead_ends",
    "peak_open",
    "peak_closed",
    "details",
];

impl Store {
    /// Gives rows to the jobs of a study whose configuration differs from an earlier one only in
    /// what it reads from the output: the values are read from the output of the earlier row.
    ///
    /// # Errors
    /// The database fails.
    pub fn parse(&mut self, spec: &Spec) -> Result<Parsed, StoreError> {
        self.adopt(spec)?;
        parse(&mut self.connection, spec).map_err(self.fault())
    }
}

fn parse(connection: &mut Connection, spec: &Spec) -> rusqlite::Result<Parsed> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut parsed = Parsed::default();
    for configuration in &spec.configurations {
        let Some(program) = &configuration.setting.program else { continue };
        let key = configuration.setting.key();
        let id = "SELECT id FROM configurations WHERE setting = ?1";
        let id: i64 = transaction.query_row(id, [key], |row| row.get(0))?;
        for earlier in earlier(&transaction, &configuration.setting)? {
            read_rows(&transaction, program, id, earlier, &mut parsed)?;
        }
    }
    transaction.commit()?;
    Ok(parsed)
}

/// The store's configurations that differ from a setting only in what they read.
fn earlier(connection: &Connection, setting: &Setting) -> rusqlite::Result<Vec<i64>> {
    let without = |setting: &Setting| {
        let mut setting = setting.clone();
        setting.program.iter_mut().for_each(|program| program.read.clear());
        setting.key()
    };
    let wanted = without(setting);
    let is_like = |text: &String| {
        let Ok(other) = serde_json::from_str::<Setting>(text) else { return false };
        // A value with such a name hides the stored output.
        let hides = |program: &Program| KEPT.iter().any(|name| program.read.contains_key(*name));
        without(&other) == wanted && !other.program.as_ref().is_some_and(hides)
    };
    let sql = "SELECT id, setting FROM configurations WHERE setting <> ?1 ORDER BY id DESC";
    let mut statement = connection.prepare(sql)?;
    let all = statement.query_map([setting.key()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let all: Vec<(i64, String)> = all.collect::<Result<_, _>>()?;
    Ok(all.into_iter().filter(|(_, text)| is_like(text)).map(|(id, _)| id).collect())
}

/// Reads the rows of an earlier configuration for the jobs that have none.
fn read_rows(
    connection: &Connection,
    program: &Program,
    configuration: i64,
    earlier: i64,
    parsed: &mut Parsed,
) -> rusqlite::Result<()> {
    let sql = "SELECT n.id, r.id, r.attempt, r.verdict, r.length, r.details, r.plan, b.game
               FROM jobs n JOIN jobs o USING (instance, seed, solvers)
               JOIN runs r ON r.job = o.id LEFT JOIN boards b ON b.instance = n.instance
               WHERE n.configuration = ?1 AND o.configuration = ?2 AND n.planned
               AND NOT EXISTS (SELECT 1 FROM runs WHERE job = n.id)
               AND NOT EXISTS (SELECT 1 FROM runs later WHERE later.job = o.id
                               AND later.attempt > r.attempt)
               ORDER BY n.id";
    let mut select = connection.prepare(sql)?;
    let convert = |row: &rusqlite::Row<'_>| -> rusqlite::Result<(i64, Row)> {
        let known = Row {
            job: row.get::<_, i64>(0)? as u64,
            attempt: 1,
            verdict: row.get(3)?,
            length: row.get::<_, Option<i64>>(4)?.map(|length| length as u64),
            details: row.get(5)?,
            plan: row.get(6)?,
            game: row.get::<_, Option<String>>(7)?.unwrap_or_default(),
            ..Row::default()
        };
        Ok((row.get(1)?, known))
    };
    let found = select.query_map([configuration, earlier], convert)?;
    let found: Vec<(i64, Row)> = found.collect::<Result<_, _>>()?;
    let mut insert = connection.prepare(&copy())?;
    for (run, row) in found {
        let Some(row) = parsed_again(program, row) else {
            parsed.cut += 1;
            continue;
        };
        let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        parsed.rows += insert.execute(params![
            run,
            count(row.job),
            row.length.map(count),
            count(row.expanded),
            count(row.generated),
            count(row.duplicates),
            count(row.reopened),
            count(row.dead_ends),
            count(row.peak_open),
            count(row.peak_closed),
            row.details,
        ])? as u64;
    }
    Ok(())
}

/// Copies a row, with other values in the columns of [`READ`], as the first attempt of its job.
fn copy() -> String {
    let value = |column: &str| match READ.iter().position(|read| *read == column) {
        Some(place) => format!("?{}", place + 2),
        None if column == "attempt" => "1".to_owned(),
        None => column.to_owned(),
    };
    let values: Vec<String> = COLUMNS.split(',').map(|column| value(column.trim())).collect();
    let values = values.join(", ");
    format!(
        "INSERT OR IGNORE INTO runs ({COLUMNS}, checksum) SELECT {values}, checksum({values}) \
         FROM runs WHERE id = ?1"
    )
}
