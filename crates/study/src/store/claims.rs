//! Claims: which process works on which job. A dead process is recognised by its free lock.

use std::collections::HashMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use patience_catalogue::Reference;
use rusqlite::{Connection, TransactionBehavior, params};

use super::error::StoreError;
use super::layout::Ids;
use super::owner::{Owner, lock_path};
use super::{Store, rows};
use crate::job::Assignment;
use crate::provenance::Origin;
use crate::seed;
use crate::spec::Spec;

impl Store {
    /// Claims up to `most` jobs of a study without a row and without a claim of a live process, in
    /// running order.
    ///
    /// # Errors
    /// The database's, or the owner file cannot be made.
    pub fn claim(&mut self, spec: &Spec, most: usize) -> Result<Vec<Assignment>, StoreError> {
        let owner = self.own()?.id;
        let fault = self.fault();
        let mut claimed = self.claim_from(spec, most, owner).map_err(&fault)?;
        if claimed.is_empty() {
            // Jobs claimed by dead processes are before the cursor.
            self.free_dead_claims()?;
            self.cursor = 0;
            claimed = self.claim_from(spec, most, owner).map_err(&fault)?;
        }
        Ok(claimed)
    }

    fn claim_from(
        &mut self,
        spec: &Spec,
        most: usize,
        owner: i64,
    ) -> rusqlite::Result<Vec<Assignment>> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let (mut claimed, mut cursor) = (Vec::new(), self.cursor);
        {
            // Another process may have added the jobs of an edited study: jobs with settings that
            // this process does not know are left to others.
            let ids = Ids::of(&transaction, spec)?.configurations;
            let known = ids.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
            let configurations: HashMap<i64, usize> = ids.into_iter().zip(0..).collect();
            let mut select = transaction.prepare_cached(&format!(
                "SELECT j.id, j.turn, j.attempts, j.configuration, j.seed, i.name, i.game, i.board
                 FROM jobs j INDEXED BY turns JOIN instances i ON i.id = j.instance
                 WHERE j.turn > ?1 AND j.planned AND j.configuration IN ({known})
                   AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.job = j.id \
                   AND r.attempt >= j.attempts)
                   AND NOT EXISTS (SELECT 1 FROM claims c WHERE c.job = j.id)
                 ORDER BY j.turn LIMIT ?2"
            ))?;
            let mut insert = transaction.prepare_cached("INSERT INTO claims VALUES (?1, ?2)")?;
            let mut rows = select.query(params![cursor, most as i64])?;
            while let Some(row) = rows.next()? {
                let job: i64 = row.get("id")?;
                insert.execute(params![job, owner])?;
                cursor = row.get("turn")?;
                let board: (Option<String>, Option<String>) = (row.get("game")?, row.get("board")?);
                claimed.push(Assignment {
                    job: job as u64,
                    attempt: row.get::<_, i64>("attempts")? as u64,
                    instance: Reference { name: row.get("name")?, board: board.0.zip(board.1) },
                    configuration: configurations[&row.get("configuration")?],
                    seed: seed::of_number(row.get("seed")?),
                });
            }
        }
        transaction.commit()?;
        self.cursor = cursor;
        Ok(claimed)
    }

    /// Number of jobs of the study claimed by other processes.
    ///
    /// # Errors
    /// The database fails.
    pub fn claimed_elsewhere(&self) -> Result<u64, StoreError> {
        let own = self.owner.as_ref().map_or(-1, |owner| owner.id);
        self.number(&format!("SELECT count(*) FROM claims WHERE owner <> {own}"))
    }

    /// Releases the unfinished claims of this process.
    ///
    /// # Errors
    /// The database fails.
    pub fn release(&mut self) -> Result<(), StoreError> {
        let fault = self.fault();
        if let Some(owner) = self.owner.take() {
            self.connection
                .execute("DELETE FROM claims WHERE owner = ?1", [owner.id])
                .map_err(&fault)?;
            self.connection
                .execute("DELETE FROM owners WHERE id = ?1", [owner.id])
                .map_err(&fault)?;
        }
        self.cursor = 0;
        Ok(())
    }

    /// Registers this process as an owner of claims, and frees those of dead processes.
    pub(super) fn own(&mut self) -> Result<&Owner, StoreError> {
        if self.owner.is_none() {
            self.owner = Some(self.become_owner()?);
            self.free_dead_claims()?;
        }
        Ok(self.owner.as_ref().expect("just made"))
    }

    fn become_owner(&mut self) -> Result<Owner, StoreError> {
        let fault = self.fault();
        let here = Origin::here();
        let insert = |connection: &Connection| -> rusqlite::Result<(i64, i64)> {
            let origin = rows::origin(connection, &here)?;
            connection.execute(
                "INSERT INTO owners (machine, process) VALUES (?1, ?2)",
                params![here.machine, std::process::id()],
            )?;
            Ok((connection.last_insert_rowid(), origin))
        };
        // The lock is held before the owner is visible to others: inside one transaction.
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&fault)?;
        let (id, origin) = insert(&transaction).map_err(&fault)?;
        let lock = lock_path(&self.path, id);
        let in_file = |error| StoreError::File { path: lock.display().to_string(), error };
        let file = OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .open(&lock)
            .map_err(in_file)?;
        file.lock().map_err(in_file)?;
        transaction.commit().map_err(&fault)?;
        Ok(Owner { id, origin, lock, _file: file })
    }

    /// Frees the claims of owners whose lock is no longer held.
    fn free_dead_claims(&mut self) -> Result<(), StoreError> {
        let fault = self.fault();
        let own = self.owner.as_ref().map_or(-1, |owner| owner.id);
        let transaction = self
            .connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(&fault)?;
        let owners: Vec<i64> = transaction
            .prepare_cached("SELECT id FROM owners WHERE id <> ?1")
            .and_then(|mut select| select.query_map([own], |row| row.get(0))?.collect())
            .map_err(&fault)?;
        for owner in owners {
            let lock = lock_path(&self.path, owner);
            if is_free(&lock)? {
                transaction
                    .execute("DELETE FROM claims WHERE owner = ?1", [owner])
                    .map_err(&fault)?;
                transaction.execute("DELETE FROM owners WHERE id = ?1", [owner]).map_err(&fault)?;
                let _ = std::fs::remove_file(&lock);
            }
        }
        transaction.commit().map_err(&fault)
    }
}

/// Whether a lock is free.
fn is_free(lock: &Path) -> Result<bool, StoreError> {
    let Ok(file) = File::open(lock) else { return Ok(true) };
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => {
            Err(StoreError::File { path: lock.display().to_string(), error })
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        // A claim that cannot be released now is freed when another process finds the lock free.
        let _ = self.release();
    }
}
