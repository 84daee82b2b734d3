//! `patience-check FILE`: see `docs/certificates.md`.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;

use patience_check::{Failure, Verified, check, check_in_passes};

const HELP: &str = "Checks a certificate: that a deal is lost, or won by a plan.

Usage: patience-check FILE [--passes N]     (`-`: standard input)

N passes, at most 1000, need an Nth of the memory.

Exit codes: 0 verified; 1 refused, with the record and the reason; 2 it cannot be read";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let passes = words.get(2).map_or(Some(1), |passes| {
        passes.parse().ok().filter(|passes| (1..=1_000).contains(passes))
    });
    let read = |path: &str| {
        let unreadable = |why: &str| Failure::Unreadable(format!("{path}: {why}"));
        let file = File::open(path).map_err(|error| {
            let words = error.to_string();
            unreadable(words.split(" (os error").next().unwrap_or(&words))
        })?;
        if file.metadata().is_ok_and(|it| it.is_dir()) {
            return Err(unreadable("it is a folder; expected a certificate"));
        }
        // What has no length, such as a pipe, is read once.
        match passes > Some(1) && !file.metadata().is_ok_and(|it| it.is_file()) {
            true => Err(unreadable("several passes need a regular file")),
            false => Ok(file),
        }
    };
    if let ["--help" | "-h"] = words[..] {
        let _ = writeln!(std::io::stdout(), "{HELP}");
        return ExitCode::SUCCESS;
    }
    let result = match (&words[..], passes) {
        (["-"], _) => check(std::io::stdin().lock()),
        ([path] | [path, "--passes", _], Some(n)) if !path.starts_with('-') => {
            check_in_passes(n, || read(path))
        }
        _ => Err(Failure::Unreadable(HELP.to_owned())),
    };
    let (code, text) = match result {
        Ok(Verified { claim, deal: (game, board), records: n, held, lemmas, .. }) => (
            0,
            format!(
                "verified: {claim}: {game}: {board}\n{n} records, {held} in memory, relies on {lemmas:?}"
            ),
        ),
        Err(Failure::Unreadable(reason)) => (2, reason),
        Err(refused @ Failure::Refused(..)) => (1, refused.to_string()),
        Err(stopped @ Failure::Stopped) => (2, stopped.to_string()),
    };
    // Who closes the pipe early has seen enough.
    let _ = writeln!(std::io::stdout(), "{text}");
    ExitCode::from(code)
}
