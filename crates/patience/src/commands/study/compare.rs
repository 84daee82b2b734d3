//! `patience study compare`: what improved or got worse.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, anyhow};
use clap::Args;
use patience_study::compare::{self, CompareError, Coverage, Found, Measured, Sample};
use patience_study::spec::Spec;
use patience_study::statistics::p_value;
use patience_study::store::Store;

use super::asked;
use crate::exit::{Tally, bad_input};
use crate::solving;
use crate::style::{self, HEADING};
use crate::tables::write_line;
use crate::usage;

#[derive(Debug, Args)]
pub(super) struct CompareArgs {
    /// Baseline of the comparison: a study (its results), a folder of results, a store, or rows
    /// exported with --format jsonl; append `#NAME` to pick a configuration. With --study, a
    /// program.
    #[arg(value_name = "A[#CONFIGURATION]")]
    a: String,
    /// Candidate to compare with the baseline, given in the same way.
    #[arg(value_name = "B[#CONFIGURATION]")]
    b: String,
    /// A and B are programs of two revisions, which run this study alternately, chunk by chunk.
    #[arg(long, value_name = "STUDY")]
    study: Option<PathBuf>,
    /// Keep the rows of the two programs in this folder; rerun with it to resume.
    #[arg(long, value_name = "FOLDER", value_parser = usage::folder, requires = "study")]
    results: Option<PathBuf>,
    /// Threads of each program.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "study")]
    threads: usize,
    /// A measure to compare on instances that both decide; may be given several times (default:
    /// expanded and cpu_seconds).
    #[arg(
        long = "measure", value_name = "FIELD",
        value_parser = clap::builder::PossibleValuesParser::new(compare::MEASURES),
    )]
    measures: Vec<String>,
    /// Significance level for corrected p-values.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = level)]
    alpha: f64,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

