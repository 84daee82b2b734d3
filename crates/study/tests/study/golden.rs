//! Old files stay readable forever: a store and a shard of an earlier program, and the text that
//! identifies their study. If one of these tests fails, finished studies become unreadable: change
//! the program rather than the files. The files are made by `cargo test -p patience-study --test
//! study -- --ignored write`, for a new version of the format.

use std::path::PathBuf;

use patience_study::provenance::{Build, Origin};
use patience_study::shard;
use patience_study::spec::Spec;
use patience_study::store::Store;

use super::row;

const STUDY: &str = r#"title = "Golden"
question = "Is what was written still read?"
seed = 7
[limits]
time = "10s"
expansions = 5_000
[[instances]]
set = "{columns} columns"
x = "{columns}"
each = { columns = [4, 5] }
names = ["gaps:random/4x{columns}/1..3"]
[[instances]]
set = "own"
game = "cohesion"
file = "boards.txt"
[[configurations]]
name = "weighted"
algorithm = "wastar"
weight = 1.50
heuristic = "blind"
on = ["own"]
[[configurations]]
algorithm = "conclusive"
options = { strategy = "sweep" }
memory = "64MiB"
depth = 90
on = ["4*", "5*"]
[[configurations]]
algorithm = "mcts"
repetitions = 2
threads = 2
"#;

fn golden(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden")).join(name)
}

fn study() -> Spec {
    super::read(STUDY, &golden(""))
}

fn origin() -> Origin {
    let [program, machine, system, processor] =
        ["0.1.0", "golden", "linux x86_64", "some"].map(str::to_owned);
    let build = Build { revision: "0a1b2c3".to_owned(), dirty: Some(false), ..Build::default() };
    Origin { program, build, machine, system, processor, cores: 2, memory: 1 << 30 }
}

#[test]
fn the_identity_is_that_of_the_first_version() {
    let spec = study();
    let known = std::fs::read_to_string(golden("identity.txt")).unwrap();
    let (fingerprint, identity) = known.trim_end().split_once('\n').unwrap();
    assert_eq!(spec.identity(), identity);
    assert_eq!(spec.fingerprint(), fingerprint);
    assert_eq!(fingerprint, check(identity));
    // Settings that affect only the display do not change it.
    let renamed =
        STUDY.replace("Golden", "Silver").replace("name = \"weighted\"", "name = \"heavy\"");
    assert_eq!(super::read(&renamed, &golden("")).fingerprint(), fingerprint);
}

#[test]
fn the_golden_store_is_read() {
    // A copy, because reading may create files next to it.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    std::fs::copy(golden("store.sqlite"), &path).unwrap();
    let store = Store::read(&path, None).unwrap();
    store.verify().unwrap();
    let spec = study();
    assert!(store.is_of(&spec).unwrap());
    assert_eq!(store.tallies().unwrap().iter().map(|tally| tally.jobs).sum::<u64>(), spec.jobs());
    drop(store);
    let mut store = Store::open(&path).unwrap();
    store.verify().unwrap();
    assert!(store.claim(&spec, 100).unwrap().is_empty(), "every job has its row");
    assert_eq!(store.unplanned().unwrap(), 0);
}

#[test]
fn a_store_of_another_version_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    for version in [1, 2, 3, 4, 5, 6, 7, 9] {
        std::fs::copy(golden("store.sqlite"), &path).unwrap();
        let other = rusqlite::Connection::open(&path).unwrap();
        other.pragma_update(None, "user_version", version).unwrap();
        drop(other);
        for opened in [Store::read(&path, None), Store::open(&path)] {
            let error = opened.map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(&format!("schema {version}, expected 8")), "{error}");
        }
    }
}

#[test]
fn the_golden_shard_is_merged() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(golden("chunk-1-of-4.jsonl"), folder.path().join("chunk-1-of-4.jsonl")).unwrap();
    let spec = study();
    let mut store = Store::create(&folder.path().join("store.sqlite")).unwrap();
    let merged = shard::merge(&spec, &mut store, folder.path()).unwrap();
    let jobs = shard::Chunk { index: 1, of: 4 }.jobs(&spec).count() as u64;
    assert_eq!((merged.added, merged.damage.len(), merged.foreign.len()), (jobs, 0, 0));
    assert_eq!(
        {
            let done = shard::Done::of(&spec, folder.path(), None, false).unwrap();
            shard::open_chunks(&spec, 4, &done)
        },
        [0, 2, 3]
    );
    assert_eq!(
        store
            .number("SELECT count(*) FROM results WHERE machine = 'golden' AND plan = 'golden'")
            .unwrap(),
        jobs
    );
}

/// A second implementation of FNV-1a.
fn check(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    format!("{:016x}", text.bytes().fold(14_695_981_039_346_656_037, step))
}

#[test]
#[ignore = "writes the golden files"]
fn write() {
    let spec = study();
    std::fs::write(
        golden("identity.txt"),
        format!("{}\n{}\n", spec.fingerprint(), spec.identity()),
    )
    .unwrap();
    let path = golden("store.sqlite");
    let _ = std::fs::remove_file(&path);
    let mut store = Store::create(&path).unwrap();
    store.adopt(&spec).unwrap();
    let rows = |jobs: Vec<u64>| -> Vec<_> {
        let assignment = |number: u64| {
            let job = spec.job(number);
            let instance = spec.sets[job.set].instance(job.instance);
            let (configuration, seed) = (job.configuration, job.seed);
            let assignment = patience_study::job::Assignment {
                job: number,
                attempt: 1,
                instance,
                configuration,
                seed,
            };
            patience_study::job::Row { plan: Some("golden".to_owned()), ..row(&assignment) }
        };
        jobs.into_iter().map(assignment).collect()
    };
    store.merge(&spec, &origin(), &rows((0..spec.jobs()).collect())).unwrap();
    store
        .connection()
        .execute_batch("PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM;")
        .unwrap();
    drop(store);
    let line = |name: &str, body: String| {
        format!("{{\"check\":\"{}\",\"{name}\":{body}}}\n", check(&body))
    };
    let origin = serde_json::to_string(&origin()).unwrap();
    let names: Vec<&str> = spec.sets.iter().map(|set| set.name.as_str()).collect();
    let settings: Vec<String> = spec.settings().iter().map(|setting| setting.key()).collect();
    let header = format!(
        "{{\"patience_shard\":4,\"solvers\":{},\"sets\":{},\"settings\":{},\"origin\":{origin}}}",
        patience_study::setting::SOLVERS,
        serde_json::to_string(&names).unwrap(),
        serde_json::to_string(&settings).unwrap(),
    );
    let mut text = line("header", header);
    for row in rows(shard::Chunk { index: 1, of: 4 }.jobs(&spec).collect()) {
        let job = spec.job(row.job);
        let placed = serde_json::json!({
            "set": job.set, "instance": spec.sets[job.set].key(job.instance),
            "setting": job.configuration, "row": row,
        });
        text += &line("row", placed.to_string());
    }
    std::fs::write(golden("chunk-1-of-4.jsonl"), text).unwrap();
}
