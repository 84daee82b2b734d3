//! `patience-check FILE`: see `docs/certificates.md`.

#![forbid(unsafe_code)]

use std::fs::{File, metadata};
use std::io::{ErrorKind, Write, stderr, stdin, stdout};

use patience_check::{Failure, Verified, check, check_in_passes};

const HELP: &str = "Checks certificates: that a deal is lost, or won by a plan.

Usage: patience-check FILE... [--passes N]     (`-`: standard input)

N passes, at most 1000, need an Nth of the memory.

Exit codes: 0 verified; 1 refused (record, reason); 2 not read or written; the greatest counts";

fn main() -> std::process::ExitCode {
    let words = std::env::args_os().skip(1);
    let words: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (files, passes) = match asked(&words) {
        _ if words.iter().any(|word| ["--help", "-h"].contains(word)) => return say(HELP).into(),
        Err(why) => return complain(&format!("{why}; --help shows the usage")).into(),
        Ok(asked) => asked,
    };
    let codes = files.iter().map(|&path| {
        let name = if path == "-" { "standard input" } else { path };
        let (code, mut text) = told(match path {
            "-" => check(stdin().lock()),
            path => check_in_passes(passes, || open(path, passes)),
        });
        if code > 0 || files.len() > 1 {
            text = format!("{name}: {text}");
        }
        code.max(say(&text))
    });
    codes.max().unwrap_or_default().into()
}

/// The files to check, and the number of passes.
fn asked<'a>(words: &'a [&'a str]) -> Result<(&'a [&'a str], u64), String> {
    let (files, count) = match words {
        ["--passes"] | [_, .., "--passes"] => {
            return Err("--passes has no number; expected 1 to 1000".to_owned());
        }
        ["--passes", count, files @ ..] | [files @ .., "--passes", count] => (files, *count),
        files => (files, "1"),
    };
    let valid = count.parse().ok().filter(|count| (1..=1_000).contains(count));
    let passes = valid.ok_or(format!("--passes `{count}` is not valid; expected 1 to 1000"))?;
    let reads = passes * files.iter().filter(|file| **file == "-").count() as u64;
    match files.iter().find(|file| file.is_empty() || file.starts_with('-') && **file != "-") {
        Some(word) => Err(format!("`{word}` is not valid here; expected FILE... [--passes N]")),
        None if files.is_empty() => Err("there is no FILE; expected a certificate".to_owned()),
        None if reads > 1 => Err("standard input is read only once; expected a file".to_owned()),
        None => Ok((files, passes)),
    }
}

/// Prints a string; returns the exit code.
fn say(text: &str) -> u8 {
    // A reader that closes the pipe early does not want the rest.
    let fault = writeln!(stdout(), "{text}").err();
    let fault = fault.filter(|error| error.kind() != ErrorKind::BrokenPipe);
    fault.map_or(0, |error| complain(&format!("standard output: {error}")))
}

fn complain(why: &str) -> u8 {
    let _ = writeln!(stderr(), "error: {}", plain(why));
    2
}

/// The words of an error without the system's number at their end.
fn plain(words: &str) -> String {
    words.split(" (os error").next().unwrap_or(words).to_owned()
}

fn open(path: &str, passes: u64) -> Result<File, Failure> {
    let failed = |error: std::io::Error| Failure::Unreadable(error.to_string());
    // A pipe is not opened for this check, because opening waits for the other end.
    let why = match metadata(path).map_err(failed)? {
        kind if kind.is_dir() => "it is a folder; expected a certificate",
        kind if kind.is_file() || passes == 1 => return File::open(path).map_err(failed),
        _ => "it is read only once; several passes need a file",
    };
    Err(Failure::Unreadable(why.to_owned()))
}

/// The exit code and the message for a result.
fn told(result: Result<Verified, Failure>) -> (u8, String) {
    match result {
        Ok(Verified { claim, deal: (game, board), records: n, held, lemmas, .. }) => {
            let beside: String = lemmas.iter().map(|lemma| format!(", {lemma}")).collect();
            let words = format!("records: {n}, {held} in memory; relies on the rules{beside}");
            (0, format!("verified: {claim}: {game}: {board}\n{words}"))
        }
        Err(Failure::Unreadable(reason)) => (2, plain(&reason)),
        Err(refused @ Failure::Refused(..)) => (1, refused.to_string()),
        Err(stopped @ Failure::Stopped) => (2, stopped.to_string()),
    }
}
