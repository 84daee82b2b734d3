//! Every job becomes a row, even if it misbehaves, and does not affect its neighbours.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use patience_catalogue::Reference;
use patience_study::job::{Assignment, Row};
use patience_study::pool::{self, JobSource, Options, PoolError};
use patience_study::setting::Setting;

fn worker() -> PathBuf {
    // Tests are in target/PROFILE/deps, examples in a folder next to it.
    let test = std::env::current_exe().unwrap();
    let path = test.ancestors().nth(2).unwrap().join("examples/faulty_worker");
    assert!(
        path.with_extension(std::env::consts::EXE_EXTENSION).is_file(),
        "build the examples first: cargo test builds them"
    );
    path
}

fn options(threads: usize) -> Options {
    Options {
        worker: vec![worker().into()],
        threads,
        memory: 1 << 30,
        grace: Duration::from_millis(200),
        pin: true,
        folder: ".".into(),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("never")]
struct Never;

/// Assignments by name, and the resulting rows.
struct Table {
    assignments: Vec<Assignment>,
    rows: BTreeMap<u64, Row>,
    cancel_after: Option<(usize, &'static AtomicBool)>,
}

impl Table {
    fn of(names: impl IntoIterator<Item = String>) -> Table {
        let assignment = |(job, name)| Assignment {
            job,
            attempt: 1,
            instance: Reference::named(name),
            configuration: 0,
            seed: Some(job),
        };
        let assignments: Vec<Assignment> = (0..).zip(names).map(assignment).collect();
        Table { assignments, rows: BTreeMap::new(), cancel_after: None }
    }
}

impl JobSource for Table {
    type Error = Never;

    fn assignments(&mut self, most: usize) -> Result<Vec<Assignment>, Never> {
        Ok(self.assignments.drain(..most.min(self.assignments.len())).collect())
    }

    fn rows(&mut self, rows: Vec<Row>) -> Result<(), Never> {
        for row in rows {
            let earlier = self.rows.insert(row.job, row);
            assert!(earlier.is_none(), "a job has two rows");
        }
        if let Some((count, cancel)) = self.cancel_after
            && self.rows.len() >= count
        {
            cancel.store(true, Ordering::SeqCst);
        }
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Never> {
        Ok(())
    }
}

static NEVER: AtomicBool = AtomicBool::new(false);

#[test]
fn every_death_becomes_a_row() {
    let kinds = ["fine", "abort", "exit", "panic", "overflow", "hang", "nonsense", "eat", "gulp"];
    let mut table = Table::of(
        (0..180).map(|i| format!("{}/{i}", if i % 20 == 0 { kinds[i / 20] } else { "fine" })),
    );
    let setting = Setting { time: Some(8.0), memory: 32 << 20, threads: 1, ..Setting::default() };
    pool::run(&[setting], &mut table, &options(3), &NEVER).unwrap();
    assert_eq!(table.rows.len(), 180);
    for (job, row) in &table.rows {
        let kind = if job % 20 == 0 { kinds[*job as usize / 20] } else { "fine" };
        let error = row.error.as_deref().unwrap_or("");
        let (stop, words) = match kind {
            "fine" => (None, ""),
            "abort" => (Some("crashed"), "signal 6"),
            "exit" => (Some("crashed"), "code 3"),
            "panic" => (Some("crashed"), "a worker that panics"),
            "overflow" => (Some("crashed"), "signal"),
            "hang" => (Some("time"), "killed"),
            "nonsense" => (Some("crashed"), ""),
            "eat" => (Some("memory"), "memory"),
            _ => (Some("memory"), "memory allocation"),
        };
        assert_eq!(row.stop.as_deref(), stop, "{kind}: {error}");
        assert!(error.contains(words), "{kind}: {error}");
        assert_eq!(row.verdict, if stop.is_none() { "solved" } else { "unknown" });
        assert_eq!((row.attempt, row.seed), (1, Some(*job)));
    }
}

/// The printed time is a measurement, not a condition: other programs run at the same time.
#[test]
fn many_jobs_have_a_row_each() {
    let jobs = patience_testing::size(10_000, 50_000);
    let mut table = Table::of((0..jobs).map(|i| format!("fine/{i}")));
    let setting = Setting { memory: 32 << 20, threads: 1, ..Setting::default() };
    let begun = Instant::now();
    pool::run(&[setting], &mut table, &options(2), &NEVER).unwrap();
    let each = begun.elapsed() / jobs as u32;
    println!("{each:?} a job");
    assert_eq!(table.rows.len() as u64, jobs);
}

#[test]
fn memory_and_threads_are_shared_out() {
    // Each job requests all the memory or all the threads, so they can only run one after the
    // other.
    let mut table = Table::of((0..6).map(|i| format!("fine/{i}")));
    let large = Setting { memory: 1 << 30, threads: 1, ..Setting::default() };
    pool::run(std::slice::from_ref(&large), &mut table, &options(4), &NEVER).unwrap();
    assert_eq!(table.rows.len(), 6);
    let mut table = Table::of((0..6).map(|i| format!("fine/{i}")));
    let wide = Setting { memory: 1 << 20, threads: 64, ..Setting::default() };
    pool::run(&[wide], &mut table, &options(4), &NEVER).unwrap();
    assert_eq!(table.rows.len(), 6);
    let too_large = Setting { memory: (1 << 30) + 1, ..large };
    let mut table = Table::of(["fine".to_owned()]);
    assert!(matches!(
        pool::run(&[too_large], &mut table, &options(1), &NEVER),
        Err(PoolError::Budget { .. })
    ));
}

#[test]
fn cancelling_gives_up_what_is_in_flight() {
    static CANCEL: AtomicBool = AtomicBool::new(false);
    let names = (0..40).map(|i| format!("{}/{i}", if i < 20 { "fine" } else { "hang" }));
    let mut table = Table { cancel_after: Some((20, &CANCEL)), ..Table::of(names) };
    let setting = Setting { memory: 32 << 20, threads: 1, ..Setting::default() };
    pool::run(&[setting], &mut table, &options(2), &CANCEL).unwrap();
    assert_eq!(table.rows.len(), 20);
}

#[test]
fn a_worker_that_cannot_start_is_an_error_and_no_row() {
    let setting = Setting { memory: 32 << 20, threads: 1, ..Setting::default() };
    for (program, words) in [("/nowhere/at-all", "/nowhere/at-all"), ("/bin/true", "worker")] {
        let mut table = Table::of(["fine".to_owned()]);
        let wrong = Options { worker: vec![program.into()], ..options(1) };
        let error =
            pool::run(std::slice::from_ref(&setting), &mut table, &wrong, &NEVER).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
        assert!(table.rows.is_empty());
    }
}

#[test]
fn who_is_terminated_with_everybody_makes_no_row() {
    // The end of the walltime reaches the workers first, and the pool a moment later.
    static CANCEL: AtomicBool = AtomicBool::new(false);
    let over = AtomicBool::new(false);
    let folder = tempfile::tempdir().unwrap();
    let sign = folder.path().join("terminated");
    let mut table = Table::of((0..8).map(|_| format!("terminate/{}", sign.display())));
    let setting = Setting { memory: 32 << 20, threads: 1, ..Setting::default() };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !sign.exists() && !over.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(1));
            }
            CANCEL.store(true, Ordering::SeqCst);
        });
        let ended = pool::run(std::slice::from_ref(&setting), &mut table, &options(2), &CANCEL);
        over.store(true, Ordering::SeqCst);
        ended.unwrap();
    });
    assert!(table.rows.is_empty(), "{:?}", table.rows);
    // A job whose worker is terminated repeatedly is reported in the end.
    let mut table = Table::of(["terminate/0", "fine/1"].map(str::to_owned));
    pool::run(&[setting], &mut table, &options(1), &NEVER).unwrap();
    let (first, second) = (&table.rows[&0], &table.rows[&1]);
    assert_eq!((first.stop.as_deref(), second.verdict.as_str()), (Some("crashed"), "solved"));
    assert!(first.error.as_deref().unwrap().contains("signal 15"), "{first:?}");
}

