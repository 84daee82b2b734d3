//! Programs: a configuration may run any program in the place of a solver, under the same limits.
//!
//! The worker starts the program in a process group and a private folder of its own,
//! [isolated](isolation) as far as the system allows, [watches](process) it with all its
//! descendants, and reads the verdict from exit code or [output](verdict). A plan counts only if
//! the reference rules replay it.

#[cfg(unix)]
mod captured;
mod files;
mod isolation;
#[cfg(unix)]
mod process;
#[cfg(not(unix))]
#[path = "program/absent.rs"]
mod process;
mod tool;
mod verdict;

use std::collections::BTreeMap;
use std::path::Path;

use patience_core::Budget;
use serde::{Deserialize, Serialize};

use crate::job::{Assignment, Row};
use crate::setting::Setting;
pub(crate) use files::{NO_PDDL, unknown_placeholder};
pub(crate) use process::{abandon, adopt};
pub(crate) use verdict::pattern;

/// A program that a configuration runs, and how its answer is read.
///
/// ```
/// use patience_study::program::{Program, Sign};
///
/// let program = Program {
///     command: vec!["./solve.py".to_owned(), "{board}".to_owned()],
///     solved: Sign::Pattern("^plan: ".to_owned()),
///     ..Program::default()
/// };
/// assert_eq!(program.name(), "solve.py");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Program {
    /// The program and its arguments, with placeholders.
    pub command: Vec<String>,
    /// The command that prints the program's version; empty if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub version: Vec<String>,
    /// The sign of an instance that the program solved.
    pub solved: Sign,
    /// The sign of an instance that it proved to have no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Sign>,
    /// The sign of an instance that it gave up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Sign>,
    /// The pattern of a plan, or of each of its moves, in the output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Patterns of further values in the output, by the name of their column.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub read: BTreeMap<String, String>,
    /// Whether it runs without the network and, where possible, with all other files read-only.
    pub isolate: bool,
}

/// What tells a verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Sign {
    /// Exit codes.
    Codes(Vec<i32>),
    /// A regular expression that matches in the output; `^` and `$` match at lines.
    Pattern(String),
}

impl Default for Program {
    fn default() -> Program {
        Program {
            command: Vec::new(),
            version: Vec::new(),
            solved: Sign::Codes(vec![0]),
            unsolvable: None,
            unknown: None,
            plan: None,
            read: BTreeMap::new(),
            isolate: true,
        }
    }
}

impl Program {
    /// The program's file name.
    pub fn name(&self) -> &str {
        let first = self.command.first().map_or("", String::as_str);
        Path::new(first).file_name().and_then(|name| name.to_str()).unwrap_or(first)
    }

    /// Whether it does the same again whatever the seed.
    pub(crate) fn is_deterministic(&self) -> bool {
        !self.uses("seed")
    }

    /// Whether a placeholder stands in the command.
    pub(crate) fn uses(&self, placeholder: &str) -> bool {
        let placeholder = format!("{{{placeholder}}}");
        self.command.iter().any(|word| word.contains(&placeholder))
    }
}

/// Carries out an assignment by a program. Whatever goes wrong becomes a row.
pub(crate) fn solve(assignment: &Assignment, setting: &Setting, program: &Program) -> Row {
    let error = |words: String| Row::without_report(assignment, "error", 0.0, words);
    let instance = match assignment.instance.open(&mut Budget::unlimited()) {
        Ok(instance) => instance,
        Err(message) => return error(message.to_string()),
    };
    let first = program.command.first().map_or("", String::as_str);
    if tool::found(first).is_none() {
        return error(format!("there is no program `{first}`"));
    }
    let prepared = files::prepare(program, &*instance, assignment.seed, setting);
    let (folder, command) = match prepared {
        Ok(prepared) => prepared,
        Err(message) => return error(message),
    };
    let isolation = isolation::of(program);
    let ended = match process::run(&isolation.wrap(&command, folder.path()), folder.path(), setting)
    {
        Ok(ended) => ended,
        Err(message) => return error(format!("{}: {message}", command[0])),
    };
    let row = verdict::row(assignment, program, &*instance, &ended);
    Row {
        game: instance.game().to_owned(),
        rules: instance.rules().to_owned(),
        board: instance.board(),
        algorithm: program.name().to_owned(),
        peak_bytes: ended.peak_bytes,
        cpu_seconds: ended.cpu_seconds,
        isolation: Some(isolation.words().to_owned()),
        tool: Some(tool::identity(program, &isolation)),
        ..row
    }
}
