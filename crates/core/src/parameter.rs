//! Parameters: what an algorithm can be told, declared once as a table that everything else is read
//! from.
//!
//! A [`Parameter`] is a constant beside the code that reads it; its type is that of the value, so
//! that a parameter cannot be read as what it is not. Its [`Declaration`] is all that lists know of
//! it: command line, study files, the interface over HTTP, tuning, forms and lists take name, type,
//! unit, range, default and help from there, and values pass [`Declaration::read`] wherever they
//! come from. An algorithm reads its [`Values`] once, at its start.
//!
//! ```
//! use patience_core::{Argument, Parameter, Values};
//!
//! const WIDTH: Parameter<u64> =
//!     Parameter::whole("width", "states", 1..=1_000_000, 1000, "States kept in a layer");
//!
//! assert_eq!(Values::default().get(&WIDTH), 1000);
//! assert_eq!(Values::default().with(&WIDTH, "50").get(&WIDTH), 50);
//! let error = WIDTH.declared.read(&Argument::from("0")).unwrap_err();
//! assert_eq!(error.to_string(), "`0` is not a valid width; expected a whole number from 1 to 1000000");
//! ```
//!
//! ```compile_fail
//! # use patience_core::{Parameter, Values};
//! const WIDTH: Parameter<u64> = Parameter::whole("width", "states", 1..=9, 3, "States kept");
//! let is_wide: bool = Values::default().get(&WIDTH);
//! ```

mod handle;
#[cfg(test)]
mod tests;
mod values;

use crate::{suggest, units};

pub use handle::{Choice, Parameter, Typed};
pub use values::{Argument, Values};

/// The longest time that a parameter takes, in seconds (about 30 years): clocks can add it up.
pub const LONGEST_TIME: f64 = 1e9;

/// The heuristic, by its name in the game's list; of the algorithms that have one.
pub const HEURISTIC: Declaration = Declaration {
    name: "heuristic",
    kind: Kind::Heuristic,
    unit: "",
    help: "The heuristic, for the algorithms that use one; each game has its own default",
};

/// The seed of whatever is random.
pub const SEED: Parameter<u64> =
    Parameter::whole("seed", "", 0..=u64::MAX, 0, "The seed of whatever is random");

/// Name, type, range and help of a parameter: an entry of the lists of what algorithms can be told.
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
    /// What numbers count; empty where that is clear.
    pub unit: &'static str,
    /// One line for people, without the default.
    pub help: &'static str,
}

/// Type, range and default of a parameter.
///
/// ```
/// use patience_core::{Kind, Parameter};
///
/// const WIDTH: Parameter<u64> = Parameter::whole("width", "states", 1..=9, 3, "States kept in a layer");
///
/// assert_eq!(WIDTH.declared.kind, Kind::Whole { least: 1, most: 9, default: 3 });
/// assert_eq!(WIDTH.declared.kind.name(), "whole");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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
    /// A time, none unless told otherwise; `bare` is meant where a command line gives the name
    /// alone.
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
            Kind::Whole { least, most: u64::MAX, .. } => {
                format!("a whole number of {least} or more")
            }
            Kind::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Number { least, most, .. } => format!("a number from {least} to {most}"),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Flag => "true or false".to_owned(),
            Kind::Time { .. } => {
                "a time of at most 30 years, something like 10s, 500ms or 2m".to_owned()
            }
            Kind::Heuristic => "the name of a heuristic".to_owned(),
            Kind::Threads | Kind::Path => {
                "nothing: threads and files are set by the program that runs the solve".into()
            }
        }
    }
}

/// A value that a parameter does not take: what [`Declaration::read`] refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{value}` is not a valid {parameter}; expected {expected}")]
#[non_exhaustive]
pub struct BadValue {
    /// The parameter.
    pub parameter: &'static str,
    /// What was given, shortened and with control characters escaped.
    pub value: String,
    /// What is allowed.
    pub expected: String,
}

impl Declaration {
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
        // Beyond 2^53 a floating-point number stands for several whole ones.
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
    (0.0..=LONGEST_TIME).contains(&seconds).then_some(Argument::Number(seconds))
}
