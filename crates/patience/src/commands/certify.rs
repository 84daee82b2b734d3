//! `patience certify`: proofs of verdicts, for a checker that shares no code with the solvers.

use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use patience_catalogue::native::{HeapMeter, WallClock};
use patience_catalogue::{
    Certified, Context, Instance, Lemmas, Request, RequestError, Resources, Verdict, certify,
};
use patience_check::{Failure, Verified, check};
use patience_core::Environment;
use patience_core::parameter::SEED;
use serde_json::json;

use crate::arguments::{InstanceArgs, Solving};
use crate::exit::{Tally, bad_input};
use crate::style::{self, DIM, HEADING};
use crate::{flags, input, notes, output, solving, tables};

#[derive(Debug, Args)]
#[command(mut_args = flags::only(&["seed"]), mut_arg("threads", |arg| arg.hide(true)), mut_arg("model", |arg| arg.hide(true)))]
pub struct CertifyArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    #[command(flatten)]
    pub solving: Solving,
    /// Write the certificate of a single instance to this file (`-`: standard output).
    #[arg(short, long, value_name = "FILE", required_unless_present = "check")]
    pub output: Option<PathBuf>,
    /// Hand each certificate to the checker and say what it finds; without --output nothing is
    /// stored.
    #[arg(long)]
    pub check: bool,
    /// Proofs of loss that rely on less: without sleep sets, also without persistent sets, also
    /// without dead ends, or on the rules alone.
    #[arg(long, value_enum, value_name = "WITHOUT")]
    pub plain: Option<Plain>,
    /// One JSON object a line, about each certificate.
    #[arg(long)]
    pub json: bool,
}

/// What a proof does without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Plain {
    /// No sleep sets (Gaps).
    Sleep,
    /// Neither sleep sets nor persistent sets (Gaps).
    Sets,
    /// Neither of these nor relaxed dead ends (Gaps).
    DeadEnds,
    /// No lemma: a closed set of states (small boards).
    Rows,
}

/// Certifies every instance named.
pub fn run(arguments: &CertifyArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let to_stdout = arguments.output.as_deref().is_some_and(|path| path.as_os_str() == "-");
    if to_stdout && std::io::stdout().is_terminal() {
        return Err(bad_input(
            "a certificate is not text for a terminal; name a file with --output",
        ));
    }
    if arguments.solving.threads != 1 {
        return Err(bad_input(
            "--threads has no use here: a certificate is the record of one search, which several threads do not keep; \
             docs/certificates.md has the reason",
        ));
    }
    let request = arguments.solving.request(1);
    let lemmas = match arguments.plain {
        None => Lemmas::All,
        Some(Plain::Sleep) => Lemmas::NoSleep,
        Some(Plain::Sets) => Lemmas::NoSets,
        Some(Plain::DeadEnds) => Lemmas::NoDeadEnds,
        Some(Plain::Rows) => Lemmas::None,
    };
    let mut tally = Tally::default();
    let mut instances = input::instances(&arguments.instances, arguments.solving.time)?;
    let ahead: Vec<_> = instances.by_ref().take(2).collect();
    if ahead.len() > 1 && arguments.output.is_some() {
        return Err(bad_input(
            "--output takes the certificate of one instance, but there are several; --check takes them all",
        ));
    }
    if let Some(path) = arguments.output.as_deref().filter(|_| !to_stdout) {
        output::check(path)?;
    }
    if let Some(Ok(first)) = ahead.first() {
        note_ignored(&**first, &request, lemmas);
    }
    for instance in ahead.into_iter().chain(instances) {
        let instance = instance?;
        let (certified, seconds) = timed(|context| certify(&*instance, &request, lemmas, context))?;
        if solving::interrupted() {
            break;
        }
        tally.add_verdict(certified.verdict);
        if let (Some(path), Some(certificate)) = (&arguments.output, &certified.certificate) {
            store(path, certificate)?;
        }
        let started = Instant::now();
        let checked = certified.certificate.as_deref().filter(|_| arguments.check).map(check);
        tally.failed |= matches!(checked, Some(Err(_)));
        let done = Done {
            instance: &*instance,
            certified,
            seconds,
            checked,
            check_seconds: started.elapsed().as_secs_f64(),
        };
        // Where the certificate itself is the output, what is said of it must not be mixed with it.
        let mut out: Box<dyn Write> =
            if to_stdout { Box::new(std::io::stderr()) } else { Box::new(anstream::stdout()) };
        if arguments.json {
            writeln!(out, "{}", done.record())?
        } else {
            done.print(&mut out)?
        }
        out.flush()?;
    }
    tally.interrupted |= solving::interrupted();
    Ok(tally)
}

