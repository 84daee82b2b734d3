//! Values are read by type and range, wherever they come from.

use std::time::Duration;

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
    let some =
        none.with(&WIDTH, 3u64).with(&ORDER, "worst").with(&EXPLAIN, true).with(&SHORTEN, "1s");
    assert_eq!((some.whole(&WIDTH), some.choice(&ORDER)), (3, 1));
    assert_eq!((some.flag(&EXPLAIN), some.time(&SHORTEN)), (true, Some(Duration::from_secs(1))));
}

#[test]
fn long_and_wild_values_are_shown_in_part() {
    let error =
        WIDTH.read(&Argument::from("\u{1b}[31m".repeat(1000).as_str())).unwrap_err().to_string();
    assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
}
