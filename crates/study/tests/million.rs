//! Many finished rows, a million with `PATIENCE_TESTS=all` in the environment: the status does not
//! read each of them, and a report reads each a few times.
//!
//! The rows are invented, in the proportions of standard Gaps; the measurements do not depend on
//! them. Work is counted in instructions of SQLite, which are the same on every machine. The time
//! is only printed
//! (`PATIENCE_TESTS=all cargo test -p patience-study --test million -- --nocapture`);
//! docs/scaling/costs.md quotes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use patience_core::Random;
use patience_study::job::Row;
use patience_study::report;
use patience_study::spec::Spec;
use patience_study::store::Store;
use patience_study::study::Progress;
use patience_study::units;
use patience_testing::size;

/// Number of SQLite instructions counted together.
const GRAIN: u64 = 100;

/// Instructions for the status, regardless of the number of rows.
const STATUS: u64 = 2_000;

/// Instructions per row for the report, which looks up each row's expected verdict.
const REPORT: u64 = 2_500;

const STUDY: &str = r#"
title = "Many rows"
[limits]
time = "60s"
[[instances]]
set = "standard"
names = ["gaps:random/4x13/1..LAST"]
[[configurations]]
name = "one"
algorithm = "greedy"
[[configurations]]
name = "other"
algorithm = "astar"
"#;

/// Returns the peak memory of this process, if the system reports it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

/// Counts the instructions that a store carries out from now on.
fn instructions(store: &mut Store) -> Arc<AtomicU64> {
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    let handler = move || {
        counted.fetch_add(GRAIN, Ordering::Relaxed);
        false
    };
    store.connection_mut().progress_handler(GRAIN as i32, Some(handler)).unwrap();
    count
}

#[test]
fn many_rows() {
    let rows = size(10_000, 1_000_000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.sqlite");
    let spec = Spec::read(
        STUDY.replace("LAST", &(rows / 2).to_string()),
        "million.toml",
        folder.path().to_owned(),
        "million".to_owned(),
    )
    .unwrap();
    assert_eq!(spec.jobs(), rows);
    let mut store = Store::create(&path).unwrap();
    let begun = Instant::now();
    store.adopt(&spec).unwrap();
    println!("laying out the jobs: {:.1} s", begun.elapsed().as_secs_f64());

    let begun = Instant::now();
    let mut random = Random::new(1);
    // A solution of a won deal has about 90 moves of 7 letters.
    let moves = vec!["1,2>3,4"; 90].join(" ");
    loop {
        let claimed = store.claim(&spec, 10_000).unwrap();
        if claimed.is_empty() {
            break;
        }
        for assignments in claimed.chunks(1000) {
            let rows: Vec<Row> = assignments
                .iter()
                .map(|assignment| {
                    let seconds = -(1.0 - random.unit()).ln() * 3.0;
                    let (verdict, stop) = match random.below(100) {
                        0..82 => ("solved", None),
                        82..94 => ("unsolvable", None),
                        _ => ("unknown", Some("time".to_owned())),
                    };
                    let expanded = (seconds * 2e5) as u64;
                    Row {
                        job: assignment.job,
                        attempt: assignment.attempt,
                        game: "gaps".to_owned(),
                        rules: "standard".to_owned(),
                        board: "4S 2H -- 3D 8C 9C KC 2D 3S 5H 6H 7H 8H / ".repeat(4),
                        algorithm: "conclusive".to_owned(),
                        verdict: verdict.to_owned(),
                        stop,
                        length: (verdict == "solved").then_some(90),
                        expanded,
                        generated: 3 * expanded,
                        peak_bytes: expanded * 40,
                        seconds,
                        seed: assignment.seed,
                        plan: (verdict == "solved").then(|| moves.clone()),
                        ..Row::default()
                    }
                })
                .collect();
            assert_eq!(store.add(&rows).unwrap(), rows.len() as u64);
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!("claiming and adding: {seconds:.1} s, {:.0} rows/s", rows as f64 / seconds);
    drop(store);
    println!("store: {} MB", std::fs::metadata(&path).unwrap().len() / 1_000_000);

    let begun = Instant::now();
    let mut store = Store::open(&path).unwrap();
    let count = instructions(&mut store);
    store.adopt(&spec).unwrap();
    let progress = Progress::of(&store, &spec).unwrap();
    let status = count.swap(0, Ordering::Relaxed);
    println!("status: {:.3} s, {status} instructions", begun.elapsed().as_secs_f64());
    assert_eq!((progress.done, progress.total), (rows, rows));
    assert!(status <= STATUS, "the status takes {status} instructions");

    let begun = Instant::now();
    report::write(&spec, &store, folder.path()).unwrap();
    let report = count.load(Ordering::Relaxed);
    println!("report: {:.1} s, {report} instructions", begun.elapsed().as_secs_f64());
    assert!(report <= REPORT * rows, "the report takes {report} instructions");
    if let Some(peak) = peak_bytes() {
        println!("memory: {} MB", peak / 1_000_000);
        assert!(peak < 1 << 30, "{peak} bytes at the peak");
    }
    let text = std::fs::read_to_string(folder.path().join("report.md")).unwrap();
    assert!(text.contains(&units::count(rows / 2)));
}
