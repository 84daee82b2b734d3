//! Another program, as a study describes it.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// Maximum length of the output: a plan of a million moves fits.
pub(crate) const MAX_OUTPUT: usize = 16 << 20;

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
    /// The command that checks a solution after the program has ended; empty if there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub validate: Vec<String>,
    /// How an instance is recognised that the program solved.
    pub solved: Sign,
    /// How an instance is recognised that it proved to have no solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsolvable: Option<Sign>,
    /// How an instance is recognised that it gave up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<Sign>,
    /// The pattern of a plan, or of each of its moves, in the output.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Patterns of further values in the output, by the name of their column.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub read: BTreeMap<String, String>,
    /// How many bytes of its output each row keeps, from the end.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub keep: u64,
    /// Whether it runs without the network and, where possible, with all other files read-only.
    pub isolate: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(bytes: &u64) -> bool {
    *bytes == 0
}

/// The signs of a verdict.
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
            validate: Vec::new(),
            solved: Sign::Codes(vec![0]),
            unsolvable: None,
            unknown: None,
            plan: None,
            read: BTreeMap::new(),
            keep: 0,
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

    /// Whether it behaves the same for every seed.
    pub(crate) fn is_deterministic(&self) -> bool {
        !self.uses("seed")
    }

    /// Whether the command contains a placeholder.
    pub(crate) fn uses(&self, placeholder: &str) -> bool {
        let placeholder = format!("{{{placeholder}}}");
        self.command.iter().chain(&self.validate).any(|word| word.contains(&placeholder))
    }
}
