//! `patience solve`.

use crate::arguments::{Files, InstanceArgs, SolverArgs};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use patience_catalogue::{Instance, Report, Request, Resources, Verdict};
use patience_core::{DEFECT, Stop};

use crate::commands::certify;
use crate::exit::{Tally, bad_input};
use crate::progress::Progress;
use crate::style::{self, DIM, HEADING};
use crate::usage::misnamed;
use crate::watching::Watching;
use crate::words::{self, Reader};
use crate::{input, limits, notes, solving, tables};

// Other solvers call expansions nodes.
#[derive(Debug, Args)]
#[command(args = misnamed(["nodes"], "--expansions"))]
pub struct SolveArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    #[command(flatten)]
    pub solver: SolverArgs,
    #[command(flatten)]
    pub files: Files,
    /// Draw every step of the plan.
    #[arg(long, conflicts_with = "json")]
    pub show: bool,
    /// Draw the first N positions that the search expands, as it expands them.
    ///
    /// Takes a single instance. Each position is shown with its g, h and f, and with the numbers of
    /// open and closed states. A Monte Carlo tree search shows its simulations.
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "100",
        value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["json", "certificate"],
        hide_short_help = true
    )]
    pub watch: Option<u64>,
    /// Print one JSON object per line.
    #[arg(long)]
    pub json: bool,
    /// Also write a certificate of the verdict on a single instance, for `patience-check`.
    ///
    /// `-` writes the certificate to standard output, and the report to standard error. If the name
    /// ends in .zst, the certificate is compressed. A plan is a certificate; a lost instance is
    /// proved by the states that this solve expanded. States skipped for reasons that certificates
    /// cannot state are expanded within the same limits, with a note: all states of a lost deal of
    /// Birds of a Feather, dead ends elsewhere. The exact solver of Gaps (`conclusive`) writes a
    /// proof only with `--strategy restarts`, on one thread and without files.
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
}

/// Solves every given instance.
pub fn run(arguments: &SolveArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let mut instances = input::instances(&arguments.instances, arguments.solver.solving.time)?;
    // Two instances are enough to decide whether threads share one deal or solve several.
    let ahead: Vec<_> = instances.by_ref().take(2).collect();
    let threads = limits::threads(arguments.solver.solving.threads);
    let at_once = if ahead.len() > 1 { threads } else { 1 };
    let request = arguments.solver.request(at_once);
    if ahead.len() > 1 && arguments.files.checkpoint.is_some() {
        return Err(bad_input(
            "--checkpoint stores a single deal, but several instances are given",
        ));
    }
    if ahead.len() > 1 && arguments.certificate.is_some() {
        return Err(bad_input(
            "--certificate takes a single instance; `patience certify INSTANCE… --check` takes \
             several",
        ));
    }
    let to_stdout = arguments.certificate.as_deref().is_some_and(certify::is_stdout);
    if let Some(path) = arguments.certificate.as_deref() {
        certify::check_output(path)?;
    }
    let resources = Resources {
        threads: threads / at_once,
        scratch: arguments.files.scratch.clone(),
        checkpoint: arguments.files.checkpoint.clone(),
        split: arguments.files.split.clone(),
        record: arguments.certificate.is_some(),
    };
    for instance in ahead.iter().flatten().take(1) {
        instance.check(&request)?;
        if resources.record {
            instance.check_certificates()?;
        }
        notes::unread(&**instance, std::slice::from_ref(&request), &resources);
    }

    let mut tally = Tally::default();
    if let Some(most) = arguments.watch {
        if ahead.len() > 1 {
            return Err(bad_input("--watch takes a single instance, but several are given"));
        }
        for instance in ahead {
            let report = watch(&*instance?, &request, &resources, most, arguments.show)?;
            tally.add(&report);
        }
        tally.interrupted |= solving::interrupted();
        return Ok(tally);
    }
    let progress = Progress::new(input::count(&arguments.instances));
    let started = std::time::Instant::now();
    // If the certificate goes to standard output, messages must not mix with it.
    let mut out: Box<dyn Write> = match to_stdout {
        true => Box::new(anstream::stderr()),
        false => Box::new(anstream::stdout().lock()),
    };
    let reader = Reader::of_stdout();
    let all = ahead.into_iter().chain(instances);
    solving::solve_all(
        all,
        std::slice::from_ref(&request),
        &resources,
        at_once,
        &progress,
        |instance, reports| {
            for report in &reports {
                tally.add(report);
                let wanted = arguments.certificate.as_deref();
                let wanted = wanted.filter(|_| report.verdict != Verdict::Unknown);
                let stored = wanted
                    .map(|path| write_certificate(report, instance, path).map(|()| path))
                    .transpose();
                let certificate = stored.as_ref().ok().copied().flatten();
                if arguments.json {
                    serde_json::to_writer(&mut out, report)?;
                    writeln!(out)?;
                } else {
                    print_report(&mut out, instance, report, certificate, reader)?;
                    if arguments.show {
                        print_film(&mut out, instance, report, reader)?;
                    }
                }
                out.flush()?;
                stored?;
            }
            Ok(())
        },
    )?;
    tally.interrupted |= solving::interrupted();
    if !arguments.json && tally.total() > 1 {
        print_tally(&mut out, &tally, started.elapsed().as_secs_f64())?;
    }
    Ok(tally)
}

