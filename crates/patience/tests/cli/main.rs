//! The command line as other tools rely on it: exit codes, JSON fields, malformed input.

mod answers;
mod evaluations;
mod input;
mod people;
mod records;
mod redeal;
mod redeal_rows;
#[cfg(target_os = "linux")]
mod terminals;

use std::io::Write;
use std::process::{Command, Stdio};

use assert_cmd::prelude::*;
use serde_json::Value;

/// What a command printed and how it ended.
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
    // The program may stop reading early; that is its right.
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

const UNSOLVABLE: &str = "birds:neller/10";
