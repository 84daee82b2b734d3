//! Rows in a store are permanent, despite changes to the study and damage to the file.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::{CALM, JOBS, STUDY, complain, many, results, say};

#[test]
fn a_finished_study_is_read_where_nothing_can_be_written() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let text = STUDY
        .replace("1..50", "1..45")
        .replace("\n[[instances]]\nset = \"levels\"\nnames = [\"tiles:level/*\"]\n", "");
    std::fs::write(folder.path().join("s.toml"), &text).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    let csv = say(folder.path(), &["study", "export", "s.toml"]);
    let results = folder.path().join("s.results");
    let mode = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap()
    };
    let store = results.join("store.sqlite");
    for end in ["-wal", "-shm"] {
        let beside = results.join(format!("store.sqlite{end}"));
        assert!(
            end == "-shm" || std::fs::metadata(&beside).map_or(true, |file| file.len() == 0),
            "no row is in the journal"
        );
        let _ = std::fs::remove_file(beside);
    }
    mode(&store, 0o444);
    mode(&results, 0o555);
    mode(folder.path(), 0o755);
    // The superuser may write anywhere, so the test reads as another user.
    let elsewhere = tempfile::tempdir().unwrap();
    mode(elsewhere.path(), 0o777);
    let program = elsewhere.path().join("patience");
    std::fs::copy(env!("CARGO_BIN_EXE_patience"), &program).unwrap();
    let read = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.current_dir(folder.path()).args(arguments);
        if std::fs::metadata("/proc/self")
            .is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0)
        {
            command.uid(65534).gid(65534);
        }
        let output = command.output().unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            String::from_utf8(output.stderr).unwrap(),
        )
    };
    let (code, status, errors) = read(&["study", "status", "s.toml", "--json"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(serde_json::from_str::<Value>(&status).unwrap()["done"], 65 * 5);
    assert_eq!(read(&["study", "export", "s.toml"]).1, csv);
    assert_eq!(
        read(&["study", "query", "s.toml", "SELECT count(*) FROM results"]).1,
        "count(*)\n325\n"
    );
    let output = elsewhere.path().join("report");
    assert_eq!(
        read(&["study", "report", "s.toml", "--output", output.to_str().unwrap()]).0,
        Some(0)
    );
    assert!(
        std::fs::read_to_string(output.join("report.md"))
            .unwrap()
            .contains("| gaps | bfs | 65 | 65 |")
    );
    // Rows that are still in the journal are not skipped.
    mode(&results, 0o755);
    std::fs::write(results.join("store.sqlite-wal"), "rows").unwrap();
    mode(&results, 0o555);
    let (code, _, errors) = read(&["study", "status", "s.toml"]);
    assert!(code == Some(1) && errors.contains("-wal"), "{code:?} {errors}");
    mode(&results, 0o755);
}

#[test]
fn a_damaged_store_is_an_error_of_every_command() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY.replace("1..50", "1..3")).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    for damage in [&b""[..], b"nothing of the kind", &[0; 40960]] {
        std::fs::write(folder.path().join("s.results/store.sqlite"), damage).unwrap();
        for command in ["status", "report", "export", "run", "resume", "merge"] {
            let message = complain(folder.path(), 1, &["study", command, "s.toml"]);
            assert!(message.contains("store.sqlite is damaged"), "{command}: {message}");
        }
    }
}

#[test]
fn rows_that_are_no_longer_planned_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let study = STUDY.replace("1..50", "1..3").replace("title =", "seed = 1\ntitle =");
    std::fs::write(folder.path().join("s.toml"), &study).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    std::fs::write(folder.path().join("s.toml"), study.replace("seed = 1", "seed = 100")).unwrap();
    // Two of the algorithms are deterministic: their rows stay.
    let (jobs, gone) = ((23 + 76) * 5, (23 + 76) * 3);
    let words = format!("{gone} rows of jobs that are no longer planned");
    let status = say(folder.path(), &["study", "status", "s.toml"]);
    assert!(
        status.contains(&words) && status.contains(&format!("{}/{jobs}", jobs - gone)),
        "{status}"
    );
    assert!(!status.contains(" 0 µs"), "a configuration without rows has no time: {status}");
    // Shares of different configurations are never combined.
    assert!(!status.lines().nth(1).unwrap().contains('%'), "{status}");
    let run = say(folder.path(), &["study", "run", "s.toml"]);
    assert!(run.contains(&words), "{run}");
    say(folder.path(), &["study", "report", "s.toml"]);
    let report = std::fs::read_to_string(folder.path().join("s.results/report.md")).unwrap();
    assert!(report.contains(&words), "{report}");
    let seeds = say(
        folder.path(),
        &[
            "study",
            "query",
            "s.toml",
            "SELECT min(seed), max(seed) FROM results WHERE configuration = 'mcts'",
        ],
    );
    assert_eq!(seeds.lines().nth(1), Some("100,102"));
    let all = say(folder.path(), &["study", "export", "s.toml", "--all"]);
    assert_eq!(all.lines().count(), 1 + jobs + gone);
}

