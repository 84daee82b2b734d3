//! Known verdicts: `data/verdicts.jsonl`, decided by an independent program.

use patience_birds::{Board, Solver};
use patience_core::{Budget, Verdict};

fn is_solvable(solver: &mut Solver, seed: i64) -> bool {
    match solver.solve(&Board::neller(seed), &mut Budget::unlimited()).verdict {
        Verdict::Solved { .. } => true,
        Verdict::Unsolvable => false,
        Verdict::Unknown(stop) => panic!("stopped without limits: {stop}"),
    }
}

#[test]
fn known_verdicts() {
    let mut solver = Solver::new();
    for line in include_str!("../../games/tests/data/birds/verdicts.jsonl").lines() {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let seed: i64 =
            record["deal"].as_str().unwrap().strip_prefix("neller/").unwrap().parse().unwrap();
        assert_eq!(
            Board::neller(seed).to_string(),
            record["board"].as_str().unwrap(),
            "deal {seed}"
        );
        let solvable = record["verdict"] == "solved";
        assert_eq!(is_solvable(&mut solver, seed), solvable, "deal {seed}");
    }
}

#[test]
fn twenty_four_of_the_first_ten_thousand_are_lost() {
    let mut solver = Solver::new();
    assert_eq!((0..10_000).filter(|seed| !is_solvable(&mut solver, *seed)).count(), 24);
}
