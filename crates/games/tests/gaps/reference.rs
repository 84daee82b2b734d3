//! Reference data: Solvitaire's layouts, proven verdicts, and the vectors of the paper's program.

use std::collections::HashSet;

use patience_core::{Domain, Estimate, Evaluation, Game, Heuristic, replay, successors};
use patience_games::gaps::{
    Gaps, GapsDomain, Misplaced, PaperCounts, PaperH0, PaperH2, PaperRandom, PaperScore,
    RowDominance,
};
use patience_testing::size;
use serde_json::Value;

use crate::{board, deal, text};

fn records(lines: &'static str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a record a line")).collect()
}

fn vectors() -> Vec<Value> {
    let vectors = records(include_str!("../data/gaps/paper-vectors.jsonl"));
    assert_eq!(vectors.len(), 39);
    vectors
}

fn layouts() -> Vec<Value> {
    records(include_str!("../data/gaps/solvitaire-layouts.jsonl"))
}

fn verdicts() -> Vec<Value> {
    records(include_str!("../data/gaps/verdicts.jsonl"))
}

/// A field that is a string.
fn word<'a>(record: &'a Value, field: &str) -> &'a str {
    record[field].as_str().unwrap_or_else(|| panic!("{field} of {record}"))
}

#[test]
fn solvitaire_deals_are_solvitaires() {
    let mut checked = 0;
    for record in layouts().iter().chain(&verdicts()) {
        if word(record, "deal").starts_with("solvitaire/") {
            for rules in ["standard", "fixed-suits"] {
                assert_eq!(
                    text(&deal(rules, word(record, "deal"))),
                    word(record, "board"),
                    "{record}"
                );
            }
            checked += 1;
        }
    }
    assert_eq!(checked, 20 + 720);
}

/// Whether plain depth-first search finds a path to a goal.
fn is_winnable(game: &Gaps) -> bool {
    let mut open = vec![game.start()];
    let mut seen = HashSet::from([game.key(&game.start())]);
    while let Some(state) = open.pop() {
        if game.is_goal(&state) {
            return true;
        }
        open.extend(
            successors(game, &state)
                .into_iter()
                .map(|(_, next)| next)
                .filter(|next| seen.insert(game.key(next))),
        );
    }
    false
}

#[test]
fn verdicts_up_to_six_columns_come_out_by_plain_search() {
    let mut checked = 0;
    for record in verdicts().into_iter().step_by(size(5, 1)) {
        let game = board(word(&record, "rules"), word(&record, "board"));
        if game.columns() <= 6 {
            assert_eq!(is_winnable(&game), word(&record, "verdict") == "solved", "{record}");
            checked += 1;
        }
    }
    assert_eq!(checked, size(117, 584));
}

#[test]
fn no_dead_end_is_called_on_a_winnable_deal() {
    for record in verdicts() {
        let game = board(word(&record, "rules"), word(&record, "board"));
        for entry in GapsDomain.heuristics() {
            let estimate = entry.build_default(&game).estimate(&game, &game.start());
            assert!(
                estimate != Estimate::DeadEnd || word(&record, "verdict") == "unsolvable",
                "{} {record}",
                entry.name
            );
        }
    }
}

#[test]
fn paper_deals_are_the_programs() {
    for vector in vectors() {
        let (rows, columns, seed) = (&vector["rows"], &vector["columns"], &vector["seed"]);
        let path = |shuffles: &Value| format!("paper/{rows}x{columns}/{shuffles}/{seed}");
        assert_eq!(text(&deal("paper", &path(&vector["shuffles"]))), word(&vector, "board"));
        for (before, step) in vector["shuffle_first3"].as_array().unwrap().iter().enumerate() {
            let game = deal("paper", &path(&Value::from(before + 1)));
            assert_eq!(text(&game), word(step, "board_after"));
        }

        let seed = seed.as_u64().unwrap();
        let mut random = PaperRandom::new(seed);
        for state in vector["lcg_state_first10"].as_array().unwrap() {
            assert_eq!(random.unit(), state.as_f64().unwrap() / 233_280.0);
        }
        let (rows, cards) =
            (rows.as_u64().unwrap(), rows.as_u64().unwrap() * (columns.as_u64().unwrap() - 1));
        let mut random = PaperRandom::new(seed);
        for step in vector["shuffle_first3"].as_array().unwrap() {
            assert_eq!(u64::from(random.below(rows as u32)), step["gap_index"].as_u64().unwrap());
            assert_eq!(u64::from(random.below(cards as u32)), step["card_index"].as_u64().unwrap());
        }
    }
}

