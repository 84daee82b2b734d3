//! Parameters: what an algorithm can be told, declared once as a table that everything else is read from.
//!
//! A [`Parameter`] is a constant beside the code that reads it. Command line, study files, the interface over HTTP, tuning,
//! forms and lists take name, type, unit, range, default and help from there, and values pass [`Parameter::read`] whatever
//! way they come. An algorithm reads its [`Values`] once, at its start.
//!
//! ```
//! use patience_core::{Parameter, Argument, Values};
//!
//! const WIDTH: Parameter = Parameter::whole("width", "states", 1..=1_000_000, 1000, "States kept in a layer");
//!
//! assert_eq!(Values::default().whole(&WIDTH), 1000);
//! assert_eq!(Values::default().with(&WIDTH, "50").whole(&WIDTH), 50);
//! let error = WIDTH.read(&Argument::from("0")).unwrap_err();
//! assert_eq!(error.to_string(), "`0` is not a valid width; expected a whole number from 1 to 1000000");
//! ```

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::units;

/// The longest time that a parameter takes, in seconds (about 30 years): clocks can add it up.
pub const LONGEST_TIME: f64 = 1e9;

/// The heuristic, by its name in the game's list; of the algorithms that have one.
pub const HEURISTIC: Parameter = Parameter {
    name: "heuristic",
    kind: Kind::Heuristic,
    unit: "",
    help: "The heuristic, for the algorithms that use one; each game has its own default",
};

/// The seed of whatever is random.
pub const SEED: Parameter = Parameter::whole("seed", "", 0..=u64::MAX, 0, "The seed of whatever is random");

/// Something that an algorithm can be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name in commands, files and questions; it never changes. Parameters of several algorithms may share a name if
    /// they have the same type.
    pub name: &'static str,
    /// Type, range and default.
    pub kind: Kind,
    /// What numbers count; empty where that is clear.
    pub unit: &'static str,
    /// One line for people, without the default.
    pub help: &'static str,
}

/// Type, range and default of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    Whole {
        /// The smallest that is allowed.
        least: u64,
        /// The largest that is allowed.
        most: u64,
        /// What holds unless told otherwise.
        default: u64,
    },
    /// A number.
    Number {
        /// The smallest that is allowed.
        least: f64,
        /// The largest that is allowed.
        most: f64,
        /// What holds unless told otherwise.
        default: f64,
    },
    /// One of several words; the first holds unless told otherwise.
    Choice(&'static [&'static str]),
    /// Yes or no; no unless told otherwise.
    Flag,
    /// A time, none unless told otherwise; `bare` is meant where a command line gives the name alone.
    Time {
        /// Seconds where no time is told.
        bare: f64,
    },
    /// The name of a heuristic of the game.
    Heuristic,
    /// Threads: only the program that runs a solve grants them.
    Threads,
    /// A file or folder: only the program that runs a solve grants it.
    Path,
}

impl Kind {
    /// The name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Whole { .. } => "whole",
            Kind::Number { .. } => "number",
            Kind::Choice(_) => "choice",
            Kind::Flag => "flag",
            Kind::Time { .. } => "time",
            Kind::Heuristic => "heuristic",
            Kind::Threads => "threads",
            Kind::Path => "path",
        }
    }

    /// What a value of this type looks like, for messages.
    fn expected(self) -> String {
        match self {
            Kind::Whole { least, most: u64::MAX, .. } => format!("a whole number of {least} or more"),
            Kind::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Number { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Flag => "true or false".to_owned(),
            Kind::Time { .. } => "a time of at most 30 years, something like 10s, 500ms or 2m".to_owned(),
            Kind::Heuristic => "the name of a heuristic".to_owned(),
            Kind::Threads | Kind::Path => {
                "nothing: threads and files are set by the program that runs the solve".into()
            }
        }
    }
}

/// The value of a parameter as it was given: text where it comes from a command line, typed where it comes from a file or a question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A text, which may stand for any of the others.
    Text(String),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Flag(flag) => flag.fmt(f),
            Argument::Whole(number) => number.fmt(f),
            Argument::Number(number) => number.fmt(f),
            Argument::Text(text) => text.fmt(f),
        }
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Argument::Text(text.to_owned())
    }
}

impl From<u64> for Argument {
    fn from(number: u64) -> Self {
        Argument::Whole(number)
    }
}

impl From<f64> for Argument {
    fn from(number: f64) -> Self {
        Argument::Number(number)
    }
}

impl From<bool> for Argument {
    fn from(flag: bool) -> Self {
        Argument::Flag(flag)
    }
}

/// A value that a parameter does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{value}` is not a valid {parameter}; expected {expected}")]
pub struct BadValue {
    /// The parameter.
    pub parameter: &'static str,
    /// What was given, shortened and with control characters escaped.
    pub value: String,
    /// What is allowed.
    pub expected: String,
}

impl Parameter {
    /// A whole number within a range.
    pub const fn whole(
        name: &'static str,
        unit: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        help: &'static str,
    ) -> Self {
        Parameter { name, kind: Kind::Whole { least: *range.start(), most: *range.end(), default }, unit, help }
    }

