//! Chunks and shards: dealt by instance, repaired if damaged, retried if a worker crashed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use patience_study::pool::Options;
use patience_study::shard::{self, Chunk, Done, Task, Worked};

use super::{STUDY, Study};

static NEVER: AtomicBool = AtomicBool::new(false);

fn options(behaviour: &str) -> Options {
    // Tests are in target/PROFILE/deps, examples in a folder next to it.
    let test = std::env::current_exe().unwrap();
    let worker = test.ancestors().nth(2).unwrap().join("examples/faulty_worker");
    let worker = vec![worker.into(), behaviour.into()];
    Options {
        worker,
        threads: 2,
        memory: 4 << 30,
        grace: Duration::from_millis(200),
        pin: true,
        folder: ".".into(),
    }
}

impl Study {
    fn shards(&self) -> PathBuf {
        self.folder.path().join("shards")
    }

    /// The open chunks according to the shards.
    fn open(&self, chunks: u64, retry: bool) -> Vec<u64> {
        let done = Done::of(&self.spec, &self.shards(), None, retry).unwrap();
        shard::open_chunks(&self.spec, chunks, &done)
    }

    fn work(&self, chunk: Chunk, retry: bool, behaviour: &str) -> Worked {
        self.work_on(chunk, &Task { retry, ..Task::default() }, behaviour)
    }

    fn work_on(&self, chunk: Chunk, task: &Task, behaviour: &str) -> Worked {
        shard::work(&self.spec, chunk, &self.shards(), task, &options(behaviour), &NEVER).unwrap()
    }
}

#[test]
fn no_chunk_has_more_of_one_configuration_than_another() {
    // As many configurations as chunks, or a multiple: this once made each chunk run one
    // configuration.
    let algorithms = ["bfs", "dfs", "greedy", "astar"];
    let configurations =
        algorithms.map(|name| format!("[[configurations]]\nalgorithm = \"{name}\"\n")).concat();
    let text = format!(
        "title = \"t\"\n[[instances]]\nset = \"a\"\nnames = [\"gaps:random/4x4/1..40\"]\n\
         [[instances]]\nset = \"b\"\nnames = [\"gaps:random/4x5/1..13\"]\n{configurations}"
    );
    let spec = Study::new(&text).spec;
    for of in [1, 2, 3, 4, 8, 12, 100] {
        let mut seen = BTreeSet::new();
        for index in 0..of {
            let jobs: Vec<u64> = Chunk { index, of }.jobs(&spec).collect();
            let of_each: Vec<usize> = (0..algorithms.len())
                .map(|wanted| {
                    jobs.iter().filter(|job| spec.job(**job).configuration == wanted).count()
                })
                .collect();
            assert!(
                of_each.iter().all(|count| *count == of_each[0]),
                "chunk {index} of {of}: {of_each:?}"
            );
            assert!(jobs.iter().all(|job| seen.insert(*job)));
        }
        assert_eq!(seen, (0..spec.jobs()).collect());
    }
}

/// The only file with this ending.
fn only(folder: &Path, end: &str) -> PathBuf {
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.remove(0)
}

/// Configurations take turns to run first on an instance, even with a single worker.
#[test]
fn the_jobs_of_a_chunk_run_in_the_order_of_the_study() {
    let study = Study::new(STUDY);
    let chunk = Chunk { index: 1, of: 2 };
    let options = Options { threads: 1, ..options("fine") };
    shard::work(&study.spec, chunk, &study.shards(), &Task::default(), &options, &NEVER).unwrap();
    let text = std::fs::read_to_string(chunk.shard(&study.shards())).unwrap();
    let job = |line: &str| {
        let (_, number) =
            line.split_once("\"row\":{\"job\":").filter(|_| line.contains("\"set\":"))?;
        number.split_once(',')?.0.parse::<u64>().ok()
    };
    let ran: Vec<u64> = text.lines().filter_map(job).collect();
    assert_eq!(ran, chunk.jobs(&study.spec).collect::<Vec<_>>());
    assert!(!ran.is_sorted(), "{ran:?}");
}

