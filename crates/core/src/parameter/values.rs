//! Values of parameters.

use std::collections::BTreeMap;

use super::declaration::{Argument, BadValue, Declaration};
use super::handle::{Parameter, Typed};

/// Validated values: each has its parameter's type and is within its range.
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
    /// The parameter does not accept the value.
    pub fn set(&mut self, declared: &Declaration, value: &Argument) -> Result<(), BadValue> {
        self.0.insert(declared.name, declared.read(value)?);
        Ok(())
    }

    /// Returns the values with one more, which must be valid.
    ///
    /// # Panics
    /// The parameter does not accept the value.
    pub fn with<T: Typed>(mut self, parameter: &Parameter<T>, value: impl Into<Argument>) -> Self {
        if let Err(error) = self.set(&parameter.declared, &value.into()) {
            panic!("{error}");
        }
        self
    }

    /// The value of a parameter, or its default. A value set for a parameter with the same name but
    /// another type is ignored.
    pub fn get<T: Typed>(&self, parameter: &Parameter<T>) -> T {
        self.0.get(parameter.declared.name).and_then(T::of).unwrap_or(parameter.default)
    }
}
