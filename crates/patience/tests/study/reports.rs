//! Reports and exports agree with the rows, and with published figures.

use std::path::Path;

use serde_json::Value;

use crate::{CALM, STUDY, complain, many, patience, say};

#[test]
fn reports_and_exports_say_what_the_rows_say() {
    let (folder, (study, jobs)) = (&CALM.folder, many());
    say(folder, &["study", "report", "s.toml"]);
    let results = folder.join("s.results");
    let (markdown, page) = (
        std::fs::read_to_string(results.join("report.md")).unwrap(),
        std::fs::read_to_string(results.join("report.html")).unwrap(),
    );
    // Every displayed query runs, and returns the figures of the table.
    let queries: Vec<&str> = markdown
        .split("```sql\n")
        .skip(1)
        .map(|rest| rest.split("\n```").next().unwrap())
        .collect();
    assert!(queries.len() >= 5);
    for query in queries {
        assert!(say(folder, &["study", "query", "s.toml", query]).lines().count() > 1, "{query}");
    }
    let solved = say(
        folder,
        &[
            "study",
            "query",
            "s.toml",
            "SELECT count(*) FROM results WHERE verdict = 'solved' AND configuration = 'bfs' \
             AND \"set\" = 'levels'",
        ],
    );
    let solved = solved.lines().nth(1).unwrap();
    assert!(markdown.contains(&format!("| levels | bfs | 76 | 76 | {solved} |")), "{markdown}");
    // One self-contained file, for light and dark.
    for outside in ["http://", "https://", "src=", "href=\"http", "fetch(", "import(", "@import"] {
        let without_names = page.replace("http://www.w3.org/", "");
        assert!(!without_names.contains(outside), "{outside}");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("<svg"));
    // The program as it is installed writes the pictures of papers and slides.
    for (name, begin) in [("plot-1.pdf", &b"%PDF-"[..]), ("plot-1.png", &b"\x89PNG"[..])] {
        assert!(std::fs::read(results.join(name)).unwrap().starts_with(begin), "{name}");
    }

    let csv = say(folder, &["study", "export", "s.toml"]);
    assert_eq!(csv.lines().count(), 1 + jobs);
    let lines = say(folder, &["study", "export", "s.toml", "--format", "jsonl"]);
    let row: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!(row["set"], "gaps");
    assert_eq!(lines.lines().count(), jobs);
    // Every row has its settings and costs, and the file next to the rows has the provenance.
    assert_eq!(row["setting"]["algorithm"], "bfs");
    assert!(row["seconds"].is_number() && row["cpu_seconds"].is_number(), "{row}");
    say(folder, &["study", "export", "s.toml", "--output", "rows.csv"]);
    let beside = std::fs::read_to_string(folder.join("rows.csv.provenance.json")).unwrap();
    let beside: Value = serde_json::from_str(&beside).unwrap();
    let origin = &beside["origins"][0];
    assert_eq!(origin["build"].as_str().unwrap().len(), 16);
    assert!(origin["compiler"].as_str().unwrap().starts_with("rustc "), "{origin}");
    assert_eq!((&beside["study"]["toml"], &origin["rows"]), (&study.into(), &jobs.into()));
    // A comparison with data that the store lacks, in every form.
    std::fs::write(
        folder.join("sums.csv"),
        format!("instance,sum\n{},7f\n", row["instance"].as_str().unwrap()),
    )
    .unwrap();
    let joined = "SELECT instance, sum FROM results JOIN sums USING (instance) GROUP BY instance";
    let query = ["study", "query", "s.toml", joined, "--table", "sums=sums.csv", "--format"];
    let answer: Value =
        serde_json::from_str(&say(folder, &[&query[..], &["jsonl"]].concat())).unwrap();
    assert_eq!((&answer["instance"], &answer["sum"]), (&row["instance"], &Value::from("7f")));
    say(folder, &[&query[..], &["parquet", "--output", "sums.parquet"]].concat());
    assert!(std::fs::read(folder.join("sums.parquet")).unwrap().ends_with(b"PAR1"));
    std::fs::write(folder.join("empty.csv"), "\n").unwrap();
    std::fs::write(folder.join("doubled.csv"), "sum,SUM\n1,2\n").unwrap();
    std::fs::write(folder.join("wide.csv"), "a,".repeat(2000) + "a\n").unwrap();
    std::fs::write(folder.join("short.csv"), "a,b\n1,2\n3\n").unwrap();
    std::fs::write(folder.join("bytes.csv"), b"a,b\n1,\xff\n").unwrap();
    for (table, told) in [
        ("t=short.csv", "short.csv: line 3 has 1 field; expected 2\n"),
        ("t=bytes.csv", "bytes.csv: line 2 is not UTF-8 text\n"),
        ("t=empty.csv", "its first line names 0 columns; expected 1 to 2000 names"),
        ("t=wide.csv", "its first line names 2001 columns; expected 1 to 2000 names"),
        ("t=doubled.csv", "two columns are named `SUM`"),
        ("Results=sums.csv", "there is a table `Results` already; expected another name"),
        ("sqlite_t=sums.csv", "`sqlite_t` is reserved; expected another name"),
        ("sums", "expected NAME=FILE"),
        ("sums=none.csv", "none.csv"),
        ("results=sums.csv", "there is a table `results` already"),
        ("a b=sums.csv", "names no table"),
        ("sums=s.toml", "names no table or column"),
    ] {
        let told_of =
            complain(folder, 2, &["study", "query", "s.toml", "SELECT 1", "--table", table]);
        assert!(told_of.contains(told) && !told_of.contains("CREATE"), "{told_of}");
    }
    let twice = ["study", "query", "s.toml", "SELECT 1", "--table", "t=sums.csv", "--table"];
    let told = complain(folder, 2, &[&twice[..], &["T=sums.csv"]].concat());
    assert!(told.contains("there is a table `T` already; expected another name"), "{told}");
    // No output replaces a part of the study: a log next to the store holds the last rows.
    std::fs::write(folder.join("s.results/store.sqlite-other"), "mine").unwrap();
    for file in ["s.results/store.sqlite", "s.results/store.sqlite-other", "s.toml"] {
        let before = std::fs::read(folder.join(file)).unwrap();
        for asked in [&["export", "s.toml"][..], &["query", "s.toml", "SELECT 1"]] {
            let words = [&["study"][..], asked, &["--output", file]].concat();
            let told = complain(folder, 2, &words);
            assert!(told.contains(&format!("cannot write {file}: ")), "{told}");
        }
        assert!(std::fs::read(folder.join(file)).unwrap() == before, "{file} has changed");
    }
    // Faults of a query are errors of its author, even if they appear late.
    for (sql, format, told) in [
        ("DELETE FROM runs", "csv", "the query is not read-only; expected SELECT"),
        ("DROP TABLE results", "csv", "the query is not read-only"),
        ("/* of us */ DELETE FROM runs", "csv", "the query is not read-only"),
        ("WITH a AS (SELECT 1) DELETE FROM runs", "csv", "the query is not read-only"),
        ("INSERT INTO results (run) VALUES (1)", "csv", "the query is not read-only"),
        ("VACUUM INTO 'copy.sqlite'", "csv", "the query is not read-only"),
        ("SELECT 1; SELECT 2", "csv", "there is more than one query; expected one"),
        ("", "csv", "the query has no columns; expected one that returns rows"),
        ("ATTACH ':memory:' AS other", "jsonl", "the query is not read-only"),
        (
            "SELECT json_extract('x', '$')",
            "csv",
            "error: the query cannot be answered: malformed JSON\n",
        ),
        (
            "SELECT abs(-9223372036854775807 - 1)",
            "jsonl",
            "error: the query cannot be answered: integer overflow\n",
        ),
        ("SELECT 1 AS a, 2 AS a", "jsonl", "two columns named `a`"),
    ] {
        let query = ["study", "query", "s.toml", sql, "--format", format];
        for output in [&[][..], &["--output", "failed"]] {
            let told_of = complain(folder, 2, &[&query[..], output].concat());
            assert!(told_of.contains(told), "{sql}: {told_of}");
        }
    }
    let doubled = say(folder, &["study", "query", "s.toml", "SELECT 1 AS a, 2 AS a"]);
    assert_eq!(doubled, "a,a\n1,2\n");
    #[cfg(target_os = "linux")]
    for format in ["csv", "jsonl", "parquet"] {
        let export = ["study", "export", "s.toml", "--output", "/dev/full", "--format", format];
        assert!(complain(folder, 1, &export).contains("/dev/full"), "a full disk is named");
    }
}