#[test]
fn a_damaged_line_costs_its_job_and_no_more() {
    let study = Study::new(STUDY);
    let chunk = Chunk { index: 0, of: 1 };
    assert_eq!(study.work(chunk, false, "fine").rows, 15);
    let shard = only(&study.shards(), ".jsonl");
    let whole = std::fs::read(&shard).unwrap();
    let lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    assert_eq!(lines.len(), 16);
    let nul = [vec![0; 700], b"\n".to_vec()].concat();
    let flipped = String::from_utf8(lines[3].to_vec()).unwrap().replacen(
        "\"expanded\":0",
        "\"expanded\":1",
        1,
    );
    let cases: [(&str, Vec<u8>, u64, usize); 8] = [
        ("nothing", whole.clone(), 0, 0),
        ("a line of zeros", [&lines[..3].concat()[..], &nul, &lines[4..].concat()].concat(), 1, 1),
        ("zeros to the end", [&lines[..9].concat()[..], &vec![0; 5000]].concat(), 7, 0),
        (
            "a flipped figure",
            [&lines[..3].concat()[..], flipped.as_bytes(), &lines[4..].concat()].concat(),
            1,
            1,
        ),
        ("cut in the middle of a line", whole[..whole.len() - 40].to_vec(), 1, 0),
        ("no header", lines[1..].concat(), 15, 15),
        ("a header that is damaged", [&nul, &lines[1..].concat()[..]].concat(), 15, 16),
        ("empty", Vec::new(), 15, 0),
    ];
    for (what, content, again, told) in cases {
        for name in ["chunk-0-of-1.jsonl", "chunk-0-of-1.0123456789abcdef.part"] {
            std::fs::remove_dir_all(study.shards()).unwrap();
            std::fs::create_dir(study.shards()).unwrap();
            std::fs::write(study.shards().join(name), &content).unwrap();
            // Complete rows can be merged.
            let mut store = study.store();
            let merged = shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
            assert_eq!((merged.damage.len(), merged.foreign.len()), (told, 0), "{what}");
            assert_eq!(store.number("SELECT count(*) FROM runs").unwrap(), 15 - again, "{what}");
            drop(store);
            std::fs::remove_file(study.path()).unwrap();
            // The chunk is open, and the missing jobs run again.
            let open = study.open(1, false);
            assert_eq!(open.is_empty(), what == "nothing", "{what}");
            let worked = study.work(chunk, false, "fine");
            assert_eq!((worked.rows, worked.damage.len()), (again, told), "{what}, {name}");
            let again = study.work(chunk, false, "fine");
            assert_eq!((again.rows, again.damage.len()), (0, told), "{what}");
            // The existing file is left unchanged, and both together are complete.
            assert_eq!(std::fs::read(study.shards().join(name)).unwrap(), content, "{what}");
            let mut store = study.store();
            let added = shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added;
            assert_eq!(added, 15, "{what}");
            drop(store);
            std::fs::remove_file(study.path()).unwrap();
        }
    }
}

#[test]
fn crashed_jobs_are_tried_again_when_asked() {
    let study = Study::new(STUDY);
    let chunk = Chunk { index: 0, of: 1 };
    assert_eq!(study.work(chunk, false, "exit").rows, 15);
    let mut store = study.store();
    assert_eq!(shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added, 15);
    assert_eq!(store.number("SELECT count(*) FROM results WHERE stop = 'crashed'").unwrap(), 15);
    assert_eq!(study.work(chunk, false, "fine"), Worked::default());
    assert_eq!(study.open(1, false), Vec::<u64>::new());
    assert_eq!(study.open(1, true), [0]);
    assert_eq!(study.work(chunk, true, "fine").rows, 15);
    assert_eq!(study.work(chunk, true, "fine"), Worked::default());
    assert_eq!(shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added, 15);
    let latest = "SELECT count(*) FROM results WHERE attempt = 2 AND verdict = 'solved'";
    assert_eq!(store.number(latest).unwrap(), 15);
    assert_eq!(store.tallies().unwrap().iter().map(|tally| tally.jobs).sum::<u64>(), 15);
    // The same on one machine.
    assert_eq!(store.rerun("verdict = 'solved'").unwrap(), 15);
    assert!(study.run(&mut store).iter().all(|assignment| assignment.attempt == 3));
}

