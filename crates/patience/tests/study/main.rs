//! `patience study` as its users rely on it: nothing finished is ever lost, and nothing counts
//! twice.

mod compared;
mod fairness;
mod reports;
mod runs;
mod specs;
mod stores;

use std::path::Path;
use std::process::Command;

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
    say(
        folder,
        &["study", "query", study, &format!("SELECT {columns} FROM results ORDER BY job, attempt")],
    )
}
