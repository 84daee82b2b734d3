//! The study's sets, configurations, instances and jobs in the store.

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use super::columns::TALLIED;
use super::seals;
use crate::seed;
use crate::setting::SOLVERS;
use crate::spec::Spec;

/// The store's ids of a study's sets and configurations, by their indices in the study.
pub(super) struct Ids {
    pub sets: Vec<i64>,
    pub configurations: Vec<i64>,
}

impl Ids {
    pub fn of(connection: &Connection, spec: &Spec) -> rusqlite::Result<Ids> {
        let id = |sql: &str, name: &str| {
            connection.prepare_cached(sql)?.query_row([name], |row| row.get(0))
        };
        let sets = spec.sets.iter().map(|set| id("SELECT id FROM sets WHERE name = ?1", &set.name));
        let configurations = spec.configurations.iter().map(|configuration| {
            id("SELECT id FROM configurations WHERE setting = ?1", &configuration.setting.key())
        });
        Ok(Ids {
            sets: sets.collect::<Result<_, _>>()?,
            configurations: configurations.collect::<Result<_, _>>()?,
        })
    }
}

/// The store's current study.
#[derive(PartialEq)]
struct Present {
    fingerprint: String,
    toml: String,
    expected: String,
}

impl Present {
    fn of(spec: &Spec) -> Present {
        let (toml, expected) = (spec.source.clone(), spec.expectations());
        Present { fingerprint: spec.fingerprint(), toml, expected }
    }
}

fn present(connection: &Connection) -> rusqlite::Result<Option<Present>> {
    let sql = "SELECT fingerprint, toml, expected FROM specs ORDER BY id DESC LIMIT 1";
    let convert = |row: &rusqlite::Row<'_>| {
        Ok(Present { fingerprint: row.get(0)?, toml: row.get(1)?, expected: row.get(2)? })
    };
    connection.query_row(sql, [], convert).optional()
}

pub(super) fn is_of(connection: &Connection, spec: &Spec) -> rusqlite::Result<bool> {
    Ok(present(connection)? == Some(Present::of(spec)))
}

pub(super) fn adopt(connection: &mut Connection, spec: &Spec) -> rusqlite::Result<()> {
    if is_of(connection, spec)? {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let wanted = Present::of(spec);
    let known = present(&transaction)?;
    // Names and positions of sets and configurations may change without any change to rows.
    transaction.execute("UPDATE sets SET position = position + 1000000", [])?;
    transaction.execute("UPDATE configurations SET position = position + 1000000", [])?;
    for (position, set) in spec.sets.iter().enumerate() {
        transaction.execute(
            "INSERT INTO sets (name, x, position) VALUES (?1, ?2, ?3)
             ON CONFLICT (name) DO UPDATE SET x = excluded.x, position = excluded.position",
            params![set.name, set.x, position as i64],
        )?;
    }
    for (position, configuration) in spec.configurations.iter().enumerate() {
        transaction.execute(
            "INSERT INTO configurations (setting, name, position) VALUES (?1, ?2, ?3)
             ON CONFLICT (setting) DO UPDATE SET name = excluded.name, position = \
             excluded.position",
            params![configuration.setting.key(), configuration.name, position as i64],
        )?;
    }
    let kept = known.filter(|known| known.fingerprint == wanted.fingerprint);
    let ids = Ids::of(&transaction, spec)?;
    if kept.is_none() {
        lay_out(&transaction, spec, &ids)?;
    }
    if kept.is_none_or(|known| known.expected != wanted.expected) {
        expect(&transaction, spec, &ids)?;
        // Updates the counts of added and removed jobs; nothing to do in a new store.
        transaction.execute("DELETE FROM tallies", [])?;
        transaction.execute(&format!("INSERT INTO tallies {TALLIED}"), [])?;
    }
    transaction.execute(
        "INSERT INTO specs (fingerprint, toml, program, expected) VALUES (?1, ?2, ?3, ?4)",
        params![wanted.fingerprint, wanted.toml, env!("CARGO_PKG_VERSION"), wanted.expected],
    )?;
    seals::seal(&transaction)?;
    transaction.commit()
}

/// Adds new jobs, and marks those that are not in the study.
fn lay_out(transaction: &Connection, spec: &Spec, ids: &Ids) -> rusqlite::Result<()> {
    transaction.execute("UPDATE jobs SET planned = 0 WHERE planned", [])?;
    let mut add_instance = transaction.prepare(
        "INSERT INTO instances (set_id, key, name, game, board) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (key, set_id) DO UPDATE SET name = excluded.name RETURNING id",
    )?;
    let mut add_job = transaction.prepare(
        "INSERT INTO jobs (configuration, instance, set_id, repetition, seed, solvers, turn) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (instance, configuration, seed, solvers)
         DO UPDATE SET planned = 1, repetition = excluded.repetition, turn = excluded.turn",
    )?;
    let mut laid_out = 0;
    for (set_index, set) in spec.sets.iter().enumerate() {
        let set_id = ids.sets[set_index];
        for index in 0..set.len() {
            let instance = set.instance(index);
            let (game, board) = instance.board.unzip();
            let values = params![set_id, set.key(index), instance.name, game, board];
            let instance: i64 = add_instance.query_row(values, |row| row.get(0))?;
            let mut turns = turns(spec, set_index, index).into_iter();
            for &configuration in &set.configurations {
                for repetition in 0..spec.configurations[configuration].repetitions {
                    let seed = seed::to_number(spec.seed_for(configuration, repetition));
                    let configuration = ids.configurations[configuration];
                    add_job.execute(params![
                        configuration,
                        instance,
                        set_id,
                        repetition as i64,
                        seed,
                        SOLVERS,
                        turns.next().map(|turn| laid_out + turn),
                    ])?;
                }
            }
            laid_out += spec.jobs_of_instance(set_index) as i64;
        }
    }
    Ok(())
}

/// Replaces the expected verdicts with those of a study.
fn expect(connection: &Connection, spec: &Spec, ids: &Ids) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM expectations", [])?;
    let mut add = connection.prepare(
        "INSERT INTO expectations (id, verdict) \
         SELECT id, ?3 FROM instances WHERE key = ?1 AND set_id = ?2",
    )?;
    for (set, id) in spec.sets.iter().zip(&ids.sets) {
        for (index, verdict) in set.expectations() {
            add.execute(params![set.key(index), id, verdict])?;
        }
    }
    Ok(())
}

/// For each job on an instance, in file order, its turn in running order, from 1.
fn turns(spec: &Spec, set: usize, instance: u64) -> Vec<i64> {
    let mut turns = vec![0; spec.jobs_of_instance(set) as usize];
    for (turn, job) in (1..).zip(spec.order(set).on(instance)) {
        turns[job as usize] = turn;
    }
    turns
}
