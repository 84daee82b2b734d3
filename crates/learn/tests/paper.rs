//! What the paper's program does, held against its recorded figures.

use patience_learn::birds::deal::Deal;
use patience_learn::birds::search::{ChildOrder, Searcher, is_plan};

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

#[test]
fn depth_first_search_visits_the_papers_nodes_deal_by_deal() {
    let recorded = recorded();
    assert_eq!(recorded.len(), 50);
    let mut searcher = Searcher::new(ChildOrder::plain());
    for (seed, nodes) in recorded {
        let deal = Deal::neller(seed);
        let found = searcher.search(&deal);
        assert_eq!(found.nodes, nodes, "deal {seed}");
        assert!(is_plan(&deal, &found.plan.expect("all fifty can be won")), "deal {seed}");
    }
}

#[test]
fn the_report_is_the_same_twice_and_its_tables_are_full() {
    use patience_learn::birds::report::{Repetition, table_6};
    use std::cell::Cell;
    use std::time::Duration;

    let ticks = Cell::new(0);
    let clock = || {
        ticks.set(ticks.get() + 1);
        Duration::from_millis(ticks.get())
    };
    let repetition = Repetition::new(120, 1, 2);
    let again = Repetition::new(120, 1, 1);
    let sheets = [
        repetition.table_2(),
        repetition.table_3(),
        repetition.table_4(),
        repetition.table_5(&clock),
    ];
    assert_eq!(sheets[..3], [again.table_2(), again.table_3(), again.table_4()]);
    let by_deal = again.clone().by_deal().table_4();
    assert_eq!(by_deal.rows[0][..4], sheets[2].rows[0][..4], "the same samples");
    assert_ne!(by_deal.rows[0][5], sheets[2].rows[0][5], "others of them are the test");
    for (sheet, rows) in sheets.iter().zip([6, 4, 3, 10]) {
        assert_eq!(sheet.rows.len(), rows, "{}", sheet.title);
        assert!(sheet.rows.iter().all(|row| row.len() == sheet.header.len()), "{}", sheet.title);
    }
    // Plain search does not depend on training: the paper's figures, to the digit.
    assert_eq!(sheets[3].rows[1][2..5], ["14312", "67130", "143102"]);
    assert_eq!(sheets[3].rows[1][8..10], ["13566", "65841"]);
    let figure = again.figure_1();
    assert_eq!(figure, repetition.figure_1());
    assert_eq!(figure.matches("<polyline").count(), 5);
    let table = table_6(&[50], 1, &clock);
    assert_eq!(table.rows.len(), 1);
}
