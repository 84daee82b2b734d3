//! Measurements in rows, and the provenance of program and machine.

use patience_catalogue::Reference;
use patience_study::job::{Assignment, Row};
use patience_study::setting::{COUNTS, DEFAULT_MEMORY, SOLVERS, Setting};
use patience_study::solving::solve;
use patience_study::{export, report};

use super::{Study, row};

fn assignment(name: &str) -> Assignment {
    let instance = Reference::named(name);
    Assignment { job: 1, attempt: 1, instance, configuration: 0, seed: None }
}

#[test]
fn processor_time_is_measured_and_limited() {
    let hard = assignment("gaps:random/4x7/1");
    let setting = |cpu_time| Setting {
        algorithm: Some("bfs".to_owned()),
        threads: 1,
        memory: DEFAULT_MEMORY,
        expansions: Some(20_000),
        cpu_time,
        ..Setting::default()
    };
    let free = solve(&hard, &[setting(None)]);
    assert_eq!((free.verdict.as_str(), free.stop.as_deref()), ("unknown", Some("expansions")));
    let used = free.cpu_seconds.expect("this system measures processor time");
    // A thread cannot use more processor time than elapsed time; clocks differ in resolution.
    assert!(used > 0.0 && used <= 1.01 * free.seconds + 0.02, "{used} of {}", free.seconds);
    assert!(0 < free.started && free.started <= free.finished);
    let short = solve(&hard, &[setting(Some(1e-6))]);
    assert_eq!((short.verdict.as_str(), short.stop.as_deref()), ("unknown", Some("cpu-time")));
    assert!(short.expanded < free.expanded, "{short:?}");
}

const LIMITED: &str = r#"title = "Limited"
[limits]
time = "2s"
cpu_time = "1500ms"
memory = "64MiB"
threads = 2
[[instances]]
set = "small"
names = ["gaps:random/4x4/1..3"]
[[configurations]]
name = "mine"
algorithm = "wastar"
weight = 3
expansions = 5_000
depth = 90
repetitions = 2
"#;

/// A study with a row for each job.
fn filled() -> (Study, patience_study::store::Store) {
    let study = Study::new(LIMITED);
    let mut store = study.store();
    let claimed = store.claim(&study.spec, 100).unwrap();
    let rows = claimed.iter().map(|assignment| Row {
        started: 1_700_000_000_000,
        finished: 1_700_000_060_000,
        cpu_seconds: Some(0.5),
        cores: Some("0,1".to_owned()),
        watch: Some("process".to_owned()),
        ..row(assignment)
    });
    store.add(&rows.collect::<Vec<_>>()).unwrap();
    store.verify().unwrap();
    (study, store)
}

#[test]
fn reports_say_what_was_run_by_whom_and_where() {
    let (study, store) = filled();
    report::write(&study.spec, &store, study.folder.path()).unwrap();
    let text = std::fs::read_to_string(study.folder.path().join("report.md")).unwrap();
    let setting =
        "| mine | wastar | weight=3 | 2.00 s | 1.50 s | 5,000 | 64.0 MiB | 90 |  | 2 | 2 |";
    assert!(text.contains(setting), "{text}");
    let machine = "| process | 2023-11-14 22:13:20 | 2023-11-14 22:14:20 |";
    assert!(text.contains(machine), "{text}");
    assert!(text.contains(&format!("Solvers of version {SOLVERS}")), "{text}");
    assert!(text.contains(&format!("`{COUNTS:016x}`")), "{text}");
    assert!(text.contains("| processor time of all jobs | 3.00 s |"), "{text}");
    let without = format!("{LIMITED}[report]\nwithout = [\"configurations\", \"provenance\"]\n");
    let without = super::read(&without, study.folder.path());
    report::write(&without, &store, study.folder.path()).unwrap();
    let text = std::fs::read_to_string(study.folder.path().join("report.md")).unwrap();
    assert!(!text.contains("weight=3") && !text.contains("Provenance"), "{text}");
}

#[test]
fn exports_say_where_rows_come_from() {
    let (study, store) = filled();
    let said = export::provenance(&store).unwrap();
    assert_eq!(said["study"]["toml"], LIMITED);
    assert_eq!(said["study"]["fingerprint"], study.spec.fingerprint());
    assert_eq!(said["configurations"][0]["setting"]["cpu_time"], 1.5);
    let origin = &said["origins"][0];
    assert_eq!(
        (&origin["rows"], &origin["first_started"]),
        (&6.into(), &1_700_000_000_000_u64.into())
    );
    assert!(
        ["program", "revision", "compiler", "features", "processor", "memory", "system"]
            .iter()
            .all(|name| !origin[name].is_null())
    );
    let mut lines = Vec::new();
    export::write(&store, export::ROWS, export::Format::JsonLines, &mut lines).unwrap();
    let row: serde_json::Value =
        serde_json::Deserializer::from_slice(&lines).into_iter().next().unwrap().unwrap();
    assert_eq!(row["setting"]["parameters"]["weight"], 3.0);
    assert_eq!((&row["cpu_seconds"], &row["cores"]), (&0.5.into(), &"0,1".into()));
    assert_eq!(row["solvers"], SOLVERS);
}

#[test]
fn a_row_that_cannot_be_is_refused_wherever_it_is_read() {
    let study = Study::new(LIMITED);
    let folder = study.folder.path().join("shards");
    std::fs::create_dir(&folder).unwrap();
    let mut bad = row(&assignment("gaps:random/4x4/1"));
    bad.watch = Some("none-of-them".to_owned());
    let line = |name: &str, body: String| {
        format!(
            "{{\"check\":\"{:016x}\",\"{name}\":{body}}}\n",
            patience_core::fnv1a(body.as_bytes())
        )
    };
    let origin = serde_json::to_value(patience_study::provenance::Origin::here()).unwrap();
    let settings: Vec<String> = study.spec.settings().iter().map(|setting| setting.key()).collect();
    let header = serde_json::json!({
        "patience_shard": 4, "solvers": SOLVERS, "sets": ["small"], "settings": settings,
        "origin": origin
    });
    let placed = serde_json::json!({
        "set": 0, "instance": "gaps:random/4x4/1", "setting": 0, "row": bad
    });
    let text = line("header", header.to_string()) + &line("row", placed.to_string());
    std::fs::write(folder.join("chunk-0-of-1.jsonl"), text).unwrap();
    let merged = patience_study::shard::merge(&study.spec, &mut study.store(), &folder).unwrap();
    assert_eq!((merged.added, merged.damage.len()), (0, 1), "{merged:?}");
}
