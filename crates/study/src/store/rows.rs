//! Rows: added, merged and requested again.

use std::collections::HashMap;
use std::rc::Rc;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::Store;
use super::columns::{COLUMNS, ORIGIN};
use super::error::{SCHEMA, StoreError};
use super::layout::Ids;
use crate::job::{FAILED, Row};
use crate::provenance::{Build, Origin};
use crate::seed;
use crate::setting::{SOLVERS, Setting};
use crate::spec::Spec;

impl Store {
    /// Adds rows of this process, in one transaction. Returns the number of new rows.
    ///
    /// # Errors
    /// The database fails.
    pub fn add(&mut self, rows: &[Row]) -> Result<u64, StoreError> {
        let origin = self.own()?.origin;
        self.add_all(rows.iter().map(|row| (row.job as i64, origin, row)), None)
    }

    /// Adds rows from other machines, whose job numbers are those of the study. Existing rows are
    /// skipped, so merging again has no effect. Returns the number of new rows.
    ///
    /// # Errors
    /// The database fails.
    pub fn merge(&mut self, spec: &Spec, origin: &Origin, rows: &[Row]) -> Result<u64, StoreError> {
        let found = || -> rusqlite::Result<(i64, Vec<(i64, &Row)>)> {
            let mut jobs = Jobs::of(&self.connection, spec)?;
            let origin = self::origin(&self.connection, origin)?;
            let all = spec.jobs();
            let mut found = Vec::with_capacity(rows.len());
            for row in rows.iter().filter(|row| row.job < all) {
                found.extend(jobs.id(&self.connection, row)?.map(|id| (id, row)));
            }
            Ok((origin, found))
        };
        let (origin, found) = found().map_err(self.fault())?;
        self.add_all(found.into_iter().map(|(job, row)| (job, origin, row)), None)
    }

    /// Adds rows with their jobs. If the name of an instance meant another board in another version
    /// of the program, nothing is added.
    fn add_all<'a>(
        &mut self,
        rows: impl Iterator<Item = (i64, i64, &'a Row)>,
        shard: Option<Shard<'_>>,
    ) -> Result<u64, StoreError> {
        match add(&mut self.connection, rows, shard).map_err(self.fault())? {
            Added::All(count) => Ok(count),
            Added::OtherBoard(job) => {
                let instance = self
                    .connection
                    .query_row(
                        "SELECT i.name FROM instances i JOIN jobs j ON j.instance = i.id \
                         WHERE j.id = ?1",
                        [job],
                        |row| row.get(0),
                    )
                    .map_err(self.fault())?;
                Err(StoreError::OtherBoard { path: self.path.display().to_string(), instance })
            }
        }
    }

    /// Requests one more attempt at the job of a row.
    pub(crate) fn ask_again(&mut self, row: &Row) -> Result<(), StoreError> {
        let sql = "UPDATE jobs SET attempts = ?2 + 1 WHERE id = ?1 AND attempts <= ?2";
        let asked = self.connection.execute(sql, params![row.job as i64, row.attempt as i64]);
        asked.map(|_| ()).map_err(self.fault())
    }

    /// Requests one more attempt at the jobs of the study whose latest row satisfies an SQL
    /// condition over `results`. Returns their number.
    ///
    /// # Errors
    /// The database fails.
    pub fn rerun(&mut self, condition: &str) -> Result<u64, StoreError> {
        self.connection
            .execute(
                &format!(
                    "UPDATE jobs SET attempts = attempts + 1 WHERE id IN (SELECT r.job FROM \
                     (SELECT job, attempt FROM results WHERE ({condition}\n)) r \
                     JOIN jobs j ON j.id = r.job WHERE r.attempt >= j.attempts)"
                ),
                [],
            )
            .map(|count| count as u64)
            .map_err(self.fault())
    }
}

impl Store {
    /// Calls a function for each of these jobs of a study that has a row, with its latest attempt,
    /// whether that failed, and its seconds. The store may be of an earlier version of the study.
    pub(crate) fn latest(
        &self,
        spec: &Spec,
        jobs: impl Iterator<Item = u64>,
        each: &mut impl FnMut(u64, u64, bool, f64),
    ) -> Result<(), StoreError> {
        let told = || -> rusqlite::Result<()> {
            let mut latest = self.connection.prepare(
                "SELECT r.attempt, r.stop, r.seconds FROM instances i JOIN sets s ON s.id = i.set_id
                 JOIN jobs j ON j.instance = i.id JOIN configurations c ON c.id = j.configuration
                 JOIN runs r ON r.job = j.id
                 WHERE i.key = ?1 AND s.name = ?2 AND c.setting = ?3 AND j.seed = ?4 AND j.solvers \
                 = ?5
                 ORDER BY r.attempt DESC LIMIT 1",
            )?;
            let settings: Vec<String> = spec.settings().iter().map(Setting::key).collect();
            for number in jobs {
                let job = spec.job(number);
                let set = &spec.sets[job.set];
                let seed = seed::to_number(job.seed);
                let of = params![
                    set.key(job.instance),
                    set.name,
                    settings[job.configuration],
                    seed,
                    SOLVERS
                ];
                let found: Option<(i64, Option<String>, f64)> = latest
                    .query_row(of, |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                    .optional()?;
                if let Some((attempt, stop, seconds)) = found {
                    let failed = stop.is_some_and(|stop| FAILED.contains(&stop.as_str()));
                    each(number, attempt as u64, failed, seconds);
                }
            }
            Ok(())
        };
        told().map_err(self.fault())
    }
}

/// The merged position of a shard: its file name, the study's fingerprint, the bytes read, and the
/// header that applies there.
type Shard<'a> = (&'a str, &'a str, u64, &'a str);

