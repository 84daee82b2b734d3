//! Evaluations by heuristics, and their components.

use serde_json::Value;

use super::{patience, patience_reading};

/// The value of a part, or of the heuristic if there is no name.
fn part<'a>(evaluated: &'a Value, heuristic: &str, name: &str) -> &'a Value {
    let all = evaluated["heuristics"].as_array().unwrap();
    let one = all
        .iter()
        .find(|one| one["heuristic"] == heuristic)
        .unwrap_or_else(|| panic!("{heuristic}: {all:?}"));
    let mut parts = one["parts"].as_array().unwrap().iter();
    match name {
        "" => &one["value"],
        name => {
            let part = parts.find(|part| part["name"] == name);
            &part.unwrap_or_else(|| panic!("{name}: {one}"))["value"]
        }
    }
}

#[test]
fn every_heuristic_shows_its_parts() {
    for instance in [
        "gaps:random/4x6/1",
        "birds:neller/42",
        "cohesion:level/vieira-1",
        "tiles:level/iartistas-05",
    ] {
        let evaluated = &patience(&["learn", "values", instance, "--json"]).ends(0).json_lines()[0];
        let listed = &patience(&["list", instance.split(':').next().unwrap(), "--json"])
            .ends(0)
            .json_lines()[0];
        let names = |all: &Value, field: &str| {
            all.as_array().unwrap().iter().map(|one| one[field].clone()).collect::<Vec<Value>>()
        };
        assert_eq!(
            names(&evaluated["heuristics"], "heuristic"),
            names(&listed["games"][0]["heuristics"], "name")
        );
        for one in evaluated["heuristics"].as_array().unwrap() {
            let has_parts = !one["parts"].as_array().unwrap().is_empty();
            assert!(
                has_parts
                    || ["blind", "report-random"].contains(&one["heuristic"].as_str().unwrap()),
                "{one}"
            );
            assert_eq!(one["value"].is_null(), one["dead_end"].as_bool().unwrap(), "{one}");
        }
        let analysed =
            &patience(&["analyse", instance, "--json", "--expansions", "10"]).json_lines()[0];
        assert_eq!(analysed["heuristics"], evaluated["heuristics"]);
        let text = patience(&["learn", "values", instance]).ends(0).stdout;
        assert!(text.contains("blind  0"), "{text}");
    }
}

fn evaluate_board(game: &str, board: &str) -> Value {
    let arguments = ["learn", "values", "--game", game, "--input", "-", "--json"];
    patience_reading(&arguments, board.as_bytes()).ends(0).json_lines().remove(0)
}

#[test]
fn parts_are_what_the_reports_count() {
    // Row 1 ends with two gaps; of the cards, the ace and the Two of hearts and the ace of diamonds
    // are home.
    let evaluated = evaluate_board("gaps+paper", "AH 2H -- -- / AD 3D 3H 2D");
    let expected = [
        ("N, cards", 6),
        ("X, cards home", 3),
        ("Y, gaps right of a king", 0),
        ("Z, gaps right of a gap", 1),
    ];
    for (name, value) in expected {
        assert_eq!(part(&evaluated, "report-h2", name), value, "{name}");
    }
    assert_eq!(part(&evaluated, "report-h0", ""), 3);
    // H(2) = N − X + Y/R + Z/(R−1) = 6 − 3 + 0 + 1.
    assert_eq!(part(&evaluated, "report-h2", "H(2)"), 4.0);

    let tiles = &patience(&["learn", "values", "tiles:level/iartistas-05", "--json"])
        .ends(0)
        .json_lines()[0];
    let runs = tiles["heuristics"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["heuristic"] == "runs")
        .unwrap();
    let most =
        runs["parts"].as_array().unwrap().iter().map(|part| part["value"].as_u64().unwrap()).max();
    assert_eq!(runs["value"].as_u64(), most);
}

/// Returns the counters, parameters and verdict of a solve.
fn solved(arguments: &[&str]) -> (Value, Value, Value) {
    let ran = patience(&[&["solve"], arguments, &["--json"]].concat());
    assert!(!ran.stderr.contains("note:"), "{}", ran.stderr);
    let report = ran.json_lines().remove(0);
    (report["verdict"].clone(), report["plan"].clone(), report["expanded"].clone())
}

