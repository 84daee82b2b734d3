//! Runs of the program in a folder: its output, and its errors about rejected input.

use std::path::Path;
use std::process::{Command, Output};

use assert_cmd::prelude::*;

pub fn patience(folder: &Path, arguments: &[&str]) -> Output {
    Command::cargo_bin("patience").unwrap().current_dir(folder).args(arguments).output().unwrap()
}

#[track_caller]
pub fn said(folder: &Path, arguments: &[&str]) -> String {
    let ran = patience(folder, arguments);
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

/// Returns the error of a command that rejects its input.
#[track_caller]
pub fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let ran = patience(folder, arguments);
    let message = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    message
}
