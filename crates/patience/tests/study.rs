//! `patience study` as its users rely on it: nothing finished is ever lost, and nothing counts twice.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use patience_core::Random;
use serde_json::Value;

fn patience() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patience"));
    command.env_remove("NO_COLOR");
    command
}

/// Runs a command that must succeed, and gives what it printed.
fn say(folder: &Path, arguments: &[&str]) -> String {
    let output = patience().current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must fail with an exit code, and gives what it complained about.
fn complain(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let output = patience().current_dir(folder).args(arguments).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr).unwrap()
}

/// Many short jobs with verdicts of all three kinds.
const STUDY: &str = r#"
title = "Many short jobs"

[limits]
memory = "64MiB"
expansions = 300

[[instances]]
set = "gaps"
names = ["gaps:random/4x4/1..150", "gaps:random/4x5/1..50"]

[[instances]]
set = "levels"
names = ["tiles:level/*"]

[[configurations]]
algorithm = "bfs"

[[configurations]]
algorithm = "astar"

[[configurations]]
algorithm = "mcts"
iterations = 200
repetitions = 3
"#;

/// Everything about the rows that must not depend on how a study was run, in order.
fn results(folder: &Path, study: &str) -> String {
    let columns = "job, attempt, \"set\", instance, configuration, repetition, verdict, stop, length, optimal, expanded, \
                   generated, duplicates, reopened, dead_ends, peak_open, peak_closed, lower_bound, seed, plan, error";
    say(folder, &["study", "query", study, &format!("SELECT {columns} FROM results ORDER BY job, attempt")])
}

#[test]
fn a_hundred_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["calm.toml", "killed.toml"] {
        std::fs::write(folder.path().join(name), STUDY).unwrap();
    }
    let begun = Instant::now();
    say(folder.path(), &["study", "run", "calm.toml", "--threads", "2"]);
    // Kills come at any moment of a run, however fast the machine is today.
    let longest = u32::try_from(begun.elapsed().as_millis()).unwrap().max(20);
    let calm = results(folder.path(), "calm.toml");
    assert_eq!(calm.lines().count(), 1 + (200 + 76) * 5);

    let mut random = Random::new(7);
    let (mut kills, mut partial) = (0, 0);
    while kills < 100 {
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
        let Ok(status) =
            patience().current_dir(folder.path()).args(["study", "status", "killed.toml", "--json"]).output()
        else {
            continue;
        };
        // Killed so early that there is no store yet.
        let Ok(status) = serde_json::from_slice::<Value>(&status.stdout) else { continue };
        partial += usize::from((1..1380).contains(&status["done"].as_u64().unwrap()));
        if ended.is_some() || status["done"] == 1380 {
            // It came to its end: begin anew, so that every kill meets a study at work.
            assert_eq!(results(folder.path(), "killed.toml"), calm);
            std::fs::remove_dir_all(folder.path().join("killed.results")).unwrap();
        }
    }
    assert!(partial > 10, "only {partial} kills met a study with some rows");
    say(folder.path(), &["study", "run", "killed.toml", "--threads", "2"]);
    assert_eq!(results(folder.path(), "killed.toml"), calm);
    // No worker outlives its study, and no claim stays behind.
    let claims = say(folder.path(), &["study", "query", "killed.toml", "SELECT count(*) FROM claims"]);
    assert_eq!(claims.lines().nth(1), Some("0"));
}

