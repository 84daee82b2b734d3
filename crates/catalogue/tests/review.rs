//! Reviews of games; the page's reviews are tested on the same cases.

use patience_catalogue::Verdict;
use patience_catalogue::review::{Known, Review};
use serde_json::{Value, json};

#[test]
fn reviews_are_those_of_the_page() {
    let cases: Vec<Value> = serde_json::from_str(include_str!("review-cases.json")).unwrap();
    assert!(cases.len() > 5);
    for case in cases {
        let position = |position: &Value| Known {
            verdict: match position[0].as_str().unwrap() {
                "solved" => Verdict::Solved,
                "unsolvable" => Verdict::Unsolvable,
                _ => Verdict::Unknown,
            },
            distance: position[1].as_u64().map(|distance| distance as usize),
            only_move: position[2].as_bool().unwrap(),
        };
        let positions: Vec<Known> =
            case["positions"].as_array().unwrap().iter().map(position).collect();
        assert_eq!(json!(Review::of(&positions)), case["review"], "{}", case["name"]);
    }
    assert_eq!(Review::of(&[]), Review::default());
}