/// Notes what is given and makes no difference: parameters are of searches that leave no proof, but
/// for the seed of the proof search for Gaps; and only the solver of Birds of a Feather knows a
/// limit of depth.
fn note_ignored(instance: &dyn Instance, request: &Request, lemmas: Lemmas) {
    let game = instance.game();
    let is_read = |name: &str| name == SEED.name && game == "gaps" && lemmas != Lemmas::None;
    let parameters = request.values.keys().map(String::as_str).filter(|name| !is_read(name));
    let depth = (request.limits.depth.is_some() && game != "birds").then_some("depth");
    notes::note("certificates do not use", parameters.chain(depth));
}

/// What comes of work under the wall clock and the heap meter, with the seconds that it took.
pub fn timed(
    work: impl FnOnce(&mut Context<'_>) -> Result<Certified, RequestError>,
) -> Result<(Certified, f64)> {
    let (clock, meter) = (WallClock::start(), HeapMeter::start());
    let environment = Environment { clock: &clock, meter: &meter, cancel: solving::cancel() };
    let mut context = Context { environment, watcher: None, resources: Resources::default() };
    let certified = work(&mut context)?;
    Ok((certified, environment.clock.elapsed().as_secs_f64()))
}

/// Stores a certificate whole or not at all.
pub fn store(path: &Path, certificate: &[u8]) -> Result<()> {
    if path.as_os_str() == "-" {
        return std::io::stdout().write_all(certificate).context("cannot write to standard output");
    }
    output::store(path, certificate)
        .with_context(|| format!("cannot write the certificate {}", path.display()))
}

/// What was done with one instance.
struct Done<'a> {
    instance: &'a dyn Instance,
    certified: Certified,
    seconds: f64,
    checked: Option<Result<Verified, Failure>>,
    check_seconds: f64,
}

impl Done<'_> {
    fn record(&self) -> serde_json::Value {
        let certificate = self.certified.certificate.as_deref();
        // The last eight bytes are the checksum.
        let sum = certificate
            .and_then(|bytes| bytes.last_chunk())
            .map(|sum| format!("{:016x}", u64::from_le_bytes(*sum)));
        let verified = self.checked.as_ref().and_then(|checked| checked.as_ref().ok());
        let failure = self.checked.as_ref().and_then(|checked| checked.as_ref().err());
        json!({
            "instance": self.instance.id(),
            "game": self.instance.game(),
            "rules": self.instance.rules(),
            "board": self.instance.board(),
            "verdict": self.certified.verdict,
            "stop": self.certified.stop.map(|stop| stop.to_string()),
            "kind": certificate.map(|bytes| char::from(bytes[8]).to_string()),
            "bytes": certificate.map(<[u8]>::len),
            "checksum": sum,
            "expanded": self.certified.expanded,
            "seconds": self.seconds,
            "claim": verified.map(|verified| &verified.claim),
            "records": verified.map(|verified| verified.records),
            "held": verified.map(|verified| verified.held),
            "lemmas": verified.map(|verified| &verified.lemmas),
            "check_seconds": verified.map(|_| self.check_seconds),
            "failure": failure.map(words),
        })
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        let colour = style::verdict(self.certified.verdict);
        let verdict = match self.certified.verdict {
            Verdict::Solved => "won",
            Verdict::Unsolvable => "lost",
            Verdict::Unknown => "unknown: nothing to certify",
        };
        let mut head =
            format!("{HEADING}{}{HEADING:#}  {colour}{verdict}{colour:#}", self.instance.id());
        if let Some(certificate) = &self.certified.certificate {
            let (bytes, seconds) =
                (style::bytes(certificate.len() as u64), style::seconds(self.seconds));
            head += &format!(": a certificate of {bytes}, written in {seconds}");
        }
        tables::write_line(out, "", &head)?;
        let mut line = |text: &str| tables::write_line(out, "  ", text);
        match &self.checked {
            None => {}
            Some(Err(failure)) => line(&words(failure))?,
            Some(Ok(Verified { claim, records, held, lemmas, .. })) => {
                let lemmas =
                    if lemmas.is_empty() { "the rules alone".to_owned() } else { joined(lemmas) };
                let (records, held) = (style::count(*records), style::count(*held as u64));
                let seconds = style::seconds(self.check_seconds);
                line(&format!("verified in {seconds}: {claim}"))?;
                let effort = format!(
                    "{records} records, {held} positions held in memory, relies on {lemmas}"
                );
                line(&format!("{DIM}{effort}{DIM:#}"))?;
            }
        }
        Ok(())
    }
}

fn joined(lemmas: &BTreeSet<&str>) -> String {
    lemmas.iter().copied().collect::<Vec<_>>().join(", ")
}

fn words(failure: &Failure) -> String {
    match failure {
        Failure::Unreadable(reason) => format!("unreadable: {reason}"),
        Failure::Refused(record, reason) => format!("refused: record {record}: {reason}"),
    }
}
