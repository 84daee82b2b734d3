//! Damaged stores cause an error that names the file, never another answer.

use std::path::Path;

use patience_core::Random;
use patience_study::job::Row;
use patience_study::store::{Store, StoreError};

use super::{STUDY, Study, row};

/// All data read from a store, or the error.
fn answers(path: &Path) -> Result<(String, Vec<String>), String> {
    let words = |error: StoreError| error.to_string();
    let store = Store::read(path, None).map_err(words)?;
    let tallies = format!("{:?}", store.tallies().map_err(words)?);
    store.verify().map_err(words)?;
    let mut rows = store
        .connection()
        .prepare("SELECT * FROM runs ORDER BY id")
        .map_err(|error| error.to_string())?;
    let columns = rows.column_count();
    let rows = rows
        .query_map([], |row| {
            (0..columns).map(|column| Ok(format!("{:?}", row.get_ref(column)?))).collect()
        })
        .and_then(|rows| rows.map(|row: rusqlite::Result<String>| row).collect());
    Ok((tallies, rows.map_err(|error| error.to_string())?))
}

fn finished() -> Study {
    let study = Study::new(&STUDY.replace("1..5", "1..60"));
    let mut store = study.store();
    study.run(&mut store);
    drop(store);
    study
}

#[test]
fn a_damaged_store_never_gives_other_rows() {
    let study = finished();
    let path = study.path();
    let whole = std::fs::read(&path).unwrap();
    let truth = answers(&path).unwrap();
    assert_eq!(truth.1.len(), 180);
    let mut random = Random::new(3);
    let mut refused = 0;
    for round in 0..400 {
        let mut bytes = whole.clone();
        let at = random.index(bytes.len());
        let what = match round % 4 {
            0 => {
                bytes[at] ^= 1 << random.below(8);
                format!("byte {at} flipped")
            }
            1 => {
                let end = (at + 512).min(bytes.len());
                bytes[at..end].fill(0);
                format!("bytes {at}..{end} zeroed")
            }
            2 => {
                bytes.truncate(at);
                format!("cut to {at} bytes")
            }
            _ => {
                let page = at / 4096 * 4096;
                let other = random.index(bytes.len() / 4096) * 4096;
                bytes.copy_within(other..other + 4096, page);
                format!("page at {other} copied to {page}")
            }
        };
        std::fs::write(&path, &bytes).unwrap();
        match answers(&path) {
            Ok(found) => assert_eq!(found.1, truth.1, "{what}"),
            Err(words) => {
                refused += 1;
                assert!(
                    words.contains("store.sqlite") || words.contains("malformed"),
                    "{what}: {words}"
                );
            }
        }
    }
    assert!(refused > 200, "only {refused} of 400 damaged files were noticed");
}

#[test]
fn what_is_no_store_is_not_taken_for_an_empty_one() {
    let study = finished();
    let path = study.path();
    let whole = std::fs::read(&path).unwrap();
    let other = rusqlite::Connection::open(study.folder.path().join("other.sqlite")).unwrap();
    other.execute_batch("CREATE TABLE t (x); PRAGMA user_version = 2;").unwrap();
    drop(other);
    let foreign = std::fs::read(study.folder.path().join("other.sqlite")).unwrap();
    let cases: [(&str, &[u8], &str); 6] = [
        ("empty", b"", "it is empty"),
        (
            "text",
            b"not a store, whatever its name is, and long enough for the header of SQLite: 100 \
              bytes or more needed",
            "not a database",
        ),
        ("cut after the header", &whole[..200], "damaged"),
        ("cut in half", &whole[..whole.len() / 8192 * 4096], "damaged"),
        ("zeros", &[0; 8192], "damaged"),
        ("another program's", &foreign, "not one of Patience"),
    ];
    for (what, bytes, expected) in cases {
        std::fs::write(&path, bytes).unwrap();
        for opened in [Store::read(&path, None), Store::open(&path), Store::create(&path)] {
            let said = opened.and_then(|store| store.tallies()).map(|_| ()).unwrap_err();
            assert!(matches!(said, StoreError::Damaged { .. }), "{what}: {said}");
            assert!(
                said.to_string().contains(expected) && said.to_string().contains("store.sqlite"),
                "{what}: {said}"
            );
        }
        assert!(std::fs::read(&path).unwrap() == bytes, "{what}: it is left as it was");
    }
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(Store::read(&path, None), Err(StoreError::Missing(_))));
}

