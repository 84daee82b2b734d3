//! `patience study` as its users rely on it: no finished job is lost, and no row counts twice.

mod compared;
mod fairness;
mod fetched;
mod reports;
mod revisions;
mod runs;
mod specs;
mod stores;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use patience_testing::size;

fn patience() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patience"));
    command.env_remove("NO_COLOR");
    command
}

/// Runs a command that must succeed, and returns its output.
fn say(folder: &Path, arguments: &[&str]) -> String {
    let output = patience().current_dir(folder).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs a command that must fail with an exit code, and returns its error.
fn complain(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let output = patience().current_dir(folder).args(arguments).output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
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
names = ["gaps:random/4x4/1..50", "gaps:random/4x5/1..20"]

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

/// The jobs of [`STUDY`]: five for each deal, and for each of the 76 levels.
const JOBS: usize = (50 + 20 + 76) * 5;

/// The study, which has three times as many deals in the whole tier.
fn many() -> (String, usize) {
    let deals = size(["1..50", "1..20"], ["1..150", "1..60"]);
    let study = STUDY.replace("1..50", deals[0]).replace("1..20", deals[1]);
    (study, JOBS + size(0, 140 * 5))
}

/// The study of [`many`] jobs run once without any trouble, for all tests.
struct Calm {
    folder: PathBuf,
    /// The output of [`results`].
    results: String,
    took: Duration,
}

static CALM: LazyLock<Calm> = LazyLock::new(|| {
    // The folder shared by all tests is never dropped, so it has a fixed path, which the next run
    // reuses.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calm-study");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let (study, jobs) = many();
    std::fs::write(folder.join("s.toml"), study).unwrap();
    let begun = Instant::now();
    say(&folder, &["study", "run", "s.toml", "--threads", "2"]);
    let took = begun.elapsed();
    let results = results(&folder, "s.toml");
    assert_eq!(results.lines().count(), 1 + jobs);
    Calm { folder, results, took }
});

/// All values of the rows that must not depend on the course of the run, in order.
fn results(folder: &Path, study: &str) -> String {
    let columns = "job, attempt, \"set\", instance, configuration, repetition, verdict, stop, \
                   length, optimal, expanded, generated, duplicates, reopened, dead_ends, \
                   peak_open, peak_closed, lower_bound, seed, plan, error";
    say(
        folder,
        &["study", "query", study, &format!("SELECT {columns} FROM results ORDER BY job, attempt")],
    )
}