#[test]
fn several_processes_share_a_study() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["alone.toml", "shared.toml"] {
        std::fs::write(folder.path().join(name), STUDY).unwrap();
    }
    say(folder.path(), &["study", "run", "alone.toml", "--threads", "1"]);
    let run = || {
        let mut command = patience();
        command.current_dir(folder.path()).args(["study", "run", "shared.toml", "--threads", "1"]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let mut three = [run(), run(), run()];
    // One of them is killed on the way.
    std::thread::sleep(Duration::from_millis(60));
    three[0].kill().unwrap();
    for (index, child) in three.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert!(index == 0 || output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    say(folder.path(), &["study", "resume", "shared.toml"]);
    assert_eq!(results(folder.path(), "shared.toml"), results(folder.path(), "alone.toml"));
}

#[test]
fn chunks_are_merged_exactly_once() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["alone.toml", "chunks.toml"] {
        std::fs::write(folder.path().join(name), STUDY).unwrap();
    }
    say(folder.path(), &["study", "run", "alone.toml"]);
    let work = |chunk: &str| {
        let mut command = patience();
        command
            .current_dir(folder.path())
            .args(["study", "work", "chunks.toml", "--chunks", "3", "--threads", "1", "--chunk", chunk])
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
    // Complete chunks are not begun again.
    assert!(
        say(folder.path(), &["study", "work", "chunks.toml", "--chunks", "3", "--chunk", "1"]).contains(" 0 new rows")
    );
    say(folder.path(), &["study", "merge", "chunks.toml"]);
    assert!(say(folder.path(), &["study", "merge", "chunks.toml"]).starts_with("0 new rows; 1,380 of 1,380"));
    assert_eq!(results(folder.path(), "chunks.toml"), results(folder.path(), "alone.toml"));
    let left: Vec<_> = std::fs::read_dir(folder.path().join("chunks.results/shards")).unwrap().collect();
    assert_eq!(left.len(), 3, "only complete shards are left: {left:?}");
    // A shard of another study is refused.
    let other = STUDY.replace("expansions = 300", "expansions = 301");
    std::fs::write(folder.path().join("chunks.toml"), other).unwrap();
    let message = complain(folder.path(), 1, &["study", "merge", "chunks.toml"]);
    assert!(message.contains("not a shard of this study"), "{message}");
}

#[test]
fn an_interrupt_stops_cleanly() {
    let folder = tempfile::tempdir().unwrap();
    let study = STUDY.replace("1..150", "1..100000");
    std::fs::write(folder.path().join("long.toml"), study).unwrap();
    let child = patience()
        .current_dir(folder.path())
        .args(["study", "run", "long.toml", "--threads", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let done = || {
        let output =
            patience().current_dir(folder.path()).args(["study", "status", "long.toml", "--json"]).output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).ok().and_then(|status| status["done"].as_u64()).unwrap_or(0)
    };
    while done() == 0 && begun.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(String::from_utf8_lossy(&output.stdout).contains("resume"));
    let claims = say(
        folder.path(),
        &["study", "query", "long.toml", "SELECT (SELECT count(*) FROM claims) + (SELECT count(*) FROM owners)"],
    );
    assert_eq!(claims.lines().nth(1), Some("0"), "claims are given back");
}

/// The processes whose parent is this one.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let is_child = |process: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
        // The name in parentheses may hold anything; the parent is the second field after it.
        stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)) == Some(&parent.to_string())
    };
    let entries = std::fs::read_dir("/proc").unwrap();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok()).filter(is_child).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_walltime_makes_no_rows_of_crashes() {
    let folder = tempfile::tempdir().unwrap();
    // Jobs that take a while, so that some are always in flight.
    let study = STUDY.replace("expansions = 300", "expansions = 60000").replace("4x4/1..150", "4x7/1..9");
    for name in ["calm.toml", "ended.toml"] {
        std::fs::write(folder.path().join(name), &study).unwrap();
    }
    let commands: [&[&str]; 2] = [
        &["study", "run", "ended.toml", "--threads", "2"],
        &["study", "work", "ended.toml", "--chunks", "1", "--chunk", "0", "--threads", "2"],
    ];
    for arguments in commands {
        for _ in 0..3 {
            let mut child =
                patience().current_dir(folder.path()).args(arguments).stdout(Stdio::null()).spawn().unwrap();
            let begun = Instant::now();
            while children(child.id()).len() < 2 && begun.elapsed() < Duration::from_secs(60) {
                std::thread::sleep(Duration::from_millis(20));
            }
            std::thread::sleep(Duration::from_millis(300));
            // As a batch system does it: the signal goes to every process, the workers first here.
            for process in children(child.id()).into_iter().chain([child.id()]) {
                let _ = Command::new("kill").args(["-TERM", &process.to_string()]).stderr(Stdio::null()).status();
            }
            let code = child.wait().unwrap().code();
            assert!(matches!(code, Some(130 | 0)), "{code:?}");
        }
        say(folder.path(), &["study", "merge", "ended.toml"]);
        let crashed = "SELECT count(*) FROM runs WHERE stop IN ('crashed', 'error')";
        assert_eq!(say(folder.path(), &["study", "query", "ended.toml", crashed]).lines().nth(1), Some("0"));
    }
}