/// Solves an instance and draws the first positions that are expanded.
fn watch(
    instance: &dyn Instance,
    request: &Request,
    resources: &Resources,
    most: u64,
    show: bool,
) -> Result<Report> {
    let mut watching = Watching::new(instance, most, anstream::stdout());
    let report = solving::solve(instance, request, resources, Some(&mut watching))?;
    if watching.finish()? == 0 {
        notes::say("note: this search shows no positions; `-a astar` and other searches do");
    }
    let (mut out, reader) = (anstream::stdout().lock(), Reader::of_stdout());
    print_report(&mut out, instance, &report, None, reader)?;
    if show {
        print_film(&mut out, instance, &report, reader)?;
    }
    out.flush()?;
    Ok(report)
}

/// Writes the requested certificate.
fn write_certificate(report: &Report, instance: &dyn Instance, path: &Path) -> Result<()> {
    if let Some(Ok(record)) = &report.record
        && record.expanded > report.expanded
    {
        let listed = style::counted(record.expanded, "state");
        notes::say(format_args!(
            "note: the certificate lists {listed}: it cannot use every argument of the search \
             (docs/certificates.md)"
        ));
    }
    let certified = instance.certificate_of(report)?;
    match (certified.certificate, certified.stop) {
        (Some(certificate), _) => certify::store(path, &certificate),
        (None, stop) => {
            let why = stop.map(stop_words).unwrap_or_default();
            anyhow::bail!("the certificate was not completed, and no file was written: {why}")
        }
    }
}

/// Describes the result; printed after the name of the instance.
fn found(report: &Report) -> String {
    let colour = style::verdict(report.verdict);
    match (report.verdict, report.length) {
        (Verdict::Solved, Some(length)) => {
            let length = style::counted(length as u64, "move");
            let bound = match report.lower_bound {
                _ if report.optimal => ", the fewest possible".to_owned(),
                0 => String::new(),
                least => format!(" (no plan has fewer than {least})"),
            };
            let stopped = report
                .stop
                .map(|stop| format!("; stopped improving: {}", stop_words(stop)))
                .unwrap_or_default();
            format!("{colour}solved{colour:#} in {length}{bound}{stopped}")
        }
        (Verdict::Unsolvable, _) => {
            format!("{colour}unsolvable{colour:#}: proved, no plan exists")
        }
        (_, _) => {
            let why = report.stop.map_or("not settled", stop_words);
            format!("{colour}unknown{colour:#}: {why}")
        }
    }
}

