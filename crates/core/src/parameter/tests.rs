//! Values are read by type and range, wherever they come from.

use std::time::Duration;

use super::declaration::*;
use super::*;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Best,
    Worst,
}

impl Choice for Order {
    const WORDS: &[&str] = &["best", "worst"];
    const ALL: &[Order] = &[Order::Best, Order::Worst];
}

const WIDTH: Parameter<u64> = Parameter::whole("width", "states", 1..=100, 10, "");
const WEIGHT: Parameter<f64> = Parameter::number("weight", 0.0..=1e6, 2.0, "");
const ORDER: Parameter<Order> = Parameter::choice("order", "");
const EXPLAIN: Parameter<bool> = Parameter::flag("explain", "");
const SHORTEN: Parameter<Option<Duration>> = Parameter::time("shorten", 10.0, "");
const SCRATCH: Declaration = Declaration { name: "scratch", kind: Kind::Path, unit: "", help: "" };

#[test]
fn values_are_read_by_type_and_range() {
    let json = |text: &str| serde_json::from_str::<Argument>(text).unwrap();
    let [width, weight] = [WIDTH.declared, WEIGHT.declared];
    let [order, explain, shorten] = [ORDER.declared, EXPLAIN.declared, SHORTEN.declared];
    for (parameter, value, expected) in [
        (width, "1", Some("1")),
        (width, "100.0", Some("100")),
        (width, "\"7\"", Some("7")),
        (width, "0", None),
        (width, "101", None),
        (width, "-1", None),
        (width, "1.5", None),
        (width, "1e300", None),
        (width, "\"\"", None),
        (width, "\"1 \"", None),
        (width, "true", None),
        (weight, "3", Some("3")),
        (weight, "\"0.5\"", Some("0.5")),
        (weight, "\"nan\"", None),
        (weight, "\"inf\"", None),
        (weight, "-0.1", None),
        (order, "\"worst\"", Some("worst")),
        (order, "\"Worst\"", None),
        (order, "1", None),
        (explain, "true", Some("true")),
        (explain, "\"\"", Some("true")),
        (explain, "\"false\"", Some("false")),
        (explain, "1", None),
        (shorten, "\"1m 30s\"", Some("90")),
        (shorten, "2.5", Some("2.5")),
        (shorten, "1e300", None),
        (shorten, "\"1e300\"", None),
        (shorten, "-1", None),
        (SCRATCH, "\"/tmp\"", None),
    ] {
        let read = parameter.read(&json(value)).ok().map(|value| value.to_string());
        assert_eq!(read.as_deref(), expected, "{} {value}", parameter.name);
    }
}

#[test]
fn readers_give_the_value_or_the_default() {
    let none = Values::default();
    assert_eq!((none.get(&WIDTH), none.get(&WEIGHT), none.get(&ORDER)), (10, 2.0, Order::Best));
    assert_eq!((none.get(&EXPLAIN), none.get(&SHORTEN)), (false, None));
    let some =
        none.with(&WIDTH, 3u64).with(&ORDER, "worst").with(&EXPLAIN, true).with(&SHORTEN, "1s");
    assert_eq!((some.get(&WIDTH), some.get(&ORDER)), (3, Order::Worst));
    assert_eq!((some.get(&EXPLAIN), some.get(&SHORTEN)), (true, Some(Duration::from_secs(1))));
    // A parameter of another type under the same name.
    const WIDE: Parameter<bool> = Parameter::flag("width", "");
    assert!(!some.get(&WIDE));
    assert_eq!(Values::default().with(&WIDE, true).get(&WIDTH.with_default(7)), 7);
}

/// Names are nouns in the singular or plural, verbs, or two words: no sentence may depend on it.
#[test]
fn messages_suit_every_name() {
    const ITERATIONS: Parameter<u64> = Parameter::whole("iterations", "", 1..=u64::MAX, 9, "");
    const TWO_MOVES: Parameter<u64> = Parameter::whole("two-moves", "", 0..=9, 0, "");
    let message =
        |parameter: Declaration| parameter.read(&Argument::from("x")).unwrap_err().to_string();
    let expected = "is not a valid value of";
    assert_eq!(
        message(ITERATIONS.declared),
        format!("`x` {expected} `iterations`; expected a whole number, 1 or more")
    );
    assert_eq!(
        message(TWO_MOVES.declared),
        format!("`x` {expected} `two-moves`; expected a whole number from 0 to 9")
    );
    assert!(message(SHORTEN.declared).starts_with(&format!("`x` {expected} `shorten`; ")));
    assert!(message(ORDER.declared).starts_with(&format!("`x` {expected} `order`; expected one")));
    assert!(message(EXPLAIN.declared).ends_with("`explain`; expected true or false"));
}

#[test]
fn long_and_wild_values_are_shown_in_part() {
    let error = WIDTH
        .declared
        .read(&Argument::from("\u{1b}[31m".repeat(1000).as_str()))
        .unwrap_err()
        .to_string();
    assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
}