#[test]
fn a_finished_study_is_read_where_nothing_can_be_written() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    let folder = tempfile::tempdir().unwrap();
    let text = STUDY
        .replace("1..150", "1..15")
        .replace("\n[[instances]]\nset = \"levels\"\nnames = [\"tiles:level/*\"]\n", "");
    std::fs::write(folder.path().join("s.toml"), &text).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    let csv = say(folder.path(), &["study", "export", "s.toml"]);
    let results = folder.path().join("s.results");
    let mode = |path: &Path, mode| std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
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
    // The superuser may write anywhere, so somebody else reads.
    let elsewhere = tempfile::tempdir().unwrap();
    mode(elsewhere.path(), 0o777);
    let program = elsewhere.path().join("patience");
    std::fs::copy(env!("CARGO_BIN_EXE_patience"), &program).unwrap();
    let read = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.current_dir(folder.path()).args(arguments);
        if std::fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0) {
            command.uid(65534).gid(65534);
        }
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, status, errors) = read(&["study", "status", "s.toml", "--json"]);
    assert_eq!(code, Some(0), "{errors}");
    assert_eq!(serde_json::from_str::<Value>(&status).unwrap()["done"], 65 * 5);
    assert_eq!(read(&["study", "export", "s.toml"]).1, csv);
    assert_eq!(read(&["study", "query", "s.toml", "SELECT count(*) FROM results"]).1, "count(*)\n325\n");
    let output = elsewhere.path().join("report");
    assert_eq!(read(&["study", "report", "s.toml", "--output", output.to_str().unwrap()]).0, Some(0));
    assert!(std::fs::read_to_string(output.join("report.md")).unwrap().contains("| gaps | bfs | 65 | 65 |"));
    // Rows that are still in the journal are not passed over.
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
    std::fs::write(folder.path().join("s.toml"), STUDY.replace("1..150", "1..3")).unwrap();
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
    let study = STUDY.replace("1..150", "1..3").replace("title =", "seed = 1\ntitle =");
    std::fs::write(folder.path().join("s.toml"), &study).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    std::fs::write(folder.path().join("s.toml"), study.replace("seed = 1", "seed = 100")).unwrap();
    let jobs = (53 + 76) * 5;
    let words = format!("{jobs} rows of jobs that are no longer planned");
    let status = say(folder.path(), &["study", "status", "s.toml"]);
    assert!(status.contains(&words) && status.contains(&format!("0/{jobs}\n")), "{status}");
    // Shares of different configurations are never put together.
    assert!(!status.lines().nth(1).unwrap().contains('%'), "{status}");
    let run = say(folder.path(), &["study", "run", "s.toml"]);
    assert!(run.contains(&words), "{run}");
    say(folder.path(), &["study", "report", "s.toml"]);
    let report = std::fs::read_to_string(folder.path().join("s.results/report.md")).unwrap();
    assert!(report.contains(&words), "{report}");
    let seeds = say(folder.path(), &["study", "query", "s.toml", "SELECT min(seed), max(seed) FROM results"]);
    assert_eq!(seeds.lines().nth(1), Some("100,102"));
    let all = say(folder.path(), &["study", "export", "s.toml", "--all"]);
    assert_eq!(all.lines().count(), 1 + 2 * jobs);
}