/// The summary of one report as text, with the file of its certificate.
fn print_report(
    out: &mut impl Write,
    instance: &dyn Instance,
    report: &Report,
    certificate: Option<&Path>,
    reader: Reader,
) -> Result<()> {
    tables::write_head(out, &report.instance, &found(report))?;
    let mut dim = |text: &str| tables::write_line(out, "  ", &format!("{DIM}{text}{DIM:#}"));
    let heuristic = report.heuristic.map(|name| format!(" with {name}")).unwrap_or_default();
    dim(&format!(
        "{}{heuristic}: {} expanded, {} generated, {}, peak memory {}",
        report.algorithm,
        style::count(report.expanded),
        style::count(report.generated),
        style::seconds(report.seconds),
        style::bytes(report.peak_bytes),
    ))?;
    for (name, value) in &report.details {
        match (*name, value.parse::<f64>()) {
            // A plan was replayed; only a loss can depend on a hash collision.
            ("failure_probability", Ok(chance))
                if report.verdict == Verdict::Unsolvable && chance > 0.0 =>
            {
                dim(&format!("chance of a hash collision below {}", style::power_above(chance)))?;
            }
            ("failure_probability", _) => {}
            _ => format!("{name}: {value}").lines().try_for_each(&mut dim)?,
        }
    }
    // Instances read from a file have no name that another command accepts.
    let has_name = report.instance.starts_with(&format!("{}:", report.game))
        || report.instance.starts_with(&format!("{}+", report.game));
    let check = match certificate {
        Some(path) => certify::check_command(path),
        None if has_name
            && report.verdict != Verdict::Unknown
            && certify::is_checkable(instance) =>
        {
            Some(format!("patience certify {} -o FILE; patience-check FILE", report.instance))
        }
        None => None,
    };
    check.map(|command| dim(&format!("to check it: {command}"))).transpose()?;
    match reader {
        _ if report.plan.is_empty() => {}
        Reader::Person => {
            let words = words::of_moves(instance, &report.plan, None)?;
            tables::write_moves(out, "  ", "play: ", &words)?;
        }
        Reader::Program => {
            // A plan of letters is printed as one word if the word is a plan as well.
            let word = report.plan.concat();
            let is_read = instance.validate(&word).is_ok();
            writeln!(out, "  {}", if is_read { word } else { report.plan.join(" ") })?;
        }
    }
    Ok(())
}

/// The reason why a search ended, with the option that would help.
pub fn stop_words(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "the time was up (--time)",
        Stop::CpuTime => "the processor time was used up (--cpu-time)",
        Stop::Expansions => "the expansions were used up (--expansions)",
        Stop::Memory => "the memory was used up (--memory)",
        Stop::Depth => "states beyond the depth limit were left out (--depth)",
        Stop::Incomplete => "this algorithm examines only some of the states",
        Stop::Cancelled => "interrupted",
        Stop::Defect => DEFECT,
        Stop::NoClock => "there is no clock to limit the time with",
        Stop::NoMeter => "there is no meter to limit the memory with",
    }
}

/// Every position of the plan, drawn.
fn print_film(
    out: &mut impl Write,
    instance: &dyn Instance,
    report: &Report,
    reader: Reader,
) -> Result<()> {
    if report.verdict != Verdict::Solved {
        writeln!(out, "\n{}", instance.draw(style::look()))?;
        return Ok(());
    }
    let film = instance.film(&report.plan.join(" "), style::look())?;
    print_steps(out, &film, reader)
}

/// Writes the steps, each with its number, its move and the board after it.
pub fn print_steps(
    out: &mut impl Write,
    film: &[patience_catalogue::Step],
    reader: Reader,
) -> Result<()> {
    for (index, step) in film.iter().enumerate() {
        match &step.text {
            None => writeln!(out, "\n{HEADING}start{HEADING:#}")?,
            Some(_) if reader == Reader::Person => {
                writeln!(out, "\n{HEADING}{index}{HEADING:#}. {}", step.words)?;
            }
            Some(text) => {
                let words =
                    if step.words == *text { String::new() } else { format!("  {}", step.words) };
                writeln!(out, "\n{HEADING}{index}{HEADING:#}. {text}{DIM}{words}{DIM:#}")?;
            }
        }
        writeln!(out, "{}", step.drawing.trim_end_matches('\n'))?;
    }
    Ok(())
}

fn print_tally(out: &mut impl Write, tally: &Tally, seconds: f64) -> Result<()> {
    let Tally { solved, unsolvable, unknown, .. } = *tally;
    writeln!(out)?;
    let all = format!(
        "{HEADING}{}{HEADING:#} in {}: {solved} solved, {unsolvable} unsolvable, {unknown} \
         unknown",
        style::counted(tally.total(), "instance"),
        style::seconds(seconds),
    );
    tables::write_line(out, "", &all)?;
    // Undecided instances are counted once as lost and once as won, as Blake and Gent do.
    let (share, low, _) = style::wilson(solved, tally.total());
    let (_, _, high) = style::wilson(solved + unknown, tally.total());
    let rate =
        format!("{DIM}solvable: {share:.2} % (95 % Wilson interval {low:.2} to {high:.2}){DIM:#}");
    Ok(tables::write_line(out, "", &rate)?)
}
