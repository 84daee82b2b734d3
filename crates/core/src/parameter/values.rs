//! Values of parameters: as they were given, and as they were read.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{BadValue, Kind, Parameter};

/// The value of a parameter as it was given: text where it comes from a command line, typed where
/// it comes from a file or a question.
///
/// ```
/// use patience_core::Argument;
///
/// let given = [Argument::from("sweep"), Argument::from(7), Argument::from(0.5), Argument::from(true)];
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

/// Values that were read: each is of its parameter's type and within its range.
///
/// ```
/// use patience_core::{Argument, Parameter, Values};
///
/// const LEVEL: Parameter = Parameter::whole("level", "", 1..=9, 2, "The level");
/// let mut values = Values::default();
/// assert_eq!(values.whole(&LEVEL), 2);
/// values.set(&LEVEL, &Argument::from("3"))?;
/// assert_eq!(values.whole(&LEVEL), 3);
/// # Ok::<(), patience_core::BadValue>(())
/// ```
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
            other => panic!("{} is not a whole number but {other:?}", parameter.name),
        }
    }

    /// A number, or its default.
    pub fn number(&self, parameter: &Parameter) -> f64 {
        match self.value(parameter) {
            Some(Argument::Number(number)) => number,
            other => panic!("{} is not a number but {other:?}", parameter.name),
        }
    }

    /// Whether a flag is set.
    pub fn flag(&self, parameter: &Parameter) -> bool {
        match self.value(parameter) {
            Some(Argument::Flag(flag)) => flag,
            other => panic!("{} is not a flag but {other:?}", parameter.name),
        }
    }

    /// The index of the word that is chosen.
    pub fn choice(&self, parameter: &Parameter) -> usize {
        let chosen = match (parameter.kind, self.value(parameter)) {
            (Kind::Choice(words), Some(Argument::Text(text))) => {
                words.iter().position(|word| *word == text)
            }
            _ => None,
        };
        chosen.unwrap_or_else(|| panic!("{} is not a choice", parameter.name))
    }

    /// A time, if one is set.
    pub fn time(&self, parameter: &Parameter) -> Option<Duration> {
        match (parameter.kind, self.value(parameter)) {
            (Kind::Time { .. }, Some(Argument::Number(seconds))) => {
                Some(Duration::from_secs_f64(seconds))
            }
            (Kind::Time { .. }, None) => None,
            (_, other) => panic!("{} is not a time but {other:?}", parameter.name),
        }
    }

    fn value(&self, parameter: &Parameter) -> Option<Argument> {
        self.0.get(parameter.name).cloned().or_else(|| parameter.default())
    }
}