#[test]
fn reruns_add_rows_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    let before = say(
        folder.path(),
        &["study", "query", "s.toml", "SELECT count(*) FROM results WHERE verdict = 'unknown'"],
    );
    say(folder.path(), &["study", "run", "s.toml", "--again", "verdict = 'unknown'"]);
    let count = |sql: &str| {
        say(folder.path(), &["study", "query", "s.toml", sql]).lines().nth(1).unwrap().to_owned()
    };
    assert_eq!(count("SELECT count(*) FROM results"), JOBS.to_string());
    assert_eq!(
        Some(count("SELECT count(*) FROM runs WHERE attempt = 2").as_str()),
        before.lines().nth(1)
    );
    assert_eq!(count("SELECT sum(jobs) FROM tallies"), JOBS.to_string());
    // The tallies are those of the results.
    let tallied =
        "SELECT verdict, sum(jobs) FROM tallies GROUP BY 1 HAVING sum(jobs) > 0 ORDER BY 1";
    let counted = "SELECT verdict, count(*) AS \"sum(jobs)\" FROM results GROUP BY 1 ORDER BY 1";
    assert_eq!(
        say(folder.path(), &["study", "query", "s.toml", tallied]),
        say(folder.path(), &["study", "query", "s.toml", counted])
    );
    // Rows cannot be changed, and queries cannot write.
    let message = complain(folder.path(), 2, &["study", "query", "s.toml", "DELETE FROM runs"]);
    assert!(message.contains("read"), "{message}");
    complain(folder.path(), 2, &["study", "run", "s.toml", "--again", "verdict = unknown_column"]);
}

#[test]
fn a_study_that_changes_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    // Fewer deals, another title, one more configuration.
    let changed = STUDY.replace("1..50", "1..40").replace("Many", "Fewer");
    std::fs::write(
        folder.path().join("s.toml"),
        format!("{changed}\n[[configurations]]\nalgorithm = \"greedy\"\n"),
    )
    .unwrap();
    let status: Value =
        serde_json::from_str(&say(folder.path(), &["study", "status", "s.toml", "--json"]))
            .unwrap();
    assert_eq!((status["jobs"].as_u64(), status["done"].as_u64()), (Some(136 * 6), Some(136 * 5)));
    say(folder.path(), &["study", "resume", "s.toml"]);
    let status: Value =
        serde_json::from_str(&say(folder.path(), &["study", "status", "s.toml", "--json"]))
            .unwrap();
    assert_eq!(status["done"].as_u64(), Some(136 * 6));
    let rows = say(
        folder.path(),
        &["study", "query", "s.toml", "SELECT count(*), max(attempt) FROM runs"],
    );
    assert_eq!(rows.lines().nth(1), Some(&*format!("{},1", JOBS + 136)));
}

/// A disk that fills up during a run, simulated by a limit on file size, under which writes fail in
/// the same way. The run reports it and names the store; with room again it resumes, and no row is
/// lost or duplicated.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), many().0).unwrap();
    let limited = |blocks: u32| {
        // The signal that comes with the error would kill the program, which a full disk does not.
        let script =
            format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" study run s.toml --threads 2");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_patience")]).current_dir(folder.path());
        let output = shell.output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, errors) = limited(patience_testing::size(600, 1000));
    assert_eq!(code, Some(1), "{errors}");
    assert!(errors.contains("store.sqlite") && !errors.contains("panicked"), "{errors}");
    let status: Value =
        serde_json::from_str(&say(folder.path(), &["study", "status", "s.toml", "--json"]))
            .unwrap();
    let [done, jobs] = ["done", "jobs"].map(|name| status[name].as_u64().unwrap());
    assert!((1..jobs).contains(&done), "{done} of {jobs} fitted: the limit is wrong for this test");
    say(folder.path(), &["study", "run", "s.toml"]);
    assert_eq!(results(folder.path(), "s.toml"), CALM.results);
}

/// A deleted row is detected before rows are added.
#[test]
fn rows_are_added_to_what_was_written_only() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY.replace("1..50", "1..3")).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    let path = folder.path().join("s.results/store.sqlite");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection
        .execute_batch("DROP TRIGGER rows_are_never_deleted; DELETE FROM runs WHERE id = 1")
        .unwrap();
    drop(connection);
    for command in ["run", "resume", "merge", "status"] {
        let message = complain(folder.path(), 1, &["study", command, "s.toml"]);
        assert!(message.contains("is damaged"), "{command}: {message}");
    }
}

/// A file, a link to nothing, and a folder in the place of the store.
#[cfg(unix)]
#[test]
fn something_else_in_the_place_of_results_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY.replace("1..50", "1..3")).unwrap();
    let (results, job) = (folder.path().join("s.results"), ["--chunk", "0", "--chunks", "9"]);
    let commands = [
        &["run", "s.toml"][..],
        &["resume", "s.toml"],
        &["status", "s.toml"],
        &["report", "s.toml"],
        &["export", "s.toml"],
        &["query", "s.toml", "SELECT 1"],
        &["merge", "s.toml"],
        &["compare", "s.toml", "s.toml"],
        &["work", "s.toml", job[0], job[1], job[2], job[3]],
        &["submit", "s.toml", "--engine", "slurm", "--dry-run"],
    ];
    let refused = |words: &str, commands: &[&[&str]]| {
        for command in commands {
            let message = complain(folder.path(), 2, &[&["study"], *command].concat());
            assert!(message.contains(words), "{command:?}: {message}");
        }
    };
    std::fs::write(&results, "").unwrap();
    refused("s.results is a file; expected a folder", &commands);
    std::fs::remove_file(&results).unwrap();
    std::os::unix::fs::symlink("nowhere", &results).unwrap();
    refused("s.results is a link to nothing; expected a folder", &commands);
    std::fs::remove_file(&results).unwrap();
    std::fs::create_dir_all(results.join("store.sqlite")).unwrap();
    refused("store.sqlite cannot be read: it is not a regular file", &commands[..8]);
    std::fs::remove_dir_all(&results).unwrap();
    let list = [commands[8], &["--elsewhere", "s.toml"]].concat();
    refused("s.toml: not a list of jobs that `patience study submit` wrote", &[&list]);
}
