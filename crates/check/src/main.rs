//! `patience-check FILE`: see `docs/certificates.md`.

use std::fs::File;
use std::io::stdin;
use std::process::ExitCode;

use patience_check::{Failure, check};

const HELP: &str = "\
Checks a certificate: that a deal is lost, or won by a plan.

Usage: patience-check FILE      (`-`: standard input)

Exit codes: 0 verified; 1 refused, with the record and the reason; 2 it cannot be read";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match &arguments[..] {
        [path] if path == "--help" || path == "-h" => {
            println!("{HELP}");
            return ExitCode::SUCCESS;
        }
        [path] if path == "-" => check(stdin().lock()),
        [path] => File::open(path).map_err(|error| Failure::Unreadable(format!("{path}: {error}"))).and_then(check),
        _ => Err(Failure::Unreadable(format!("one certificate is expected\n\n{HELP}"))),
    };
    match result {
        Ok(proof) => {
            println!("verified: {}: {}: {}", proof.claim, proof.deal.0, proof.deal.1);
            let lemmas = if proof.lemmas.is_empty() { "none".to_owned() } else { proof.lemmas.join(", ") };
            println!("{} records, {} held in memory, lemmas relied on: {lemmas}", proof.records, proof.held);
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::from(if matches!(failure, Failure::Refused(..)) { 1 } else { 2 })
        }
    }
}
