//! `patience certify`: proofs of verdicts, for a checker that shares no code with the solvers.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::{Args, ValueEnum};
use patience_catalogue::{Certified, Context, Instance, Lemmas, Request, Resources, Verdict};
use patience_check::{Failure, Verified, check_watched};
use patience_core::{Budget, Stop, certificate};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::json;

use crate::arguments::{InstanceArgs, Solving};
use crate::commands::solve::stop_words;
use crate::exit::{Tally, bad_input};
use crate::style::{self, DIM, HEADING};
use crate::usage::misnamed;
use crate::{flags, input, notes, output, solving, tables, words};

#[derive(Debug, Args)]
#[command(
    mut_args = flags::only(&["seed"]), mut_arg("threads", |arg| arg.hide(true)),
    mut_arg("model", |arg| arg.hide(true)), args = misnamed(["certificate"], "--output"),
)]
pub struct CertifyArgs {
    #[command(flatten)]
    pub instances: InstanceArgs,
    #[command(flatten)]
    pub solving: Solving,
    /// Write the certificate of a single instance to this file (`-`: standard output), compressed
    /// if its name ends in .zst.
    #[arg(short, long, value_name = "FILE", required_unless_present = "check")]
    pub output: Option<PathBuf>,
    /// Check each certificate and report the result; without --output nothing is stored.
    ///
    /// `patience-check FILE` checks a certificate that is in a file.
    #[arg(long)]
    pub check: bool,
    /// Use weaker lemmas in proofs of loss: no sleep sets; also no persistent sets; also no dead
    /// ends; or the rules alone.
    #[arg(long, value_enum, value_name = "WITHOUT")]
    pub plain: Option<Plain>,
    /// Print one JSON object per line, about each certificate.
    #[arg(long)]
    pub json: bool,
}

/// Reductions that a proof may leave out.
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

