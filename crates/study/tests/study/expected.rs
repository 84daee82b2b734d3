//! Verdicts that a study expects: a wrong answer never counts, and editing an expectation reruns no
//! job.

use patience_study::job::{Assignment, Row};
use patience_study::spec::Spec;
use patience_study::{export, report};

use super::spec::refused;
use super::{STUDY, Study, row};

fn with(expected: &str) -> String {
    STUDY.replace("set = \"small\"\n", &format!("set = \"small\"\nexpected = \"{expected}\"\n"))
}

/// The verdicts of the rows as they are read, with their answers.
fn answers(study: &Study) -> Vec<String> {
    let store = study.store();
    store.verify().unwrap();
    let sql = "SELECT verdict || ' ' || coalesce(stop, '-') || ' ' || coalesce(answer, '-') \
               AS answer, count(*) AS jobs, sum(length) AS length FROM results \
               GROUP BY 1 ORDER BY 1";
    let mut out = Vec::new();
    export::write(&store, sql, export::Format::Csv, &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().skip(1).map(str::to_owned).collect()
}

/// The verdicts of the counts that are kept as rows come in.
fn tallies(study: &Study) -> Vec<(String, String, u64)> {
    let tallies = study.store().tallies().unwrap();
    let mut all: Vec<_> =
        tallies.into_iter().map(|tally| (tally.verdict, tally.stop, tally.jobs)).collect();
    all.sort();
    all
}

/// A program's claim: solved, without a plan that the rules could replay.
fn claim(assignment: &Assignment) -> Row {
    Row { plan: None, tool: Some("x".to_owned()), ..row(assignment) }
}

#[test]
fn a_wrong_answer_counts_as_undecided_until_the_expectation_is_mended() {
    let mut study = Study::new(&with("unsolvable"));
    let mut store = study.store();
    let claimed = store.claim(&study.spec, 100).unwrap();
    let rows: Vec<Row> = claimed.iter().map(claim).collect();
    store.add(&rows).unwrap();
    assert_eq!(store.wrong().unwrap(), 15);
    let (named, number) = store.surprises(2).unwrap();
    assert_eq!((named.len(), number, named[0].is_wrong), (2, 15, true));
    assert_eq!(
        named[0].to_string(),
        "wrong: `bfs` solved `gaps:random/4x4/1` of small; expected unsolvable"
    );
    assert_eq!(answers(&study), ["unknown wrong wrong,15,"]);
    let folder = study.folder.path().join("report");
    report::write(&study.spec, &store, &folder).unwrap();
    let text = std::fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(text.contains("**Wrong: `bfs` solved `gaps:random/4x4/1` of small;"), "{text}");
    assert!(text.contains("| small | bfs | 5 | 0 | 5 | 0 | 0 |"), "{text}");
    // The verification competition deducts 16 points for each wrong answer.
    assert!(text.contains("| bfs | 5 | 0 | 0.00 | 0.00 | -80 |"), "{text}");
    drop(store);
    // One of the five is expected to be lost, one is not known.
    std::fs::write(
        study.folder.path().join("expected.csv"),
        "instance,verdict\n# a comment\ngaps:random/4x4/1, unsolvable\ngaps:random/4x4/2,solved\n\
         gaps:random/4x4/3,solved\ngaps:random/4x4/4,solved\n",
    )
    .unwrap();
    study.edit(&with("expected.csv"));
    let mixed = ["solved - -,3,9", "solved - right,9,27", "unknown wrong wrong,3,"];
    assert_eq!(answers(&study), mixed);
    let counted = |verdict: &str, stop: &str, jobs| (verdict.to_owned(), stop.to_owned(), jobs);
    assert_eq!(
        tallies(&study),
        [
            counted("solved", "", 4),
            counted("solved", "", 8),
            counted("unknown", "wrong", 1),
            counted("unknown", "wrong", 2)
        ]
    );
    // Only the file changes, and the store notices.
    let path = study.folder.path().join("expected.csv");
    let text = std::fs::read_to_string(&path).unwrap().replace("unsolvable", "solved");
    std::fs::write(&path, text).unwrap();
    study.edit(&with("expected.csv"));
    assert_eq!(answers(&study), ["solved - -,3,9", "solved - right,12,36"]);
    assert!(study.store().claim(&study.spec, 100).unwrap().is_empty(), "no job runs again");
    study.edit(STUDY);
    assert_eq!(answers(&study), ["solved - -,15,45"]);
}

#[test]
fn right_answers_give_points_and_few_expansions_a_score() {
    let study = Study::new(&(with("solved") + "[report]\ncompared = [\"expanded\"]\n"));
    let mut store = study.store();
    study.run(&mut store);
    let folder = study.folder.path().join("report");
    report::write(&study.spec, &store, &folder).unwrap();
    let text = std::fs::read_to_string(folder.join("report.md")).unwrap();
    // 1 − ln(1.01) / ln(10,000) and 1 − ln(1.02) / ln(10,000) for seeds 1 and 2.
    for line in [
        "| bfs | 5 | 5 | 100.00 | 5.00 | 5.00 | 5 |",
        "| mcts | 5 | 5 | 100.00 | 5.00 | 4.99 | 5 |",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn a_replayed_plan_refutes_the_expectation() {
    let study = Study::new(&with("unsolvable"));
    let mut store = study.store();
    study.run(&mut store);
    assert_eq!(answers(&study), ["solved - unexpected,15,45"]);
    let (named, number) = store.surprises(1).unwrap();
    assert!(number == 15 && named[0].to_string().starts_with("unexpected: `bfs` solved"));
    assert_eq!(store.wrong().unwrap(), 0);
}

#[test]
fn an_expected_verdict_is_no_part_of_a_job() {
    let plain = Study::new(STUDY);
    let expected = Study::new(&with("solved"));
    assert_eq!(plain.spec.fingerprint(), expected.spec.fingerprint());
}

#[test]
fn faults_of_expected_verdicts_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("e.csv");
    let read = |content: &str| {
        std::fs::write(&file, content).unwrap();
        let folder = folder.path().to_owned();
        Spec::read(with("e.csv"), "s.toml", folder, "s".to_owned()).map_err(|e| e.to_string())
    };
    for (content, words) in [
        ("gaps:random/4x4/1,true\n", "e.csv:1: `true` is not a verdict; expected `solved` or"),
        ("gaps:random/4x4/1\n", "e.csv:1: 1 fields; expected `instance,verdict`"),
        ("a,solved\na,unsolvable\n", "e.csv:2: `a` has two verdicts"),
        ("# nothing\n", "e.csv is empty"),
        ("gaps:random/4x4/9,solved\n", "names instances that its sets do not have, such as"),
    ] {
        let error = read(content).unwrap_err();
        assert!(error.contains(words) && error.contains("s.toml:5:12"), "{content}: {error}");
    }
    let spec = read("gaps:random/4x4/1,solved\ngaps:random/4x4/9,solved\n").unwrap();
    let note = "`e.csv` names instances that its sets do not have: 1, such as `gaps:random/4x4/9`";
    assert_eq!(spec.notes, [note]);
    let unknown = refused(&with("lost"));
    assert!(unknown.contains("`expected` is `solved`, `unsolvable` or a file"), "{unknown}");
}
