//! The store: an SQLite file in write-ahead mode that several processes of one machine share.
//!
//! Invariants: a row is committed as soon as it is known, and never changed; `(job, attempt)` is unique, so that the
//! same result can be brought in any number of times; a process holds the lock of its owner file as long as it lives,
//! so that what a killed process had claimed is free again the moment it is dead.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::functions::{Aggregate, Context, FunctionFlags};
use rusqlite::{Connection, ErrorCode, OpenFlags, OptionalExtension, TransactionBehavior, params};

use crate::job::{Order, Row};
use crate::plan::Plan;
use crate::statistics;

/// The version of the tables. A store of another version is refused.
pub const SCHEMA: u32 = 1;

/// What can go wrong with a store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database said no.
    #[error("the store {path}: {error}")]
    Database {
        /// The file.
        path: String,
        /// What it said.
        error: rusqlite::Error,
    },
    /// A file beside it.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file is something else.
    #[error("{path} is no store of this version of Patience (schema {found}, expected {SCHEMA})")]
    Schema {
        /// The file.
        path: String,
        /// Its version.
        found: u32,
    },
    /// There is none yet.
    #[error("{0} does not exist yet; `patience study run` makes it")]
    Missing(String),
}

/// A study's results.
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The ids of jobs in the order of the plan are looked for from here on: below it none is free.
    cursor: i64,
    owner: Option<Owner>,
}

/// This process as the owner of claims.
struct Owner {
    id: i64,
    origin: i64,
    lock: PathBuf,
    /// Locked as long as it is open.
    _file: File,
}

impl Drop for Owner {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.lock);
    }
}

/// A line of the status.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// The set.
    pub set: String,
    /// The configuration.
    pub configuration: String,
    /// The verdict.
    pub verdict: String,
    /// Why it stopped, or nothing.
    pub stop: String,
    /// How many jobs.
    pub jobs: u64,
    /// Their time together.
    pub seconds: f64,
}

/// The machine and the program, as rows name them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Origin {
    /// The program's version.
    pub program: String,
    /// The host's name.
    pub machine: String,
    /// Operating system and architecture.
    pub system: String,
    /// The processor's name.
    pub processor: String,
    /// Its cores.
    pub cores: u64,
}

impl Origin {
    /// This program on this machine.
    pub fn here() -> Origin {
        let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
        let machine = read("/proc/sys/kernel/hostname").trim().to_owned();
        let machine = if machine.is_empty() { std::env::var("HOSTNAME").unwrap_or_default() } else { machine };
        let processor = read("/proc/cpuinfo")
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(':').map(|(_, name)| name.trim().to_owned()));
        Origin {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            machine: if machine.is_empty() { "unknown".to_owned() } else { machine },
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor: processor.unwrap_or_else(|| "unknown".to_owned()),
            cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64),
        }
    }
}