#[test]
fn what_solve_refuses_neither_check_nor_run_accepts() {
    let folder = tempfile::tempdir().unwrap();
    let study = "title = \"x\"\n[[instances]]\nset = \"s\"\nnames = [\"gaps:random/4x4/1..20\"]\n[[configurations]]\nalgorithm = \"conclusive\"\n";
    let cases = [
        ("stratgy = \"sweep\"", "7:1", "stratgy"),
        ("options = { stratgy = \"sweep\" }", "7:13", "stratgy"),
        ("strategy = \"swep\"", "7:12", "swep"),
        ("policy = \"learnt\"", "7:10", "learnt"),
        ("shorten = -1", "7:11", "shorten"),
        ("level = 50", "7:9", "level"),
        ("heuristic = \"nothing\"", "7:13", "nothing"),
    ];
    for (line, place, words) in cases {
        std::fs::write(folder.path().join("s.toml"), format!("{study}{line}\n")).unwrap();
        for command in ["check", "run"] {
            let message = complain(folder.path(), 2, &["study", command, "s.toml"]);
            assert!(message.contains(&format!("s.toml:{place}: ")) && message.contains(words), "{line}: {message}");
        }
        assert!(!folder.path().join("s.results").exists(), "{line}: nothing was run");
    }
    std::fs::write(folder.path().join("s.toml"), format!("{study}strategy = \"sweep\"\n")).unwrap();
    say(folder.path(), &["study", "check", "s.toml"]);
}

#[test]
fn reruns_add_rows_and_say_so() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    let before =
        say(folder.path(), &["study", "query", "s.toml", "SELECT count(*) FROM results WHERE verdict = 'unknown'"]);
    say(folder.path(), &["study", "run", "s.toml", "--again", "verdict = 'unknown'"]);
    let count = |sql: &str| say(folder.path(), &["study", "query", "s.toml", sql]).lines().nth(1).unwrap().to_owned();
    assert_eq!(count("SELECT count(*) FROM results"), "1380");
    assert_eq!(Some(count("SELECT count(*) FROM runs WHERE attempt = 2").as_str()), before.lines().nth(1));
    assert_eq!(count("SELECT sum(jobs) FROM tallies"), "1380");
    // The tallies are those of the results.
    let tallied = "SELECT verdict, sum(jobs) FROM tallies GROUP BY 1 HAVING sum(jobs) > 0 ORDER BY 1";
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
    let changed = STUDY.replace("1..150", "1..100").replace("Many", "Fewer");
    std::fs::write(folder.path().join("s.toml"), format!("{changed}\n[[configurations]]\nalgorithm = \"greedy\"\n"))
        .unwrap();
    let status: Value = serde_json::from_str(&say(folder.path(), &["study", "status", "s.toml", "--json"])).unwrap();
    assert_eq!((status["jobs"].as_u64(), status["done"].as_u64()), (Some(226 * 6), Some(226 * 5)));
    say(folder.path(), &["study", "resume", "s.toml"]);
    let status: Value = serde_json::from_str(&say(folder.path(), &["study", "status", "s.toml", "--json"])).unwrap();
    assert_eq!(status["done"].as_u64(), Some(226 * 6));
    let rows = say(folder.path(), &["study", "query", "s.toml", "SELECT count(*), max(attempt) FROM runs"]);
    assert_eq!(rows.lines().nth(1), Some(&*format!("{},1", 1380 + 226)));
}

