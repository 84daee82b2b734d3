//! PySolFC's deals, compared with the layouts that its own program deals (3.6.1, commit 7a3d146a).

use patience_core::fnv1a;

use crate::{deal, text, two_decks};

/// A rule set, a first and a last number, and the checksum of their layouts, each with a line end.
const CHECKSUMS: &str = include_str!("../data/gaps/pysol-checksums.tsv");

#[test]
fn layouts_are_pysolfcs() {
    let mut numbers = 0;
    for line in CHECKSUMS.lines().filter(|line| !line.starts_with('#')) {
        let [rules, first, last, expected] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (first, last): (u128, u128) = (first.parse().unwrap(), last.parse().unwrap());
        let layout = |number: u128| {
            let path = format!("pysol/{number}");
            match two_decks::RULES.contains(&rules) {
                true => two_decks::text(&two_decks::deal(rules, &path)),
                false => text(&deal(rules, &path)),
            }
        };
        let layouts: String = (first..=last).map(|number| layout(number) + "\n").collect();
        assert_eq!(
            format!("{:016x}", fnv1a(layouts.as_bytes())),
            expected,
            "{rules} {first} to {last}"
        );
        numbers += last - first + 1;
    }
    assert_eq!(numbers, 14_000, "1,000 numbers of each of fourteen games");
}

#[test]
fn layouts_can_be_read() {
    for (rules, number, layout) in [
        (
            "standard",
            "1",
            "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S -- / QC KH 3H 2S KS 9D QD JS -- -- 3C 4C 5C / TS \
             QH 4H -- 4D 7S 3S TD 4S TH 8H 2C JH / 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H",
        ),
        (
            "line-up",
            "1",
            "-- 4D 3D 2D 4S -- / AH 5H 3C 3H 2S AC / 2C 3S AD -- 4C -- / 2H 5D 5S AS 4H 5C",
        ),
        (
            "paganini",
            "100000000000000003",
            "AC QS 7S 6D TH 9H JS 6C 9S 9C / AD JD JH 6H TD 9D -- 8S KS 8H / AH KC -- 7C 8D TC TS \
             8C -- QD / AS QH 7H JC 7D -- QC KH KD 6S",
        ),
    ] {
        assert_eq!(text(&deal(rules, &format!("pysol/{number}"))), layout);
    }
    // Rule sets that differ from Montana only in the moves share its layouts.
    for rules in ["fixed-suits", "fixed-twos", "free-parking"] {
        assert_eq!(
            text(&deal(rules, "pysol/32000")),
            text(&deal("standard", "pysol/32000")),
            "{rules}"
        );
    }
}
