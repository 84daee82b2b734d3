//! `patience solve --split`: several processes, one folder, and one verdict, even if processes are
//! killed.
#![cfg(unix)]

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::prelude::*;
use patience_testing::size;
use serde_json::Value;
use tempfile::TempDir;

/// A winnable deal that takes a few hundred thousand expansions, so that a process can be killed
/// while it runs.
const WON: &str = "gaps:solvitaire/4x13/18";

/// A lost deal that takes as many expansions or, in the ordinary tier, about ten thousand.
fn lost() -> &'static str {
    size("gaps:solvitaire/4x11/55", "gaps:solvitaire/4x13/20")
}

fn start(deal: &str, arguments: &[&str], folder: &Path) -> Child {
    let mut command = Command::cargo_bin("patience").unwrap();
    command.args(["solve", deal, "--json", "--split", "parts"]).args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn report(output: &Output) -> Value {
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text
        .lines()
        .next()
        .unwrap_or_else(|| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    serde_json::from_str(line).unwrap()
}

/// The files of the only deal whose names have this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let deals = fs::read_dir(folder.join("parts")).into_iter().flatten().flatten();
    let entries = deals.flat_map(|deal| fs::read_dir(deal.path()).into_iter().flatten().flatten());
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|it| it == ending))
        .collect()
}

/// Kills a process while it works on a part, after it has decided this many. Returns false if it
/// had already finished.
fn kill_in_between(mut victim: Child, folder: &Path, decided: usize) -> bool {
    let is_at_work = || !files(folder, "lock").is_empty() && files(folder, "part").len() >= decided;
    while !is_at_work() && victim.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(1));
    }
    victim.kill().unwrap();
    victim.wait().unwrap().signal() == Some(9)
}

/// Three processes, of which the first is killed: the others finish. Repeated if it ended before it
/// could be killed.
#[test]
fn of_three_processes_one_is_killed_and_the_others_finish() {
    let alone = report(
        &Command::cargo_bin("patience")
            .unwrap()
            .args(["solve", lost(), "--json"])
            .output()
            .unwrap(),
    );
    let killed = (0..50).any(|_| {
        let folder = TempDir::new().unwrap();
        let [first, second, third] = [0; 3].map(|_| start(lost(), &[], folder.path()));
        let killed = kill_in_between(first, folder.path(), 3);
        let reports = [second, third].map(|process| report(&process.wait_with_output().unwrap()));
        for one in &reports {
            assert_eq!(
                (&one["verdict"], &one["details"]["parts"]),
                (&alone["verdict"], &one["details"]["parts_decided"])
            );
        }
        assert_eq!(
            reports[0]["details"]["expanded_together"],
            reports[1]["details"]["expanded_together"]
        );
        let decided: u64 = reports[0]["details"]["parts"].as_str().unwrap().parse().unwrap();
        assert_eq!(
            (files(folder.path(), "part").len() as u64, files(folder.path(), "begun").len()),
            (decided, 0)
        );
        killed
    });
    assert!(killed);
}

/// All are killed, and a restart resumes: no decided part is decided again.
#[test]
fn after_a_kill_a_restart_goes_on_where_it_was() {
    let deals = [(lost(), "unsolvable", 3), (WON, "solved", 0)];
    for (deal, verdict, decided) in deals.into_iter().take(size(1, 2)) {
        let killed = (0..50).any(|_| {
            let folder = TempDir::new().unwrap();
            let killed = kill_in_between(start(deal, &[], folder.path()), folder.path(), decided);
            let before: Vec<_> = files(folder.path(), "part")
                .into_iter()
                .map(|path| (fs::read(&path).unwrap(), path))
                .collect();
            let again = report(&start(deal, &[], folder.path()).wait_with_output().unwrap());
            assert_eq!(again["verdict"], verdict);
            before.iter().for_each(|(bytes, path)| {
                assert_eq!(&fs::read(path).unwrap(), bytes, "decided once")
            });
            let by_all: u64 =
                again["details"]["expanded_together"].as_str().unwrap().parse().unwrap();
            assert!(!killed || deal == WON || again["expanded"].as_u64().unwrap() < by_all);
            killed
        });
        assert!(killed, "{deal}");
    }
}

/// Machines without a common folder: each works for a while, and the files are copied from one to
/// the other.
#[test]
fn files_can_be_copied_between_folders() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let one = report(
        &start(lost(), &["--expansions", size("30000", "200000")], folders[0].path())
            .wait_with_output()
            .unwrap(),
    );
    assert_eq!(one["verdict"], "unknown");
    // Unfinished parts also store proved losses.
    let copied = [files(folders[0].path(), "part"), files(folders[0].path(), "begun")].concat();
    assert!(!copied.is_empty());
    for path in &copied {
        let to = folders[1].path().join(path.strip_prefix(folders[0].path()).unwrap());
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(path, to).unwrap();
    }
    let other = report(&start(lost(), &[], folders[1].path()).wait_with_output().unwrap());
    let by_all: u64 = other["details"]["expanded_together"].as_str().unwrap().parse().unwrap();
    assert_eq!(other["verdict"], "unsolvable");
    assert!(other["expanded"].as_u64().unwrap() < by_all);
}

/// Damage is an error that names the file (exit code 1); files of other deals and conflicting
/// options are rejected (2).
#[test]
fn damaged_files_are_named_and_foreign_ones_refused() {
    let folder = TempDir::new().unwrap();
    let ends = |deal: &str, arguments: &[&str], code: i32, says: &str| {
        let output = start(deal, arguments, folder.path()).wait_with_output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{stderr}");
        assert!(
            stderr.contains(says) && !stderr.contains("panicked") && output.stdout.is_empty(),
            "{stderr}"
        );
    };
    assert!(start("gaps:solvitaire/4x8/36", &[], folder.path()).wait().unwrap().code() == Some(11));
    let path = files(folder.path(), "part").into_iter().max().unwrap();
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let sound = fs::read(&path).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    fs::write(&path, damaged).unwrap();
    ends("gaps:solvitaire/4x8/36", &[], 1, &name);
    fs::write(&path, "a shopping list").unwrap();
    ends("gaps:solvitaire/4x8/36", &[], 2, &name);
    fs::write(&path, sound).unwrap();
    fs::write(path.with_file_name("4000000.part"), "").unwrap();
    ends("gaps:solvitaire/4x8/36", &[], 2, "4000000.part");
    for more in [
        &["--checkpoint", "kept"][..],
        &["--scratch", "D"],
        &["--threads", "2"],
        &["--optimal"],
        &["--strategy", "sweep"],
    ] {
        ends("gaps:solvitaire/4x6/1", more, 2, "");
    }
}
