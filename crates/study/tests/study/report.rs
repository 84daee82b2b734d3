//! Reports: intervals and tests are about instances, and undecided jobs never count as decided.

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

/// Times of microseconds are not shown as zero.
#[test]
fn short_times_are_told() {
    let table = "[[report.tables]]\ntitle = \"Times\"\nby = [\"configuration\"]\n\
                 values = [\"median seconds\", \"max seconds\"]\n";
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
    // For each board 2 of 3 are solved: this is the information of four boards, not of 120 jobs.
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
    // An interval next to 100 % is not one around a lower figure.
    assert!(!text.contains('±'), "{text}");
    // Four differences of one sign: the smallest p-value of Wilcoxon's test is 2 / 2^4.
    assert!(
        text.contains(
            "| quick | slow | 4 | 4 | 4 | 0 | 0.500 (0.500 to 0.500) | 0.1250 | 0.1250 |"
        ),
        "{text}"
    );
    // The curve of the slow one ends where its table does.
    assert!(text.contains("slow from 66.667 to 66.667"), "{text}");
    assert!(!text.contains("Kaplan"));
}

/// Three configurations on two sets, with a limit of 10 s, 100 expansions, and these seconds (none:
/// undecided).
const RACE: &str = r#"title = "A race"
[limits]
time = "10s"
[[instances]]
set = "left"
names = ["gaps:random/4x4/1..3"]
[[instances]]
set = "right"
names = ["gaps:random/4x5/1..2"]
[[configurations]]
name = "a"
algorithm = "bfs"
[[configurations]]
name = "b_%"
algorithm = "dfs"
[[configurations]]
name = "c"
algorithm = "astar"
[[report.tables]]
title = "Only the left"
by = ["configuration"]
where = "\"set\" = 'left'"
values = ["rows", "median seconds"]
[[report.tables]]
title = "Asked"
decimals = 1
sql = "SELECT configuration, max(seconds) AS longest FROM results GROUP BY 1 ORDER BY 1"
[[report.plots]]
title = "Solved"
y = "solved"
overall = true
where = "configuration <> 'a'"
"#;

const SECONDS: [[Option<f64>; 5]; 3] = [
    [Some(1.0), Some(4.0), None, Some(2.0), None],
    [Some(2.0), Some(2.0), Some(8.0), Some(2.0), None],
    [Some(2.0), Some(8.0), Some(4.0), Some(8.0), Some(9.0)],
];

fn raced(text: &str) -> (Study, String) {
    let study = Study::new(text);
    let mut store = study.store();
    let mut rows = Vec::new();
    for assignment in store.claim(&study.spec, 100).unwrap() {
        let five = usize::from(assignment.instance.name.contains("4x5"));
        let number: usize = assignment.instance.name.rsplit('/').next().unwrap().parse().unwrap();
        let seconds = SECONDS[assignment.configuration][3 * five + number - 1];
        let mut row = Row { seconds: seconds.unwrap_or(10.0), ..row(&assignment) };
        row.length = Some(2 + assignment.configuration as u64);
        (row.game, row.rules, row.board) =
            ("gaps".to_owned(), "standard".to_owned(), "?".to_owned());
        if seconds.is_none() {
            (row.verdict, row.stop) = ("unknown".to_owned(), Some("time".to_owned()));
            (row.length, row.plan) = (None, None);
        }
        rows.push(row);
    }
    assert_eq!((rows.len(), store.add(&rows).unwrap()), (15, 15));
    report::write(&study.spec, &store, study.folder.path()).unwrap();
    let text = std::fs::read_to_string(study.folder.path().join("report.md")).unwrap();
    (study, text)
}