fn level(text: &str) -> Result<f64, String> {
    let level = text.parse().ok().filter(|level| (0.0..=1.0).contains(level));
    level.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

pub(super) fn run(arguments: &CompareArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let [(a, of_a), (b, of_b)] =
        [&arguments.a, &arguments.b].map(|side| match side.rsplit_once('#') {
            Some((side, name)) => (side, Some(name)),
            None => (side.as_str(), None),
        });
    let (a, b) = match &arguments.study {
        None => (sample(Path::new(a))?, sample(Path::new(b))?),
        Some(study) => match by_programs(arguments, study, [a, b])? {
            Some(samples) => samples,
            None => return Ok(Tally { interrupted: true, ..Tally::default() }),
        },
    };
    let named = of_a.or(of_b).map(|one| (of_a.unwrap_or(one), of_b.unwrap_or(one)));
    let measures: Vec<&str> = match &arguments.measures[..] {
        [] => vec!["expanded", "cpu_seconds"],
        given => given.iter().map(String::as_str).collect(),
    };
    let found = compare::compare(&a, &b, named, &measures, arguments.alpha)
        .map_err(|error| bad_input(error.to_string()))?;
    let mut out = anstream::stdout().lock();
    match arguments.json {
        true => writeln!(out, "{}", record(&found)?)?,
        false => print(&mut out, &found)?,
    }
    Ok(Tally {
        regression: found.is_regression(),
        failed: !found.contradictions.is_empty(),
        ..Tally::default()
    })
}

/// The rows of a side.
fn sample(path: &Path) -> Result<Sample> {
    let told = |error: &dyn std::fmt::Display| bad_input(format!("{}: {error}", path.display()));
    if path.extension().is_some_and(|ending| ending == "jsonl") {
        let file = File::open(path).map_err(|error| told(&error))?;
        return Sample::of_lines(BufReader::new(file)).map_err(|error| told(&error));
    }
    let store = asked::store_of(path, " or rows (.jsonl)")?;
    let store = asked::verified(&store, |path| Store::read(path, None))?;
    Sample::of_store(&store).map_err(|error: CompareError| error.into())
}

/// The rows of a study by two programs; `None` if the user stopped them. They alternate chunk by
/// chunk, and take turns in going first, so that neither benefits from a quieter machine.
fn by_programs(
    arguments: &CompareArgs,
    study: &Path,
    programs: [&str; 2],
) -> Result<Option<(Sample, Sample)>> {
    let spec = Spec::open(study).map_err(|error| bad_input(error.to_string()))?;
    let kept = tempfile::tempdir().context("a folder for the results")?;
    let folder = arguments.results.as_deref().unwrap_or(kept.path());
    let sides = [(programs[0], folder.join("a")), (programs[1], folder.join("b"))];
    let chunks = spec.instances();
    let threads = arguments.threads.to_string();
    for chunk in 0..chunks {
        let numbers = [chunk.to_string(), chunks.to_string()];
        for turn in 0..2 {
            let (program, results) = &sides[(turn + chunk as usize) % 2];
            let more = ["--chunk", &numbers[0], "--chunks", &numbers[1], "--threads", &threads];
            study_command(program, "work", study, results, &more)?;
            if solving::interrupted() {
                return Ok(None);
            }
        }
    }
    let rows = |(program, results): &(&str, PathBuf)| {
        let file = results.join("rows.jsonl");
        study_command(program, "merge", study, results, &[])?;
        let output = file.display().to_string();
        study_command(
            program,
            "export",
            study,
            results,
            &["--format", "jsonl", "--output", &output],
        )?;
        sample(&file)
    };
    Ok(Some((rows(&sides[0])?, rows(&sides[1])?)))
}

fn study_command(
    program: &str,
    what: &str,
    study: &Path,
    results: &Path,
    more: &[&str],
) -> Result<()> {
    let mut command = Command::new(program);
    command.args(["study", what]).arg(study).arg("--results").arg(results).args(more);
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| bad_input(format!("{program}: {error}")))?;
    match output.status.success() || solving::interrupted() {
        true => Ok(()),
        false => Err(anyhow!(
            "`{program} study {what}` failed: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        )),
    }
}

fn record(found: &Found) -> Result<serde_json::Value> {
    let mut record = serde_json::to_value(found)?;
    record["regression"] = found.is_regression().into();
    Ok(record)
}

fn print(out: &mut impl Write, found: &Found) -> Result<()> {
    let place = |names: &(String, String), set: &Option<String>| {
        let (a, b) = names;
        let names = if a == b { a.clone() } else { format!("{b} (B) with {a} (A)") };
        format!("{names}, {}", set.as_deref().unwrap_or("all sets"))
    };
    for one in &found.coverage {
        let head = place(&one.configurations, &one.set);
        write_line(out, "", &format!("{HEADING}{head}{HEADING:#}"))?;
        print_coverage(out, one)?;
        let same = |other: &&Measured| {
            (&other.configurations, &other.set) == (&one.configurations, &one.set)
        };
        for measured in found.measures.iter().filter(same) {
            print_measured(out, measured)?;
        }
    }
    let tests = style::counted(found.tests as u64, "test");
    writeln!(out)?;
    write_line(out, "", &format!("p of {tests}, corrected together by Holm's method."))?;
    for instance in &found.contradictions {
        let words =
            "one solves it, the other proves it unsolvable or longer. One of them is wrong.";
        write_line(out, "", &format!("{instance}: {words}"))?;
    }
    let word = if found.is_regression() {
        "B is worse: see above."
    } else {
        "B is not shown to be worse."
    };
    Ok(write_line(out, "", word)?)
}

fn print_coverage(out: &mut impl Write, one: &Coverage) -> Result<()> {
    let Coverage { instances, gained, lost, p, verdict, .. } = one;
    let decided = format!(
        "decided: of {instances} instances B gains {} and loses {} (McNemar, p {}): {}",
        gained.len(),
        lost.len(),
        p_value(*p),
        verdict.as_deref().unwrap_or("no difference shown")
    );
    write_line(out, "  ", &decided)?;
    for (word, instances) in [("gained", gained), ("lost", lost)] {
        const MOST: usize = 20;
        let more = instances.len().saturating_sub(MOST);
        for instance in instances.iter().take(MOST) {
            write_line(out, "    ", &format!("{word}: {instance}"))?;
        }
        if more > 0 {
            write_line(out, "    ", &format!("and {more} more; --json has all"))?;
        }
    }
    Ok(())
}

fn print_measured(out: &mut impl Write, one: &Measured) -> Result<()> {
    let Measured { measure, both, ratio, p, verdict, .. } = one;
    let words = match ratio {
        None => format!("{measure}: no instance decided by both has a value"),
        Some((ratio, low, high)) => format!(
            "{measure}: B / A {ratio:.3} ({low:.3} to {high:.3}) over {both} that both decide \
             (Wilcoxon, p {}): {}",
            p_value(*p),
            verdict.as_deref().unwrap_or("no difference shown")
        ),
    };
    Ok(write_line(out, "  ", &words)?)
}
