//! The documented exit codes of the program.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use patience_catalogue::{Report, RequestError, Verdict};
use patience_core::{DEFECT, InputError, OpenError, Stop};

use crate::interrupt::interrupted;
use crate::tables;

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

/// Invalid input by the user: exit code 2.
#[derive(Debug)]
pub struct BadInput(pub String);

impl std::fmt::Display for BadInput {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadInput {}

/// A [`BadInput`] as an error of a command.
pub fn bad_input(message: impl Into<String>) -> anyhow::Error {
    anyhow::Error::new(BadInput(message.into()))
}

/// The error of a command whose seeds exceed the last seed.
pub fn no_further_seed() -> anyhow::Error {
    bad_input(
        "--seed and --count reach beyond the last seed; expected fewer instances or a smaller seed",
    )
}

/// Summary of the results of a command that ran to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Instances with a plan.
    pub solved: u64,
    /// Instances proved unsolvable.
    pub unsolvable: u64,
    /// Undecided instances.
    pub unknown: u64,
    /// Whether the user stopped the command.
    pub interrupted: bool,
    /// Whether a check failed, for example because a plan does not win or a benchmark differs.
    pub failed: bool,
    /// Whether a regression was found.
    pub regression: bool,
    /// Whether the input contained illegal moves.
    pub illegal: bool,
}

impl Tally {
    /// Counts a report.
    pub fn add(&mut self, report: &Report) {
        self.add_verdict(report.verdict);
        self.interrupted |= report.stop == Some(Stop::Cancelled);
    }

    /// Counts a verdict.
    pub fn add_verdict(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Solved => self.solved += 1,
            Verdict::Unsolvable => self.unsolvable += 1,
            Verdict::Unknown => self.unknown += 1,
        }
    }

    /// The total count.
    pub fn total(&self) -> u64 {
        self.solved + self.unsolvable + self.unknown
    }

    fn code(self) -> u8 {
        match self {
            Tally { interrupted: true, .. } => 130,
            Tally { illegal: true, .. } => 2,
            Tally { failed: true, .. } => 1,
            Tally { regression: true, .. } => 11,
            Tally { unknown: 1.., .. } => 12,
            Tally { unsolvable: 1.., .. } => 11,
            _ => 0,
        }
    }
}

/// Runs a command, and reports a panic, which has already printed its place, as a defect of the
/// program.
pub fn caught(run: impl FnOnce() -> anyhow::Result<Tally>) -> anyhow::Result<Tally> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err(anyhow::Error::msg(DEFECT)))
}

/// Prints an error, unless standard error is closed.
pub fn say(words: &str) {
    let message = tables::message(&format!("{ERROR}error:{ERROR:#} {words}"));
    let _ = writeln!(anstream::stderr(), "{message}");
}

/// Prints an error, if there is one, and returns the exit code.
pub fn report(result: anyhow::Result<Tally>) -> ExitCode {
    let error = match result {
        Ok(tally) => return ExitCode::from(tally.code()),
        Err(error) => error,
    };
    // A reader that closes the pipe early (`| head`) has seen enough: no message.
    if error.chain().any(is_broken_pipe) {
        return ExitCode::from(1);
    }
    let stopped = error.chain().find_map(|cause| match cause.downcast_ref() {
        Some(OpenError::Stopped(stop)) => Some(*stop),
        _ => None,
    });
    let theirs = error.chain().any(|cause| {
        cause.is::<BadInput>()
            || cause.is::<InputError>()
            || matches!(cause.downcast_ref(), Some(OpenError::Input(_)))
            || cause
                .downcast_ref()
                .is_some_and(|e| !matches!(e, RequestError::Defect { .. } | RequestError::Files(_)))
    });
    let words = match stopped {
        Some(Stop::Cancelled) => "interrupted before the end".to_owned(),
        _ => told(&error),
    };
    say(&words);
    ExitCode::from(match stopped {
        Some(Stop::Cancelled) => 130,
        // The awaited input did not arrive.
        None if interrupted() => 130,
        Some(_) => 12,
        None if theirs => 2,
        None => 1,
    })
}

/// An error with its causes. A cause that the preceding message already names is not repeated.
fn told(error: &anyhow::Error) -> String {
    let mut said = error.to_string();
    for cause in error.chain().skip(1).map(ToString::to_string) {
        if !said.contains(&cause) {
            said = format!("{said}: {cause}");
        }
    }
    without_numbers(&in_plain_words(&said))
}

/// Rewrites the system's message about a file that should be a folder in plain words.
fn in_plain_words(said: &str) -> String {
    said.replace("File exists (os error 17)", "a file has this name")
        .replace("Not a directory (os error 20)", "a file has the name of its folder")
}

/// A message without the error numbers of the system: ` (os error 2)`.
pub fn without_numbers(said: &str) -> String {
    let mut parts = said.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |said, part| match part.split_once(')') {
        Some((number, rest)) if number.parse::<i32>().is_ok() => said + rest,
        _ => said + " (os error " + part,
    })
}

fn is_broken_pipe(cause: &(dyn std::error::Error + 'static)) -> bool {
    let of_io = cause.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
    // These two do not expose the write error as their source.
    let of_json =
        cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind);
    let of_csv = cause.downcast_ref::<csv::Error>().and_then(|error| match error.kind() {
        csv::ErrorKind::Io(error) => Some(error.kind()),
        _ => None,
    });
    of_io.or(of_json).or(of_csv) == Some(std::io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_once() {
        let error =
            anyhow::anyhow!("no such file").context("a.toml: no such file").context("study");
        assert_eq!(told(&error), "study: a.toml: no such file");
        assert_eq!(told(&anyhow::anyhow!("one").context("two")), "two: one");
        let missing = std::fs::File::open("/no/such/file").unwrap_err();
        let error = anyhow::Error::from(missing).context("cannot read /no/such/file");
        assert!(!told(&error).contains("os error"), "{}", told(&error));
        assert_eq!(without_numbers("a (os error 2) b (os error x)"), "a b (os error x)");
        // This file is not a folder.
        for (made, words) in [
            (std::fs::create_dir("Cargo.toml"), "it: a file has this name"),
            (std::fs::create_dir("Cargo.toml/new"), "it: a file has the name of its folder"),
        ] {
            let error = anyhow::Error::from(made.unwrap_err()).context("it");
            if cfg!(target_os = "linux") {
                assert_eq!(told(&error), words);
            }
        }
    }

    #[test]
    fn every_defect_has_one_exit_code() {
        let defect = |error| RequestError::Defect {
            algorithm: "bfs",
            instance: "birds:neller/1".to_owned(),
            error,
        };
        let failed =
            patience_core::ReplayError { index: 2, fault: patience_core::PlanFault::Illegal };
        let wrapped = anyhow::Error::new(defect(None)).context("in a command");
        let panicked = std::thread::spawn(|| caught(|| panic!("a solver has a defect")));
        for error in [
            anyhow::Error::new(defect(None)),
            anyhow::Error::new(defect(Some(failed))),
            wrapped,
            OpenError::from(Stop::Defect).into(),
            panicked.join().unwrap().unwrap_err(),
        ] {
            assert!(format!("{error:#}").contains(DEFECT), "{error:#}");
            let code = report(Err(error));
            assert_eq!(format!("{code:?}"), format!("{:?}", ExitCode::from(1)));
        }
        let limit = report(Err(OpenError::from(Stop::Time).into()));
        assert_eq!(format!("{limit:?}"), format!("{:?}", ExitCode::from(12)));
    }
}
