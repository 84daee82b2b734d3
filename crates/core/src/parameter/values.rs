//! Values of parameters: as they were given, and as they were read.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{BadValue, Declaration, Parameter, Typed};

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
/// const LEVEL: Parameter<u64> = Parameter::whole("level", "", 1..=9, 2, "The level");
/// let mut values = Values::default();
/// assert_eq!(values.get(&LEVEL), 2);
/// values.set(&LEVEL.declared, &Argument::from("3"))?;
/// assert_eq!(values.get(&LEVEL), 3);
/// # Ok::<(), patience_core::BadValue>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(BTreeMap<&'static str, Argument>);

impl Values {
    /// Reads a value and adds it.
    ///
    /// # Errors
    /// The parameter does not take the value.
    pub fn set(&mut self, declared: &Declaration, value: &Argument) -> Result<(), BadValue> {
        self.0.insert(declared.name, declared.read(value)?);
        Ok(())
    }

    /// The same values with one more, where it is known to be right.
    ///
    /// # Panics
    /// The parameter does not take the value.
    pub fn with<T: Typed>(mut self, parameter: &Parameter<T>, value: impl Into<Argument>) -> Self {
        if let Err(error) = self.set(&parameter.declared, &value.into()) {
            panic!("{error}");
        }
        self
    }

    /// The value of a parameter, or its default. What a parameter of the same name but another type
    /// has set is no value of this one.
    pub fn get<T: Typed>(&self, parameter: &Parameter<T>) -> T {
        self.0.get(parameter.declared.name).and_then(T::of).unwrap_or(parameter.default)
    }
}
