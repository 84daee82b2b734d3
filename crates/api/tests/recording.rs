//! Data that a page needs to play a search back: successors with estimates, bounds of iterations,
//! and the simulations of a Monte Carlo tree search.

use std::collections::HashSet;

use patience_api::{Job, JobContext, run};
use serde_json::{Value, json};

const LEVEL: &str = "tiles:level/iartistas-07";

/// Lists the events of a watched search with a given name, and its report.
fn recorded(mut question: Value, name: &str) -> (Vec<Value>, Value) {
    question["at"] = json!({ "instance": LEVEL });
    let job = Job::parse("solve", question).unwrap().unwrap();
    let (mut told, mut report) = (Vec::new(), Value::Null);
    run(&job, &JobContext::unbounded(), &mut |event, data| match event {
        "progress" => told.extend(data[name].as_array().cloned().unwrap_or_default()),
        "report" => report = data["report"].clone(),
        other => panic!("{other}: {data}"),
    });
    (told, report)
}

#[test]
fn nodes_carry_successors_with_estimates() {
    let watch = json!({ "tree": 400, "successors": true });
    let question =
        json!({ "algorithm": "astar", "heuristic": "report-manhattan", "watch": &watch });
    let (nodes, report) = recorded(question, "nodes");
    assert_eq!(nodes.len() as u64, report["expanded"].as_u64().unwrap());
    let mut estimates = std::collections::HashMap::new();
    for node in &nodes {
        if let Some(said) = estimates.get(&node["board"]) {
            assert_eq!(*said, &node["h"], "successors have the estimates of the search");
        }
        for next in node["successors"].as_array().unwrap() {
            estimates.insert(&next["board"], &next["h"]);
        }
    }
    // The plan leads from node to node through successors.
    let mut board = &nodes[0]["board"];
    for mv in report["plan"].as_array().unwrap() {
        let node = nodes.iter().find(|node| node["board"] == *board).unwrap();
        let next = node["successors"].as_array().unwrap();
        let next = next.iter().find(|next| next["move"] == *mv).unwrap();
        board = &next["board"];
        assert_eq!(next["wins"], json!(estimates[board] == &json!(0)));
    }
    // A beam search does not compute the first estimate, which the picture needs nevertheless.
    let beam = json!({ "algorithm": "beam", "heuristic": "report-manhattan", "watch": watch });
    assert_eq!(recorded(beam, "nodes").0[0]["h"], nodes[0]["h"]);
    let plain = json!({ "algorithm": "bfs", "watch": { "tree": 5 } });
    assert!(recorded(plain, "nodes").0.iter().all(|node| node.get("successors").is_none()));
}

#[test]
fn last_snapshot_counts_the_last_expansion() {
    for algorithm in ["astar", "bfs", "greedy"] {
        let watch = json!({ "tree": 400, "successors": true });
        let job = json!({ "at": { "instance": LEVEL }, "algorithm": algorithm, "watch": watch });
        let job = Job::parse("solve", job).unwrap().unwrap();
        let (mut boards, mut last, mut report) = (HashSet::new(), Value::Null, Value::Null);
        run(&job, &JobContext::unbounded(), &mut |event, data| match event {
            "progress" => {
                for node in data["nodes"].as_array().into_iter().flatten() {
                    let found = node["successors"].as_array().unwrap();
                    boards.extend(found.iter().map(|next| next["board"].to_string()));
                    boards.insert(node["board"].to_string());
                }
                last = data;
            }
            _ => report = data["report"].clone(),
        });
        for counter in ["expanded", "generated", "duplicates", "reopened", "dead_ends"] {
            assert_eq!(last[counter], report[counter], "{algorithm}: {counter}");
        }
        assert_eq!(last["closed"], boards.len(), "{algorithm}");
    }
}

#[test]
fn nodes_carry_the_bound_of_their_iteration() {
    let watch = json!({ "tree": 400 });
    let question = |algorithm: &str| json!({ "algorithm": algorithm, "watch": watch });
    let (nodes, _) = recorded(question("idastar"), "nodes");
    let bounds: HashSet<u64> = nodes.iter().map(|node| node["bound"].as_u64().unwrap()).collect();
    assert!(bounds.len() > 1, "{bounds:?}");
    for node in &nodes {
        let f = node["g"].as_u64().unwrap() + node["h"].as_u64().unwrap();
        assert!(f <= node["bound"].as_u64().unwrap());
    }
    for node in recorded(question("bfs"), "nodes").0 {
        assert_eq!(node["bound"], node["g"], "the bound of a search by levels is the level");
    }
}

#[test]
fn simulations_are_told_up_to_the_number_asked_for() {
    let question = |simulations: u32| {
        let watch = json!({ "simulations": simulations });
        json!({ "algorithm": "mcts", "playout": 12, "iterations": 30, "watch": watch })
    };
    let (told, report) = recorded(question(1000), "simulations");
    assert!(told.len() > 30, "{}", told.len());
    if report["verdict"] == "solved" {
        assert_eq!(told.last().unwrap()["won"], true);
    }
    for each in &told {
        let moves = each["line"].as_str().unwrap().split_whitespace().count() as u64;
        assert!(each["settled"].as_u64().unwrap() + each["in_tree"].as_u64().unwrap() <= moves);
    }
    assert_eq!(recorded(question(7), "simulations").0, told[..7]);
    assert_eq!(recorded(question(0), "simulations").0, [] as [Value; 0]);
}
