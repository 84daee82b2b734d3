//! Reports: intervals and tests are about instances, and what is undecided never counts as decided.

use patience_study::job::Row;
use patience_study::report;
use patience_study::status::standings;

use super::{Study, row};

/// Two random algorithms, each thirty times on the same four boards; the second always needs twice
/// as long, and gives up on every third repetition.
const REPEATED: &str = r#"title = "Four boards"
repetitions = 30
[[instances]]
set = "small"
names = ["gaps:random/4x4/1..4"]
[[configurations]]
name = "quick"
algorithm = "mcts"
iterations = 20
[[configurations]]
name = "slow"
algorithm = "mcts"
iterations = 21
[report]
measure = "expanded"
"#;

#[test]
fn what_has_no_rows_took_no_time() {
    let study = Study::new(REPEATED);
    let standings = standings(&study.spec, &study.store()).unwrap();
    assert!(standings.len() > 1 && standings.iter().all(|standing| standing.done == 0));
    assert!(standings.iter().all(|standing| standing.seconds.is_sign_positive()), "{standings:?}");
}

/// Times of microseconds are no zeros.
#[test]
fn short_times_are_told() {
    let table = "[[report.tables]]\ntitle = \"Times\"\nby = [\"configuration\"]\nvalues = [\"median seconds\", \"max seconds\"]\n";
    let study = Study::new(&format!("{REPEATED}{table}"));
    let mut store = study.store();
    let rows: Vec<Row> = store
        .claim(&study.spec, 1000)
        .unwrap()
        .iter()
        .map(|assignment| Row {
            seconds: if assignment.configuration == 0 { 0.000_012_34 } else { 1.25 },
            ..row(assignment)
        })
        .collect();
    store.add(&rows).unwrap();
    report::write(&study.spec, &store, study.folder.path()).unwrap();
    let text = std::fs::read_to_string(study.folder.path().join("report.md")).unwrap();
    assert!(text.contains("| quick | 0.000012 | 0.000012 |"), "{text}");
    assert!(text.contains("| slow | 1.2500 | 1.2500 |"), "{text}");
}

#[test]
fn repetitions_are_no_further_instances() {
    let study = Study::new(REPEATED);
    let mut store = study.store();
    let rows: Vec<Row> = store
        .claim(&study.spec, 1000)
        .unwrap()
        .iter()
        .map(|assignment| {
            let (slow, gives_up) =
                (assignment.configuration == 1, assignment.seed.unwrap_or(0) % 3 == 2);
            let mut row = Row { expanded: if slow { 200 } else { 100 }, ..row(assignment) };
            if slow && gives_up {
                row = Row {
                    verdict: "unknown".to_owned(),
                    stop: Some("incomplete".to_owned()),
                    plan: None,
                    ..row
                };
                row.length = None;
            }
            row
        })
        .collect();
    assert_eq!((rows.len(), store.add(&rows).unwrap()), (240, 240));
    // 2 of 3 are solved of each board: as much is known as of four boards, not of 120 jobs.
    let slow = &standings(&study.spec, &store).unwrap()[1];
    let rate = slow.rate.unwrap();
    assert_eq!((slow.done, slow.solved, slow.unknown), (120, 80, 40));
    assert!(
        (rate.share - 2.0 / 3.0).abs() < 1e-9 && rate.low < 0.26 && rate.high == 1.0,
        "{rate:?}"
    );
    report::write(&study.spec, &store, study.folder.path()).unwrap();
    let text = std::fs::read_to_string(study.folder.path().join("report.md")).unwrap();
    assert!(
        text.contains("| small | quick | 4 | 120 | 120 | 0 | 0 | 100.00 | 51.01 to 100.00 |"),
        "{text}"
    );
    // An interval beside 100 % is none around a lower figure.
    assert!(!text.contains('±'), "{text}");
    // Four differences of one sign: the least that Wilcoxon's test can say is 2 / 2^4.
    assert!(
        text.contains("| quick | slow | 4 | 4 | 4 | 0 | 0.500 (0.500 to 0.500) | 0.1250 |"),
        "{text}"
    );
    // The curve of the slow one ends where its table does.
    assert!(text.contains("slow from 66.667 to 66.667"), "{text}");
    assert!(!text.contains("Kaplan"));
}