#[test]
fn shard_of_another_study_is_refused_by_name() {
    let mut study = Study::new(STUDY);
    study.work(Chunk { index: 0, of: 2 }, false, "fine");
    study.edit(&STUDY.replace("4x4", "4x5"));
    study.work(Chunk { index: 1, of: 2 }, false, "fine");
    let mut store = study.store();
    let merged = shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
    assert_eq!((merged.added, merged.foreign.len()), (6, 1));
    let words = merged.foreign[0].to_string();
    assert!(
        words.contains("chunk-0-of-2.jsonl") && words.contains("not a shard of this study"),
        "{words}"
    );
}

/// An edited plan takes the rows of its remaining jobs from its shards, even if their numbers have
/// changed, and leaves the rest.
#[test]
fn edited_plan_keeps_its_shards() {
    let mut study = Study::new(STUDY);
    for index in 0..2 {
        study.work(Chunk { index, of: 2 }, false, "fine");
    }
    let first =
        "[[instances]]\nset = \"before\"\nnames = [\"gaps:random/4x5/1..2\"]\n[[instances]]";
    let extended = STUDY.replacen("[[instances]]", first, 1).replace("1..5", "3..8");
    study.edit(&extended);
    let done = Done::of(&study.spec, &study.shards(), None, false).unwrap();
    // Three instances remain; five of eight have nothing yet.
    let open = (0..study.spec.jobs()).filter(|job| !done.has(*job)).count();
    assert_eq!((study.spec.jobs(), open), (24, 15));
    let mut store = study.store();
    let merged = shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
    assert_eq!((merged.added, merged.others, merged.foreign.len()), (9, 6, 0));
    let again = shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
    assert_eq!((again.added, again.others), (0, 0), "merging resumes");
    let task = Task { elsewhere: done, ..Task::default() };
    let rows: u64 =
        (0..3).map(|index| study.work_on(Chunk { index, of: 3 }, &task, "fine").rows).sum();
    assert_eq!(rows, 15);
    assert_eq!(shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added, 15);
    // Back to the first plan, all its rows are there, including the ones left aside.
    study.edit(STUDY);
    assert_eq!(shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added, 6);
    assert_eq!(store.tallies().unwrap().iter().map(|tally| tally.jobs).sum::<u64>(), 15);
}

/// Rows are merged once each while a worker is running.
#[test]
fn growing_shard_is_merged_from_where_it_stood() {
    let study = Study::new(STUDY);
    study.work(Chunk { index: 0, of: 1 }, false, "fine");
    let shard = only(&study.shards(), ".jsonl");
    let whole = std::fs::read(&shard).unwrap();
    let mut store = study.store();
    let mut rows = 0;
    for (bytes, damaged) in [
        (0, 0),
        (whole.len() / 3, 0),
        (whole.len() / 3 + 9, 0),
        (whole.len() - 1, 0),
        (whole.len(), 0),
        (100, 0),
    ] {
        std::fs::write(&shard, &whole[..bytes]).unwrap();
        let merged = shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
        assert_eq!(merged.damage.len(), damaged, "{bytes}");
        rows += merged.added;
    }
    assert_eq!(rows, 15);
}

#[test]
fn jobs_that_do_not_fit_the_walltime_are_left() {
    let text = STUDY.replace("expansions = 300", "expansions = 300\ntime = \"2h\"");
    let study = Study::new(&text);
    let chunk = Chunk { index: 0, of: 1 };
    let task = Task { walltime: Some(Duration::from_secs(3600)), ..Task::default() };
    let worked = study.work_on(chunk, &task, "fine");
    assert_eq!((worked.rows, worked.left), (10, 5), "those of two hours each are left");
    let none = study.work_on(chunk, &task, "fine");
    assert_eq!((none.rows, none.left), (0, 5));
    let task = Task { walltime: Some(Duration::from_secs(3 * 3600)), ..Task::default() };
    let worked = study.work_on(chunk, &task, "fine");
    assert_eq!((worked.rows, worked.left), (5, 0));
}

#[test]
fn jobs_that_crash_are_tried_again_so_many_times() {
    let study = Study::new(STUDY);
    let task = Task { retries: 2, ..Task::default() };
    let worked = study.work_on(Chunk { index: 0, of: 1 }, &task, "exit");
    assert_eq!(worked.rows, 45);
    let mut store = study.store();
    shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
    let crashed = "SELECT count(*) FROM results WHERE stop = 'crashed' AND attempt = 3";
    assert_eq!(store.number(crashed).unwrap(), 15);
    // The same on one machine.
    let other = Study::new(STUDY);
    let mut store = other.store();
    let ended = patience_study::study::run(
        &other.spec,
        &mut store,
        2,
        &options("exit"),
        &NEVER,
        &mut |_| {},
    );
    assert_eq!(ended.unwrap().progress.done, 15);
    assert_eq!(store.number(crashed).unwrap(), 15);
    assert_eq!(store.number("SELECT count(*) FROM runs").unwrap(), 45);
}