/// Certifies every given instance.
pub fn run(arguments: &CertifyArgs) -> Result<Tally> {
    solving::stop_on_interrupt();
    let to_stdout = arguments.output.as_deref().is_some_and(is_stdout);
    if arguments.solving.threads != 1 {
        return Err(bad_input(
            "--threads has no use here: a certificate records a single search, on one thread; \
             docs/certificates/costs.md has the reason",
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
            "--output takes the certificate of one instance, but there are several; --check takes \
             them all",
        ));
    }
    if let Some(path) = arguments.output.as_deref() {
        check_output(path)?;
    }
    if let Some(Ok(first)) = ahead.first() {
        note_ignored(&**first, &request, lemmas);
    }
    for instance in ahead.into_iter().chain(instances) {
        let instance = instance?;
        let measures = solving::Measures::start(1);
        let environment = measures.environment();
        let mut context = Context { environment, watcher: None, resources: Resources::default() };
        let certified = instance.certify(&request, lemmas, &mut context)?;
        let seconds = environment.elapsed().as_secs_f64();
        if solving::interrupted() {
            break;
        }
        if let (Some(path), Some(certificate)) = (&arguments.output, &certified.certificate) {
            store(path, certificate)?;
        }
        // The limits apply to each instance: to writing and checking together.
        let budget = Budget::new(request.limits.clone(), environment);
        let wanted = certified.certificate.as_deref().filter(|_| arguments.check);
        let checked = wanted.map(|certificate| Checked::new(certificate, &budget));
        tally.add_verdict(match checked {
            Some(Checked::Stopped(_)) => Verdict::Unknown,
            _ => certified.verdict,
        });
        tally.failed |= matches!(checked, Some(Checked::Failed(_)));
        let check_seconds = environment.elapsed().as_secs_f64() - seconds;
        let done = Done { instance: &*instance, certified, seconds, checked, check_seconds };
        // If the certificate goes to standard output, messages must not mix with it.
        let mut out: Box<dyn Write> =
            if to_stdout { Box::new(anstream::stderr()) } else { Box::new(anstream::stdout()) };
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

/// Notes options without effect: parameters belong to searches that leave no proof, except for the
/// seed of the proof search for Gaps; and only the solver of Birds of a Feather uses a depth limit.
fn note_ignored(instance: &dyn Instance, request: &Request, lemmas: Lemmas) {
    let read = instance.certify_reads(lemmas);
    let depth = request.limits.depth.map(|_| "depth");
    let given = request.values.keys().map(String::as_str).chain(depth);
    notes::note("certificates do not use", given.filter(|name| !read.contains(name)));
}

/// Whether a certificate goes to standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns an error if [`store`] would fail.
pub fn check_output(path: &Path) -> Result<()> {
    match is_stdout(path) {
        true if std::io::stdout().is_terminal() => {
            Err(bad_input("a certificate is not text for a terminal; name a file"))
        }
        true => Ok(()),
        false => output::check(path),
    }
}

/// Whether certificates of an instance can be written, and `patience-check` has its game: only then
/// does the checker come to the first move of a plan.
pub fn is_checkable(instance: &dyn Instance) -> bool {
    let game = match instance.rules() {
        "standard" => instance.game().to_owned(),
        rules => format!("{}+{rules}", instance.game()),
    };
    let plan = certificate(b'P', &game, &instance.board(), &1u32.to_le_bytes());
    instance.check_certificates().is_ok()
        && check_watched(1, || Ok(&plan[..]), &mut |_| false) == Err(Failure::Stopped)
}

/// The command that checks a certificate that was [stored](store) in a file.
pub fn check_command(path: &Path) -> Option<String> {
    let file = path.display();
    match path {
        _ if is_stdout(path) => None,
        _ if is_compressed(path) => Some(format!("zstd -dc {file} | patience-check -")),
        _ => Some(format!("patience-check {file}")),
    }
}

/// Whether certificates with this name are compressed.
fn is_compressed(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b".zst")
}

/// Stores a certificate completely or not at all; compresses it with zstd if the file name ends in
/// `.zst`.
pub fn store(path: &Path, certificate: &[u8]) -> Result<()> {
    if is_stdout(path) {
        let mut out = std::io::stdout().lock();
        return out
            .write_all(certificate)
            .and_then(|()| out.flush())
            .context("cannot write to standard output");
    }
    let bytes = match is_compressed(path) {
        true => Cow::Owned(compress_to_vec(certificate, CompressionLevel::Fastest)),
        false => Cow::Borrowed(certificate),
    };
    output::store(path, &bytes)
        .with_context(|| format!("cannot write the certificate {}", path.display()))
}

/// Result of a check within the limits of an instance.
enum Checked {
    /// The certificate is a proof.
    Verified(Verified),
    /// The certificate is not a proof, for this reason.
    Failed(String),
    /// A limit was reached before the check ended.
    Stopped(Stop),
}

impl Checked {
    /// Passes a certificate to the checker.
    fn new(certificate: &[u8], budget: &Budget<'_>) -> Self {
        let mut stop = Stop::Cancelled;
        let mut goes_on = |more| {
            let asked = budget.tick().and_then(|()| budget.check_memory(more));
            asked.map_err(|limit| stop = limit).is_ok()
        };
        match check_watched(1, || Ok(certificate), &mut goes_on) {
            Ok(verified) => Checked::Verified(verified),
            Err(Failure::Stopped) => Checked::Stopped(stop),
            Err(failure) => Checked::Failed(failure.to_string()),
        }
    }

    /// The reason why the certificate is not verified, if any.
    fn failure(&self) -> Option<String> {
        match self {
            Checked::Verified(_) => None,
            Checked::Failed(reason) => Some(reason.clone()),
            Checked::Stopped(stop) => {
                let why = words::of_stop(*stop);
                Some(format!("not verified: the check was stopped ({why})"))
            }
        }
    }
}

/// The result for one instance.
struct Done<'a> {
    instance: &'a dyn Instance,
    certified: Certified,
    seconds: f64,
    checked: Option<Checked>,
    check_seconds: f64,
}