#[test]
fn the_reports_parameters_can_be_set() {
    let deal = "gaps+paper:paper/4x6/15/3";
    let of = |defaults: &[&str], more: &[&str]| solved(&[&[deal], defaults, more].concat());
    for (defaults, told) in [
        (
            &["-a", "gaps-report-mcts"][..],
            &["--exploration", "0.3", "--weight-s", "0.2", "--weight-x", "10"][..],
        ),
        (&["-a", "gaps-report-mcts"], &["--weight-y", "2", "--weight-z", "1"]),
        (&["-a", "gaps-report-greedy", "-H", "report-h"], &["--penalty", "2"]),
        (&["-a", "astar", "-H", "report-h"], &["--penalty", "2"]),
    ] {
        assert_eq!(of(defaults, &[]), of(defaults, told), "{defaults:?}");
    }
    let tree_search = &["-a", "gaps-report-mcts"];
    for other in [&["--weight-x", "0"][..], &["--exploration", "9", "--weight-s", "3"]] {
        assert_ne!(of(tree_search, &[]), of(tree_search, other), "{other:?}");
    }
    // H(0) and H(2) are the estimates of the paper's program with these names.
    for (penalty, same) in [("0", "report-h0"), ("2", "report-h2")] {
        let of = |more: &[&str]| solved(&[&[deal, "-a", "gaps-report-greedy"], more].concat());
        assert_eq!(of(&["-H", "report-h", "--penalty", penalty]), of(&["-H", same]), "{same}");
    }
    let level = "cohesion:level/vieira-1";
    let of = |more: &[&str]| solved(&[&[level, "-a", "cohesion-report-wastar"], more].concat());
    assert_eq!(of(&[]), of(&["--weight", "3"]));
    // With the weight 1 and an admissible heuristic it is A*.
    let length = |(_, plan, _): (Value, Value, Value)| plan.as_array().unwrap().len();
    assert_eq!(
        length(of(&["--weight", "1", "-H", "mst"])),
        length(solved(&[level, "-a", "astar", "-H", "mst"]))
    );
    // A parameter of another heuristic is noted.
    let ran = patience(&["solve", deal, "-a", "astar", "-H", "misplaced", "--penalty", "3"]);
    assert!(ran.stderr.contains("note: astar does not use --penalty"), "{}", ran.stderr);
    patience(&["solve", deal, "-a", "astar", "-H", "report-h", "--penalty", "-1"]).ends(2);
}

#[test]
fn the_naive_shuffle_swaps_cards() {
    let board = |name: &str| patience(&["show", name, "--format", "notation"]).ends(0).stdout;
    assert_eq!(board("gaps+paper:swaps/2x4/0/1"), "AH 2H 3H -- / AD 2D 3D --\n");
    let once = board("gaps+paper:swaps/2x4/1/1");
    let moved = once
        .split(' ')
        .zip("AH 2H 3H -- / AD 2D 3D --".split(' '))
        .filter(|(a, b)| a.trim() != *b)
        .count();
    assert_eq!(moved, 2, "{once}");
    assert_eq!(board("gaps:swaps/4x13/50/7"), board("gaps:swaps/4x13/50/7"));
    patience(&["show", "gaps:swaps/4x13/x/7"]).ends(2);
}

#[test]
fn the_early_heuristic_of_the_tiles_report_rewards_pieces_that_are_blocked() {
    // The piece is in line with its target, and the border is next to it on three sides: 5 − (1 +
    // 3).
    assert_eq!(part(&evaluate_board("tiles", "r..R"), "report-blocked", ""), 1);
    // Not in line: no reward.
    assert_eq!(part(&evaluate_board("tiles", "r../..R"), "report-blocked", ""), 5);
}

#[test]
fn dead_ends_are_named() {
    for (game, board, heuristic, reason) in [
        (
            "birds",
            "TH 5H -- -- / -- -- -- -- / -- -- 4S -- / -- -- -- 3S",
            "connected",
            "rows and columns do not join",
        ),
        (
            "birds",
            "TH 5H -- 2H / -- -- -- -- / -- -- -- -- / -- -- -- KS",
            "connected",
            "not compatible with any other",
        ),
        ("tiles", "r.#R", "runs", "more pieces of a colour than targets"),
        ("gaps", "2C 3H -- / 2H 3C --", "reachability", "can be completed"),
    ] {
        let evaluated = evaluate_board(game, board);
        assert!(part(&evaluated, heuristic, "").is_null(), "{board}");
        let said = part(&evaluated, heuristic, "dead end").as_str().unwrap();
        assert!(said.contains(reason), "{board}: {said}");
    }
}