#[test]
fn faults_in_a_study_are_shown_where_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("title = 1", "title = \"x\"", "bad.toml:2:9"),
        ("algorithm = \"bsf\"", "algorithm = \"bfs\"", "no algorithm `bsf`"),
        ("names = [\"tiles:level/nothing\"]", "names = [\"tiles:level/*\"]", "nothing"),
        ("names = [\"tiles:levle/*\"]", "names = [\"tiles:level/*\"]", "levle"),
        ("memory = \"64 pounds\"", "memory = \"64MiB\"", "512MiB"),
        ("expansoins = 300", "expansions = 300", "unknown field `expansoins`"),
        ("repetitions = 0", "repetitions = 3", "at least 1"),
        ("1..150\", \"gaps:random/4x4/150..151", "1..150", "twice"),
    ];
    for (fault, right, expected) in cases {
        let study = STUDY.replace("title = \"Many short jobs\"", "title = \"x\"").replacen(right, fault, 1);
        assert_ne!(study, STUDY);
        std::fs::write(folder.path().join("bad.toml"), &study).unwrap();
        let message = complain(folder.path(), 2, &["study", "check", "bad.toml"]);
        assert!(message.contains(expected), "{fault}: {message}");
        // The place is that of the fault.
        let line = study.lines().position(|line| line.contains(fault)).unwrap() + 1;
        assert!(message.contains("bad.toml:"), "{message}");
        let told: usize = message.split("bad.toml:").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
        assert!(told.abs_diff(line) <= 1 || fault.contains("150"), "{fault}: line {told}, not {line}: {message}");
        assert!(message.contains('^'), "{message}");
    }
    complain(folder.path(), 2, &["study", "status", "nowhere.toml"]);
    std::fs::write(folder.path().join("good.toml"), STUDY).unwrap();
    let message = complain(folder.path(), 2, &["study", "resume", "good.toml"]);
    assert!(message.contains("study run"), "{message}");
    let message = complain(folder.path(), 2, &["study", "run", "good.toml", "--memory", "1MiB"]);
    assert!(message.contains("--memory"), "{message}");
}

#[test]
fn reports_and_exports_say_what_the_rows_say() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    say(folder.path(), &["study", "report", "s.toml"]);
    let results = folder.path().join("s.results");
    let (markdown, page) = (
        std::fs::read_to_string(results.join("report.md")).unwrap(),
        std::fs::read_to_string(results.join("report.html")).unwrap(),
    );
    // Every query that is shown runs, and gives what the table shows.
    let queries: Vec<&str> =
        markdown.split("```sql\n").skip(1).map(|rest| rest.split("\n```").next().unwrap()).collect();
    assert!(queries.len() >= 5);
    for query in queries {
        assert!(say(folder.path(), &["study", "query", "s.toml", query]).lines().count() > 1, "{query}");
    }
    let solved = say(
        folder.path(),
        &[
            "study",
            "query",
            "s.toml",
            "SELECT count(*) FROM results WHERE verdict = 'solved' AND configuration = 'bfs' AND \"set\" = 'levels'",
        ],
    );
    let solved = solved.lines().nth(1).unwrap();
    assert!(markdown.contains(&format!("| levels | bfs | 76 | 76 | {solved} |")), "{markdown}");
    // One file that needs no other, for light and dark.
    for outside in ["http://", "https://", "src=", "<script", "@import"] {
        let without_names = page.replace("http://www.w3.org/", "");
        assert!(!without_names.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("<svg"));

    let csv = say(folder.path(), &["study", "export", "s.toml"]);
    assert_eq!(csv.lines().count(), 1381);
    let lines = say(folder.path(), &["study", "export", "s.toml", "--format", "jsonl"]);
    let row: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(row["set"], "gaps");
    assert_eq!(lines.lines().count(), 1380);
}

#[test]
fn shares_within_the_winnable_deals_are_those_of_the_exact_question() {
    let folder = tempfile::tempdir().unwrap();
    let study = r#"
title = "Shares"
[[instances]]
set = "standard"
x = 4
names = ["gaps:random/4x4/1..40"]
[[instances]]
set = "fixed"
x = 4
names = ["gaps+fixed-twos:random/4x4/1..40"]
[[configurations]]
name = "any"
algorithm = "conclusive"
on = ["standard"]
[[configurations]]
name = "Twos stay"
algorithm = "conclusive"
on = ["fixed"]
time = "1m"
[[report.shares]]
title = "Of the winnable"
of = "any"
parts = ["Twos stay"]
"#;
    std::fs::write(folder.path().join("s.toml"), study).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    say(folder.path(), &["study", "report", "s.toml"]);
    let report = std::fs::read_to_string(folder.path().join("s.results/report.md")).unwrap();
    let answers = patience().args(["gaps", "gaps:random/4x4/1..40", "--json"]).output().unwrap();
    assert_eq!(answers.status.code(), Some(11), "some cannot be won");
    let answers = String::from_utf8(answers.stdout).unwrap();
    let moves: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["moves_of_leftmost_twos"].clone())
        .collect();
    let won = moves.iter().filter(|moves| !moves.is_null()).count();
    let without = moves.iter().filter(|moves| **moves == 0).count();
    assert!(0 < without && without < won && won < 40, "{without} of {won}");
    assert!(report.contains(&format!("| 4 | Twos stay | {won} | 0 | {without} | 0 | ")), "{report}");

    let unknown = study.replace("of = \"any\"", "of = \"all\"");
    std::fs::write(folder.path().join("s.toml"), unknown).unwrap();
    let said = complain(folder.path(), 2, &["study", "check", "s.toml"]);
    assert!(said.contains("there is no configuration `all`; there are `any`, `Twos stay`"), "{said}");
}

