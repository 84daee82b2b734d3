//! Compares two sides: every regression is detected and named, and nothing else.

use patience_study::compare::{Found, Sample, compare};

/// Rows of a configuration on sets of instances: verdict and expansions by set and number.
fn rows(configuration: &str, each: impl Fn(&str, u64) -> (&'static str, u64)) -> Sample {
    let mut lines = String::new();
    for set in ["one", "two"] {
        for number in 0..40 {
            let (verdict, expanded) = each(set, number);
            lines += &format!(
                "{{\"set\":\"{set}\",\"instance\":\"{set}/{number}\",\"configuration\":\"\
                 {configuration}\",\"verdict\":\"{verdict}\",\"expanded\":{expanded}}}\n"
            );
        }
    }
    Sample::of_lines(lines.as_bytes()).unwrap()
}

fn found(a: &Sample, b: &Sample) -> Found {
    compare(a, b, None, &["expanded"], 0.05).unwrap()
}

#[test]
fn equal_sides_do_not_differ() {
    let same = rows("x", |_, number| ("solved", 100 + number));
    let found = found(&same, &same);
    assert!(!found.is_regression() && found.contradictions.is_empty());
    // Two sets and both together, each compared by coverage and by a measure.
    assert_eq!((found.tests, found.coverage.len(), found.measures.len()), (6, 3, 3));
    assert!(found.coverage.iter().all(|one| one.p == 1.0 && one.verdict.is_none()));
    assert!(found.measures.iter().all(|one| one.p == 1.0 && one.ratio.unwrap().0 == 1.0));
}

#[test]
fn instances_gained_and_lost_are_named() {
    let a = rows("x", |set, number| match (set, number) {
        ("one", 0..20) | ("two", 7) => ("unknown", 999),
        _ => ("solved", 100),
    });
    let b = rows("x", |set, number| match (set, number) {
        ("two", 9) => ("unknown", 999),
        _ => ("solved", 100),
    });
    let better = found(&a, &b);
    assert!(!better.is_regression());
    let [one, two, all] = &better.coverage[..] else { panic!("{better:?}") };
    assert_eq!((one.gained.len(), one.lost.len(), one.instances), (20, 0, 40));
    assert_eq!(
        (&two.gained[..], &two.lost[..]),
        (&["two/7".to_owned()][..], &["two/9".to_owned()][..])
    );
    assert_eq!((all.gained.len(), all.lost.len(), all.set.as_deref()), (21, 1, None));
    assert_eq!(all.verdict.as_deref(), Some("B decides more than A"));
    assert_eq!(two.verdict, None, "one for one is no difference");
    let worse = found(&b, &a);
    assert!(worse.is_regression() && worse.coverage[0].regression && !worse.coverage[1].regression);
    assert_eq!(worse.coverage[2].verdict.as_deref(), Some("A decides more than B"));
}

#[test]
fn a_measure_that_grew_is_a_regression() {
    let with = |factor: u64| rows("x", move |_, number| ("solved", factor * (100 + 7 * number)));
    let worse = found(&with(1), &with(2));
    assert!(worse.is_regression());
    let all = worse.measures.last().unwrap();
    assert_eq!(all.verdict.as_deref(), Some("B needs more expanded than A"));
    let (ratio, low, high) = all.ratio.unwrap();
    assert!((ratio - 2.0).abs() < 1e-9 && low <= ratio && ratio <= high + 1e-9);
    assert!(!found(&with(2), &with(1)).is_regression());
    // Half of them grew and half of them shrank: no difference is shown.
    let mixed =
        rows("x", |_, number| ("solved", (100 + 7 * number) * if number % 2 == 0 { 4 } else { 1 }));
    assert!(!found(&with(2), &mixed).is_regression());
}

#[test]
fn opposite_verdicts_are_told() {
    let a = rows("x", |_, _| ("solved", 1));
    let b = rows("x", |_, number| (if number == 3 { "unsolvable" } else { "solved" }, 1));
    assert_eq!(found(&a, &b).contradictions, ["one/3", "two/3"]);
}

#[test]
fn a_length_below_a_proved_bound_is_a_contradiction() {
    let rows = |verdict: &str, length: &str, lower_bound: u64| {
        let row = format!(
            "{{\"set\":\"s\",\"instance\":\"i\",\"configuration\":\"x\",\"verdict\":\"{verdict}\",\
             \"length\":{length},\"lower_bound\":{lower_bound}}}"
        );
        Sample::of_lines(row.as_bytes()).unwrap()
    };
    let best = rows("solved", "7", 7);
    for (other, count) in [
        (rows("solved", "6", 0), 1),
        (rows("unknown", "null", 8), 1),
        (rows("unsolvable", "null", 0), 1),
        (rows("solved", "9", 3), 0),
        (rows("unknown", "null", 7), 0),
    ] {
        assert_eq!(found(&best, &other).contradictions.len(), count, "{other:?}");
        assert_eq!(found(&other, &best).contradictions.len(), count, "{other:?}");
    }
}

#[test]
fn what_cannot_be_compared_is_told() {
    let (x, y) = (rows("x", |_, _| ("solved", 1)), rows("y", |_, _| ("solved", 1)));
    assert_eq!(found(&x, &y).coverage[0].configurations, ("x".to_owned(), "y".to_owned()));
    let named = compare(&x, &y, Some(("x", "z")), &[], 0.05).unwrap_err().to_string();
    assert!(named.contains("a configuration `z`; there are `y`"), "{named}");
    for (line, word) in [
        ("{}", "there is no string `verdict`"),
        ("[1", "line 1"),
        ("{\"verdict\":\"won\"}", "`won` is not a verdict; expected solved"),
    ] {
        let error = Sample::of_lines(line.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(word), "{error}");
    }
    let none = Sample::of_lines(&b""[..]).unwrap();
    assert!(compare(&x, &none, None, &[], 0.05).is_err());
}
