//! `patience-check FILE`: see `docs/certificates.md`.

use std::fs::File;
use std::process::ExitCode;

use patience_check::{Failure, Verified, check};

const HELP: &str = "Checks a certificate: that a deal is lost, or won by a plan.

Usage: patience-check FILE      (`-`: standard input)

Exit codes: 0 verified; 1 refused, with the record and the reason; 2 it cannot be read";

fn main() -> ExitCode {
    let path = std::env::args().nth(1).unwrap_or("--help".to_owned());
    let result = match path.as_str() {
        "-h" | "--help" => Err(Failure::Unreadable(HELP.to_owned())),
        "-" => check(std::io::stdin().lock()),
        path => File::open(path).map_err(|error| Failure::Unreadable(format!("{path}: {error}"))).and_then(check),
    };
    let (code, text) = match result {
        Ok(Verified { claim, deal: (game, board), records: n, held, lemmas, .. }) => {
            (0, format!("verified: {claim}: {game}: {board}\n{n} records, {held} in memory, relies on {lemmas:?}"))
        }
        Err(Failure::Refused(record, reason)) => (1, format!("refused: record {record}: {reason}")),
        Err(Failure::Unreadable(reason)) => (2, reason),
    };
    println!("{text}");
    ExitCode::from(code)
}