#[test]
fn paper_estimates_are_the_programs() {
    for vector in vectors() {
        let game = board("paper", word(&vector, "board"));
        let start = game.start();
        let float = |of: &str, field: &str| word(&vector[of], field).parse::<f64>().unwrap();
        let cost = |heuristic: &dyn Heuristic<Gaps>, game: &Gaps| {
            f64::from(heuristic.estimate(game, &game.start()).cost().expect("no dead end"))
        };

        let counts = PaperCounts::of(&game, &start);
        let expected = [float("code", "X"), float("code", "Y"), float("code", "Z")];
        assert_eq!([counts.home, counts.behind_king, counts.behind_gap].map(f64::from), expected);
        assert_eq!(
            PaperScore.value(&game, &start).to_bits(),
            float("code", "S").to_bits(),
            "{vector}"
        );
        // With one row the program divides 0 by 0, and the record shows that.
        let unit = (game.rows() * (game.rows() - 1)) as f64;
        if game.rows() == 1 {
            assert!(float("code", "H0").is_nan() && float("code", "H2").is_nan());
        } else {
            assert_eq!(cost(&PaperH0::new(&game), &game), float("code", "H0"));
            let value = PaperH2.value(&game, &start).expect("no dead end");
            assert!((f64::from(value.ordering) / unit - float("code", "H2")).abs() < 1e-12);
            assert!(
                (f64::from(value.cost) - float("code", "H2")).abs() <= 0.5,
                "an estimate in moves"
            );
        }

        let free = board("paper-any-row", word(&vector, "board"));
        let cards = game.card_count() as f64;
        assert_eq!(
            cards - cost(&Misplaced::new(&free), &free),
            float("alt", "X_best_suit_assignment")
        );
        assert_eq!(cards - cost(&RowDominance, &free), float("alt", "X_paper_row_dominance"));
    }
}

#[test]
fn paper_moves_come_in_the_programs_order() {
    for vector in vectors() {
        for rules in ["paper", "paper-any-row"] {
            let game = board(rules, word(&vector, "board"));
            let start = game.start();
            let mut moves = Vec::new();
            game.moves(&start, &mut moves);
            let moves: Vec<String> =
                moves.iter().map(|mv| GapsDomain.move_text(&game, &start, *mv)).collect();
            assert_eq!(serde_json::to_value(moves).unwrap(), vector["legal_moves"]);
        }
    }
}

#[test]
fn paper_plans_replay() {
    let mut replayed = 0;
    for vector in vectors() {
        let game = board("paper", word(&vector, "board"));
        let start = game.start();
        for (solver, result) in vector["solvers"].as_object().unwrap() {
            if result["solved"] == true {
                let plan: Vec<_> = GapsDomain
                    .split_plan(word(result, "moves"))
                    .into_iter()
                    .map(|mv| GapsDomain.parse_move(&game, &start, mv).unwrap())
                    .collect();
                assert_eq!(
                    u64::from(replay(&game, &plan).unwrap()),
                    result["path_length"].as_u64().unwrap(),
                    "{solver}"
                );
                replayed += 1;
            }
        }
    }
    assert!(replayed > 60, "{replayed}");
}

#[test]
fn rows_exchanged_are_solved_only_where_rows_are_free() {
    let extra: Value = serde_json::from_str(include_str!("../data/gaps/paper-extra.json")).unwrap();
    let permuted = &extra["not_solved_permuted"];
    let game = board("paper", word(permuted, "board"));
    assert!(!game.is_goal(&game.start()));
    assert!(successors(&game, &game.start()).is_empty());
    assert_eq!(
        u64::from(PaperCounts::of(&game, &game.start()).home),
        permuted["X"].as_u64().unwrap()
    );
    assert_eq!(PaperScore.value(&game, &game.start()), permuted["S"].as_f64().unwrap());
    let free = board("paper-any-row", word(permuted, "board"));
    assert!(free.is_goal(&free.start()));
    assert_eq!(PaperScore.value(&free, &free.start()), f64::INFINITY);
}

#[test]
fn the_any_row_example_needs_as_many_moves_as_cards_are_misplaced() {
    let extra: Value = serde_json::from_str(include_str!("../data/gaps/paper-extra.json")).unwrap();
    let example = &extra["counterexample"];
    let game = board("paper-any-row", word(example, "board"));
    let start = game.start();
    let plan: Vec<_> = word(example, "moves")
        .split(' ')
        .map(|mv| GapsDomain.parse_move(&game, &start, mv).unwrap())
        .collect();
    assert_eq!(replay(&game, &plan), Ok(8));
    let bound = u32::try_from(example["H0_admissible_any_row"].as_u64().unwrap()).unwrap();
    assert_eq!(Misplaced::new(&game).estimate(&game, &start), Estimate::Cost(bound));
}
