//! `patience-check FILE`: see `docs/certificates.md`.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;

use patience_check::{Failure, Verified, check, check_in_passes};

const HELP: &str = "Checks certificates: that a deal is lost, or won by a plan.

Usage: patience-check FILE... [--passes N]     (`-`: standard input)

N passes, at most 1000, need an Nth of the memory.

Exit codes: 0 verified; 1 refused, with the record and the reason; 2 it cannot be read. Of several
files the greatest counts";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["--help" | "-h"] = words[..] {
        let _ = writeln!(std::io::stdout(), "{HELP}");
        return ExitCode::SUCCESS;
    }
    let (files, passes) = match &words[..] {
        [files @ .., "--passes", passes] => (files, passes.parse().unwrap_or(0)),
        files => (files, 1),
    };
    // Standard input is read once.
    let is_file = |word: &&str| !word.starts_with('-') || *word == "-" && passes == 1;
    if files.is_empty() || !files.iter().all(is_file) || !(1..=1_000).contains(&passes) {
        let _ = writeln!(std::io::stdout(), "{HELP}");
        return ExitCode::from(2);
    }
    let mut worst = 0;
    for path in files {
        let name = if *path == "-" { "standard input" } else { path };
        let (code, mut text) = told(match *path {
            "-" => check(std::io::stdin().lock()),
            path => check_in_passes(passes, || open(path, passes)),
        });
        if code > 0 || files.len() > 1 {
            text = format!("{name}: {text}");
        }
        // A reader that closes the pipe early has seen enough.
        let _ = writeln!(std::io::stdout(), "{text}");
        worst = worst.max(code);
    }
    ExitCode::from(worst)
}

fn open(path: &str, passes: u64) -> Result<File, Failure> {
    let unreadable = |why: &str| Failure::Unreadable(why.to_owned());
    let file = File::open(path).map_err(|error| {
        let words = error.to_string();
        unreadable(words.split(" (os error").next().unwrap_or(&words))
    })?;
    if file.metadata().is_ok_and(|it| it.is_dir()) {
        return Err(unreadable("it is a folder; expected a certificate"));
    }
    // Input without a length, such as a pipe, is read once.
    match passes > 1 && !file.metadata().is_ok_and(|it| it.is_file()) {
        true => Err(unreadable("several passes need a regular file")),
        false => Ok(file),
    }
}

/// The exit code and the message for a result.
fn told(result: Result<Verified, Failure>) -> (u8, String) {
    match result {
        Ok(Verified { claim, deal: (game, board), records: n, held, lemmas, .. }) => {
            let beside: String = lemmas.iter().map(|lemma| format!(", {lemma}")).collect();
            let verified = format!("verified: {claim}: {game}: {board}");
            let words = format!("{n} records, {held} in memory, relies on the rules{beside}");
            (0, format!("{verified}\n{words}"))
        }
        Err(Failure::Unreadable(reason)) => (2, reason),
        Err(refused @ Failure::Refused(..)) => (1, refused.to_string()),
        Err(stopped @ Failure::Stopped) => (2, stopped.to_string()),
    }
}