#[test]
fn shares_within_the_winnable_deals_are_those_of_the_exact_question() {
    let folder = tempfile::tempdir().unwrap();
    let study = r#"
title = "Shares"
[[instances]]
set = "standard"
x = 4
names = ["gaps:random/4x4/1..40"]
[[instances]]
set = "fixed"
x = 4
names = ["gaps+fixed-twos:random/4x4/1..40"]
[[configurations]]
name = "any"
algorithm = "conclusive"
on = ["standard"]
[[configurations]]
name = "Twos stay"
algorithm = "conclusive"
on = ["fixed"]
time = "1m"
[[report.shares]]
title = "Of the winnable"
of = "any"
parts = ["Twos stay"]
"#;
    std::fs::write(folder.path().join("s.toml"), study).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    say(folder.path(), &["study", "report", "s.toml"]);
    let report = std::fs::read_to_string(folder.path().join("s.results/report.md")).unwrap();
    let answers =
        patience().args(["gaps", "questions", "gaps:random/4x4/1..40", "--json"]).output().unwrap();
    assert_eq!(answers.status.code(), Some(11), "some cannot be won");
    let answers = String::from_utf8(answers.stdout).unwrap();
    let moves: Vec<Value> = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["moves_of_leftmost_twos"].clone())
        .collect();
    let won = moves.iter().filter(|moves| !moves.is_null()).count();
    let without = moves.iter().filter(|moves| **moves == 0).count();
    assert!(0 < without && without < won && won < 40, "{without} of {won}");
    assert!(
        report.contains(&format!("| 4 | Twos stay | {won} | 0 | {without} | 0 | ")),
        "{report}"
    );

    let unknown = study.replace("of = \"any\"", "of = \"all\"");
    std::fs::write(folder.path().join("s.toml"), unknown).unwrap();
    let said = complain(folder.path(), 2, &["study", "check", "s.toml"]);
    assert!(said.contains("unknown configuration `all`; there are `any`, `Twos stay`"), "{said}");
}

