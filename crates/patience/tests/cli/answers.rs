//! Answers of commands about games: plans, hints, comparisons.

use serde_json::Value;

use crate::{UNSOLVABLE, patience, patience_reading};

#[test]
fn plans_are_judged() {
    let level = "tiles:level/iartistas-04";
    let solved = patience(&["solve", level, "--json"]).ends(0).stdout;
    let replay = |plan: &str| patience_reading(&["replay", level, "--plan", "-"], plan.as_bytes());
    assert!(replay(&solved).ends(0).stdout.contains("valid"));
    let plan: Value = serde_json::from_str(&solved).unwrap();
    let moves: Vec<&str> =
        plan["plan"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert!(replay(&moves.concat()).ends(0).stdout.contains("5 moves"));
    assert!(replay(&moves[..4].concat()).ends(1).stdout.contains("not won"));
    assert!(replay(&format!("{}Q", moves[0])).ends(2).stderr.contains("move 2"));
    let twice = format!("{0}{0}", moves[0]);
    assert!(replay(&twice).ends(2).stdout.contains("move 2 "), "a tilt twice shifts nothing");
}

#[test]
fn every_algorithm_of_every_game_can_be_named() {
    let listed = patience(&["list", "--json"]).ends(0).json_lines();
    let easy = [
        "gaps:scramble/2x4/3/1",
        "birds:neller/0",
        "cohesion:level/aips-01",
        "tiles:level/iartistas-01",
        "sliding:random/2x3/1",
    ];
    let games = listed[0]["games"].as_array().unwrap();
    assert_eq!(games.len(), easy.len());
    for (game, instance) in games.iter().zip(easy) {
        for algorithm in game["algorithms"].as_array().unwrap() {
            let name = algorithm["name"].as_str().unwrap();
            let ran = patience(&[
                "solve",
                instance,
                "-a",
                name,
                "--json",
                "--expansions",
                "20000",
                "--memory",
                "512MiB",
                "--iterations",
                "50",
            ]);
            assert!(
                [0, 12].contains(&ran.code),
                "{name} on {instance}: {} {}",
                ran.stdout,
                ran.stderr
            );
            let record = &ran.json_lines()[0];
            assert_eq!(record["algorithm"], name);
            assert_eq!(record["heuristic"].is_string(), algorithm["heuristic"].is_string());
        }
        for wanted in [
            "bfs",
            "dfs",
            "iddfs",
            "ucs",
            "greedy",
            "astar",
            "wastar",
            "peastar",
            "dwastar",
            "focal",
            "ees",
            "lts",
            "phs",
            "hybrid",
            "idastar",
            "bfhs",
            "beam",
            "anytime",
            "mcts",
            "nmcs",
            "nrpa",
            "player",
            "restarts",
            "portfolio",
        ] {
            assert!(
                game["algorithms"].as_array().unwrap().iter().any(|a| a["name"] == wanted),
                "{wanted}"
            );
        }
    }
}

#[test]
fn hints_and_analyses_agree_with_the_solver() {
    let hint = patience(&["hint", "tiles:level/iartistas-05", "--json"]).ends(0).json_lines();
    let analysis =
        patience(&["analyse", "tiles:level/iartistas-05", "--json"]).ends(0).json_lines();
    let best = &analysis[0]["moves"][0];
    assert_eq!(hint[0]["distance"], 6);
    assert_eq!(
        (&best["worth"], &best["distance"], &best["exact"]),
        (&"wins".into(), &6.into(), &true.into())
    );
    assert!(
        analysis[0]["moves"].as_array().unwrap().iter().any(|mv| mv["move"] == hint[0]["move"])
    );
    let lost = patience(&["analyse", UNSOLVABLE, "--json"]).ends(11).json_lines();
    assert!(lost[0]["moves"].as_array().unwrap().iter().all(|mv| mv["worth"] == "loses"));
    patience(&["hint", UNSOLVABLE]).ends(11);
}

/// A frame with nine rooms of two cells, in each of which a piece moves back and forth: 512
/// positions, all on cycles, none won. Without limits every algorithm that is compared ends with
/// the proof.
#[test]
fn a_comparison_without_limits_ends_on_a_lost_board() {
    let rooms = "R.WR.WR./WWWWWWWW/R.WR.WR./WWWWWWWW/R.WR.WR.\n";
    let arguments = ["compare", "--game", "cohesion", "--input", "-", "-H", "blind", "--json"];
    let rows = patience_reading(&arguments, rooms.as_bytes()).ends(11).json_lines();
    assert_eq!(rows.len(), 7);
    for row in rows {
        assert_eq!((&row["verdict"], &row["stop"]), (&"unsolvable".into(), &Value::Null), "{row}");
    }
}

#[test]
fn comparisons_come_in_every_format() {
    let base = [
        "compare",
        "tiles:level/iartistas-04",
        "tiles:level/iartistas-05",
        "-a",
        "bfs",
        "-a",
        "astar",
        "-H",
        "runs",
        "-H",
        "report-manhattan",
    ];
    let with = |format: &str| patience(&[&base[..], &["--format", format]].concat()).ends(0).stdout;
    assert_eq!(with("csv").lines().count(), 1 + 2 * 3);
    assert_eq!(with("json").lines().count(), 2 * 3);
    assert!(with("markdown").contains("| instance"));
    let text = with("text");
    assert!(
        text.contains("Over 2 instances")
            && text.contains("sd length")
            && text.contains("sd expanded"),
        "{text}"
    );
}

/// Fixed suits in all orders of the rows: every plan passes the replay by the standard rules, and
/// the summary counts the wins.
#[test]
fn fixed_suits_are_asked_for_in_any_order() {
    let records =
        patience(&["gaps", "questions", "gaps:random/3x4/1..12", "--suits", "all", "--json"])
            .json_lines();
    let mut won_in = std::collections::BTreeSet::new();
    for record in &records {
        let orders = record["orders"].as_array().unwrap();
        assert_eq!(orders.len(), 6);
        let won = orders.iter().filter(|answer| answer["won"] == true);
        assert_eq!(record["won_in_some_order"], won.clone().count() > 0);
        for answer in won {
            let (order, instance) =
                (answer["order"].as_str().unwrap(), record["instance"].as_str().unwrap());
            won_in.insert(order.to_owned());
            let plan: Vec<&str> =
                answer["plan"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
            let played =
                patience_reading(&["replay", instance, "--plan", "-"], plan.join(" ").as_bytes())
                    .ends(0);
            assert!(played.stdout.contains("win the game"), "{}", played.stdout);
            let one = patience(&["gaps", "questions", instance, "--suits", order, "--json"])
                .ends(0)
                .json_lines();
            assert_eq!((&one[0]["orders"][0], one[0]["won_in_some_order"] == true), (answer, true));
        }
    }
    assert!(won_in.len() > 1, "{won_in:?}");
    let by_symbols =
        patience(&["gaps", "questions", "gaps:random/3x4/1", "--suits", "♠♥♣", "--json"])
            .json_lines();
    let by_letters =
        patience(&["gaps", "questions", "gaps:random/3x4/1", "--suits", "SHC", "--json"])
            .json_lines();
    assert_eq!(by_symbols[0]["orders"], by_letters[0]["orders"]);
    // The order of the rule set is the first.
    let fixed = patience(&["solve", "gaps+fixed-suits:random/3x4/1..12", "--json"]).json_lines();
    for (record, fixed) in records.iter().zip(&fixed) {
        assert_eq!(
            (record["orders"][0]["order"] == "CHS", fixed["verdict"] == "solved"),
            (true, record["orders"][0]["won"] == true)
        );
    }
    let table = patience(&["gaps", "questions", "gaps:random/3x4/1..12", "--suits", "all"]).stdout;
    assert!(
        table.contains("won in the order SHC: ") && table.contains("won in at least one order: "),
        "{table}"
    );
}

/// A beam that drops nothing is breadth-first search, and the table shows it.
#[test]
fn a_beam_that_drops_nothing_is_told() {
    let compare = ["compare", "tiles:level/iartistas-04", "-a", "bfs", "-a", "beam"];
    let told = patience(&compare).ends(0).stdout;
    assert!(told.contains("beam dropped no state"), "{told}");
    let narrow = patience(&[&compare[..], &["--width", "1"]].concat()).stdout;
    assert!(!narrow.contains("beam dropped"), "{narrow}");
}
