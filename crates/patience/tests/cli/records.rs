//! Records, exit codes and the order of output.

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::prelude::*;
use serde_json::Value;

use crate::{UNSOLVABLE, patience};

#[test]
fn json_fields_come_in_the_documented_order() {
    let ran = patience(&["solve", "tiles:level/iartistas-04", "-a", "bfs", "--json"]).ends(0);
    let fields = [
        "instance",
        "game",
        "rules",
        "board",
        "algorithm",
        "heuristic",
        "verdict",
        "stop",
        "length",
        "optimal",
        "plan",
        "expanded",
        "generated",
        "duplicates",
        "reopened",
        "dead_ends",
        "peak_open",
        "peak_closed",
        "peak_bytes",
        "seconds",
    ];
    let mut from = 0;
    for field in fields {
        let at = ran.stdout[from..]
            .find(&format!("\"{field}\":"))
            .unwrap_or_else(|| panic!("{field} in its place"));
        from += at;
    }
    assert!(ran.stdout.starts_with("{\"instance\":"));
    let record = &ran.json_lines()[0];
    assert_eq!(record["verdict"], "solved");
    assert_eq!(record["stop"], Value::Null);
    assert_eq!(record["heuristic"], Value::Null);
    assert_eq!(record["length"], 5);
    assert_eq!(record["optimal"], true);
    assert_eq!(record["plan"].as_array().unwrap().len(), 5);
    assert!(record["peak_bytes"].as_u64().unwrap() > 0, "memory is measured");
}

#[test]
fn exit_codes_are_the_documented_ones() {
    patience(&["solve", "birds:neller/0"]).ends(0);
    patience(&["solve", UNSOLVABLE]).ends(11);
    patience(&["solve", "birds:neller/0", UNSOLVABLE]).ends(11);
    patience(&["solve", "gaps:solvitaire/4x13/7", "-a", "bfs", "--expansions", "10"]).ends(12);
    patience(&["solve", UNSOLVABLE, "gaps:solvitaire/4x13/7", "-a", "bfs", "--expansions", "10"])
        .ends(12);
    patience(&["solve"]).ends(2);
    patience(&["frobnicate"]).ends(2);
    patience(&["solve", "birds:neller/0", "-a", "no-such"]).ends(2);
    patience(&["solve", "birds:neller/0", "-a", "astar", "-H", "no-such"]).ends(2);
    patience(&["--help"]).ends(0);
}

#[test]
fn limits_are_named_as_stops() {
    let deal = "gaps:solvitaire/4x13/1";
    for (flag, value, stop) in [
        ("--expansions", "100", "expansions"),
        ("--time", "50ms", "time"),
        ("--cpu-time", "50ms", "cpu-time"),
        ("--memory", "1MiB", "memory"),
        ("--depth", "3", "depth"),
    ] {
        let ran = patience(&["solve", deal, "-a", "bfs", flag, value, "--json"]).ends(12);
        let record = &ran.json_lines()[0];
        assert_eq!(
            (&record["verdict"], &record["stop"]),
            (&Value::from("unknown"), &Value::from(stop)),
            "{flag}"
        );
        if stop == "expansions" {
            assert_eq!(record["expanded"], 100);
        }
        if stop == "memory" {
            assert!(
                record["peak_bytes"].as_u64().unwrap() <= (1 << 20) * 11 / 10,
                "{}",
                record["peak_bytes"]
            );
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_counts_and_threads_keep_the_order() {
    let solve = |threads: &str| {
        let ran = patience(&[
            "solve",
            "birds:neller/0..20",
            "--json",
            "--threads",
            threads,
            "-a",
            "restarts",
            "--seed",
            "3",
            "--expansions",
            "3000",
        ]);
        let mut records = ran.json_lines();
        for record in &mut records {
            for measured in ["seconds", "peak_bytes"] {
                record.as_object_mut().unwrap().remove(measured);
            }
        }
        records
    };
    let one = solve("1");
    assert_eq!(one.len(), 21);
    assert_eq!(one, solve("2"));
}

#[test]
#[cfg(unix)]
fn an_interrupt_prints_what_was_finished() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(["solve", "tiles:level/iartistas-04", "tiles:level/iartistas-05", "--json"])
        .args(["--game", "gaps", "--input", "-", "-a", "bfs", "--memory", "8GiB"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let board = "6H -- QS 2D 4S TH 2H QD 3C -- 8S 8D JH / KS 2S 3S 4D 9C 3H 3D 4C 8H KD JC 6D KH / \
                 TC 4H -- KC 5S 6C 6S 9D JS 8C 7S 2C -- / QH QC 5C 7C 7D TS 9S 5D TD 5H 7H 9H JD\n";
    child.stdin.take().unwrap().write_all(board.as_bytes()).unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    // The two levels end; the deal would run forever.
    let finished: Vec<Value> =
        (0..2).map(|_| serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap()).collect();
    assert!(finished.iter().all(|record| record["verdict"] == "solved"));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let last: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    assert_eq!((&last["verdict"], &last["stop"]), (&"unknown".into(), &"cancelled".into()));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn colours_respect_pipes_and_no_color() {
    assert!(!patience(&["solve", "birds:neller/0", "--show"]).ends(0).stdout.contains('\u{1b}'));
    assert!(
        patience(&["solve", "birds:neller/0", "--show", "--color", "always"])
            .ends(0)
            .stdout
            .contains('\u{1b}')
    );
}

/// Unwritable results are an error of the environment, not an interrupt.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_no_interrupt() {
    for command in [
        &["solve", "gaps:random/3x4/1"][..],
        &["solve", "birds:neller/42", "--json"],
        &["solve", "birds:neller/1..200", "--threads", "2"],
        &["compare", "gaps:random/3x4/1"],
        &["show", "gaps:random/3x4/1"],
        &["gaps", "redeal", "gaps:random/2x4/1"],
        &["--help"],
        &["solve", "-h"],
        &["--version"],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let ran =
            Command::cargo_bin("patience").unwrap().args(command).stdout(full).output().unwrap();
        let told = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(1), "{command:?}: {told}");
        assert!(told.contains("No space left on device"), "{command:?}: {told}");
        assert!(!told.contains("os error"), "{command:?}: {told}");
    }
    // The program does not wait for further boards either.
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(["solve", "--game", "tiles", "--input", "-"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut boards = child.stdin.take().unwrap();
    boards.write_all(b"r.R\n\nr.R\n\nr.R\n\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    drop(boards);
}