/// Names and boards are covered as well as rows: a change to any column of the other tables, made
/// outside the program, is detected by every reader of the store, for tables or for the page.
#[test]
fn what_rows_stand_under_is_verified_too() {
    let study = Study::new(STUDY);
    let mut store = study.store();
    let rows = store.claim(&study.spec, 1000).unwrap();
    let [game, rules, board] = ["gaps", "standard", "AS -- 2S / 3S"].map(str::to_owned);
    let with_board = |assignment| Row {
        game: game.clone(),
        rules: rules.clone(),
        board: board.clone(),
        ..row(assignment)
    };
    store.add(&rows.iter().map(with_board).collect::<Vec<_>>()).unwrap();
    store.verify().unwrap();
    drop(store);
    let path = study.path();
    let whole = std::fs::read(&path).unwrap();
    let changes = [
        ("specs", "toml = replace(toml, 'bfs', 'dfs')"),
        ("specs", "fingerprint = 'f' || fingerprint"),
        ("sets", "name = name || ' '"),
        ("sets", "x = 3"),
        ("configurations", "setting = replace(setting, '300', '301')"),
        ("configurations", "name = name || '2'"),
        ("instances", "name = replace(name, '4x4', '4x5')"),
        ("instances", "key = replace(key, '4x4', '4x5')"),
        ("jobs", "seed = seed + 1000"),
        ("jobs", "planned = 1 - planned"),
        ("jobs", "repetition = 1 - repetition"),
        ("boards", "board = replace(board, '2', '3')"),
        ("boards", "rules = 'paper'"),
        ("origins", "machine = 'another'"),
        ("origins", "cores = cores + 1"),
        ("tallies", "jobs = jobs + 1"),
        ("tallies", "verdict = 'unsolvable'"),
        ("tallies", "seconds = seconds + 1"),
    ];
    for (table, change) in changes {
        std::fs::write(&path, &whole).unwrap();
        let other = rusqlite::Connection::open(&path).unwrap();
        assert!(
            other.execute(&format!("UPDATE {table} SET {change}"), []).unwrap() > 0,
            "{table}: {change}"
        );
        drop(other);
        let said = Store::read(&path, None).and_then(|store| store.verify()).unwrap_err();
        assert!(matches!(said, StoreError::Damaged { .. }), "{table} {change}: {said}");
        assert!(
            said.to_string().contains(table) && said.to_string().contains("store.sqlite"),
            "{table} {change}: {said}"
        );
    }
}

/// Rows keep their origin and their number.
#[test]
fn rows_cannot_be_given_to_others() {
    for change in [
        "UPDATE origins SET id = id + 1",
        "UPDATE origins SET machine = 'another'",
        "DELETE FROM runs WHERE id = 1",
        "UPDATE runs SET verdict = 'unsolvable' WHERE id = 1",
    ] {
        let study = finished();
        let connection = rusqlite::Connection::open(study.path()).unwrap();
        let triggers: Vec<String> = connection
            .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'")
            .unwrap()
            .query_map([], |row| row.get(0))
            .and_then(Iterator::collect)
            .unwrap();
        for name in triggers {
            connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
        }
        connection.execute_batch(&format!("PRAGMA foreign_keys = 0; {change}")).unwrap();
        assert!(connection.changes() > 0, "{change}");
        drop(connection);
        assert!(answers(&study.path()).is_err(), "{change}");
    }
}
