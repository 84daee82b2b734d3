//! Runs that are killed, interrupted, shared or split into chunks: every job ends up with exactly
//! one row.

use std::process::{Command, Stdio};
use std::time::Duration;

use patience_core::Random;
use patience_testing::size;
use serde_json::Value;

use crate::{CALM, STUDY, complain, many, patience, results, say};

#[test]
fn kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (study, all) = many();
    std::fs::write(folder.path().join("killed.toml"), study).unwrap();
    // Kills occur at any moment of a run, at any speed of the machine.
    let longest = u32::try_from(CALM.took.as_millis()).unwrap().max(20);
    let calm = &CALM.results;
    let mut random = Random::new(7);
    let (mut kills, mut partial) = (0, 0);
    // Without `--all`, the test kills until it has hit a study with some rows three times.
    while kills < 100 && (patience_testing::all() || partial < 3) {
        let mut child = patience()
            .current_dir(folder.path())
            .args(["study", "run", "killed.toml", "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(u64::from(random.below(longest))));
        let ended = child.try_wait().unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        kills += usize::from(ended.is_none());
        let Ok(status) = patience()
            .current_dir(folder.path())
            .args(["study", "status", "killed.toml", "--json"])
            .output()
        else {
            continue;
        };
        // It was killed so early that there is no store yet.
        let Ok(status) = serde_json::from_slice::<Value>(&status.stdout) else { continue };
        let done = status["done"].as_u64().unwrap();
        partial += usize::from((1..all as u64).contains(&done));
        if ended.is_some() || done == all as u64 {
            // The study finished too soon: restart it, so that every kill hits a running study.
            assert_eq!(&results(folder.path(), "killed.toml"), calm);
            std::fs::remove_dir_all(folder.path().join("killed.results")).unwrap();
        }
    }
    assert!(partial >= size(3, 11), "only {partial} kills met a study with some rows");
    say(folder.path(), &["study", "run", "killed.toml", "--threads", "2"]);
    assert_eq!(&results(folder.path(), "killed.toml"), calm);
    // No worker outlives its study, and no claim stays behind.
    let claims =
        say(folder.path(), &["study", "query", "killed.toml", "SELECT count(*) FROM claims"]);
    assert_eq!(claims.lines().nth(1), Some("0"));
}

#[test]
fn several_processes_share_a_study() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("shared.toml"), many().0).unwrap();
    let run = || {
        let mut command = patience();
        command.current_dir(folder.path()).args(["study", "run", "shared.toml", "--threads", "1"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut three = [run(), run(), run()];
    // One of them is killed in the meantime.
    std::thread::sleep(Duration::from_millis(60));
    three[0].kill().unwrap();
    for (index, child) in three.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert!(
            index == 0 || output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    say(folder.path(), &["study", "resume", "shared.toml"]);
    assert_eq!(results(folder.path(), "shared.toml"), CALM.results);
}

#[test]
fn chunks_are_merged_exactly_once() {
    let folder = tempfile::tempdir().unwrap();
    let (study, _) = many();
    std::fs::write(folder.path().join("chunks.toml"), &study).unwrap();
    let work = |chunk: &str| {
        let mut command = patience();
        command
            .current_dir(folder.path())
            .args([
                "study",
                "work",
                "chunks.toml",
                "--chunks",
                "3",
                "--threads",
                "1",
                "--chunk",
                chunk,
            ])
            .stdout(Stdio::null());
        command.spawn().unwrap()
    };
    // A worker is killed half-way, and its chunk is then run by two at the same time.
    let mut killed = work("0");
    std::thread::sleep(Duration::from_millis(50));
    killed.kill().unwrap();
    killed.wait().unwrap();
    say(folder.path(), &["study", "merge", "chunks.toml"]);
    for mut child in ["0", "0", "1", "2"].map(work) {
        assert!(child.wait().unwrap().success());
    }
    // Complete chunks are not started again.
    assert!(
        say(folder.path(), &["study", "work", "chunks.toml", "--chunks", "3", "--chunk", "1"])
            .contains(" 0 new rows")
    );
    say(folder.path(), &["study", "merge", "chunks.toml"]);
    let all = size("730", "1,430");
    let merged = say(folder.path(), &["study", "merge", "chunks.toml"]);
    assert!(merged.starts_with(&format!("0 new rows; {all} of {all}")), "{merged}");
    assert_eq!(results(folder.path(), "chunks.toml"), CALM.results);
    // With another number of chunks, a worker that was started by hand finds them in the store.
    let by_hand = ["study", "work", "chunks.toml", "--chunks", "2", "--chunk", "0"];
    let worked = say(folder.path(), &by_hand);
    assert!(worked.contains(" 0 new rows"), "{worked}");
    // Files of two processes with the same chunk coexist, and those of the killed one stay.
    let left = std::fs::read_dir(folder.path().join("chunks.results/shards")).unwrap();
    let left: Vec<_> =
        left.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let complete = left.iter().filter(|name| name.ends_with(".jsonl")).count();
    assert!((3..=4).contains(&complete) && left.len() <= complete + 1, "{left:?}");
    // A shard of another study is rejected.
    let other = study.replace("expansions = 300", "expansions = 301");
    std::fs::write(folder.path().join("chunks.toml"), other).unwrap();
    let message = complain(folder.path(), 1, &["study", "merge", "chunks.toml"]);
    assert!(message.contains("not a shard of this study"), "{message}");
}

#[test]
fn an_interrupt_stops_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let study = STUDY.replace("1..50", "1..10000");
    std::fs::write(folder.path().join("long.toml"), study).unwrap();
    let child = patience()
        .current_dir(folder.path())
        .args(["study", "run", "long.toml", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let done = || {
        let output = patience()
            .current_dir(folder.path())
            .args(["study", "status", "long.toml", "--json"])
            .output()
            .unwrap();
        serde_json::from_slice::<Value>(&output.stdout)
            .ok()
            .and_then(|status| status["done"].as_u64())
            .unwrap_or(0)
    };
    while done() == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success()
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("resume"));
    let claims = say(
        folder.path(),
        &[
            "study",
            "query",
            "long.toml",
            "SELECT (SELECT count(*) FROM claims) + (SELECT count(*) FROM owners)",
        ],
    );
    assert_eq!(claims.lines().nth(1), Some("0"), "claims are given back");
}

/// The child processes of this process.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let is_child = |fields: &[String]| fields[1] == parent.to_string();
    let found = patience_testing::processes().filter(|(_, fields)| is_child(fields));
    found.map(|(process, _)| process).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_walltime_makes_no_rows_of_crashes() {
    let folder = tempfile::tempdir().unwrap();
    // Jobs that take a while, so that some are always in flight.
    let study =
        STUDY.replace("expansions = 300", "expansions = 60000").replace("4x4/1..50", "4x7/1..9");
    std::fs::write(folder.path().join("ended.toml"), &study).unwrap();
    let commands: [&[&str]; 2] = [
        &["study", "run", "ended.toml", "--threads", "2"],
        &["study", "work", "ended.toml", "--chunks", "1", "--chunk", "0", "--threads", "2"],
    ];
    for arguments in commands {
        for _ in 0..3 {
            let mut child = patience()
                .current_dir(folder.path())
                .args(arguments)
                .stdout(Stdio::null())
                .spawn()
                .unwrap();
            // Waits until its workers are busy, or have finished everything.
            while children(child.id()).len() < 2 && child.try_wait().unwrap().is_none() {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::thread::sleep(Duration::from_millis(300));
            // Like a batch system: the signal goes to every process, here to the workers first.
            for process in children(child.id()).into_iter().chain([child.id()]) {
                let _ = Command::new("kill")
                    .args(["-TERM", &process.to_string()])
                    .stderr(Stdio::null())
                    .status();
            }
            let code = child.wait().unwrap().code();
            assert!(matches!(code, Some(130 | 0)), "{code:?}");
        }
        say(folder.path(), &["study", "merge", "ended.toml"]);
        let crashed = "SELECT count(*) FROM runs WHERE stop IN ('crashed', 'error')";
        assert_eq!(
            say(folder.path(), &["study", "query", "ended.toml", crashed]).lines().nth(1),
            Some("0")
        );
    }
}

/// A plan that fails the replay is a defect of the program: its job has a row that records it, and
/// the run ends like every command with a defect.
#[test]
fn a_defect_of_a_solver_fails_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.toml");
    std::fs::write(
        &path,
        "title = \"One job\"\n[[instances]]\nset = \"one\"\n\
         names = [\"tiles:level/iartistas-04\"]\n\
         [[configurations]]\nalgorithm = \"bfs\"\n",
    )
    .unwrap();
    let spec = patience_study::spec::Spec::open(&path).unwrap();
    let store = patience_study::study::Folder::beside(&path).store();
    let mut store = patience_study::store::Store::create(&store).unwrap();
    store.adopt(&spec).unwrap();
    let assignment = store.claim(&spec, 1).unwrap().remove(0);
    let error = format!("{}: the plan fails the replay", patience_core::DEFECT);
    let row = patience_study::job::Row {
        job: assignment.job,
        attempt: assignment.attempt,
        verdict: "unknown".to_owned(),
        stop: Some(patience_study::job::DEFECTIVE.to_owned()),
        error: Some(error.clone()),
        finished: 1,
        ..Default::default()
    };
    store.add(&[row]).unwrap();
    assert_eq!(store.defects().unwrap(), [error.as_str()]);
    drop(store);
    let told = complain(folder.path(), 1, &["study", "run", "s.toml"]);
    assert!(told.contains(&error), "{told}");
    // Run again, by a program without the defect, the job has another row.
    say(folder.path(), &["study", "run", "s.toml", "--retry"]);
}

/// The locks of cores are files in the folder for temporary files.
#[test]
#[cfg(target_os = "linux")]
fn cores_of_another_run_are_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), &many().0).unwrap();
    let locks = folder.path().join("patience-cores");
    std::fs::create_dir(&locks).unwrap();
    let run = |more: &[&str]| {
        let arguments = ["study", "work", "s.toml", "--chunk", "0", "--chunks", "40"];
        let output = patience()
            .current_dir(folder.path())
            .env("TMPDIR", folder.path())
            .args(arguments)
            .args(["--threads", "1"])
            .args(more)
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let warning = "jobs are not pinned to cores";
    let said = run(&[]);
    assert!(!said.contains(warning), "{said}");
    let held: Vec<std::fs::File> = (0..512)
        .map(|core| {
            let file = std::fs::File::create(locks.join(core.to_string())).unwrap();
            file.lock().unwrap();
            file
        })
        .collect();
    let said = run(&[]);
    assert!(said.contains(warning), "{said}");
    let said = run(&["--no-pin"]);
    assert!(!said.contains(warning), "{said}");
    drop(held);
}

#[test]
fn threads_that_outnumber_cores_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let study = "title = \"Crowded\"\npin = false\n[[instances]]\nset = \"one\"\n\
                 names = [\"gaps:random/4x4/1\"]\n\
                 [[configurations]]\nname = \"wide\"\nthreads = 2\nmemory = \"64MiB\"\n";
    std::fs::write(folder.path().join("s.toml"), study).unwrap();
    let run = |threads: &str| {
        let arguments = ["study", "run", "s.toml", "--threads", threads];
        let output = patience().current_dir(folder.path()).args(arguments).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let said = run("1");
    assert!(said.contains("`wide` has 2 threads a job, but there is 1 core for it"), "{said}");
    let said = run("4096");
    assert!(said.contains("4096 threads on"), "{said}");
    let cores = say(folder.path(), &["study", "query", "s.toml", "SELECT cores FROM results"]);
    assert_eq!(cores.lines().nth(1), Some("\"\""), "the study lets jobs run on any core: {cores}");
}
