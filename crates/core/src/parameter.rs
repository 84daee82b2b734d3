//! Parameters of algorithms, each declared once; flags, keys, help and forms are derived from the
//! declaration.
//!
//! A [`Parameter`] is a constant next to the code that reads it; its type is that of the value, so
//! that a parameter cannot be read as another type. Its [`Declaration`] has name, type, unit,
//! range, default and help for the command line, study files, the HTTP interface, tuning, forms and
//! lists, and all values pass [`Declaration::read`]. An algorithm reads its [`Values`] once, at its
//! start.
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
//! assert_eq!(
//!     error.to_string(),
//!     "`0` is not a valid value of `width`; expected a whole number from 1 to 1000000"
//! );
//! ```
//!
//! ```compile_fail
//! # use patience_core::{Parameter, Values};
//! const WIDTH: Parameter<u64> = Parameter::whole("width", "states", 1..=9, 3, "States kept");
//! let is_wide: bool = Values::default().get(&WIDTH);
//! ```

mod declaration;
mod handle;
#[cfg(test)]
mod tests;
mod values;

pub use declaration::{Argument, BadValue, Declaration, Kind, MAX_SECONDS};
pub use handle::{Choice, Parameter, Typed};
pub use values::Values;

/// The heuristic, by its name in the game's list, for algorithms that use one.
pub const HEURISTIC: Declaration = Declaration {
    name: "heuristic",
    kind: Kind::Heuristic,
    unit: "",
    help: "The heuristic, for the algorithms that use one; each game has its own default",
};

/// The seed of random choices.
pub const SEED: Parameter<u64> =
    Parameter::whole("seed", "", 0..=u64::MAX, 0, "The seed of random choices");
