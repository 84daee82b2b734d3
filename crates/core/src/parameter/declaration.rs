//! Declarations of parameters: name, type, range, and allowed values.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{suggest, units};

/// Maximum time of a parameter in seconds (about 30 years), so that clocks can add it.
pub const MAX_SECONDS: f64 = 1e9;

/// The value of a parameter as given: text from a command line, typed from a file or a request.
///
/// ```
/// use patience_core::Argument;
///
/// let given =
///     [Argument::from("sweep"), Argument::from(7), Argument::from(0.5), Argument::from(true)];
/// assert_eq!(given.map(|argument| argument.to_string()), ["sweep", "7", "0.5", "true"]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Whole(u64),
    /// Any number.
    Number(f64),
    /// A string, which may represent any of the others.
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

/// Name, type, range and help of a parameter: an entry of the lists of parameters.
///
/// ```
/// use patience_core::{Argument, Parameter};
///
/// const LEVEL: Parameter<u64> = Parameter::whole("level", "", 1..=9, 2, "The level");
///
/// assert_eq!(LEVEL.declared.default(), Some(Argument::from(2)));
/// assert!(LEVEL.declared.read(&Argument::from("many")).is_err());
/// assert!(LEVEL.declared.may_come_from_outside());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Declaration {
    /// The name in commands, files and questions; it never changes. Parameters of several
    /// algorithms may share a name if they have the same type.
    pub name: &'static str,
    /// Type, range and default.
    pub kind: Kind,
    /// Unit of numbers; empty if obvious.
    pub unit: &'static str,
    /// One line for human readers, without the default.
    pub help: &'static str,
}

/// Type, range and default of a parameter.
///
/// ```
/// use patience_core::{Kind, Parameter};
///
/// const WIDTH: Parameter<u64> =
///     Parameter::whole("width", "states", 1..=9, 3, "States kept in a layer");
///
/// assert_eq!(WIDTH.declared.kind, Kind::Whole { least: 1, most: 9, default: 3 });
/// assert_eq!(WIDTH.declared.kind.name(), "whole");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// A whole number.
    Whole {
        /// Minimum.
        least: u64,
        /// Maximum.
        most: u64,
        /// Default value.
        default: u64,
    },
    /// A number.
    Number {
        /// Minimum.
        least: f64,
        /// Maximum.
        most: f64,
        /// Default value.
        default: f64,
    },
    /// One of several words; the first is the default.
    Choice(&'static [&'static str]),
    /// Yes or no; default: no.
    Flag,
    /// A time; default: none. `bare` is the value if a command line gives only the name.
    Time {
        /// Seconds if no time is given.
        bare: f64,
    },
    /// The name of a heuristic of the game.
    Heuristic,
    /// Threads: only the program that runs a solve grants them.
    Threads,
    /// A file or folder: only the program that runs a solve may supply it.
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

    /// Describes a value of this type, for messages.
    fn expected(self) -> String {
        match self {
            Kind::Whole { least, most: u64::MAX, .. } => {
                format!("a whole number, {least} or more")
            }
            Kind::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Number { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Flag => "true or false".to_owned(),
            Kind::Time { .. } => "a time of at most 30 years, such as 10s, 500ms or 2m".to_owned(),
            Kind::Heuristic => "the name of a heuristic".to_owned(),
            Kind::Threads | Kind::Path => {
                "nothing: threads and files are set by the program that runs the solve".into()
            }
        }
    }
}

/// A value that a parameter does not accept, rejected by [`Declaration::read`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{value}` is not a valid value of `{parameter}`; expected {expected}")]
#[non_exhaustive]
pub struct BadValue {
    /// The parameter.
    pub parameter: &'static str,
    /// The given value, shortened and with control characters escaped.
    pub value: String,
    /// The allowed values.
    pub expected: String,
}

impl Declaration {
    /// Whether a request may set it: threads and files are granted by the program alone.
    pub const fn may_come_from_outside(&self) -> bool {
        !matches!(self.kind, Kind::Threads | Kind::Path)
    }

    /// Returns the default; `None` if there is none or the game decides.
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
    /// ```
    /// use patience_core::{Argument, Parameter};
    ///
    /// const LEVEL: Parameter<u64> = Parameter::whole("level", "", 1..=9, 2, "The level");
    /// let read = |text: &str| LEVEL.declared.read(&Argument::from(text));
    /// assert_eq!(read("3"), Ok(Argument::Whole(3)));
    /// assert_eq!(read("10").unwrap_err().expected, "a whole number from 1 to 9");
    /// ```
    ///
    /// # Errors
    /// The value has another type or is out of range.
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
            (Kind::Choice(_) | Kind::Heuristic | Kind::Flag | Kind::Threads | Kind::Path, _) => {
                None
            }
        };
        read.ok_or_else(|| {
            let shown: String = value.to_string().chars().take(40).collect();
            let meant = match self.kind {
                Kind::Choice(words) => suggest::meant(&shown, words.iter().copied()),
                _ => String::new(),
            };
            let expected = self.kind.expected() + &meant;
            BadValue { parameter: self.name, value: shown.escape_debug().to_string(), expected }
        })
    }
}

fn whole(value: &Argument) -> Option<u64> {
    match value {
        Argument::Whole(number) => Some(*number),
        // Beyond 2^53 a floating-point number represents several whole numbers.
        Argument::Number(number)
            if number.fract() == 0.0 && (0.0..=9_007_199_254_740_992.0).contains(number) =>
        {
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
    (0.0..=MAX_SECONDS).contains(&seconds).then_some(Argument::Number(seconds))
}