    /// A number within a range.
    pub const fn number(name: &'static str, range: RangeInclusive<f64>, default: f64, help: &'static str) -> Self {
        Parameter { name, kind: Kind::Number { least: *range.start(), most: *range.end(), default }, unit: "", help }
    }

    /// One of several words, the default first.
    pub const fn choice(name: &'static str, words: &'static [&'static str], help: &'static str) -> Self {
        Parameter { name, kind: Kind::Choice(words), unit: "", help }
    }

    /// Yes or no.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        Parameter { name, kind: Kind::Flag, unit: "", help }
    }

    /// A time; `bare` seconds where the name is given alone.
    pub const fn time(name: &'static str, bare: f64, help: &'static str) -> Self {
        Parameter { name, kind: Kind::Time { bare }, unit: "seconds", help }
    }

    /// The same whole number with another default.
    ///
    /// # Panics
    /// The parameter is no whole number.
    pub const fn with_default(self, default: u64) -> Self {
        match self.kind {
            Kind::Whole { least, most, .. } => Parameter { kind: Kind::Whole { least, most, default }, ..self },
            _ => panic!("only whole numbers have such a default"),
        }
    }

    /// Whether a request may set it: threads and files are granted by the program alone.
    pub const fn may_come_from_outside(&self) -> bool {
        !matches!(self.kind, Kind::Threads | Kind::Path)
    }

    /// What holds unless told otherwise; `None` where nothing does or the game decides.
    pub fn default(&self) -> Option<Argument> {
        match self.kind {
            Kind::Whole { default, .. } => Some(default.into()),
            Kind::Number { default, .. } => Some(default.into()),
            Kind::Choice(words) => words.first().map(|word| Argument::from(*word)),
            Kind::Flag => Some(false.into()),
            Kind::Time { .. } | Kind::Heuristic | Kind::Threads | Kind::Path => None,
        }
    }

    /// The value in the parameter's own type, if it is allowed.
    ///
    /// # Errors
    /// The value has another type or lies outside of the range.
    pub fn read(&self, value: &Argument) -> Result<Argument, BadValue> {
        let read = match (self.kind, value) {
            (Kind::Whole { least, most, .. }, value) => {
                whole(value).filter(|number| (least..=most).contains(number)).map(Argument::Whole)
            }
            (Kind::Number { least, most, .. }, value) => {
                number(value).filter(|number| (least..=most).contains(number)).map(Argument::Number)
            }
            (Kind::Choice(words), Argument::Text(text)) => {
                words.iter().find(|word| *word == text).map(|word| Argument::from(*word))
            }
            (Kind::Flag, Argument::Flag(flag)) => Some(Argument::Flag(*flag)),
            (Kind::Flag, Argument::Text(text)) => match text.as_str() {
                "" | "true" => Some(Argument::Flag(true)),
                "false" => Some(Argument::Flag(false)),
                _ => None,
            },
            (Kind::Time { .. }, Argument::Text(text)) => {
                units::duration(text).ok().map(|time| time.as_secs_f64()).and_then(seconds)
            }
            (Kind::Time { .. }, value) => number(value).and_then(seconds),
            (Kind::Heuristic, Argument::Text(text)) => Some(Argument::Text(text.clone())),
            (Kind::Choice(_) | Kind::Heuristic | Kind::Flag | Kind::Threads | Kind::Path, _) => None,
        };
        read.ok_or_else(|| {
            let shown: String = value.to_string().chars().take(40).collect();
            BadValue { parameter: self.name, value: shown.escape_debug().to_string(), expected: self.kind.expected() }
        })
    }
}

fn whole(value: &Argument) -> Option<u64> {
    match value {
        Argument::Whole(number) => Some(*number),
        // Beyond 2^53 a floating-point number stands for several whole ones.
        Argument::Number(number) if number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(number) => {
            Some(*number as u64)
        }
        Argument::Text(text) => text.parse().ok(),
        Argument::Number(_) | Argument::Flag(_) => None,
    }
}

fn number(value: &Argument) -> Option<f64> {
    match value {
        Argument::Whole(number) => Some(*number as f64),
        Argument::Number(number) => Some(*number),
        Argument::Text(text) => text.parse().ok(),
        Argument::Flag(_) => None,
    }
}

fn seconds(seconds: f64) -> Option<Argument> {
    (0.0..=LONGEST_TIME).contains(&seconds).then_some(Argument::Number(seconds))
}

/// Values that were read: each is of its parameter's type and within its range.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(BTreeMap<&'static str, Argument>);

impl Values {
    /// Reads a value and adds it.
    ///
    /// # Errors
    /// The parameter does not take the value.
    pub fn set(&mut self, parameter: &Parameter, value: &Argument) -> Result<(), BadValue> {
        self.0.insert(parameter.name, parameter.read(value)?);
        Ok(())
    }

    /// The same values with one more, where it is known to be right.
    ///
    /// # Panics
    /// The parameter does not take the value.
    pub fn with(mut self, parameter: &Parameter, value: impl Into<Argument>) -> Self {
        if let Err(error) = self.set(parameter, &value.into()) {
            panic!("{error}");
        }
        self
    }