/// A solver that never checks its limit is ended by the system, and its row gives the reason.
#[cfg(target_os = "linux")]
#[test]
fn processor_time_ends_a_job_that_does_not_end_itself() {
    let mut table = Table::of(["fine/0", "spin/1", "fine/2"].map(str::to_owned));
    let setting =
        Setting { cpu_time: Some(0.2), memory: 32 << 20, threads: 1, ..Setting::default() };
    pool::run(&[setting], &mut table, &options(1), &NEVER).unwrap();
    let spun = &table.rows[&1];
    assert_eq!((spun.verdict.as_str(), spun.stop.as_deref()), ("unknown", Some("cpu-time")));
    assert!(spun.error.as_deref().unwrap().contains("processor time limit"), "{spun:?}");
    assert!(spun.cpu_seconds.is_some_and(|seconds| seconds > 0.2), "{spun:?}");
    assert!([0, 2].iter().all(|job| table.rows[job].verdict == "solved"), "{:?}", table.rows);
}

#[cfg(target_os = "linux")]
#[test]
fn rows_say_who_kept_their_memory_and_where_they_ran() {
    for pin in [false, true] {
        let mut table = Table::of((0..20).map(|i| format!("fine/{i}")));
        let setting = Setting { memory: 32 << 20, threads: 1, ..Setting::default() };
        pool::run(&[setting], &mut table, &Options { pin, ..options(1) }, &NEVER).unwrap();
        let cores: Vec<_> = table.rows.values().map(|row| row.cores.as_deref()).collect();
        // Another study may hold every core.
        assert!(cores.iter().all(|core| *core == cores[0]), "one worker: {cores:?}");
        let number = cores[0].map(|core| core.parse::<usize>().unwrap());
        assert!(pin || number.is_none(), "{cores:?}");
        for row in table.rows.values() {
            assert!(["cgroup", "process"].contains(&row.watch.as_deref().unwrap()), "{row:?}");
        }
    }
}