/// Runs a ready study and returns its report.
fn ready(name: &str) -> String {
    ready_but(name, |spec| spec)
}

/// Runs a ready study whose specification was changed.
fn ready_but(name: &str, change: fn(String) -> String) -> String {
    let folder = tempfile::tempdir().unwrap();
    let studies = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let spec = std::fs::read_to_string(studies.join(format!("{name}.toml"))).unwrap();
    let published = studies.canonicalize().unwrap().join("published/");
    let spec = spec.replace("\"published/", &format!("\"{}", published.display()));
    let path = folder.path().join(format!("{name}.toml"));
    std::fs::write(&path, change(spec)).unwrap();
    let results = folder.path().join("results");
    let arguments = [path.to_str().unwrap(), "--results", results.to_str().unwrap()];
    say(folder.path(), &[&["study", "run"], &arguments[..]].concat());
    say(folder.path(), &[&["study", "report"], &arguments[..]].concat());
    std::fs::read_to_string(results.join("report.md")).unwrap()
}

#[test]
fn the_gaps_reports_tables_come_out_to_the_last_decimal() {
    // Table 7.2 is over all sizes; the ordinary tier runs two of the nine.
    let few = |spec: String| {
        let (head, sets) = spec.split_once("[[instances]]\nset = \"28 cells\"").unwrap();
        let (_, rest) = sets.split_once("[[configurations]]").unwrap();
        format!("{head}[[configurations]]{rest}")
    };
    let (report, tables) = match patience_testing::all() {
        true => (ready("gaps-report"), &["27 of 27", "3 of 3"][..]),
        false => (ready_but("gaps-report", few), &["6 of 6"][..]),
    };
    for table in tables {
        for value in ["mean length", "share solved"] {
            assert!(report.contains(&format!("{value}: {table} lines equal")), "{value}: {report}");
        }
    }
    // The budgets of A* and greedy search are expansions; that of MCTS was a clock.
    for line in report
        .lines()
        .filter(|line| line.contains("cells | A* |") || line.contains("cells | Greedy |"))
    {
        assert!(line.matches("= ").count() == 3 || !line.contains("= "), "{line}");
    }
}