    /// A whole number, or its default.
    ///
    /// # Panics
    /// The parameter is no whole number; the other readers panic likewise.
    pub fn whole(&self, parameter: &Parameter) -> u64 {
        match self.value(parameter) {
            Some(Argument::Whole(number)) => number,
            other => panic!("{} is no whole number but {other:?}", parameter.name),
        }
    }

    /// A number, or its default.
    pub fn number(&self, parameter: &Parameter) -> f64 {
        match self.value(parameter) {
            Some(Argument::Number(number)) => number,
            other => panic!("{} is no number but {other:?}", parameter.name),
        }
    }

    /// Whether a flag is set.
    pub fn flag(&self, parameter: &Parameter) -> bool {
        match self.value(parameter) {
            Some(Argument::Flag(flag)) => flag,
            other => panic!("{} is no flag but {other:?}", parameter.name),
        }
    }

    /// The index of the word that is chosen.
    pub fn choice(&self, parameter: &Parameter) -> usize {
        let chosen = match (parameter.kind, self.value(parameter)) {
            (Kind::Choice(words), Some(Argument::Text(text))) => words.iter().position(|word| *word == text),
            _ => None,
        };
        chosen.unwrap_or_else(|| panic!("{} is no choice", parameter.name))
    }

    /// A time, if one is set.
    pub fn time(&self, parameter: &Parameter) -> Option<Duration> {
        match (parameter.kind, self.value(parameter)) {
            (Kind::Time { .. }, Some(Argument::Number(seconds))) => Some(Duration::from_secs_f64(seconds)),
            (Kind::Time { .. }, None) => None,
            (_, other) => panic!("{} is no time but {other:?}", parameter.name),
        }
    }

    fn value(&self, parameter: &Parameter) -> Option<Argument> {
        self.0.get(parameter.name).cloned().or_else(|| parameter.default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: Parameter = Parameter::whole("width", "states", 1..=100, 10, "");
    const WEIGHT: Parameter = Parameter::number("weight", 0.0..=1e6, 2.0, "");
    const ORDER: Parameter = Parameter::choice("order", &["best", "worst"], "");
    const EXPLAIN: Parameter = Parameter::flag("explain", "");
    const SHORTEN: Parameter = Parameter::time("shorten", 10.0, "");
    const SCRATCH: Parameter = Parameter { name: "scratch", kind: Kind::Path, unit: "", help: "" };

    #[test]
    fn values_are_read_by_type_and_range() {
        let json = |text: &str| serde_json::from_str::<Argument>(text).unwrap();
        for (parameter, value, expected) in [
            (WIDTH, "1", Some("1")),
            (WIDTH, "100.0", Some("100")),
            (WIDTH, "\"7\"", Some("7")),
            (WIDTH, "0", None),
            (WIDTH, "101", None),
            (WIDTH, "-1", None),
            (WIDTH, "1.5", None),
            (WIDTH, "1e300", None),
            (WIDTH, "\"\"", None),
            (WIDTH, "\"1 \"", None),
            (WIDTH, "true", None),
            (WEIGHT, "3", Some("3")),
            (WEIGHT, "\"0.5\"", Some("0.5")),
            (WEIGHT, "\"nan\"", None),
            (WEIGHT, "\"inf\"", None),
            (WEIGHT, "-0.1", None),
            (ORDER, "\"worst\"", Some("worst")),
            (ORDER, "\"Worst\"", None),
            (ORDER, "1", None),
            (EXPLAIN, "true", Some("true")),
            (EXPLAIN, "\"\"", Some("true")),
            (EXPLAIN, "\"false\"", Some("false")),
            (EXPLAIN, "1", None),
            (SHORTEN, "\"1m 30s\"", Some("90")),
            (SHORTEN, "2.5", Some("2.5")),
            (SHORTEN, "1e300", None),
            (SHORTEN, "\"1e300\"", None),
            (SHORTEN, "-1", None),
            (SCRATCH, "\"/tmp\"", None),
        ] {
            let read = parameter.read(&json(value)).ok().map(|value| value.to_string());
            assert_eq!(read.as_deref(), expected, "{} {value}", parameter.name);
        }
    }

    #[test]
    fn readers_give_the_value_or_the_default() {
        let none = Values::default();
        assert_eq!((none.whole(&WIDTH), none.number(&WEIGHT), none.choice(&ORDER)), (10, 2.0, 0));
        assert_eq!((none.flag(&EXPLAIN), none.time(&SHORTEN)), (false, None));
        let some = none.with(&WIDTH, 3u64).with(&ORDER, "worst").with(&EXPLAIN, true).with(&SHORTEN, "1s");
        assert_eq!((some.whole(&WIDTH), some.choice(&ORDER)), (3, 1));
        assert_eq!((some.flag(&EXPLAIN), some.time(&SHORTEN)), (true, Some(Duration::from_secs(1))));
    }

    #[test]
    fn long_and_wild_values_are_shown_in_part() {
        let error = WIDTH.read(&Argument::from("\u{1b}[31m".repeat(1000).as_str())).unwrap_err().to_string();
        assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
    }
}
