//! Measures the cost of certifying lost deals and of checking each certificate.
//!
//!     cargo bench -p patience-gaps --bench certificates -- \
//!         "$PWD/results/gaps-standard.jsonl" > rows.jsonl
//!
//! Reads the records of `patience solve --json`, and prints a line of JSON for each lost deal.
//! Times are CPU seconds: to decide the deal, to decide it and write the proof, and to check it.
//! Instances named in the file of a second argument, the lines of an earlier run, are skipped, so
//! that an interrupted run can be resumed.

#[path = "../tests/support/mod.rs"]
mod support;

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Stdio};

use patience_core::Verdict;
use patience_gaps::{Rules, Solver};
use support::cpu_seconds;

/// Returns the result of a call, and its seconds.
fn timed<T>(call: impl FnOnce() -> T) -> (T, f64) {
    let before = cpu_seconds();
    let result = call();
    (result, cpu_seconds() - before)
}

/// The bytes compressed by `gzip`.
fn compressed(bytes: &[u8]) -> std::io::Result<usize> {
    let mut gzip =
        Command::new("gzip").arg("-c").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut pipe = gzip.stdin.take().expect("it is piped");
    std::thread::scope(|scope| {
        scope.spawn(move || pipe.write_all(bytes));
        Ok(gzip.wait_with_output()?.stdout.len())
    })
}

/// The text of a field of a record.
fn field<'a>(record: &'a str, name: &str) -> &'a str {
    let from =
        record.find(&format!("\"{name}\":\"")).map_or(record.len(), |at| at + name.len() + 4);
    record[from..].split('"').next().unwrap_or_default()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Cargo passes `--bench`, even if no file is named.
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let results = concat!(env!("CARGO_MANIFEST_DIR"), "/../../results/gaps-standard.jsonl");
    let records = std::fs::read_to_string(arguments.first().map_or(results, String::as_str))?;
    let done = arguments.get(1).map(std::fs::read_to_string).transpose()?.unwrap_or_default();
    let done: HashSet<&str> = done.lines().map(|line| field(line, "instance")).collect();
    for record in records.lines().filter(|record| field(record, "verdict") == "unsolvable") {
        let instance = field(record, "instance");
        if done.contains(instance) {
            continue;
        }
        let board = support::parse(field(record, "board"), Rules::Standard);
        let (solution, solving) = timed(|| Solver::new(&board).solve());
        assert_eq!(solution.verdict, Verdict::Unsolvable, "{instance}");
        let (certified, writing) = timed(|| Solver::new(&board).certify());
        let proof = certified.proof.ok_or("no proof")?;
        let certificate = patience_core::certificate(b'T', "gaps", &board.to_string(), &proof);
        let (verified, checking) = timed(|| patience_check::check(&certificate[..]));
        let verified = verified.map_err(|failure| format!("{instance}: {failure:?}"))?;
        assert_eq!((&*verified.claim, &*verified.deal.1), ("lost", &*board.to_string()));
        println!(
            "{{\"instance\":\"{instance}\",\"expanded\":{},\"stored\":{},\
             \"expanded_writing\":{},\"records\":{},\"held\":{},\"bytes\":{},\"gzip\":{},\
             \"solve_seconds\":{solving:.3},\"write_seconds\":{writing:.3},\
             \"check_seconds\":{checking:.3}}}",
            solution.counters.expanded,
            solution.counters.stored,
            certified.counters.expanded,
            verified.records,
            verified.held,
            certificate.len(),
            compressed(&certificate)?,
        );
    }
    Ok(())
}
