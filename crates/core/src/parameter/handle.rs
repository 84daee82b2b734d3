//! Handles of parameters, each typed by its value.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::declaration::{Argument, Declaration, Kind};

/// A parameter of an algorithm, as the type `T`: whole numbers (`u64`), numbers (`f64`), flags
/// (`bool`), times (`Option<Duration>`) and [choices](Choice). [`Values::get`] reads it.
///
/// [`Values::get`]: super::Values::get
///
/// ```
/// use patience_core::parameter::{Choice, Parameter, Values};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Order { Best, Worst }
///
/// impl Choice for Order {
///     const WORDS: &[&str] = &["best", "worst"];
///     const ALL: &[Order] = &[Order::Best, Order::Worst];
/// }
///
/// const ORDER: Parameter<Order> = Parameter::choice("order", "What comes first");
/// const EXPLAIN: Parameter<bool> = Parameter::flag("explain", "Say why");
///
/// let values = Values::default().with(&ORDER, "worst");
/// assert_eq!((values.get(&ORDER), values.get(&EXPLAIN)), (Order::Worst, false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter<T> {
    /// Name, range and help, for lists.
    pub declared: Declaration,
    /// Default value.
    pub default: T,
}

/// One of several words, as a separate type.
pub trait Choice: Copy + 'static {
    /// The words, the default first.
    const WORDS: &'static [&'static str];
    /// The values of these words, in the same order.
    const ALL: &'static [Self];
}

/// The type of a [`Parameter`].
pub trait Typed: Copy {
    /// The value in an argument that was [read](Declaration::read) for the parameter.
    fn of(argument: &Argument) -> Option<Self>;
}

impl Typed for u64 {
    fn of(argument: &Argument) -> Option<Self> {
        if let Argument::Whole(number) = argument { Some(*number) } else { None }
    }
}

impl Typed for f64 {
    fn of(argument: &Argument) -> Option<Self> {
        if let Argument::Number(number) = argument { Some(*number) } else { None }
    }
}

impl Typed for bool {
    fn of(argument: &Argument) -> Option<Self> {
        if let Argument::Flag(flag) = argument { Some(*flag) } else { None }
    }
}

impl Typed for Option<Duration> {
    fn of(argument: &Argument) -> Option<Self> {
        f64::of(argument).map(|seconds| Duration::try_from_secs_f64(seconds).ok())
    }
}

impl<C: Choice> Typed for C {
    fn of(argument: &Argument) -> Option<Self> {
        let Argument::Text(text) = argument else { return None };
        let index = C::WORDS.iter().position(|word| word == text)?;
        C::ALL.get(index).copied()
    }
}

impl<T> Parameter<T> {
    /// The name in commands, files and questions.
    pub const fn name(&self) -> &'static str {
        self.declared.name
    }
}

impl Parameter<u64> {
    /// A whole number within a range.
    pub const fn whole(
        name: &'static str,
        unit: &'static str,
        range: RangeInclusive<u64>,
        default: u64,
        help: &'static str,
    ) -> Self {
        let kind = Kind::Whole { least: *range.start(), most: *range.end(), default };
        Parameter { declared: Declaration { name, kind, unit, help }, default }
    }

    /// Returns the same whole number with another default.
    pub const fn with_default(self, default: u64) -> Self {
        let Declaration { name, kind, unit, help } = self.declared;
        let kind = match kind {
            Kind::Whole { least, most, .. } => Kind::Whole { least, most, default },
            kind => kind,
        };
        Parameter { declared: Declaration { name, kind, unit, help }, default }
    }
}

impl Parameter<f64> {
    /// A number within a range.
    pub const fn number(
        name: &'static str,
        range: RangeInclusive<f64>,
        default: f64,
        help: &'static str,
    ) -> Self {
        let kind = Kind::Number { least: *range.start(), most: *range.end(), default };
        Parameter { declared: Declaration { name, kind, unit: "", help }, default }
    }
}

impl Parameter<bool> {
    /// Declares a yes or no; default: no.
    pub const fn flag(name: &'static str, help: &'static str) -> Self {
        let declared = Declaration { name, kind: Kind::Flag, unit: "", help };
        Parameter { declared, default: false }
    }
}

impl Parameter<Option<Duration>> {
    /// Declares a time; default: none. `bare` is the number of seconds if only the name is given.
    pub const fn time(name: &'static str, bare: f64, help: &'static str) -> Self {
        let declared = Declaration { name, kind: Kind::Time { bare }, unit: "seconds", help };
        Parameter { declared, default: None }
    }
}

impl<C: Choice> Parameter<C> {
    /// One of several words.
    pub const fn choice(name: &'static str, help: &'static str) -> Self {
        let declared = Declaration { name, kind: Kind::Choice(C::WORDS), unit: "", help };
        Parameter { declared, default: C::ALL[0] }
    }
}