impl Store {
    /// Opens a store, or makes an empty one.
    ///
    /// # Errors
    /// It cannot be opened, or is something else.
    pub fn create(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .map_err(|error| StoreError::File { path: folder.display().to_string(), error })?;
        }
        Store::connect(path)
    }

    /// Opens a store that exists.
    ///
    /// # Errors
    /// It does not exist, cannot be opened, or is something else.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        match path.is_file() {
            true => Store::connect(path),
            false => Err(StoreError::Missing(path.display().to_string())),
        }
    }

    /// Opens a store that exists for looking at it: nothing in it can be changed, whoever writes is not disturbed, and a
    /// query that has not ended by `until` fails.
    ///
    /// # Errors
    /// It does not exist, cannot be opened, or is something else.
    pub fn look(path: &Path, until: Instant) -> Result<Store, StoreError> {
        let label = path.display().to_string();
        if !path.is_file() {
            return Err(StoreError::Missing(label));
        }
        let open = || -> rusqlite::Result<(Connection, u32)> {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let mut connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.progress_handler(10_000, Some(move || Instant::now() > until))?;
            add_functions(&connection)?;
            let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            Ok((connection, version))
        };
        let database = |error| StoreError::Database { path: label.clone(), error };
        match open().map_err(database)? {
            (connection, SCHEMA) => Ok(Store { connection, path: path.to_owned(), cursor: 0, owner: None }),
            (_, found) => Err(StoreError::Schema { path: label, found }),
        }
    }

    /// The text of the plan that the store's jobs are of, once there is one.
    ///
    /// # Errors
    /// The database's.
    pub fn plan_text(&self) -> Result<Option<String>, StoreError> {
        self.connection
            .query_row("SELECT toml FROM plans ORDER BY id DESC LIMIT 1", [], |row| row.get(0))
            .optional()
            .map_err(self.fault())
    }

    fn connect(path: &Path) -> Result<Store, StoreError> {
        let label = path.display().to_string();
        let prepare = || -> rusqlite::Result<(Connection, u32)> {
            let mut connection = Connection::open(path)?;
            connection.busy_timeout(Duration::from_secs(60))?;
            // A committed row survives the death of any process; only a failing machine can lose the last moments.
            connection.execute_batch(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536;
                 PRAGMA mmap_size = 268435456;",
            )?;
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let tables: u32 = transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
            if tables == 0 {
                transaction.execute_batch(include_str!("schema.sql"))?;
                transaction.pragma_update(None, "user_version", SCHEMA)?;
            }
            transaction.commit()?;
            let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
            add_functions(&connection)?;
            Ok((connection, version))
        };
        // SQLite does not wait for others while it turns a file to write-ahead mode or recovers it: that is for us.
        let patience = Instant::now() + Duration::from_secs(60);
        let (connection, found) = loop {
            match prepare() {
                Err(error) if is_busy(&error) && Instant::now() < patience => {
                    std::thread::sleep(Duration::from_millis(5))
                }
                result => break result.map_err(|error| StoreError::Database { path: label.clone(), error })?,
            }
        };
        match found {
            SCHEMA => Ok(Store { connection, path: path.to_owned(), cursor: 0, owner: None }),
            found => Err(StoreError::Schema { path: label, found }),
        }
    }

    /// The connection, for queries.
    pub fn connection(&self) -> &Connection {
        &self.connection
    }

    fn fault(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = self.path.display().to_string();
        move |error| StoreError::Database { path: path.clone(), error }
    }

    /// Makes the jobs of a plan the jobs of the store. Jobs that are there already keep their rows; jobs that the plan
    /// no longer asks for stay with their rows, but out of the results.
    ///
    /// # Errors
    /// The database's.
    pub fn adopt(&mut self, plan: &Plan) -> Result<(), StoreError> {
        let fault = self.fault();
        adopt(&mut self.connection, plan).map_err(fault)
    }

    /// Claims up to `most` jobs that have no row and that nobody alive has claimed.
    ///
    /// # Errors
    /// The database's, or the owner file cannot be made.
    pub fn claim(&mut self, plan: &Plan, most: usize) -> Result<Vec<Order>, StoreError> {
        self.own()?;
        let fault = self.fault();
        let owner = self.owner.as_ref().expect("just made").id;
        let mut orders = self.claim_from(plan, most, owner, self.cursor).map_err(&fault)?;
        if orders.is_empty() {
            // What dead processes had claimed lies behind the cursor.
            self.free_dead_claims()?;
            orders = self.claim_from(plan, most, owner, 0).map_err(&fault)?;
        }
        self.cursor = orders.last().map_or(self.cursor, |order| order.job as i64);
        Ok(orders)
    }

    fn claim_from(&mut self, plan: &Plan, most: usize, owner: i64, after: i64) -> rusqlite::Result<Vec<Order>> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut orders = Vec::new();
        {
            let configurations = configuration_indices(&transaction, plan)?;
            let mut select = transaction.prepare_cached(
                "SELECT j.id, j.attempts, i.name, j.configuration, j.seed, s.name
                 FROM jobs j JOIN instances i ON i.id = j.instance JOIN sets s ON s.id = j.set_id
                 WHERE j.id > ?1 AND j.planned
                   AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.job = j.id AND r.attempt >= j.attempts)
                   AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.job = j.id)
                 ORDER BY j.id LIMIT ?2",
            )?;
            let mut insert = transaction.prepare_cached("INSERT INTO claims VALUES (?1, ?2)")?;
            let mut rows = select.query(params![after, most as i64])?;
            while let Some(row) = rows.next()? {
                let (job, name, set): (i64, String, String) = (row.get(0)?, row.get(2)?, row.get(5)?);
                let Some(&configuration) = configurations.get(&row.get::<_, i64>(3)?) else { continue };
                insert.execute(params![job, owner])?;
                orders.push(Order {
                    job: job as u64,
                    attempt: row.get::<_, i64>(1)? as u64,
                    instance: plan.instance_named(&set, name),
                    configuration,
                    seed: row.get::<_, i64>(4)? as u64,
                });
            }
        }
        transaction.commit()?;
        Ok(orders)
    }

    /// How many jobs of the plan are claimed by processes other than this one.
    ///
    /// # Errors
    /// The database's.
    pub fn claimed_elsewhere(&self) -> Result<u64, StoreError> {
        let own = self.owner.as_ref().map_or(-1, |owner| owner.id);
        self.connection
            .query_row("SELECT count(*) FROM claims WHERE owner <> ?1", [own], |row| row.get::<_, i64>(0))
            .map(|count| count as u64)
            .map_err(self.fault())
    }

    /// Gives back what this process has claimed and not finished.
    ///
    /// # Errors
    /// The database's.
    pub fn release(&mut self) -> Result<(), StoreError> {
        let fault = self.fault();
        if let Some(owner) = self.owner.take() {
            self.connection.execute("DELETE FROM claims WHERE owner = ?1", [owner.id]).map_err(&fault)?;
            self.connection.execute("DELETE FROM owners WHERE id = ?1", [owner.id]).map_err(&fault)?;
        }
        self.cursor = 0;
        Ok(())
    }

    /// Adds rows made by this process, in one transaction. Returns how many were new.
    ///
    /// # Errors
    /// The database's.
    pub fn add(&mut self, rows: &[Row]) -> Result<u64, StoreError> {
        self.own()?;
        let origin = self.owner.as_ref().expect("just made").origin;
        let fault = self.fault();
        add(&mut self.connection, rows.iter().map(|row| (row.job as i64, row)), origin).map_err(fault)
    }

    /// Adds rows that were made elsewhere, whose job numbers are those of the plan. What is there already is left out,
    /// so that a shard can be merged any number of times. Returns how many were new.
    ///
    /// # Errors
    /// The database's.
    pub fn merge(&mut self, plan: &Plan, origin: &Origin, rows: &[Row]) -> Result<u64, StoreError> {
        let fault = self.fault();
        let mut merge = || -> rusqlite::Result<u64> {
            let ids = plan_ids(&self.connection, plan)?;
            let origin = origin_id(&self.connection, origin)?;
            let mut found = Vec::with_capacity(rows.len());
            for row in rows.iter().filter(|row| row.job < plan.jobs()) {
                let job = plan.job(row.job);
                let instance = plan.sets[job.set].instance(job.instance);
                let id: Option<i64> = self
                    .connection
                    .prepare_cached(
                        "SELECT j.id FROM instances i JOIN jobs j ON j.instance = i.id
                         WHERE i.name = ?1 AND i.set_id = ?2 AND j.configuration = ?3 AND j.repetition = ?4",
                    )?
                    .query_row(
                        params![
                            instance.name,
                            ids.sets[job.set],
                            ids.configurations[job.configuration],
                            job.repetition as i64
                        ],
                        |row| row.get(0),
                    )
                    .optional()?;
                found.extend(id.map(|id| (id, row)));
            }
            add(&mut self.connection, found.into_iter(), origin)
        };
        merge().map_err(fault)
    }

    /// Asks for one more attempt at the jobs of the plan whose latest row satisfies an SQL condition over `results`.
    /// Returns how many.
    ///
    /// # Errors
    /// The database's.
    pub fn rerun(&mut self, condition: &str) -> Result<u64, StoreError> {
        self.connection
            .execute(
                &format!(
                    "UPDATE jobs SET attempts = attempts + 1 WHERE id IN (SELECT r.job FROM results r JOIN jobs j \
                     ON j.id = r.job WHERE r.attempt = j.attempts AND ({condition}))"
                ),
                [],
            )
            .map(|count| count as u64)
            .map_err(self.fault())
    }

    /// The verdicts of the plan's jobs, counted.
    ///
    /// # Errors
    /// The database's.
    pub fn tallies(&self) -> Result<Vec<Tally>, StoreError> {
        let query = || -> rusqlite::Result<Vec<Tally>> {
            self.connection
                .prepare_cached(
                    "SELECT s.name, c.name, verdict, stop, jobs, seconds FROM tallies t
                     JOIN sets s ON s.id = t.set_id JOIN configurations c ON c.id = t.configuration
                     WHERE jobs > 0 ORDER BY s.position, c.position, verdict, stop",
                )?
                .query_map([], |row| {
                    Ok(Tally {
                        set: row.get(0)?,
                        configuration: row.get(1)?,
                        verdict: row.get(2)?,
                        stop: row.get(3)?,
                        jobs: row.get::<_, i64>(4)? as u64,
                        seconds: row.get(5)?,
                    })
                })?
                .collect()
        };
        query().map_err(self.fault())
    }

    /// A single number that a query gives.
    ///
    /// # Errors
    /// The database's.
    pub fn number(&self, sql: &str) -> Result<u64, StoreError> {
        self.connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|number| number as u64).map_err(self.fault())
    }

    /// Becomes an owner of claims, and frees those of the dead.
    fn own(&mut self) -> Result<(), StoreError> {
        if self.owner.is_some() {
            return Ok(());
        }
        let fault = self.fault();
        let here = Origin::here();
        let become_owner = |connection: &Connection| -> rusqlite::Result<(i64, i64)> {
            let origin = origin_id(connection, &here)?;
            connection.execute(
                "INSERT INTO owners (machine, process) VALUES (?1, ?2)",
                params![here.machine, std::process::id()],
            )?;
            Ok((connection.last_insert_rowid(), origin))
        };
        // The lock is held before the owner is visible to others: inside one transaction.
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fault)?;
        let (id, origin) = become_owner(&transaction).map_err(&fault)?;
        let lock = lock_path(&self.path, id);
        let in_file = |error| StoreError::File { path: lock.display().to_string(), error };
        let file = OpenOptions::new().create(true).truncate(true).write(true).open(&lock).map_err(in_file)?;
        file.lock().map_err(in_file)?;
        transaction.commit().map_err(&fault)?;
        self.owner = Some(Owner { id, origin, lock, _file: file });
        self.free_dead_claims()
    }

    /// Frees the claims of owners whose lock is no longer held.
    fn free_dead_claims(&mut self) -> Result<(), StoreError> {
        let fault = self.fault();
        let own = self.owner.as_ref().map_or(-1, |owner| owner.id);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(&fault)?;
        let owners: Vec<i64> = transaction
            .prepare_cached("SELECT id FROM owners WHERE id <> ?1")
            .and_then(|mut select| select.query_map([own], |row| row.get(0))?.collect())
            .map_err(&fault)?;
        for owner in owners {
            let lock = lock_path(&self.path, owner);
            let dead = match File::open(&lock) {
                Err(_) => true,
                Ok(file) => match file.try_lock() {
                    Ok(()) => true,
                    Err(TryLockError::WouldBlock) => false,
                    Err(TryLockError::Error(error)) => {
                        return Err(StoreError::File { path: lock.display().to_string(), error });
                    }
                },
            };
            if dead {
                transaction.execute("DELETE FROM claims WHERE owner = ?1", [owner]).map_err(&fault)?;
                transaction.execute("DELETE FROM owners WHERE id = ?1", [owner]).map_err(&fault)?;
                let _ = std::fs::remove_file(&lock);
            }
        }
        transaction.commit().map_err(&fault)
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // What cannot be given back now is given back when the next process sees that the lock is free.
        let _ = self.release();
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

fn lock_path(store: &Path, owner: i64) -> PathBuf {
    let mut name = store.file_name().unwrap_or_default().to_owned();
    name.push(format!("-owner-{owner}"));
    store.with_file_name(name)
}

/// The store's ids of a plan's sets and configurations, by their indices in the plan.
struct PlanIds {
    sets: Vec<i64>,
    configurations: Vec<i64>,
}

fn plan_ids(connection: &Connection, plan: &Plan) -> rusqlite::Result<PlanIds> {
    let sets = plan.sets.iter().map(|set| {
        connection.prepare_cached("SELECT id FROM sets WHERE name = ?1")?.query_row([&set.name], |row| row.get(0))
    });
    let configurations = plan.configurations.iter().map(|configuration| {
        connection
            .prepare_cached("SELECT id FROM configurations WHERE setting = ?1")?
            .query_row([configuration.setting.key()], |row| row.get(0))
    });
    Ok(PlanIds { sets: sets.collect::<Result<_, _>>()?, configurations: configurations.collect::<Result<_, _>>()? })
}

/// The plan's index of each configuration's id.
fn configuration_indices(connection: &Connection, plan: &Plan) -> rusqlite::Result<HashMap<i64, usize>> {
    Ok(plan_ids(connection, plan)?.configurations.into_iter().zip(0..).collect())
}

fn origin_id(connection: &Connection, origin: &Origin) -> rusqlite::Result<i64> {
    let Origin { program, machine, system, processor, cores } = origin;
    let values = params![program, SCHEMA, machine, system, processor, *cores as i64];
    connection.execute(
        "INSERT OR IGNORE INTO origins (program, schema, machine, system, processor, cores) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        values,
    )?;
    connection.query_row(
        "SELECT id FROM origins WHERE (program, schema, machine, system, processor, cores) = (?1, ?2, ?3, ?4, ?5, ?6)",
        values,
        |row| row.get(0),
    )
}

fn adopt(connection: &mut Connection, plan: &Plan) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let latest: Option<(String, String)> = transaction
        .query_row("SELECT fingerprint, toml FROM plans ORDER BY id DESC LIMIT 1", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let fingerprint = plan.fingerprint();
    if latest.as_ref().is_some_and(|(known, toml)| *known == fingerprint && *toml == plan.source) {
        return Ok(());
    }
    // Names and places of sets and configurations may change without touching a row.
    transaction.execute("UPDATE sets SET position = position + 1000000", [])?;
    transaction.execute("UPDATE configurations SET position = position + 1000000", [])?;
    for (position, set) in plan.sets.iter().enumerate() {
        transaction.execute(
            "INSERT INTO sets (name, x, position) VALUES (?1, ?2, ?3)
             ON CONFLICT (name) DO UPDATE SET x = excluded.x, position = excluded.position",
            params![set.name, set.x, position as i64],
        )?;
    }
    for (position, configuration) in plan.configurations.iter().enumerate() {
        transaction.execute(
            "INSERT INTO configurations (setting, name, position) VALUES (?1, ?2, ?3)
             ON CONFLICT (setting) DO UPDATE SET name = excluded.name, position = excluded.position",
            params![configuration.setting.key(), configuration.name, position as i64],
        )?;
    }
    if latest.is_none_or(|(known, _)| known != fingerprint) {
        adopt_jobs(&transaction, plan)?;
    }
    transaction.execute(
        "INSERT INTO plans (fingerprint, toml, program) VALUES (?1, ?2, ?3)",
        params![fingerprint, plan.source, env!("CARGO_PKG_VERSION")],
    )?;
    transaction.commit()
}

fn adopt_jobs(transaction: &Connection, plan: &Plan) -> rusqlite::Result<()> {
    let ids = plan_ids(transaction, plan)?;
    transaction.execute("UPDATE jobs SET planned = 0", [])?;
    let mut add_instance = transaction.prepare("INSERT OR IGNORE INTO instances (set_id, name) VALUES (?1, ?2)")?;
    let mut find_instance = transaction.prepare("SELECT id FROM instances WHERE name = ?2 AND set_id = ?1")?;
    let mut add_job = transaction.prepare(
        "INSERT INTO jobs (configuration, instance, set_id, repetition, seed) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (instance, configuration, repetition) DO UPDATE SET planned = 1",
    )?;
    for (set_index, set) in plan.sets.iter().enumerate() {
        let set_id = ids.sets[set_index];
        for index in 0..set.len() {
            let name = set.instance(index).name;
            let instance = match add_instance.execute(params![set_id, name])? {
                1 => transaction.last_insert_rowid(),
                _ => find_instance.query_row(params![set_id, name], |row| row.get(0))?,
            };
            for &configuration in &set.configurations {
                for repetition in 0..plan.configurations[configuration].repetitions {
                    let seed = plan.seed.wrapping_add(repetition) as i64;
                    add_job.execute(params![
                        ids.configurations[configuration],
                        instance,
                        set_id,
                        repetition as i64,
                        seed
                    ])?;
                }
            }
        }
    }
    // The counts of the jobs that came and went; nothing to do in a new store.
    transaction.execute("DELETE FROM tallies", [])?;
    transaction.execute(
        "INSERT INTO tallies
         SELECT j.configuration, j.set_id, r.verdict, coalesce(r.stop, ''), count(*), sum(r.seconds)
         FROM runs r JOIN jobs j ON j.id = r.job
         WHERE j.planned AND NOT EXISTS (SELECT 1 FROM runs later
             WHERE later.attempt > 1 AND later.job = r.job AND later.attempt > r.attempt)
         GROUP BY 1, 2, 3, 4",
        [],
    )?;
    Ok(())
}

fn add<'a>(
    connection: &mut Connection,
    rows: impl Iterator<Item = (i64, &'a Row)>,
    origin: i64,
) -> rusqlite::Result<u64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut added = 0;
    {
        let mut insert = transaction.prepare_cached(
            "INSERT OR IGNORE INTO runs (job, attempt, origin, finished, verdict, stop, length, optimal, seconds,
                 expanded, generated, duplicates, reopened, dead_ends, peak_open, peak_closed, peak_bytes, lower_bound,
                 seed, algorithm, heuristic, error, details, plan)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21,
                 ?22, ?23, ?24)",
        )?;
        let mut board = transaction
            .prepare_cached("INSERT OR IGNORE INTO boards SELECT instance, ?2, ?3, ?4 FROM jobs WHERE id = ?1")?;
        let mut unclaim = transaction.prepare_cached("DELETE FROM claims WHERE job = ?1")?;
        for (job, row) in rows {
            let count = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
            added += insert.execute(params![
                job,
                count(row.attempt),
                origin,
                count(row.finished),
                row.verdict,
                row.stop,
                row.length.map(count),
                row.optimal,
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
                row.seed as i64,
                row.algorithm,
                row.heuristic,
                row.error,
                row.details,
                row.plan,
            ])? as u64;
            if !row.board.is_empty() {
                board.execute(params![job, row.game, row.rules, row.board])?;
            }
            unclaim.execute([job])?;
        }
    }
    transaction.commit()?;
    Ok(added)
}

/// `median(x)` and `percentile(x, p)` as SQLite's own percentile extension defines them.
fn add_functions(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_aggregate_function("median", 1, flags, Percentile)?;
    connection.create_aggregate_function("percentile", 2, flags, Percentile)
}

struct Percentile;

/// The share asked for and the values seen.
type Values = (f64, Vec<f64>);

impl Aggregate<Values, Option<f64>> for Percentile {
    fn init(&self, _: &mut Context<'_>) -> rusqlite::Result<Values> {
        Ok((0.5, Vec::new()))
    }

    fn step(&self, context: &mut Context<'_>, values: &mut Values) -> rusqlite::Result<()> {
        if context.len() > 1 {
            values.0 = context.get::<f64>(1)? / 100.0;
        }
        values.1.extend(context.get::<Option<f64>>(0)?);
        Ok(())
    }

    fn finalize(&self, _: &mut Context<'_>, values: Option<Values>) -> rusqlite::Result<Option<f64>> {
        Ok(values.and_then(|(share, mut values)| {
            values.sort_unstable_by(f64::total_cmp);
            statistics::quantile(&values, share)
        }))
    }
}