/// Imports rows of shards into a store.
pub(crate) struct Merger<'a> {
    store: &'a mut Store,
    jobs: Jobs<'a>,
    origins: HashMap<*const Origin, (Rc<Origin>, i64)>,
}

impl<'a> Merger<'a> {
    /// Creates a merger for rows whose job numbers are those of a study that the store has adopted.
    pub fn new(spec: &'a Spec, store: &'a mut Store) -> Result<Merger<'a>, StoreError> {
        let jobs = Jobs::of(&store.connection, spec).map_err(store.fault())?;
        Ok(Merger { store, jobs, origins: HashMap::new() })
    }

    /// The merged position of a shard for a study: the bytes, and the header that applies there.
    pub fn mark(&self, name: &str, study: &str) -> Result<Option<(u64, String)>, StoreError> {
        let sql = "SELECT bytes, header FROM shards WHERE name = ?1 AND study = ?2";
        let connection = &self.store.connection;
        let found = connection.prepare_cached(sql).and_then(|mut select| {
            let mark = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get(1)?));
            select.query_row([name, study], mark).optional()
        });
        found.map_err(self.store.fault())
    }

    /// Adds rows and records the merged position of their file, both or neither. Returns the number
    /// of new rows.
    pub fn add(&mut self, rows: &[(Rc<Origin>, Row)], shard: Shard<'_>) -> Result<u64, StoreError> {
        let fault = self.store.fault();
        let mut found = Vec::with_capacity(rows.len());
        for (origin, row) in rows {
            let connection = &self.store.connection;
            let origin_id = match self.origins.get(&Rc::as_ptr(origin)) {
                Some((_, id)) => *id,
                None => {
                    let id = self::origin(connection, origin).map_err(&fault)?;
                    self.origins.insert(Rc::as_ptr(origin), (Rc::clone(origin), id));
                    id
                }
            };
            let job = self.jobs.id(connection, row).map_err(&fault)?;
            found.extend(job.map(|job| (job, origin_id, row)));
        }
        self.store.add_all(found.into_iter(), Some(shard))
    }
}

/// The store's ids of a study's jobs. Rows arrive by instance, so the last one is cached.
struct Jobs<'a> {
    spec: &'a Spec,
    ids: Ids,
    last: Option<((usize, u64), Option<i64>)>,
}