impl Done<'_> {
    fn record(&self) -> serde_json::Value {
        let certificate = self.certified.certificate.as_deref();
        // The last eight bytes are the checksum.
        let sum = certificate
            .and_then(|bytes| bytes.last_chunk())
            .map(|sum| format!("{:016x}", u64::from_le_bytes(*sum)));
        let verified = match &self.checked {
            Some(Checked::Verified(verified)) => Some(verified),
            _ => None,
        };
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
            "failure": self.checked.as_ref().and_then(Checked::failure),
        })
    }

    fn print(&self, out: &mut impl Write) -> Result<()> {
        let colour = style::verdict(self.certified.verdict);
        let verdict = match self.certified.verdict {
            Verdict::Solved => "won".to_owned(),
            Verdict::Unsolvable => "lost".to_owned(),
            Verdict::Unknown => {
                format!("unknown: {}", self.certified.stop.map_or("not settled", stop_words))
            }
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
            Some(checked @ (Checked::Failed(_) | Checked::Stopped(_))) => {
                line(&checked.failure().unwrap_or_default())?;
            }
            Some(Checked::Verified(Verified { claim, records, held, lemmas, .. })) => {
                let lemmas =
                    if lemmas.is_empty() { "the rules alone".to_owned() } else { joined(lemmas) };
                let (records, held) =
                    (style::counted(*records, "record"), style::counted(*held as u64, "position"));
                let seconds = style::seconds(self.check_seconds);
                line(&format!("verified in {seconds}: {claim}"))?;
                let effort = format!("{records}, {held} held in memory, relies on {lemmas}");
                line(&format!("{DIM}{effort}{DIM:#}"))?;
            }
        }
        Ok(())
    }
}

fn joined(lemmas: &BTreeSet<&str>) -> String {
    lemmas.iter().copied().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use patience_catalogue::{Context, Lemmas, Request, open};
    use patience_core::{Budget, Clock, Environment, Limits, Meter, Stop};

    use super::Checked;

    /// A clock that advances by a millisecond at each reading, and a meter that counts its
    /// readings; a given reading sets the cancel flag.
    struct Readings<'a> {
        made: Cell<u64>,
        cancel: &'a AtomicBool,
        cancel_at: u64,
    }

    impl Readings<'_> {
        fn next(&self) -> u64 {
            self.made.set(self.made.get() + 1);
            self.cancel.store(self.made.get() >= self.cancel_at, Ordering::Relaxed);
            self.made.get()
        }
    }

    impl Clock for Readings<'_> {
        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.next())
        }
    }

    impl Meter for Readings<'_> {
        fn bytes(&self) -> u64 {
            self.next()
        }

        fn peak(&self) -> u64 {
            self.made.get()
        }
    }

    /// Checks the certificate of a deal with some ten thousand states within limits; returns the
    /// result with the number of readings of the clock or meter.
    fn checked(limits: Limits, cancel_at: u64) -> (Checked, u64) {
        let deal = open("birds:neller/6727").unwrap();
        let certified =
            deal.certify(&Request::default(), Lemmas::All, &mut Context::unwatched()).unwrap();
        let cancel = AtomicBool::new(false);
        let readings = Readings { made: Cell::new(0), cancel: &cancel, cancel_at };
        let environment =
            Environment::none().with_clock(&readings).with_meter(&readings).with_cancel(&cancel);
        let certificate = certified.certificate.unwrap();
        let checked = Checked::new(&certificate, &Budget::new(limits, environment));
        (checked, readings.made.get())
    }

    #[test]
    fn the_check_holds_to_the_limits() {
        let time = |limit| Limits { time: Some(Duration::from_millis(limit)), ..Limits::default() };
        let memory = |limit| Limits { memory: Some(limit), ..Limits::default() };
        for (limits, cancel_at, expected) in [
            (time(50), u64::MAX, Stop::Time),
            (memory(500), u64::MAX, Stop::Memory),
            (memory(u64::MAX), 700, Stop::Cancelled),
        ] {
            let (checked, readings) = checked(limits.clone(), cancel_at);
            assert!(matches!(checked, Checked::Stopped(stop) if stop == expected), "{limits:?}");
            assert!(readings < 1000, "{readings} readings");
            let failure = checked.failure().unwrap();
            assert!(failure.contains(crate::words::of_stop(expected)), "{failure}");
        }
        let (checked, readings) = checked(memory(u64::MAX), u64::MAX);
        assert!(matches!(&checked, Checked::Verified(verified) if verified.claim == "lost"));
        assert!(checked.failure().is_none() && readings > 20_000, "{readings} readings");
    }
}