/// Runs a ready study and gives its report.
fn ready(name: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let studies = concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies");
    let results = folder.path().join("results");
    let arguments = [&format!("{studies}/{name}.toml"), "--results", results.to_str().unwrap()];
    say(folder.path(), &[&["study", "run"], &arguments[..]].concat());
    say(folder.path(), &[&["study", "report"], &arguments[..]].concat());
    std::fs::read_to_string(results.join("report.md")).unwrap()
}

#[test]
fn the_gaps_reports_tables_come_out_to_the_last_decimal() {
    let report = ready("gaps-report");
    for table in ["27 of 27", "3 of 3"] {
        for value in ["mean length", "share solved"] {
            assert!(report.contains(&format!("{value}: {table} lines equal")), "{value}: {report}");
        }
    }
    // The budgets of A* and greedy search are expansions, MCTS's was a clock.
    for line in report.lines().filter(|line| line.contains("cells | A* |") || line.contains("cells | Greedy |")) {
        assert!(line.matches("= ").count() == 3 || !line.contains("= "), "{line}");
    }
}

/// The sentences of a report that count equal figures.
fn agreements(report: &str) -> Vec<&str> {
    report.lines().filter_map(|line| line.split("`=` marks equal figures. ").nth(1)).collect()
}

#[test]
fn what_agrees_with_published_figures_is_counted() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let results = std::fs::read_to_string(format!("{docs}/results.md")).unwrap();
    for name in ["gaps-report", "tiles-report", "cohesion-report", "solvitaire"] {
        let report = std::fs::read_to_string(format!("{docs}/results/{name}/report.md")).unwrap();
        let counted: Vec<(&str, &str)> = agreements(&report)
            .into_iter()
            .flat_map(|sentence| sentence.trim_end_matches('.').split("; "))
            .map(|part| part.trim_end_matches(" lines equal").split_once(": ").unwrap())
            .collect();
        let told: Vec<(&str, &str)> = results
            .lines()
            .filter(|line| line.starts_with(&format!("| [{name}](")))
            .map(|line| line.trim_matches([' ', '|']).split(" | ").collect::<Vec<_>>())
            .map(|cells| (cells[2], cells[3]))
            .collect();
        assert!(!told.is_empty());
        assert_eq!(told, counted, "{name}: run scripts/results.sh --agreement");
    }
}

#[test]
fn the_tiles_reports_breadth_first_search_comes_out() {
    let report = ready("tiles-report");
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/tiles-report/report.md");
    assert_eq!(agreements(&report), agreements(&std::fs::read_to_string(docs).unwrap()));
    for (level, nodes) in (4..=12).zip([17, 16, 12, 35, 67, 27, 29, 43, 53]) {
        assert!(report.contains(&format!("| level {level} | BFS/Uniform Cost | {nodes} | = {nodes} |")), "{report}");
    }
}

#[test]
fn every_ready_study_is_valid() {
    let studies = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies"));
    for entry in std::fs::read_dir(studies).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let said = say(studies, &["study", "check", path.to_str().unwrap()]);
            assert!(!said.contains("note:"), "{said}");
        }
    }
}