impl<'a> Jobs<'a> {
    fn of(connection: &Connection, spec: &'a Spec) -> rusqlite::Result<Jobs<'a>> {
        Ok(Jobs { spec, ids: Ids::of(connection, spec)?, last: None })
    }

    /// The id of a row's job, which must be exactly the job that the row was made for.
    fn id(&mut self, connection: &Connection, row: &Row) -> rusqlite::Result<Option<i64>> {
        let job = self.spec.job(row.job);
        let place = (job.set, job.instance);
        let instance = match self.last {
            Some((known, id)) if known == place => id,
            _ => {
                let set =
                    params![self.spec.sets[job.set].key(job.instance), self.ids.sets[job.set]];
                let id = connection
                    .prepare_cached("SELECT id FROM instances WHERE key = ?1 AND set_id = ?2")?
                    .query_row(set, |row| row.get(0))
                    .optional()?;
                self.last = Some((place, id));
                id
            }
        };
        let (Some(instance), true) = (instance, row.seed == job.seed) else { return Ok(None) };
        connection
            .prepare_cached(
                "SELECT id FROM jobs WHERE instance = ?1 AND configuration = ?2 AND seed = ?3 \
                 AND solvers = ?4",
            )?
            .query_row(
                params![
                    instance,
                    self.ids.configurations[job.configuration],
                    seed::to_number(job.seed),
                    SOLVERS
                ],
                |row| row.get(0),
            )
            .optional()
    }
}

/// The id of an origin.
pub(super) fn origin(connection: &Connection, origin: &Origin) -> rusqlite::Result<i64> {
    let Origin { program, build, machine, system, processor, cores, memory } = origin;
    let Build { revision, dirty, checksum, compiler, target, features, profile } = build;
    let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let values = params![
        program,
        SCHEMA,
        revision,
        // SQLite's UNIQUE treats nulls as distinct, so an unknown field needs a value.
        dirty.map_or(-1, i64::from),
        checksum,
        compiler,
        target,
        features,
        profile,
        machine,
        system,
        processor,
        count(*cores),
        count(*memory),
    ];
    let places = places(ORIGIN);
    let add = format!(
        "INSERT OR IGNORE INTO origins ({ORIGIN}, id) VALUES ({places}, checksum({places}))"
    );
    connection.execute(&add, values)?;
    let known = format!("SELECT id FROM origins WHERE ({ORIGIN}) = ({places})");
    connection.query_row(&known, values, |row| row.get(0))
}

/// `?1, ?2, …` for the given columns.
fn places(columns: &str) -> String {
    let count = columns.split(',').count();
    (1..=count).map(|number| format!("?{number}")).collect::<Vec<_>>().join(", ")
}

/// Result of adding rows.
enum Added {
    /// Number of new rows.
    All(u64),
    /// The board of a job's row differs from that of the existing rows of its instance.
    OtherBoard(i64),
}

fn add<'a>(
    connection: &mut Connection,
    rows: impl Iterator<Item = (i64, i64, &'a Row)>,
    shard: Option<Shard<'_>>,
) -> rusqlite::Result<Added> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut added = 0;
    {
        let values = places(COLUMNS);
        let mut insert = transaction.prepare_cached(&format!(
            "INSERT OR IGNORE INTO runs ({COLUMNS}, checksum) VALUES ({values}, \
             checksum({values}))"
        ))?;
        let mut board = transaction.prepare_cached(
            "INSERT OR IGNORE INTO boards (instance, game, rules, board, checksum)
             SELECT instance, ?2, ?3, ?4, checksum(instance, ?2, ?3, ?4) FROM jobs WHERE id = ?1",
        )?;
        let mut is_other = transaction.prepare_cached(
            "SELECT 1 FROM jobs j JOIN boards b USING (instance) JOIN instances i \
             ON i.id = j.instance
             WHERE j.id = ?1 AND ((b.game, b.rules, b.board) <> (?2, ?3, ?4) OR i.board <> ?4)",
        )?;
        let mut attempts = transaction
            .prepare_cached("UPDATE jobs SET attempts = ?2 WHERE id = ?1 AND attempts < ?2")?;
        let mut unclaim = transaction.prepare_cached("DELETE FROM claims WHERE job = ?1")?;
        // If no process is running jobs, there are no claims to release. The board of an instance
        // is checked once for its consecutive rows.
        let claimed: bool =
            transaction.query_row("SELECT EXISTS (SELECT 1 FROM claims)", [], |row| row.get(0))?;
        let mut instance_of =
            transaction.prepare_cached("SELECT instance FROM jobs WHERE id = ?1")?;
        let mut last: Option<(i64, &Row)> = None;
        for (job, origin, row) in rows {
            let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            added += insert.execute(params![
                job,
                count(row.attempt),
                origin,
                count(row.finished),
                row.verdict,
                row.stop,
                row.length.map(count),
                i64::from(row.optimal),
                row.seconds,
                count(row.expanded),
                count(row.generated),
                count(row.duplicates),
                count(row.reopened),
                count(row.dead_ends),
                count(row.peak_open),
                count(row.peak_closed),
                count(row.peak_bytes),
                row.lower_bound,
                seed::to_number(row.seed),
                row.algorithm,
                row.heuristic,
                row.error,
                row.details,
                row.plan,
                count(row.started),
                row.cpu_seconds,
                row.cores,
                row.watch,
                row.energy,
                row.isolation,
                row.tool,
                row.nodes,
            ])? as u64;
            let instance: i64 = instance_of.query_row([job], |row| row.get(0))?;
            let is_known = last.is_some_and(|(known, like)| {
                known == instance
                    && (&like.game, &like.rules, &like.board) == (&row.game, &row.rules, &row.board)
            });
            if !row.board.is_empty() && !is_known {
                last = Some((instance, row));
                let what = params![job, row.game, row.rules, row.board];
                board.execute(what)?;
                if is_other.exists(what)? {
                    return Ok(Added::OtherBoard(job));
                }
            }
            if row.attempt > 1 {
                attempts.execute(params![job, count(row.attempt)])?;
            }
            if claimed {
                unclaim.execute([job])?;
            }
        }
        if let Some((name, study, bytes, header)) = shard {
            let sql = "INSERT OR REPLACE INTO shards (name, study, bytes, header) VALUES (?1, ?2, \
                       ?3, ?4)";
            transaction.prepare_cached(sql)?.execute(params![name, study, bytes as i64, header])?;
        }
    }
    transaction.commit()?;
    Ok(Added::All(added))
}