/// By hand: PAR2 of `a` on the left is (1 + 4 + 20) / 3, of the virtual best (1 + 2 + 4) / 3.
#[test]
fn scores_are_those_of_a_pencil() {
    let (_, text) = raced(RACE);
    for line in [
        "| left | a | 3 | 2 | 66.67 | 0 | 8.33 s | 35.00 s |",
        "| left | c | 3 | 3 | 100.00 | 0 | 4.67 s | 4.67 s |",
        "| left | *virtual best* | 3 | 3 | 100.00 |  | 2.33 s | 2.33 s |",
        "| right | c | 2 | 2 | 100.00 | 1 | 8.50 s | 8.50 s |",
        "| all sets | a | 5 | 3 | 60.00 | 0 | 9.40 s | 41.40 s |",
        "| all sets | *virtual best* | 5 | 5 | 100.00 |  | 3.60 s | 3.60 s |",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    // Solutions of 2, 3 and 4 moves: where `a` found none, that of `b` is the shortest, except for
    // the last instance. Times of 1, 4 and 2 s: 1 + (1 - ln 4 / ln 10) + (1 - ln 2 / ln 10).
    for line in [
        "| gaps standard | a | 5 | 3 | 60.00 | 3.00 | 2.10 |",
        "| gaps standard | b_% | 5 | 4 | 80.00 | 3.00 | 2.19 |",
        "| gaps standard | c | 5 | 5 | 100.00 | 3.25 | 1.34 |",
        "| all domains | a | 5 | 3 | 60.00 | 3.00 | 2.10 |",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// For `a` and `c` on the left: ratios 1/2 and 1/2, and one that only `c` decides.
#[test]
fn every_pair_is_tested_on_every_set_and_on_all() {
    let (_, text) = raced(RACE);
    for line in [
        "| left | a | c | 3 | 2 | 0 | 1 | 0.500 (0.500 to 0.500) | 1.0000 | 1.0000 |",
        "| right | a | b_% | 2 | 1 | 0 | 0 | 1.000 (1.000 to 1.000) | 1.0000 | 1.0000 |",
        "| all sets | a | c | 5 | 3 | 0 | 2 | 0.397 (0.250 to 0.500) | 0.8750 | 1.0000 |",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("all 9 tests of this section"), "{text}");
    assert!(text.contains("ranks instances by the logarithm of the ratio of seconds"), "{text}");
    let (_, plain) = raced(&RACE.replace(
        "[[report.tables]]\ntitle = \"Only",
        "[report]\ncorrection = \"none\"\n[[report.tables]]\ntitle = \"Only",
    ));
    assert!(plain.contains("are not corrected") && !plain.contains("(Holm)"), "{plain}");
}

#[test]
fn own_tables_ask_for_rows_and_in_sql() {
    let (_, text) = raced(RACE);
    assert!(text.contains("| a | 3 | 4.0000 |") && text.contains("| c | 3 | 4.0000 |"), "{text}");
    assert!(
        text.contains("| configuration | longest |") && text.contains("| b_% | 10.0 |"),
        "{text}"
    );
    assert!(text.contains("b_% 4.000, c 5.000"), "{text}");
    let wrong = RACE.replace("max(seconds)", "median(seconds)");
    let told = crate::spec::refused(&wrong);
    assert!(told.contains("no such function: median") && told.contains("median"), "{told}");
}

/// Two kinds of pictures, and a string that LaTeX accepts: every brace is closed.
#[test]
fn reports_are_written_for_papers() {
    let (study, _) = raced(RACE);
    let read = |name: &str| std::fs::read(study.folder.path().join(name)).unwrap();
    assert!(read("plot-1.png").starts_with(b"\x89PNG"));
    assert!(read("plot-1.pdf").starts_with(b"%PDF-"));
    let tex = String::from_utf8(read("report.tex")).unwrap();
    let unescaped = tex.replace("\\{", "").replace("\\}", "");
    assert_eq!(unescaped.matches('{').count(), unescaped.matches('}').count());
    assert_eq!(tex.matches("\\begin{").count(), tex.matches("\\end{").count());
    assert!(tex.contains("a & b\\_\\% &") && !tex.contains("b_%"), "{tex}");
    // The limits are borders: three points of `a` lie on them.
    let scatter = (1..20).map(|plot| study.folder.path().join(format!("plot-{plot}.svg")));
    let scatter = scatter.filter_map(|path| std::fs::read_to_string(path).ok());
    let scatter = scatter.filter(|svg| svg.contains("against")).collect::<Vec<_>>();
    assert_eq!(scatter.len(), 3);
    assert!(scatter.iter().all(|svg| svg.matches("stroke-dasharray=\"3 3\"").count() == 2));
}
