//! The command line as other tools rely on it: exit codes, JSON fields, malformed input.

mod answers;
mod evaluations;
mod input;
mod people;
mod records;
mod redeal;
mod redeal_rows;
#[cfg(target_os = "linux")]
mod streams;
#[cfg(target_os = "linux")]
mod terminals;

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::prelude::*;
use serde_json::Value;

/// Output and exit code of a command.
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    #[track_caller]
    fn ends(self, code: i32) -> Self {
        assert_eq!(self.code, code, "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
    }
}

fn patience(arguments: &[&str]) -> Ran {
    patience_reading(arguments, b"")
}

fn patience_reading(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::cargo_bin("patience")
        .unwrap()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The program may stop reading early.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Sends an interrupt to a child as soon as its handler is set.
#[cfg(target_os = "linux")]
fn interrupt(child: &std::process::Child) {
    let handled = || {
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).is_ok_and(|status| {
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
            caught.is_some_and(|mask| {
                u64::from_str_radix(mask, 16).is_ok_and(|mask| mask & 1 << 1 != 0)
            })
        })
    };
    while !handled() {
        std::thread::yield_now();
    }
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
}

const UNSOLVABLE: &str = "birds:neller/10";
