//! The paper's searches compared with the recorded figures.

use patience_learn::birds::classifiers::{Classifiers, Kind};
use patience_learn::birds::repetition::Repetition;
use patience_learn::birds::searches::{SEARCHES, TEST_DEALS, depth_first, monte_carlo};
use std::time::Duration;

#[derive(serde::Deserialize)]
struct Recorded {
    deal: String,
    nodes: u64,
}

fn recorded() -> Vec<(i64, u64)> {
    include_str!("../../games/tests/data/birds/dfs-nodes.jsonl")
        .lines()
        .map(|line| {
            let record: Recorded = serde_json::from_str(line).expect("a record a line");
            let seed = record
                .deal
                .strip_prefix("neller/")
                .and_then(|seed| seed.parse().ok())
                .expect("neller/SEED");
            (seed, record.nodes)
        })
        .collect()
}

fn no_clock() -> Duration {
    Duration::ZERO
}

fn built_in() -> &'static Classifiers {
    Classifiers::built_in().expect("they were trained")
}

#[test]
fn depth_first_search_visits_the_papers_nodes_deal_by_deal() {
    let recorded = recorded();
    assert_eq!(recorded.iter().map(|(deal, _)| *deal).collect::<Vec<_>>(), TEST_DEALS);
    let found = depth_first(None, built_in(), &TEST_DEALS, &no_clock);
    for ((deal, nodes), found) in recorded.into_iter().zip(found) {
        assert_eq!((found.won, found.nodes), (true, nodes), "deal {deal}");
    }
}

/// The means of Table 5 in `docs/birds-report.md`, times fifty: the built-in classifiers are those
/// of the paper's 2,500 deals.
#[test]
fn guided_searches_visit_the_nodes_of_the_report() {
    for ((name, guided), nodes) in
        SEARCHES.iter().zip([3_292_068, 189_792, 818_301, 2_033_844, 692_844])
    {
        let found = depth_first(guided.as_ref(), built_in(), &TEST_DEALS, &no_clock);
        assert!(found.iter().all(|found| found.won), "{name}");
        assert_eq!(found.iter().map(|found| found.nodes).sum::<u64>(), nodes, "{name}");
    }
}

#[test]
fn the_tree_search_does_as_much_twice() {
    let play = |seed| monte_carlo(50, &TEST_DEALS[..4], seed, &no_clock);
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn threads_change_no_classifier() {
    let trained = |threads| {
        let repetition = Repetition::new(60, 1, threads);
        repetition.classifiers(Kind::LogisticRegression, 60).write().unwrap()
    };
    assert_eq!(trained(1), trained(2));
}
