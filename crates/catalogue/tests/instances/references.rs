//! Names of instances, and references to them.

use patience_catalogue::{InstanceName, Names, Reference};
use patience_core::Budget;

#[test]
fn patterns_stand_for_names() {
    let names = |pattern: &str| -> Vec<String> {
        Names::parse(pattern).unwrap().iter().flat_map(Names::iter).take(5).collect()
    };
    assert_eq!(
        names("birds:neller/-1..1"),
        ["birds:neller/-1", "birds:neller/0", "birds:neller/1"]
    );
    assert_eq!(names("birds:neller/5"), ["birds:neller/5"]);
    assert_eq!(names("cohesion:level/a..b"), ["cohesion:level/a..b"]);
    assert_eq!(names("tiles:level/iartistas-0*")[0], "tiles:level/iartistas-01");
    assert_eq!(names("birds:neller/-9223372036854775808..9223372036854775807").len(), 5);
    for (pattern, expected) in [
        ("birds:neller/3..1", "ends before it begins"),
        ("birds:level/*", "no level"),
        ("cohesion:level/x*", "no level"),
        ("neller/1..2", "not a valid instance name"),
        ("chess:level/*", "unknown game"),
    ] {
        let error = Names::parse(pattern).unwrap_err().to_string();
        assert!(error.contains(expected), "{pattern}: {error}");
    }
}

#[test]
fn references_open_names_and_boards() {
    assert_eq!(
        Reference::named("birds:neller/1").open(&mut Budget::unlimited()).unwrap().id(),
        "birds:neller/1"
    );
    let board = Reference::board("cohesion", "RBR", "mine");
    assert_eq!(board.open(&mut Budget::unlimited()).unwrap().id(), "mine");
    assert!(Reference::board("cohesion", "R?R", "mine").open(&mut Budget::unlimited()).is_err());
}

#[test]
fn names_come_apart() {
    let name = InstanceName::parse("gaps+paper:paper/4x8/20/1").unwrap();
    assert_eq!((name.game, name.rules, name.path), ("gaps", Some("paper"), "paper/4x8/20/1"));
    for malformed in ["", "gaps", ":", "gaps:", ":x", "gaps solvitaire"] {
        assert!(InstanceName::parse(malformed).is_err(), "{malformed:?}");
    }
}