/// The sentences of a report that count equal figures.
fn agreements(report: &str) -> Vec<&str> {
    report.lines().filter_map(|line| line.split("`=` marks equal figures. ").nth(1)).collect()
}

#[test]
fn what_agrees_with_published_figures_is_counted() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let results = std::fs::read_to_string(format!("{docs}/results.md")).unwrap();
    for name in ["gaps-report", "tiles-report", "cohesion-report", "solvitaire"] {
        let report = std::fs::read_to_string(format!("{docs}/results/{name}/report.md")).unwrap();
        let counted: Vec<(&str, &str)> = agreements(&report)
            .into_iter()
            .flat_map(|sentence| sentence.trim_end_matches('.').split("; "))
            .map(|part| part.trim_end_matches(" lines equal").split_once(": ").unwrap())
            .collect();
        let told: Vec<(&str, &str)> = results
            .lines()
            .filter(|line| line.starts_with(&format!("| [{name}](")))
            .map(|line| line.trim_matches([' ', '|']).split(" | ").collect::<Vec<_>>())
            .map(|cells| (cells[2], cells[3]))
            .collect();
        assert!(!told.is_empty());
        assert_eq!(told, counted, "{name}: run scripts/results.sh --agreement");
    }
}

#[test]
fn the_tiles_reports_breadth_first_search_comes_out() {
    let report = ready("tiles-report");
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/results/tiles-report/report.md");
    assert_eq!(agreements(&report), agreements(&std::fs::read_to_string(docs).unwrap()));
    for (level, nodes) in (4..=12).zip([17, 16, 12, 35, 67, 27, 29, 43, 53]) {
        assert!(
            report.contains(&format!("| level {level} | BFS/Uniform Cost | {nodes} | = {nodes} |")),
            "{report}"
        );
    }
}

#[test]
fn rows_have_the_format_of_their_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("s.toml"), STUDY.replace("1..50", "1..3")).unwrap();
    say(folder.path(), &["study", "run", "s.toml"]);
    for (file, more, begins) in [
        ("rows", &[][..], "one"),
        ("rows.csv", &[], "one"),
        ("rows.JSONL", &[], "{\"one\":1}"),
        ("rows.parquet", &[], "PAR1"),
        ("rows.parquet", &["--format", "csv"], "one"),
    ] {
        let query = ["study", "query", "s.toml", "SELECT 1 AS one", "--output", file];
        say(folder.path(), &[&query[..], more].concat());
        let rows = std::fs::read(folder.path().join(file)).unwrap();
        assert!(rows.starts_with(begins.as_bytes()), "{file} {more:?}: {rows:?}");
    }
    // A fault in the query is not a fault in the file.
    let wrong = ["study", "query", "s.toml", "SELECT 1 FROM absent"];
    let message = complain(folder.path(), 2, &wrong);
    assert!(message.contains("the query cannot be answered: no such table: absent"), "{message}");
    let to_a_file = complain(folder.path(), 2, &[&wrong[..], &["-o", "rows.csv"]].concat());
    assert_eq!(to_a_file, message);
}
