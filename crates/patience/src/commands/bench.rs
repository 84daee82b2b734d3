//! `patience study bench`: a fixed set of searches whose counts are the same on every machine.
//!
//! The counts are stored in `bench.txt` next to this crate's manifest. A change that alters them
//! must explain why, and `patience study bench --check` (which runs in CI) fails until the file is
//! updated.

use clap::Args;
use clap_complete::ArgValueCompleter;
use std::io::Write;

use anyhow::{Context, Result};
use patience_catalogue::{Report, Request, Resources, find};
use patience_core::Limits;

use crate::complete;
use crate::exit::{Tally, bad_input};
use crate::{solving, style, tables};

#[derive(Debug, Args)]
pub struct BenchArgs {
    /// Run only the lines of this game.
    #[arg(add = ArgValueCompleter::new(complete::game))]
    pub game: Option<String>,
    /// Compare the counts with the recorded ones; exit with code 1 if they differ.
    #[arg(long)]
    pub check: bool,
    /// Print one JSON object per line.
    #[arg(long, conflicts_with = "check")]
    pub json: bool,
}

/// The recorded lines:
/// `INSTANCE ALGORITHM HEURISTIC EXPANSIONS-LIMIT = VERDICT LENGTH EXPANDED GENERATED`.
const RECORDED: &str = include_str!("../../bench.txt");

/// One line of the benchmark.
struct Case<'a> {
    question: &'a str,
    recorded: &'a str,
}

fn cases() -> impl Iterator<Item = Case<'static>> {
    RECORDED.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(|line| {
        let (question, recorded) =
            line.split_once('=').expect("every line of bench.txt has an equals sign");
        Case { question: question.trim(), recorded: recorded.trim() }
    })
}

/// Runs the benchmark.
pub fn run(arguments: &BenchArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut tally = Tally::default();
    let mut out = anstream::stdout().lock();
    let (mut expanded, mut seconds) = (0, 0.0);
    let game = arguments.game.as_deref();
    // A check without cases would always succeed.
    game.map(find).transpose()?;
    let wanted = |case: &Case<'_>| {
        let name = |game: &str| {
            case.question.strip_prefix(game).is_some_and(|rest| rest.starts_with([':', '+']))
        };
        game.is_none_or(name)
    };
    let mut cases = cases().filter(wanted).peekable();
    if cases.peek().is_none() {
        return Err(bad_input(format!(
            "the benchmark has no case for {}",
            game.unwrap_or("any game")
        )));
    }
    for case in cases {
        if solving::interrupted() {
            tally.interrupted = true;
            break;
        }
        let report = solve(case.question)?;
        let counted = counts(&report);
        expanded += report.expanded;
        seconds += report.seconds;
        if arguments.json {
            serde_json::to_writer(&mut out, &report)?;
            writeln!(out)?;
            continue;
        }
        let same = counted == case.recorded;
        tally.failed |= arguments.check && !same;
        let note = if same { String::new() } else { format!("   recorded: {}", case.recorded) };
        let rate = report.expanded as f64 / report.seconds.max(1e-9);
        let line = format!(
            "{:<64} = {counted:<36} {:>12}/s{note}",
            case.question,
            style::count(rate as u64)
        );
        tables::write_line(&mut out, "", &line)?;
        out.flush()?;
    }
    if !arguments.json {
        let rate = expanded as f64 / f64::max(seconds, 1e-9);
        let [expanded, rate] = [expanded, rate as u64].map(style::count);
        writeln!(out)?;
        tables::write_line(
            &mut out,
            "",
            &format!("{expanded} expansions in {} ({rate}/s)", style::seconds(seconds)),
        )?;
    }
    Ok(tally)
}

fn solve(question: &str) -> Result<Report> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let [name, algorithm, heuristic, expansions] = words[..] else {
        anyhow::bail!("bench.txt: `{question}` does not have four words");
    };
    let mut request = Request::new(algorithm);
    request.heuristic = (heuristic != "-").then(|| heuristic.to_owned());
    request.limits = Limits {
        expansions: Some(expansions.parse().context("bench.txt: a limit")?),
        ..Limits::default()
    };
    Ok(solving::solve(&*solving::open(name, None)?, &request, &Resources::default(), None)?)
}

/// Returns the counters that must be the same on every machine.
fn counts(report: &Report) -> String {
    let length = report.length.map_or("-".to_owned(), |length| length.to_string());
    format!("{} {length} {} {}", report.verdict.name(), report.expanded, report.generated)
}

#[cfg(test)]
mod tests {
    use patience_study::setting::{COUNTS, SOLVERS};

    use super::{RECORDED, cases};

    #[test]
    fn every_game_has_lines() {
        for entry in patience_catalogue::GAMES {
            let name = entry.info().name;
            let is_of_it = |question: &str| question.split([':', '+']).next() == Some(name);
            assert!(cases().any(|case| is_of_it(case.question)), "{name}");
        }
    }

    #[test]
    fn the_recorded_counts_are_those_of_the_version_of_the_solvers() {
        let cases = RECORDED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        let found = patience_core::fnv1a(cases.collect::<Vec<_>>().join("\n").as_bytes());
        assert!(
            found == COUNTS,
            "bench.txt is not what it was with version {SOLVERS} of the solvers. If a recorded \
             count changed, solvers behave differently, and earlier rows of studies must not be \
             mixed with new ones: raise SOLVERS in crates/study/src/setting.rs. Then, or if there \
             are only new lines, set COUNTS there to {found:#018x}"
        );
    }
}