#[test]
fn workers_of_equal_hosts_and_numbers_write_different_files() {
    // Two containers have the same host name and process number. Both work on the chunk when a
    // third starts.
    let study = Study::new(STUDY);
    let chunk = Chunk { index: 0, of: 1 };
    static STOP: AtomicBool = AtomicBool::new(true);
    std::fs::create_dir_all(study.shards()).unwrap();
    let begin = || {
        shard::work(&study.spec, chunk, &study.shards(), &Task::default(), &options("fine"), &STOP)
            .unwrap()
    };
    begin();
    std::thread::scope(|scope| {
        let two = [(); 2].map(|()| scope.spawn(|| study.work(chunk, false, "fine")));
        for worker in two {
            worker.join().unwrap();
        }
    });
    let mut store = study.store();
    let merged = shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
    assert_eq!((merged.added, merged.damage.len(), merged.foreign.len()), (15, 0, 0));
    assert_eq!(study.work(chunk, false, "fine"), Worked::default());
}

/// A submission requests the jobs that neither the store nor any shard has, for any number of
/// chunks.
#[test]
fn a_submission_plans_from_store_and_shards() {
    let mut study = Study::new(STUDY);
    let done = |study: &Study| {
        let store = study.store();
        Done::of(&study.spec, &study.shards(), Some(&store), false).unwrap()
    };
    // Two of five instances were done by one of two chunks: of five chunks, the other three are
    // open.
    assert_eq!(study.work(Chunk { index: 1, of: 2 }, false, "fine").rows, 6);
    let known = done(&study);
    assert_eq!(shard::open_chunks(&study.spec, 5, &known), [0, 2, 4]);
    assert_eq!(shard::open_chunks(&study.spec, 2, &known), [0]);
    // A worker with yet another number of chunks runs only the missing jobs listed in the file.
    let file = study.folder.path().join("elsewhere.json");
    known.keep(&file).unwrap();
    let task = Task { elsewhere: Done::kept(&study.spec, &file).unwrap(), ..Task::default() };
    assert_eq!(study.work_on(Chunk { index: 0, of: 1 }, &task, "fine").rows, 9);
    let mut store = study.store();
    assert_eq!(shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added, 15);
    drop(store);
    // With all rows in the store no jobs remain, and an extended study needs only the new jobs.
    std::fs::remove_dir_all(study.shards()).unwrap();
    assert!(shard::open_chunks(&study.spec, 3, &done(&study)).is_empty());
    study.edit(&STUDY.replace("1..5", "1..7"));
    let known = done(&study);
    assert_eq!(shard::open_chunks(&study.spec, 7, &known), [5, 6]);
    let task = Task { elsewhere: known, ..Task::default() };
    assert_eq!(study.work_on(Chunk { index: 0, of: 1 }, &task, "fine").rows, 6);
}

/// A job that crashed on another machine is retried under the next number, so its row is new.
#[test]
fn retries_count_on_from_wherever_a_job_crashed() {
    let study = Study::new(STUDY);
    assert_eq!(study.work(Chunk { index: 0, of: 1 }, false, "exit").rows, 15);
    let mut store = study.store();
    shard::merge(&study.spec, &mut store, &study.shards()).unwrap();
    std::fs::remove_dir_all(study.shards()).unwrap();
    let again = Done::of(&study.spec, &study.shards(), Some(&store), true).unwrap();
    assert_eq!(shard::open_chunks(&study.spec, 2, &again), [0, 1]);
    let task = Task { elsewhere: again, retry: true, ..Task::default() };
    study.work_on(Chunk { index: 0, of: 2 }, &task, "fine");
    study.work_on(Chunk { index: 1, of: 2 }, &task, "fine");
    assert_eq!(shard::merge(&study.spec, &mut store, &study.shards()).unwrap().added, 15);
    let latest = "SELECT count(*) FROM results WHERE attempt = 2 AND verdict = 'solved'";
    assert_eq!(store.number(latest).unwrap(), 15);
}
