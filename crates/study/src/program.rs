//! Programs: a configuration may run any program instead of a solver, under the same limits.
//!
//! The worker starts the program in its own process group and private folder, isolated as far as
//! the system allows, watches it with all its descendants, and reads the verdict from exit code or
//! output. A plan counts only if the reference rules replay it.

#[cfg(unix)]
mod captured;
#[cfg(unix)]
mod disk;
mod files;
mod input;
mod isolation;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "program/absent.rs"]
mod process;
mod tool;
mod verdict;

pub use crate::external::{Program, Sign};
use crate::job::{Assignment, Row};
use crate::setting::Setting;
pub(crate) use files::{NO_PDDL, is_placeholder, unknown_placeholder};
use input::Input;
pub(crate) use process::{abandon, adopt};
pub(crate) use verdict::{KEPT, parsed_again, pattern};

/// Minimum time limit of a validation, in seconds.
const VALIDATION: f64 = 60.0;

/// Carries out an assignment by a program. Every failure becomes a row.
pub(crate) fn solve(assignment: &Assignment, setting: &Setting, program: &Program) -> Row {
    let error = |words: String| Row::without_report(assignment, "error", 0.0, words);
    let input = match Input::of(assignment, &files::study()) {
        Ok(input) => input,
        Err(message) => return error(message),
    };
    let first = program.command.first().map_or("", String::as_str);
    if tool::found(first).is_none() {
        return error(format!("there is no program `{first}`"));
    }
    let prepared = files::prepare(program, &input, assignment.seed, setting);
    let files::Prepared { folder, command, validate } = match prepared {
        Ok(prepared) => prepared,
        Err(message) => return error(message),
    };
    let isolation = isolation::of(program);
    let ended = match process::run(&isolation.wrap(&command, folder.path()), folder.path(), setting)
    {
        Ok(ended) => ended,
        Err(message) => return error(format!("{}: {message}", command[0])),
    };
    let mut row = verdict::row(assignment, program, &input, &ended);
    if row.verdict == "solved" && !validate.is_empty() {
        let write = std::fs::write(folder.path().join(files::OUTPUT), &ended.output);
        let command = isolation.wrap(&validate, folder.path());
        let validated = write.map_err(|error| error.to_string()).and_then(|()| {
            let time = setting.time.map(|time| time.max(VALIDATION));
            let unlimited =
                Setting { time, cpu_time: None, disk: None, disk_files: None, ..setting.clone() };
            process::run(&command, folder.path(), &unlimited)
        });
        row = verdict::validated(row, validated);
    }
    Row {
        game: input.game().to_owned(),
        rules: input.rules(),
        board: input.board(),
        algorithm: program.name().to_owned(),
        peak_bytes: ended.peak_bytes,
        cpu_seconds: ended.cpu_seconds,
        isolation: Some(isolation.words().to_owned()),
        tool: Some(tool::identity(program, &isolation)),
        ..row
    }
}
